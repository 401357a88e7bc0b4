//! The table of uploads, and the queries for lists and pages.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use domain::agent_upload::AgentUpload;
use rusqlite::{OptionalExtension as _, Row, params};
use serde::{Deserialize, Serialize};
use serving::secret::Secret;
use wire::agent::{AutomationId, LinkPolicy, UploadId, UploadState};
use wire::ids::{PackageId, TeamId};
use wire::time::Time;

use super::columns::{column, error_of, flag, json_or_default, parsed, parsed_or_none, state};
use super::list::{ListPage, in_states};
use super::{JournalError, Tables};
use crate::failure::Failure;

/// One upload, without its files.
#[derive(Debug, Clone)]
pub struct UploadRow {
    pub id: UploadId,
    /// `None` for an upload through a Portal.
    pub team: Option<TeamId>,
    pub package: PackageId,
    pub token: Secret,
    pub name: String,
    pub package_name: String,
    pub paths: Vec<PathBuf>,
    pub priority: i64,
    pub chunk_size: Option<u64>,
    /// Days to keep the package.
    pub delete_after: Option<i64>,
    /// When the package expires, if the caller set a time.
    pub expires_at: Option<Time>,
    /// Seconds to keep it after it was finalized.
    pub expires_after: Option<i64>,
    pub life: AgentUpload,
    pub walked: bool,
    /// Set if its only file is sent while it grows.
    pub stream: Option<StreamRow>,
    pub failure: Option<Failure>,
    pub origin: Origin,
    pub asked: Asked,
    /// Total bytes.
    pub size: u64,
    /// Bytes that are verified to have arrived.
    pub proven: u64,
    /// Files and directories that the walk left out.
    pub skipped: u64,
}

/// Who started it and which rules apply. Default: a person, who sends everything at the paths.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    pub automation: Option<AutomationId>,
    pub left_out: Option<LeftOut>,
    pub choice: Choice,
    /// Fingerprint of the tree when it was decided to send it.
    pub fingerprint: Option<String>,
}

/// What a caller needs to find the upload again, and to end what it began.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// What the caller calls the request.
    pub request: Option<String>,
    /// Whether a link is still to be created.
    pub wants_link: bool,
}

/// Files below the paths that are not sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The folder to which the patterns are relative.
    pub root: PathBuf,
    pub patterns: Vec<String>,
    /// Files with a special meaning.
    pub files: Vec<PathBuf>,
    /// Checksum of the file with the answers to a form, when it was read.
    #[serde(default)]
    pub answers_sum: Option<String>,
}

/// Which files below the paths a person wants to send. Default: all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub exclude: Vec<String>,
    pub include: Vec<String>,
    /// Whether ignore files in the folders count.
    pub ignore_files: bool,
    #[serde(default)]
    pub links: LinkPolicy,
    /// If given, nothing else: names in the package.
    #[serde(default)]
    pub only: Option<BTreeSet<String>>,
}

#[derive(Debug, Clone, Copy)]
pub struct StreamRow {
    /// A file that has not changed for this long is complete.
    pub idle: Duration,
    pub is_ended: bool,
    /// Whether it can be read while it grows.
    pub is_followed: bool,
}

/// Verified bytes are counted only on request, because an upload can have a million files.
const COLUMNS: &str = "id, team_id, package_id, package_token, name, package_name, paths, priority, chunk_size,
    delete_after, state, held, recoverable, walked, error_code, error_message, size, automation, left_out,
    fingerprint, stream_idle, stream_ended, stream_followed, choice, expires_at, expires_after, skipped,
    request, wants_link";
const PROVEN: &str = "(SELECT COALESCE(SUM(size), 0) FROM upload_items WHERE upload = uploads.id AND stage IN (3, 4))
    + (SELECT COALESCE(SUM(length), 0) FROM upload_parts JOIN upload_items
       ON upload_items.upload = upload_parts.upload AND upload_items.number = upload_parts.item
       WHERE upload_parts.upload = uploads.id AND upload_items.stage = 2) AS proven";

