//! Finding out what a download has to fetch, and where each file goes.

use std::path::{Path, PathBuf};

use client::Client;
use domain::local_name::{Names, Platform};
use serving::secret::Secret;
use transfer::{Fault, checksum, patiently};
use wire::files::FileBody;
use wire::ids::{LinkId, PackageId};

use crate::app::App;
use crate::error::AgentError;
use crate::failure::Failure;
use crate::journal::download_items::{self, NewItem};
use crate::journal::downloads::{self as rows, DownloadRow};
use crate::runs::Broken;

/// Files that are asked for at once.
const PAGE: usize = 1_000;

/// A link that was opened.
pub(super) struct Opened {
    pub(super) cloud: Client,
    pub(super) package: PackageId,
}

/// Opens the link, unless that was done before.
pub(super) async fn open(app: &App, row: &DownloadRow, again: bool) -> Result<Opened, Broken> {
    let client = Client::new(&row.server).map_err(|error| Fault::from(&error))?;
    if let (false, Ok(package)) = (again, row.package.parse()) {
        return Ok(Opened { cloud: client.with_package_token(row.token.expose()), package });
    }
    let link: LinkId = row.link.parse().map_err(|_| AgentError::invalid("url", "names no link"))?;
    let password = row.password.as_ref().map(Secret::expose);
    let patience = app.engine.patience();
    let resolved = patiently(patience, || client.resolve_link(&link, row.secret.expose(), password)).await?;
    let (id, package, name) = (row.id.clone(), resolved.package_id.clone(), resolved.name);
    let token = Secret::new(resolved.package_token);
    let cloud = client.with_package_token(token.expose());
    let opened = app.journal.write(move |tables| rows::opened(tables, &id, (&package, &name), &token));
    opened.await?;
    Ok(Opened { cloud, package: resolved.package_id })
}

/// The folder that the files go to, chosen once.
pub(super) async fn folder(app: &App, row: &DownloadRow) -> Result<PathBuf, Broken> {
    if let Some(folder) = &row.folder {
        return Ok(folder.clone());
    }
    let folder = if row.create_package_folder {
        row.dst_folder.join(Platform::Linux.part(&row.name))
    } else {
        row.dst_folder.clone()
    };
    let (id, text) = (row.id.clone(), folder.to_string_lossy().into_owned());
    app.journal.write(move |tables| rows::set_folder(tables, &id, &text)).await?;
    Ok(folder)
}

/// Writes down every file of the package with the name that it gets here. Names are given once, because they must not
/// change when the download is gone on with.
pub(super) async fn list_once(app: &App, row: &DownloadRow, opened: &Opened, folder: &Path) -> Result<(), Broken> {
    if row.listed {
        return Ok(());
    }
    let id = row.id.clone();
    app.journal.write(move |tables| download_items::clear(tables, &id)).await?;
    let mut names = Names::new(Platform::Linux, folder.as_os_str().len());
    let mut number = 0;
    for page in 1_usize.. {
        let query = format!("page={page}&limit={PAGE}");
        let files = patiently(app.engine.patience(), || opened.cloud.files(&opened.package, &query)).await?;
        let is_last = files.len() < PAGE;
        let mut items = Vec::with_capacity(files.len());
        for file in files {
            number += 1;
            items.push(checked(app, folder, new_item(number, file, &mut names)));
        }
        let id = row.id.clone();
        app.journal.write(move |tables| download_items::add(tables, &id, &items)).await?;
        if is_last {
            break;
        }
    }
    let id = row.id.clone();
    app.journal.write(move |tables| rows::mark_listed(tables, &id)).await?;
    Ok(())
}

/// What a package says must not reach where keys and programs are taken from, though its folder may be written.
fn checked(app: &App, folder: &Path, item: NewItem) -> NewItem {
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
