//! When each periodic sweep is due, shared by all processes.

use wire::time::Time;

use super::{Connection, SKEW_MILLIS, StoreResult};

/// Claims the sweep if it is due, and sets when it is due again. Only one caller gets it. A sweep that is due later than
/// a whole period and a minute from now was set by a clock that was wrong, and is due.
pub async fn take_due(connection: &mut Connection, name: &str, now: Time, next: Time) -> StoreResult<bool> {
    let taken = sqlx::query(
        "INSERT INTO sweeps (name, next_run_at) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET next_run_at = excluded.next_run_at 
             WHERE sweeps.next_run_at <= $3 OR sweeps.next_run_at > $4",
    )
    .bind(name)
    .bind(next.as_millis())
    .bind(now.as_millis())
    .bind(next.plus_millis(SKEW_MILLIS).as_millis())
    .execute(connection)
    .await?;
    Ok(taken.rows_affected() == 1)
}
