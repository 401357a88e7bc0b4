//! The table of what watch folders have sent and are sending.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};

use rusqlite::params;
use wire::agent::{AutomationId, UploadId};

use super::columns::{column, parsed_or_none};
use super::{JournalError, Tables};

/// A subfolder or a loose file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    pub name: OsString,
    /// Its fingerprint when it was sent.
    pub fingerprint: String,
    /// Set while its upload needs attention.
    pub upload: Option<UploadId>,
}

pub fn all(tables: &Tables, automation: &AutomationId) -> Result<Vec<Watched>, JournalError> {
    let mut statement =
        tables.prepare_cached("SELECT name, fingerprint, upload FROM watched WHERE automation = ?1 ORDER BY name")?;
    let rows = statement.query_map([automation.as_str()], |row| {
        Ok(Watched {
            name: OsString::from_vec(column(row, "name")?),
            fingerprint: column(row, "fingerprint")?,
            upload: parsed_or_none(row, "upload")?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Records that it is being sent in its current state.
pub fn sending(tables: &Tables, automation: &AutomationId, watched: &Watched) -> Result<(), JournalError> {
    tables.execute(
        "INSERT OR REPLACE INTO watched (automation, name, fingerprint, upload) VALUES (?1, ?2, ?3, ?4)",
        params![
            automation.as_str(),
            watched.name.as_bytes(),
            watched.fingerprint,
            watched.upload.as_ref().map(UploadId::as_str)
        ],
    )?;
    Ok(())
}

/// Records that it is finished.
pub fn settled(tables: &Tables, automation: &AutomationId, name: &OsStr) -> Result<(), JournalError> {
    tables.execute(
        "UPDATE watched SET upload = NULL WHERE automation = ?1 AND name = ?2",
        params![automation.as_str(), name.as_bytes()],
    )?;
    Ok(())
}

/// It is gone, or must be sent again.
pub fn forget(tables: &Tables, automation: &AutomationId, name: &OsStr) -> Result<(), JournalError> {
    tables.execute(
        "DELETE FROM watched WHERE automation = ?1 AND name = ?2",
        params![automation.as_str(), name.as_bytes()],
    )?;
    Ok(())
}
