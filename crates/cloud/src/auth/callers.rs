//! Callers as types.

use std::net::IpAddr;

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use domain::api_key::KeyRefusal;
use domain::audit::AuditAction;
use domain::key_scope::{Needs, needs};
use store::audit::AuditEntry;
use store::users::User;
use store::{Connection, api_keys, users};
use wire::ids::{ApiKeyId, TeamId};
use wire::time::Time;

use super::address::ClientAddress;
use super::team_access::TeamAccess;
use crate::app::App;
use crate::credentials::{Basis, IssuedTo, random};
use crate::error::{ApiError, ApiResult};

const API_KEY: &str = "x-api-key";
const USER_TOKEN: &str = "x-user-token";

/// The precision of `last_request_at`. Updating it on every request would turn each read into a write.
const TOUCH_EVERY_SECONDS: i64 = 60;

pub enum Credential {
    UserToken {
        /// When the user signed in.
        since: Time,
        /// When the session ends by its age.
        until: Time,
    },
    ApiKey {
        id: ApiKeyId,
        team_id: TeamId,
    },
}

/// A known user, the credential they used, and their address.
pub struct Caller {
    pub user: User,
    pub credential: Credential,
    pub address: IpAddr,
}

impl Caller {
    /// The caller's membership in a Team. To others, the Team does not exist.
    pub async fn access_to(&self, connection: &mut Connection, team_id: &TeamId) -> ApiResult<TeamAccess> {
        if let Credential::ApiKey { team_id: own, .. } = &self.credential
            && own != team_id
        {
            return Err(ApiError::NotFound("Team"));
        }
        TeamAccess::find(connection, &self.user.id, team_id).await?.ok_or(ApiError::NotFound("Team"))
    }

    /// As [`Caller::access_to`], for an object of a Team that the path names: one of another Team does not exist for
    /// the caller.
    pub async fn access_to_team_of(
        &self,
        connection: &mut Connection,
        team_id: &TeamId,
        thing: &'static str,
    ) -> ApiResult<TeamAccess> {
        self.access_to(connection, team_id).await.map_err(|error| error.hiding(thing))
    }

    /// What the tokens name that this caller obtains.
    pub fn as_holder(&self) -> IssuedTo {
        let (with, until) = match &self.credential {
            Credential::UserToken { until, .. } => (Basis::Session(self.user.session_epoch), Some(*until)),
            Credential::ApiKey { id, .. } => (Basis::Key(id.clone()), None),
        };
        IssuedTo { user: self.user.id.clone(), with, until }
    }

    /// The audit entry for something that this caller did.
    pub fn audit(&self, at: Time, action: AuditAction, object: &str, detail: impl Into<String>) -> AuditEntry {
        let credential = match &self.credential {
            Credential::UserToken { .. } => "user_token".to_owned(),
            Credential::ApiKey { id, .. } => format!("api_key {id}"),
        };
        AuditEntry {
            at,
            actor: self.user.id.to_string(),
            credential,
            address: self.address.to_string(),
            action,
            object: object.to_owned(),
            detail: detail.into(),
        }
    }
}

/// The bearer of a user token, who may still have to change the initial password.
pub struct SignedInUser(pub Caller);

/// A caller who needs no credential, and may send a user token. A token that is no longer valid is none.
pub struct PerhapsSignedIn(pub Option<Caller>);

impl FromRequestParts<App> for PerhapsSignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        match UserCaller::from_request_parts(parts, app).await {
            Ok(UserCaller(caller)) => Ok(Self(Some(caller))),
            Err(ApiError::Unauthorized) => Ok(Self(None)),
            Err(error) => Err(error),
        }
    }
}

/// The bearer of a user token. API keys are not accepted.
pub struct UserCaller(pub Caller);

/// The bearer of an API key or of a user token. If both are sent, the key counts.
pub struct TeamCaller(pub Caller);

impl FromRequestParts<App> for SignedInUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        if parts.headers.contains_key(API_KEY) {
            return Err(ApiError::Unauthorized);
        }
        by_token(parts, app).await.map(Self)
    }
}

