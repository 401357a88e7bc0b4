//! When leases end: by the database's clock, because the clocks of processes may differ by more than a lease lasts.

use sqlx::AssertSqlSafe;
use wire::time::Time;

use super::{SKEW_MILLIS, StoreResult, Tx};

/// When a lease is given, and how long it lasts.
#[derive(Debug, Clone, Copy)]
pub struct LeaseTime {
    pub now: Time,
    pub seconds: i64,
    /// Whether the clock of PostgreSQL says when the lease ends. Otherwise `now` does: SQLite has one process, and nobody
    /// can move the database's clock in a test.
    pub by_database: bool,
}

impl LeaseTime {
    /// The end of a lease that is given now.
    pub async fn end(self, tx: &mut Tx) -> StoreResult<Time> {
        let statement = format!("SELECT {} + $2", self.clock("$1"));
        let query = sqlx::query_scalar(AssertSqlSafe(statement)).bind(self.given()).bind(self.millis());
        let end: i64 = query.fetch_one(&mut **tx).await?;
        Ok(Time::from_millis(end))
    }

    /// The same by the process's own clock.
    pub(super) const fn end_here(self) -> Time {
        self.now.plus_seconds(self.seconds)
    }

    /// The time by which leases end, in SQL. `place` is the placeholder of [`given`](Self::given).
    pub(super) fn clock(self, place: &str) -> String {
        let given = format!("CAST({place} AS BIGINT)");
        if self.by_database {
            format!("COALESCE({given}, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT))")
        } else {
            given
        }
    }

    pub(super) fn given(self) -> Option<i64> {
        (!self.by_database).then(|| self.now.as_millis())
    }

    pub(super) const fn millis(self) -> i64 {
        self.seconds.saturating_mul(1_000)
    }

    /// A lease with more time left than this was given by a clock that was wrong, and counts for nothing.
    pub(super) const fn longest_millis(self) -> i64 {
        self.millis().saturating_add(SKEW_MILLIS)
    }
}
