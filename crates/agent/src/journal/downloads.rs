//! The table of downloads.

use std::path::PathBuf;

use domain::agent_download::AgentDownload;
use rusqlite::{OptionalExtension as _, Row, params};
use serving::secret::Secret;
use wire::agent::{AutomationId, DownloadId, DownloadState};
use wire::ids::{PackageId, TeamId};

use super::columns::{column, error_of, parsed, state, text};
use super::{JournalError, Tables};
use crate::failure::Failure;

/// One download, without its files.
#[derive(Debug, Clone)]
pub struct DownloadRow {
    pub id: DownloadId,
    /// The Team whose session downloads it; `None` for a download by link.
    pub team: Option<TeamId>,
    pub automation: Option<AutomationId>,
    /// The server of the link. Both are empty if a session downloads it.
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
    /// The folder of the files, once it is known.
    pub folder: Option<PathBuf>,
    /// Whether it was created for this package only.
    pub is_taken: bool,
    pub life: AgentDownload,
    pub listed: bool,
    /// Boot id of the machine when the download last ran.
    pub boot: String,
    pub failure: Option<Failure>,
    /// Total bytes.
    pub size: u64,
    /// Bytes that are verified to have arrived.
    pub proven: u64,
}

/// Verified bytes are counted only on request, because a download can have a million files.
const COLUMNS: &str = "id, server, link_id, secret, password, dst_folder, create_package_folder, priority,
    package_id, package_token, name, folder, state, recoverable, listed, boot, error_code, error_message, size,
    team_id, automation, held, taken";
const PROVEN: &str = "(SELECT COALESCE(SUM(size), 0) FROM download_items WHERE download = downloads.id AND stage = 4)
    + (SELECT COALESCE(SUM(length), 0) FROM download_ranges WHERE download = downloads.id)";

/// Deliveries are shown with their gateway instead.
const OWN: &str = "NOT EXISTS (SELECT 1 FROM deliveries WHERE download = downloads.id)";

fn download(row: &Row<'_>) -> rusqlite::Result<DownloadRow> {
    let recoverable = column::<i64>(row, 13)? != 0;
    let life =
        AgentDownload { state: state(row, 12, DownloadState::parse)?, held: column::<i64>(row, 21)? != 0, recoverable };
    // A failure of a paused download is not final: it can be resumed.
    let may_go_on = recoverable || life.state == DownloadState::Paused;
    Ok(DownloadRow {
        id: parsed(row, 0)?,
        team: column::<Option<String>>(row, 19)?.map(|team| text(19, &team)).transpose()?,
        automation: column::<Option<String>>(row, 20)?.map(|automation| text(20, &automation)).transpose()?,
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
        is_taken: column::<i64>(row, 22)? != 0,
        life,
        listed: column::<i64>(row, 14)? != 0,
        boot: column(row, 15)?,
        failure: error_of(row, 16, may_go_on)?,
        size: column(row, 18)?,
        proven: column(row, 23)?,
    })
}

pub fn insert(tables: &Tables, download: &DownloadRow) -> Result<(), JournalError> {
    tables.execute(
        "INSERT INTO downloads (id, sequence, server, link_id, secret, password, dst_folder, create_package_folder,
             priority, state, package_id, package_token, name, team_id, automation)
         VALUES (?1, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM downloads), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
             ?12, ?13, ?14)",
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
            download.package,
            download.token.expose(),
            download.name,
            download.team.as_ref().map(TeamId::as_str),
            download.automation.as_ref().map(AutomationId::as_str),
        ],
    )?;
    Ok(())
}

/// In order of creation.
pub fn all(tables: &Tables) -> Result<Vec<DownloadRow>, JournalError> {
    let query = format!("SELECT {COLUMNS}, {PROVEN} FROM downloads WHERE {OWN} ORDER BY sequence");
    let mut statement = tables.prepare_cached(&query)?;
    let rows = statement.query_map([], download)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn find(tables: &Tables, id: &DownloadId) -> Result<Option<DownloadRow>, JournalError> {
    let query = format!("SELECT {COLUMNS}, {PROVEN} FROM downloads WHERE id = ?1 AND {OWN}");
    let mut statement = tables.prepare_cached(&query)?;
    Ok(statement.query_row([id.as_str()], download).optional()?)
}

/// Downloads that use the session and may wait for it.
pub fn of_sessions(tables: &Tables) -> Result<Vec<DownloadRow>, JournalError> {
    let query = format!(
        "SELECT {COLUMNS}, 0 FROM downloads WHERE team_id IS NOT NULL AND state IN ('transferring', 'paused')
         ORDER BY sequence"
    );
    let mut statement = tables.prepare_cached(&query)?;
    let rows = statement.query_map([], download)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Incomplete downloads of an automation, in order of creation.
pub fn unfinished_of(tables: &Tables, automation: &AutomationId) -> Result<Vec<DownloadRow>, JournalError> {
    let query = format!(
        "SELECT {COLUMNS}, {PROVEN} FROM downloads WHERE automation = ?1 AND state <> 'complete' ORDER BY sequence"
    );
    let mut statement = tables.prepare_cached(&query)?;
    let rows = statement.query_map([automation.as_str()], download)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Complete downloads of an automation except the newest `keep`; up to `most` of them.
pub fn old_of(
    tables: &Tables,
    automation: &AutomationId,
    keep: usize,
    most: usize,
) -> Result<Vec<DownloadId>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT id FROM downloads WHERE automation = ?1 AND state = 'complete' ORDER BY sequence DESC LIMIT ?2 OFFSET ?3",
    )?;
    let rows = statement.query_map(params![automation.as_str(), most, keep], |row| parsed(row, 0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Like [`find`], without counting verified bytes.
pub fn find_uncounted(tables: &Tables, id: &DownloadId) -> Result<Option<DownloadRow>, JournalError> {
    let mut statement =
        tables.prepare_cached(&format!("SELECT {COLUMNS}, 0 FROM downloads WHERE id = ?1 AND {OWN}"))?;
    Ok(statement.query_row([id.as_str()], download).optional()?)
}

/// Changes the state if it is still the one that the change was based on. Returns whether it was.
pub fn change(
    tables: &Tables,
    id: &DownloadId,
    (from, to): (DownloadState, AgentDownload),
    failure: Option<&Failure>,
) -> Result<bool, JournalError> {
    let changed = tables.execute(
        "UPDATE downloads SET state = ?1, held = ?2, recoverable = ?3, error_code = ?4, error_message = ?5
         WHERE id = ?6 AND state = ?7",
        params![
            to.state.as_str(),
            i64::from(to.held),
            i64::from(to.recoverable),
            failure.map(|failure| failure.code.number()),
            failure.map(|failure| &failure.message),
            id.as_str(),
            from.as_str(),
        ],
    )?;
    Ok(changed == 1)
}

/// Records the package of the link.
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

/// Records that the folder was created and belongs to the package.
pub fn folder_taken(tables: &Tables, id: &DownloadId) -> Result<(), JournalError> {
    tables.execute("UPDATE downloads SET taken = 1 WHERE id = ?1", [id.as_str()])?;
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
