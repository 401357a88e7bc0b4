//! Downloads as they are kept.

use std::path::PathBuf;

use domain::agent_download::AgentDownload;
use rusqlite::{OptionalExtension as _, Row, params};
use serving::secret::Secret;
use wire::agent::{DownloadId, DownloadState};
use wire::ids::PackageId;

use super::columns::{column, error_of, parsed, state};
use super::{JournalError, Tables};
use crate::failure::Failure;

/// One download, without its files.
#[derive(Debug, Clone)]
pub struct DownloadRow {
    pub id: DownloadId,
    /// The server of the link.
    pub server: String,
    pub link: String,
    pub secret: Secret,
    pub password: Option<Secret>,
    pub dst_folder: PathBuf,
    pub create_package_folder: bool,
    pub priority: i64,
    /// Empty until the link has been opened.
    pub package: String,
    pub token: Secret,
    pub name: String,
    /// Where the files go, once it is known.
    pub folder: Option<PathBuf>,
    pub life: AgentDownload,
    pub listed: bool,
    /// Of the machine, when the download ran last.
    pub boot: String,
    pub failure: Option<Failure>,
    /// Bytes in all.
    pub size: u64,
    /// Bytes that are proven to have arrived.
    pub proven: u64,
}

/// Bytes that are proven are counted only for those who ask: a download can have a million files.
const COLUMNS: &str = "id, server, link_id, secret, password, dst_folder, create_package_folder, priority,
    package_id, package_token, name, folder, state, recoverable, listed, boot, error_code, error_message, size";
const PROVEN: &str = "(SELECT COALESCE(SUM(size), 0) FROM download_items WHERE download = downloads.id AND stage = 4)
    + (SELECT COALESCE(SUM(length), 0) FROM download_ranges WHERE download = downloads.id)";

fn download(row: &Row<'_>) -> rusqlite::Result<DownloadRow> {
    let recoverable = column::<i64>(row, 13)? != 0;
    Ok(DownloadRow {
        id: parsed(row, 0)?,
        server: column(row, 1)?,
        link: column(row, 2)?,
        secret: Secret::new(column::<String>(row, 3)?),
        password: column::<Option<String>>(row, 4)?.map(Secret::new),
        dst_folder: column::<String>(row, 5)?.into(),
        create_package_folder: column::<i64>(row, 6)? != 0,
        priority: column(row, 7)?,
        package: column(row, 8)?,
        token: Secret::new(column::<String>(row, 9)?),
        name: column(row, 10)?,
        folder: column::<Option<String>>(row, 11)?.map(PathBuf::from),
        life: AgentDownload { state: state(row, 12, DownloadState::parse)?, recoverable },
        listed: column::<i64>(row, 14)? != 0,
        boot: column(row, 15)?,
        failure: error_of(row, 16, recoverable)?,
        size: column(row, 18)?,
        proven: column(row, 19)?,
    })
}

pub fn insert(tables: &Tables, download: &DownloadRow) -> Result<(), JournalError> {
    tables.execute(
        "INSERT INTO downloads (id, sequence, server, link_id, secret, password, dst_folder, create_package_folder,
             priority, state)
         VALUES (?1, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM downloads), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            download.id.as_str(),
            download.server,
            download.link,
            download.secret.expose(),
            download.password.as_ref().map(Secret::expose),
            download.dst_folder.to_string_lossy(),
            download.create_package_folder,
            download.priority,
            download.life.state.as_str(),
        ],
    )?;
    Ok(())
}

/// In the order of their coming.
pub fn all(tables: &Tables) -> Result<Vec<DownloadRow>, JournalError> {
    let mut statement =
        tables.prepare_cached(&format!("SELECT {COLUMNS}, {PROVEN} FROM downloads ORDER BY sequence"))?;
    let rows = statement.query_map([], download)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn find(tables: &Tables, id: &DownloadId) -> Result<Option<DownloadRow>, JournalError> {
    let mut statement = tables.prepare_cached(&format!("SELECT {COLUMNS}, {PROVEN} FROM downloads WHERE id = ?1"))?;
    Ok(statement.query_row([id.as_str()], download).optional()?)
}

/// As [`find`], without counting what is proven.
pub fn find_uncounted(tables: &Tables, id: &DownloadId) -> Result<Option<DownloadRow>, JournalError> {
    let mut statement = tables.prepare_cached(&format!("SELECT {COLUMNS}, 0 FROM downloads WHERE id = ?1"))?;
    Ok(statement.query_row([id.as_str()], download).optional()?)
}

/// Writes a move over the state that it was decided on; says whether that still was the state.
pub fn change(
    tables: &Tables,
    id: &DownloadId,
    (from, to): (DownloadState, AgentDownload),
    failure: Option<&Failure>,
) -> Result<bool, JournalError> {
    let changed = tables.execute(
        "UPDATE downloads SET state = ?1, recoverable = ?2, error_code = ?3, error_message = ?4
         WHERE id = ?5 AND state = ?6",
        params![
            to.state.as_str(),
            i64::from(to.recoverable),
            failure.map(|failure| failure.code.number()),
            failure.map(|failure| &failure.message),
            id.as_str(),
            from.as_str(),
        ],
    )?;
    Ok(changed == 1)
}

/// What the link led to.
pub fn opened(
    tables: &Tables,
    id: &DownloadId,
    (package, name): (&PackageId, &str),
    token: &Secret,
) -> Result<(), JournalError> {
    tables.execute(
        "UPDATE downloads SET package_id = ?1, name = ?2, package_token = ?3 WHERE id = ?4",
        params![package.as_str(), name, token.expose(), id.as_str()],
    )?;
    Ok(())
}

pub fn set_folder(tables: &Tables, id: &DownloadId, folder: &str) -> Result<(), JournalError> {
    tables.execute("UPDATE downloads SET folder = ?1 WHERE id = ?2", params![folder, id.as_str()])?;
    Ok(())
}

pub fn mark_listed(tables: &Tables, id: &DownloadId) -> Result<(), JournalError> {
    tables.execute(
        "UPDATE downloads SET listed = 1,
             size = (SELECT COALESCE(SUM(size), 0) FROM download_items WHERE download = downloads.id)
         WHERE id = ?1",
        [id.as_str()],
    )?;
    Ok(())
}

pub fn set_boot(tables: &Tables, id: &DownloadId, boot: &str) -> Result<(), JournalError> {
    tables.execute("UPDATE downloads SET boot = ?1 WHERE id = ?2", params![boot, id.as_str()])?;
    Ok(())
}

pub fn delete(tables: &Tables, id: &DownloadId) -> Result<(), JournalError> {
    tables.execute("DELETE FROM downloads WHERE id = ?1", [id.as_str()])?;
    Ok(())
}
