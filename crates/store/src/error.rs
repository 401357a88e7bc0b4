//! Errors of the database, grouped by what the caller can do about them.

use sqlx::error::DatabaseError;

/// The lowest byte of a result code of SQLite is its group.
const SQLITE_IOERR: i64 = 10;
const SQLITE_CANTOPEN: i64 = 14;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The row has changed since it was read.
    #[error("the row was changed by someone else")]
    Stale,
    /// Another request with the same `Idempotency-Key` was faster.
    #[error("the request was already carried out")]
    Repeated,
    /// A unique index refused the row.
    #[error("a unique index refused the row: {0}")]
    Duplicate(String),
    /// A row that this one refers to has just been deleted, or one refers to a row that should be.
    #[error("the row refers to another, or another to it: {0}")]
    Referenced(sqlx::Error),
    /// The database ended the transaction, because it and another one waited for each other. It had no effect, and can
    /// be repeated.
    #[error("the database ended the transaction in favour of another: {0}")]
    Collided(sqlx::Error),
    /// The database does not answer, or is too busy.
    #[error("the database is unavailable: {0}")]
    Unavailable(sqlx::Error),
    #[error("the disk of the database is full: {0}")]
    DiskFull(sqlx::Error),
    /// A value that we never write.
    #[error("column {column} contains an invalid value: {value:?}")]
    Corrupt { column: &'static str, value: String },
    /// The store was opened without the key, for something that has nothing to record.
    #[error("the audit record cannot be written or verified without its key")]
    NoAuditKey,
    #[error("the database was written by a newer version of this program: {0}")]
    Newer(String),
    #[error(transparent)]
    Database(sqlx::Error),
    /// The schema is not the one of this program, and nobody asked to change it.
    #[error("{0}")]
    Schema(String),
    #[error("the migration failed: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl StoreError {
    /// Whether SQLite could not write to a file, or create one, and did not say that the disk is full. An exceeded quota
    /// looks like this, and so does a broken disk.
    pub(crate) fn is_failed_write(&self) -> bool {
        let Self::Database(sqlx::Error::Database(cause)) = self else { return false };
        let code: Option<i64> = cause.code().and_then(|code| code.parse().ok());
        code.is_some_and(|code| matches!(code & 0xff, SQLITE_IOERR | SQLITE_CANTOPEN))
    }

    /// For those who do not try again what others have tried in vain a moment ago.
    pub fn failed_just_now() -> Self {
        Self::Unavailable(sqlx::Error::Io(std::io::Error::other("a write has just failed")))
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(cause) => {
                let kind = classify(cause.as_ref());
                kind.with(error)
            }
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed => {
                Self::Unavailable(error)
            }
            _ => Self::Database(error),
        }
    }
}

enum Kind {
    Duplicate,
    Referenced,
    Collided,
    Unavailable,
    DiskFull,
    Other,
}

impl Kind {
    fn with(self, error: sqlx::Error) -> StoreError {
        match self {
            Self::Duplicate => StoreError::Duplicate(error.to_string()),
            Self::Referenced => StoreError::Referenced(error),
            Self::Collided => StoreError::Collided(error),
            Self::Unavailable => StoreError::Unavailable(error),
            Self::DiskFull => StoreError::DiskFull(error),
            Self::Other => StoreError::Database(error),
        }
    }
}

/// PostgreSQL reports SQLSTATE codes, SQLite extended result codes.
fn classify(error: &dyn DatabaseError) -> Kind {
    if error.is_unique_violation() {
        return Kind::Duplicate;
    }
    if error.is_foreign_key_violation() {
        return Kind::Referenced;
    }
    match error.code().as_deref() {
        Some("53100" | "13") => Kind::DiskFull,
        // Serialization failure and deadlock.
        Some("40001" | "40P01") => Kind::Collided,
        // SQLite busy and locked. Then timeouts: of a statement, of a lock, of an idle transaction. Last, errors of a
        // connection that was left in a failed or read-only transaction, or whose server has become a standby.
        Some("53300" | "5" | "6" | "261" | "517" | "57014" | "55P03" | "25P03" | "25P02" | "25006") => {
            Kind::Unavailable
        }
        // Shutting down, starting up, lost connection.
        Some(code) if code.starts_with("57P") || code.starts_with("08") => Kind::Unavailable,
        _ => Kind::Other,
    }
}
