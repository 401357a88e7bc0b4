//! Custom webhooks, and the Portals they are attached to.

use domain::webhook::{EventKind, WebhookMethod};
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{CustomWebhookId, TeamId};
use wire::time::Time;

use super::portals::PortalViewer;
use super::row::Columns as _;
use super::write::{self, insert_into};
use super::{Connection, StoreResult, Tx, select_for_update, select_to_refer_to};

pub struct WebhookRow {
    pub id: CustomWebhookId,
    pub team_id: TeamId,
    pub name: String,
    pub active: bool,
    pub events: Vec<EventKind>,
    pub method: WebhookMethod,
    /// Address, headers and extras, sealed.
    pub request: String,
    /// The receiver that a delivery puts load on.
    pub endpoint: String,
    /// Sealed.
    pub signing_secret: String,
    /// The previous secret, sealed, and until when it also signs.
    pub previous_secret: Option<(String, Time)>,
    pub created_at: Time,
    pub updated_at: Time,
    pub version: i64,
}

pub async fn insert(connection: &mut Connection, webhook: &WebhookRow) -> StoreResult<()> {
    insert_into("custom_webhooks")
        .value("id", webhook.id.as_str())
        .value("team_id", webhook.team_id.as_str())
        .value("name", webhook.name.as_str())
        .value("active", i64::from(webhook.active))
        .value("events", events_column(&webhook.events))
        .value("method", webhook.method.as_str())
        .value("request", webhook.request.as_str())
        .value("endpoint", webhook.endpoint.as_str())
        .value("signing_secret", webhook.signing_secret.as_str())
        .value("previous_secret", webhook.previous_secret.as_ref().map(|(secret, _)| secret.as_str()))
        .value("previous_secret_until", webhook.previous_secret.as_ref().map(|(_, until)| until.as_millis()))
        .value("created_at", webhook.created_at.as_millis())
        .value("updated_at", webhook.updated_at.as_millis())
        .value("version", webhook.version)
        .execute(connection)
        .await?;
    Ok(())
}

/// Updates `webhook` if its version has not changed since it was read.
pub async fn update(connection: &mut Connection, webhook: &WebhookRow) -> StoreResult<()> {
    write::update("custom_webhooks")
        .value("name", webhook.name.as_str())
        .value("active", i64::from(webhook.active))
        .value("events", events_column(&webhook.events))
        .value("method", webhook.method.as_str())
        .value("request", webhook.request.as_str())
        .value("endpoint", webhook.endpoint.as_str())
        .value("signing_secret", webhook.signing_secret.as_str())
        .value("previous_secret", webhook.previous_secret.as_ref().map(|(secret, _)| secret.as_str()))
        .value("previous_secret_until", webhook.previous_secret.as_ref().map(|(_, until)| until.as_millis()))
        .value("updated_at", webhook.updated_at.as_millis())
        .over_version(connection, webhook.id.as_str(), webhook.version)
        .await
}

/// Detaches it from its Portals and deletes its content. The row stays until [`forget_deleted`], but cannot be found.
pub async fn delete(connection: &mut Connection, id: &CustomWebhookId, now: Time) -> StoreResult<bool> {
    let detached = sqlx::query("DELETE FROM portal_webhooks WHERE custom_webhook_id = $1").bind(id.as_str());
    detached.execute(&mut *connection).await?;
    let deleted = sqlx::query(
        "UPDATE custom_webhooks
         SET name = '', active = 0, request = '', signing_secret = '', previous_secret = NULL,
             previous_secret_until = NULL, deleted_at = $1, version = version + 1
         WHERE id = $2 AND deleted_at IS NULL",
    )
    .bind(now.as_millis())
    .bind(id.as_str())
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected() == 1)
}

