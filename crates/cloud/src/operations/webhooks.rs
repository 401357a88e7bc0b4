//! Creating, showing, changing and deleting custom webhooks.

pub mod attempts;
pub mod deliveries;
pub mod signed_requests;

use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;
use domain::Refusal;
use domain::account::check_name;
use domain::audit::AuditAction;
use domain::policy::Action;
use domain::webhook::{EventKind, WebhookMethod, check_events, check_headers, check_method, check_weight, weight};
use egress::{Call, EgressError, Target};
use reqwest::Method;
use reqwest::header::HeaderMap;
use store::webhooks::WebhookRow;
use store::{Connection, audit, teams, webhooks};
use tokio::time::Instant;
use url::Url;
use wire::ids::{CustomWebhookId, TeamId};
use wire::time::Time;
use wire::webhooks::{WebhookBody, WebhookWithSecret, WriteWebhook};

use crate::app::App;
use crate::auth::sight::viewer;
use crate::auth::{Caller, TeamAccess};
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};
use crate::operations::bodies::{is_mask, mask};
use crate::operations::requests::rate_limit::{Limit, consume};
use crate::vault::Column;
use signed_requests::{Request, new_secret};

const PROBE_LIMIT: Duration = Duration::from_secs(5);
const NO_ANSWER: &str =
    "did not answer: the host is unknown or in a network that this server must not call, or nothing answers there";
/// Limited, since anyone who manages webhooks can cause calls to any host this way.
const PROBES_PER_MINUTE: i64 = 120;
const WEBHOOKS_MOST: i64 = 1_000;
/// How long the previous secret also signs after a rotation.
const CHANGE_OVER_DAYS: i64 = 1;

const ELSEWHERE: &str = "must be sent with their values, or empty: the saved ones belong to the former address";

type Headers = BTreeMap<String, String>;

/// A request to save a webhook that has passed every check except the probe.
struct Wanted {
    name: String,
    active: bool,
    events: Vec<EventKind>,
    method: WebhookMethod,
    request: Request,
    target: Target,
}

pub async fn create(
    app: &App,
    caller: &Caller,
    team_id: &TeamId,
    request: &WriteWebhook,
) -> ApiResult<WebhookWithSecret> {
    access(&mut *app.store.read().await?, caller, team_id).await?;
    let wanted = check(app, request, None)?;
    probe(app, team_id, wanted.target.clone()).await?;
    let (now, id, secret) = (app.clock.now(), app.ids.next::<CustomWebhookId>(), new_secret());
    let webhook = WebhookRow {
        request: wanted.request.seal(&app.vault, &id)?,
        endpoint: endpoint(team_id, &wanted.target),
        signing_secret: app.vault.seal(Column::WebhookSecret, id.as_str(), secret.as_bytes())?,
        id,
        team_id: team_id.clone(),
        name: wanted.name,
        active: wanted.active,
        events: wanted.events,
        method: wanted.method,
        previous_secret: None,
        created_at: now,
        updated_at: now,
        version: 1,
    };
    let mut tx = app.store.begin().await?;
    access(&mut tx, caller, team_id).await?;
    teams::lock(&mut tx, team_id).await?;
    if webhooks::count_of_team(&mut tx, team_id).await? >= WEBHOOKS_MOST {
        return Err(Refusal::TooLarge(format!("a Team can have up to {WEBHOOKS_MOST} webhooks")).into());
    }
    webhooks::insert(&mut tx, &webhook).await?;
    let entry = caller.audit(now, AuditAction::WebhookCreated, webhook.id.as_str(), webhook.name.as_str());
    audit::append(&mut tx, team_id, &entry).await?;
    tx.commit().await?;
    Ok(WebhookWithSecret { webhook: webhook_body(webhook, wanted.request, 0), signing_secret: secret })
}

pub async fn list(app: &App, caller: &Caller, team_id: &TeamId) -> ApiResult<Vec<WebhookBody>> {
    let mut connection = app.store.read().await?;
    let access = access(&mut connection, caller, team_id).await?;
    let found = webhooks::of_team(&mut connection, &viewer(&access)?, team_id).await?;
    drop(connection);
    let body = |(webhook, connections)| {
        let request = Request::open(&app.vault, &webhook)?;
        Ok(webhook_body(webhook, request, connections))
    };
    found.into_iter().map(body).collect()
}

pub async fn get(app: &App, caller: &Caller, id: &CustomWebhookId) -> ApiResult<WebhookBody> {
    let mut connection = app.store.read().await?;
    let (access, webhook) = find(&mut connection, caller, id).await?;
    shown(app, &mut connection, &access, webhook).await
}

