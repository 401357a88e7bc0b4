//! Form responses: received, attached to a package, shown, and deleted with it.

use domain::form::{Delivery, Form, FormResponse, SpecialValues, owner_id};
use domain::package_token::Right;
use domain::portal::Portal;
use store::{Connection, Tx, form_responses, forms};
use wire::forms::{AnsweredField, DeliveryFormat, FormAnswers, FormResponseBody};
use wire::ids::{FormResponseId, PackageId, PortalId};
use wire::time::Time;

use crate::app::App;
use crate::auth::{PackageHolder, PortalVisitor};
use crate::error::{ApiError, ApiResult};
use crate::operations::portals::access as portal_access;
use crate::operations::requests::rate_limit::{Limit, consume, household};

/// A Portal whose form the visitor may fill in: anyone who may upload to it.
pub async fn admit(app: &App, visitor: &PortalVisitor, portal_id: &PortalId) -> ApiResult<Portal> {
    match visitor {
        PortalVisitor::Member(caller) => {
            Ok(portal_access::readable(&mut *app.store.read().await?, caller, portal_id).await?.portal)
        }
        PortalVisitor::Stranger(stranger) => {
            let most = app.config.limits.address_tries_per_minute;
            consume(app, &[Limit::per_minute("form_response", &household(stranger.address), most)]).await?;
            let portal = portal_access::by_code(app, portal_id, stranger).await?;
            portal.check_open(app.trusted_time())?;
            // A response is kept for a day, even if no package follows.
            let from_here = format!("{portal_id} {}", household(stranger.address));
            let most = app.config.limits.portal_packages_per_hour;
            consume(app, &[Limit::per_hour("form_response_to", &from_here, most)]).await?;
            Ok(portal)
        }
    }
}

pub async fn create(app: &App, portal: &Portal, answers: &FormAnswers) -> ApiResult<FormResponseBody> {
    let mut tx = app.store.begin().await?;
    let response = insert_new(app, &mut tx, &portal.id, answers).await?;
    tx.commit().await?;
    Ok(response_body(response))
}

/// Saves the answers, if they are those that the form wants.
pub async fn insert_new(app: &App, tx: &mut Tx, portal: &PortalId, answers: &FormAnswers) -> ApiResult<FormResponse> {
    let form = forms::of_portal(tx, portal).await?.ok_or(ApiError::NotFound("form"))?;
    let values = form.values(answers)?;
    let response = new_response(app, form, values, app.clock.now());
    form_responses::insert(tx, &response).await?;
    Ok(response)
}

/// The response with a copy of the form as it is now, which later changes of the form do not affect.
fn new_response(app: &App, form: Form, values: Vec<String>, now: Time) -> FormResponse {
    let id: FormResponseId = app.ids.next();
    let answered = form.fields.into_iter().zip(values).map(|(field, value)| AnsweredField {
        id: app.ids.next(),
        field_id: field.id,
        form_id: form.id.clone(),
        form_data_id: id.clone(),
        value,
        attributes: field.attributes,
    });
    let fields = answered.collect();
    let delivery = |format| Delivery { format, file_id: app.ids.next() };
    FormResponse {
        id,
        team_id: form.team_id,
        portal_id: form.portal_id,
        form_id: form.id,
        package_id: None,
        name: form.name,
        deliveries: form.delivery_formats.into_iter().map(delivery).collect(),
        fields,
        created_at: now,
        updated_at: now,
    }
}

/// Whether packages of the Portal need a response: always if its form is enabled, even if no field is required.
pub async fn required_for(connection: &mut Connection, portal: &PortalId) -> ApiResult<bool> {
    Ok(forms::of_portal(connection, portal).await?.is_some_and(|form| !form.disabled))
}

/// Attaches a response to a package that is being created, and returns the fields it sets. A response serves one
/// package.
pub async fn bind(
    tx: &mut Tx,
    portal: &Portal,
    form_data_id: &str,
    package: &PackageId,
    now: Time,
) -> ApiResult<(FormResponseId, SpecialValues)> {
    let not_found = || ApiError::ReferenceNotFound("form_data_id");
    let id: FormResponseId = form_data_id.parse().map_err(|_| not_found())?;
    let response = form_responses::of_portal(tx, &portal.id, &id).await?.ok_or_else(not_found)?;
    if !form_responses::bind(tx, &id, package, now).await? {
        let reason = "already belongs to another package: fill in the form again";
        return Err(ApiError::Duplicate { field: "form_data_id", reason });
    }
    let values = response.special_values();
    Ok((id, values))
}

/// The form response of a package. It is deleted with the package's content.
pub async fn of_package(app: &App, holder: &PackageHolder) -> ApiResult<FormResponseBody> {
    holder.require(Right::ReadMetadata)?;
    let package = &holder.package;
    if package.custom_metadata_id.is_empty() {
        return Err(ApiError::NotFound("metadata of this package"));
    }
    if !package.state.is_alive() {
        return Err(ApiError::Gone("the package"));
    }
    let response = form_responses::of_package(&mut *app.store.read().await?, &package.id).await?;
    response.map(response_body).ok_or(ApiError::NotFound("metadata of this package"))
}

/// Labels and values for the mail about an upload, if the form is configured to be mailed.
pub async fn lines_for_mail(connection: &mut Connection, package: &PackageId) -> ApiResult<Vec<(String, String)>> {
    let response = form_responses::of_package(connection, package).await?;
    let response = response.filter(|response| response.delivers(DeliveryFormat::EmailBody));
    Ok(response.map(|response| response.lines()).unwrap_or_default())
}

fn response_body(response: FormResponse) -> FormResponseBody {
    FormResponseBody {
        owner_id: owner_id(&response.portal_id),
        id: response.id,
        form_id: response.form_id,
        package_id: response.package_id.map(String::from).unwrap_or_default(),
        name: response.name,
        delivery_formats: response.deliveries.iter().map(|delivery| delivery.format).collect(),
        disabled: false,
        fields: response.fields,
        team_id: response.team_id,
        created_at: response.created_at,
        updated_at: response.updated_at,
    }
}
