//! Deletes what was delivered, and nothing else.
//!
//! The service has confirmed the package before this starts. Each file is read again and deleted only if its checksum
//! matches what was sent. Folders are deleted only if they are empty and a file in them was sent.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;
use transfer::checksum::Sum;
use transfer::upload::SourceFile;
use transfer::{prove, resolved};
use wire::agent::UploadId;

use crate::app::App;
use crate::journal::upload_items;
use crate::journal::uploads as rows;

const PAGE: u64 = 500;

/// What cannot be deleted is kept and logged.
pub(super) async fn remove(app: App, stop: CancellationToken, upload: UploadId) {
    let mut folders = BTreeSet::new();
    let mut skip = 0;
    loop {
        let id = upload.clone();
        let page = app.journal.read(move |tables| upload_items::delivered(tables, &id, skip, PAGE)).await;
        let files = match page {
            Ok(files) if files.is_empty() => break,
            Ok(files) => files,
            Err(error) => {
                return tracing::warn!(%error, "delivered files are not deleted: cannot read the journal");
            }
        };
        for (file, sum) in files {
            if stop.is_cancelled() {
                return;
            }
            folders.extend(file.path.parent().map(Path::to_owned));
            let _ = tokio::task::spawn_blocking(move || remove_file(&file, sum)).await;
        }
        skip += PAGE;
    }
    let id = upload.clone();
    let found = app.journal.read(move |tables| rows::find_uncounted(tables, &id)).await.ok().flatten();
    let tops = found.map(|upload| upload.paths).unwrap_or_default();
    let _ = tokio::task::spawn_blocking(move || remove_folders(&folders, &tops)).await;
}

fn remove_file(file: &SourceFile, sum: Sum) {
    let path = &file.path;
    let removed = match prove(path, file.identity, sum) {
        Ok(()) => resolved::remove_file(path).map_err(|error| error.to_string()),
        // An earlier run of the agent or a person deleted it.
        Err(_) if resolved::metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) => Ok(()),
        Err(fault) => Err(fault.to_string()),
    };
    if let Err(reason) = removed {
        tracing::warn!(path = %path.display(), reason, "a delivered file was not deleted");
    }
}

/// The folders that contained sent files and their parents up to the sent folder, innermost first.
fn remove_folders(folders: &BTreeSet<PathBuf>, tops: &[PathBuf]) {
    let within = |path: &Path| tops.iter().any(|top| path.starts_with(top));
    let around = folders.iter().flat_map(|folder| folder.ancestors().take_while(|path| within(path)));
    let all: BTreeSet<&Path> = around.collect();
    for folder in all.into_iter().rev() {
        // A folder that is not empty is kept.
        let _ = resolved::remove_directory(folder);
    }
}
