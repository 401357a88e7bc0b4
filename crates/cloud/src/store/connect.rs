//! Opening the database.
//!
//! SQLite: write-ahead log, one writing connection and several that can only
//! read. PostgreSQL: one pool, whose connections are tested when they are
//! taken, so that it heals by itself after an outage.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Duration;

use sqlx::AnyPool;
use sqlx::any::{AnyPoolOptions, install_default_drivers};

use super::{Added, Dialect, Store, StoreResult, migrate};
use crate::secret::Secret;

/// How long a caller waits for a connection before it hears "unavailable".
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
const SQLITE_READERS: u32 = 8;

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

impl Store {
    /// Connects and brings the schema up to date.
    pub async fn open(address: &DatabaseAddress, max_connections: u32) -> StoreResult<Self> {
        static DRIVERS: Once = Once::new();
        DRIVERS.call_once(install_default_drivers);
        match address {
            DatabaseAddress::Sqlite(path) => Self::open_sqlite(path).await,
            DatabaseAddress::Postgres(url) => Self::open_postgres(url, max_connections).await,
        }
    }

    async fn open_sqlite(path: &Path) -> StoreResult<Self> {
        let url = |mode: &str| format!("sqlite://{}?mode={mode}", path.display());
        let writer = pool(1, WRITER_PRAGMAS).connect(&url("rwc")).await?;
        migrate::sqlite(&writer, path).await?;
        let reader = pool(SQLITE_READERS, READER_PRAGMAS).connect(&url("rw")).await?;
        Ok(Self::new(reader, writer, Dialect::Sqlite))
    }

    async fn open_postgres(url: &Secret, max_connections: u32) -> StoreResult<Self> {
        let pool = pool(max_connections, "").connect(url.expose()).await?;
        migrate::postgres(&pool).await?;
        Ok(Self::new(pool.clone(), pool, Dialect::Postgres))
    }

    fn new(reader: AnyPool, writer: AnyPool, dialect: Dialect) -> Self {
        Self { reader, writer, dialect, added: Added::default() }
    }
}

fn pool(connections: u32, pragmas: &'static str) -> AnyPoolOptions {
    let options = AnyPoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE_TIMEOUT);
    options.after_connect(move |connection, _| {
        Box::pin(async move {
            for pragma in pragmas.split_inclusive(';') {
                sqlx::query(pragma).execute(&mut *connection).await?;
            }
            Ok(())
        })
    })
}
