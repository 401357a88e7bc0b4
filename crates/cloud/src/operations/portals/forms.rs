//! Creating, changing, deleting and showing forms of Portals.
//!
//! Anyone who can see a Portal can see its form; changing it requires a role that manages forms.

mod fields;
pub mod responses;
pub mod templates;

use domain::account::check_name;
use domain::audit::AuditAction;
use domain::form::{Form, check_fields, distinct, owner_id};
use domain::policy::Action;
use store::{Connection, Tx, audit, forms};
use wire::forms::{CreateForm, FormBody, FormElement, UpdateForm};
use wire::ids::{FormId, PortalId};

use super::access::{self, SeenPortal};
use crate::app::App;
use crate::auth::Caller;
use crate::error::{ApiError, ApiResult};
use fields::{copied_fields, with_ids};

const NOT_FOUND: ApiError = ApiError::NotFound("form");

pub async fn create(app: &App, caller: &Caller, portal_id: &PortalId, request: &CreateForm) -> ApiResult<FormBody> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let SeenPortal { access, portal } = access::locked(&mut tx, caller, portal_id).await?;
    access.require(Action::ManageForms)?;
    let given = request.fields.as_deref().unwrap_or_default();
    let template = request.form_template_id.as_deref().filter(|id| !id.is_empty());
    let fields = match template {
        Some(id) => copied_fields(&mut tx, &portal.team_id, id, now).await?,
        None => Vec::new(),
    };
    let fields = if given.is_empty() { fields } else { check_fields(given, now)? };
    let id: FormId = app.ids.next();
    let form = Form {
        name: check_name("name", &request.name)?,
        delivery_formats: distinct(&request.delivery_formats),
        fields: with_ids(&app.ids, id.as_str(), fields),
        id,
        team_id: portal.team_id,
        portal_id: portal.id,
        disabled: false,
        created_at: now,
        updated_at: now,
        version: 1,
    };
    if !forms::insert(&mut tx, &form).await? {
        return Err(ApiError::Duplicate {
            field: "portal_id",
            reason: "the Portal already has a form: update that one",
        });
    }
    write_record(&mut tx, caller, &form, AuditAction::FormCreated, now).await?;
    tx.commit().await?;
    Ok(form_body(form))
}

pub async fn of_portal(app: &App, caller: &Caller, portal_id: &PortalId) -> ApiResult<FormBody> {
    let mut connection = app.store.read().await?;
    let seen = access::readable(&mut connection, caller, portal_id).await?;
    forms::of_portal(&mut connection, &seen.portal.id).await?.map(form_body).ok_or(NOT_FOUND)
}

pub async fn get(app: &App, caller: &Caller, id: &FormId) -> ApiResult<FormBody> {
    let mut connection = app.store.read().await?;
    let form = forms::by_id(&mut connection, id).await?.ok_or(NOT_FOUND)?;
    access::readable(&mut connection, caller, &form.portal_id).await.map_err(|error| error.hiding("form"))?;
    Ok(form_body(form))
}

/// Replaces the whole form including all its fields.
pub async fn update(app: &App, caller: &Caller, id: &FormId, request: &UpdateForm) -> ApiResult<FormBody> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let known = manageable(&mut tx, caller, id).await?;
    let form = Form {
        name: check_name("name", &request.name)?,
        delivery_formats: distinct(&request.delivery_formats),
        fields: with_ids(&app.ids, id.as_str(), check_fields(&request.fields, now)?),
        disabled: request.disabled.unwrap_or(known.disabled),
        updated_at: now,
        ..known
    };
    forms::update(&mut tx, &form).await?;
    write_record(&mut tx, caller, &form, AuditAction::FormUpdated, now).await?;
    tx.commit().await?;
    Ok(form_body(form))
}

/// Existing responses stay with their packages.
pub async fn delete(app: &App, caller: &Caller, id: &FormId) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let form = manageable(&mut tx, caller, id).await?;
    if !forms::delete(&mut tx, id).await? {
        return Err(NOT_FOUND);
    }
    write_record(&mut tx, caller, &form, AuditAction::FormDeleted, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// The fields that the Portal's page shows; `None` if it has no form, or a disabled one.
pub async fn elements_of(connection: &mut Connection, portal: &PortalId) -> ApiResult<Option<Vec<FormElement>>> {
    let form = forms::of_portal(connection, portal).await?.filter(|form| !form.disabled);
    Ok(form.map(|form| form.elements()))
}

/// A form that the caller may change, with its Portal locked until the transaction ends.
async fn manageable(tx: &mut Tx, caller: &Caller, id: &FormId) -> ApiResult<Form> {
    let form = forms::by_id(tx, id).await?.ok_or(NOT_FOUND)?;
    let seen = access::locked(tx, caller, &form.portal_id).await.map_err(|error| error.hiding("form"))?;
    seen.access.require(Action::ManageForms)?;
    Ok(form)
}

async fn write_record(
    tx: &mut Tx,
    caller: &Caller,
    form: &Form,
    action: AuditAction,
    now: wire::time::Time,
) -> ApiResult<()> {
    let entry = caller.audit(now, action, form.id.as_str(), form.portal_id.as_str());
    Ok(audit::append(tx, &form.team_id, &entry).await?)
}

fn form_body(form: Form) -> FormBody {
    FormBody {
        owner_id: owner_id(&form.portal_id),
        id: form.id,
        name: form.name,
        delivery_formats: form.delivery_formats,
        disabled: form.disabled,
        fields: form.fields,
        team_id: form.team_id,
        created_at: form.created_at,
        updated_at: form.updated_at,
    }
}
