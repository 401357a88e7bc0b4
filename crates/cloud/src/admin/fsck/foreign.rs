//! Checks a store that is not ours: every finalized file has a complete object, and every object a file.

use std::pin::pin;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crc_fast::{CrcAlgorithm, Digest};
use domain::file::File;
use futures_util::TryStreamExt as _;
use store::stored_files::StoredFiles;
use store::{Store, files, segments};
use wire::ids::{FileId, PackageId};

use super::agreement::MOST_PROBLEMS;
use crate::storage::Storage;

const PREFIX: &str = "packages/";

/// So many files that cannot be checked, one after the other, are the fault of the store.
const TOO_MANY_IN_A_ROW: u32 = 5;

#[derive(Default)]
pub(super) struct Found {
    pub(super) files: u64,
    pub(super) bytes: u64,
    /// Files whose checksum the store does not tell, and which were not read.
    pub(super) unproven: u64,
    pub(super) objects: u64,
    pub(super) unknown: u64,
    pub(super) first_unknown: Vec<String>,
    pub(super) problems: Vec<String>,
}

pub(super) async fn check(store: &Store, storage: &Storage, read_data: bool) -> anyhow::Result<Found> {
    let mut found = Found::default();
    let mut records = StoredFiles::new(store);
    let mut in_a_row = 0;
    while let Some(file) = records.next().await? {
        found.files += 1;
        let checked = fault(&mut found, storage, &file, read_data).await;
        in_a_row = if checked.is_ok() { 0 } else { in_a_row + 1 };
        let fault = match checked {
            Ok(fault) => fault,
            Err(error) if in_a_row == TOO_MANY_IN_A_ROW => return Err(error.context("the store does not answer")),
            Err(error) => Some(format!("file {} of package {} cannot be checked: {error:#}", file.id, file.package_id)),
        };
        // It may have been removed since its row was read.
        if let Some(fault) = fault
            && is_wanted(store, &file).await?
        {
            found.problem(fault);
        }
    }
    look_for_unknown(&mut found, store, storage).await?;
    Ok(found)
}

impl Found {
    fn problem(&mut self, sentence: String) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(sentence);
        }
    }
}

/// Whether the content of a file must still be there.
async fn is_wanted(store: &Store, file: &File) -> anyhow::Result<bool> {
    Ok(files::by_id(&mut *store.read().await?, &file.package_id, &file.id).await?.is_some())
}

/// What is wrong with the content of a file.
async fn fault(found: &mut Found, storage: &Storage, file: &File, read_data: bool) -> anyhow::Result<Option<String>> {
    let (id, package) = (&file.id, &file.package_id);
    let Some(stored) = storage.look_at(&file.object_key()).await? else {
        return Ok(Some(format!("file {id} of package {package} has no content in the store")));
    };
    if u64::try_from(file.size).ok() != Some(stored.size) {
        return Ok(Some(format!("file {id} has {} bytes, but its object has {}", file.size, stored.size)));
    }
    let sum = if read_data { Some(read(storage, file, stored.size).await?) } else { stored.crc64nvme };
    found.bytes += stored.size;
    match (&file.crc64nvme, sum) {
        (Some(known), Some(sum)) if *known != sum => {
            return Ok(Some(format!("the checksum of file {id} of package {package} does not match its object")));
        }
        (Some(_), Some(_)) => {}
        // Nothing to compare with: reading it shows at least that it can be read.
        _ if read_data => {}
        _ => found.unproven += 1,
    }
    Ok(None)
}

async fn read(storage: &Storage, file: &File, size: u64) -> anyhow::Result<String> {
    let mut sum = Digest::new(CrcAlgorithm::Crc64Nvme);
    let mut content = pin!(storage.read(&file.object_key(), 0..size).await?);
    while let Some(bytes) = content.try_next().await? {
        sum.update(&bytes);
    }
    Ok(STANDARD.encode(sum.finalize().to_be_bytes()))
}

async fn look_for_unknown(found: &mut Found, store: &Store, storage: &Storage) -> anyhow::Result<()> {
    let mut after = String::new();
    loop {
        let (keys, is_truncated) = storage.keys(PREFIX, &after).await?;
        for key in keys.iter().filter(|key| key.starts_with(PREFIX)) {
            found.objects += 1;
            if !is_known(store, key).await? {
                found.unknown += 1;
                if found.first_unknown.len() < MOST_PROBLEMS {
                    found.first_unknown.push(key.clone());
                }
            }
        }
        match keys.into_iter().next_back() {
            Some(last) if is_truncated && last > after => after = last,
            _ => return Ok(()),
        }
    }
}

/// Objects of files that are not finalized yet are known, too, and so are the segments of growing files.
async fn is_known(store: &Store, key: &str) -> anyhow::Result<bool> {
    let Some((package, rest)) = key.strip_prefix(PREFIX).and_then(|key| key.split_once('/')) else { return Ok(false) };
    let (file, segment) = rest.split_once(".segments/").map_or((rest, None), |(file, number)| (file, Some(number)));
    let (Ok(package), Ok(file)) = (package.parse::<PackageId>(), file.parse::<FileId>()) else { return Ok(false) };
    let mut connection = store.read().await?;
    match segment {
        None => Ok(files::by_id(&mut connection, &package, &file).await?.is_some()),
        Some(number) => match number.parse() {
            Ok(number) => Ok(segments::by_number(&mut connection, &file, number).await?.is_some()),
            Err(_) => Ok(false),
        },
    }
}
