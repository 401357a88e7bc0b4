//! Custom webhooks and what was sent to them.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serving::describe;
use serving::table::Doc;
use wire::ids::{CustomWebhookId, DeliveryId, TeamId};
use wire::webhooks::{DeliveryBody, WebhookBody, WebhookWithSecret, WriteWebhook};

use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::TeamCaller;
use crate::error::ApiResult;
use crate::operations::webhooks::{self, deliveries};

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    create,
    Doc::new("Create a webhook; the reply contains the secret that signs its deliveries")
        .takes::<WriteWebhook>()
        .gives::<WebhookWithSecret>(201)
);

/// `POST /v1/teams/{team_id}/custom_webhooks`
pub(super) async fn create(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<WriteWebhook>,
) -> ApiResult<(StatusCode, Json<WebhookWithSecret>)> {
    let created = webhooks::create(&app, &caller, &team_id, &request).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

describe!(list, Doc::new("List the Team's webhooks").gives_list::<WebhookBody>(200));

/// `GET /v1/teams/{team_id}/custom_webhooks`
pub(super) async fn list(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
) -> ApiResult<Json<Vec<WebhookBody>>> {
    Ok(Json(webhooks::list(&app, &caller, &team_id).await?))
}

describe!(get, Doc::new("Get a webhook").gives::<WebhookBody>(200));

/// `GET /v1/custom_webhooks/{custom_webhook_id}`
pub(super) async fn get(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CustomWebhookId>,
) -> ApiResult<Json<WebhookBody>> {
    Ok(Json(webhooks::get(&app, &caller, &id).await?))
}

describe!(update, Doc::new("Update a webhook").takes::<WriteWebhook>().gives::<WebhookBody>(200));

/// `PUT /v1/custom_webhooks/{custom_webhook_id}`
pub(super) async fn update(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CustomWebhookId>,
    JsonBody(request): JsonBody<WriteWebhook>,
) -> ApiResult<Json<WebhookBody>> {
    Ok(Json(webhooks::update(&app, &caller, &id, &request).await?))
}

describe!(
    rotate_secret,
    Doc::new("Rotate the secret; the old one also signs for another 24 hours").gives::<WebhookWithSecret>(200)
);

/// `POST /v1/custom_webhooks/{custom_webhook_id}/rotate_secret`
pub(super) async fn rotate_secret(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CustomWebhookId>,
) -> ApiResult<Json<WebhookWithSecret>> {
    Ok(Json(webhooks::rotate_secret(&app, &caller, &id).await?))
}

describe!(delete, Doc::new("Delete a webhook; nothing more is sent to it").gives_nothing(204));

/// `DELETE /v1/custom_webhooks/{custom_webhook_id}`
pub(super) async fn delete(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CustomWebhookId>,
) -> ApiResult<StatusCode> {
    webhooks::delete(&app, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(test, Doc::new("Send a `webhook.test` event, as an ordinary delivery").gives::<DeliveryBody>(202));

/// `POST /v1/custom_webhooks/{custom_webhook_id}/test`
pub(super) async fn test(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CustomWebhookId>,
) -> ApiResult<(StatusCode, Json<DeliveryBody>)> {
    Ok((StatusCode::ACCEPTED, Json(deliveries::test(&app, &caller, &id).await?)))
}

describe!(
    deliveries,
    Doc::new("List the last 500 deliveries of a webhook, newest first").gives_list::<DeliveryBody>(200)
);

/// `GET /v1/custom_webhooks/{custom_webhook_id}/deliveries`
pub(super) async fn deliveries(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CustomWebhookId>,
) -> ApiResult<Json<Vec<DeliveryBody>>> {
    Ok(Json(deliveries::list(&app, &caller, &id).await?))
}

describe!(redeliver, Doc::new("Send an event again, as a new delivery").gives::<DeliveryBody>(202));

/// `POST /v1/custom_webhooks/{custom_webhook_id}/deliveries/{delivery_id}/redeliver`
pub(super) async fn redeliver(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts((id, delivery_id)): PathParts<(CustomWebhookId, DeliveryId)>,
) -> ApiResult<(StatusCode, Json<DeliveryBody>)> {
    let begun = deliveries::redeliver(&app, &caller, &id, &delivery_id).await?;
    Ok((StatusCode::ACCEPTED, Json(begun)))
}
