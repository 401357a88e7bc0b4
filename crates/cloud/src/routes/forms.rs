//! Forms of Portals, their templates, and form responses.

use axum::Json;
use axum::extract::{FromRequest as _, Request, State};
use axum::http::StatusCode;
use serving::describe;
use serving::table::Doc;
use wire::forms::{
    CreateForm, CreateFormTemplate, FormAnswers, FormBody, FormResponseBody, FormTemplateBody, UpdateForm,
    UpdateFormTemplate,
};
use wire::ids::{FormId, FormTemplateId, PortalId, TeamId};

use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::{PackageHolder, PortalVisitor, TeamCaller};
use crate::error::ApiResult;
use crate::operations::portals::forms::{self, responses as form_responses, templates as form_templates};

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(create, Doc::new("Create the form of a Portal").takes::<CreateForm>().gives::<FormBody>(201));

/// `POST /v1/portals/{portal_id}/form`
pub(super) async fn create(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(portal_id): PathParts<PortalId>,
    JsonBody(request): JsonBody<CreateForm>,
) -> ApiResult<(StatusCode, Json<FormBody>)> {
    Ok((StatusCode::CREATED, Json(forms::create(&app, &caller, &portal_id, &request).await?)))
}

describe!(of_portal, Doc::new("Get the form of a Portal").gives::<FormBody>(200));

/// `GET /v1/portals/{portal_id}/form`
pub(super) async fn of_portal(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(portal_id): PathParts<PortalId>,
) -> ApiResult<Json<FormBody>> {
    Ok(Json(forms::of_portal(&app, &caller, &portal_id).await?))
}

describe!(get, Doc::new("Get a form").gives::<FormBody>(200));

/// `GET /v1/metadata/forms/{form_id}`
pub(super) async fn get(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(form_id): PathParts<FormId>,
) -> ApiResult<Json<FormBody>> {
    Ok(Json(forms::get(&app, &caller, &form_id).await?))
}

describe!(update, Doc::new("Replace a form and all its fields").takes::<UpdateForm>().gives::<FormBody>(200));

/// `PUT /v1/metadata/forms/{form_id}`
pub(super) async fn update(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(form_id): PathParts<FormId>,
    JsonBody(request): JsonBody<UpdateForm>,
) -> ApiResult<Json<FormBody>> {
    Ok(Json(forms::update(&app, &caller, &form_id, &request).await?))
}

describe!(delete, Doc::new("Delete a form; existing responses stay with their packages").gives_nothing(204));

/// `DELETE /v1/metadata/forms/{form_id}`
pub(super) async fn delete(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(form_id): PathParts<FormId>,
) -> ApiResult<StatusCode> {
    forms::delete(&app, &caller, &form_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(
    create_template,
    Doc::new("Create a form template").takes::<CreateFormTemplate>().gives::<FormTemplateBody>(201)
);

/// `POST /v1/teams/{team_id}/forms/templates`
pub(super) async fn create_template(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<CreateFormTemplate>,
) -> ApiResult<(StatusCode, Json<FormTemplateBody>)> {
    Ok((StatusCode::CREATED, Json(form_templates::create(&app, &caller, &team_id, &request).await?)))
}

describe!(list_templates, Doc::new("List the templates of a Team").gives_list::<FormTemplateBody>(200));

/// `GET /v1/teams/{team_id}/forms/templates`
pub(super) async fn list_templates(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
) -> ApiResult<Json<Vec<FormTemplateBody>>> {
    Ok(Json(form_templates::list(&app, &caller, &team_id).await?))
}

describe!(get_template, Doc::new("Get a template").gives::<FormTemplateBody>(200));

/// `GET /v1/metadata/forms/templates/{form_template_id}`
pub(super) async fn get_template(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(template_id): PathParts<FormTemplateId>,
) -> ApiResult<Json<FormTemplateBody>> {
    Ok(Json(form_templates::get(&app, &caller, &template_id).await?))
}

describe!(
    update_template,
    Doc::new("Replace a template and all its fields").takes::<UpdateFormTemplate>().gives::<FormTemplateBody>(200)
);

/// `PUT /v1/metadata/forms/templates/{form_template_id}`
pub(super) async fn update_template(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(template_id): PathParts<FormTemplateId>,
    JsonBody(request): JsonBody<UpdateFormTemplate>,
) -> ApiResult<Json<FormTemplateBody>> {
    Ok(Json(form_templates::update(&app, &caller, &template_id, &request).await?))
}

describe!(delete_template, Doc::new("Delete a template; forms made from it are kept").gives_nothing(204));

/// `DELETE /v1/metadata/forms/templates/{form_template_id}`
pub(super) async fn delete_template(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(template_id): PathParts<FormTemplateId>,
) -> ApiResult<StatusCode> {
    form_templates::delete(&app, &caller, &template_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(
    respond,
    Doc::new("Fill in the form of a Portal; the reply's id is the package's `form_data_id`")
        .takes::<FormAnswers>()
        .gives::<FormResponseBody>(201)
);

/// `POST /v1/portals/{portal_id}/form/responses`
pub(super) async fn respond(
    State(app): State<App>,
    visitor: PortalVisitor,
    PathParts(portal_id): PathParts<PortalId>,
    request: Request,
) -> ApiResult<(StatusCode, Json<FormResponseBody>)> {
    let portal = form_responses::admit(&app, &visitor, &portal_id).await?;
    // Parsed after the access check, so that callers without access learn nothing about their body.
    let JsonBody(answers) = JsonBody::<FormAnswers>::from_request(request, &app).await?;
    Ok((StatusCode::CREATED, Json(form_responses::create(&app, &portal, &answers).await?)))
}

describe!(of_package, Doc::new("Get the form response of a package").gives::<FormResponseBody>(200));

/// `GET /v1/packages/{package_id}/metadata`
pub(super) async fn of_package(State(app): State<App>, holder: PackageHolder) -> ApiResult<Json<FormResponseBody>> {
    Ok(Json(form_responses::of_package(&app, &holder).await?))
}
