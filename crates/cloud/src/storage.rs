//! Object storage, embedded or external: always S3, always with signed requests.
//!
//! Clients get requests that are signed for `storage.public_endpoint`; our own go to `storage.endpoint`. Optional
//! features of a store are detected by trying them, once.

mod arrivals;
mod blueprints;
mod capabilities;
mod closing;
mod content;
mod copies;
mod disposition;
mod error;
mod examine;
mod multipart;
mod removal;
mod rules;
mod send;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http;
use reqwest::{Method, Response};
use rusty_s3::Credentials;
use tokio::sync::OnceCell;
use url::Url;

pub use capabilities::{Capabilities, Lengths};
pub use content::Stored;
pub use copies::{Copied, CopySource};
pub use disposition::attachment;
pub use error::StorageError;
pub use examine::Finding;
pub use multipart::{Completion, OpenUpload, Part, UploadMarker, UploadPage, UploadPlace};
pub use rules::{BUCKET_RULES, BucketRules, RulesWritten};
pub use send::RetryPolicy;

use protocols::s3::{Request, Signer};

use crate::clock::Clock;
use crate::config;
use crate::keys::Keys;
use send::Call;

const CRC64_HEADER: &str = "x-amz-checksum-crc64nvme";
const CRC32_HEADER: &str = "x-amz-checksum-crc32";
/// Parameters of a URL that the embedded store knows: the exact length of a body, and the most bytes of a body or upload.
const SIGNED_LENGTH: &str = "x-tonnage-length";
const UPLOAD_LIMIT: &str = "x-tonnage-limit";
/// The prefix of the objects that share such a limit.
const LIMIT_BELOW: &str = "x-tonnage-below";
/// The limit of S3 for listing or deleting in one request.
const LARGEST_PAGE: u16 = 1_000;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const SOON: Duration = Duration::from_secs(5);

pub struct Storage {
    /// Signs for the address that we use.
    own: Signer,
    /// Signs for the address that clients use.
    public: Signer,
    upload_life: Duration,
    download_life: Duration,
    clock: Clock,
    http: reqwest::Client,
    retry_policy: RetryPolicy,
    page: u16,
    bucket_exists: OnceCell<()>,
    capabilities: OnceCell<Capabilities>,
    health: Option<HealthCheck>,
    own_store: Option<OwnStore>,
}

/// Handles our own requests if the store runs in this process: signed and checked like any other, but without a
/// connection, which would copy every byte of a zip twice more.
pub type OwnStore = Arc<dyn Fn(http::Request<Body>) -> Pin<Box<dyn Future<Output = Response> + Send>> + Send + Sync>;

/// What the embedded store can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    Good,
    /// Downloads and deletions work; uploads are refused.
    Full,
    Broken {
        reason: String,
    },
}

/// Asks the embedded store about its health: it knows better than its replies whether its disk keeps data.
pub type HealthCheck = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Health> + Send>> + Send + Sync>;

/// The credentials of the store.
pub fn credentials(config: &config::Storage, keys: &Keys) -> (String, crate::secret::Secret) {
    if config.access_key.is_empty() {
        return (keys.storage_access_key.clone(), keys.storage_secret_key.clone());
    }
    (config.access_key.clone(), config.secret_key.clone())
}

impl Storage {
    pub fn new(config: &config::Storage, endpoint: Url, keys: &Keys, clock: Clock) -> anyhow::Result<Self> {
        let public = match config.public_endpoint.as_str() {
            "" => endpoint.clone(),
            address => address.parse()?,
        };
        let (access_key, secret_key) = credentials(config, keys);
        let signer = |endpoint: Url| {
            let credentials = Credentials::new(access_key.clone(), secret_key.expose());
            Signer::new(endpoint, config.path_style, config.bucket.clone(), config.region.clone(), credentials)
        };
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()?;
        Ok(Self {
            own: signer(endpoint)?,
            public: signer(public)?,
            upload_life: Duration::from_secs(config.upload_url_seconds),
            download_life: Duration::from_secs(config.download_url_seconds),
            clock,
            http,
            retry_policy: RetryPolicy::default(),
            page: LARGEST_PAGE,
            bucket_exists: OnceCell::new(),
            capabilities: OnceCell::new(),
            health: None,
            own_store: None,
        })
    }

    /// The same storage, whose readiness also depends on the embedded store's own health check.
    #[must_use]
    pub fn with_health(self, health: Option<HealthCheck>) -> Self {
        Self { health, ..self }
    }

    /// The same storage, whose own requests go directly to the store in this process, if there is one.
    #[must_use]
    pub fn with_own_store(self, own_store: Option<OwnStore>) -> Self {
        Self { own_store, ..self }
    }

    /// The same storage with other timeouts and retries.
    #[must_use]
    pub fn with_retry_policy(self, retry_policy: RetryPolicy) -> Self {
        Self { retry_policy, ..self }
    }

    /// The same storage, listing this many entries at a time.
    #[must_use]
    pub fn with_page(self, entries: u16) -> Self {
        Self { page: entries.clamp(1, LARGEST_PAGE), ..self }
    }

    /// The address that our own requests go to.
    pub fn endpoint(&self) -> &Url {
        self.own.address()
    }

    /// The address that the requests for clients go to.
    pub fn public_origin(&self) -> &Url {
        self.public.address()
    }

    /// Whether the store answers and has our bucket, which is created if it is missing.
    ///
    /// The first success also detects the optional features of the store.
    pub async fn ready(&self) -> Result<(), StorageError> {
        self.ready_within(self.retry_policy.overall).await
    }

    /// As [`ready`](Self::ready), with a short timeout, for callers that poll, like a load balancer.
    pub async fn ready_soon(&self) -> Result<(), StorageError> {
        self.ready_within(SOON).await
    }

    pub fn is_embedded(&self) -> bool {
        self.health.is_some()
    }

    /// Whether the embedded store accepts no uploads because its disk is full. Others do not tell.
    pub async fn is_full(&self) -> bool {
        match &self.health {
            Some(health) => matches!(health().await, Health::Full),
            None => false,
        }
    }

    async fn ready_within(&self, limit: Duration) -> Result<(), StorageError> {
        if let Some(health) = &self.health
            && let Health::Broken { reason } = health().await
        {
            return Err(StorageError::Unhealthy(reason));
        }
        let bucket = async {
            self.bucket_exists.get_or_try_init(|| self.create_bucket()).await?;
            self.look_at_bucket().await
        };
        let late = |_| Err(StorageError::Unavailable(format!("it did not answer within {} seconds", limit.as_secs())));
        tokio::time::timeout(limit, bucket).await.unwrap_or_else(late)?;
        if let Err(error) = self.find_capabilities().await {
            tracing::warn!(%error, "the features of the object store are not known yet; using only the basic ones");
        }
        Ok(())
    }

    async fn look_at_bucket(&self) -> Result<(), StorageError> {
        self.call_twice(&Call::new("check the bucket", Request::new(Method::HEAD, ""))).await.map(drop)
    }

    async fn create_bucket(&self) -> Result<(), StorageError> {
        match self.look_at_bucket().await {
            Err(StorageError::NotFound) => {}
            other => return other,
        }
        match self.call_twice(&Call::new("create the bucket", Request::new(Method::PUT, ""))).await {
            // Another process was faster.
            Err(error) if error.has_code("BucketAlreadyOwnedByYou") => Ok(()),
            other => other.map(drop),
        }
    }
}