/// Removes the rows of deleted webhooks that nothing refers to any more.
pub async fn forget_deleted(connection: &mut Connection) -> StoreResult<()> {
    sqlx::query(
        "DELETE FROM custom_webhooks WHERE deleted_at IS NOT NULL AND NOT EXISTS
             (SELECT 1 FROM webhook_deliveries WHERE webhook_deliveries.custom_webhook_id = custom_webhooks.id)",
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn by_id(connection: &mut Connection, id: &CustomWebhookId) -> StoreResult<Option<WebhookRow>> {
    let statement = "SELECT * FROM custom_webhooks WHERE id = $1 AND deleted_at IS NULL";
    let row = sqlx::query(statement).bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(webhook).transpose()
}

/// Locks a webhook until the transaction ends.
pub async fn lock(tx: &mut Tx, id: &CustomWebhookId) -> StoreResult<()> {
    let statement = select_for_update(tx, "SELECT id FROM custom_webhooks WHERE id = $1");
    sqlx::query(statement).bind(id.as_str()).fetch_optional(&mut **tx).await?;
    Ok(())
}

pub async fn count_of_team(connection: &mut Connection, team: &TeamId) -> StoreResult<i64> {
    let statement = "SELECT COUNT(*) FROM custom_webhooks WHERE team_id = $1 AND deleted_at IS NULL";
    Ok(sqlx::query_scalar(statement).bind(team.as_str()).fetch_one(connection).await?)
}

/// How many of the Portals that the viewer can see it is attached to.
pub async fn connections(connection: &mut Connection, viewer: &PortalViewer, id: &CustomWebhookId) -> StoreResult<i64> {
    count_portals(connection, viewer, id, &format!("deleted_at IS NULL AND {}", viewer.condition("$2"))).await
}

/// Whether it is attached to a Portal that the viewer cannot see. It is told of the end of packages that visitors still
/// send to a deleted Portal, and what happened there may still have to be delivered.
pub async fn has_hidden_portal(
    connection: &mut Connection,
    viewer: &PortalViewer,
    id: &CustomWebhookId,
) -> StoreResult<bool> {
    let condition = format!(
        "NOT {} AND (deleted_at IS NULL OR EXISTS (SELECT 1 FROM packages
             WHERE packages.team_id = portals.team_id AND packages.portal_id = portals.id AND packages.state = 'new')
             OR EXISTS (SELECT 1 FROM webhook_deliveries JOIN events ON events.id = webhook_deliveries.event_id
                 WHERE webhook_deliveries.custom_webhook_id = $1 AND webhook_deliveries.state = 'pending'
                     AND events.portal_id = portals.id))",
        viewer.condition("$2")
    );
    Ok(count_portals(connection, viewer, id, &condition).await? > 0)
}

async fn count_portals(
    connection: &mut Connection,
    viewer: &PortalViewer,
    id: &CustomWebhookId,
    condition: &str,
) -> StoreResult<i64> {
    let statement = format!(
        "SELECT COUNT(*) FROM portal_webhooks WHERE custom_webhook_id = $1
             AND portal_id IN (SELECT id FROM portals WHERE {condition})"
    );
    let query = sqlx::query_scalar(AssertSqlSafe(statement)).bind(id.as_str()).bind(viewer.membership_id.as_str());
    Ok(query.fetch_one(connection).await?)
}

/// An active webhook of a Portal, reduced to what an event for it needs.
pub struct Listener {
    pub id: CustomWebhookId,
    pub events: Vec<EventKind>,
    pub endpoint: String,
}

/// The active webhooks of a Portal; one that was deleted still has those that it had. They cannot be deleted before the
/// transaction ends, so that events can be addressed to them.
pub async fn listening(tx: &mut Tx, portal: &str) -> StoreResult<Vec<Listener>> {
    let statement = "SELECT custom_webhooks.id, custom_webhooks.events, custom_webhooks.endpoint
         FROM portal_webhooks
         JOIN custom_webhooks ON custom_webhooks.id = portal_webhooks.custom_webhook_id
         JOIN teams ON teams.id = custom_webhooks.team_id
         WHERE portal_webhooks.portal_id = $1 AND custom_webhooks.active = 1 AND teams.webhooks_enabled = 1
         ORDER BY custom_webhooks.id";
    let statement = select_to_refer_to(tx, statement, "custom_webhooks");
    let rows = sqlx::query(statement).bind(portal).fetch_all(&mut **tx).await?;
    rows.iter().map(listener).collect()
}

