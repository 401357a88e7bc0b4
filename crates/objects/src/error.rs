//! Errors of the store, and the only place where they are translated to S3's error codes.

use std::io;
use std::sync::Arc;

use rustix::io::Errno;
use s3s::{S3Error, S3ErrorCode};

use crate::damage::Damaged;

/// The claim about a body for which S3 has a code of its own.
pub(crate) const MD5: &str = "content-md5";

#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum Error {
    #[error("the bucket does not exist")]
    NoSuchBucket,
    #[error("the object does not exist")]
    NoSuchKey,
    #[error("the upload does not exist, was aborted, or was completed with another list of parts")]
    NoSuchUpload,
    #[error("the bucket already exists and belongs to you")]
    BucketExists,
    #[error("the bucket contains objects or unfinished uploads")]
    BucketNotEmpty,
    #[error("part {0} of the list does not exist or has a different ETag")]
    InvalidPart(i32),
    #[error("the object does not have part {0}")]
    InvalidPartNumber(i32),
    #[error("the parts are not listed in ascending order")]
    InvalidPartOrder,
    #[error("part {0} is smaller than 5 MiB and not the last")]
    EntityTooSmall(i32),
    #[error("a precondition of the request failed")]
    PreconditionFailed,
    #[error("this would be more than the {0} bytes that were announced")]
    OverLimit(u64),
    #[error("a newer request sends the same content")]
    Superseded,
    #[error("the target of this URL was removed: nothing can be stored under it")]
    KeyClosed,
    #[error("not modified")]
    NotModified,
    #[error("the range is outside of the object")]
    InvalidRange,
    #[error("{0}")]
    InvalidArgument(String),
    #[error("{0}")]
    InvalidRequest(&'static str),
    #[error("{0}")]
    NotImplemented(&'static str),
    #[error("the {0} that was sent does not match the bytes that arrived")]
    BadDigest(&'static str),
    #[error("{0} is not a valid value")]
    InvalidDigest(&'static str),
    #[error("{0}")]
    MalformedXml(&'static str),
    #[error("the body ended early or is malformed: {0}")]
    IncompleteBody(String),
    #[error("the body does not match the signature")]
    BodySignature,
    #[error("the disk of the object store is full")]
    DiskFull,
    /// A passing shortage, and no fault of the disk: the client tries again.
    #[error("the object store has too many files open: try again in a moment")]
    NoHandles,
    #[error("the store's directory is missing")]
    DirectoryMissing,
    #[error(
        "the index does not know {0} files of the object store, more than a crash leaves behind: it is probably an old \
         copy, or its log is missing. Nothing was deleted. Stop the server and restore the newest index with its log, or \
         run `tonnage admin fsck --set-aside` to continue without these files"
    )]
    UnknownFiles(u64),
    /// The disk works, but this content is not what was stored. Trying again does not help.
    #[error("stored content is damaged: {0}")]
    Damaged(&'static str),
    #[error("the object store is closed")]
    Closed,
    #[error("the disk of the object store failed: {0}")]
    Disk(Arc<io::Error>),
    #[error("the index of the object store failed: {0}")]
    Index(String),
    /// SQLite could not write. It does not say whether a quota is the cause.
    #[error("the index of the object store could not be written: {0}")]
    IndexWrite(String),
    /// The index works, but not for this request: a row is damaged, or a statement is wrong.
    #[error("the index of the object store could not do this: {0}")]
    Statement(String),
}

impl Error {
    /// Whether the machine is the cause, and not the request.
    pub(crate) fn is_fault(&self) -> bool {
        matches!(
            self,
            Self::DiskFull
                | Self::DirectoryMissing
                | Self::UnknownFiles(_)
                | Self::Disk(_)
                | Self::Index(_)
                | Self::IndexWrite(_)
                | Self::Statement(_)
        )
    }

    /// Whether everything else in the same transaction has failed too.
    pub(crate) fn spoils_transaction(&self) -> bool {
        self.is_fault() && !matches!(self, Self::Statement(_))
    }

    /// Whether a transaction that failed this way is certainly not in the index, so that its files can be deleted at
    /// once.
    pub(crate) fn leaves_nothing_behind(&self) -> bool {
        !matches!(self, Self::Disk(_) | Self::Index(_) | Self::IndexWrite(_) | Self::Statement(_))
    }

    fn code(&self) -> S3ErrorCode {
        match self {
            Self::NoSuchBucket => S3ErrorCode::NoSuchBucket,
            Self::NoSuchKey => S3ErrorCode::NoSuchKey,
            Self::NoSuchUpload => S3ErrorCode::NoSuchUpload,
            Self::BucketExists => S3ErrorCode::BucketAlreadyOwnedByYou,
            Self::BucketNotEmpty => S3ErrorCode::BucketNotEmpty,
            Self::InvalidPart(_) => S3ErrorCode::InvalidPart,
            Self::InvalidPartNumber(_) => S3ErrorCode::Custom("InvalidPartNumber".into()),
            Self::InvalidPartOrder => S3ErrorCode::InvalidPartOrder,
            Self::EntityTooSmall(_) => S3ErrorCode::EntityTooSmall,
            Self::PreconditionFailed => S3ErrorCode::PreconditionFailed,
            Self::OverLimit(_) => S3ErrorCode::EntityTooLarge,
            Self::Superseded => S3ErrorCode::OperationAborted,
            Self::KeyClosed => S3ErrorCode::Custom("KeyClosed".into()),
            Self::NotModified => S3ErrorCode::NotModified,
            Self::InvalidRange => S3ErrorCode::InvalidRange,
            Self::InvalidArgument(_) => S3ErrorCode::InvalidArgument,
            Self::NotImplemented(_) => S3ErrorCode::NotImplemented,
            Self::BadDigest(_) => S3ErrorCode::BadDigest,
            Self::InvalidDigest(name) if *name == MD5 => S3ErrorCode::InvalidDigest,
            Self::InvalidRequest(_) | Self::InvalidDigest(_) => S3ErrorCode::InvalidRequest,
            Self::MalformedXml(_) => S3ErrorCode::MalformedXML,
            Self::IncompleteBody(_) => S3ErrorCode::IncompleteBody,
            Self::BodySignature => S3ErrorCode::SignatureDoesNotMatch,
            Self::DiskFull => S3ErrorCode::Custom("InsufficientStorage".into()),
            Self::NoHandles => S3ErrorCode::SlowDown,
            Self::DirectoryMissing | Self::UnknownFiles(_) | Self::Closed | Self::Disk(_) => {
                S3ErrorCode::ServiceUnavailable
            }
            Self::Damaged(_) => S3ErrorCode::Custom("ContentDamaged".into()),
            Self::Index(_) | Self::IndexWrite(_) | Self::Statement(_) => S3ErrorCode::InternalError,
        }
    }
}

impl From<Error> for S3Error {
    fn from(error: Error) -> Self {
        if error.is_fault() {
            tracing::error!(%error, "object store fault");
        }
        let mut translated = S3Error::with_message(error.code(), error.to_string());
        match error {
            Error::DiskFull => translated.set_status_code(http::StatusCode::INSUFFICIENT_STORAGE),
            // As for an expired URL: clients then ask the service, which tells them why.
            Error::KeyClosed => translated.set_status_code(http::StatusCode::FORBIDDEN),
            Error::Damaged(_) => translated.set_status_code(http::StatusCode::INTERNAL_SERVER_ERROR),
            Error::InvalidPartNumber(_) => translated.set_status_code(http::StatusCode::RANGE_NOT_SATISFIABLE),
            Error::BadDigest(_) | Error::InvalidDigest(_) | Error::IncompleteBody(_) => {
                translated.set_status_code(http::StatusCode::BAD_REQUEST);
            }
            _ => {}
        }
        translated
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        if let Some(Damaged(what)) = error.get_ref().and_then(|inner| inner.downcast_ref()) {
            return Self::Damaged(what);
        }
        if has_no_handles(&error) {
            return Self::NoHandles;
        }
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull,
            _ => Self::Disk(Arc::new(error)),
        }
    }
}

/// Whether the process or the machine has as many files open as it may.
pub(crate) fn has_no_handles(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE))
}
