//! Providers to test against: each a real server of another make, or a double written from the provider's own public
//! description that is strict about paths, headers, signatures and the order of calls.
//!
//! Every bed can be asked what it holds, and told to misbehave. The behaviour suite runs on all of them.

mod assertion;
mod asset_manager;
mod azurite;
mod content_platform;
mod double;
mod double_router;
pub(crate) mod foreign_server;
mod gate;
mod moto;
mod native_store;
mod s3_store;
mod seaweedfs;
mod service_account_store;
mod tree;
mod video_review;

pub use asset_manager::AssetManager;
pub use azurite::Azurite;
pub use content_platform::ContentPlatform;
pub use gate::{Gate, Manners, Passed};
pub use moto::Moto;
pub use native_store::NativeStore;
pub use s3_store::S3Store;
pub use seaweedfs::SeaweedFs;
pub use service_account_store::ServiceAccountStore;
pub use video_review::{Lie, VideoReview};

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde_json::Value;

/// What a provider does to the calls that come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misbehaviour {
    /// Answers this many calls that carry content with a status, and does nothing.
    Status(u16, usize),
    /// Takes this many calls that carry content, and breaks the connection off without an answer.
    Reset(usize),
    /// Never answers, until told otherwise.
    Silent,
    /// The credentials are good for this many more calls that carry content, and for none after.
    RevokedAfter(usize),
    /// Takes no more content: the quota is reached.
    Full,
    /// Is as it should be again.
    None,
}

#[async_trait]
pub trait Bed: Send + Sync {
    /// The specification's token.
    fn provider(&self) -> &'static str;

    /// What opens it.
    fn authorization(&self) -> Value;

    /// The same with a wrong secret.
    fn wrong_authorization(&self) -> Value;

    /// What the operator sets in `[providers.<token>]`: names and values.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// Everything that it holds: whole paths from the top, and content.
    async fn files(&self) -> BTreeMap<String, Vec<u8>>;

    /// The same of one folder alone.
    async fn files_below(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let mut files = self.files().await;
        files.retain(|path, _| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')));
        files
    }

    /// How often each path has been written, whole or in parts that were then joined.
    fn writes(&self) -> BTreeMap<String, usize>;

    /// How many calls with content of files it has carried out, whole files and parts alike.
    fn content_calls(&self) -> usize;

    /// Uploads that were begun and neither finished nor given up.
    async fn open_uploads(&self) -> usize;

    fn misbehave(&self, how: Misbehaviour);

    /// The smallest file that goes in several parts.
    fn several_parts(&self) -> usize;

    /// Whether it has files of no size.
    fn keeps_empty_files(&self) -> bool {
        true
    }
}
