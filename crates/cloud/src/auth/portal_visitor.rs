//! Visitors of a Portal.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use percent_encoding::percent_decode;

use super::callers::{Caller, TeamCaller, address, has_team_credential};
use crate::app::App;
use crate::error::{ApiError, ApiResult};

const ACCESS_CODE: &str = "x-access-code";

/// A visitor without an account, and what they sent.
pub struct Stranger {
    /// `X-Access-Code`, decoded.
    pub code: Option<String>,
    pub address: IpAddr,
}

impl FromRequestParts<App> for Stranger {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> ApiResult<Self> {
        let decoded = |bytes: &[u8]| percent_decode(bytes).decode_utf8_lossy().into_owned();
        let code = parts.headers.get(ACCESS_CODE).map(|value| decoded(value.as_bytes()));
        Ok(Self { code, address: address(parts) })
    }
}

/// A member of a Team, or a visitor with or without an access code.
pub enum PortalVisitor {
    Member(Box<Caller>),
    Stranger(Stranger),
}

impl FromRequestParts<App> for PortalVisitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        if has_team_credential(&parts.headers) {
            let TeamCaller(caller) = TeamCaller::from_request_parts(parts, app).await?;
            return Ok(Self::Member(Box::new(caller)));
        }
        Stranger::from_request_parts(parts, app).await.map(Self::Stranger)
    }
}

/// Someone who sends through a Portal. What they may do does not depend on who they are, but members of the Team can send
/// more of it.
pub struct PortalSender {
    pub stranger: Stranger,
    /// From a credential that they need not send. One that is not valid is none.
    pub signed_in: Option<Box<Caller>>,
}

impl FromRequestParts<App> for PortalSender {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let stranger = Stranger::from_request_parts(parts, app).await?;
        let caller = if has_team_credential(&parts.headers) {
            TeamCaller::from_request_parts(parts, app).await.ok()
        } else {
            None
        };
        Ok(Self { stranger, signed_in: caller.map(|TeamCaller(caller)| Box::new(caller)) })
    }
}
