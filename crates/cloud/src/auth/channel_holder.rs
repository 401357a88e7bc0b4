//! The bearer of a channel token.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use domain::channel::Channel;
use domain::key_scope::Needs;
use store::packages;
use url::form_urlencoded;

use super::callers::{header, needs_of};
use super::standing::still_sees;
use crate::app::App;
use crate::credentials::ChannelGrant;
use crate::error::{ApiError, ApiResult};

/// A caller with a token for the channel that the path names. To everyone else, the channel does not exist.
#[derive(Debug, Clone)]
pub struct ChannelHolder {
    pub channel: Channel,
    pub grant: ChannelGrant,
    /// What this request needs of a key.
    needs: Needs,
}

impl FromRequestParts<App> for ChannelHolder {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let token = token(parts)?;
        let path = RawPathParams::from_request_parts(parts, app).await.map_err(|_| ApiError::Unauthorized)?;
        let named = path.iter().find(|(name, _)| *name == "channel_name");
        let channel = named.and_then(|(_, name)| Channel::parse(name)).ok_or(ApiError::Unauthorized)?;
        let grant = app.channel_tokens.verify(&token, &channel, app.trusted_time()).ok_or(ApiError::Unauthorized)?;
        let holder = Self { channel, grant, needs: needs_of(parts) };
        if holder.is_standing(app).await? { Ok(holder) } else { Err(ApiError::Unauthorized) }
    }
}

impl ChannelHolder {
    /// Whether the member who received the token may still follow the package. Refuses as [`still_sees`] does.
    pub async fn is_standing(&self, app: &App) -> ApiResult<bool> {
        let Some(member) = &self.grant.issued_to else { return Ok(true) };
        let mut connection = app.store.read().await?;
        let package = packages::by_id(&mut connection, &self.channel.package_id).await?;
        let Some(package) = package else { return Ok(true) };
        still_sees(app, &mut connection, member, &package, self.needs).await
    }
}

/// Read from the query, because a browser's `EventSource` cannot set a header; otherwise from the header.
fn token(parts: &Parts) -> ApiResult<String> {
    let query = parts.uri.query().unwrap_or_default();
    let mut given = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == "token");
    match (given.next(), given.next()) {
        (Some((_, token)), None) => Ok(token.into_owned()),
        (Some(_), Some(_)) => Err(ApiError::Unauthorized),
        (None, _) => {
            let bearer = header(parts, AUTHORIZATION.as_str())?.strip_prefix("Bearer ");
            bearer.map(str::to_owned).ok_or(ApiError::Unauthorized)
        }
    }
}
