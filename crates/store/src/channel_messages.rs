//! The newest message of each progress channel.

use wire::ids::PackageId;
use wire::packages::PublishProgress;
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreError, StoreResult};

/// Replaces the previous message of the channel.
pub async fn put(
    connection: &mut Connection,
    package: &PackageId,
    topic: &str,
    message: &PublishProgress,
    now: Time,
) -> StoreResult<()> {
    let text = serde_json::to_string(message)
        .map_err(|error| StoreError::Corrupt { column: "message", value: error.to_string() })?;
    sqlx::query(
        "INSERT INTO channel_messages (package_id, topic, message, at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (package_id, topic) DO UPDATE SET message = excluded.message, at = excluded.at",
    )
    .bind(package.as_str())
    .bind(topic)
    .bind(text)
    .bind(now.as_millis())
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn newest(
    connection: &mut Connection,
    package: &PackageId,
    topic: &str,
) -> StoreResult<Option<PublishProgress>> {
    let row = sqlx::query("SELECT message FROM channel_messages WHERE package_id = $1 AND topic = $2")
        .bind(package.as_str())
        .bind(topic)
        .fetch_optional(connection)
        .await?;
    row.map(|row| row.parsed("message", |text| serde_json::from_str(text).ok())).transpose()
}
