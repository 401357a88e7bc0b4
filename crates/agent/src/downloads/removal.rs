//! Cleans up the disk after a download is deleted.

use std::path::PathBuf;

use transfer::folder::{Folder, FolderError};
use transfer::resolved;
use wire::agent::DownloadId;

use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::journal::download_items::{self, WrittenItem};
use crate::journal::downloads::DownloadRow;
use crate::journal::mounts::FolderOf;
use crate::mounts;

/// Removes part files, and complete files too if requested. Files that existed before the download are kept.
pub(super) async fn remove(app: &App, row: &DownloadRow, remove_files: bool) -> AgentResult<()> {
    let Some(path) = row.folder.clone() else { return Ok(()) };
    if mounts::require(app, FolderOf::Download(row.id.clone()), &row.dst_folder).await.is_err() {
        // What has its name now is not its.
        return Ok(());
    }
    clear(app, &row.id, path, remove_files, row.create_package_folder).await
}

/// Like [`remove`], for everything below `path`.
pub(crate) async fn clear(
    app: &App,
    id: &DownloadId,
    path: PathBuf,
    remove_files: bool,
    is_own_folder: bool,
) -> AgentResult<()> {
    let id = id.clone();
    let written = app.journal.read(move |tables| download_items::written(tables, &id)).await?;
    let removed = tokio::task::spawn_blocking(move || {
        let folder = match Folder::open_existing(&path) {
            // Nothing of the download is left, or only where it must not be touched.
            Err(FolderError::Missing { .. } | FolderError::NotADirectory { .. } | FolderError::Link { .. }) => {
                return Ok(());
            }
            opened => opened?,
        };
        for item in &written {
            remove_item(&folder, item, remove_files)?;
        }
        if remove_files && is_own_folder {
            // This fails if the folder contains other files, which is fine.
            let _ = resolved::remove_directory(&path);
        }
        Ok(())
    });
    let removed: Result<(), FolderError> = removed.await.map_err(|error| AgentError::Internal(error.into()))?;
    removed.map_err(|error| AgentError::Cloud(error.into()))
}

fn remove_item(folder: &Folder, item: &WrittenItem, remove_files: bool) -> Result<(), FolderError> {
    if let Some(part) = &item.part {
        folder.remove_file(part)?;
    }
    if !remove_files || !item.is_ours {
        return Ok(());
    }
    if item.is_directory {
        return folder.remove_empty_directories(&item.local);
    }
    folder.remove_file(&item.local)?;
    match item.local.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => folder.remove_empty_directories(parent),
        _ => Ok(()),
    }
}
