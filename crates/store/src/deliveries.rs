//! Deliveries of events to webhooks, and the outcome of each attempt.

use domain::delivery::{DeliveryState, Progress};
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{CustomWebhookId, DeliveryId, EventId, PackageId};
use wire::time::Time;

use super::packages::optional_id;
use super::portals::PortalViewer;
use super::row::Columns as _;
use super::{Connection, StoreError, StoreResult, places};

/// A delivery with its event.
pub struct DeliveryRow {
    pub id: DeliveryId,
    pub webhook_id: CustomWebhookId,
    pub progress: Progress,
    pub event_id: EventId,
    pub event_type: String,
    pub event_time: Time,
    /// Empty for a test event.
    pub portal_id: String,
    /// `None` for a test event.
    pub package_id: Option<PackageId>,
    /// The package as it was, as JSON.
    pub object: String,
}

pub struct Attempt {
    pub at: Time,
    /// The status of the receiver's answer, if there was one.
    pub status: Option<i64>,
    pub error: String,
}

const DELIVERIES: &str =
    "SELECT webhook_deliveries.*, events.event_type, events.at, events.portal_id, events.package_id,
         events.object
     FROM webhook_deliveries JOIN events ON events.id = webhook_deliveries.event_id";

pub async fn insert(
    connection: &mut Connection,
    id: &DeliveryId,
    webhook: &CustomWebhookId,
    event: &EventId,
    now: Time,
) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO webhook_deliveries (id, custom_webhook_id, event_id, state, attempts, next_attempt_at, created_at)
         VALUES ($1, $2, $3, 'pending', 0, $4, $4)",
    )
    .bind(id.as_str())
    .bind(webhook.as_str())
    .bind(event.as_str())
    .bind(now.as_millis())
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn by_id(connection: &mut Connection, id: &DeliveryId) -> StoreResult<Option<DeliveryRow>> {
    let statement = AssertSqlSafe(format!("{DELIVERIES} WHERE webhook_deliveries.id = $1"));
    let row = sqlx::query(statement).bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(delivery).transpose()
}

/// Whether a delivery of the event to the webhook is pending.
pub async fn is_pending(connection: &mut Connection, webhook: &CustomWebhookId, event: &EventId) -> StoreResult<bool> {
    let statement = "SELECT COUNT(*) FROM webhook_deliveries
         WHERE event_id = $1 AND custom_webhook_id = $2 AND state = 'pending'";
    let query = sqlx::query_scalar(statement).bind(event.as_str()).bind(webhook.as_str());
    let count: i64 = query.fetch_one(connection).await?;
    Ok(count > 0)
}

/// Newest first; only tests and events of Portals, deleted or not, that the viewer can see.
pub async fn of_webhook(
    connection: &mut Connection,
    viewer: &PortalViewer,
    webhook: &CustomWebhookId,
    limit: i64,
) -> StoreResult<Vec<DeliveryRow>> {
    let statement = format!(
        "{DELIVERIES} WHERE webhook_deliveries.custom_webhook_id = $1
             AND (events.portal_id = '' OR events.portal_id IN (SELECT id FROM portals WHERE {}))
         ORDER BY webhook_deliveries.id DESC LIMIT $3",
        viewer.condition("$2")
    );
    let query = sqlx::query(AssertSqlSafe(statement)).bind(webhook.as_str()).bind(viewer.membership_id.as_str());
    query.bind(limit).fetch_all(connection).await?.iter().map(delivery).collect()
}

/// The attempts of some deliveries, in order.
pub async fn attempts_of(
    connection: &mut Connection,
    deliveries: &[&DeliveryId],
) -> StoreResult<Vec<(DeliveryId, Attempt)>> {
    if deliveries.is_empty() {
        return Ok(Vec::new());
    }
    let statement = format!(
        "SELECT * FROM webhook_attempts WHERE delivery_id IN ({}) ORDER BY delivery_id, number",
        places(0, deliveries.len())
    );
    let query = deliveries.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, id| query.bind(id.as_str()));
    let rows = query.fetch_all(connection).await?;
    let attempt = |row: &AnyRow| {
        let attempt =
            Attempt { at: row.time("at")?, status: row.optional_number("status")?, error: row.text("error")? };
        Ok((row.id("delivery_id")?, attempt))
    };
    rows.iter().map(attempt).collect()
}

/// Saves the outcome of an attempt. Returns false if the delivery no longer exists, or the attempt was already saved.
pub async fn record(
    connection: &mut Connection,
    id: &DeliveryId,
    progress: Progress,
    attempt: &Attempt,
) -> StoreResult<bool> {
    let number = attempts_column(progress.attempts)?;
    let written = sqlx::query(
        "UPDATE webhook_deliveries SET state = $1, attempts = $2, next_attempt_at = $3
         WHERE id = $4 AND state = 'pending' AND attempts = $2 - 1",
    )
    .bind(progress.state.as_str())
    .bind(number)
    .bind(progress.next_attempt_at.map(Time::as_millis))
    .bind(id.as_str())
    .execute(&mut *connection)
    .await?;
    if written.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query("INSERT INTO webhook_attempts (delivery_id, number, at, status, error) VALUES ($1, $2, $3, $4, $5)")
        .bind(id.as_str())
        .bind(number)
        .bind(attempt.at.as_millis())
        .bind(attempt.status)
        .bind(attempt.error.as_str())
        .execute(connection)
        .await?;
    Ok(true)
}

/// Removes finished deliveries, with their attempts.
pub async fn delete_older(connection: &mut Connection, before: Time, limit: i64) -> StoreResult<u64> {
    let deleted = sqlx::query(
        "DELETE FROM webhook_deliveries WHERE id IN
             (SELECT id FROM webhook_deliveries WHERE created_at < $1 AND state <> 'pending' LIMIT $2)",
    )
    .bind(before.as_millis())
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}

/// Removes deliveries of deleted webhooks, with their attempts.
pub async fn delete_of_deleted(connection: &mut Connection, limit: i64) -> StoreResult<u64> {
    let deleted = sqlx::query(
        "DELETE FROM webhook_deliveries WHERE id IN
             (SELECT webhook_deliveries.id FROM custom_webhooks
              JOIN webhook_deliveries ON webhook_deliveries.custom_webhook_id = custom_webhooks.id
              WHERE custom_webhooks.deleted_at IS NOT NULL LIMIT $1)",
    )
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}

fn attempts_column(attempts: usize) -> StoreResult<i64> {
    i64::try_from(attempts).map_err(|_| StoreError::Corrupt { column: "attempts", value: attempts.to_string() })
}

fn delivery(row: &AnyRow) -> StoreResult<DeliveryRow> {
    let attempts = row.number("attempts")?;
    let corrupt = |_| StoreError::Corrupt { column: "attempts", value: attempts.to_string() };
    Ok(DeliveryRow {
        id: row.id("id")?,
        webhook_id: row.id("custom_webhook_id")?,
        progress: Progress {
            state: row.parsed("state", DeliveryState::parse)?,
            attempts: usize::try_from(attempts).map_err(corrupt)?,
            next_attempt_at: row.optional_time("next_attempt_at")?,
        },
        event_id: row.id("event_id")?,
        event_type: row.text("event_type")?,
        event_time: row.time("at")?,
        portal_id: row.text("portal_id")?,
        package_id: optional_id(row, "package_id")?,
        object: row.text("object")?,
    })
}
