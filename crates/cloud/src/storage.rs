//! Object storage, embedded or not: always S3, always by signed requests.

mod examine;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::CONTENT_LENGTH;
use rusty_s3::{Bucket, Credentials, S3Action as _, UrlStyle};
use tokio::sync::OnceCell;
use url::Url;

pub use examine::Finding;

use crate::config;
use crate::keys::Keys;

/// Our own requests are sent at once: their signatures need not live long.
const SIGNATURE_LIVES: Duration = Duration::from_mins(1);
const TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    #[error("the store cannot be reached: {0}")]
    Unreachable(String),
    #[error("the embedded store cannot write to its disk")]
    Unhealthy,
    #[error("the store answered {status} to {action}: {body}")]
    Refused { action: &'static str, status: StatusCode, body: String },
}

impl From<reqwest::Error> for StorageError {
    /// The address is left out: it carries a signature.
    fn from(error: reqwest::Error) -> Self {
        Self::Unreachable(format!("{:#}", anyhow::Error::new(error.without_url())))
    }
}

pub struct Storage {
    bucket: Bucket,
    credentials: Credentials,
    http: reqwest::Client,
    bucket_exists: OnceCell<()>,
    health: Option<HealthCheck>,
}

/// Asks the embedded store, which knows better than its replies whether its disk keeps what it is given.
pub type HealthCheck = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = bool> + Send>> + Send + Sync>;

/// The pair of keys that opens the store.
pub fn credentials(config: &config::Storage, keys: &Keys) -> (String, crate::secret::Secret) {
    if config.access_key.is_empty() {
        return (keys.storage_access_key.clone(), keys.storage_secret_key.clone());
    }
    (config.access_key.clone(), config.secret_key.clone())
}

impl Storage {
    pub fn new(config: &config::Storage, endpoint: Url, keys: &Keys) -> anyhow::Result<Self> {
        let style = if config.path_style { UrlStyle::Path } else { UrlStyle::VirtualHost };
        let bucket = Bucket::new(endpoint, style, config.bucket.clone(), config.region.clone())?;
        let (access_key, secret_key) = credentials(config, keys);
        let http = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()?;
        let credentials = Credentials::new(access_key, secret_key.expose());
        Ok(Self { bucket, credentials, http, bucket_exists: OnceCell::new(), health: None })
    }

    /// The same storage, whose readiness also depends on the embedded store's own word.
    #[must_use]
    pub fn with_health(self, health: Option<HealthCheck>) -> Self {
        Self { health, ..self }
    }

    /// An address to which the content of an object can be put.
    pub fn presigned_put(&self, key: &str) -> Url {
        self.bucket.put_object(Some(&self.credentials), key).sign(SIGNATURE_LIVES)
    }

    /// An address from which the content of an object can be had.
    pub fn presigned_get(&self, key: &str) -> Url {
        self.bucket.get_object(Some(&self.credentials), key).sign(SIGNATURE_LIVES)
    }

    pub fn endpoint(&self) -> &Url {
        self.bucket.base_url()
    }

    /// Whether the store answers and has our bucket, which is made when it is missing.
    pub async fn ready(&self) -> Result<(), StorageError> {
        if let Some(health) = &self.health
            && !health().await
        {
            return Err(StorageError::Unhealthy);
        }
        self.bucket_exists.get_or_try_init(|| self.create_bucket()).await?;
        self.run(
            "look at the bucket",
            self.http.head(self.bucket.head_bucket(Some(&self.credentials)).sign(SIGNATURE_LIVES)),
        )
        .await
        .map(drop)
    }

    async fn create_bucket(&self) -> Result<(), StorageError> {
        let head = self.bucket.head_bucket(Some(&self.credentials)).sign(SIGNATURE_LIVES);
        let status = self.http.head(head).send().await?.status();
        if status.is_success() {
            return Ok(());
        }
        if status != StatusCode::NOT_FOUND {
            return Err(StorageError::Refused { action: "look at the bucket", status, body: String::new() });
        }
        let create = self.bucket.create_bucket(&self.credentials).sign(SIGNATURE_LIVES);
        self.run("create the bucket", self.http.put(create).header(CONTENT_LENGTH, 0)).await.map(drop)
    }

    async fn run(
        &self,
        action: &'static str,
        request: reqwest::RequestBuilder,
    ) -> Result<reqwest::Response, StorageError> {
        let response = request.send().await?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let body = response.text().await.unwrap_or_default().chars().take(500).collect();
        Err(StorageError::Refused { action, status, body })
    }
}
