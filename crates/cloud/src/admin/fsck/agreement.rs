//! Checks that every finalized file has a complete object, and every object its file.
//!
//! Both sides are read once, in the order of keys, a page at a time.

use domain::file::File;
use objects::{Catalogue, Entry};
use store::Store;
use store::stored_files::StoredFiles;

const PAGE: i64 = 500;
const PREFIX: &str = "packages/";
pub(super) const MOST_PROBLEMS: usize = 100;

#[derive(Default)]
pub(super) struct Agreement {
    pub(super) files: u64,
    /// Objects without a finalized file: unfinished, or waiting to be deleted.
    pub(super) unnamed: u64,
    pub(super) problems: Vec<String>,
}

pub(super) async fn check(store: &Store, catalogue: &Catalogue, bucket: &str) -> anyhow::Result<Agreement> {
    let (mut records, mut stored) = (StoredFiles::new(store), Stored::new(catalogue, bucket));
    let mut agreement = Agreement::default();
    let (mut file, mut object) = (records.next().await?, stored.next()?);
    loop {
        match (file.take(), object.take()) {
            (None, None) => return Ok(agreement),
            (Some(one), Some(other)) if one.object_key() == other.key => {
                agreement.compare(&one, &other);
                (file, object) = (records.next().await?, stored.next()?);
            }
            (Some(one), Some(other)) if one.object_key() > other.key => {
                agreement.unnamed += 1;
                (file, object) = (Some(one), stored.next()?);
            }
            (None, Some(_)) => {
                agreement.unnamed += 1;
                object = stored.next()?;
            }
            (Some(one), other) => {
                agreement.files += 1;
                // Check again: a running server may have added it since.
                if !catalogue.has(bucket, &one.object_key())? {
                    let (id, package) = (&one.id, &one.package_id);
                    agreement.problem(format!("file {id} of package {package} has no content in the store"));
                }
                (file, object) = (records.next().await?, other);
            }
        }
    }
}

impl Agreement {
    fn compare(&mut self, file: &File, object: &Entry) {
        self.files += 1;
        if u64::try_from(file.size).ok() != Some(object.size) {
            self.problem(format!("file {} has {} bytes, but its object has {}", file.id, file.size, object.size));
        }
        if file.crc64nvme.as_ref().is_some_and(|crc| *crc != object.crc64nvme) {
            self.problem(format!("the checksum of file {} does not match its object", file.id));
        }
    }

    fn problem(&mut self, sentence: String) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(sentence);
        }
    }
}

struct Stored<'a> {
    catalogue: &'a Catalogue,
    bucket: &'a str,
    page: std::vec::IntoIter<Entry>,
    last: String,
}

impl<'a> Stored<'a> {
    fn new(catalogue: &'a Catalogue, bucket: &'a str) -> Self {
        Self { catalogue, bucket, page: Vec::new().into_iter(), last: PREFIX.to_owned() }
    }

    fn next(&mut self) -> anyhow::Result<Option<Entry>> {
        if self.page.len() == 0 {
            let limit = u32::try_from(PAGE).unwrap_or(u32::MAX);
            self.page = self.catalogue.after(self.bucket, &self.last, limit)?.into_iter();
        }
        let object = self.page.next().filter(|object| object.key.starts_with(PREFIX));
        if let Some(object) = &object {
            self.last.clone_from(&object.key);
        }
        Ok(object)
    }
}
