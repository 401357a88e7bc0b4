//! What the walk of an upload left out.

use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use rusqlite::params;
use wire::agent::{SkippedItem, UploadId};

use super::columns::{column, path};
use super::{JournalError, Tables};

/// How many are named; the others are only counted.
pub const NAMED_MOST: usize = 100;

/// What a walk left out.
#[derive(Debug, Default)]
pub struct Skipped {
    pub count: u64,
    /// The first of them, with the reasons.
    pub first: Vec<(PathBuf, &'static str)>,
}

impl Skipped {
    pub fn add(&mut self, source: PathBuf, why: &'static str) {
        self.count += 1;
        if self.first.len() < NAMED_MOST {
            self.first.push((source, why));
        }
    }
}

/// Replaces what an earlier walk left out.
pub fn replace(tables: &Tables, upload: &UploadId, skipped: &Skipped) -> Result<(), JournalError> {
    tables.execute("DELETE FROM upload_skipped WHERE upload = ?1", [upload.as_str()])?;
    let mut statement =
        tables.prepare_cached("INSERT INTO upload_skipped (upload, number, source, why) VALUES (?1, ?2, ?3, ?4)")?;
    for (number, (source, why)) in skipped.first.iter().enumerate() {
        statement.execute(params![upload.as_str(), number, source.as_os_str().as_bytes(), why])?;
    }
    tables.execute("UPDATE uploads SET skipped = ?1 WHERE id = ?2", params![skipped.count, upload.as_str()])?;
    Ok(())
}

/// Leaves out the files that failed, for the reasons why they did. Returns how many that were.
pub fn leave_out_failed(tables: &Tables, upload: &UploadId) -> Result<usize, JournalError> {
    tables.execute(
        "INSERT INTO upload_skipped (upload, number, source, why)
         SELECT upload, before + place, source, why FROM
             (SELECT upload, CAST(COALESCE(source, name) AS BLOB) AS source, COALESCE(error_message, '') AS why,
                  ROW_NUMBER() OVER (ORDER BY number) AS place,
                  (SELECT COALESCE(MAX(number), -1) FROM upload_skipped WHERE upload = ?1) AS before
              FROM upload_items WHERE upload = ?1 AND stage = 5)
         WHERE before + place < ?2",
        params![upload.as_str(), NAMED_MOST],
    )?;
    let left_out = tables.execute("DELETE FROM upload_items WHERE upload = ?1 AND stage = 5", [upload.as_str()])?;
    tables.execute("UPDATE uploads SET skipped = skipped + ?1 WHERE id = ?2", params![left_out, upload.as_str()])?;
    super::uploads::mark_walked(tables, upload)?;
    Ok(left_out)
}

pub fn show(tables: &Tables, upload: &UploadId) -> Result<Vec<SkippedItem>, JournalError> {
    let mut statement =
        tables.prepare_cached("SELECT source, why FROM upload_skipped WHERE upload = ?1 ORDER BY number")?;
    let rows = statement.query_map([upload.as_str()], |row| {
        let source = path(column(row, "source")?).to_string_lossy().into_owned();
        Ok(SkippedItem { path: source, reason: column(row, "why")? })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
