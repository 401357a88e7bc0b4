//! Requests that are carried out once, however often they are sent.
//!
//! A request with an `Idempotency-Key` runs within [`Claim::during`]. Its first commit also writes the claim, so that
//! the claim exists exactly if the change does, wherever it is interrupted. If two requests run at once, the second to
//! commit finds the claim and changes nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreError, StoreResult};

tokio::task_local! {
    static CURRENT: Arc<Claim>;
}

pub struct Claim {
    pub caller: String,
    pub key: String,
    pub fingerprint: String,
    pub at: Time,
    /// Older claims have expired.
    pub since: Time,
    /// Set once a transaction of this request has written it.
    pub is_made: AtomicBool,
}

impl Claim {
    /// Runs a request under the claim.
    pub async fn during<F: Future>(self: Arc<Self>, request: F) -> F::Output {
        CURRENT.scope(self, request).await
    }
}

/// Writes the claim of the running request, if there is one that is not written yet.
pub(super) async fn claim(connection: &mut Connection) -> StoreResult<()> {
    let Ok(claim) = CURRENT.try_with(Arc::clone) else { return Ok(()) };
    if claim.is_made.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let made = insert(connection, &claim).await;
    claim.is_made.store(matches!(made, Ok(true)), Ordering::Relaxed);
    if made? { Ok(()) } else { Err(StoreError::Repeated) }
}

/// Returns false if another request has made the claim.
async fn insert(connection: &mut Connection, claim: &Claim) -> StoreResult<bool> {
    let made = sqlx::query(
        "INSERT INTO idempotent_requests (caller, idempotency_key, fingerprint, at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (caller, idempotency_key) DO UPDATE
             SET fingerprint = excluded.fingerprint, at = excluded.at, status = NULL, answer = NULL
             WHERE idempotent_requests.at < $5",
    )
    .bind(claim.caller.as_str())
    .bind(claim.key.as_str())
    .bind(claim.fingerprint.as_str())
    .bind(claim.at.as_millis())
    .bind(claim.since.as_millis())
    .execute(connection)
    .await?;
    Ok(made.rows_affected() != 0)
}

/// A request that was carried out before.
pub struct Earlier {
    pub fingerprint: String,
    /// When it began.
    pub at: Time,
    /// Status and sealed body. `None` until they are known, or if they were lost with the process.
    pub answer: Option<(i64, String)>,
}

/// The earlier request with the same claim, if there is one.
pub async fn find(connection: &mut Connection, claim: &Claim) -> StoreResult<Option<Earlier>> {
    let row = sqlx::query(
        "SELECT fingerprint, at, status, answer FROM idempotent_requests
         WHERE caller = $1 AND idempotency_key = $2 AND at >= $3",
    )
    .bind(claim.caller.as_str())
    .bind(claim.key.as_str())
    .bind(claim.since.as_millis())
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        let answer = row.optional_number("status")?.zip(row.optional_text("answer")?);
        Ok(Earlier { fingerprint: row.text("fingerprint")?, at: row.time("at")?, answer })
    })
    .transpose()
}

pub async fn keep_answer(connection: &mut Connection, claim: &Claim, status: i64, answer: &str) -> StoreResult<()> {
    sqlx::query("UPDATE idempotent_requests SET status = $1, answer = $2 WHERE caller = $3 AND idempotency_key = $4")
        .bind(status)
        .bind(answer)
        .bind(claim.caller.as_str())
        .bind(claim.key.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes some requests from before a given time. Returns how many.
pub async fn delete_before(connection: &mut Connection, before: Time, limit: i64) -> StoreResult<u64> {
    let deleted = sqlx::query(
        "DELETE FROM idempotent_requests WHERE (caller, idempotency_key) IN (
             SELECT caller, idempotency_key FROM idempotent_requests WHERE at < $1 ORDER BY at LIMIT $2)",
    )
    .bind(before.as_millis())
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}
