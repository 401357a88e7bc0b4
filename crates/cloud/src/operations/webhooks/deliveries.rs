//! Events for webhooks: addressed when they happen, listed, and sent again on request.

use std::collections::HashMap;

use domain::Refusal;
use domain::audit::AuditAction;
use domain::delivery::Progress;
use domain::webhook::EventKind;
use serde_json::json;
use store::deliveries::{Attempt, DeliveryRow};
use store::events::NewEvent;
use store::webhooks::WebhookRow;
use store::{Connection, StoreResult, Tx, audit, deliveries, events, portals, teams, webhooks};
use wire::ids::{CustomWebhookId, DeliveryId, EventId};
use wire::time::Time;
use wire::webhooks::{AttemptBody, DeliveryBody};

use super::find;
use crate::app::App;
use crate::auth::Caller;
use crate::auth::sight::viewer;
use crate::error::{ApiError, ApiResult};
use crate::operations::requests::rate_limit::{Limit, consume};
use crate::queue::{DeliverWebhook, enqueue};

/// The log shows no more than this.
const MOST_SHOWN: i64 = 500;
const TEST: &str = "webhook.test";
/// Limited, since anyone who manages webhooks can cause calls this way.
const TESTS_PER_MINUTE: i64 = 30;
const NOT_FOUND: ApiError = ApiError::NotFound("delivery");

/// Addresses an event to every webhook that listens to it, in the transaction of the event itself: an event that is
/// saved is sent, and no other.
pub async fn address(app: &App, tx: &mut Tx, event: &NewEvent<'_>) -> StoreResult<()> {
    let Some(kind) = EventKind::parse(event.event_type) else { return Ok(()) };
    let listeners = match (event.portal_id, kind) {
        ("", EventKind::QuotaNear | EventKind::QuotaReached) => webhooks::listening_in_team(tx, event.team_id).await?,
        ("", _) => return Ok(()),
        (portal, _) => webhooks::listening(tx, portal).await?,
    };
    for listener in listeners {
        if listener.events.contains(&kind) {
            begin(app, tx, &listener.id, listener.endpoint, &event.id, event.at).await?;
        }
    }
    Ok(())
}

async fn begin(
    app: &App,
    tx: &mut Tx,
    webhook: &CustomWebhookId,
    endpoint: String,
    event: &EventId,
    now: Time,
) -> StoreResult<DeliveryId> {
    let delivery: DeliveryId = app.ids.next();
    deliveries::insert(tx, &delivery, webhook, event, now).await?;
    enqueue(tx, &app.ids, &DeliverWebhook { delivery: delivery.clone(), attempt: 1, endpoint }, now).await?;
    Ok(delivery)
}

/// The reason why nothing is sent to a webhook any more, if there is one. A test event belongs to no Portal.
pub(super) async fn silence(
    connection: &mut Connection,
    webhook: &WebhookRow,
    portal: &str,
) -> StoreResult<Option<&'static str>> {
    if !webhook.active {
        return Ok(Some("the webhook is turned off"));
    }
    let team = teams::by_id(connection, &webhook.team_id).await?;
    if !team.is_some_and(|team| team.webhooks_enabled) {
        return Ok(Some("webhooks are not enabled for the Team"));
    }
    let is_attached = portal.is_empty() || webhooks::is_attached(connection, &webhook.id, portal).await?;
    Ok((!is_attached).then_some("the webhook is no longer attached to the Portal of the event"))
}

/// Newest first. Events from Portals that the caller cannot see are left out.
pub async fn list(app: &App, caller: &Caller, id: &CustomWebhookId) -> ApiResult<Vec<DeliveryBody>> {
    let mut snapshot = app.store.snapshot().await?;
    let (access, _) = find(&mut snapshot, caller, id).await?;
    let found = deliveries::of_webhook(&mut snapshot, &viewer(&access)?, id, MOST_SHOWN).await?;
    let mut attempts = HashMap::<DeliveryId, Vec<Attempt>>::new();
    let ids: Vec<&DeliveryId> = found.iter().map(|delivery| &delivery.id).collect();
    for (delivery, attempt) in deliveries::attempts_of(&mut snapshot, &ids).await? {
        attempts.entry(delivery).or_default().push(attempt);
    }
    let body = |delivery: DeliveryRow| {
        let attempts = attempts.remove(&delivery.id).unwrap_or_default();
        delivery_body(delivery, attempts)
    };
    Ok(found.into_iter().map(body).collect())
}