fn upload(row: &Row<'_>) -> rusqlite::Result<UploadRow> {
    let recoverable = flag(row, "recoverable")?;
    let life = AgentUpload { state: state(row, "state", UploadState::parse)?, held: flag(row, "held")?, recoverable };
    // A failure in any state but the last is not final: the upload can be resumed.
    let may_go_on = recoverable || matches!(life.state, UploadState::Paused | UploadState::Idle);
    let paths: String = column(row, "paths")?;
    Ok(UploadRow {
        id: parsed(row, "id")?,
        team: parsed_or_none(row, "team_id")?,
        package: parsed(row, "package_id")?,
        token: Secret::new(column::<String>(row, "package_token")?),
        name: column(row, "name")?,
        package_name: column(row, "package_name")?,
        paths: serde_json::from_str(&paths).unwrap_or_default(),
        priority: column(row, "priority")?,
        chunk_size: column(row, "chunk_size")?,
        delete_after: column(row, "delete_after")?,
        expires_at: column::<Option<i64>>(row, "expires_at")?.map(Time::from_millis),
        expires_after: column(row, "expires_after")?,
        life,
        walked: flag(row, "walked")?,
        stream: stream(row)?,
        failure: error_of(row, may_go_on)?,
        size: column(row, "size")?,
        origin: Origin {
            automation: parsed_or_none(row, "automation")?,
            left_out: column::<Option<String>>(row, "left_out")?
                .and_then(|left_out| serde_json::from_str(&left_out).ok()),
            choice: json_or_default(row, "choice")?,
            fingerprint: column(row, "fingerprint")?,
        },
        asked: Asked { request: column(row, "request")?, wants_link: flag(row, "wants_link")? },
        proven: column(row, "proven")?,
        skipped: column(row, "skipped")?,
    })
}

fn stream(row: &Row<'_>) -> rusqlite::Result<Option<StreamRow>> {
    let is_ended = flag(row, "stream_ended")?;
    let idle = column::<Option<u64>>(row, "stream_idle")?.map(Duration::from_millis);
    let is_followed = flag(row, "stream_followed")?;
    Ok(idle.map(|idle| StreamRow { idle, is_ended, is_followed }))
}

pub fn insert(tables: &Tables, upload: &UploadRow) -> Result<(), JournalError> {
    tables.execute(
        "INSERT INTO uploads (id, sequence, team_id, package_id, package_token, name, package_name, paths, priority,
             chunk_size, delete_after, state, automation, left_out, fingerprint, choice, expires_at,
             expires_after, request, wants_link)
         VALUES (?1, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM uploads), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
             ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)",
        params![
            upload.id.as_str(),
            upload.team.as_ref().map(TeamId::as_str),
            upload.package.as_str(),
            upload.token.expose(),
            upload.name,
            upload.package_name,
            serde_json::to_string(&upload.paths)?,
            upload.priority,
            upload.chunk_size,
            upload.delete_after,
            upload.life.state.as_str(),
            upload.origin.automation.as_ref().map(AutomationId::as_str),
            upload.origin.left_out.as_ref().map(serde_json::to_string).transpose()?,
            upload.origin.fingerprint,
            serde_json::to_string(&upload.origin.choice)?,
            upload.expires_at.map(Time::as_millis),
            upload.expires_after,
            upload.asked.request,
            upload.asked.wants_link,
        ],
    )?;
    Ok(())
}

/// A page of those that are shown.
pub fn page(tables: &Tables, page: &ListPage<UploadId, UploadState>) -> Result<Vec<UploadRow>, JournalError> {
    let states = page.states.as_deref().unwrap_or(UploadState::ALL);
    let query = format!(
        "SELECT {COLUMNS}, {PROVEN} FROM uploads WHERE removing = 0 AND {}
             AND (?1 IS NULL OR sequence < (SELECT sequence FROM uploads WHERE id = ?1))
         ORDER BY sequence DESC LIMIT ?2",
        in_states(states, UploadState::as_str)
    );
    let mut statement = tables.prepare(&query)?;
    let rows = statement.query_map(params![page.before.as_ref().map(UploadId::as_str), page.most], upload)?;
    let mut rows: Vec<UploadRow> = rows.collect::<rusqlite::Result<_>>()?;
    rows.reverse();
    Ok(rows)
}

