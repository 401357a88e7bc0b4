//! The installation that is filled. Nobody else uses it, and its storage is configured as the server would do it.

use std::time::Duration;

use anyhow::Context as _;
use store::segments::OpenSegment;
use store::{DatabaseAddress, PoolLimits, Store, segments};

use crate::clock::Clock;
use crate::config::Config;
use crate::data_dir::{self, ServerLock};
use crate::keys::Keys;
use crate::secret::Secret;
use crate::start::{embedded_store, needs_lock, storage_endpoint, without_connection};
use crate::storage::{RetryPolicy, Storage};

/// Objects are large and connections may be slow, and nobody waits for an answer.
const ONE_TRY: Duration = Duration::from_mins(10);
const OVERALL: Duration = Duration::from_mins(30);
const PAGE: i64 = 500;

pub(super) struct Target<'a> {
    config: &'a Config,
    pub(super) storage: Storage,
    embedded: Option<objects::Store>,
    _lock: Option<ServerLock>,
}

/// Fails while a server runs on the directory.
pub(super) fn lock(config: &Config) -> anyhow::Result<Option<ServerLock>> {
    data_dir::prepare(config)?;
    needs_lock(config).then(|| data_dir::lock(&config.data_dir)).transpose()
}

/// Nobody else signs requests to it.
async fn own_store(config: &Config, keys: &Keys) -> anyhow::Result<objects::Store> {
    embedded_store(config, keys, objects::OtherCredentials::default(), Clock::System).await
}

impl<'a> Target<'a> {
    pub(super) async fn open(config: &'a Config, secret: &Secret, lock: Option<ServerLock>) -> anyhow::Result<Self> {
        let keys = Keys::derive(secret);
        let embedded = if config.has_embedded_store() { Some(own_store(config, &keys).await?) } else { None };
        let retry_policy = RetryPolicy { one_try: ONE_TRY, overall: OVERALL, ..RetryPolicy::default() };
        let storage = Storage::new(&config.storage, storage_endpoint(config)?, &keys, Clock::System)?
            .with_own_store(embedded.clone().map(without_connection))
            .with_retry_policy(retry_policy);
        storage.ready().await.with_context(|| format!("the object store {} is not ready", storage.endpoint()))?;
        Ok(Self { config, storage, embedded, _lock: lock })
    }

    pub(super) fn address(&self) -> DatabaseAddress {
        DatabaseAddress::new(&self.config.database.url, &self.config.data_dir)
    }

    pub(super) async fn database(&self, schema_version: usize) -> anyhow::Result<Store> {
        let address = self.address();
        let store =
            Store::open_at(&address, PoolLimits::patient(self.config.database.max_connections), schema_version).await;
        store.with_context(|| format!("cannot open the database ({address})"))
    }

    /// The segments of growing files are new objects with new `ETag`s, which joining them relies on.
    pub(super) async fn tag_segments(&self, store: &Store) -> anyhow::Result<()> {
        let mut last = None;
        loop {
            let mut tx = store.begin().await?;
            let mut page = segments::open_after(&mut tx, last.as_ref(), PAGE).await?;
            if page.is_empty() {
                return Ok(());
            }
            for OpenSegment { package, file, number } in &page {
                let found = self.storage.look_at(&domain::segments::key(package, file, *number)).await?;
                if let Some(stored) = found {
                    segments::set_etag(&mut tx, file, *number, &stored.etag).await?;
                }
            }
            last = page.pop();
            tx.commit().await?;
        }
    }

    pub(super) async fn close(self) {
        if let Some(embedded) = self.embedded {
            embedded.close().await;
        }
    }
}
