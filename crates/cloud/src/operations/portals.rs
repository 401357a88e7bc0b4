//! Creating, changing, reading and deleting Portals.

pub mod access;
pub mod bodies;
pub mod connections;
pub mod forms;
pub mod references;
pub mod rules;
pub mod secrets;

use domain::account::check_name;
use domain::audit::AuditAction;
use domain::policy::Action;
use domain::portal::{AccessLevel, Portal, check_supported, updated};
use domain::subdomain::check_subdomain;
use serving::query::Page;
use store::portal_connections::{self, Attached};
use store::portal_lists::{self, PortalFilter, PortalSort};
use store::{Connection, Tx, audit, portal_webhooks, portals, teams};
use wire::ids::{CustomWebhookId, MembershipId, PortalId, TeamId};
use wire::packages::PageMetadata;
use wire::portals::{PortalBody, PortalPage, PortalSettings, PublicPortal, WritePortal};
use wire::time::Time;

use crate::app::App;
use crate::auth::sight::viewer;
use crate::auth::{Caller, PortalVisitor, TeamAccess};
use crate::error::{ApiError, ApiResult};
use crate::operations::bulk;
use crate::operations::mail::recipients;
use crate::queue::MovePackages;
use access::SeenPortal;
use bodies::PortalReader;
use references::References;
use secrets::{Secrets, with_renewed_seals};

/// Nobody else can use a former subdomain for this long, since links to it still exist.
const RETIREMENT_DAYS: i64 = 90;

pub async fn create(app: &App, caller: &Caller, team_id: &TeamId, request: &WritePortal) -> ApiResult<PortalBody> {
    let (now, id) = (app.clock.now(), app.ids.next::<PortalId>());
    check_supported(request)?;
    references::check_lengths(request)?;
    let recipients = given_recipients(request)?;
    let secrets = Secrets::of(app, &id, request).await?;
    let mut tx = app.store.begin().await?;
    let access = caller.access_to(&mut tx, team_id).await?;
    access.require(Action::ManagePortals)?;
    let blank = blank(id, caller, team_id, now);
    let references = references::for_new(&mut tx, app, &access, request, now).await?;
    let seen = SeenPortal { access, portal: blank };
    let portal = changed(&mut tx, seen, request, recipients, &secrets, &references, now).await?;
    portals::insert(&mut tx, &portal).await?;
    portals::set_access_list(&mut tx, &portal.id, &references.access_list).await?;
    portal_webhooks::set(&mut tx, &portal.id, &references.webhooks).await?;
    portal_connections::set(&mut tx, &portal.id, &references.connections).await?;
    let entry = caller.audit(now, AuditAction::PortalCreated, portal.id.as_str(), known_as(&portal));
    audit::append(&mut tx, team_id, &entry).await?;
    audit::append_all(&mut tx, team_id, references.tag_entry(caller, now).as_slice()).await?;
    let body = bodies::one(app, &mut tx, portal, PortalReader::Manager).await?;
    tx.commit().await?;
    Ok(body)
}

fn blank(id: PortalId, caller: &Caller, team_id: &TeamId, now: Time) -> Portal {
    Portal {
        id,
        team_id: team_id.clone(),
        creator_id: caller.user.id.clone(),
        teamspace_id: None,
        tag_id: None,
        name: String::new(),
        subdomain: String::new(),
        active: false,
        access_level: AccessLevel::Regular,
        access_code: None,
        download_password: None,
        download_password_hash: None,
        expiry: None,
        recipients: Vec::new(),
        settings: PortalSettings::default(),
        created_at: now,
        updated_at: now,
        deleted_at: None,
        version: 1,
    }
}

/// The audit record does not name private Portals, since its readers may not see them.
fn known_as(portal: &Portal) -> &str {
    if portal.is_private() { "" } else { &portal.name }
}

