//! Rate limits for addresses whose requests are refused repeatedly.
//!
//! A client that tries credentials, links or names of Portals gets a limited number of refusals a minute, counted over
//! all processes. After that, requests that need no account are rejected without a check, and other refusals ask the
//! client to wait. A caller with a valid key or token is never blocked by another client at the same address.

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::{CallerKind, Route};
use crate::app::App;
use crate::auth::{ClientAddress, has_team_credential};
use crate::error::{ApiError, ApiResult};
use crate::operations::requests::rate_limit::{self, Limit};

/// Routes that anyone can call, and that look something up.
pub(super) fn are_served_by(route: &Route) -> bool {
    let is_for_anyone = match route.caller {
        CallerKind::LinkSecret | CallerKind::AccessCode => true,
        CallerKind::Anyone => route.section.name != "Service",
        _ => false,
    };
    is_for_anyone && !is_heavy(route)
}

/// A zip is one long answer for each download, and its token cannot be guessed.
fn is_heavy(route: &Route) -> bool {
    route.path.starts_with("/z/")
}

/// Routes that both members and people without an account call.
pub(super) fn are_visited_by(route: &Route) -> bool {
    route.caller == CallerKind::PortalVisitor
}

/// Routes that require a credential of an account, a package, a channel or a gateway.
pub(super) fn are_refused_by(route: &Route) -> bool {
    let is_for_no_account = matches!(route.caller, CallerKind::MetricsToken | CallerKind::Anyone);
    !is_for_no_account && !are_served_by(route) && !are_visited_by(route)
}

/// The layer for routes that need no account.
pub(super) async fn serve(
    State(app): State<App>,
    Extension(address): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    let limit = limit(&app, address);
    if let Err(error) = rate_limit::check(&app, &limit).await {
        return error.into_response();
    }
    let response = next.run(request).await;
    let is_refusal = matches!(response.status(), StatusCode::UNAUTHORIZED | StatusCode::NOT_FOUND);
    counted(&app, &limit, response, is_refusal).await
}

/// The layer for routes that need a credential.
pub(super) async fn refuse(
    State(app): State<App>,
    Extension(address): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    let response = next.run(request).await;
    let is_refusal = response.status() == StatusCode::UNAUTHORIZED;
    counted(&app, &limit(&app, address), response, is_refusal).await
}

/// The layer for routes that accept a credential but do not need one: members are not blocked by others at their
/// address.
pub(super) async fn visit(
    state: State<App>,
    address: Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    if has_team_credential(request.headers()) {
        return refuse(state, address, request, next).await;
    }
    serve(state, address, request, next).await
}

fn limit(app: &App, ClientAddress(address): ClientAddress) -> Limit {
    Limit::per_minute("refused", &rate_limit::household(address), app.config.limits.refusals_per_minute)
}

async fn counted(app: &App, limit: &Limit, response: Response, is_refusal: bool) -> Response {
    if !is_refusal {
        return response;
    }
    match count(app, limit).await {
        Ok(()) => response,
        Err(error @ ApiError::RateLimited(_)) => error.into_response(),
        Err(error) => {
            tracing::warn!(%error, "cannot count a refusal");
            response
        }
    }
}

/// Beyond the limit nothing more is written, so that a flood of refusals does not become a flood of writes.
async fn count(app: &App, limit: &Limit) -> ApiResult<()> {
    rate_limit::check(app, limit).await?;
    rate_limit::consume(app, &[limit]).await?;
    Ok(())
}
