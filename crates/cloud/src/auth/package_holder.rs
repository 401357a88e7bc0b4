//! The bearer of a package token.

use std::net::IpAddr;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use domain::audit::{AuditAction, NamedActor};
use domain::key_scope::{DOWNLOADING, Needs};
use domain::link::Unusable;
use domain::package::{Package, PackageState};
use domain::package_token::{Level, Right, check};
use domain::policy;
use domain::role::Role;
use domain::team::check_sending;
use store::audit::AuditEntry;
use store::{Connection, downloads, links, packages, teams};
use wire::ids::{DownloadId, LinkId, PackageId};
use wire::time::Time;

use super::callers::{Caller, UserCaller, address, header, needs_of};
use super::sight::sees_package;
use super::standing::membership_of;
use crate::app::App;
use crate::credentials::{Grant, IssuedTo};
use crate::error::{ApiError, ApiResult};

const PACKAGE_TOKEN: &str = "x-package-token";

/// A caller with a token for the package that the path names.
pub struct PackageHolder {
    /// As it was when the request arrived.
    pub package: Package,
    pub grant: Grant,
    /// The current role of the member who received a full token.
    pub role: Option<Role>,
    /// Whether the Team is suspended.
    pub is_suspended: bool,
    /// Whether the caller is a member who is signed in, and has no token.
    is_signed_in: bool,
    /// The token itself, to be returned where no token with more rights may be issued.
    pub token: String,
    pub address: IpAddr,
}

impl PackageHolder {
    /// The service itself, working on a package for someone who had the right.
    pub fn service(package: Package, download_id: DownloadId) -> Self {
        let grant =
            Grant { package_id: package.id.clone(), level: Level::Full, link_id: None, issued_to: None, download_id };
        let address = IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED);
        Self { package, grant, role: None, is_suspended: false, is_signed_in: false, token: String::new(), address }
    }

    /// The bearer of a token that was not sent in the header, who wants to download.
    pub async fn of_token(app: &App, token: &str, address: IpAddr) -> ApiResult<Self> {
        let grant = app.package_tokens.verify(token, app.trusted_time()).ok_or(ApiError::Unauthorized)?;
        Self::of_grant(app, token.to_owned(), grant, DOWNLOADING, address).await
    }

    async fn of_grant(app: &App, token: String, grant: Grant, needs: Needs, address: IpAddr) -> ApiResult<Self> {
        let mut connection = app.store.read().await?;
        let package = packages::by_id(&mut connection, &grant.package_id).await?;
        let package = package.ok_or(ApiError::NotFound("package"))?.at(app.trusted_time());
        if let Some(link) = &grant.link_id {
            check_link(app, &mut connection, &package, link, &grant).await?;
        }
        // An upload token of a member allows no more than one of a visitor.
        let role = match grant.issued_to.as_ref().filter(|_| grant.level != Level::Upload) {
            Some(issued) => Some(role_of(app, &mut connection, issued, &package, needs).await?),
            None => None,
        };
        let team = teams::by_id(&mut connection, &package.team_id).await?.ok_or(ApiError::NotFound("package"))?;
        Ok(Self { is_suspended: team.is_suspended(), package, grant, role, is_signed_in: false, token, address })
    }

    /// A member who is signed in, with the rights that a token of theirs would have.
    async fn of_member(app: &App, caller: &Caller, package_id: PackageId, needs: Needs) -> ApiResult<Self> {
        let grant = Grant {
            package_id,
            level: Level::Full,
            link_id: None,
            issued_to: Some(caller.as_holder()),
            download_id: app.ids.next(),
        };
        let holder = Self::of_grant(app, String::new(), grant, needs, caller.address).await;
        // The caller is known, but not in this Team.
        let unknown =
            |error| if matches!(error, ApiError::Unauthorized) { ApiError::NotFound("package") } else { error };
        Ok(Self { is_signed_in: true, ..holder.map_err(unknown)? })
    }

    /// Refuses what the token's level, or the role of the member who holds it, does not allow.
    pub fn require(&self, right: Right) -> ApiResult<()> {
        check(self.grant.level, right, self.package.state)?;
        if matches!(right, Right::ChangeFiles | Right::FinalizePackage) && self.package.state == PackageState::New {
            self.require_sending()?;
        }
        if let (Some(role), Some(action)) = (self.role, right.action()) {
            policy::require(role, action)?;
        }
        Ok(())
    }

    /// Whether the bearer sends through a Portal without being a member of its Team.
    pub fn is_visitor(&self) -> bool {
        self.grant.level == Level::Upload && self.grant.issued_to.is_none()
    }

    /// Refuses if the Team may not send at present.
    pub fn require_sending(&self) -> ApiResult<()> {
        Ok(check_sending(self.is_suspended)?)
    }

    /// The audit entry for something that the bearer did.
    pub fn audit(&self, at: Time, action: AuditAction, object: &str, detail: impl Into<String>) -> AuditEntry {
        AuditEntry {
            at,
            actor: self
                .grant
                .user_id()
                .map_or_else(|| NamedActor::PackageToken.as_str().to_owned(), ToString::to_string),
            credential: if self.is_signed_in {
                "user_token".to_owned()
            } else {
                format!("package_token {} {}", self.grant.level.as_str(), self.grant.download_id)
            },
            address: self.address.to_string(),
            action,
            object: object.to_owned(),
            detail: detail.into(),
        }
    }
}

