//! Carries a request out again if the database ended its transaction in favour of another. Nothing of it took effect.

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
const NOTICED: [&str; 4] = ["/custom_webhooks", "/cloud_connections", "/v1/auth", "/v1/users"];

pub(super) fn applies_to(route: &Route) -> bool {
    route.method != "GET" && !NOTICED.iter().any(|part| route.path.contains(part))
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
