//! Checks that the folder is readable, and lists it.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use transfer::resolved;

use crate::app::App;
use crate::automations::kind::Task;
use crate::disks::Asking;
use crate::error::{AgentError, AgentResult};
use crate::journal::mounts::FolderOf;
use crate::mounts;

/// The folder, if it is readable. If its disk is no longer mounted, it is a different folder and an error.
pub(in crate::automations) async fn seen(task: &Task, text: &str) -> AgentResult<PathBuf> {
    let path = opened(&task.app, text).await?;
    mounts::require(&task.app, FolderOf::Automation(task.id.clone()), &path).await?;
    Ok(path)
}

/// The folder, with all links resolved.
pub(super) async fn opened(app: &App, text: &str) -> AgentResult<PathBuf> {
    let (owned, asked) = (app.clone(), text.to_owned());
    let look = move || {
        let path = owned.paths.readable("path", &asked)?;
        let metadata = resolved::metadata(&path).map_err(|error| unseen(&error))?;
        if metadata.is_dir() { Ok(path) } else { Err(AgentError::invalid("path", "must be a directory")) }
    };
    app.disks.ask(Path::new(text), look).await
}

/// The names of all entries in it. `text` is the folder as it was written, under which its disk is known.
pub(super) async fn names(app: &App, text: &Path, path: &Path) -> AgentResult<HashSet<OsString>> {
    let folder = path.to_owned();
    let read = move |_: &Asking| resolved::names(&folder).map_err(|error| unseen(&error));
    Ok(app.disks.ask_at_length(text, read).await?.into_iter().collect())
}

fn unseen(error: &std::io::Error) -> AgentError {
    AgentError::invalid("path", &format!("cannot read the folder: {error}"))
}
