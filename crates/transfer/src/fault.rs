//! Why a transfer, or one of its files, did not get on.
//!
//! Whoever waits for a transfer asks two things of a fault: what to tell people, and whether trying again can help.

use std::path::PathBuf;
use std::time::Duration;

use client::ClientError;
use wire::error::ErrorCode;

use crate::folder::FolderError;

#[derive(Debug, Clone, thiserror::Error)]
pub enum Fault {
    /// The source is not what it was when the transfer began: what was sent may be a mix, and is given up.
    #[error("{path}: {how} while it was sent; resume sends it anew", path = path.display())]
    SourceChanged { path: PathBuf, how: &'static str },
    #[error("{path}: cannot be read ({cause}); mend that and resume", path = path.display())]
    SourceUnreadable { path: PathBuf, cause: String },
    #[error("{path}: {cause}", path = path.display())]
    SourceUnfit { path: PathBuf, cause: String },
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The server said no, and why.
    #[error("{message}")]
    Refused { code: ErrorCode, message: String },
    #[error("{0}")]
    Unreachable(String),
    /// Storage answered with an error that another try does not mend.
    #[error("storage refused {what}: {code} (status {status})")]
    StorageRefused { what: &'static str, status: u16, code: String },
    #[error(
        "storage says that the address has run out, also for a fresh one: is a clock wrong, here or at the server?"
    )]
    AddressesRunOut,
    #[error("{path}: what arrived is not what was sent, {tries} times over; the network or a proxy alters it")]
    Corrupted { path: String, tries: u32 },
    #[error("the record of transfers cannot be written: {0}; free some room and resume")]
    Ledger(String),
    /// Someone paused or removed the transfer.
    #[error("stopped")]
    Stopped,
}

impl Fault {
    /// Whether resuming the transfer can help, once the cause is gone.
    pub fn is_recoverable(&self) -> bool {
        match self {
            Self::SourceChanged { .. }
            | Self::SourceUnreadable { .. }
            | Self::Folder(_)
            | Self::Unreachable(_)
            | Self::AddressesRunOut
            | Self::StorageRefused { .. }
            | Self::Corrupted { .. }
            | Self::Ledger(_)
            | Self::Stopped => true,
            Self::SourceUnfit { .. } => false,
            Self::Refused { code, .. } => !matches!(
                code,
                ErrorCode::Gone | ErrorCode::NotFound | ErrorCode::LimitExceeded | ErrorCode::LinkLocked
            ),
        }
    }

    pub fn code(&self) -> ErrorCode {
        match self {
            Self::SourceChanged { .. } => ErrorCode::SourceChanged,
            Self::SourceUnreadable { .. } | Self::SourceUnfit { .. } => ErrorCode::SourceUnusable,
            Self::Folder(error) => error.code(),
            Self::Refused { code, .. } => *code,
            Self::Unreachable(_) => ErrorCode::Unreachable,
            Self::StorageRefused { .. } | Self::AddressesRunOut => ErrorCode::StorageRefused,
            Self::Corrupted { .. } => ErrorCode::Corrupted,
            Self::Ledger(_) => ErrorCode::DiskFull,
            Self::Stopped => ErrorCode::WrongState,
        }
    }

    /// Whether the fault is of one file, so that the others can go on.
    pub fn is_of_one_file(&self) -> bool {
        match self {
            Self::SourceChanged { .. }
            | Self::SourceUnreadable { .. }
            | Self::SourceUnfit { .. }
            | Self::Corrupted { .. } => true,
            Self::Folder(error) => error.is_of_one_file(),
            Self::Refused { code, .. } => matches!(
                code,
                ErrorCode::InvalidField | ErrorCode::LimitExceeded | ErrorCode::Duplicate | ErrorCode::Infected
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

/// What one try came to, if not to success.
#[derive(Debug)]
pub(crate) enum Setback {
    /// Another try may succeed, after the time that the other side asked for, if it did.
    Passing {
        cause: String,
        wait: Option<Duration>,
    },
    /// The pre-signed address has run out, or is refused for another reason that a fresh one may mend.
    Address,
    /// Storage took other bytes than were sent, or sent others than it has.
    Altered,
    /// Storage knows the upload no more: the file begins anew.
    UploadGone,
    /// The address of a plain PUT was used before: the content is there already.
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
        let wait = match &error {
            ClientError::Refused { retry_after, .. } => retry_after.map(Duration::from_secs),
            _ => None,
        };
        match &error {
            // 502 is our server's word for storage that said no; that of a proxy would have no body of ours.
            ClientError::Refused { status, .. } if !matches!(status.as_u16(), 408 | 429 | 500 | 501 | 503..) => {
                Self::Lasting(Fault::from(&error))
            }
            _ => Self::Passing { cause: describe(&error), wait },
        }
    }
}

/// An error with its causes, in one line.
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