/// The probe takes time, so it runs between reading and writing; if someone else has written in the meantime, they win.
pub async fn update(
    app: &App,
    caller: &Caller,
    id: &CustomWebhookId,
    request: &WriteWebhook,
) -> ApiResult<WebhookBody> {
    let (access, webhook) = find(&mut *app.store.read().await?, caller, id).await?;
    let before = Request::open(&app.vault, &webhook)?;
    let wanted = check(app, request, Some((&webhook, &before)))?;
    let is_redirected = wanted.request != before
        || wanted.method != webhook.method
        || wanted.events != webhook.events
        || wanted.active != webhook.active;
    if is_redirected {
        // Before the address is called, and again when it is saved.
        check_seen(&mut *app.store.read().await?, &access, id).await?;
    }
    // A change of anything else must not require a live receiver.
    let is_switched_on = wanted.active && !webhook.active;
    if is_switched_on || wanted.request.url != before.url {
        probe(app, &access.team.id, wanted.target.clone()).await?;
    }
    let now = app.clock.now();
    let webhook = WebhookRow {
        request: wanted.request.seal(&app.vault, id)?,
        signing_secret: app.vault.renewed(Column::WebhookSecret, id.as_str(), &webhook.signing_secret)?,
        endpoint: endpoint(&access.team.id, &wanted.target),
        name: wanted.name,
        active: wanted.active,
        events: wanted.events,
        method: wanted.method,
        updated_at: now,
        ..webhook
    };
    let action = AuditAction::WebhookUpdated;
    write(app, caller, &webhook, action, is_redirected, now).await?;
    shown(app, &mut *app.store.read().await?, &access, webhook).await
}

pub async fn rotate_secret(app: &App, caller: &Caller, id: &CustomWebhookId) -> ApiResult<WebhookWithSecret> {
    let (access, webhook) = find(&mut *app.store.read().await?, caller, id).await?;
    let (now, secret) = (app.clock.now(), new_secret());
    let previous = app.vault.renewed(Column::WebhookSecret, id.as_str(), &webhook.signing_secret)?;
    let webhook = WebhookRow {
        previous_secret: Some((previous, now.plus_days(CHANGE_OVER_DAYS))),
        signing_secret: app.vault.seal(Column::WebhookSecret, id.as_str(), secret.as_bytes())?,
        updated_at: now,
        ..webhook
    };
    write(app, caller, &webhook, AuditAction::WebhookSecretRotated, true, now).await?;
    let webhook = shown(app, &mut *app.store.read().await?, &access, webhook).await?;
    Ok(WebhookWithSecret { webhook, signing_secret: secret })
}

