//! Lists the files of a download and decides where each one goes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use domain::local_name::{Names, Platform};
use transfer::folder::Folder;
use transfer::{Fault, checksum, with_retries};
use wire::error::ErrorCode;
use wire::files::FileBody;
use wire::ids::{PackageId, TeamId};

use super::only::Only;
use super::opening::Opened;
use super::own_folder::{OwnFolder, blocking};
use crate::app::App;
use crate::failure::Failure;
use crate::journal::download_items::{self, NewItem};
use crate::journal::downloads::{self as rows, DownloadRow};
use crate::runs::Broken;

/// Files per request.
const PAGE: usize = 1_000;

/// The folder for the files, chosen once.
pub(super) async fn folder(app: &App, row: &DownloadRow) -> Result<PathBuf, Broken> {
    if (row.automation.is_some() || row.own_folder) && row.create_package_folder {
        return own_folder(app, row).await;
    }
    if let Some(folder) = &row.folder {
        return Ok(folder.clone());
    }
    let folder = if row.create_package_folder {
        row.dst_folder.join(Platform::Linux.visible_part(&row.name))
    } else {
        row.dst_folder.clone()
    };
    let (id, text) = (row.id.clone(), folder.to_string_lossy().into_owned());
    app.journal.write(move |tables| rows::set_folder(tables, &id, &text)).await?;
    Ok(folder)
}

/// Some packages come from unknown senders: none may write to another one's folder.
async fn own_folder(app: &App, row: &DownloadRow) -> Result<PathBuf, Broken> {
    app.paths.require_writable("dst_folder", &row.dst_folder)?;
    let above = row.dst_folder.clone();
    let folder = Arc::new(blocking(app, move || Folder::open(&above)).await?);
    let own = OwnFolder { download: &row.id, package: &row.name, noted: row.folder.as_deref(), is_taken: row.is_taken };
    Ok(row.dst_folder.join(own.take(app, &folder, &row.dst_folder).await?))
}

/// Records every file of the package with its local name. Names are chosen once, because they must not change when the
/// download is resumed.
pub(super) async fn list_once(app: &App, row: &DownloadRow, opened: &Opened, folder: &Path) -> Result<(), Broken> {
    if row.listed {
        return Ok(());
    }
    let id = row.id.clone();
    app.journal.write(move |tables| download_items::clear(tables, &id)).await?;
    let names = Names::new(Platform::Linux, folder.as_os_str().len());
    let mut names = names.keeping_hidden(app.options.allow_hidden);
    let mut only = Only::new("only", &row.only)?;
    let mut number = 0;
    for page in 1_usize.. {
        let query = format!("page={page}&limit={PAGE}");
        let files = with_retries(app.engine.retry_policy(), || opened.cloud.files(&opened.package, &query)).await?;
        let is_last = files.len() < PAGE;
        let mut items = Vec::with_capacity(files.len());
        for file in files {
            let is_chosen = only.contains(&file);
            // A file has the same name on the disk whether the others are chosen or not.
            let item = new_item(number + 1, file, &mut names);
            if is_chosen {
                number += 1;
                items.push(checked(app, folder, item));
            }
        }
        let id = row.id.clone();
        app.journal.write(move |tables| download_items::add(tables, &id, &items)).await?;
        if is_last {
            break;
        }
    }
    if let Some(team) = &row.team {
        check_there(app, team, &opened.package).await?;
    }
    if let Some(message) = only.unmatched() {
        let id = row.id.clone();
        app.journal.write(move |tables| download_items::clear(tables, &id)).await?;
        return Err(Fault::Refused { code: ErrorCode::NotFound, message }.into());
    }
    let id = row.id.clone();
    app.journal.write(move |tables| rows::mark_listed(tables, &id)).await?;
    Ok(())
}

/// A package that has ended lists no files to its Team. Without this, the download would be complete with nothing.
async fn check_there(app: &App, team: &TeamId, package: &PackageId) -> Result<(), Broken> {
    let session = app.sessions.require()?;
    let found = with_retries(app.engine.retry_policy(), || session.client.package(team, package)).await?;
    if matches!(found.state.as_str(), "new" | "finalized") {
        return Ok(());
    }
    let message = format!("the package {:?} was deleted or has expired", found.name);
    Err(Fault::Refused { code: ErrorCode::Gone, message }.into())
}

/// Even in a writable folder, a package must not write to paths from which keys or programs are loaded.
pub(crate) fn checked(app: &App, folder: &Path, item: NewItem) -> NewItem {
    let refused = app.paths.require_writable("dst_folder", &folder.join(&item.local)).err();
    let failure = refused.map(|error| {
        let message = format!("{}: {}", item.local.display(), error.message());
        Failure { code: error.code(), message, recoverable: false }
    });
    NewItem { failure, ..item }
}

fn new_item(number: u64, file: FileBody, names: &mut Names) -> NewItem {
    let is_directory = file.kind == "directory";
    let local = if is_directory {
        let path = if file.path.is_empty() { file.name.clone() } else { format!("{}/{}", file.path, file.name) };
        names.folder(&path)
    } else {
        names.file(&file.path, &file.name)
    };
    NewItem {
        number,
        local: local.into(),
        size: if is_directory { 0 } else { u64::try_from(file.size).unwrap_or_default() },
        crc64: checksum::parse(&file.checksum.crc64nvme),
        last_modified: file.last_modified,
        file: (!is_directory).then_some(file.id),
        path: file.path,
        name: file.name,
        failure: None,
    }
}
