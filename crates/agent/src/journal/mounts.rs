//! Where the disks of folders are mounted: a column of each table that has a folder.

use std::path::{Path, PathBuf};

use rusqlite::{OptionalExtension as _, params};
use wire::agent::{AutomationId, DownloadId};
use wire::ids::GatewayId;

use super::columns::column;
use super::{JournalError, Tables};

/// Whose folder it is.
#[derive(Debug, Clone)]
pub enum FolderOf {
    Automation(AutomationId),
    Gateway(GatewayId),
    Download(DownloadId),
}

impl FolderOf {
    const fn table(&self) -> &'static str {
        match self {
            Self::Automation(_) => "automations",
            Self::Gateway(_) => "gateways",
            Self::Download(_) => "downloads",
        }
    }

    fn id(&self) -> &str {
        match self {
            Self::Automation(id) => id.as_str(),
            Self::Gateway(id) => id.as_str(),
            Self::Download(id) => id.as_str(),
        }
    }
}

pub fn find(tables: &Tables, of: &FolderOf) -> Result<Option<PathBuf>, JournalError> {
    let mut statement = tables.prepare_cached(&format!("SELECT mounted_at FROM {} WHERE id = ?1", of.table()))?;
    let found = statement.query_row([of.id()], |row| column::<Option<String>>(row, "mounted_at")).optional()?;
    Ok(found.flatten().map(PathBuf::from))
}

/// A path that is not UTF-8 is not remembered, because it could not be compared.
pub fn set(tables: &Tables, of: &FolderOf, mount: Option<&Path>) -> Result<(), JournalError> {
    let statement = format!("UPDATE {} SET mounted_at = ?1 WHERE id = ?2", of.table());
    tables.execute(&statement, params![mount.and_then(Path::to_str), of.id()])?;
    Ok(())
}
