//! The database, the vault and the ids, which both the server and the operator's commands need.

use std::time::Duration;

use anyhow::Context as _;
use store::{DatabaseAddress, PoolLimits, Store, audit};

use crate::clock::Clock;
use crate::config::Config;
use crate::credentials::Passwords;
use crate::data_dir;
use crate::ids::Ids;
use crate::keys::Keys;
use crate::operations::teams::bootstrap::Tools;
use crate::secret::Secret;
use crate::vault::Vault;

/// The least that a command needs, even if a server may open fewer: a backup locks and reads at the same time.
const COMMAND_CONNECTIONS: u32 = 2;

pub struct Foundation {
    /// From the data key that is used at present.
    pub keys: Keys,
    pub store: Store,
    pub vault: Vault,
    pub passwords: Passwords,
    pub ids: Ids,
    pub clock: Clock,
}

impl Foundation {
    /// Opens the database and the vault, creating both at the first start.
    pub async fn open(config: &Config, clock: Clock) -> anyhow::Result<Self> {
        let statement = Duration::from_secs(config.database.statement_seconds.into());
        let limits = PoolLimits { connections: config.database.max_connections, statement };
        data_dir::prepare(config)?;
        let secret = data_dir::secret_key(config)?;
        let address = DatabaseAddress::new(&config.database.url, &config.data_dir);
        let store = Store::open(&address, limits).await;
        let store = store.with_context(|| format!("cannot open the database ({address})"))?;
        let foundation = Self::with(store, &secret, config, clock.clone()).await?;
        if foundation.key_record().await? {
            // Those who write entries must know that all records have a key.
            return Self::with(foundation.store, &secret, config, clock).await;
        }
        Ok(foundation)
    }

    /// Keys audit records from before there was a key, once, and returns whether it was now. Someone who can write the
    /// database could remove the key from a record and rewrite it, so the data keys say that there was one.
    async fn key_record(&self) -> anyhow::Result<bool> {
        if self.vault.has_keyed_record() {
            let records = audit::unkeyed_chains(&mut *self.store.read().await?).await?;
            if records > 0 {
                tracing::error!(records, "audit records have lost their key: run `tonnage admin audit verify`");
            }
            return Ok(false);
        }
        let mut tx = self.store.begin().await?;
        let records = audit::key_chains(&mut tx).await?;
        self.vault.note_keyed_record(&mut tx).await?;
        tx.commit().await?;
        if records > 0 {
            tracing::warn!(records, "audit records from before this version have a key from now on");
        }
        Ok(true)
    }

    async fn with(store: Store, secret: &Secret, config: &Config, clock: Clock) -> anyhow::Result<Self> {
        let ids = Ids::new(clock.clone());
        let vault = Vault::open(&store, secret, &clock).await?;
        let keys = vault.token_keys().all().first().cloned().context("there is no data key")?;
        let passwords = Passwords::new(config.limits.password_hashes_at_once, &config.passwords)?;
        let store = store.with_audit_key(vault.audit_key());
        Ok(Self { keys, store, vault, passwords, ids, clock })
    }

    /// Opens an existing installation as it is, for the operator's commands. Nothing is created or migrated: a mistyped
    /// directory is an error, not a new installation.
    pub async fn open_existing(config: &Config, clock: Clock) -> anyhow::Result<Self> {
        let address = DatabaseAddress::new(&config.database.url, &config.data_dir);
        if let DatabaseAddress::Sqlite(path) = &address
            && !path.exists()
        {
            anyhow::bail!("there is no installation at {}: check --data-dir", path.display());
        }
        let connections = config.database.max_connections.max(COMMAND_CONNECTIONS);
        let store = Store::open_as_is(&address, PoolLimits::patient(connections)).await;
        let store = store.with_context(|| format!("cannot open the database ({address})"))?;
        let secret = data_dir::present_secret(config)?.with_context(|| {
            let directory = config.data_dir.display();
            format!("there is no secret key in {directory}: set secret_key to the server's, or check --data-dir")
        })?;
        Self::with(store, &secret, config, clock).await
    }

    pub fn tools(&self) -> Tools<'_> {
        Tools { store: &self.store, passwords: &self.passwords, ids: &self.ids, clock: &self.clock }
    }
}
