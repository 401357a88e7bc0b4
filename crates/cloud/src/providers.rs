//! The places outside to which files go and from which they come: `kinds/` has one file for each.
//!
//! A provider reads its own part of a connection's `authorization`, and opens the place that it describes. It sends a
//! file only when it knows the digest of what it sends, and comes back only when the other side has confirmed the last
//! byte. What it begins it can go on with after a crash: uploads and their parts are written to a [`Journal`]. All calls
//! go through [`Outside`], and so through the egress that keeps them out of our own networks.

mod address;
mod error;
mod fields;
mod kinds;
mod outside;
mod parts;
mod piece;
mod review;
mod s3_errors;
mod session;
mod shelves;
mod signed_parts;

pub use error::{Fault, ProviderError, ProviderResult};
pub use fields::Fields;
pub use kinds::access;
pub use outside::{Answer, Outside, Said, Sending};
pub use piece::{ReadRange, Source};

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use domain::target_path::NameRules;
use futures_util::stream::BoxStream;
use serde::Serialize;

/// What a connection is allowed, as its provider understands it.
pub trait Access: Send + Sync {
    /// What people may see of it.
    fn shown(&self) -> Shown {
        Shown::default()
    }

    /// The place that this opens. Credentials may change, so it is opened for each transfer anew.
    fn open(&self, outside: &Arc<Outside>) -> ProviderResult<Place>;
}

/// Empty where there is none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shown {
    /// Bucket or container.
    pub destination: String,
    pub region: String,
}

/// What is behind a connection.
pub enum Place {
    /// Takes files.
    Target(Box<dyn Target>),
    /// Is told of a package, and fetches its files.
    Drop(Box<dyn PackageDrop>),
    /// Gives files.
    Origin(Box<dyn Origin>),
}

/// A place that is told of packages.
#[async_trait]
pub trait PackageDrop: Send + Sync {
    /// Proves that someone is there and knows the Team.
    async fn check(&self) -> ProviderResult<()>;

    /// Tells of a package, and comes back when the other side has taken it on. May be repeated: the other side tells
    /// repeats apart by `id`.
    async fn deliver(&self, package: &DroppedPackage) -> ProviderResult<()>;
}

/// A package whose files wait to be fetched.
#[derive(Debug, Clone, Serialize)]
pub struct DroppedPackage {
    /// Of the transfer: the same on every attempt.
    pub id: String,
    pub package_id: String,
    pub name: String,
    pub sender: String,
    pub files: Vec<DroppedFile>,
}

#[derive(Debug, Clone, Serialize)]
pub struct DroppedFile {
    pub path: String,
    pub name: String,
    pub size: i64,
    /// CRC-64/NVME in base64; empty where it is not known.
    pub crc64nvme: String,
    /// Where it is fetched, for a while.
    pub url: String,
}

/// A place that takes files.
#[async_trait]
pub trait Target: Send + Sync {
    fn names(&self) -> &'static NameRules;

    /// Tells places apart: two connections with the same text put their files into the same folders.
    fn identity(&self) -> String;

    /// Proves the credentials by doing once what a transfer does.
    async fn check(&self, directory: &str) -> ProviderResult<()>;

    /// Takes a folder, given by its safe parts from the top, and returns by what the provider knows it; `None` when it
    /// already has something in it. Taking an empty folder again gives the same folder.
    async fn take_folder(&self, parts: &[String]) -> ProviderResult<Option<String>>;

    /// Sends one file, and comes back when the provider has all of it. A file that is there already is replaced.
    async fn put(&self, file: &OutgoingFile<'_>) -> ProviderResult<()>;

    /// Gives up an upload that was begun and will not be finished, so that nobody pays for its parts. Nothing to do where
    /// the provider forgets it by itself. One that is gone already is fine.
    async fn abandon(&self, _file: &AbandonedFile<'_>) -> ProviderResult<()> {
        Ok(())
    }
}

/// A file that will not arrive.
pub struct AbandonedFile<'a> {
    /// What [`Target::take_folder`] gave.
    pub folder: &'a str,
    /// Safe parts below the folder.
    pub path: &'a [String],
    /// Safe.
    pub name: &'a str,
    pub upload: &'a str,
}

/// A file on its way out.
pub struct OutgoingFile<'a> {
    /// What [`Target::take_folder`] gave.
    pub folder: &'a str,
    /// Safe parts below the folder.
    pub path: &'a [String],
    /// Safe.
    pub name: &'a str,
    pub source: &'a Source,
    /// An upload of this file that an earlier attempt began.
    pub begun: Option<BegunUpload>,
    pub journal: &'a dyn Journal,
}

/// An upload that was begun, with the receipts of its parts by their number, from 1.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BegunUpload {
    pub upload: String,
    pub receipts: BTreeMap<u32, String>,
}

/// Remembers how far a file is, beyond the life of this process.
#[async_trait]
pub trait Journal: Send + Sync {
    /// An upload was begun. Whatever was known of an earlier one is forgotten.
    async fn begun(&self, upload: &str) -> ProviderResult<()>;

    /// The provider has confirmed a part of the upload.
    async fn part(&self, number: u32, receipt: &str) -> ProviderResult<()>;

    /// So many bytes more have arrived.
    fn arrived(&self, bytes: u64);
}

/// A place that gives files.
#[async_trait]
pub trait Origin: Send + Sync {
    async fn check(&self, directories: &[String]) -> ProviderResult<()>;

    /// Folders and files directly below `prefix`, by their ids in order, after `after`, at most `count`.
    async fn list(&self, prefix: &str, after: &str, count: u32) -> ProviderResult<Vec<Entry>>;

    /// All files below a folder, in pages as [`Origin::list`] has them.
    async fn list_deep(&self, prefix: &str, after: &str, count: u32) -> ProviderResult<Vec<Entry>>;

    /// How long a file is, and what tells its versions apart.
    async fn look_at(&self, id: &str) -> ProviderResult<(u64, String)>;

    /// Exactly these bytes of exactly this version.
    async fn read(
        &self,
        id: &str,
        version: &str,
        range: Range<u64>,
    ) -> ProviderResult<BoxStream<'static, ProviderResult<Bytes>>>;
}

/// Something in a listing. The id of a folder ends with a slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    pub is_folder: bool,
    pub size: u64,
}
