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
use transfer::{Fault, prove, resolved};
use wire::agent::UploadId;

use crate::app::App;
use crate::automations::sidecar;
use crate::journal::upload_items;
use crate::journal::uploads::{self as rows, LeftOut};

const PAGE: u64 = 500;

/// What became of the delivered files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Removed {
    /// None is there any more. What comes under their names is new.
    All,
    /// Some are no longer what was sent, and stay.
    Changed,
    /// Some stay although they are what was sent.
    Kept,
}

/// What cannot be deleted is kept and logged.
pub(super) async fn remove(app: App, stop: CancellationToken, upload: UploadId) -> Removed {
    let mut removed = Removed::All;
    let mut folders = BTreeSet::new();
    let mut skip = 0;
    loop {
        let id = upload.clone();
        let page = app.journal.read(move |tables| upload_items::delivered(tables, &id, skip, PAGE)).await;
        let files = match page {
            Ok(files) if files.is_empty() => break,
            Ok(files) => files,
            Err(error) => {
                tracing::warn!(%error, "delivered files are not deleted: cannot read the journal");
                return Removed::Kept;
            }
        };
        for (file, sum) in files {
            if stop.is_cancelled() {
                return Removed::Kept;
            }
            folders.extend(file.path.parent().map(Path::to_owned));
            let one = tokio::task::spawn_blocking(move || remove_file(&file, sum)).await;
            removed = removed.max(one.unwrap_or(Removed::Kept));
        }
        skip += PAGE;
    }
    let id = upload.clone();
    let found = app.journal.read(move |tables| rows::find_uncounted(tables, &id)).await.ok().flatten();
    let Some(found) = found else { return removed };
    let ends = move || {
        let LeftOut { files, answers_sum, .. } = found.origin.left_out.unwrap_or_default();
        if let (Removed::All, Some(sum)) = (removed, answers_sum) {
            for answers in &files {
                sidecar::remove(answers, &sum);
            }
        }
        remove_folders(&folders, &found.paths);
    };
    let _ = tokio::task::spawn_blocking(ends).await;
    removed
}

fn remove_file(file: &SourceFile, sum: Sum) -> Removed {
    let path = &file.path;
    let (removed, reason) = match prove(path, file.identity, sum) {
        Ok(()) => match resolved::remove_file(path) {
            Ok(()) => return Removed::All,
            Err(error) => (Removed::Kept, error.to_string()),
        },
        // An earlier run of the agent or a person deleted it.
        Err(_) if resolved::metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) => {
            return Removed::All;
        }
        Err(fault @ Fault::SourceChanged { .. }) => (Removed::Changed, fault.to_string()),
        Err(fault) => (Removed::Kept, fault.to_string()),
    };
    tracing::warn!(path = %path.display(), reason, "a delivered file was not deleted");
    removed
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
