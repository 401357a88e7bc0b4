//! The table of downloads.

use std::path::{Path, PathBuf};

use domain::agent_download::AgentDownload;
use rusqlite::{OptionalExtension as _, Row, params};
use serving::secret::Secret;
use wire::agent::{AutomationId, DownloadId, DownloadState};
use wire::ids::{PackageId, TeamId};

use super::columns::{column, error_of, flag, json, parsed, parsed_or_none, state};
use super::list::{ListPage, in_states};
use super::{JournalError, Tables};
use crate::failure::Failure;

/// One download, without its files.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "a row of the table has these columns")]
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
    /// Where the disk of that folder was mounted when it started.
    pub mounted_at: Option<PathBuf>,
    pub create_package_folder: bool,
    /// Patterns of the files to download; empty for all.
    pub only: Vec<String>,
    pub priority: i64,
    /// Empty until the link has been opened.
    pub package: String,
    pub token: Secret,
    pub name: String,
    /// The folder of the files, once it is known.
    pub folder: Option<PathBuf>,
    /// Whether the folder must not be shared with another package.
    pub own_folder: bool,
    /// Whether it was created for this package only.
    pub is_taken: bool,
    pub life: AgentDownload,
    pub listed: bool,
    pub failure: Option<Failure>,
    /// Total bytes.
    pub size: u64,
    /// Bytes that are verified to have arrived.
    pub proven: u64,
}

impl DownloadRow {
    /// A download that starts now.
    pub fn starting(id: DownloadId, dst_folder: PathBuf) -> Self {
        Self {
            id,
            team: None,
            automation: None,
            server: String::new(),
            link: String::new(),
            secret: Secret::default(),
            password: None,
            dst_folder,
            mounted_at: None,
            create_package_folder: false,
            only: Vec::new(),
            priority: 0,
            package: String::new(),
            token: Secret::default(),
            name: String::new(),
            folder: None,
            own_folder: false,
            is_taken: false,
            life: AgentDownload::started(),
            listed: false,
            failure: None,
            size: 0,
            proven: 0,
        }
    }
}

/// Verified bytes are counted only on request, because a download can have a million files.
const COLUMNS: &str = "id, server, link_id, secret, password, dst_folder, create_package_folder, priority,
    package_id, package_token, name, folder, state, recoverable, listed, error_code, error_message, size,
    team_id, automation, held, taken, only_files, own_folder, mounted_at";
const PROVEN: &str = "(SELECT COALESCE(SUM(size), 0) FROM download_items WHERE download = downloads.id AND stage = 4)
    + (SELECT COALESCE(SUM(length), 0) FROM download_ranges WHERE download = downloads.id) AS proven";

/// Deliveries are shown with their gateway instead.
const OWN: &str = "NOT EXISTS (SELECT 1 FROM deliveries WHERE download = downloads.id)";

fn download(row: &Row<'_>) -> rusqlite::Result<DownloadRow> {
    let recoverable = flag(row, "recoverable")?;
    let life =
        AgentDownload { state: state(row, "state", DownloadState::parse)?, held: flag(row, "held")?, recoverable };
    // A failure of a paused download is not final: it can be resumed.
    let may_go_on = recoverable || life.state == DownloadState::Paused;
    Ok(DownloadRow {
        id: parsed(row, "id")?,
        team: parsed_or_none(row, "team_id")?,
        automation: parsed_or_none(row, "automation")?,
        server: column(row, "server")?,
        link: column(row, "link_id")?,
        secret: Secret::new(column::<String>(row, "secret")?),
        password: column::<Option<String>>(row, "password")?.map(Secret::new),
        dst_folder: column::<String>(row, "dst_folder")?.into(),
        mounted_at: column::<Option<String>>(row, "mounted_at")?.map(PathBuf::from),
        create_package_folder: flag(row, "create_package_folder")?,
        only: json(row, "only_files")?,
        priority: column(row, "priority")?,
        package: column(row, "package_id")?,
        token: Secret::new(column::<String>(row, "package_token")?),
        name: column(row, "name")?,
        folder: column::<Option<String>>(row, "folder")?.map(PathBuf::from),
        own_folder: flag(row, "own_folder")?,
        is_taken: flag(row, "taken")?,
        life,
        listed: flag(row, "listed")?,
        failure: error_of(row, may_go_on)?,
        size: column(row, "size")?,
        proven: column(row, "proven")?,
    })
}