impl FromRequestParts<App> for UserCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let SignedInUser(caller) = SignedInUser::from_request_parts(parts, app).await?;
        changed_password(caller).map(Self)
    }
}

impl FromRequestParts<App> for TeamCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        if parts.headers.contains_key(API_KEY) {
            return by_api_key(parts, app).await.map(Self);
        }
        changed_password(by_token(parts, app).await?).map(Self)
    }
}

/// Whether the request contains an API key or a user token, valid or not.
pub fn has_team_credential(headers: &HeaderMap) -> bool {
    headers.contains_key(API_KEY) || headers.contains_key(USER_TOKEN)
}

fn changed_password(caller: Caller) -> ApiResult<Caller> {
    if caller.user.password_change_required {
        return Err(ApiError::PasswordChangeRequired);
    }
    Ok(caller)
}

async fn by_token(parts: &Parts, app: &App) -> ApiResult<Caller> {
    let token = header(parts, USER_TOKEN)?;
    let session = app.user_tokens.verify(token, app.trusted_time()).ok_or(ApiError::Unauthorized)?;
    let user = users::by_id(&mut *app.store.read().await?, &session.user).await?;
    let user = user.filter(|user| user.session_epoch == session.epoch).ok_or(ApiError::Unauthorized)?;
    let credential = Credential::UserToken { since: session.since, until: session.until };
    Ok(Caller { user, credential, address: address(parts) })
}

async fn by_api_key(parts: &Parts, app: &App) -> ApiResult<Caller> {
    let secret = header(parts, API_KEY)?;
    let now = app.trusted_time();
    let mut connection = app.store.read().await?;
    let key = api_keys::by_hash(&mut connection, &random::hash(secret)).await?.ok_or(ApiError::Unauthorized)?;
    // A key acts for its creator: once the creator has left the Team, it is no longer valid.
    let access =
        TeamAccess::find(&mut connection, &key.creator_id, &key.team_id).await?.ok_or(ApiError::Unauthorized)?;
    key.admit(access.team.is_suspended(), now).map_err(|refusal| match refusal {
        KeyRefusal::Unauthorized => ApiError::Unauthorized,
        KeyRefusal::Suspended => ApiError::Suspended,
    })?;
    key.scopes.require(needs_of(parts))?;
    let user = users::by_id(&mut connection, &key.creator_id).await?.ok_or(ApiError::Unauthorized)?;
    drop(connection);
    if key.last_request_at.is_none_or(|last| last.plus_seconds(TOUCH_EVERY_SECONDS) <= now) {
        let touched = async {
            let mut tx = app.store.begin().await?;
            api_keys::touch(&mut tx, &key.id, now).await?;
            tx.commit_aside().await
        };
        if let Err(error) = touched.await {
            // A read must succeed even if the database accepts no writes.
            tracing::warn!(%error, "cannot record the use of an API key");
        }
    }
    let credential = Credential::ApiKey { id: key.id, team_id: key.team_id };
    Ok(Caller { user, credential, address: address(parts) })
}

/// Which scopes a key needs for the route of a request. Outside of the route table, none is enough.
pub(super) fn needs_of(parts: &Parts) -> Needs {
    let path = parts.extensions.get::<MatchedPath>();
    needs(parts.method.as_str(), path.map_or("", MatchedPath::as_str))
}

/// A header that occurs once, in plain text.
pub(super) fn header<'a>(parts: &'a Parts, name: &str) -> ApiResult<&'a str> {
    let mut values = parts.headers.get_all(name).iter();
    let value = values.next().ok_or(ApiError::Unauthorized)?;
    if values.next().is_some() {
        return Err(ApiError::Unauthorized);
    }
    value.to_str().map_err(|_| ApiError::Unauthorized)
}

pub(super) fn address(parts: &Parts) -> IpAddr {
    let address = parts.extensions.get::<ClientAddress>();
    address.map_or(IpAddr::from([0, 0, 0, 0]), |client| client.0)
}
