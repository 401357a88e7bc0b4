//! The database: all SQL, and nothing but SQL.
//!
//! The same SQL serves SQLite and PostgreSQL. Functions take a connection, so that the caller decides what belongs into
//! one transaction; writes that depend on a read are compare-and-set on `version`. Nothing here calls upwards.

pub mod activities;
pub mod api_keys;
pub mod audit;
mod audit_key;
pub mod channel_messages;
pub mod cloud_connections;
pub mod conditions;
mod connect;
mod crash_points;
pub mod data_keys;
pub mod deliveries;
pub mod download_sources;
pub mod downloads;
pub mod ended_packages;
mod error;
pub mod events;
pub mod files;
pub mod filters;
pub mod form_responses;
pub mod form_templates;
pub mod forms;
pub mod gateway_listings;
pub mod held_bytes;
pub mod idempotency;
pub mod jobs;
mod lease_time;
pub mod links;
pub mod mails;
pub mod memberships;
mod migrate;
pub mod one_time_tokens;
pub mod package_batches;
pub mod package_filters;
pub mod package_folders;
pub mod package_leftovers;
pub mod package_lists;
pub mod packages;
pub mod portal_connections;
pub mod portal_lists;
pub mod portal_webhooks;
pub mod portals;
pub mod pulse;
pub mod rate_limits;
mod reserve;
mod row;
pub mod scans;
pub mod sealed_values;
pub mod secrets;
pub mod segments;
pub mod served_zips;
pub mod stored_files;
pub mod sweeps;
pub mod tables;
pub mod tags;
pub mod tasks;
pub mod teams;
pub mod teamspaces;
pub mod timeline;
pub mod transfer_files;
pub mod transfer_sources;
pub mod transfers;
mod turns;
mod tx;
pub mod undelivered;
pub mod usage;
pub mod users;
pub mod webhooks;
mod write;
pub mod zips;

use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Transaction};
use tokio::sync::{Notify, Semaphore};
use tokio::time::timeout;
use tracing::Instrument as _;
use wire::ids::PackageId;

pub use audit_key::AuditKey;
pub use connect::{DatabaseAddress, PoolLimits};
pub use crash_points::CrashPoint;
pub use error::StoreError;
pub use lease_time::LeaseTime;
pub use migrate::SCHEMA_VERSION;
use reserve::Reserve;
use row::Columns as _;
use turns::Turns;
pub use tx::Tx;
use tx::{select_for_update, select_to_change, select_to_refer_to, select_to_rely_on};

/// A time that was set further in the future than this was set by a clock that was wrong. The clocks of processes differ
/// by less.
const SKEW_MILLIS: i64 = 60_000;
/// How often we try to lock the packages on PostgreSQL, two seconds each.
const QUIET_TRIES: u32 = 30;

/// How long a caller waits for others who change the same package.
const TURN_TIMEOUT: Duration = Duration::from_mins(1);
/// How long a caller waits for others who write. The queue is fair, and nobody holds a connection in it. So a service that
/// has much to do becomes slow, and does not turn those away who have waited longest.
const WRITERS_TIMEOUT: Duration = Duration::from_secs(30);

/// The argument of every function in this module.
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
    /// How many transactions may write at once, so that connections are left for those who read.
    writers: Arc<Semaphore>,
    turns: Turns,
    /// `None` if the database is not on a disk of ours.
    reserve: Option<Arc<Reserve>>,
    added: Added,
    /// `None` until [`with_audit_key`](Self::with_audit_key).
    audit_key: Option<AuditKey>,
}

/// Kinds of jobs, by the workers that are woken for them: jobs that work locally, and jobs that call an external party.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    AtHome,
    Calls,
}

/// Notified after every commit that added jobs.
#[derive(Clone, Default)]
struct Added {
    jobs: Arc<Notify>,
    calls: Arc<Notify>,
    transfers: Arc<Notify>,
    /// For the task that notifies other processes.
    jobs_here: Arc<Notify>,
    calls_here: Arc<Notify>,
}

