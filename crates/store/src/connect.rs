//! Opens the database.
//!
//! SQLite: write-ahead log, one writing connection and several that can only read. PostgreSQL: one pool, whose
//! connections are tested when they are taken, so that it recovers by itself after an outage, with timeouts for
//! everything that takes too long.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Once};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers};
use sqlx::{AnyPool, AssertSqlSafe, Connection as _};

use super::{Added, Dialect, SCHEMA_VERSION, Store, StoreResult, migrate};
use serving::secret::Secret;

/// How long a caller waits for a connection before the database counts as unavailable.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
const SQLITE_READERS: u32 = 8;
/// Slower statements are logged: their text, never their values.
const SLOW: Duration = Duration::from_secs(1);

const WRITER_PRAGMAS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;";
const READER_PRAGMAS: &str =
    "PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA query_only = ON;";

/// The location of the database.
#[derive(Clone)]
pub enum DatabaseAddress {
    Sqlite(PathBuf),
    Postgres(Secret),
}

impl DatabaseAddress {
    /// Parses `database.url`; if it is empty, the database is in the data directory.
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

/// Limits of a PostgreSQL pool.
#[derive(Debug, Clone, Copy)]
pub struct PoolLimits {
    pub connections: u32,
    /// The timeout of one statement.
    pub statement: Duration,
}

impl PoolLimits {
    /// For commands that read or write whole tables.
    pub const fn patient(connections: u32) -> Self {
        Self { connections, statement: Duration::from_hours(24) }
    }

    /// The timeout for locks is shorter, and an idle transaction, whose process is stuck or cut off, holds its locks no
    /// longer than this.
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
    /// Connects and migrates the schema to the newest version.
    pub async fn open(address: &DatabaseAddress, limits: PoolLimits) -> StoreResult<Self> {
        Self::open_at(address, limits, SCHEMA_VERSION).await
    }

    /// As [`open`](Self::open), with the schema of an older version: for restoring rows that were written with it.
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
        // Creating an index over many rows may take long.
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
    // After an error on the disk, SQLite has rolled back by itself, and sqlx still counts a transaction: every later
    // one on this connection would be refused. A new connection takes its place.
    let pool = pool.before_acquire(|connection, _| {
        let is_usable = !connection.is_in_transaction();
        Box::pin(async move { Ok(is_usable) })
    });
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
