//! Packages received through a Portal: created by visitors, and checked against the Portal's rules.

use domain::account::{EmailAddress, check_name, check_text};
use domain::audit::{AuditAction, NamedActor};
use domain::form::SpecialValues;
use domain::package::Package;
use domain::package_token::Level;
use domain::portal::Portal;
use store::audit::{self, AuditEntry};
use store::{Tx, portals, tags, teams};
use wire::ids::PortalId;
use wire::packages::PackageBody;
use wire::portals::CreatePortalPackage;
use wire::time::Time;

use super::bodies::{self, Viewer};
use super::changes::UNFINISHED_DAYS;
use super::{DESCRIPTION_LONGEST, blank, insert};
use crate::app::App;
use crate::auth::{Caller, PortalSender, Stranger};
use crate::credentials::Grant;
use crate::error::{ApiError, ApiResult};
use crate::operations::files::chunk_size;
use crate::operations::portals::access::by_code;
use crate::operations::portals::forms::responses as form_responses;
use crate::operations::quotas::{self, Sender};
use crate::operations::requests::rate_limit::{Limit, consume, household};
use crate::operations::transfers;

/// Whether a visitor may send something through a Portal, and has not reached the rate limit.
pub async fn admit(app: &App, stranger: &Stranger, portal_id: &PortalId) -> ApiResult<()> {
    let portal = by_code(app, portal_id, stranger).await?;
    portal.check_open(app.trusted_time())?;
    let from_here = format!("{portal_id} {}", household(stranger.address));
    let most = app.config.limits.portal_packages_per_hour;
    consume(app, &[Limit::per_hour("portal_package", &from_here, most)]).await?;
    Ok(())
}

/// Creates the package for an admitted visitor.
pub async fn create(
    app: &App,
    sender: &PortalSender,
    portal_id: &PortalId,
    request: &CreatePortalPackage,
) -> ApiResult<PackageBody> {
    quotas::noting(app, create_one(app, sender, portal_id, request).await).await
}

async fn create_one(
    app: &App,
    sender: &PortalSender,
    portal_id: &PortalId,
    request: &CreatePortalPackage,
) -> ApiResult<PackageBody> {
    let (now, trusted) = (app.clock.now(), app.trusted_time());
    let mut tx = app.store.begin().await?;
    let New { package, portal, member, .. } = insert_new(app, &mut tx, sender, portal_id, request).await?;
    transfers::keep_filters(&mut tx, &portal.id, &package.id).await?;
    audit::append(&mut tx, &portal.team_id, &by_stranger(&sender.stranger, &portal, &package, now)).await?;
    let grant = Grant {
        package_id: package.id.clone(),
        level: Level::Upload,
        link_id: None,
        issued_to: member.map(Caller::as_holder),
        download_id: app.ids.next(),
    };
    let end = package.expiry.time().unwrap_or_else(|| trusted.plus_days(UNFINISHED_DAYS));
    let token = app.package_tokens.until(grant, Some(end), trusted)?;
    let body = bodies::one(app, &mut tx, package, Viewer::Uploader(&token)).await?;
    tx.commit().await?;
    Ok(body)
}

/// A package that was saved, and who sends it.
pub(super) struct New<'a> {
    pub(super) package: Package,
    pub(super) portal: Portal,
    pub(super) member: Option<&'a Caller>,
    pub(super) counted_as: Sender,
}

