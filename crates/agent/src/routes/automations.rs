//! Automations of all types.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::{Map, Value};
use serving::body::{JsonBody, PathParts};
use serving::describe;
use serving::table::{Doc, Parameter};
use wire::agent::{
    AutomationBody, AutomationChanges, AutomationFields, AutomationId, AutomationType, CreatedAutomation, Done,
    ExportedAutomation, ImportAutomations, ImportedAutomations, PreviewedParcel,
};

use crate::app::App;
use crate::automations;
use crate::error::{AgentError, AgentResult};

/// A passphrase in the URL would end up in logs.
const PASSPHRASE: &str = "x-passphrase";

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(list, Doc::new("List automations, without their passwords").gives_list::<AutomationBody>(200));

/// `GET /api/v1/automations`
pub(super) async fn list(State(app): State<App>) -> AgentResult<Json<Vec<AutomationBody>>> {
    Ok(Json(automations::list(&app).await?))
}

describe!(
    create,
    Doc::new("Create an automation; types for a Team and downloads need a session")
        .takes::<AutomationFields>()
        .gives::<CreatedAutomation>(200)
);

/// `POST /api/v1/automations/{type}`
pub(super) async fn create(
    State(app): State<App>,
    PathParts(kind): PathParts<AutomationType>,
    JsonBody(fields): JsonBody<Map<String, Value>>,
) -> AgentResult<Json<CreatedAutomation>> {
    Ok(Json(automations::create(&app, kind, fields).await?))
}

describe!(
    preview,
    Doc::new(
        "See what a watch folder with these fields would send now: the first 100, with reasons for what is left out. \
         Nothing is kept"
    )
    .takes::<AutomationFields>()
    .gives_list::<PreviewedParcel>(200)
);

/// `POST /api/v1/automations/{type}/preview`
pub(super) async fn preview(
    State(app): State<App>,
    PathParts(kind): PathParts<AutomationType>,
    JsonBody(fields): JsonBody<Map<String, Value>>,
) -> AgentResult<Json<Vec<PreviewedParcel>>> {
    Ok(Json(automations::preview(&app, kind, fields).await?))
}

describe!(update, Doc::new("Change the given fields").takes::<AutomationChanges>().gives::<AutomationBody>(200));

/// `PUT /api/v1/automations/{type}/{automation_id}`
pub(super) async fn update(
    State(app): State<App>,
    PathParts((kind, id)): PathParts<(AutomationType, AutomationId)>,
    JsonBody(fields): JsonBody<Map<String, Value>>,
) -> AgentResult<Json<AutomationBody>> {
    Ok(Json(automations::update(&app, kind, &id, fields).await?))
}

describe!(delete, Doc::new("Delete an automation; files that it sent or received are kept").gives::<Done>(200));

/// `DELETE /api/v1/automations/{type}/{automation_id}`
pub(super) async fn delete(
    State(app): State<App>,
    PathParts((kind, id)): PathParts<(AutomationType, AutomationId)>,
) -> AgentResult<Json<Done>> {
    automations::delete(&app, kind, &id).await?;
    Ok(Json(Done::default()))
}

describe!(export, {
    let mut doc = Doc::new("Export an automation, with its passwords only if X-Passphrase is sent");
    doc.takes_header(Parameter::text("X-Passphrase", "Encrypts the passwords in the export."));
    doc.gives::<ExportedAutomation>(200)
});

/// `GET /api/v1/automations/{type}/{automation_id}/export`
pub(super) async fn export(
    State(app): State<App>,
    PathParts((kind, id)): PathParts<(AutomationType, AutomationId)>,
    headers: HeaderMap,
) -> AgentResult<Json<ExportedAutomation>> {
    let wrong = || AgentError::invalid("X-Passphrase", "must be plain text");
    let passphrase = headers.get(PASSPHRASE).map(|value| value.to_str().map(str::to_owned).map_err(|_| wrong()));
    Ok(Json(automations::export(&app, kind, &id, passphrase.transpose()?).await?))
}

describe!(
    import,
    Doc::new("Import the output of an export, all or nothing")
        .takes::<ImportAutomations>()
        .gives::<ImportedAutomations>(200)
);

/// `POST /api/v1/automations/import`
pub(super) async fn import(
    State(app): State<App>,
    JsonBody(request): JsonBody<ImportAutomations>,
) -> AgentResult<Json<ImportedAutomations>> {
    Ok(Json(automations::import(&app, request).await?))
}
