//! Why an attempt failed: the provider, or our own database or storage.

use providers::{Fault, ProviderError};
use store::StoreError;

use crate::storage::StorageError;

pub type TransferResult<T> = Result<T, TransferError>;

/// An error in the words of providers, which the Team may read.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct TransferError(#[from] pub ProviderError);

impl From<StoreError> for TransferError {
    fn from(error: StoreError) -> Self {
        tracing::warn!(%error, "cannot record the progress of a transfer");
        Self(ProviderError::new(Fault::Ours, "our own database is not available: the transfer will be retried"))
    }
}

impl From<StorageError> for TransferError {
    fn from(error: StorageError) -> Self {
        Self(error.into())
    }
}

impl From<StorageError> for ProviderError {
    /// The operator must fix our own store; the Team only learns that it was not the provider.
    fn from(error: StorageError) -> Self {
        tracing::warn!(%error, "a transfer cannot use our own storage");
        Self::new(Fault::Ours, "our own storage could not be read or written: the transfer will be retried")
    }
}