pub fn insert(tables: &Tables, download: &DownloadRow) -> Result<(), JournalError> {
    tables.execute(
        "INSERT INTO downloads (id, sequence, server, link_id, secret, password, dst_folder, create_package_folder,
             priority, state, package_id, package_token, name, team_id, automation, only_files,
             own_folder, mounted_at)
         VALUES (?1, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM downloads), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
             ?12, ?13, ?14, ?15, ?16, ?17)",
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
            serde_json::to_string(&download.only)?,
            download.own_folder,
            download.mounted_at.as_deref().and_then(Path::to_str),
        ],
    )?;
    Ok(())
}

/// An unfinished download that a person started, of the same files into the same folder. Its secrets and its priority
/// become those of `download`.
pub fn take_same(tables: &Tables, download: &DownloadRow) -> Result<Option<DownloadId>, JournalError> {
    let mut statement = tables.prepare_cached(&format!(
        "SELECT id FROM downloads WHERE server = ?1 AND link_id = ?2 AND (link_id <> '' OR package_id = ?3)
             AND dst_folder = ?4 AND create_package_folder = ?5 AND own_folder = ?6 AND only_files = ?7
             AND automation IS NULL AND {OWN}
             AND (state IN ('transferring', 'paused') OR state = 'error' AND recoverable = 1)
         ORDER BY sequence DESC LIMIT 1"
    ))?;
    let wanted = params![
        download.server,
        download.link,
        download.package,
        download.dst_folder.to_string_lossy(),
        download.create_package_folder,
        download.own_folder,
        serde_json::to_string(&download.only)?,
    ];
    let Some(found) = statement.query_row(wanted, |row| parsed::<DownloadId>(row, "id")).optional()? else {
        return Ok(None);
    };
    tables.execute(
        "UPDATE downloads SET secret = ?1, password = ?2, priority = ?3 WHERE id = ?4",
        params![
            download.secret.expose(),
            download.password.as_ref().map(Secret::expose),
            download.priority,
            found.as_str(),
        ],
    )?;
    Ok(Some(found))
}

/// A page of those that are shown.
pub fn page(tables: &Tables, page: &ListPage<DownloadId, DownloadState>) -> Result<Vec<DownloadRow>, JournalError> {
    let states = page.states.as_deref().unwrap_or(DownloadState::ALL);
    let query = format!(
        "SELECT {COLUMNS}, {PROVEN} FROM downloads WHERE {OWN} AND {}
             AND (?1 IS NULL OR sequence < (SELECT sequence FROM downloads WHERE id = ?1))
         ORDER BY sequence DESC LIMIT ?2",
        in_states(states, DownloadState::as_str)
    );
    let mut statement = tables.prepare(&query)?;
    let rows = statement.query_map(params![page.before.as_ref().map(DownloadId::as_str), page.most], download)?;
    let mut rows: Vec<DownloadRow> = rows.collect::<rusqlite::Result<_>>()?;
    rows.reverse();
    Ok(rows)
}

/// Those in one of these states, in order of creation, without counting verified bytes.
pub fn in_states_of(tables: &Tables, states: &[DownloadState]) -> Result<Vec<DownloadRow>, JournalError> {
    let query = format!(
        "SELECT {COLUMNS}, 0 AS proven FROM downloads WHERE {OWN} AND {} ORDER BY sequence",
        in_states(states, DownloadState::as_str)
    );
    let mut statement = tables.prepare(&query)?;
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
        "SELECT {COLUMNS}, 0 AS proven FROM downloads WHERE team_id IS NOT NULL AND state IN ('transferring', 'paused')
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
    let rows = statement.query_map(params![automation.as_str(), most, keep], |row| parsed(row, "id"))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Like [`find`], without counting verified bytes.
pub fn find_uncounted(tables: &Tables, id: &DownloadId) -> Result<Option<DownloadRow>, JournalError> {
    let mut statement =
        tables.prepare_cached(&format!("SELECT {COLUMNS}, 0 AS proven FROM downloads WHERE id = ?1 AND {OWN}"))?;
    Ok(statement.query_row([id.as_str()], download).optional()?)
}

/// Changes the state if it is still the one that the change was based on. Returns whether it was.
pub fn change(
    tables: &Tables,
    id: &DownloadId,
    from: DownloadState,
    to: AgentDownload,
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
    package: &PackageId,
    name: &str,
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

pub fn mark_unlisted(tables: &Tables, id: &DownloadId) -> Result<(), JournalError> {
    tables.execute("UPDATE downloads SET listed = 0 WHERE id = ?1", [id.as_str()])?;
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

pub fn delete(tables: &Tables, id: &DownloadId) -> Result<(), JournalError> {
    tables.execute("DELETE FROM downloads WHERE id = ?1", [id.as_str()])?;
    Ok(())
}
