//! Adds form responses to the files of the package.
//!
//! The content is stored before the package is finalized, and becomes part of it in the same transaction. Each file
//! gets its id when the form is filled in, so a repeated finalize writes the same objects again and adds them once.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use crc_fast::{CrcAlgorithm, checksum};
use domain::file::{File, FileKind, FileState, ScanState, object_key};
use domain::file_path::FilePath;
use domain::package::{Package, PackageState};
use store::files::StoredContent;
use store::packages::Count;
use store::{Tx, files, form_responses, package_folders, packages};
use wire::ids::FileId;
use wire::time::Time;

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::form_files::{content, extension};
use crate::operations::files::finalize::first_scan;
use crate::operations::files::place_of;
use crate::queue::{ScanFile, enqueue};

/// Numbered names to try. If the uploader took them all, a longer name is used.
const NUMBERS_MOST: u32 = 100;

/// A file that is in storage, but not in a package yet.
pub struct MetadataFile {
    id: FileId,
    extension: &'static str,
    stored: StoredContent,
}

/// Whether finalizing the package may have to add metadata files.
pub fn has_files(package: &Package) -> bool {
    !package.custom_metadata_id.is_empty() && package.state == PackageState::New
}

/// Writes the files of the package's form response, if there is one.
pub async fn store(app: &App, package: &Package) -> ApiResult<Vec<MetadataFile>> {
    if !has_files(package) {
        return Ok(Vec::new());
    }
    let response = form_responses::of_package(&mut *app.store.read().await?, &package.id).await?;
    let Some(response) = response else { return Ok(Vec::new()) };
    let mut stored = Vec::new();
    for delivery in &response.deliveries {
        let content = content(delivery.format, &response)?;
        let (Some(extension), Some(content)) = (extension(delivery.format), content) else { continue };
        let key = object_key(&package.id, &delivery.file_id);
        stored.push(MetadataFile { id: delivery.file_id.clone(), extension, stored: put(app, &key, content).await? });
    }
    Ok(stored)
}

/// Stores the content, and checks that it is there.
async fn put(app: &App, key: &str, content: Vec<u8>) -> ApiResult<StoredContent> {
    let crc64 = STANDARD.encode(checksum(CrcAlgorithm::Crc64Nvme, &content).to_be_bytes());
    let crc32 = u32::try_from(checksum(CrcAlgorithm::Crc32IsoHdlc, &content)).map_err(anyhow::Error::from)?;
    let size = content.len();
    app.storage.put(key, Bytes::from(content)).await?;
    let found = app.storage.look_at(key).await?;
    let is_whole = found.is_some_and(|found| {
        u64::try_from(size).is_ok_and(|size| size == found.size) && found.crc64nvme.is_none_or(|crc| crc == crc64)
    });
    if !is_whole {
        return Err(ApiError::StorageRefused("a metadata file was not stored correctly".to_owned()));
    }
    Ok(StoredContent {
        size: i64::try_from(size).map_err(anyhow::Error::from)?,
        crc64nvme: Some(crc64),
        crc32: Some(crc32),
    })
}

/// Adds the files to a package that the caller has locked and is finalizing.
pub async fn add_files(
    app: &App,
    tx: &mut Tx,
    package: &mut Package,
    metadata: Vec<MetadataFile>,
    now: Time,
) -> ApiResult<()> {
    let mut count = Count::default();
    for file in metadata {
        let file = add_file(app, tx, package, file, now).await?;
        count.files_added += 1;
        count.total_files += 1;
        count.bytes_added += file.size;
        count.size += file.size;
        if file.scan_state == ScanState::Pending {
            enqueue(tx, &app.ids, &ScanFile { package: package.id.clone(), file: file.id }, now).await?;
        }
    }
    package.files_added += count.files_added;
    package.bytes_added += count.bytes_added;
    package.total_files += count.total_files;
    package.size += count.size;
    Ok(packages::count_files(tx, package, count).await?)
}

/// In the root folder, with the first free name.
async fn add_file(app: &App, tx: &mut Tx, package: &Package, file: MetadataFile, now: Time) -> ApiResult<File> {
    let MetadataFile { id, extension, stored } = file;
    let (scan_state, scan_reason) = first_scan(app);
    let numbered = (2..=NUMBERS_MOST).map(|number| format!("metadata ({number}).{extension}"));
    let names = std::iter::once(format!("metadata.{extension}")).chain(numbered);
    for name in names.chain([format!("metadata ({id}).{extension}")]) {
        let file = File {
            id: id.clone(),
            package_id: package.id.clone(),
            kind: FileKind::File,
            place: FilePath::parse("", &name)?,
            size: stored.size,
            chunk_size: package.chunk_size,
            last_modified: Some(now),
            state: FileState::Finalized,
            seal: None,
            crc64nvme: stored.crc64nvme.clone(),
            crc32: stored.crc32,
            scan_state,
            scan_reason: scan_reason.to_owned(),
            is_growing: false,
            is_sized: true,
            upload_id: None,
            created_at: now,
            finalized_at: Some(now),
        };
        let place = place_of(&file.place);
        let is_folder = !package_folders::among(tx, &package.id, &BTreeSet::from([place.clone()])).await?.is_empty();
        if !is_folder && files::insert(tx, &file, &place).await? {
            return Ok(file);
        }
    }
    Err(ApiError::Internal(anyhow::anyhow!("no free name for a metadata file")))
}
