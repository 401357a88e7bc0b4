//! One attempt to send an event to a webhook.
//!
//! The attempt is recorded after it was made, together with its consequences. So a crash in between costs the receiver
//! a repeat, which it recognizes by the `event_id`, but an event is never lost.

use std::time::Duration;

use bytes::Bytes;
use domain::channel::{Channel, Topic};
use domain::delivery::{DeliveryState, Outcome};
use domain::webhook::{EventKind, LARGEST, WebhookMethod, weight};
use egress::Call;
use protocols::signed_message::timestamp;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, StatusCode};
use store::deliveries::{Attempt, DeliveryRow};
use store::webhooks::WebhookRow;
use store::{CrashPoint, deliveries, webhooks};
use wire::ids::DeliveryId;
use wire::webhooks::EventBody;

use super::deliveries::silence;
use super::signed_requests::{Request, signatures};
use crate::app::App;
use crate::error::ApiResult;
use crate::metrics::webhook_called;
use crate::operations::channels::progress_channel;
use crate::operations::mail::fault_notices::webhook_fails;
use crate::queue::{DeliverWebhook, enqueue_at};

const LIMIT: Duration = Duration::from_secs(15);

/// The outcome of an attempt, and its entry in the log.
struct Report {
    outcome: Outcome,
    status: Option<i64>,
    error: String,
}

impl Report {
    fn never(reason: impl Into<String>) -> Self {
        Self { outcome: Outcome::Never, status: None, error: format!("not sent: {}", reason.into()) }
    }

    fn failure(error: impl Into<String>) -> Self {
        Self { outcome: Outcome::Failure, status: None, error: error.into() }
    }

    fn answer(status: StatusCode) -> Self {
        let error = match status {
            status if status.is_success() => String::new(),
            status if status.is_redirection() => format!("answered {}: redirects are not followed", status.as_u16()),
            status => format!("answered {}", status.as_u16()),
        };
        let outcome = if status.is_success() { Outcome::Success } else { Outcome::Failure };
        Self { outcome, status: Some(status.as_u16().into()), error }
    }
}

/// Makes the attempt and records it, unless it is already recorded or there is no receiver any more.
pub async fn attempt(app: &App, task: &DeliverWebhook) -> ApiResult<()> {
    let mut connection = app.store.read().await?;
    let Some(delivery) = deliveries::by_id(&mut connection, &task.delivery).await? else { return Ok(()) };
    if !is_next(&delivery, task.attempt) {
        return Ok(());
    }
    let Some(webhook) = webhooks::by_id(&mut connection, &delivery.webhook_id).await? else { return Ok(()) };
    let silence = silence(&mut connection, &webhook, &delivery.portal_id).await?;
    drop(connection);
    let report = match silence {
        Some(reason) => Report::never(reason),
        None => send(app, &webhook, &delivery).await?,
    };
    record(app, &delivery, webhook.endpoint, report).await
}

/// Ends a delivery whose attempts cannot even be made.
pub async fn give_up(app: &App, task: &DeliverWebhook) -> ApiResult<()> {
    let delivery = deliveries::by_id(&mut *app.store.read().await?, &task.delivery).await?;
    let Some(delivery) = delivery.filter(|delivery| is_next(delivery, task.attempt)) else { return Ok(()) };
    record(app, &delivery, task.endpoint.clone(), Report::never("the server could not make the attempt")).await
}

fn is_next(delivery: &DeliveryRow, attempt: usize) -> bool {
    delivery.progress.state == DeliveryState::Pending && delivery.progress.attempts + 1 == attempt
}

