//! Decides where the files of a delivered package go. Each name is chosen once.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use domain::local_name::{Names, Platform};
use transfer::checksum;
use transfer::folder::{Folder, FolderError};
use wire::connections::GatewayFile;
use wire::time::OptionalTime;

use crate::app::App;
use crate::downloads::{blocking, checked};
use crate::journal::deliveries::DeliveryRow;
use crate::journal::download_items::{self, NewItem};
use crate::journal::downloads as rows;
use crate::runs::Broken;

/// Items that are written per transaction.
const BATCH: usize = 1_000;

/// Opens the folder of the gateway, if it may still be written. A missing folder is not created: its disk may not be
/// mounted.
pub(super) async fn open(app: &App, path: &Path) -> Result<Arc<Folder>, Broken> {
    let path = app.paths.writable_unattended("dst_folder", &path.to_string_lossy())?;
    let opened = blocking(app, move || match Folder::open_existing(&path) {
        Err(FolderError::Missing { path }) => Err(FolderError::Removed { path }),
        opened => opened,
    });
    Ok(Arc::new(opened.await?))
}

/// Records every file with its name in the package's folder. Names must not change when the delivery is resumed.
pub(super) async fn list_once(
    app: &App,
    delivery: &DeliveryRow,
    files: &[GatewayFile],
    dst_folder: &Path,
    name: &Path,
) -> Result<(), Broken> {
    if delivery.listed {
        return Ok(());
    }
    let id = delivery.id.clone();
    app.journal.write(move |tables| download_items::clear(tables, &id)).await?;
    let above = dst_folder.as_os_str().len() + name.as_os_str().len() + 1;
    let mut names = Names::new(Platform::Linux, above).keeping_hidden(app.options.allow_hidden);
    let mut number = 0;
    for batch in files.chunks(BATCH) {
        let mut items = Vec::with_capacity(batch.len());
        for file in batch {
            number += 1;
            let local = name.join(names.file(&file.path, &file.name));
            items.push(checked(app, dst_folder, new_item(number, file, local)));
        }
        let id = delivery.id.clone();
        app.journal.write(move |tables| download_items::add(tables, &id, &items)).await?;
    }
    let id = delivery.id.clone();
    app.journal.write(move |tables| rows::mark_listed(tables, &id)).await?;
    Ok(())
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