/// Saves a new package, if the Portal and the rules of its Team allow it.
pub(super) async fn insert_new<'a>(
    app: &App,
    tx: &mut Tx,
    sender: &'a PortalSender,
    portal_id: &PortalId,
    request: &CreatePortalPackage,
) -> ApiResult<New<'a>> {
    let (now, trusted) = (app.clock.now(), app.trusted_time());
    // Locked and not only held, so that someone who wants to switch it off gets their turn among many visitors.
    let portal = portals::lock(tx, portal_id).await?.ok_or(ApiError::NotFound("Portal"))?;
    portal.check_open(trusted)?;
    let team = teams::by_id(tx, &portal.team_id).await?.ok_or(ApiError::NotFound("Portal"))?;
    team.check_sending()?;
    let member = member(tx, sender, &portal).await?;
    let counted_as = if member.is_some() { Sender::Team } else { Sender::Visitor(household(sender.stranger.address)) };
    quotas::admit_through_portal(app, tx, &team, &portal, &counted_as, now).await?;
    let (expiry, custom_expiry) = portal.package_expiry(&team, trusted);
    let blank = Package { custom_expiry, ..blank(app, &team, expiry, trusted) };
    let (form_data_id, said) = answers(tx, &portal, request, &blank, now).await?;
    let blank = Package { custom_metadata_id: form_data_id, ..blank };
    // A tag that has just been deleted may not be off the Portal yet.
    let tag_id = match &portal.tag_id {
        Some(tag) => tags::refer_to(tx, &team.id, tag.as_str()).await?.map(|tag| tag.id),
        None => None,
    };
    let package = Package { tag_id, ..new_package(&portal, request, said, blank)? };
    insert(app, tx, &package, &package.sender, now).await?;
    Ok(New { package, portal, member, counted_as })
}

/// The sender, if they are a member of the Portal's Team.
async fn member<'a>(tx: &mut Tx, sender: &'a PortalSender, portal: &Portal) -> ApiResult<Option<&'a Caller>> {
    let Some(caller) = sender.signed_in.as_deref() else { return Ok(None) };
    match caller.access_to(tx, &portal.team_id).await {
        Ok(_) => Ok(Some(caller)),
        Err(ApiError::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The form response of the package, if the Portal requires one, and the fields it sets.
async fn answers(
    tx: &mut Tx,
    portal: &Portal,
    request: &CreatePortalPackage,
    package: &Package,
    now: Time,
) -> ApiResult<(String, SpecialValues)> {
    match request.form_data_id.as_deref().filter(|id| !id.is_empty()) {
        Some(id) => {
            let (id, said) = form_responses::bind(tx, portal, id, &package.id, now).await?;
            Ok((id.to_string(), said))
        }
        None if form_responses::required_for(tx, &portal.id).await? => {
            let reason = "is required: fill in the form of this Portal first";
            Err(domain::Refusal::invalid("form_data_id", reason).into())
        }
        None => Ok((String::new(), SpecialValues::default())),
    }
}

/// Values from the form take precedence over those of the request.
fn new_package(
    portal: &Portal,
    request: &CreatePortalPackage,
    said: SpecialValues,
    blank: Package,
) -> ApiResult<Package> {
    let given = |field: &'static str, said: Option<String>, asked: &Option<String>| {
        said.or_else(|| asked.clone()).ok_or_else(|| domain::Refusal::invalid(field, "is required"))
    };
    let name = check_name("name", &given("name", said.name, &request.name)?)?;
    let description = given("description", said.description, &request.description)?;
    let sender = given("sender", said.sender, &request.sender)?;
    portal.check_package_name(&name)?;
    let password_hash = portal.download_password_hash.clone().filter(|_| portal.settings.has_download_password);
    Ok(Package {
        portal_id: Some(portal.id.clone()),
        portal_version: portal.version,
        name,
        description: check_text("description", &description, DESCRIPTION_LONGEST)?,
        sender: EmailAddress::parse("sender", &sender)?.as_str().to_owned(),
        recipients: portal.recipients.clone(),
        password_hash,
        chunk_size: chunk_size(request.chunk_size)?,
        teamspace_id: portal.teamspace_id.clone(),
        ..blank
    })
}

/// The audit record says who sent it, but not its name: not everybody who reads the record can see the package.
fn by_stranger(stranger: &Stranger, portal: &Portal, package: &Package, now: Time) -> AuditEntry {
    let credential = if portal.settings.has_access_code { "access_code" } else { "" };
    AuditEntry {
        at: now,
        actor: NamedActor::Stranger.as_str().to_owned(),
        credential: credential.to_owned(),
        address: stranger.address.to_string(),
        action: AuditAction::PackageCreated,
        object: package.id.to_string(),
        detail: portal.id.to_string(),
    }
}
