//! Folders of disks that can be unmounted.
//!
//! While a disk is not mounted, its folder is another one, on the disk below. What was written to it would be hidden as
//! soon as the disk is mounted again, and what is missing in it was not deleted. So the agent remembers where the disk of
//! each folder is mounted.

use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use transfer::Fault;
use transfer::folder::FolderError;

use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::journal::mounts::{self as rows, FolderOf};

/// Where the disk of a folder is mounted; `None` if that is the root. The folder need not exist yet.
pub async fn mount_of(app: &App, folder: &Path) -> AgentResult<Option<PathBuf>> {
    let path = folder.to_owned();
    let found = move || mount_above(&path).map_err(|error| unreadable(&path, &error));
    app.disks.ask(folder, found).await
}

/// Fails if the folder was on a disk that is not mounted now, and remembers on which disk it is otherwise.
pub async fn require(app: &App, of: FolderOf, folder: &Path) -> AgentResult<()> {
    let id = of.clone();
    let before = app.journal.read(move |tables| rows::find(tables, &id)).await?;
    let (known, path) = (before.clone(), folder.to_owned());
    let found = move || look(known.as_deref(), &path);
    let now = app.disks.ask(folder, found).await?;
    if now != before {
        app.journal.write(move |tables| rows::set(tables, &of, now.as_deref())).await?;
    }
    Ok(())
}

/// What was remembered of a folder elsewhere says nothing of this one.
fn look(before: Option<&Path>, folder: &Path) -> AgentResult<Option<PathBuf>> {
    // As a person wrote it, in the journal of an earlier version.
    let before = before.map(|mount| mount.canonicalize().unwrap_or_else(|_| mount.to_owned()));
    let missing = before.filter(|mount| folder.starts_with(mount) && !is_mount_point(mount).unwrap_or_default());
    if let Some(path) = missing {
        return Err(AgentError::Cloud(Fault::from(FolderError::NotMounted { path })));
    }
    mount_above(folder).map_err(|error| unreadable(folder, &error))
}

fn mount_above(folder: &Path) -> io::Result<Option<PathBuf>> {
    for path in folder.ancestors() {
        match is_mount_point(path) {
            Ok(true) => return Ok(Some(path.to_owned())),
            Ok(false) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Whether it is on another device than the directory above.
fn is_mount_point(path: &Path) -> io::Result<bool> {
    let device = path.metadata()?.dev();
    let Some(parent) = path.parent() else { return Ok(false) };
    Ok(parent.metadata()?.dev() != device)
}

fn unreadable(path: &Path, error: &io::Error) -> AgentError {
    let cause = error.to_string();
    AgentError::Cloud(Fault::from(FolderError::Other { path: path.to_owned(), cause }))
}