pub async fn update(app: &App, caller: &Caller, id: &PortalId, request: &WritePortal) -> ApiResult<PortalBody> {
    let now = app.clock.now();
    check_supported(request)?;
    references::check_lengths(request)?;
    let recipients = given_recipients(request)?;
    let secrets = Secrets::of(app, id, request).await?;
    let mut tx = app.store.begin().await?;
    let SeenPortal { access, portal } = access::locked(&mut tx, caller, id).await?;
    let seen = SeenPortal { access, portal: with_renewed_seals(app, portal)? };
    seen.require_manage()?;
    let former = References::stored(&mut tx, id).await?;
    let references = references::for_update(&mut tx, app, &seen, &former, request, now).await?;
    let (former_level, former_teamspace) = (seen.portal.access_level, seen.portal.teamspace_id.clone());
    let mut portal = changed(&mut tx, seen, request, recipients, &secrets, &references, now).await?;
    portals::update(&mut tx, &portal).await?;
    portal.version += 1;
    let moved = if former_teamspace == portal.teamspace_id {
        None
    } else {
        Some(bulk::save(app, &mut tx, MovePackages { portal: id.clone() }).await?)
    };
    let mut entries = vec![caller.audit(now, AuditAction::PortalUpdated, id.as_str(), known_as(&portal))];
    if references.access_list != former.access_list || former_level != portal.access_level {
        portals::set_access_list(&mut tx, id, &references.access_list).await?;
        let detail = access_detail(&portal, &references);
        entries.push(caller.audit(now, AuditAction::PortalAccessChanged, id.as_str(), detail));
    }
    if references.webhooks != former.webhooks {
        portal_webhooks::set(&mut tx, id, &references.webhooks).await?;
        entries.push(caller.audit(now, AuditAction::PortalWebhooksChanged, id.as_str(), listed(&references.webhooks)));
    }
    if references.connections != former.connections {
        portal_connections::set(&mut tx, id, &references.connections).await?;
        let detail = attached(&references.connections);
        entries.push(caller.audit(now, AuditAction::PortalConnectionsChanged, id.as_str(), detail));
    }
    entries.extend(references.tag_entry(caller, now));
    // Last: a transaction that has the record locked must not wait for rows of one that waits for the record.
    audit::append_all(&mut tx, &portal.team_id, &entries).await?;
    let body = bodies::one(app, &mut tx, portal, PortalReader::Manager).await?;
    tx.commit().await?;
    if let Some(moved) = moved {
        bulk::begin(app, moved).await;
    }
    Ok(body)
}

fn access_detail(portal: &Portal, references: &References) -> String {
    let members: Vec<&str> = references.access_list.iter().map(MembershipId::as_str).collect();
    format!("{} {}", portal.access_level.as_str(), members.join(" ")).trim_end().to_owned()
}

fn listed(webhooks: &[CustomWebhookId]) -> String {
    webhooks.iter().map(CustomWebhookId::as_str).collect::<Vec<_>>().join(" ")
}

