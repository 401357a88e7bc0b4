//! Carries a request out again if the database ended its transaction in favour of another.

use std::future::ready;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::stream;
use rand::RngExt as _;
use serving::{RequestError, Serves as _, body};

use super::Route;
use crate::app::App;
use crate::error::HasCollided;

const AGAIN: usize = 2;
/// Two that have collided begin again at different times.
const PAUSE_MILLIS: std::ops::Range<u64> = 5..50;

/// These call an external party, or count attempts, before they write: to repeat them would be noticed outside.
const NOTICED: [&str; 10] = [
    "/v1/auth",
    "/v1/users",
    "/v1/teams/{team_id}/members",
    "/v1/teams/{team_id}/custom_webhooks",
    "/v1/custom_webhooks",
    "/v1/teams/{team_id}/cloud_connections",
    "/v1/cloud_connections",
    "/v1/portals/{portal_id}/packages",
    "/v1/portals/{portal_id}/form/responses",
    "/v1/links",
];

pub(super) fn applies_to(route: &Route) -> bool {
    let is_noticed = NOTICED.iter().any(|path| route.path.starts_with(path));
    route.method == "DELETE" || (route.method != "GET" && !is_noticed)
}

pub(super) async fn repeat(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, content) = request.into_parts();
    let limit = app.body_limit();
    let content = match body::bytes(content, &parts.headers, limit).await {
        Ok(content) => content,
        // The route refuses it too, after it has looked at the credential.
        Err(RequestError::BodyTooLarge(_)) => vec![b' '; limit + 1].into(),
        Err(error) => {
            let broken = Body::from_stream(stream::once(ready(Err::<Bytes, _>(error))));
            return next.run(Request::from_parts(parts, broken)).await;
        }
    };
    let request = || Request::from_parts(parts.clone(), Body::from(content.clone()));
    for _ in 0..AGAIN {
        let response = next.clone().run(request()).await;
        if response.extensions().get::<HasCollided>().is_none() {
            return response;
        }
        let pause = rand::rng().random_range(PAUSE_MILLIS);
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
    next.run(request()).await
}