impl Added {
    fn wake_workers(&self, work: Work) {
        match work {
            Work::AtHome => self.jobs.notify_one(),
            Work::Calls => {
                // Each has its own `Notify`: a notification that another waiter takes would be lost.
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
    /// The same store, which can also write and verify the audit record.
    #[must_use]
    pub fn with_audit_key(self, key: AuditKey) -> Self {
        Self { audit_key: Some(key), ..self }
    }

    /// A connection for reading.
    pub async fn read(&self) -> StoreResult<PoolConnection<Any>> {
        Ok(self.reader.acquire().await?)
    }

    /// A transaction that sees the database as it is now, regardless of later writes.
    pub async fn snapshot(&self) -> StoreResult<Tx> {
        let transaction = match self.dialect {
            Dialect::Sqlite => self.reader.begin_with("BEGIN").await?,
            Dialect::Postgres => begin_apart(&self.reader, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?,
        };
        Ok(self.tx(transaction))
    }

    /// A transaction during which no package and no file changes. Objects are removed only after such a change, so
    /// snapshots of the database and of the store that are begun within it show the same moment.
    pub async fn quiet_packages(&self) -> StoreResult<Tx> {
        if self.dialect == Dialect::Sqlite {
            return self.begin().await;
        }
        let mut tries = 1;
        loop {
            match self.locked_packages().await {
                Err(StoreError::Unavailable(_) | StoreError::Collided(_)) if tries < QUIET_TRIES => tries += 1,
                outcome => return outcome,
            }
        }
    }

    /// While we wait for these locks, every change of a package queues up behind us. So we wait in short turns if a
    /// vacuum or another long transaction holds them. Files come first, as in every transaction that writes both.
    async fn locked_packages(&self) -> StoreResult<Tx> {
        let mut tx = self.begin().await?;
        sqlx::query("SET LOCAL lock_timeout = '2s'").execute(&mut *tx).await?;
        sqlx::query("LOCK TABLE files, packages IN SHARE MODE").execute(&mut *tx).await?;
        Ok(tx)
    }

    /// A transaction that may write. On SQLite it is the only writer until it ends.
    pub async fn begin(&self) -> StoreResult<Tx> {
        self.begin_within(WRITERS_TIMEOUT).await
    }

    async fn begin_within(&self, longest: Duration) -> StoreResult<Tx> {
        if let Some(reserve) = &self.reserve {
            reserve.give_up_if_full();
        }
        let permit = timeout(longest, Arc::clone(&self.writers).acquire_owned()).await;
        // Closed by nobody.
        let permit = permit.map_err(|_| sqlx::Error::PoolTimedOut)?.map_err(|_| sqlx::Error::PoolClosed)?;
        let transaction = match self.dialect {
            Dialect::Sqlite => {
                let begun = self.writer.begin_with("BEGIN IMMEDIATE").await;
                begun.map_err(|error| reserve::explain(self.reserve.as_deref(), error))?
            }
            Dialect::Postgres => begin_apart(&self.writer, "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE").await?,
        };
        Ok(Tx { permit: Some(permit), ..self.tx(transaction) })
    }

    /// As [`begin`](Self::begin), when all others in this process who want to change the package have had their turn.
    pub async fn begin_on(&self, package: &PackageId) -> StoreResult<Tx> {
        let turn = timeout(TURN_TIMEOUT, self.turns.take(package.as_str())).await;
        let turn = turn.map_err(|_| sqlx::Error::PoolTimedOut)?;
        Ok(Tx { turn: Some(turn), ..self.begin().await? })
    }

    fn tx(&self, transaction: Transaction<'static, Any>) -> Tx {
        let added = self.added.clone();
        let (has_new_jobs, has_new_calls) = (false, false);
        let (audit_key, reserve) = (self.audit_key.clone(), self.reserve.clone());
        Tx {
            transaction,
            dialect: self.dialect,
            added,
            audit_key,
            reserve,
            has_new_jobs,
            has_new_calls,
            permit: None,
            turn: None,
        }
    }

    /// Returns when another part of this process has added jobs.
    pub async fn jobs_added(&self) {
        self.added.jobs.notified().await;
    }

    /// As [`Store::calls_added`], for workers that take only transfers.
    pub async fn transfers_added(&self) {
        self.added.transfers.notified().await;
    }

    /// As [`jobs_added`](Self::jobs_added), for jobs that call an external party.
    pub async fn calls_added(&self) {
        self.added.calls.notified().await;
    }

    /// Returns when this process has added jobs, for the task that notifies the others. Several additions may be
    /// reported as one.
    pub async fn added_here(&self) -> Work {
        tokio::select! {
            () = self.added.jobs_here.notified() => Work::AtHome,
            () = self.added.calls_here.notified() => Work::Calls,
        }
    }

    /// Wakes the workers, because another process has added jobs.
    pub fn added_elsewhere(&self, work: Work) {
        self.added.wake_workers(work);
    }

    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Connections in use, and idle connections.
    pub fn connections(&self) -> (u32, u32) {
        let pools: &[&AnyPool] = match self.dialect {
            Dialect::Sqlite => &[&self.reader, &self.writer],
            Dialect::Postgres => &[&self.reader],
        };
        let idle: u32 = pools.iter().map(|pool| u32::try_from(pool.num_idle()).unwrap_or(u32::MAX)).sum();
        let open: u32 = pools.iter().map(|pool| pool.size()).sum();
        (open.saturating_sub(idle), idle)
    }

    /// Whether the database answers and accepts writes.
    pub async fn check(&self) -> StoreResult<()> {
        pulse::read(&mut *self.read().await?).await?;
        let mut tx = self.begin_within(connect::ACQUIRE_TIMEOUT).await?;
        pulse::beat(&mut tx).await?;
        tx.commit_aside().await?;
        if let Some(reserve) = self.reserve.as_ref().filter(|reserve| !reserve.is_there()) {
            // Nobody else writes while it takes more than it keeps.
            let alone = timeout(connect::ACQUIRE_TIMEOUT, self.writers.acquire()).await;
            let _alone = alone.map_err(|_| sqlx::Error::PoolTimedOut)?;
            reserve.set_aside();
        }
        Ok(())
    }

    /// Whether the disk of the database was full, and still has too little room. Writes that free some may succeed.
    pub fn lives_on_its_reserve(&self) -> bool {
        self.reserve.as_ref().is_some_and(|reserve| reserve.is_used())
    }

    /// How many connections the database accepts. `None` if nobody else connects to it.
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

    /// Problems that the database itself finds in its files and references.
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

/// Begins the transaction in its own task. If the caller is dropped before the reply to BEGIN arrives, sqlx does not
/// know that the transaction began, and the next user of the connection would be inside it. Here the reply is always
/// awaited; a transaction that nobody wants any more is dropped, which rolls it back.
async fn begin_apart(pool: &AnyPool, statement: &'static str) -> StoreResult<Transaction<'static, Any>> {
    let pool = pool.clone();
    let begun = tokio::spawn(async move { pool.begin_with(statement).await }.in_current_span());
    // The task panicked, or the process is ending.
    let begun = begun.await.map_err(|_| sqlx::Error::WorkerCrashed)?;
    Ok(begun?)
}

/// How many connections a database server accepts from all processes together, and how many are open.
#[derive(Debug)]
pub struct ConnectionRoom {
    pub most: i64,
    pub used: i64,
}

/// `$3, $4, $5`: placeholders for a list of values that begins after `taken` others.
fn places(taken: usize, count: usize) -> String {
    (taken + 1..=taken + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::time::Duration;

    use serving::secret::Secret;

    use super::connect::ACQUIRE_TIMEOUT;
    use super::{DatabaseAddress, PoolLimits, Store};

    #[tokio::test]
    async fn a_writer_waits_until_the_others_have_ended() {
        let directory = tempfile::tempdir().unwrap();
        let url = Secret::new(fixtures::database::fresh(directory.path()).await);
        let store = Store::open(&DatabaseAddress::new(&url, directory.path()), PoolLimits::patient(5)).await.unwrap();
        let mut others = Vec::new();
        while store.writers.available_permits() > 0 {
            others.push(store.begin().await.unwrap());
        }
        let mut next = pin!(store.begin());
        // Longer than for a connection: nobody holds one here.
        let long = tokio::time::timeout(ACQUIRE_TIMEOUT + Duration::from_millis(500), &mut next).await;
        assert!(long.is_err(), "the others take long, and the database is fine");
        drop(others);
        next.await.unwrap();
    }
}
