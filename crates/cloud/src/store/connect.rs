//! Opening the database.
//!
//! SQLite: write-ahead log, one writing connection and several that can only
//! read. PostgreSQL: one pool, whose connections are tested when they are
//! taken, so that it heals by itself after an outage, and which ends what takes
//! too long.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Once};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers};
use sqlx::{AnyPool, AssertSqlSafe};

use super::{Added, Dialect, SCHEMA_VERSION, Store, StoreResult, migrate};
use crate::secret::Secret;

/// How long a caller waits for a connection before it hears "unavailable".
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
const SQLITE_READERS: u32 = 8;
/// The operator hears of statements that take longer: their text, never their values.
const SLOW: Duration = Duration::from_secs(1);

const WRITER_PRAGMAS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;";
const READER_PRAGMAS: &str =
    "PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA query_only = ON;";

/// Where the database is.
#[derive(Clone)]
pub enum DatabaseAddress {
    Sqlite(PathBuf),
    Postgres(Secret),
}

impl DatabaseAddress {
    /// Reads a `database.url`; without one, the database is in the data directory.
    pub fn new(url: &Secret, data_dir: &Path) -> Self {
        match url.expose() {
            "" => Self::Sqlite(data_dir.join("tonnage.db")),
            text => match text.strip_prefix("sqlite://") {
                Some(path) => Self::Sqlite(path.into()),
                None => Self::Postgres(url.clone()),
            },
        }
    }

    pub const fn is_shared(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

impl fmt::Display for DatabaseAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(formatter, "SQLite at {}", path.display()),
            Self::Postgres(_) => formatter.write_str("PostgreSQL"),
        }
    }
}

/// What a pool of PostgreSQL may take.
#[derive(Debug, Clone, Copy)]
pub struct PoolLimits {
    pub connections: u32,
    /// For one statement.
    pub statement: Duration,
}

impl PoolLimits {
    /// For commands that read or write whole tables.
    pub const fn patient(connections: u32) -> Self {
        Self { connections, statement: Duration::from_hours(24) }
    }

    /// Whoever only waits for another gives up sooner, and a transaction in which nothing happens, because its process
    /// is stuck or cut off, holds its locks no longer than this.
    fn settings(self) -> String {
        let millis = self.statement.as_millis();
        format!(
            "SET statement_timeout = {millis}; SET lock_timeout = {}; SET idle_in_transaction_session_timeout = {};",
            (millis / 3).max(1),
            millis * 2
        )
    }
}

impl Store {
    /// Connects and brings the schema up to date.
    pub async fn open(address: &DatabaseAddress, limits: PoolLimits) -> StoreResult<Self> {
        Self::open_at(address, limits, SCHEMA_VERSION).await
    }

    /// As [`open`](Self::open), with the schema of a version: for those who bring rows that were written under it.
    pub async fn open_at(address: &DatabaseAddress, limits: PoolLimits, version: usize) -> StoreResult<Self> {
        static DRIVERS: Once = Once::new();
        DRIVERS.call_once(install_default_drivers);
        match address {
            DatabaseAddress::Sqlite(path) => Self::open_sqlite(path, version).await,
            DatabaseAddress::Postgres(url) => Self::open_postgres(url, limits, version).await,
        }
    }

    async fn open_sqlite(path: &Path, version: usize) -> StoreResult<Self> {
        let url = |mode: &str| format!("sqlite://{}?mode={mode}", path.display());
        let writer = connected(&url("rwc"), 1, WRITER_PRAGMAS.to_owned()).await?;
        migrate::sqlite(&writer, path, version).await?;
        let reader = connected(&url("rw"), SQLITE_READERS, READER_PRAGMAS.to_owned()).await?;
        Ok(Self::new(reader, writer, Dialect::Sqlite))
    }

    async fn open_postgres(url: &Secret, limits: PoolLimits, version: usize) -> StoreResult<Self> {
        // An index over many rows takes the time that it takes.
        let unlimited = connected(url.expose(), 1, String::new()).await?;
        migrate::postgres(&unlimited, version).await?;
        unlimited.close().await;
        let pool = connected(url.expose(), limits.connections, limits.settings()).await?;
        Ok(Self::new(pool.clone(), pool, Dialect::Postgres))
    }

    fn new(reader: AnyPool, writer: AnyPool, dialect: Dialect) -> Self {
        Self { reader, writer, dialect, added: Added::default() }
    }
}

async fn connected(url: &str, connections: u32, settings: String) -> StoreResult<AnyPool> {
    let pool = AnyPoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE_TIMEOUT);
    let settings: Arc<str> = settings.into();
    let pool = pool.after_connect(move |connection, _| {
        let settings = Arc::clone(&settings);
        Box::pin(async move {
            for setting in settings.split_inclusive(';') {
                sqlx::query(AssertSqlSafe(setting)).execute(&mut *connection).await?;
            }
            Ok(())
        })
    });
    let mut options: AnyConnectOptions = url.parse()?;
    options.log_settings.slow_statements_duration = SLOW;
    Ok(pool.connect_with(options).await?)
}
