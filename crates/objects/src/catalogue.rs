//! Lists what is stored, so that others can compare it with their own records. Reads the index while a store is
//! running.

use std::path::Path;

use crate::fsck::FsckError;
use crate::index::{Connection, INDEX_FILE, audit, open_for_audit};

pub struct Catalogue {
    connection: Connection,
}

/// One object as described by the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub key: String,
    pub size: u64,
    /// Base64.
    pub crc64nvme: String,
    pub crc32: u32,
}

impl Catalogue {
    pub fn open(directory: &Path) -> Result<Self, FsckError> {
        let index = directory.join(INDEX_FILE);
        if !index.exists() {
            return Err(FsckError::NoStore(directory.to_owned()));
        }
        let connection = open_for_audit(&index).map_err(|error| FsckError::Failed(error.to_string()))?;
        Ok(Self { connection })
    }

    /// Objects of a bucket, sorted by key, after the given key.
    pub fn after(&self, bucket: &str, key: &str, limit: u32) -> Result<Vec<Entry>, FsckError> {
        Ok(self.contents_after(bucket, key, limit)?.into_iter().map(|(entry, _)| entry).collect())
    }

    /// The same, with the content number of each.
    pub(crate) fn contents_after(&self, bucket: &str, key: &str, limit: u32) -> Result<Vec<(Entry, i64)>, FsckError> {
        let found = audit::objects(&self.connection, bucket, key.as_bytes(), limit);
        let found = found.map_err(|error| FsckError::Failed(error.to_string()))?;
        let here = found.iter().filter(|object| object.bucket == bucket);
        Ok(here.map(|object| (entry(object), object.content)).collect())
    }

    pub(crate) const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Whether an object with this name exists now.
    pub fn has(&self, bucket: &str, key: &str) -> Result<bool, FsckError> {
        audit::has_object(&self.connection, bucket, key.as_bytes())
            .map_err(|error| FsckError::Failed(error.to_string()))
    }
}

fn entry(object: &audit::StoredObject) -> Entry {
    Entry {
        key: String::from_utf8_lossy(&object.key).into_owned(),
        size: object.sums.size,
        crc64nvme: object.sums.crc64_text(),
        crc32: object.sums.crc32,
    }
}
