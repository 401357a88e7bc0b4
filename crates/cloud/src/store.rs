//! The database: all SQL, and nothing but SQL.
//!
//! One text serves SQLite and PostgreSQL. Functions take a connection, so that
//! the caller decides what belongs into one transaction; writes that depend on
//! a read are compare-and-set on `version`. Nothing here calls upwards.

pub mod activities;
pub mod api_keys;
pub mod audit;
pub mod channel_messages;
pub mod cloud_connections;
pub mod conditions;
mod connect;
pub mod data_keys;
pub mod deliveries;
pub mod downloads;
mod error;
pub mod events;
pub mod files;
pub mod filters;
pub mod form_responses;
pub mod form_templates;
pub mod forms;
pub mod idempotency;
pub mod jobs;
pub mod links;
pub mod mails;
pub mod memberships;
mod migrate;
pub mod one_time_tokens;
pub mod package_leftovers;
pub mod package_lists;
pub mod packages;
pub mod portal_connections;
pub mod portal_lists;
pub mod portal_webhooks;
pub mod portals;
pub mod rate_limits;
mod row;
pub mod segments;
pub mod sweeps;
pub mod tables;
pub mod tags;
pub mod teams;
pub mod teamspaces;
pub mod timeline;
pub mod transfer_files;
pub mod transfer_sources;
pub mod transfers;
pub mod usage;
pub mod users;
pub mod webhooks;
mod write;
pub mod zips;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Transaction};
use tokio::sync::Notify;
use tracing::Instrument as _;

pub use connect::{DatabaseAddress, PoolLimits};
pub use error::StoreError;
pub use migrate::SCHEMA_VERSION;
use row::Columns as _;

/// How often a quiet moment of PostgreSQL is tried for, two seconds each.
const QUIET_TRIES: u32 = 30;

/// What every function of this module works on.
pub type Connection = AnyConnection;

pub type StoreResult<T> = Result<T, StoreError>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

#[derive(Clone)]
pub struct Store {
    reader: AnyPool,
    writer: AnyPool,
    dialect: Dialect,
    added: Added,
}

/// Kinds of jobs by who is woken for them: those that work here, and those that call someone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    AtHome,
    Calls,
}

/// Rung after every commit that added jobs.
#[derive(Clone, Default)]
struct Added {
    jobs: Arc<Notify>,
    calls: Arc<Notify>,
    transfers: Arc<Notify>,
    /// For whoever tells other processes.
    jobs_here: Arc<Notify>,
    calls_here: Arc<Notify>,
}

impl Added {
    fn wake_workers(&self, work: Work) {
        match work {
            Work::AtHome => self.jobs.notify_one(),
            Work::Calls => {
                // Each has a bell of its own: one that is rung for somebody else is lost.
                self.calls.notify_one();
                self.transfers.notify_one();
            }
        }
    }

    fn by_this_process(&self, work: Work) {
        self.wake_workers(work);
        match work {
            Work::AtHome => self.jobs_here.notify_one(),
            Work::Calls => self.calls_here.notify_one(),
        }
    }
}

impl Store {
    /// A connection for reading.
    pub async fn read(&self) -> StoreResult<PoolConnection<Any>> {
        Ok(self.reader.acquire().await?)
    }

