//! Decides where the files of a delivered package go. Each name is chosen once.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use domain::local_name::{Names, Platform};
use transfer::checksum;
use transfer::folder::{Folder, FolderError};
use wire::connections::GatewayFile;
use wire::ids::FileId;
use wire::time::OptionalTime;

use crate::app::App;
use crate::downloads::{blocking, checked};
use crate::error::{AgentError, AgentResult};
use crate::journal::deliveries::DeliveryRow;
use crate::journal::download_items::{self, NewItem};
use crate::journal::downloads as rows;
use crate::runs::Broken;

/// Items that are written per transaction.
const BATCH: usize = 1_000;

/// The directory below the folder of a gateway that the Team wants its packages in. It can only lead down.
pub(super) fn target(app: &App, chosen: &Path, directory: &str) -> AgentResult<PathBuf> {
    let refused = |reason: &str| {
        Err(AgentError::PathRefused { field: "target_directory_id".to_owned(), reason: reason.to_owned() })
    };
    let below = Path::new(directory);
    if !below.components().all(|part| matches!(part, Component::Normal(_))) || directory.contains('\0') {
        return refused("is not below the folder of the gateway");
    }
    if directory.starts_with('.') && !app.options.allow_hidden {
        return refused("begins with a dot: choose another directory, or start the agent with --allow-hidden");
    }
    Ok(if directory.is_empty() { chosen.to_owned() } else { chosen.join(below) })
}

/// Opens the folder for packages, if it may still be written. It is the folder that was chosen for the gateway, or a
/// directory below it, which is created. A missing chosen folder is not created: its disk may not be mounted.
pub(super) async fn open(app: &App, chosen: &Path, path: &Path) -> Result<Arc<Folder>, Broken> {
    let below = path.strip_prefix(chosen).unwrap_or(Path::new("")).to_owned();
    let (owned, text) = (app.clone(), chosen.to_string_lossy().into_owned());
    let resolve = move || owned.paths.writable_unattended("dst_folder", &text);
    let chosen = app.disks.ask(chosen, resolve).await?;
    let target = if below.as_os_str().is_empty() { chosen.clone() } else { chosen.join(&below) };
    app.paths.require_writable("target_directory_id", &target)?;
    let opened = blocking(app, move || {
        let folder = match Folder::open_existing(&chosen) {
            Err(FolderError::Missing { path }) => return Err(FolderError::Removed { path }),
            opened => opened?,
        };
        if below.as_os_str().is_empty() {
            return Ok(folder);
        }
        // Fails at a link. One that is put in the way afterwards stops the last line.
        folder.directory(&below)?;
        folder.sync_directories([below.join("any").as_path()])?;
        Folder::open_existing(&target)
    });
    Ok(Arc::new(opened.await?))
}

/// Records every file with its name in the package's folder. Names must not change when the delivery is resumed, so a list
/// that was not ended is begun again.
pub(super) struct List<'a> {
    app: &'a App,
    delivery: &'a DeliveryRow,
    /// The package's folder.
    name: &'a Path,
    names: Names,
    number: u64,
    last: Option<FileId>,
}

impl<'a> List<'a> {
    pub(super) async fn begin(app: &'a App, delivery: &'a DeliveryRow, name: &'a Path) -> Result<Self, Broken> {
        let id = delivery.id.clone();
        app.journal.write(move |tables| download_items::clear(tables, &id)).await?;
        let above = delivery.dst_folder.as_os_str().len() + name.as_os_str().len() + 1;
        let names = Names::new(Platform::Linux, above).keeping_hidden(app.options.allow_hidden);
        Ok(Self { app, delivery, name, names, number: 0, last: None })
    }

    /// A page of files. Those that were listed before are left out: in the middle of an upgrade, a server of an earlier
    /// version answers with all files.
    pub(super) async fn add(&mut self, files: &[GatewayFile]) -> Result<(), Broken> {
        for batch in files.chunks(BATCH) {
            let mut items = Vec::with_capacity(batch.len());
            for file in batch {
                if self.last.as_ref().is_some_and(|last| file.id <= *last) {
                    continue;
                }
                self.last = Some(file.id.clone());
                self.number += 1;
                let local = self.name.join(self.names.file(&file.path, &file.name));
                items.push(checked(self.app, &self.delivery.dst_folder, new_item(self.number, file, local)));
            }
            let id = self.delivery.id.clone();
            self.app.journal.write(move |tables| download_items::add(tables, &id, &items)).await?;
        }
        Ok(())
    }

    pub(super) async fn end(self) -> Result<(), Broken> {
        let id = self.delivery.id.clone();
        self.app.journal.write(move |tables| rows::mark_listed(tables, &id)).await?;
        Ok(())
    }
}

fn new_item(number: u64, file: &GatewayFile, local: PathBuf) -> NewItem {
    NewItem {
        number,
        file: Some(file.id.clone()),
        path: file.path.clone(),
        name: file.name.clone(),
        local,
        size: u64::try_from(file.size).unwrap_or_default(),
        crc64: checksum::parse(&file.checksum.crc64nvme),
        last_modified: OptionalTime::default(),
        failure: None,
    }
}
