//! What a provider offers that takes large files in parts.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::ProviderResult;
use super::http_client::HttpClient;
use super::piece::Piece;

/// An upload as the provider lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unfinished {
    pub(super) id: String,
    /// Who began it: the account, or our mark. Empty if the provider does not tell.
    pub(super) begun_by: String,
}

/// How one provider accepts a file in parts.
#[async_trait]
pub(super) trait PartTarget: Sync {
    fn http(&self) -> &HttpClient;

    /// Begins an upload, and returns the provider's id for it. Without retries: if a call gets no answer, its outcome is
    /// unknown. Where the provider keeps the mark with the upload, a listing shows it.
    async fn begin(&self, mark: &str) -> ProviderResult<String>;

    /// The unfinished uploads with exactly the name of this file; `None` if the provider does not tell, or not all.
    async fn unfinished(&self) -> ProviderResult<Option<Vec<Unfinished>>> {
        Ok(None)
    }

    /// Sends one part and returns its receipt. Idempotent.
    async fn send(&self, upload: &str, number: u32, piece: &Piece) -> ProviderResult<String>;

    /// Joins all parts. Returns [`Missing`](super::Fault::Missing) if the provider no longer knows the upload.
    async fn finish(&self, upload: &str, receipts: &BTreeMap<u32, String>) -> ProviderResult<()>;

    /// Aborts an upload that will not be continued. Does nothing if the provider expires uploads by itself.
    async fn give_up(&self, _upload: &str) -> ProviderResult<()> {
        Ok(())
    }
}
