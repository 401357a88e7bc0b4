//! A transaction, and the locks that it takes.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::{Any, AssertSqlSafe, Transaction};
use tokio::sync::OwnedSemaphorePermit;

use super::audit_key::AuditKey;
use super::reserve::{self, Reserve};
use super::turns::Turn;
use super::{Added, Connection, CrashPoint, Dialect, StoreError, StoreResult, Work, idempotency};

/// A transaction. Dropped without `commit`, it changes nothing.
pub struct Tx {
    pub(super) transaction: Transaction<'static, Any>,
    pub(super) dialect: Dialect,
    pub(super) added: Added,
    pub(super) audit_key: Option<AuditKey>,
    pub(super) reserve: Option<Arc<Reserve>>,
    pub(super) has_new_jobs: bool,
    pub(super) has_new_calls: bool,
    // Last: they end when the transaction has ended.
    #[expect(dead_code, reason = "another transaction may begin when it is dropped")]
    pub(super) permit: Option<OwnedSemaphorePermit>,
    #[expect(dead_code, reason = "the next in the queue waits for it")]
    pub(super) turn: Option<Turn>,
}

impl Tx {
    pub async fn commit(mut self) -> StoreResult<()> {
        idempotency::claim(&mut self.transaction).await?;
        self.commit_aside().await
    }

    /// As [`commit`](Self::commit), for a change that goes with an effect outside the database.
    pub async fn commit_at(self, point: CrashPoint) -> StoreResult<()> {
        point.pass_before();
        self.commit().await?;
        point.pass_after();
        Ok(())
    }

    /// Commits a change that must be kept even if the request fails, such as a count of attempts.
    pub async fn commit_aside(self) -> StoreResult<()> {
        self.transaction.commit().await.map_err(|error| reserve::explain(self.reserve.as_deref(), error))?;
        if self.has_new_jobs {
            self.added.by_this_process(Work::AtHome);
        }
        if self.has_new_calls {
            self.added.by_this_process(Work::Calls);
        }
        Ok(())
    }

    pub(super) fn audit_key(&self) -> StoreResult<&AuditKey> {
        self.audit_key.as_ref().ok_or(StoreError::NoAuditKey)
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

/// The statement with a lock on its rows for this transaction: nobody else can change, delete or refer to them. SQLite
/// has one writer and needs none.
pub(super) fn select_for_update(tx: &Tx, statement: &'static str) -> AssertSqlSafe<String> {
    locking(tx, statement, "FOR UPDATE")
}

/// As [`select_for_update`], while others can refer to the rows, for example with rows of another table.
pub(super) fn select_to_change(tx: &Tx, statement: &'static str) -> AssertSqlSafe<String> {
    locking(tx, statement, "FOR NO KEY UPDATE")
}

/// The statement with a lock that keeps its rows as they are until this transaction ends. Others can have it at the same
/// time.
pub(super) fn select_to_rely_on(tx: &Tx, statement: &'static str) -> AssertSqlSafe<String> {
    locking(tx, statement, "FOR SHARE")
}

fn locking(tx: &Tx, statement: &'static str, lock: &'static str) -> AssertSqlSafe<String> {
    AssertSqlSafe(match tx.dialect {
        Dialect::Sqlite => statement.to_owned(),
        Dialect::Postgres => format!("{statement} {lock}"),
    })
}

/// The statement with a lock that keeps its rows of `table` from being deleted before this transaction refers to them.
pub(super) fn select_to_refer_to(tx: &Tx, statement: &'static str, table: &'static str) -> AssertSqlSafe<String> {
    AssertSqlSafe(match tx.dialect {
        Dialect::Sqlite => statement.to_owned(),
        Dialect::Postgres => format!("{statement} FOR KEY SHARE OF {table}"),
    })
}