/// Those in one of these states, in order of creation, without counting verified bytes.
pub fn in_states_of(tables: &Tables, states: &[UploadState]) -> Result<Vec<UploadRow>, JournalError> {
    let query = format!(
        "SELECT {COLUMNS}, 0 AS proven FROM uploads WHERE removing = 0 AND {} ORDER BY sequence",
        in_states(states, UploadState::as_str)
    );
    let mut statement = tables.prepare(&query)?;
    let rows = statement.query_map([], upload)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn find(tables: &Tables, id: &UploadId) -> Result<Option<UploadRow>, JournalError> {
    let mut statement =
        tables.prepare_cached(&format!("SELECT {COLUMNS}, {PROVEN} FROM uploads WHERE removing = 0 AND id = ?1"))?;
    Ok(statement.query_row([id.as_str()], upload).optional()?)
}

/// Deleted uploads whose packages must still be deleted.
pub fn removed(tables: &Tables) -> Result<Vec<UploadRow>, JournalError> {
    let mut statement =
        tables.prepare_cached(&format!("SELECT {COLUMNS}, {PROVEN} FROM uploads WHERE removing = 1"))?;
    let rows = statement.query_map([], upload)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Like [`find`], without counting verified bytes.
pub fn find_uncounted(tables: &Tables, id: &UploadId) -> Result<Option<UploadRow>, JournalError> {
    let mut statement =
        tables.prepare_cached(&format!("SELECT {COLUMNS}, 0 AS proven FROM uploads WHERE removing = 0 AND id = ?1"))?;
    Ok(statement.query_row([id.as_str()], upload).optional()?)
}

/// Changes the state if it is still the one that the change was based on. Returns whether it was.
pub fn change(
    tables: &Tables,
    id: &UploadId,
    from: UploadState,
    to: AgentUpload,
    failure: Option<&Failure>,
) -> Result<bool, JournalError> {
    let changed = tables.execute(
        "UPDATE uploads SET state = ?1, held = ?2, recoverable = ?3, error_code = ?4, error_message = ?5
         WHERE id = ?6 AND state = ?7 AND removing = 0",
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

pub fn renew_token(tables: &Tables, id: &UploadId, token: &Secret) -> Result<(), JournalError> {
    tables.execute("UPDATE uploads SET package_token = ?1 WHERE id = ?2", params![token.expose(), id.as_str()])?;
    Ok(())
}

pub fn mark_walked(tables: &Tables, id: &UploadId) -> Result<(), JournalError> {
    tables.execute(
        "UPDATE uploads SET walked = 1,
             size = (SELECT COALESCE(SUM(size), 0) FROM upload_items WHERE upload = uploads.id)
         WHERE id = ?1",
        [id.as_str()],
    )?;
    Ok(())
}

/// Tells later whether the files are still those that were found.
pub fn set_fingerprint(tables: &Tables, id: &UploadId, fingerprint: &str) -> Result<(), JournalError> {
    tables.execute("UPDATE uploads SET fingerprint = ?1 WHERE id = ?2", [fingerprint, id.as_str()])?;
    Ok(())
}

pub fn link_created(tables: &Tables, id: &UploadId) -> Result<(), JournalError> {
    tables.execute("UPDATE uploads SET wants_link = 0 WHERE id = ?1", [id.as_str()])?;
    Ok(())
}

/// Marks the upload as a stream: its only file is sent while it grows.
pub fn mark_stream(tables: &Tables, id: &UploadId, idle: Duration, is_followed: bool) -> Result<(), JournalError> {
    let idle = i64::try_from(idle.as_millis()).unwrap_or(i64::MAX);
    tables.execute(
        "UPDATE uploads SET stream_idle = ?1, stream_followed = ?2 WHERE id = ?3",
        params![idle, is_followed, id.as_str()],
    )?;
    Ok(())
}

pub fn mark_ended(tables: &Tables, id: &UploadId, is_ended: bool) -> Result<(), JournalError> {
    tables.execute("UPDATE uploads SET stream_ended = ?1 WHERE id = ?2", params![is_ended, id.as_str()])?;
    Ok(())
}

/// Hides the upload; its package must still be deleted.
pub fn hide(tables: &Tables, id: &UploadId) -> Result<(), JournalError> {
    tables.execute("UPDATE uploads SET removing = 1 WHERE id = ?1", [id.as_str()])?;
    Ok(())
}

pub fn delete(tables: &Tables, id: &UploadId) -> Result<(), JournalError> {
    tables.execute("DELETE FROM uploads WHERE id = ?1", [id.as_str()])?;
    Ok(())
}
