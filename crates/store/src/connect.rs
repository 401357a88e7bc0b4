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
use sqlx::postgres::PgConnectOptions;
use sqlx::{AnyPool, AssertSqlSafe, Connection as _};
use tokio::sync::Semaphore;

use super::reserve::Reserve;
use super::turns::Turns;
use super::{Added, Dialect, SCHEMA_VERSION, Store, StoreResult, migrate};
use serving::secret::Secret;

/// How long a caller waits for a connection before the database counts as unavailable.
pub(super) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
const SQLITE_READERS: u32 = 8;
/// Slower statements are logged: their text, never their values.
const SLOW: Duration = Duration::from_secs(1);

/// Changes of up to 64 MiB (`cache_spill`, in pages) are written by the commit: there, and not in the middle of a
/// transaction, the cause of an error of the disk is looked for.
const WRITER_PRAGMAS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_spill = 16384;";
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

    /// What would keep it from being opened, whatever the state of the database is. The reason never quotes the address.
    pub fn check(&self) -> Result<(), &'static str> {
        let is_right = match self {
            Self::Sqlite(path) => !path.as_os_str().is_empty() && !path.as_os_str().as_encoded_bytes().contains(&b'?'),
            Self::Postgres(url) => url.expose().parse::<PgConnectOptions>().is_ok(),
        };
        match self {
            _ if is_right => Ok(()),
            Self::Sqlite(_) => {
                Err("must be sqlite:// and a path without ?, such as sqlite:///var/lib/tonnage/tonnage.db")
            }
            Self::Postgres(_) => Err(
                "cannot be parsed: write postgres://user:password@host:5432/name; in the password, write %40 for @, %3A for \
                 : and %2F for /",
            ),
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
    /// How many transactions may write at once. The rest of the connections is for those who read.
    const fn writers(self) -> usize {
        let kept = self.connections / 4;
        let kept = if kept == 0 && self.connections > 1 { 1 } else { kept };
        (self.connections - kept) as usize
    }

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
        install_drivers();
        match address {
            DatabaseAddress::Sqlite(path) => Self::open_sqlite(path, version).await,
            DatabaseAddress::Postgres(url) => Self::open_postgres(url, limits, version).await,
        }
    }

    /// Connects to a database as it is: one without this program's schema is refused, and nothing is written.
    pub async fn open_as_is(address: &DatabaseAddress, limits: PoolLimits) -> StoreResult<Self> {
        install_drivers();
        match address {
            DatabaseAddress::Sqlite(path) => {
                // Setting the journal mode writes, even to an empty file.
                let looking = connected(&sqlite_url(path, "rw"), 1, String::new()).await?;
                migrate::require_current(&looking, Dialect::Sqlite).await?;
                looking.close().await;
                let writer = connected(&sqlite_url(path, "rw"), 1, WRITER_PRAGMAS.to_owned()).await?;
                Self::with_readers(writer, path).await
            }
            DatabaseAddress::Postgres(url) => {
                let pool = connected(url.expose(), limits.connections, limits.settings()).await?;
                migrate::require_current(&pool, Dialect::Postgres).await?;
                Ok(Self::new(pool.clone(), pool, Dialect::Postgres, limits.writers()))
            }
        }
    }

    /// The version of the schema of a database, if it has one. Nothing is created.
    pub async fn schema_version_at(address: &DatabaseAddress) -> StoreResult<Option<i64>> {
        install_drivers();
        let (pool, dialect) = match address {
            DatabaseAddress::Sqlite(path) if !path.exists() => return Ok(None),
            DatabaseAddress::Sqlite(path) => {
                (connected(&sqlite_url(path, "rw"), 1, String::new()).await?, Dialect::Sqlite)
            }
            DatabaseAddress::Postgres(url) => (connected(url.expose(), 1, String::new()).await?, Dialect::Postgres),
        };
        let version = migrate::version_of(&pool, dialect).await;
        pool.close().await;
        version
    }

    async fn open_sqlite(path: &Path, version: usize) -> StoreResult<Self> {
        let reserve = Reserve::beside(path);
        reserve.give_up_if_refused();
        let writer = connected(&sqlite_url(path, "rwc"), 1, WRITER_PRAGMAS.to_owned()).await?;
        migrate::sqlite(&writer, path, version).await?;
        reserve.set_aside();
        Ok(Self { reserve: Some(Arc::new(reserve)), ..Self::with_readers(writer, path).await? })
    }

    async fn with_readers(writer: AnyPool, path: &Path) -> StoreResult<Self> {
        let reader = connected(&sqlite_url(path, "rw"), SQLITE_READERS, READER_PRAGMAS.to_owned()).await?;
        Ok(Self::new(reader, writer, Dialect::Sqlite, 1))
    }

    async fn open_postgres(url: &Secret, limits: PoolLimits, version: usize) -> StoreResult<Self> {
        // Creating an index over many rows may take long.
        let unlimited = connected(url.expose(), 1, String::new()).await?;
        migrate::postgres(&unlimited, version).await?;
        unlimited.close().await;
        let pool = connected(url.expose(), limits.connections, limits.settings()).await?;
        Ok(Self::new(pool.clone(), pool, Dialect::Postgres, limits.writers()))
    }

    fn new(reader: AnyPool, writer: AnyPool, dialect: Dialect, writers: usize) -> Self {
        let writers = Arc::new(Semaphore::new(writers));
        let (turns, added) = (Turns::default(), Added::default());
        Self { reader, writer, dialect, writers, turns, reserve: None, added, audit_key: None }
    }
}

fn install_drivers() {
    static DRIVERS: Once = Once::new();
    DRIVERS.call_once(install_default_drivers);
}

fn sqlite_url(path: &Path, mode: &str) -> String {
    format!("sqlite://{}?mode={mode}", path.display())
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
