//! The credential that a route requires, and how the OpenAPI document describes it.

use axum::extract::FromRequestParts as _;
use axum::http::request::Parts;
use serving::openapi::{About, bearer, header_key};
use serving::table::Caller;
use utoipa::openapi::security::SecurityRequirement;

use crate::app::App;
use crate::auth::{ChannelHolder, GatewayHolder, HolderOrMember, PackageHolder, PortalVisitor, TeamCaller, UserCaller};
use crate::error::ApiResult;

const INTRODUCTION: &str = "Delivers very large files between people and storage, organised by Teams.\n\n\
    Sign in with `POST /v1/auth` and send the token as `X-User-Token`, or make an API key and send it as `X-API-KEY`. \
    Every error is JSON with a `code` and a `message`; every reply has an `X-Request-Id`.\n\n\
    Requests can use the names of the reference service, such as `amazon_s3` and `masv_to_cloud`. With \
    `X-Name-Set: reference`, replies use them as well.";

/// The credential that a route requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallerKind {
    Anyone,
    /// `X-User-Token`; API keys are not accepted.
    UserToken,
    /// `X-API-KEY`, or `X-User-Token` instead.
    TeamKeyOrUserToken,
    /// `X-Package-Token`, for the package that the path names.
    PackageToken,
    /// `X-Package-Token`, or the `X-User-Token` of a member who sees the package.
    PackageTokenOrUserToken,
    /// `X-Access-Code`, if the Portal that the path names has one.
    AccessCode,
    /// As `AccessCode`, or a member's credential instead.
    PortalVisitor,
    /// `X-API-KEY` or `X-User-Token`, or the Portal's `X-Access-Code`.
    TeamKeyOrAccessCode,
    /// `?secret=`, of the link that the path names. With a wrong secret, the link does not exist.
    LinkSecret,
    /// `?token=` or `Authorization: Bearer`, for the channel that the path names.
    ChannelToken,
    /// `Authorization: Bearer`, for the gateway that the path names.
    GatewayToken,
    /// The operator's `Authorization: Bearer`.
    MetricsToken,
}

impl CallerKind {
    /// Checks the credential of a request as the routes of this kind do, for layers that answer before the route.
    pub(super) async fn check(self, parts: &mut Parts, app: &App) -> ApiResult<()> {
        match self {
            Self::UserToken => UserCaller::from_request_parts(parts, app).await.map(drop),
            Self::TeamKeyOrUserToken => TeamCaller::from_request_parts(parts, app).await.map(drop),
            Self::PackageToken => PackageHolder::from_request_parts(parts, app).await.map(drop),
            Self::PackageTokenOrUserToken => HolderOrMember::from_request_parts(parts, app).await.map(drop),
            Self::PortalVisitor | Self::TeamKeyOrAccessCode => {
                PortalVisitor::from_request_parts(parts, app).await.map(drop)
            }
            Self::ChannelToken => ChannelHolder::from_request_parts(parts, app).await.map(drop),
            Self::GatewayToken => GatewayHolder::from_request_parts(parts, app).await.map(drop),
            // These callers have no account. The route functions check anything else themselves.
            Self::Anyone | Self::AccessCode | Self::LinkSecret | Self::MetricsToken => Ok(()),
        }
    }
}

impl Caller for CallerKind {
    fn security(self) -> Vec<SecurityRequirement> {
        let needs = |name: &str| SecurityRequirement::new(name, Vec::<String>::new());
        match self {
            CallerKind::Anyone | CallerKind::LinkSecret => vec![],
            CallerKind::UserToken => vec![needs("user_token")],
            CallerKind::TeamKeyOrUserToken => vec![needs("api_key"), needs("user_token")],
            CallerKind::AccessCode => vec![SecurityRequirement::default(), needs("access_code")],
            CallerKind::PortalVisitor => {
                vec![SecurityRequirement::default(), needs("access_code"), needs("api_key"), needs("user_token")]
            }
            CallerKind::TeamKeyOrAccessCode => vec![needs("api_key"), needs("user_token"), needs("access_code")],
            CallerKind::PackageToken => vec![needs("package_token")],
            CallerKind::PackageTokenOrUserToken => vec![needs("package_token"), needs("user_token")],
            CallerKind::ChannelToken => vec![needs("channel_token")],
            CallerKind::GatewayToken => vec![needs("gateway_token")],
            CallerKind::MetricsToken => vec![needs("metrics_token")],
        }
    }
}

/// The general part of the OpenAPI document.
pub(super) fn about() -> About {
    About {
        title: "Tonnage",
        version: env!("CARGO_PKG_VERSION"),
        introduction: INTRODUCTION,
        schemes: vec![
            ("api_key", header_key("X-API-KEY", "An API key of the Team")),
            ("user_token", header_key("X-User-Token", "A user's token from sign-in")),
            ("package_token", header_key("X-Package-Token", "The `access_token` of a package")),
            ("access_code", header_key("X-Access-Code", "The access code of a Portal, URI-encoded")),
            ("channel_token", bearer()),
            ("gateway_token", bearer()),
            ("metrics_token", bearer()),
        ],
    }
}