impl FromRequestParts<App> for PackageHolder {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let token = header(parts, PACKAGE_TOKEN)?.to_owned();
        let grant = app.package_tokens.verify(&token, app.trusted_time()).ok_or(ApiError::Unauthorized)?;
        let (address, needs) = (address(parts), needs_of(parts));
        if package_in_path(parts, app).await? != grant.package_id {
            return Err(ApiError::NotFound("package"));
        }
        Self::of_grant(app, token, grant, needs, address).await
    }
}

async fn package_in_path(parts: &mut Parts, app: &App) -> ApiResult<PackageId> {
    let path = RawPathParams::from_request_parts(parts, app).await.map_err(|_| ApiError::NotFound("package"))?;
    let named = path.iter().find(|(name, _)| *name == "package_id").and_then(|(_, value)| value.parse().ok());
    named.ok_or(ApiError::NotFound("package"))
}

/// The bearer of a package token, or of a user token of a member who sees the package. If both are sent, the package
/// token counts.
pub struct HolderOrMember(pub PackageHolder);

impl FromRequestParts<App> for HolderOrMember {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        if parts.headers.contains_key(PACKAGE_TOKEN) {
            return PackageHolder::from_request_parts(parts, app).await.map(Self);
        }
        let UserCaller(caller) = UserCaller::from_request_parts(parts, app).await?;
        let package = package_in_path(parts, app).await?;
        PackageHolder::of_member(app, &caller, package, needs_of(parts)).await.map(Self)
    }
}

/// A full token belongs to a member: it ends with what it was obtained with, and shows nothing that the member can no longer see.
async fn role_of(
    app: &App,
    connection: &mut Connection,
    issued: &IssuedTo,
    package: &Package,
    needs: Needs,
) -> ApiResult<Role> {
    let needs = if package.state == PackageState::New { needs.of_draft() } else { needs };
    let membership = membership_of(connection, issued, &package.team_id, needs, app.trusted_time()).await?;
    if !sees_package(connection, &membership, package).await? {
        return Err(ApiError::NotFound("package"));
    }
    Ok(membership.role)
}

/// After a link is deleted, downloads that have begun may finish within this time.
const GRACE_SECONDS: i64 = 86_400;

/// A token from a link ends with the link. A link without downloads left still shows its package.
async fn check_link(
    app: &App,
    connection: &mut Connection,
    package: &Package,
    link: &LinkId,
    grant: &Grant,
) -> ApiResult<()> {
    let link = links::by_id(connection, link).await?.ok_or(ApiError::Unauthorized)?;
    match link.check_usable(package, app.trusted_time()) {
        Ok(()) | Err(Unusable::Locked) => Ok(()),
        Err(Unusable::Expired) => Err(ApiError::Gone("the package or its link")),
        Err(Unusable::Inactive)
            if link.deleted_at.is_some_and(|time| time.plus_seconds(GRACE_SECONDS) > app.clock.now())
                && downloads::is_begun(connection, &grant.download_id).await? =>
        {
            Ok(())
        }
        Err(Unusable::Inactive) => Err(ApiError::LinkInactive),
    }
}