fn attached(connections: &[Attached]) -> String {
    let one = |attached: &Attached| match &attached.filter {
        None => attached.connection.to_string(),
        Some(filter) => format!("{} ({filter})", attached.connection),
    };
    connections.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// The recipients that a request names; `None` if it does not.
fn given_recipients(request: &WritePortal) -> ApiResult<Option<Vec<String>>> {
    request.recipients.as_ref().map(|given| recipients(given.as_deref().unwrap_or_default())).transpose()
}

/// The Portal as the request changes it, validated as a whole.
async fn changed(
    tx: &mut Tx,
    SeenPortal { access, portal }: SeenPortal,
    request: &WritePortal,
    recipients: Option<Vec<String>>,
    secrets: &Secrets,
    references: &References,
    now: Time,
) -> ApiResult<Portal> {
    let required = |field| domain::Refusal::invalid(field, "is required");
    let name = check_name("name", request.name.as_deref().ok_or_else(|| required("name"))?)?;
    let subdomain = request.subdomain.as_deref().ok_or_else(|| required("subdomain"))?;
    let subdomain = subdomain_for(tx, &portal, subdomain, now).await?;
    let recipients = recipients.unwrap_or_else(|| portal.recipients.clone());
    access.team.check_recipients(recipients.len())?;
    let (download_password, download_password_hash) = secrets.download_password(&portal);
    let changed = Portal {
        name,
        subdomain,
        active: request.active.unwrap_or(portal.active),
        access_level: references.access_level,
        access_code: secrets.access_code(&portal),
        download_password,
        download_password_hash,
        expiry: request.expiry.map_or(portal.expiry, |expiry| expiry.0),
        recipients,
        settings: secrets.protect(updated(&portal.settings, request), request),
        teamspace_id: references.teamspace_id.clone(),
        tag_id: references.tag.as_ref().map(|tag| tag.id.clone()),
        updated_at: now,
        ..portal
    };
    changed.check_whole()?;
    Ok(changed)
}

async fn subdomain_for(tx: &mut Tx, portal: &Portal, wanted: &str, now: Time) -> ApiResult<String> {
    let subdomain = check_subdomain("subdomain", wanted)?;
    if subdomain == portal.subdomain {
        return Ok(subdomain);
    }
    let is_taken = portals::by_subdomain(tx, &subdomain).await?.is_some();
    if is_taken || portals::is_retired(tx, &subdomain, &portal.team_id, now).await? {
        return Err(ApiError::Duplicate { field: "subdomain", reason: "is taken: choose another" });
    }
    if !portal.subdomain.is_empty() {
        portals::retire(tx, portal, now.plus_days(RETIREMENT_DAYS)).await?;
    }
    Ok(subdomain)
}

/// For a member of the Team, or for a visitor with the access code.
pub async fn get(app: &App, visitor: &PortalVisitor, id: &PortalId) -> ApiResult<PortalBody> {
    match visitor {
        PortalVisitor::Member(caller) => {
            let mut connection = app.store.read().await?;
            let seen = access::readable(&mut connection, caller, id).await?;
            let reader = reader(&seen.access, &seen.portal);
            bodies::one(app, &mut connection, seen.portal, reader).await
        }
        PortalVisitor::Stranger(stranger) if stranger.code.is_none() => Err(ApiError::Unauthorized),
        PortalVisitor::Stranger(stranger) => {
            let portal = access::by_code(app, id, stranger).await?;
            bodies::one(app, &mut *app.store.read().await?, portal, PortalReader::Stranger).await
        }
    }
}

/// Anyone who can see a private Portal is on its access list, and may change it.
fn reader(access: &TeamAccess, portal: &Portal) -> PortalReader {
    let may_manage = portal.is_private() || access.require(Action::ManagePortals).is_ok();
    if may_manage { PortalReader::Manager } else { PortalReader::Member }
}

/// For the page itself, without a credential. A Portal whose page is switched off does not exist.
pub async fn public(app: &App, subdomain: &str) -> ApiResult<PublicPortal> {
    let mut connection = app.store.read().await?;
    let subdomain =
        check_subdomain("subdomain", &subdomain.to_ascii_lowercase()).map_err(|_| ApiError::NotFound("Portal"))?;
    let portal = portals::by_subdomain(&mut connection, &subdomain).await?;
    let portal = portal.filter(|portal| portal.is_open(app.trusted_time())).ok_or(ApiError::NotFound("Portal"))?;
    let is_guarded = portal.settings.has_access_code;
    let custom_metadata = if is_guarded { None } else { forms::elements_of(&mut connection, &portal.id).await? };
    let team = teams::by_id(&mut connection, &portal.team_id).await?.ok_or(ApiError::NotFound("Portal"))?;
    Ok(bodies::public(portal, team.name, custom_metadata))
}

/// Its packages, and who can see them, do not change.
pub async fn delete(app: &App, caller: &Caller, id: &PortalId) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let seen = access::locked(&mut tx, caller, id).await?;
    seen.access.require(Action::ManagePortals)?;
    portals::retire(&mut tx, &seen.portal, now.plus_days(RETIREMENT_DAYS)).await?;
    let portal = Portal { deleted_at: Some(now), active: false, ..seen.portal };
    // Its webhooks stay, for the packages that visitors are still sending.
    portals::update(&mut tx, &portal).await?;
    let entry = caller.audit(now, AuditAction::PortalDeleted, id.as_str(), known_as(&portal));
    audit::append(&mut tx, &portal.team_id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

/// Which of a Team's Portals the caller can see.
pub async fn visible(connection: &mut Connection, caller: &Caller, team_id: &TeamId) -> ApiResult<PortalFilter> {
    let access = caller.access_to(connection, team_id).await?;
    Ok(PortalFilter::all(team_id.clone(), viewer(&access)?))
}

pub async fn page(
    app: &App,
    caller: &Caller,
    filter: &PortalFilter,
    sort: PortalSort,
    page: Page,
) -> ApiResult<PortalPage> {
    let mut connection = app.store.snapshot().await?;
    let access = caller.access_to(&mut connection, &filter.team_id).await?;
    let total = portal_lists::total(&mut connection, filter).await?;
    let found = portal_lists::page(&mut connection, filter, sort, page.offset(), page.limit).await?;
    let records = bodies(app, &mut connection, &access, found).await?;
    Ok(PortalPage { metadata: PageMetadata { total }, records })
}

/// The next Portals of an unpaged list, newest first.
pub async fn after(
    app: &App,
    caller: &Caller,
    filter: &PortalFilter,
    last: Option<&PortalBody>,
    limit: i64,
) -> ApiResult<Vec<PortalBody>> {
    let mut connection = app.store.read().await?;
    let access = caller.access_to(&mut connection, &filter.team_id).await?;
    let last = last.map(|portal| (portal.created_at, &portal.id));
    let found = portal_lists::newest_after(&mut connection, filter, last, limit).await?;
    bodies(app, &mut connection, &access, found).await
}

async fn bodies(
    app: &App,
    connection: &mut Connection,
    access: &TeamAccess,
    found: Vec<Portal>,
) -> ApiResult<Vec<PortalBody>> {
    let with_reader = |portal: Portal| {
        let reader = reader(access, &portal);
        (portal, reader)
    };
    bodies::many(app, connection, found.into_iter().map(with_reader).collect()).await
}
