//! Compares the recorded files with the files in the folder.

use std::collections::HashSet;

use super::super::kind::Task;
use super::folder::Found;
use super::generation::is_new;
use crate::error::AgentResult;
use crate::journal::stream_files::{self, FileKey};

/// The files that must be sent.
pub(super) async fn new_ones(task: &Task, found: Vec<Found>) -> AgentResult<Vec<Found>> {
    let id = task.id.clone();
    let new = task.app.journal.read(move |tables| {
        let mut new = Vec::new();
        for file in found {
            if is_new(&file, stream_files::find(tables, &id, file.key)?.as_ref()) {
                new.push(file);
            }
        }
        Ok(new)
    });
    Ok(new.await?)
}

/// Forgets ended files that no longer exist. A folder without a file that was sent may be that of another disk, and does
/// not prove that files were deleted.
pub(super) async fn forget_gone(task: &Task, found: &[Found]) -> AgentResult<()> {
    let there: HashSet<FileKey> = found.iter().map(|found| found.key).collect();
    let id = task.id.clone();
    task.app
        .journal
        .write(move |tables| {
            let taken = stream_files::all(tables, &id)?;
            if !taken.iter().any(|file| there.contains(&file.key)) {
                return Ok(());
            }
            let is_gone = |key: &FileKey| !there.contains(key);
            let gone: Vec<_> =
                taken.iter().filter(|file| file.ended.is_some()).map(|file| file.key).filter(is_gone).collect();
            stream_files::forget(tables, &id, &gone)
        })
        .await?;
    Ok(())
}
