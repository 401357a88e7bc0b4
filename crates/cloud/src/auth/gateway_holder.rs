//! The agent that serves a storage gateway.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use domain::connection::{CloudConnection, Gateway};
use store::cloud_connections;
use wire::ids::GatewayId;

use super::callers::header;
use crate::app::App;
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};

/// A caller with the token of the gateway that the path names. To everyone else, the gateway does not exist.
pub struct GatewayHolder {
    pub connection: CloudConnection,
    pub gateway: Gateway,
}

impl FromRequestParts<App> for GatewayHolder {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let token = header(parts, AUTHORIZATION.as_str())?.strip_prefix("Bearer ").ok_or(ApiError::Unauthorized)?;
        let hash = random::hash(token);
        let path = RawPathParams::from_request_parts(parts, app).await.map_err(|_| ApiError::Unauthorized)?;
        let named = path.iter().find(|(name, _)| *name == "gateway_id");
        let id = named.and_then(|(_, id)| id.parse::<GatewayId>().ok()).ok_or(ApiError::Unauthorized)?;
        let found = cloud_connections::by_gateway(&mut *app.store.read().await?, &id).await?;
        let connection = found.ok_or(ApiError::Unauthorized)?;
        let gateway = connection.gateway.clone().filter(|gateway| gateway.token_hash == hash);
        Ok(Self { gateway: gateway.ok_or(ApiError::Unauthorized)?, connection })
    }
}
