//! Creating, listing, deleting and opening download links.

use domain::account::EmailAddress;
use domain::audit::AuditAction;
use domain::link::{Link, Unusable, check_access_limit, check_new_link};
use domain::package::{Package, PackageState};
use domain::package_token::{Level, Right};
use domain::portal::Portal;
use store::activities::{self, ActivityKind, ActivityState, NewActivity};
use store::{Tx, audit, links, packages, teams};
use wire::ids::{ActivityId, LinkId};
use wire::links::{Branding, CreateLink, LinkBody, ResolvedLink};
use wire::portals::PortalSettings;
use wire::time::Time;

use crate::app::App;
use crate::auth::PackageHolder;
use crate::credentials::{Grant, random};
use crate::error::{ApiError, ApiResult};
use crate::operations::downloads::link_secrets::NewSecret;
use crate::operations::mail::cancel_for_link;
use crate::operations::packages::bodies::link_body;
use crate::operations::packages::hash_password;
use crate::operations::portals::rules::portal_of;
use crate::operations::record::wrong_guesses;
use crate::operations::requests::rate_limit::Guesses;
use crate::queue::{NotifyRecipients, enqueue};
use crate::secret::Secret;

const LINKS_MOST: i64 = 10_000;

pub async fn create(app: &App, holder: &PackageHolder, request: &CreateLink) -> ApiResult<LinkBody> {
    holder.require(Right::UseLinks)?;
    holder.require_sending()?;
    let (now, trusted) = (app.clock.now(), app.trusted_time());
    let own_password = hash_password(app, request.password.as_deref()).await?;
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    let package = packages::lock(&mut tx, &holder.package.id).await?.ok_or(ApiError::NotFound("package"))?;
    let package = package.at(trusted);
    check_new_link(&package, request.expiry.0, trusted)?;
    if links::count_of_package(&mut tx, &package.id).await? >= LINKS_MOST {
        return Err(domain::Refusal::TooLarge(format!("a package can have up to {LINKS_MOST} links")).into());
    }
    let link = new_link(app, &package, request, own_password, trusted)?;
    let secret = match link.email {
        None => Some(NewSecret::make(app, &mut tx, &package.team_id, &link.id).await?),
        Some(_) => None,
    };
    links::insert(&mut tx, &link, secret.as_ref().map(NewSecret::kept)).await?;
    if link.email.is_some() && package.state == PackageState::Finalized {
        enqueue(&mut tx, &app.ids, &NotifyRecipients { package: package.id.clone() }, now).await?;
    }
    record(app, &mut tx, holder, &link, now).await?;
    tx.commit().await?;
    Ok(LinkBody { download_secret: secret.map(|made| made.secret), ..link_body(&link, &package, trusted) })
}

fn new_link(
    app: &App,
    package: &Package,
    request: &CreateLink,
    own_password: Option<String>,
    now: Time,
) -> ApiResult<Link> {
    let email = request.email.as_deref().map(str::trim).filter(|email| !email.is_empty());
    let email = email.map(|email| EmailAddress::parse("email", email)).transpose()?;
    let access_limit = check_access_limit("access_limit", request.access_limit.unwrap_or(package.access_limit))?;
    let defaults = Link::new(app.ids.next(), package, email.map(|email| email.as_str().to_owned()), now);
    Ok(Link {
        password_hash: own_password.or_else(|| package.password_hash.clone()),
        access_limit,
        access_limit_enabled: access_limit > 0,
        active: request.active.unwrap_or(true),
        expiry: request.expiry.0,
        ..defaults
    })
}

async fn record(app: &App, tx: &mut Tx, holder: &PackageHolder, link: &Link, now: Time) -> ApiResult<()> {
    let team_id = &holder.package.team_id;
    let id: ActivityId = app.ids.next();
    let activity = NewActivity {
        id: &id,
        team_id,
        kind: ActivityKind::LinkCreation,
        package_id: &holder.package.id,
        link_id: Some(&link.id),
        actor: "",
        user_id: holder.grant.user_id(),
        portal_id: holder.package.portal_id.as_ref(),
    };
    activities::begin(tx, &activity, now).await?;
    activities::advance(tx, &id, ActivityState::Complete, "", now).await?;
    let entry = holder.audit(now, AuditAction::LinkCreated, link.id.as_str(), holder.package.id.as_str());
    Ok(audit::append(tx, team_id, &entry).await?)
}