/// An error is our own fault and not an attempt; whatever the receiver does is a report.
async fn send(app: &App, webhook: &WebhookRow, delivery: &DeliveryRow) -> ApiResult<Report> {
    let request = Request::open(&app.vault, webhook)?;
    let body = body(app, webhook, delivery, &request)?;
    let weight = weight(&request.url, &request.headers, body.len());
    if weight > LARGEST {
        let reason = format!("address, headers and event have {weight} bytes, but the limit is {LARGEST}");
        return Ok(Report::never(reason));
    }
    let target = match app.egress.check(&request.url) {
        Ok(target) => target,
        Err(error) => return Ok(Report::failure(error.to_string())),
    };
    let method = match webhook.method {
        WebhookMethod::Post => Method::POST,
        WebhookMethod::Put => Method::PUT,
    };
    let headers = headers(app, webhook, &request, &delivery.event_id.to_string(), &body)?;
    let call = Call { method, target, headers, body: Bytes::from(body), limit: LIMIT };
    Ok(match app.egress.call(call).await {
        Ok(status) => Report::answer(status),
        Err(error) => Report::failure(error.to_string()),
    })
}

/// The same bytes at every attempt.
fn body(app: &App, webhook: &WebhookRow, delivery: &DeliveryRow, request: &Request) -> ApiResult<Vec<u8>> {
    let mut object: serde_json::Map<_, _> = serde_json::from_str(&delivery.object).map_err(anyhow::Error::from)?;
    if let Some(package_id) = delivery.package_id.clone()
        && delivery.event_type == EventKind::PackageCreated.as_str()
    {
        // The receiver is not ours: the token only allows following the progress.
        let channel = Channel { package_id, topic: Topic::Upload };
        let channels = [progress_channel(app, &channel, false, None, delivery.event_time)?];
        object.insert("progress_channels".to_owned(), serde_json::json!(channels));
    }
    let event = EventBody {
        event_id: delivery.event_id.clone(),
        event_time: delivery.event_time,
        event_type: delivery.event_type.clone(),
        body_extras: request.body_extras.clone(),
        object,
        custom_webhook_id: webhook.id.clone(),
    };
    Ok(serde_json::to_vec(&event).map_err(anyhow::Error::from)?)
}

/// The webhook's own headers, and those with the signature.
fn headers(app: &App, webhook: &WebhookRow, request: &Request, message_id: &str, body: &[u8]) -> ApiResult<HeaderMap> {
    let now = app.clock.now();
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let signatures = signatures(&app.vault, webhook, message_id, now, body)?;
    let (time, own) = (timestamp(now).to_string(), request.headers.iter());
    let own = own.map(|(name, value)| (name.as_str(), value.as_str()));
    let signed =
        [("webhook-id", message_id), ("webhook-timestamp", time.as_str()), ("webhook-signature", signatures.as_str())];
    for (name, value) in own.chain(signed) {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(anyhow::Error::from)?;
        headers.insert(name, HeaderValue::from_bytes(value.as_bytes()).map_err(anyhow::Error::from)?);
    }
    Ok(headers)
}

/// The consequences of an attempt are saved with it. If the same attempt was already recorded, nothing changes.
async fn record(app: &App, delivery: &DeliveryRow, endpoint: String, report: Report) -> ApiResult<()> {
    let Report { outcome, status, error } = report;
    webhook_called(match outcome {
        Outcome::Success => "delivered",
        Outcome::Failure => "failed",
        Outcome::Never => "not_sent",
    });
    let now = app.clock.now();
    let pauses = &app.config.webhooks.backoff_seconds;
    let progress = delivery.progress.after(outcome, pauses, rand::random(), now);
    let id: &DeliveryId = &delivery.id;
    let mut tx = app.store.begin().await?;
    if !deliveries::record(&mut tx, id, progress, &Attempt { at: now, status, error: error.clone() }).await? {
        return Ok(());
    }
    if outcome == Outcome::Failure && progress.state == DeliveryState::Exhausted {
        webhook_fails(app, &mut tx, &delivery.webhook_id, progress.attempts, &error).await?;
    }
    if let Some(next) = progress.next_attempt_at {
        let task = DeliverWebhook { delivery: id.clone(), attempt: progress.attempts + 1, endpoint };
        enqueue_at(&mut tx, &app.ids, &task, next, now).await?;
    }
    tx.commit_at(CrashPoint::RecordAttempt).await?;
    Ok(())
}
