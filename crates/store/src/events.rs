//! Events of packages, written with the change itself. Each happens once.

use wire::ids::{EventId, PackageId, TeamId};
use wire::time::Time;

use super::{Connection, StoreResult};

pub struct NewEvent<'a> {
    pub id: EventId,
    pub team_id: &'a TeamId,
    pub portal_id: &'a str,
    /// `None` for a test event.
    pub package_id: Option<&'a PackageId>,
    pub event_type: &'a str,
    pub at: Time,
    /// The package as it is now, as JSON.
    pub object: String,
}

pub async fn insert(connection: &mut Connection, event: &NewEvent<'_>) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO events (id, team_id, portal_id, package_id, event_type, at, object)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(event.id.as_str())
    .bind(event.team_id.as_str())
    .bind(event.portal_id)
    .bind(event.package_id.map_or("", |id| id.as_str()))
    .bind(event.event_type)
    .bind(event.at.as_millis())
    .bind(event.object.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

/// Removes events that no delivery needs any more.
pub async fn delete_older(connection: &mut Connection, before: Time, limit: i64) -> StoreResult<u64> {
    let deleted = sqlx::query(
        "DELETE FROM events WHERE id IN
             (SELECT id FROM events WHERE at < $1
                 AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE webhook_deliveries.event_id = events.id)
              LIMIT $2)",
    )
    .bind(before.as_millis())
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}