pub async fn list(app: &App, holder: &PackageHolder) -> ApiResult<Vec<LinkBody>> {
    holder.require(Right::UseLinks)?;
    let now = app.trusted_time();
    let found = links::of_package(&mut *app.store.read().await?, &holder.package.id).await?;
    Ok(found.iter().map(|link| link_body(link, &holder.package, now)).collect())
}

/// The record is kept; downloads that have begun may finish.
pub async fn delete(app: &App, holder: &PackageHolder, id: &LinkId) -> ApiResult<()> {
    holder.require(Right::UseLinks)?;
    holder.package.check_alive("delete a link of")?;
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let link = links::by_id(&mut tx, id).await?;
    link.filter(|link| link.package_id == holder.package.id).ok_or(ApiError::NotFound("link"))?;
    if links::delete(&mut tx, id, now).await? {
        cancel_for_link(&mut tx, &holder.package.id, id).await?;
        let entry = holder.audit(now, AuditAction::LinkDeleted, id.as_str(), holder.package.id.as_str());
        audit::append(&mut tx, &holder.package.team_id, &entry).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The visitor of a link, and what they sent.
pub struct Visitor<'a> {
    pub secret: &'a str,
    pub password: Option<&'a str>,
    pub address: std::net::IpAddr,
}

/// What the holder of a link and its secret may see. Opening a link is not a download: mail scanners do it too.
pub async fn resolve(app: &App, id: &LinkId, visitor: &Visitor<'_>) -> ApiResult<ResolvedLink> {
    let now = app.trusted_time();
    let mut connection = app.store.read().await?;
    let link = links::by_secret(&mut connection, id, &random::hash(visitor.secret)).await?;
    let link = link.ok_or(ApiError::NotFound("link"))?;
    let package = packages::by_id(&mut connection, &link.package_id).await?.ok_or(ApiError::NotFound("link"))?;
    let portal = portal_of(&mut connection, &package).await?;
    let team = teams::by_id(&mut connection, &package.team_id).await?.ok_or(ApiError::NotFound("link"))?;
    drop(connection);
    link.check_usable(&package, now).map_err(unusable)?;
    if let Some(hash) = &link.password_hash {
        check_password(app, &package, &link, hash, visitor).await?;
    }
    let ends_at = link.ends_at(&package);
    let grant = Grant {
        package_id: package.id.clone(),
        level: Level::Download,
        link_id: Some(link.id.clone()),
        issued_to: None,
        download_id: app.ids.next(),
    };
    let (branding, language) = portal.map(looks).unwrap_or_default();
    Ok(ResolvedLink {
        package_token: app.package_tokens.until(grant, ends_at, now)?,
        expiry: ends_at.into(),
        downloads_left: link.downloads_left(),
        access_limit_enabled: link.access_limit_enabled,
        access_limit: link.access_limit,
        has_password: link.password_hash.is_some(),
        recipient_email: link.email.unwrap_or_default(),
        id: link.id,
        name: package.name,
        message: package.description,
        package_id: package.id,
        package_size: package.size,
        total_files: package.total_files,
        sender_email: package.sender,
        team_name: team.name,
        branding,
        language,
    })
}

/// Received packages use the branding of their Portal.
fn looks(portal: Portal) -> (Branding, String) {
    let PortalSettings { logo_url, background_url, primary_color, language, .. } = portal.settings;
    (Branding { logo_url, background_url, primary_color }, language)
}

pub fn unusable(reason: Unusable) -> ApiError {
    match reason {
        Unusable::Expired => ApiError::Gone("the package or its link"),
        Unusable::Inactive => ApiError::LinkInactive,
        Unusable::Locked => ApiError::LinkLocked,
    }
}

async fn check_password(app: &App, package: &Package, link: &Link, hash: &str, visitor: &Visitor<'_>) -> ApiResult<()> {
    let Some(password) = visitor.password.filter(|password| !password.is_empty()) else {
        return Err(ApiError::LinkPassword);
    };
    let guess = Guesses::count(app, "link_password", link.id.as_str(), visitor.address).await?;
    let fits = password.len() <= domain::link::PASSWORD_LONGEST;
    if !fits || !app.passwords.verify(&Secret::new(password), Some(hash)).await? {
        let (action, object) = (AuditAction::LinkPasswordWrong, link.id.as_str());
        wrong_guesses::note(app, &package.team_id, action, object, visitor.address).await;
        guess.wrong(app).await?;
        return Err(ApiError::LinkPassword);
    }
    guess.right(app).await
}