    /// A transaction that sees the database as it is now, whatever is written meanwhile.
    pub async fn snapshot(&self) -> StoreResult<Tx> {
        let transaction = match self.dialect {
            Dialect::Sqlite => self.reader.begin_with("BEGIN").await?,
            Dialect::Postgres => begin_apart(&self.reader, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?,
        };
        Ok(self.tx(transaction))
    }

    /// A transaction during which no package and no file changes. Objects are removed only after such a change, so whoever
    /// begins to look at the database and at the store meanwhile sees both at the same moment.
    pub async fn quiet_packages(&self) -> StoreResult<Tx> {
        if self.dialect == Dialect::Sqlite {
            return self.begin().await;
        }
        let mut tries = 1;
        loop {
            match self.locked_packages().await {
                Err(StoreError::Unavailable(_)) if tries < QUIET_TRIES => tries += 1,
                outcome => return outcome,
            }
        }
    }

    /// Every change of a package queues behind whoever waits for these locks, so a vacuum or another long holder is waited
    /// for in short turns. Files come first, as in every transaction that writes both.
    async fn locked_packages(&self) -> StoreResult<Tx> {
        let mut tx = self.begin().await?;
        sqlx::query("SET LOCAL lock_timeout = '2s'").execute(&mut *tx).await?;
        sqlx::query("LOCK TABLE files, packages IN SHARE MODE").execute(&mut *tx).await?;
        Ok(tx)
    }

    /// A transaction that may write. On SQLite it is the only one from here to its end.
    pub async fn begin(&self) -> StoreResult<Tx> {
        let transaction = match self.dialect {
            Dialect::Sqlite => self.writer.begin_with("BEGIN IMMEDIATE").await?,
            Dialect::Postgres => begin_apart(&self.writer, "BEGIN").await?,
        };
        Ok(self.tx(transaction))
    }

    fn tx(&self, transaction: Transaction<'static, Any>) -> Tx {
        let added = self.added.clone();
        Tx { transaction, dialect: self.dialect, added, has_new_jobs: false, has_new_calls: false }
    }

    /// Comes back when another part of this process has added jobs.
    pub async fn jobs_added(&self) {
        self.added.jobs.notified().await;
    }

    /// As [`Store::calls_added`], for those who take only transfers.
    pub async fn transfers_added(&self) {
        self.added.transfers.notified().await;
    }

    /// As [`jobs_added`](Self::jobs_added), for jobs that call someone.
    pub async fn calls_added(&self) {
        self.added.calls.notified().await;
    }

    /// Comes back when this process has added jobs, for the one who tells the others. Many at once are told once.
    pub async fn added_here(&self) -> Work {
        tokio::select! {
            () = self.added.jobs_here.notified() => Work::AtHome,
            () = self.added.calls_here.notified() => Work::Calls,
        }
    }

    /// Another process has added jobs.
    pub fn added_elsewhere(&self, work: Work) {
        self.added.wake_workers(work);
    }

    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Connections that are in use, and that wait for use.
    pub fn connections(&self) -> (u32, u32) {
        let pools: &[&AnyPool] = match self.dialect {
            Dialect::Sqlite => &[&self.reader, &self.writer],
            Dialect::Postgres => &[&self.reader],
        };
        let idle: u32 = pools.iter().map(|pool| u32::try_from(pool.num_idle()).unwrap_or(u32::MAX)).sum();
        let open: u32 = pools.iter().map(|pool| pool.size()).sum();
        (open.saturating_sub(idle), idle)
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> StoreResult<()> {
        sqlx::query("SELECT 1").execute(&mut *self.read().await?).await?;
        Ok(())
    }

    /// How many connections the database takes. None when nobody else connects to it.
    pub async fn connection_room(&self) -> StoreResult<Option<ConnectionRoom>> {
        if self.dialect == Dialect::Sqlite {
            return Ok(None);
        }
        let statement = "SELECT CAST(current_setting('max_connections') AS BIGINT)
                 - CAST(current_setting('superuser_reserved_connections') AS BIGINT) AS most,
             (SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used";
        let row = sqlx::query(statement).fetch_one(&mut *self.read().await?).await?;
        Ok(Some(ConnectionRoom { most: row.number("most")?, used: row.number("used")? }))
    }

    /// What the database itself finds wrong with its files and references.
    pub async fn integrity_problems(&self) -> StoreResult<Vec<String>> {
        if self.dialect == Dialect::Postgres {
            return Ok(Vec::new()); // PostgreSQL has its own tools, and checks references by itself.
        }
        let mut connection = self.read().await?;
        let found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut *connection).await?;
        let strays = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut *connection).await?;
        let mut problems: Vec<String> = found.into_iter().filter(|line| line != "ok").collect();
        if !strays.is_empty() {
            problems.push(format!("{} rows refer to rows that do not exist", strays.len()));
        }
        Ok(problems)
    }

    pub async fn close(&self) {
        self.reader.close().await;
        self.writer.close().await;
    }
}

/// Begins in a task of its own. Of a BEGIN whose caller goes before the reply comes, sqlx does not know that it took
/// place, and the next one to get the connection would be inside that transaction. Here it is always awaited: where
/// nobody wants the transaction any more, it is dropped as a whole, which rolls it back.
async fn begin_apart(pool: &AnyPool, statement: &'static str) -> StoreResult<Transaction<'static, Any>> {
    let pool = pool.clone();
    let begun = tokio::spawn(async move { pool.begin_with(statement).await }.in_current_span());
    // The task panicked, or the process ends.
    let begun = begun.await.map_err(|_| sqlx::Error::WorkerCrashed)?;
    Ok(begun?)
}

/// Connections that a database server takes at once from all processes, and those that are open.
#[derive(Debug)]
pub struct ConnectionRoom {
    pub most: i64,
    pub used: i64,
}

/// A transaction. Dropped without `commit`, it changes nothing.
pub struct Tx {
    transaction: Transaction<'static, Any>,
    dialect: Dialect,
    added: Added,
    has_new_jobs: bool,
    has_new_calls: bool,
}

impl Tx {
    pub async fn commit(mut self) -> StoreResult<()> {
        idempotency::claim(&mut self.transaction).await?;
        self.commit_aside().await
    }

    /// Commits what stands by itself, whatever becomes of the request that it is written for: a count of tries, say.
    pub async fn commit_aside(self) -> StoreResult<()> {
        self.transaction.commit().await?;
        if self.has_new_jobs {
            self.added.by_this_process(Work::AtHome);
        }
        if self.has_new_calls {
            self.added.by_this_process(Work::Calls);
        }
        Ok(())
    }
}

impl Deref for Tx {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.transaction
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.transaction
    }
}

/// The statement, with what makes its rows this transaction's own. SQLite has one writer and needs no word for it.
fn select_for_update(tx: &Tx, statement: &'static str) -> AssertSqlSafe<String> {
    AssertSqlSafe(match tx.dialect {
        Dialect::Sqlite => statement.to_owned(),
        Dialect::Postgres => format!("{statement} FOR UPDATE"),
    })
}

/// The statement, with what keeps its rows of `table` from being removed before this transaction refers to them.
fn select_to_refer_to(tx: &Tx, statement: &'static str, table: &'static str) -> AssertSqlSafe<String> {
    AssertSqlSafe(match tx.dialect {
        Dialect::Sqlite => statement.to_owned(),
        Dialect::Postgres => format!("{statement} FOR KEY SHARE OF {table}"),
    })
}

/// `$3, $4, $5`: places for a list of values that begins after `taken` others.
fn places(taken: usize, count: usize) -> String {
    (taken + 1..=taken + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}
