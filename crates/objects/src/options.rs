//! Options for opening a store, and errors of opening.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::Clock;

/// Whether a reply waits for the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SyncPolicy {
    /// Acknowledged means durable: file, directory and index are synced before the reply.
    #[default]
    Always,
    /// The operating system decides when to write; a power failure may lose the last seconds.
    Relaxed,
}

type Lookup = dyn Fn(&str) -> Option<String> + Send + Sync;

/// Finds the secret key of an access key. Asked at each request, since others can be accepted later. None by default.
#[derive(Clone)]
pub struct OtherCredentials(Arc<Lookup>);

impl OtherCredentials {
    pub fn new(lookup: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(lookup))
    }

    pub(crate) fn secret_key(&self, access_key: &str) -> Option<String> {
        (self.0)(access_key)
    }
}

impl Default for OtherCredentials {
    fn default() -> Self {
        Self::new(|_| None)
    }
}

#[derive(Clone)]
pub struct Options {
    pub directory: PathBuf,
    pub access_key: String,
    pub secret_key: String,
    /// Accepted as well.
    pub other_credentials: OtherCredentials,
    pub region: String,
    pub sync: SyncPolicy,
    /// Nothing is accepted that would leave less free space than this. Downloads and deletes always work.
    pub reserve_bytes: u64,
    /// How long files that the index does not know are kept in `lost+found`.
    pub lost_after: Duration,
    /// All content is read and verified once in this many days; never if zero.
    pub scrub_days: u32,
    pub clock: Clock,
}

impl fmt::Debug for Options {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Options")
            .field("directory", &self.directory)
            .field("access_key", &self.access_key)
            .field("region", &self.region)
            .field("sync", &self.sync)
            .field("reserve_bytes", &self.reserve_bytes)
            .finish_non_exhaustive()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("the object store in {} is in use by another process", .0.display())]
    InUse(PathBuf),
    #[error("the object store needs an access key and a secret key of at least 16 characters")]
    WeakCredentials,
    #[error("cannot use {}: {source}", .path.display())]
    Directory { path: PathBuf, source: io::Error },
    #[error("cannot open the index {}: {message}", .path.display())]
    Index { path: PathBuf, message: String },
    #[error(
        "the index {} is missing or empty, but {} contains files that need it: restore the index from a backup, or \
         move the directory {} away to start with an empty store",
        .index.display(), .data.display(), .data.display()
    )]
    IndexLost { index: PathBuf, data: PathBuf },
    #[error(
        "{} does not contain the files that the index {} refers to: mount their disk, or restore the directory from a \
         backup",
        .data.display(), .index.display()
    )]
    DataMissing { index: PathBuf, data: PathBuf },
    #[error(
        "{} contains the files of another store than the index {}: mount the right disk, or restore the index that \
         belongs to these files",
        .data.display(), .index.display()
    )]
    OtherData { index: PathBuf, data: PathBuf },
}