/// Nothing is sent from now on. A sweep removes the log, which nobody can see any more.
pub async fn delete(app: &App, caller: &Caller, id: &CustomWebhookId) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let (access, webhook) = find(&mut tx, caller, id).await?;
    // Waits for transactions that are attaching it or addressing an event to it.
    webhooks::lock(&mut tx, id).await?;
    check_seen(&mut tx, &access, id).await?;
    if !webhooks::delete(&mut tx, id, now).await? {
        return Err(ApiError::NotFound("webhook"));
    }
    let entry = caller.audit(now, AuditAction::WebhookDeleted, id.as_str(), webhook.name.as_str());
    audit::append(&mut tx, &access.team.id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

async fn write(
    app: &App,
    caller: &Caller,
    webhook: &WebhookRow,
    action: AuditAction,
    is_redirected: bool,
    now: Time,
) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    webhooks::lock(&mut tx, &webhook.id).await?;
    let (access, _) = find(&mut tx, caller, &webhook.id).await?;
    if is_redirected {
        check_seen(&mut tx, &access, &webhook.id).await?;
    }
    webhooks::update(&mut tx, webhook).await?;
    let entry = caller.audit(now, action, webhook.id.as_str(), webhook.name.as_str());
    audit::append(&mut tx, &webhook.team_id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

/// Proof that the caller may manage the Team's webhooks, and that they are enabled.
async fn access(connection: &mut Connection, caller: &Caller, team_id: &TeamId) -> ApiResult<TeamAccess> {
    let access = caller.access_to(connection, team_id).await?;
    check_managing(&access)?;
    Ok(access)
}

fn check_managing(access: &TeamAccess) -> ApiResult<()> {
    access.require(Action::ManageConnections)?;
    if !access.team.webhooks_enabled {
        return Err(Refusal::Forbidden("webhooks are not enabled for this Team: see webhooks_enabled").into());
    }
    Ok(())
}

/// A webhook that the caller may manage. One of another Team does not exist for the caller.
pub(super) async fn find(
    connection: &mut Connection,
    caller: &Caller,
    id: &CustomWebhookId,
) -> ApiResult<(TeamAccess, WebhookRow)> {
    let webhook = webhooks::by_id(connection, id).await?.ok_or(ApiError::NotFound("webhook"))?;
    let access = caller.access_to_team_of(connection, &webhook.team_id, "webhook").await?;
    check_managing(&access)?;
    Ok((access, webhook))
}

/// Only members who can see a Portal may decide where its events go, and which of them.
async fn check_seen(connection: &mut Connection, access: &TeamAccess, id: &CustomWebhookId) -> ApiResult<()> {
    if webhooks::has_hidden_portal(connection, &viewer(access)?, id).await? {
        let reason = "the webhook is attached to a Portal that you do not see: only its name can be changed, except by \
                      someone who sees all its Portals";
        return Err(Refusal::Forbidden(reason).into());
    }
    Ok(())
}

/// Fields that an update omits do not change.
fn check(app: &App, request: &WriteWebhook, before: Option<(&WebhookRow, &Request)>) -> ApiResult<Wanted> {
    let name = match (&request.name, before) {
        (None, Some((webhook, _))) => Some(webhook.name.clone()),
        (given, _) => given.clone().flatten(),
    };
    let name = name.filter(|name| !name.trim().is_empty());
    let headers = match (&request.headers, before) {
        (None, Some((_, before))) if before.headers.is_empty() || is_same_origin(&before.url, &request.url) => {
            before.headers.clone()
        }
        (None, Some(_)) => return Err(Refusal::invalid("headers", ELSEWHERE).into()),
        (given, _) => {
            // The values are credentials of that receiver, and of no other.
            let saved = before.filter(|(_, before)| is_same_origin(&before.url, &request.url));
            unmasked(given.clone().flatten().unwrap_or_default(), saved.map(|(_, request)| &request.headers))?
        }
    };
    let body_extras = match (&request.body_extras, before) {
        (None, Some((_, request))) => request.body_extras.clone(),
        (given, _) => given.clone().flatten().unwrap_or_default(),
    };
    let events = check_events("events", &request.events)?;
    let method = check_method("method", &request.method)?;
    check_headers("headers", &headers)?;
    let extras = serde_json::to_string(&body_extras).map_err(anyhow::Error::from)?;
    check_weight(weight(&request.url, &headers, extras.len()))?;
    Ok(Wanted {
        name: name.map(|name| check_name("name", &name)).transpose()?.unwrap_or_default(),
        active: request.active.ok_or_else(|| Refusal::invalid("active", "must be true or false"))?,
        events,
        method,
        target: app.egress.check(&request.url).map_err(|error| unusable(&error))?,
        request: Request { url: request.url.trim().to_owned(), headers, body_extras },
    })
}

fn is_same_origin(one: &str, other: &str) -> bool {
    let origin = |url: &str| Url::parse(url.trim()).ok().map(|url| url.origin());
    origin(one).is_some_and(|one| Some(one) == origin(other))
}

/// The headers of a request. A value that is sent back as it is shown keeps the saved one.
fn unmasked(given: Headers, saved: Option<&Headers>) -> ApiResult<Headers> {
    let value = |(name, value): (String, String)| -> ApiResult<(String, String)> {
        if !is_mask(&value) {
            return Ok((name, value));
        }
        let saved = saved.and_then(|headers| headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(&name)));
        let missing = || format!("{name} has no saved value for this address: send the value itself");
        let (_, value) = saved.ok_or_else(|| Refusal::invalid("headers", missing()))?;
        Ok((name, value.clone()))
    };
    given.into_iter().map(value).collect()
}

/// The headers as they are shown: their values are credentials of the receiver.
fn masked(headers: Headers) -> Headers {
    headers.into_iter().map(|(name, value)| (name, mask(!value.is_empty()))).collect()
}

/// Checks that someone answers; the answer itself does not matter.
async fn probe(app: &App, team: &TeamId, target: Target) -> ApiResult<()> {
    consume(app, &[Limit::per_minute("webhook_probe", team.as_str(), PROBES_PER_MINUTE)]).await?;
    let (headers, body) = (HeaderMap::new(), Bytes::new());
    let call = Call { method: Method::HEAD, target, headers, body, limit: PROBE_LIMIT };
    let began = Instant::now();
    let Err(error) = app.egress.call(call).await else { return Ok(()) };
    // How quickly it fails would reveal whether a port is closed or the connection was dropped.
    tokio::time::sleep_until(began + Duration::from_millis(app.config.webhooks.failed_probe_millis)).await;
    Err(unusable(&error))
}

/// Errors in the address itself, or in its TLS, are reported to help the caller. All other failures look the same, so
/// that nobody can use us to scan for names and open ports.
fn unusable(error: &EgressError) -> ApiError {
    let reason = match error {
        EgressError::Forbidden | EgressError::TooSlow(_) | EgressError::NoAnswer => NO_ANSWER.to_owned(),
        _ => error.to_string(),
    };
    Refusal::invalid("url", reason).into()
}

/// Teams do not wait for each other, even if they call the same host.
fn endpoint(team: &TeamId, target: &Target) -> String {
    random::hash(&format!("{team} {}", target.authority()))
}

async fn shown(
    app: &App,
    connection: &mut Connection,
    access: &TeamAccess,
    webhook: WebhookRow,
) -> ApiResult<WebhookBody> {
    let connections = webhooks::connections(connection, &viewer(access)?, &webhook.id).await?;
    let request = Request::open(&app.vault, &webhook)?;
    Ok(webhook_body(webhook, request, connections))
}

fn webhook_body(webhook: WebhookRow, request: Request, connections: i64) -> WebhookBody {
    WebhookBody {
        id: webhook.id,
        name: webhook.name,
        active: webhook.active,
        events: webhook.events.into_iter().map(|kind| kind.as_str().to_owned()).collect(),
        method: webhook.method.as_str().to_owned(),
        url: request.url,
        headers: masked(request.headers),
        body_extras: request.body_extras,
        connections,
        created_at: webhook.created_at,
        updated_at: webhook.updated_at,
    }
}
