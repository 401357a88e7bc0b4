//! The table of packages that download automations have handled. It is permanent and independent of the downloads.

use rusqlite::params;
use wire::agent::AutomationId;
use wire::ids::PackageId;

use super::columns::column;
use super::{JournalError, Tables};

/// Returns whether the package is new to the automation. `quarantined` is the reason why it is not downloaded.
pub fn insert(
    tables: &Tables,
    automation: &AutomationId,
    package: &PackageId,
    name: &str,
    quarantined: Option<&str>,
) -> Result<bool, JournalError> {
    let inserted = tables.execute(
        "INSERT INTO received (automation, package, name, quarantined) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (automation, package) DO NOTHING",
        params![automation.as_str(), package.as_str(), name, quarantined],
    )?;
    Ok(inserted == 1)
}

pub fn is_known(tables: &Tables, automation: &AutomationId, package: &PackageId) -> Result<bool, JournalError> {
    let mut statement = tables.prepare_cached("SELECT 1 FROM received WHERE automation = ?1 AND package = ?2")?;
    Ok(statement.exists([automation.as_str(), package.as_str()])?)
}

/// Whether the automation has handled any package.
pub fn has_any(tables: &Tables, automation: &AutomationId) -> Result<bool, JournalError> {
    let mut statement = tables.prepare_cached("SELECT 1 FROM received WHERE automation = ?1")?;
    Ok(statement.exists([automation.as_str()])?)
}

/// Names of quarantined packages with the reason, newest first.
pub fn quarantined(
    tables: &Tables,
    automation: &AutomationId,
    most: usize,
) -> Result<Vec<(String, String)>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT name, quarantined FROM received WHERE automation = ?1 AND quarantined IS NOT NULL
         ORDER BY package DESC LIMIT ?2",
    )?;
    let rows = statement
        .query_map(params![automation.as_str(), most], |row| Ok((column(row, "name")?, column(row, "quarantined")?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
