//! Providers of cloud connections: the external storage to which files are sent and from which they are fetched.
//! `kinds/` has one file for each.
//!
//! A provider reads its own part of a connection's `authorization`, and opens the storage that it describes. It sends a
//! file only if it knows the digest of the content, and returns only when the other side has confirmed the last byte. It
//! can resume after a crash: uploads and their parts are written to a [`Journal`]. All calls go through [`HttpClient`],
//! and so through the egress that keeps them out of our own networks. This crate has no other HTTP client.

mod address;
mod error;
mod fields;
mod http_client;
mod intention;
mod kinds;
mod part_target;
mod parts;
mod piece;
mod read_range;
mod review;
mod s3_errors;
mod session;
mod shelves;
mod signed_parts;
mod sums;

pub use error::{Fault, ProviderError, ProviderResult};
pub use fields::Fields;
pub use http_client::{Answer, HttpClient, Said, Sending, Settings};
pub use kinds::access;
pub use piece::Source;
pub use read_range::ReadRange;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use domain::target_path::NameRules;
use futures_util::stream::BoxStream;
use serde::Serialize;

/// The authorization of a connection, as its provider understands it.
pub trait Access: Send + Sync {
    /// The part that people may see.
    fn shown(&self) -> Shown {
        Shown::default()
    }

    /// Opens the storage. Credentials may change, so it is opened again for each transfer.
    fn open(&self, http: &Arc<HttpClient>) -> ProviderResult<Place>;
}

/// The fields are empty if the provider has no such thing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shown {
    /// Bucket or container.
    pub destination: String,
    pub region: String,
}

/// What a connection leads to.
pub enum Place {
    /// Takes files.
    Target(Box<dyn Target>),
    /// Is notified of a package, and fetches its files.
    Drop(Box<dyn PackageDrop>),
    /// Provides files.
    Origin(Box<dyn Origin>),
}

/// A receiver that is notified of packages.
#[async_trait]
pub trait PackageDrop: Send + Sync {
    /// Checks that the receiver answers and knows the Team.
    async fn check(&self) -> ProviderResult<()>;

    /// The largest file that the receiver fetches; `None` if it does not say.
    async fn largest_file(&self) -> Option<u64>;

    /// Announces a package, and returns when the other side has accepted it. Idempotent: the other side recognizes
    /// repeats by `id`.
    async fn deliver(&self, package: &DroppedPackage) -> ProviderResult<()>;
}

/// A package whose files are ready to be fetched.
#[derive(Debug, Clone, Serialize)]
pub struct DroppedPackage {
    /// The id of the transfer: the same on every attempt.
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
    /// CRC-64/NVME in base64; empty if unknown.
    pub crc64nvme: String,
    /// The URL to fetch it from, valid for a limited time.
    pub url: String,
}

/// Storage that takes files.
#[async_trait]
pub trait Target: Send + Sync {
    fn names(&self) -> &'static NameRules;

    /// Identifies the storage: two connections with the same text put their files into the same folders.
    fn identity(&self) -> String;

    /// Checks the credentials by doing once what a transfer does.
    async fn check(&self, directory: &str) -> ProviderResult<()>;

    /// Claims a folder, given by its sanitized parts from the top, and returns the provider's name or id for it; `None`
    /// if the folder is not empty. Claiming an empty folder again returns the same folder.
    async fn take_folder(&self, parts: &[String]) -> ProviderResult<Option<String>>;

    /// Whether a claimed folder still exists. Someone may have deleted it, with all that had arrived. Where folders are only
    /// parts of names, nobody can tell.
    async fn has_folder(&self, _folder: &str) -> ProviderResult<bool> {
        Ok(true)
    }

    /// The largest file that the storage, or the plan of the account, accepts; `None` if that is not known.
    async fn largest_file(&self) -> Option<u64> {
        None
    }

    /// Sends one file, and returns when the provider has all of it. An existing file is replaced.
    async fn put(&self, file: &OutgoingFile<'_>) -> ProviderResult<()>;

    /// Whether people see an upload that was begun, as a file without content.
    fn shows_begun(&self) -> bool {
        false
    }

    /// Aborts an upload that was begun and will not be finished, so that nobody pays for its parts. Does nothing if the
    /// provider expires uploads by itself. An upload that no longer exists is fine.
    async fn abandon(&self, _file: &AbandonedFile<'_>) -> ProviderResult<()> {
        Ok(())
    }
}

/// A file that will not arrive.
pub struct AbandonedFile<'a> {
    /// The return value of [`Target::take_folder`].
    pub folder: &'a str,
    /// Sanitized parts below the folder.
    pub path: &'a [String],
    /// Sanitized.
    pub name: &'a str,
    pub upload: &'a str,
}

/// A file to be sent.
pub struct OutgoingFile<'a> {
    /// The return value of [`Target::take_folder`].
    pub folder: &'a str,
    /// Sanitized parts below the folder.
    pub path: &'a [String],
    /// Sanitized.
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

/// Records the progress of a file, so that it survives this process.
#[async_trait]
pub trait Journal: Send + Sync {
    /// An upload was begun. Everything recorded of an earlier one is dropped.
    async fn begun(&self, upload: &str) -> ProviderResult<()>;

    /// Fails if the transfer has ended, or if another worker has it: then nothing of it may be removed.
    async fn holds(&self) -> ProviderResult<()>;

    /// The provider has confirmed a part of the upload.
    async fn part(&self, number: u32, receipt: &str) -> ProviderResult<()>;

    /// This many more bytes have arrived.
    fn arrived(&self, bytes: u64);
}

/// Storage that provides files.
#[async_trait]
pub trait Origin: Send + Sync {
    async fn check(&self, directories: &[String]) -> ProviderResult<()>;

    /// Up to `count` folders and files directly below `prefix`, in the order of their ids, after `after`.
    async fn list(&self, prefix: &str, after: &str, count: u32) -> ProviderResult<Vec<Entry>>;

    /// All files below a folder, paged like [`Origin::list`].
    async fn list_deep(&self, prefix: &str, after: &str, count: u32) -> ProviderResult<Vec<Entry>>;

    /// What the file is like now.
    async fn look_at(&self, id: &str) -> ProviderResult<Version>;

    /// Reads exactly these bytes of exactly this version.
    async fn read(
        &self,
        id: &str,
        version: &Version,
        range: Range<u64>,
    ) -> ProviderResult<BoxStream<'static, ProviderResult<Bytes>>>;
}

/// What a file was like when it was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub size: u64,
    /// The CRC-64/NVME of the whole content in base64, if the provider knows it.
    pub crc64nvme: Option<String>,
    /// The provider's tag of the version.
    pub tag: String,
}

/// Something in a listing. The id of a folder ends with a slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    pub is_folder: bool,
    pub size: u64,
}
