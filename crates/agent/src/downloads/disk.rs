//! Checks for free disk space before a download.

use std::path::Path;

use transfer::Fault;
use transfer::folder::{Folder, FolderError};
use wire::agent::DownloadId;

use crate::app::App;
use crate::journal::download_items;
use crate::runs::Broken;

/// Bytes that are left free for others.
const RESERVE: u64 = 64 << 20;

/// Fails if the missing bytes do not fit on the disk. `path` is named in the error.
pub(crate) async fn check_room(app: &App, id: &DownloadId, folder: &Folder, path: &Path) -> Result<(), Broken> {
    let id = id.clone();
    let missing = app.journal.read(move |tables| download_items::missing(tables, &id)).await;
    let (bytes, files) = missing?;
    let room = folder.room().map_err(Fault::from)?;
    if bytes > 0 && room.bytes < bytes.saturating_add(RESERVE) || room.inodes < files {
        return Err(Fault::from(FolderError::Full { path: path.to_owned() }).into());
    }
    Ok(())
}
