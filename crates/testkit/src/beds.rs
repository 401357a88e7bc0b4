//! Providers to test against: each is a real third-party server, or a test double written from the provider's public
//! documentation that is strict about paths, headers, signatures and the order of calls.
//!
//! Every bed can be asked what it contains, and told to misbehave. The behaviour suite runs on all of them.

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

/// What a provider does to the next calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misbehaviour {
    /// Answers this many calls with content with a status, and does nothing.
    Status(u16, usize),
    /// Carries out this many calls with content, and drops the connection without an answer.
    Reset(usize),
    /// Never answers, until told otherwise.
    Silent,
    /// The credentials are valid for this many more calls with content, and for none after.
    RevokedAfter(usize),
    /// Accepts no more content: the quota is reached.
    Full,
    /// Answers this many calls of any kind with a status, and asks for a pause of this many seconds.
    Busy { status: u16, calls: usize, seconds: u32 },
    /// Fails this share of all calls in one of the ways in which providers fail: an error of theirs, a pause that they ask
    /// for, a refusal of content, or a connection that breaks before the call, after it, or in the middle of the answer.
    Moody { percent: u8, seed: u64 },
    /// Begins this many uploads, and drops the connection without an answer.
    LostBeginnings(usize),
    /// Lists no unfinished uploads: the permission is missing.
    NoListing,
    /// Works normally again.
    None,
}

#[async_trait]
pub trait Bed: Send + Sync {
    /// The provider's name in the specification.
    fn provider(&self) -> &'static str;

    /// Its authorization.
    fn authorization(&self) -> Value;

    /// The same with a wrong secret.
    fn wrong_authorization(&self) -> Value;

    /// The operator's settings in `[providers.<token>]`: names and values.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// All its files: full paths from the top, and content.
    async fn files(&self) -> BTreeMap<String, Vec<u8>>;

    /// The same, for one folder.
    async fn files_below(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let mut files = self.files().await;
        files.retain(|path, _| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')));
        files
    }

    /// How often each path was written, at once or in parts that were then joined.
    fn writes(&self) -> BTreeMap<String, usize>;

    /// What stands in front of it.
    fn gate(&self) -> &Gate;

    /// How many calls with content of files it has carried out, whole files and parts alike.
    fn content_calls(&self) -> usize {
        self.gate().content_calls()
    }

    /// Uploads that were begun and neither finished nor aborted.
    async fn open_uploads(&self) -> usize;

    /// Whether unfinished uploads of a file can be found. Otherwise nobody can abort one whose id was never told.
    fn finds_uploads(&self) -> bool {
        true
    }

    fn misbehave(&self, how: Misbehaviour) {
        self.gate().misbehave(how);
    }

    /// The smallest file that is sent in several parts.
    fn several_parts(&self) -> usize;

    /// Whether it supports empty files.
    fn keeps_empty_files(&self) -> bool {
        true
    }
}
