//! What the journal keeps of transfers that are complete: for some time, and then nothing.

use rusqlite::params;
use wire::time::Time;

use super::columns::{column, parsed};
use super::{JournalError, Tables};

/// Transfers per transaction.
const BATCH: usize = 200;

/// A table of transfers.
#[derive(Debug, Clone, Copy)]
pub enum History {
    Uploads,
    Downloads,
}

impl History {
    const fn table(self) -> &'static str {
        match self {
            Self::Uploads => "uploads",
            Self::Downloads => "downloads",
        }
    }
}

/// Whether transfers have become complete since the last time.
pub fn is_any_unnoted(tables: &Tables, of: History) -> Result<bool, JournalError> {
    let query = format!("SELECT 1 FROM {} WHERE state = 'complete' AND finished_at IS NULL LIMIT 1", of.table());
    Ok(tables.prepare_cached(&query)?.exists([])?)
}

/// Notes that they were complete at this time.
pub fn note(tables: &Tables, of: History, now: Time) -> Result<(), JournalError> {
    let statement =
        format!("UPDATE {} SET finished_at = ?1 WHERE state = 'complete' AND finished_at IS NULL", of.table());
    tables.execute(&statement, [now.as_millis()])?;
    Ok(())
}

/// Forgets some of those that were complete before this time. Returns their ids, and none if nothing is left to forget.
pub fn forget<I>(tables: &Tables, of: History, before: Time) -> Result<Vec<I>, JournalError>
where
    I: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    let query = format!("SELECT id FROM {} WHERE state = 'complete' AND finished_at < ?1 LIMIT {BATCH}", of.table());
    let mut statement = tables.prepare_cached(&query)?;
    let rows =
        statement.query_map([before.as_millis()], |row| Ok((column::<String>(row, "id")?, parsed(row, "id")?)))?;
    let old: Vec<(String, I)> = rows.collect::<rusqlite::Result<_>>()?;
    let mut delete = tables.prepare_cached(&format!("DELETE FROM {} WHERE id = ?1", of.table()))?;
    for (id, _) in &old {
        delete.execute(params![id])?;
    }
    Ok(old.into_iter().map(|(_, id)| id).collect())
}
