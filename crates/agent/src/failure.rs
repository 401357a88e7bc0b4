//! Why a transfer or one of its files stopped, as it is saved and shown.

use client::ClientError;
use transfer::Fault;
use wire::agent::TransferError;
use wire::error::ErrorCode;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub code: ErrorCode,
    pub message: String,
    /// Whether resuming can help.
    pub recoverable: bool,
}

impl From<&Fault> for Failure {
    fn from(fault: &Fault) -> Self {
        Self { code: fault.code(), message: fault.to_string(), recoverable: fault.is_recoverable() }
    }
}

impl From<&ClientError> for Failure {
    fn from(error: &ClientError) -> Self {
        Self::from(&Fault::from(error))
    }
}

impl From<Failure> for TransferError {
    fn from(failure: Failure) -> Self {
        Self { code: failure.code, message: failure.message, recoverable: failure.recoverable }
    }
}