/// All webhooks of a Team that events are sent to.
pub async fn listening_in_team(tx: &mut Tx, team: &TeamId) -> StoreResult<Vec<Listener>> {
    let statement = "SELECT custom_webhooks.id, custom_webhooks.events, custom_webhooks.endpoint
         FROM custom_webhooks JOIN teams ON teams.id = custom_webhooks.team_id
         WHERE custom_webhooks.team_id = $1 AND custom_webhooks.active = 1 AND teams.webhooks_enabled = 1
         ORDER BY custom_webhooks.id";
    let statement = select_to_refer_to(tx, statement, "custom_webhooks");
    let rows = sqlx::query(statement).bind(team.as_str()).fetch_all(&mut **tx).await?;
    rows.iter().map(listener).collect()
}

fn listener(row: &AnyRow) -> StoreResult<Listener> {
    let (id, events) = (row.id("id")?, row.parsed("events", parse_events)?);
    Ok(Listener { id, events, endpoint: row.text("endpoint")? })
}

/// Whether the webhook listens to events of the Portal, which may have been deleted since.
pub async fn is_attached(connection: &mut Connection, id: &CustomWebhookId, portal: &str) -> StoreResult<bool> {
    let statement = "SELECT COUNT(*) FROM portal_webhooks WHERE custom_webhook_id = $1 AND portal_id = $2";
    let count: i64 = sqlx::query_scalar(statement).bind(id.as_str()).bind(portal).fetch_one(connection).await?;
    Ok(count == 1)
}

/// The Team's webhooks in the order of their creation, each with the number of its Portals that the viewer can see.
pub async fn of_team(
    connection: &mut Connection,
    viewer: &PortalViewer,
    team: &TeamId,
) -> StoreResult<Vec<(WebhookRow, i64)>> {
    let statement = format!(
        "SELECT custom_webhooks.*,
             (SELECT COUNT(*) FROM portal_webhooks WHERE portal_webhooks.custom_webhook_id = custom_webhooks.id
                  AND portal_id IN (SELECT id FROM portals WHERE deleted_at IS NULL AND {})) AS connections
         FROM custom_webhooks WHERE team_id = $1 AND deleted_at IS NULL ORDER BY id",
        viewer.condition("$2")
    );
    let query = sqlx::query(AssertSqlSafe(statement)).bind(team.as_str()).bind(viewer.membership_id.as_str());
    let rows = query.fetch_all(connection).await?;
    rows.iter().map(|row| Ok((webhook(row)?, row.number("connections")?))).collect()
}

fn events_column(events: &[EventKind]) -> String {
    serde_json::json!(events.iter().map(|kind| kind.as_str()).collect::<Vec<_>>()).to_string()
}

fn parse_events(text: &str) -> Option<Vec<EventKind>> {
    let names: Vec<String> = serde_json::from_str(text).ok()?;
    names.iter().map(|name| EventKind::parse(name)).collect()
}

fn webhook(row: &AnyRow) -> StoreResult<WebhookRow> {
    let previous = row.optional_text("previous_secret")?;
    Ok(WebhookRow {
        id: row.id("id")?,
        team_id: row.id("team_id")?,
        name: row.text("name")?,
        active: row.flag("active")?,
        events: row.parsed("events", parse_events)?,
        method: row.parsed("method", WebhookMethod::parse)?,
        request: row.text("request")?,
        endpoint: row.text("endpoint")?,
        signing_secret: row.text("signing_secret")?,
        previous_secret: previous.zip(row.optional_time("previous_secret_until")?),
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
        version: row.number("version")?,
    })
}
