//! Why a transfer or one of its files failed.
//!
//! Each fault has a message for people and says whether a retry can help.

use std::path::PathBuf;
use std::time::Duration;

use client::ClientError;
use wire::error::ErrorCode;

use crate::folder::FolderError;

#[derive(Debug, Clone, thiserror::Error)]
pub enum Fault {
    /// The source has changed since the transfer began. What was sent may mix two versions and is discarded.
    #[error("{path}: {how} while it was sent; resume to send it again", path = path.display())]
    SourceChanged { path: PathBuf, how: &'static str },
    #[error("{path}: cannot be read ({cause}); fix that and resume", path = path.display())]
    SourceUnreadable { path: PathBuf, cause: String },
    /// A passing shortage: others close theirs.
    #[error("{path}: too many open files; raise the limit (ulimit -n), then resume", path = path.display())]
    NoHandles { path: PathBuf },
    #[error("{path}: {cause}", path = path.display())]
    SourceUnfit { path: PathBuf, cause: String },
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The server refused the request, with the reason.
    #[error("{message}")]
    Refused { code: ErrorCode, message: String },
    /// The server refused one file of many, with the reason.
    #[error("{message}")]
    FileRefused { code: ErrorCode, message: String },
    #[error("{0}")]
    Unreachable(String),
    /// Storage responded with an error that a retry does not fix.
    #[error("storage refused {what}: {code} (status {status})")]
    StorageRefused { what: &'static str, status: u16, code: String },
    /// The server described a request to storage that is never made.
    #[error("the server sent a request to storage that the agent does not make: {0}")]
    StorageUnusable(String),
    #[error("storage rejects even new URLs as expired: check the clocks of this machine and of the server")]
    AddressesRunOut,
    #[error("{path}: the content arrived corrupted {tries} times; check the network and proxies")]
    Corrupted { path: String, tries: u32 },
    #[error("the content of a file is damaged in storage; tell the server's operator, or ask for the file again")]
    ContentDamaged,
    #[error("cannot write the journal of transfers: {0}; free up disk space and resume")]
    Ledger(String),
    /// Someone paused or removed the transfer.
    #[error("stopped")]
    Stopped,
}

impl Fault {
    /// Whether resuming the transfer can help once the cause is gone.
    pub fn is_recoverable(&self) -> bool {
        match self {
            Self::SourceChanged { .. }
            | Self::SourceUnreadable { .. }
            | Self::NoHandles { .. }
            | Self::Folder(_)
            | Self::Unreachable(_)
            | Self::AddressesRunOut
            | Self::StorageRefused { .. }
            | Self::StorageUnusable(_)
            | Self::Corrupted { .. }
            | Self::ContentDamaged
            | Self::Ledger(_)
            | Self::Stopped => true,
            Self::SourceUnfit { .. } => false,
            Self::Refused { code, .. } | Self::FileRefused { code, .. } => !matches!(
                code,
                ErrorCode::Gone
                    | ErrorCode::NotFound
                    | ErrorCode::FileTooLarge
                    | ErrorCode::LimitExceeded
                    | ErrorCode::LinkLocked
            ),
        }
    }

    pub fn code(&self) -> ErrorCode {
        match self {
            Self::SourceChanged { .. } => ErrorCode::SourceChanged,
            Self::SourceUnreadable { .. } | Self::NoHandles { .. } | Self::SourceUnfit { .. } => {
                ErrorCode::SourceUnusable
            }
            Self::Folder(error) => error.code(),
            Self::Refused { code, .. } | Self::FileRefused { code, .. } => *code,
            Self::Unreachable(_) => ErrorCode::Unreachable,
            Self::StorageRefused { .. } | Self::StorageUnusable(_) | Self::AddressesRunOut => ErrorCode::StorageRefused,
            Self::Corrupted { .. } | Self::ContentDamaged => ErrorCode::Corrupted,
            Self::Ledger(_) => ErrorCode::DiskFull,
            Self::Stopped => ErrorCode::WrongState,
        }
    }

    /// Whether this process or machine has too many open files at the moment. That passes when others are closed.
    pub(crate) fn is_shortage(&self) -> bool {
        matches!(self, Self::NoHandles { .. } | Self::Folder(FolderError::NoHandles { .. }))
    }

    /// Whether the fault affects only one file, so that the others can continue.
    pub fn is_of_one_file(&self) -> bool {
        match self {
            Self::SourceChanged { .. }
            | Self::SourceUnreadable { .. }
            | Self::NoHandles { .. }
            | Self::SourceUnfit { .. }
            | Self::FileRefused { .. }
            | Self::ContentDamaged
            | Self::Corrupted { .. } => true,
            Self::Folder(error) => error.is_of_one_file(),
            Self::Refused { code, .. } => matches!(
                code,
                ErrorCode::InvalidField
                    | ErrorCode::FileTooLarge
                    | ErrorCode::LimitExceeded
                    | ErrorCode::Duplicate
                    | ErrorCode::Infected
            ),
            _ => false,
        }
    }
}

impl From<&ClientError> for Fault {
    fn from(error: &ClientError) -> Self {
        match error {
            ClientError::Refused { body, .. } => Self::Refused { code: body.code, message: body.message.clone() },
            other => Self::Unreachable(describe(other)),
        }
    }
}

/// Why one try failed.
#[derive(Debug)]
pub(crate) enum Setback {
    /// A retry may succeed, after the delay that the other side requested, if any.
    Passing {
        cause: String,
        wait: Option<Duration>,
    },
    /// The pre-signed URL has expired, or was refused for another reason that a new one may fix.
    Address,
    /// The bytes were corrupted on the way, in either direction.
    Altered,
    /// Storage no longer knows the upload: the file is sent again from the start.
    UploadGone,
    /// The URL of a plain PUT was used before: the content is already there.
    Present,
    Lasting(Fault),
}

impl From<Fault> for Setback {
    fn from(fault: Fault) -> Self {
        Self::Lasting(fault)
    }
}

impl From<ClientError> for Setback {
    fn from(error: ClientError) -> Self {
        let wait = error.retry_after();
        match &error {
            // The same request, with the same key, is still being carried out.
            ClientError::Refused { body, .. } if body.code == ErrorCode::AlreadyDone && wait.is_some() => {
                Self::Passing { cause: describe(&error), wait }
            }
            // Our server uses 502 for storage that refused; a proxy's 502 would not have our body.
            ClientError::Refused { status, .. } if !matches!(status.as_u16(), 408 | 429 | 500 | 501 | 503..) => {
                Self::Lasting(Fault::from(&error))
            }
            _ => Self::Passing { cause: describe(&error), wait },
        }
    }
}

/// An error and its causes in one line.
pub(crate) fn describe(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        cause = error.source();
    }
    text
}
