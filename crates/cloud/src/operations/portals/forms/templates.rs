//! Creating, changing, deleting and copying form templates.

use domain::Refusal;
use domain::account::check_name;
use domain::audit::AuditAction;
use domain::form::{FormTemplate, check_fields, distinct};
use domain::policy::Action;
use store::{Connection, audit, form_templates, teams};
use wire::forms::{CreateFormTemplate, FormTemplateBody, UpdateFormTemplate};
use wire::ids::{FormTemplateId, TeamId};

use super::fields::with_ids;
use crate::app::App;
use crate::auth::Caller;
use crate::error::{ApiError, ApiResult};

const TEMPLATES_MOST: i64 = 1_000;
const NOT_FOUND: ApiError = ApiError::NotFound("form template");

pub async fn create(
    app: &App,
    caller: &Caller,
    team_id: &TeamId,
    request: &CreateFormTemplate,
) -> ApiResult<FormTemplateBody> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    caller.access_to(&mut tx, team_id).await?.require(Action::ManageForms)?;
    teams::lock(&mut tx, team_id).await?;
    if form_templates::count_of_team(&mut tx, team_id).await? >= TEMPLATES_MOST {
        return Err(Refusal::TooLarge(format!("a Team can have up to {TEMPLATES_MOST} form templates")).into());
    }
    let fields = check_fields(request.fields.as_deref().unwrap_or_default(), now)?;
    let id: FormTemplateId = app.ids.next();
    let template = FormTemplate {
        name: check_name("name", &request.name)?,
        delivery_formats: distinct(&request.delivery_formats),
        fields: with_ids(&app.ids, id.as_str(), fields),
        id,
        team_id: team_id.clone(),
        created_at: now,
        updated_at: now,
        version: 1,
    };
    form_templates::insert(&mut tx, &template).await?;
    let entry = caller.audit(now, AuditAction::FormTemplateCreated, template.id.as_str(), template.name.as_str());
    audit::append(&mut tx, team_id, &entry).await?;
    tx.commit().await?;
    Ok(template_body(template))
}

pub async fn list(app: &App, caller: &Caller, team_id: &TeamId) -> ApiResult<Vec<FormTemplateBody>> {
    let mut connection = app.store.read().await?;
    caller.access_to(&mut connection, team_id).await?.require(Action::ManageForms)?;
    Ok(form_templates::of_team(&mut connection, team_id).await?.into_iter().map(template_body).collect())
}

pub async fn get(app: &App, caller: &Caller, id: &FormTemplateId) -> ApiResult<FormTemplateBody> {
    find(&mut *app.store.read().await?, caller, id).await.map(template_body)
}

/// Replaces the whole template including all its fields. Forms that were made from it do not change.
pub async fn update(
    app: &App,
    caller: &Caller,
    id: &FormTemplateId,
    request: &UpdateFormTemplate,
) -> ApiResult<FormTemplateBody> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let known = find(&mut tx, caller, id).await?;
    let template = FormTemplate {
        name: check_name("name", &request.name)?,
        delivery_formats: distinct(&request.delivery_formats),
        fields: with_ids(&app.ids, id.as_str(), check_fields(&request.fields, now)?),
        updated_at: now,
        ..known
    };
    form_templates::update(&mut tx, &template).await?;
    let entry = caller.audit(now, AuditAction::FormTemplateUpdated, id.as_str(), template.name.as_str());
    audit::append(&mut tx, &template.team_id, &entry).await?;
    tx.commit().await?;
    Ok(template_body(template))
}

pub async fn delete(app: &App, caller: &Caller, id: &FormTemplateId) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let template = find(&mut tx, caller, id).await?;
    if !form_templates::delete(&mut tx, id).await? {
        return Err(NOT_FOUND);
    }
    let entry = caller.audit(app.clock.now(), AuditAction::FormTemplateDeleted, id.as_str(), template.name.as_str());
    audit::append(&mut tx, &template.team_id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

/// A template that the caller may use. One of another Team does not exist for the caller.
async fn find(connection: &mut Connection, caller: &Caller, id: &FormTemplateId) -> ApiResult<FormTemplate> {
    let template = form_templates::by_id(connection, id).await?.ok_or(NOT_FOUND)?;
    let access = caller.access_to_team_of(connection, &template.team_id, "form template").await?;
    access.require(Action::ManageForms)?;
    Ok(template)
}

fn template_body(template: FormTemplate) -> FormTemplateBody {
    FormTemplateBody {
        id: template.id,
        name: template.name,
        delivery_formats: template.delivery_formats,
        fields: template.fields,
        team_id: template.team_id,
        created_at: template.created_at,
        updated_at: template.updated_at,
    }
}
