//! The webhooks of each Portal.

use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{CustomWebhookId, PortalId, TeamId};
use wire::portals::PortalWebhook;

use super::row::Columns as _;
use super::{Connection, StoreResult, Tx, places, select_to_refer_to};

/// A webhook of the Team that a request names; it cannot be deleted before the transaction ends.
pub async fn refer_to(tx: &mut Tx, team: &TeamId, id: &str) -> StoreResult<Option<CustomWebhookId>> {
    let statement = "SELECT id FROM custom_webhooks WHERE id = $1 AND team_id = $2 AND deleted_at IS NULL";
    let statement = select_to_refer_to(tx, statement, "custom_webhooks");
    let row = sqlx::query(statement).bind(id).bind(team.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(|row| row.id("id")).transpose()
}

pub async fn of_portals(
    connection: &mut Connection,
    portals: &[PortalId],
) -> StoreResult<Vec<(PortalId, PortalWebhook)>> {
    if portals.is_empty() {
        return Ok(Vec::new());
    }
    let statement = format!(
        "SELECT portal_webhooks.portal_id, custom_webhooks.id, custom_webhooks.active, custom_webhooks.events,
             custom_webhooks.name
         FROM portal_webhooks JOIN custom_webhooks ON custom_webhooks.id = portal_webhooks.custom_webhook_id
         WHERE portal_webhooks.portal_id IN ({}) AND custom_webhooks.deleted_at IS NULL ORDER BY custom_webhooks.id",
        places(0, portals.len())
    );
    let query = portals.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, id| query.bind(id.as_str()));
    let webhook = |row: &AnyRow| {
        let webhook = PortalWebhook {
            id: row.id("id")?,
            active: row.flag("active")?,
            events: row.parsed("events", |text| serde_json::from_str(text).ok())?,
            name: row.text("name")?,
        };
        Ok((row.id("portal_id")?, webhook))
    };
    query.fetch_all(connection).await?.iter().map(webhook).collect()
}

/// Replaces the webhooks of a Portal.
pub async fn set(connection: &mut Connection, portal: &PortalId, webhooks: &[CustomWebhookId]) -> StoreResult<()> {
    sqlx::query("DELETE FROM portal_webhooks WHERE portal_id = $1")
        .bind(portal.as_str())
        .execute(&mut *connection)
        .await?;
    for webhook in webhooks {
        sqlx::query("INSERT INTO portal_webhooks (portal_id, custom_webhook_id) VALUES ($1, $2)")
            .bind(portal.as_str())
            .bind(webhook.as_str())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
