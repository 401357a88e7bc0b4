//! Checks that the watch folder is readable, and lists it.

use std::collections::HashSet;
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use transfer::resolved;

use super::look::blocking;
use crate::automations::kind::Task;
use crate::error::{AgentError, AgentResult};
use crate::journal::automations;

/// The folder, if it is readable. If its file system is no longer mounted, it is a different folder and an error.
pub(in crate::automations) async fn seen(task: &Task, text: &str) -> AgentResult<PathBuf> {
    let path = task.app.paths.readable("path", text)?;
    let looked = path.clone();
    let is_mounted = blocking(move || is_mount_point(&looked)).await?;
    let id = task.id.clone();
    let was_mounted = task.app.journal.read(move |tables| automations::was_mounted(tables, &id)).await?;
    if was_mounted && !is_mounted {
        return Err(AgentError::invalid("path", "the file system of this folder is not mounted"));
    }
    if is_mounted && !was_mounted {
        let id = task.id.clone();
        task.app.journal.write(move |tables| automations::set_mounted(tables, &id, true)).await?;
    }
    Ok(path)
}

fn is_mount_point(path: &Path) -> AgentResult<bool> {
    let metadata = resolved::metadata(path).map_err(|error| unseen(&error))?;
    if !metadata.is_dir() {
        return Err(AgentError::invalid("path", "must be a directory"));
    }
    let parent = path.parent().map(resolved::metadata).transpose().map_err(|error| unseen(&error))?;
    Ok(parent.is_some_and(|parent| parent.dev() != metadata.dev()))
}

/// The names of all entries in it.
pub(super) async fn names(path: &Path) -> AgentResult<HashSet<OsString>> {
    let path = path.to_owned();
    let read = move || resolved::names(&path).map_err(|error| unseen(&error));
    Ok(blocking(read).await?.into_iter().collect())
}

fn unseen(error: &std::io::Error) -> AgentError {
    AgentError::invalid("path", &format!("cannot read the folder: {error}"))
}
