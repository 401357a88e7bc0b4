//! The pulse of the database: a row that can always be written, and the newest time that was trusted.

use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreResult, Tx};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pulse {
    /// The newest time of a process that trusted its clock. `None` if there was none.
    pub seen_at: Option<Time>,
    /// How often an operator has accepted the time as it is.
    pub accepted: i64,
}

pub async fn read(connection: &mut Connection) -> StoreResult<Pulse> {
    let row = sqlx::query("SELECT seen_at, accepted FROM pulse WHERE id = 1").fetch_optional(connection).await?;
    let Some(row) = row else { return Ok(Pulse::default()) };
    Ok(Pulse { seen_at: row.optional_time("seen_at")?, accepted: row.number("accepted")? })
}

/// Writes, to show that it works.
pub async fn beat(connection: &mut Connection) -> StoreResult<()> {
    let statement = "INSERT INTO pulse (id, beats, accepted) VALUES (1, 1, 0)
         ON CONFLICT (id) DO UPDATE SET beats = pulse.beats + 1";
    sqlx::query(statement).execute(connection).await?;
    Ok(())
}

/// A process that trusts its clock was here.
pub async fn seen(connection: &mut Connection, now: Time) -> StoreResult<()> {
    let statement = "INSERT INTO pulse (id, beats, seen_at, accepted) VALUES (1, 0, $1, 0)
         ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at";
    sqlx::query(statement).bind(now.as_millis()).execute(connection).await?;
    Ok(())
}

/// An operator says that the time is right.
pub async fn accept(connection: &mut Connection, now: Time) -> StoreResult<()> {
    let statement = "INSERT INTO pulse (id, beats, seen_at, accepted) VALUES (1, 0, $1, 1)
         ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, accepted = pulse.accepted + 1";
    sqlx::query(statement).bind(now.as_millis()).execute(connection).await?;
    Ok(())
}

/// Makes due what was set after `beyond`, by a clock that was ahead. A lease that it gave ends at `lease_end`: its holder, if it
/// lives, extends it before.
pub async fn forget_the_future(tx: &mut Tx, now: Time, lease_end: Time, beyond: Time) -> StoreResult<u64> {
    let ahead = beyond.as_millis();
    let jobs = sqlx::query(
        "UPDATE jobs SET run_at = CASE WHEN lease IS NULL THEN $1 ELSE $2 END, set_at = $1, lease_end = NULL
         WHERE state = 'waiting' AND set_at > $3",
    )
    .bind(now.as_millis())
    .bind(lease_end.as_millis())
    .bind(ahead)
    .execute(&mut **tx)
    .await?;
    let transfers = sqlx::query(
        "UPDATE transfers SET not_before = $1, updated_at = $1
         WHERE state IN ('pending', 'transferring') AND updated_at > $2 AND not_before > $1",
    )
    .bind(now.as_millis())
    .bind(ahead)
    .execute(&mut **tx)
    .await?;
    tx.has_new_jobs = true;
    tx.has_new_calls = true;
    Ok(jobs.rows_affected() + transfers.rows_affected())
}
