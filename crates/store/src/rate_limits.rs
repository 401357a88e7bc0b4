//! Rate-limit counters that all processes share, one for each bucket and window.

use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreResult};

/// The state of a bucket after a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub hits: i64,
    pub window_end: Time,
}

/// Counts one hit, in the current window or a new one.
pub async fn hit(connection: &mut Connection, bucket: &str, window_millis: i64, now: Time) -> StoreResult<Count> {
    hit_many(connection, bucket, 1, window_millis, now).await
}

/// Counts several hits in a single statement. A window that ends later than one that begins now was begun by a clock
/// that was wrong.
pub async fn hit_many(
    connection: &mut Connection,
    bucket: &str,
    hits: i64,
    window_millis: i64,
    now: Time,
) -> StoreResult<Count> {
    let row = sqlx::query(
        "INSERT INTO rate_limits (bucket, window_end, hits) VALUES ($1, $2, $3)
         ON CONFLICT (bucket) DO UPDATE SET
             hits = CASE WHEN rate_limits.window_end > $4 AND rate_limits.window_end <= excluded.window_end
                 THEN rate_limits.hits + excluded.hits ELSE excluded.hits END,
             window_end = CASE WHEN rate_limits.window_end > $4 AND rate_limits.window_end <= excluded.window_end
                 THEN rate_limits.window_end ELSE excluded.window_end END
         RETURNING hits, window_end",
    )
    .bind(bucket)
    .bind(now.plus_millis(window_millis).as_millis())
    .bind(hits)
    .bind(now.as_millis())
    .fetch_one(connection)
    .await?;
    Ok(Count { hits: row.number("hits")?, window_end: row.time("window_end")? })
}

/// The hits of all buckets whose window has not ended and whose name begins like this, by the rest of the name.
pub async fn beginning_with(connection: &mut Connection, start: &str, now: Time) -> StoreResult<Vec<(String, i64)>> {
    let statement = "SELECT bucket, hits FROM rate_limits WHERE SUBSTR(bucket, 1, LENGTH($1)) = $1 AND window_end > $2
         ORDER BY hits DESC";
    let rows = sqlx::query(statement).bind(start).bind(now.as_millis()).fetch_all(connection).await?;
    let rest = |bucket: String| bucket.strip_prefix(start).map(str::to_owned).unwrap_or_default();
    rows.iter().map(|row| Ok((rest(row.text("bucket")?), row.number("hits")?))).collect()
}

/// The state of the bucket, if its window has not ended.
pub async fn running(
    connection: &mut Connection,
    bucket: &str,
    window_millis: i64,
    now: Time,
) -> StoreResult<Option<Count>> {
    let running = "SELECT hits, window_end FROM rate_limits WHERE bucket = $1 AND window_end > $2 AND window_end <= $3";
    let row = sqlx::query(running)
        .bind(bucket)
        .bind(now.as_millis())
        .bind(now.plus_millis(window_millis).as_millis())
        .fetch_optional(connection)
        .await?;
    row.map(|row| Ok(Count { hits: row.number("hits")?, window_end: row.time("window_end")? })).transpose()
}

/// Takes back one hit.
pub async fn take_back(connection: &mut Connection, bucket: &str) -> StoreResult<()> {
    sqlx::query("UPDATE rate_limits SET hits = hits - 1 WHERE bucket = $1 AND hits > 0")
        .bind(bucket)
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn clear(connection: &mut Connection, bucket: &str) -> StoreResult<()> {
    sqlx::query("DELETE FROM rate_limits WHERE bucket = $1").bind(bucket).execute(connection).await?;
    Ok(())
}

pub async fn delete_expired(connection: &mut Connection, now: Time) -> StoreResult<u64> {
    let deleted =
        sqlx::query("DELETE FROM rate_limits WHERE window_end <= $1").bind(now.as_millis()).execute(connection).await?;
    Ok(deleted.rows_affected())
}
