//! The table of storage gateways.

use std::path::{Path, PathBuf};

use rusqlite::{OptionalExtension as _, Row, params};
use serving::secret::Secret;
use wire::ids::GatewayId;

use super::columns::{column, parsed};
use super::{JournalError, Tables};

/// One gateway that the agent serves.
#[derive(Clone)]
pub struct GatewayRow {
    pub id: GatewayId,
    pub token: Secret,
    pub dst_folder: PathBuf,
    /// Where the disk of that folder was mounted when it was added.
    pub mounted_at: Option<PathBuf>,
}

fn gateway(row: &Row<'_>) -> rusqlite::Result<GatewayRow> {
    Ok(GatewayRow {
        id: parsed(row, "id")?,
        token: Secret::new(column::<String>(row, "token")?),
        dst_folder: column::<String>(row, "dst_folder")?.into(),
        mounted_at: column::<Option<String>>(row, "mounted_at")?.map(PathBuf::from),
    })
}

/// Returns whether the id was new.
pub fn insert(tables: &Tables, gateway: &GatewayRow) -> Result<bool, JournalError> {
    let inserted = tables.execute(
        "INSERT INTO gateways (id, sequence, token, dst_folder, mounted_at)
         VALUES (?1, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM gateways), ?2, ?3, ?4)
         ON CONFLICT (id) DO NOTHING",
        params![
            gateway.id.as_str(),
            gateway.token.expose(),
            gateway.dst_folder.to_string_lossy(),
            gateway.mounted_at.as_deref().and_then(Path::to_str)
        ],
    )?;
    Ok(inserted == 1)
}

/// In order of creation.
pub fn all(tables: &Tables) -> Result<Vec<GatewayRow>, JournalError> {
    let mut statement =
        tables.prepare_cached("SELECT id, token, dst_folder, mounted_at FROM gateways ORDER BY sequence")?;
    let rows = statement.query_map([], gateway)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn find(tables: &Tables, id: &GatewayId) -> Result<Option<GatewayRow>, JournalError> {
    let mut statement =
        tables.prepare_cached("SELECT id, token, dst_folder, mounted_at FROM gateways WHERE id = ?1")?;
    Ok(statement.query_row([id.as_str()], gateway).optional()?)
}

/// Also deletes everything that it has not delivered yet.
pub fn delete(tables: &Tables, id: &GatewayId) -> Result<(), JournalError> {
    tables.execute(
        "DELETE FROM downloads WHERE id IN (SELECT download FROM deliveries WHERE gateway = ?1)",
        [id.as_str()],
    )?;
    tables.execute("DELETE FROM gateways WHERE id = ?1", [id.as_str()])?;
    Ok(())
}
