//! Packages that come through a Portal: created by strangers, held to the Portal's rules.

use domain::account::{EmailAddress, check_name, check_text};
use domain::form::SpecialValues;
use domain::package::Package;
use domain::package_token::Level;
use domain::portal::Portal;
use domain::team::Team;
use wire::ids::{FormResponseId, PackageId, PortalId};
use wire::packages::PackageBody;
use wire::portals::CreatePortalPackage;
use wire::time::Time;

use super::form_responses;
use super::package_bodies::{self, Viewer};
use super::packages::{DESCRIPTION_LONGEST, blank, chunk_size, insert};
use super::portal_access::by_code;
use super::throttle::{Limit, consume, household};
use crate::app::App;
use crate::auth::{Grant, Stranger};
use crate::error::{ApiError, ApiResult};
use crate::store::audit::{self, AuditEntry};
use crate::store::{Tx, portals, teams};

pub async fn create(
    app: &App,
    stranger: &Stranger,
    portal_id: &PortalId,
    request: &CreatePortalPackage,
) -> ApiResult<PackageBody> {
    let now = app.clock.now();
    let portal = by_code(app, portal_id, stranger).await?;
    portal.check_open(now)?;
    let from_here = format!("{portal_id} {}", household(stranger.address));
    let most = app.config.limits.portal_packages_per_hour;
    consume(app, &[Limit::per_hour("portal_package", &from_here, most)]).await?;
    let mut tx = app.store.begin().await?;
    // Held, so that a Portal that is switched off meanwhile takes nothing more.
    let portal = portals::lock(&mut tx, portal_id).await?.ok_or(ApiError::NotFound("Portal"))?;
    portal.check_open(now)?;
    let team = teams::by_id(&mut tx, &portal.team_id).await?.ok_or(ApiError::NotFound("Portal"))?;
    let id = app.ids.next();
    let form = filled_in(&mut tx, &portal, request, &id, now).await?;
    let package = new_package(app, &team, &portal, &form.said(request), now)?;
    let custom_metadata_id = form.response.map(String::from).unwrap_or_default();
    let package = Package { id, custom_metadata_id, ..package };
    insert(app, &mut tx, &package, &package.sender, now).await?;
    audit::append(&mut tx, &team.id, &by_stranger(stranger, &package, now)).await?;
    let grant = Grant {
        package_id: package.id.clone(),
        level: Level::Upload,
        link_id: None,
        user_id: None,
        download_id: app.ids.next(),
    };
    let token = app.package_tokens.until(grant, package.expiry.time(), now)?;
    let body = package_bodies::one(app, &mut tx, package, Viewer::Uploader(&token)).await?;
    tx.commit().await?;
    Ok(body)
}

/// What the sender filled in, if anything.
#[derive(Default)]
struct FilledIn {
    response: Option<FormResponseId>,
    values: SpecialValues,
}

impl FilledIn {
    /// The request, in which the form has the last word.
    fn said(&self, request: &CreatePortalPackage) -> CreatePortalPackage {
        let SpecialValues { name, description, sender } = self.values.clone();
        CreatePortalPackage {
            name: name.or_else(|| request.name.clone()),
            description: description.or_else(|| request.description.clone()),
            sender: sender.or_else(|| request.sender.clone()),
            ..request.clone()
        }
    }
}

/// Takes the response that the request names. A Portal with a form takes no package without one.
async fn filled_in(
    tx: &mut Tx,
    portal: &Portal,
    request: &CreatePortalPackage,
    package: &PackageId,
    now: Time,
) -> ApiResult<FilledIn> {
    match request.form_data_id.as_deref().filter(|id| !id.is_empty()) {
        Some(id) => {
            let (response, values) = form_responses::bind(tx, portal, id, package, now).await?;
            Ok(FilledIn { response: Some(response), values })
        }
        None if form_responses::required_for(tx, &portal.id).await? => {
            let reason = "is required: fill in the form of this Portal, and send the id of the response";
            Err(domain::Refusal::invalid("form_data_id", reason).into())
        }
        None => Ok(FilledIn::default()),
    }
}

fn new_package(
    app: &App,
    team: &Team,
    portal: &Portal,
    request: &CreatePortalPackage,
    now: Time,
) -> ApiResult<Package> {
    let required = |field| domain::Refusal::invalid(field, "is required");
    let name = request.name.as_deref().ok_or_else(|| required("name"))?;
    let description = request.description.as_deref().ok_or_else(|| required("description"))?;
    let sender = request.sender.as_deref().ok_or_else(|| required("sender"))?;
    let (expiry, custom_expiry) = portal.package_expiry(team, now);
    let password_hash = portal.download_password_hash.clone().filter(|_| portal.settings.has_download_password);
    Ok(Package {
        portal_id: Some(portal.id.clone()),
        name: check_name("name", name)?,
        description: check_text("description", description, DESCRIPTION_LONGEST)?,
        sender: EmailAddress::parse("sender", sender)?.as_str().to_owned(),
        recipients: portal.recipients.clone(),
        custom_expiry,
        password_hash,
        chunk_size: chunk_size(request.chunk_size)?,
        tag_id: portal.tag_id.clone(),
        teamspace_id: portal.teamspace_id.clone(),
        ..blank(app, team, expiry, now)
    })
}

/// The record says who sent it, and not what it is called: not everybody who reads the record sees the package.
fn by_stranger(stranger: &Stranger, package: &Package, now: Time) -> AuditEntry {
    let credential = if stranger.code.is_some() { "access_code" } else { "" };
    AuditEntry {
        at: now,
        actor: "stranger".to_owned(),
        credential: credential.to_owned(),
        address: stranger.address.to_string(),
        action: "package_created".to_owned(),
        object: package.id.to_string(),
        detail: package.portal_id.as_ref().map(ToString::to_string).unwrap_or_default(),
    }
}
