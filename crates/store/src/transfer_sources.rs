//! The files and directories that an import fetches, and their state.

use domain::file::FileKind;
use sqlx::any::AnyRow;
use wire::ids::{FileId, TransferId};

use super::row::Columns as _;
use super::{Connection, StoreResult};

/// A file or a directory at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceRow {
    /// Counted from 0; also 0 before it is assigned.
    pub position: i64,
    pub source_id: String,
    /// Its path in the package.
    pub path: String,
    pub name: String,
    pub kind: FileKind,
    pub file_id: Option<FileId>,
}

/// Adds sources at the end; existing ones are left unchanged.
pub async fn add(connection: &mut Connection, transfer: &TransferId, sources: &[SourceRow]) -> StoreResult<()> {
    for source in sources {
        sqlx::query(
            "INSERT INTO transfer_sources (transfer_id, position, source_id, path, name, kind, file_id, done)
             SELECT $1, COALESCE(MAX(position), -1) + 1, $2, $3, $4, $5, NULL, 0
             FROM transfer_sources WHERE transfer_id = $1
             ON CONFLICT (transfer_id, source_id) DO NOTHING",
        )
        .bind(transfer.as_str())
        .bind(source.source_id.as_str())
        .bind(source.path.as_str())
        .bind(source.name.as_str())
        .bind(source.kind.as_str())
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// How many there are. Positions have no gaps, so nothing is counted.
pub async fn count(connection: &mut Connection, transfer: &TransferId) -> StoreResult<i64> {
    let highest = "SELECT COALESCE(MAX(position), -1) + 1 FROM transfer_sources WHERE transfer_id = $1";
    Ok(sqlx::query_scalar(highest).bind(transfer.as_str()).fetch_one(connection).await?)
}

impl SourceRow {
    /// Where it stands among the sources of its transfer: directories first, so that all files are known before the first
    /// is fetched.
    pub const fn place(&self) -> (FileKind, i64) {
        (self.kind, self.position)
    }
}

/// The next unfinished one after a place.
pub async fn next_after(
    connection: &mut Connection,
    transfer: &TransferId,
    place: Option<(FileKind, i64)>,
) -> StoreResult<Option<SourceRow>> {
    let (kind, position) = place.map_or(("", -1), |(kind, position)| (kind.as_str(), position));
    let row = sqlx::query(
        "SELECT * FROM transfer_sources
         WHERE transfer_id = $1 AND done = 0 AND (kind > $2 OR kind = $2 AND position > $3)
         ORDER BY kind, position LIMIT 1",
    )
    .bind(transfer.as_str())
    .bind(kind)
    .bind(position)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(source).transpose()
}

pub async fn set_file(
    connection: &mut Connection,
    transfer: &TransferId,
    position: i64,
    file: &FileId,
) -> StoreResult<()> {
    sqlx::query("UPDATE transfer_sources SET file_id = $1 WHERE transfer_id = $2 AND position = $3")
        .bind(file.as_str())
        .bind(transfer.as_str())
        .bind(position)
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns false if it was already done.
pub async fn set_done(connection: &mut Connection, transfer: &TransferId, position: i64) -> StoreResult<bool> {
    let written =
        sqlx::query("UPDATE transfer_sources SET done = 1 WHERE transfer_id = $1 AND position = $2 AND done = 0")
            .bind(transfer.as_str())
            .bind(position)
            .execute(connection)
            .await?;
    Ok(written.rows_affected() == 1)
}

fn source(row: &AnyRow) -> StoreResult<SourceRow> {
    Ok(SourceRow {
        position: row.number("position")?,
        source_id: row.text("source_id")?,
        path: row.text("path")?,
        name: row.text("name")?,
        kind: row.parsed("kind", FileKind::parse)?,
        file_id: row.optional_text("file_id")?.map(|_| row.id("file_id")).transpose()?,
    })
}
