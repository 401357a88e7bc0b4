//! Checks for free disk space before a download, and for data that a reboot may have lost.

use std::path::Path;

use transfer::Fault;
use transfer::folder::{Folder, FolderError};
use wire::agent::DownloadId;

use crate::app::App;
use crate::journal::download_items;
use crate::journal::downloads as rows;
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

/// Whether the machine was rebooted since `known`: the last writes may not have reached the disk.
pub(crate) async fn started_anew(app: &App, id: &DownloadId, known: &str) -> Result<bool, Broken> {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default().trim().to_owned();
    let is_doubtful = !known.is_empty() && known != boot;
    let id = id.clone();
    app.journal.write(move |tables| rows::set_boot(tables, &id, &boot)).await?;
    Ok(is_doubtful)
}