/// Sends the same event in a new delivery, with all its attempts. Only one at a time, so that repeated requests do not
/// send more.
pub async fn redeliver(
    app: &App,
    caller: &Caller,
    webhook_id: &CustomWebhookId,
    id: &DeliveryId,
) -> ApiResult<DeliveryBody> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let (access, webhook) = find(&mut tx, caller, webhook_id).await?;
    webhooks::lock(&mut tx, webhook_id).await?;
    let old = deliveries::by_id(&mut tx, id).await?.filter(|delivery| delivery.webhook_id == *webhook_id);
    let old = old.ok_or(NOT_FOUND)?;
    // A test, or an event about the Team itself.
    if !old.portal_id.is_empty() {
        let portal = old.portal_id.parse().map_err(|_| NOT_FOUND)?;
        if !portals::is_visible(&mut tx, &viewer(&access)?, &portal).await? {
            return Err(NOT_FOUND);
        }
    }
    if let Some(reason) = silence(&mut tx, &webhook, &old.portal_id).await? {
        return Err(Refusal::wrong_state(format!("nothing was sent: {reason}")).into());
    }
    if deliveries::is_pending(&mut tx, webhook_id, &old.event_id).await? {
        let reason = "nothing was sent: a delivery of this event to this webhook is still pending";
        return Err(Refusal::wrong_state(reason).into());
    }
    let new = begin(app, &mut tx, webhook_id, webhook.endpoint, &old.event_id, now).await?;
    let entry = caller.audit(now, AuditAction::WebhookRedelivered, webhook_id.as_str(), id.as_str());
    audit::append(&mut tx, &access.team.id, &entry).await?;
    tx.commit().await?;
    Ok(delivery_body(DeliveryRow { id: new, progress: Progress::new(now), ..old }, Vec::new()))
}

/// Sends an event without a package, so that a receiver can be tested before anything has happened.
pub async fn test(app: &App, caller: &Caller, id: &CustomWebhookId) -> ApiResult<DeliveryBody> {
    let now = app.clock.now();
    let (access, _) = find(&mut *app.store.read().await?, caller, id).await?;
    consume(app, &[Limit::per_minute("webhook_test", access.team.id.as_str(), TESTS_PER_MINUTE)]).await?;
    let mut tx = app.store.begin().await?;
    let (access, webhook) = find(&mut tx, caller, id).await?;
    webhooks::lock(&mut tx, id).await?;
    if let Some(reason) = silence(&mut tx, &webhook, "").await? {
        return Err(Refusal::wrong_state(format!("nothing was sent: {reason}")).into());
    }
    let event = NewEvent {
        id: app.ids.next(),
        team_id: &access.team.id,
        portal_id: "",
        package_id: None,
        event_type: TEST,
        at: now,
        object: json!({ "type": "custom_webhook", "id": webhook.id, "name": webhook.name }).to_string(),
    };
    events::insert(&mut tx, &event).await?;
    let begun = begin(app, &mut tx, id, webhook.endpoint, &event.id, now).await?;
    let delivery = deliveries::by_id(&mut tx, &begun).await?.ok_or(NOT_FOUND)?;
    let entry = caller.audit(now, AuditAction::WebhookTested, id.as_str(), begun.as_str());
    audit::append(&mut tx, &access.team.id, &entry).await?;
    tx.commit().await?;
    Ok(delivery_body(delivery, Vec::new()))
}

fn delivery_body(delivery: DeliveryRow, attempts: Vec<Attempt>) -> DeliveryBody {
    let attempt = |Attempt { at, status, error }| AttemptBody { at, status, error };
    DeliveryBody {
        id: delivery.id,
        event_id: delivery.event_id,
        event_type: delivery.event_type,
        package_id: delivery.package_id.map(String::from).unwrap_or_default(),
        state: delivery.progress.state.as_str().to_owned(),
        attempts: attempts.into_iter().map(attempt).collect(),
        next_attempt_at: delivery.progress.next_attempt_at.into(),
    }
}
