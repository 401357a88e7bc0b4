//! Refuses requests of clients that have too many at once, and those for which there is no connection left.

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serving::crowd::{Held, household};
use serving::places::NoPlace;

use crate::app::App;
use crate::auth::ClientAddress;
use crate::error::ApiError;

/// Answered on every connection, so that an operator can see the state of a full server.
const OPERATOR_PATHS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// The layer. A reply counts until it has been sent.
pub(super) async fn admit(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    if OPERATOR_PATHS.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    let seat = match request.extensions().get::<NoPlace>() {
        Some(NoPlace::AtListener) => return ApiError::Full("the server has no free connection").into_response(),
        Some(NoPlace::AtAddress) => None,
        None => app.clients.enter(household(address)),
    };
    let Some(seat) = seat else {
        let reason = format!("your IP address has {} connections, which is the limit", app.clients.most());
        return ApiError::TooManyAtOnce(reason).into_response();
    };
    next.run(request).await.map(|body| Body::new(Held::new(body, seat)))
}
