//! Files of an upload on their way from adding to sending and finalizing.

use wire::blueprint::Blueprint;
use wire::ids::FileId;

use super::{PartDone, SourceFile, UploadItem};
use crate::checksum::Sum;

/// A file that can be sent now.
pub(super) enum Ready {
    Small(SmallFile),
    Sent(SmallSent),
    Large(LargeFile),
}

/// A file that is sent with one plain PUT.
pub(super) struct SmallFile {
    pub(super) item: UploadItem,
    pub(super) source: SourceFile,
    pub(super) file: FileId,
    pub(super) put: Blueprint,
}

/// A small file that storage has.
pub(super) struct SmallSent {
    pub(super) item: UploadItem,
    pub(super) source: SourceFile,
    pub(super) file: FileId,
    /// `None` if storage had it before, and only size and checksum can decide.
    pub(super) etag: Option<String>,
    pub(super) sum: Sum,
    /// Whether it is recorded in the ledger.
    pub(super) is_noted: bool,
}

/// A file that is sent in parts.
pub(super) struct LargeFile {
    pub(super) item: UploadItem,
    pub(super) source: SourceFile,
    pub(super) file: FileId,
    pub(super) begin: Begin,
    pub(super) parts: Vec<PartDone>,
}

/// How its multipart upload starts or was started.
pub(super) enum Begin {
    Create(Blueprint),
    Begun(String),
}

impl LargeFile {
    pub(super) fn new(item: &UploadItem, source: SourceFile, file: FileId, create: Blueprint) -> Self {
        Self { item: item.clone(), source, file, begin: Begin::Create(create), parts: Vec::new() }
    }

    pub(super) fn resumed(
        item: &UploadItem,
        source: SourceFile,
        file: FileId,
        upload: String,
        parts: Vec<PartDone>,
    ) -> Self {
        Self { item: item.clone(), source, file, begin: Begin::Begun(upload), parts }
    }
}
