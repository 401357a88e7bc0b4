//! Jobs by their name and input: what the server asks to be done.

use wire::time::Time;

use super::{StoreResult, Tx};

/// The state of a job with this name and input, if there is one; `waiting` rather than `dead`.
pub async fn state_of(tx: &mut Tx, name: &str, payload: &str) -> StoreResult<Option<String>> {
    let states = "SELECT state FROM jobs WHERE name = $1 AND payload = $2 ORDER BY state DESC LIMIT 1";
    Ok(sqlx::query_scalar(states).bind(name).bind(payload).fetch_optional(&mut **tx).await?)
}

/// Says how far a job is, for the operator.
pub async fn report(tx: &mut Tx, name: &str, payload: &str, progress: &str) -> StoreResult<()> {
    sqlx::query("UPDATE jobs SET progress = $1 WHERE name = $2 AND payload = $3")
        .bind(progress)
        .bind(name)
        .bind(payload)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Removes all jobs with this name and input that wait and that nobody has taken.
pub async fn take_back(tx: &mut Tx, name: &str, payload: &str) -> StoreResult<()> {
    sqlx::query("DELETE FROM jobs WHERE name = $1 AND payload = $2 AND state = 'waiting' AND lease IS NULL")
        .bind(name)
        .bind(payload)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Gives all dead jobs with this name and input all their attempts again. Returns how many there were.
pub async fn revive(tx: &mut Tx, name: &str, payload: &str, now: Time) -> StoreResult<u64> {
    let revived = sqlx::query(
        "UPDATE jobs SET state = 'waiting', attempts = 0, claims = 0, run_at = $1, set_at = $1
         WHERE name = $2 AND payload = $3 AND state = 'dead'",
    )
    .bind(now.as_millis())
    .bind(name)
    .bind(payload)
    .execute(&mut **tx)
    .await?;
    tx.has_new_jobs = true;
    Ok(revived.rows_affected())
}
