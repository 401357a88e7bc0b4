//! `Idempotency-Key`: a request that creates something is carried out once, however often it is sent.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serving::table::Parameter;
use serving::{Serves as _, body};
use store::idempotency::Claim;
use tracing::Instrument as _;

use super::{CallerKind, Route};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::operations::requests::idempotency::{self, Answer};

const KEY: HeaderName = HeaderName::from_static("idempotency-key");
pub(super) const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

pub(super) const DOCUMENTED: Parameter = Parameter::text(
    "Idempotency-Key",
    "Identifies this request, so that it is carried out once: a retry within 24 hours gets the same answer",
);

/// Put into a response: what is kept instead of its body, because that is long and can be made again.
#[derive(Clone)]
pub(super) struct Brief(pub(super) Vec<u8>);

/// Put into a repeated request: the [`Brief`] of the answer that it got before. Only the route can make the answer of it.
#[derive(Clone)]
pub(super) struct AnsweredBriefly(pub(super) Arc<Vec<u8>>);

/// All headers that identify a caller.
const CREDENTIALS: [&str; 5] = ["x-api-key", "x-user-token", "x-package-token", "x-access-code", "authorization"];

/// Whether the route creates something each time it is called.
pub(super) fn applies_to(route: &Route) -> bool {
    let adds_many = route.path == "/v1/packages/{package_id}/files/batch";
    route.method == "POST" && (matches!(route.doc.status(), 201 | 202) || adds_many)
}

pub(super) async fn idempotent(State((app, kind)): State<(App, CallerKind)>, request: Request, next: Next) -> Response {
    let Some(key) = request.headers().get(KEY).cloned() else { return next.run(request).await };
    answer(app, kind, &key, request, next).await.unwrap_or_else(IntoResponse::into_response)
}

async fn answer(app: App, kind: CallerKind, key: &HeaderValue, request: Request, next: Next) -> ApiResult<Response> {
    let (parts, content) = request.into_parts();
    let content = body::bytes(content, &parts.headers, app.body_limit()).await?;
    let claim = idempotency::claim(
        &app,
        &idempotency::Request {
            key: &String::from_utf8_lossy(key.as_bytes()),
            credentials: &credentials(&parts.headers),
            method: parts.method.as_str(),
            path: parts.uri.path_and_query().map_or("", |path| path.as_str()),
            body: &content,
        },
    )?;
    let mut asked = Asked { app, kind, parts: parts.clone(), claim: Arc::new(claim) };
    if let Some(earlier) = asked.answered_before().await? {
        return Ok(replayed(earlier, (parts, content), next).await);
    }
    // Runs in its own task: a caller that hangs up and retries gets the answer it missed.
    let running = tokio::spawn(asked.carried_out((parts, content), next).in_current_span());
    match running.await {
        Ok(answered) => answered,
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        Err(error) => Err(anyhow::Error::from(error).into()),
    }
}

/// A request with a key.
struct Asked {
    app: App,
    /// The credential that its route requires.
    kind: CallerKind,
    /// Everything but the body, to check the credential.
    parts: Parts,
    claim: Arc<Claim>,
}

impl Asked {
    /// The answer to the same request, if it was carried out before. It can contain secrets, so a caller who has lost
    /// access is refused, as the route itself would do.
    async fn answered_before(&mut self) -> ApiResult<Option<Answer>> {
        let found = match idempotency::look_up(&self.app, &self.claim).await {
            Ok(None) => return Ok(None),
            found => found,
        };
        self.kind.check(&mut self.parts, &self.app).await?;
        found
    }

    async fn carried_out(self, asked: Whole, next: Next) -> ApiResult<Response> {
        let response = Arc::clone(&self.claim).during(next.clone().run(request(asked.clone()))).await;
        let (is_made, status) = (self.claim.is_made.load(Ordering::Relaxed), response.status());
        if is_made && status.is_success() {
            return self.kept(response).await;
        }
        if !is_made && !status.is_server_error() {
            return self.unless_answered_meanwhile(response, asked, next).await;
        }
        // Errors, and requests with an unknown outcome, are not saved.
        Ok(response)
    }

    /// If two requests run at once, the second can be refused because of what the first created, such as a name that is
    /// taken. Then it is treated as a repeated request.
    async fn unless_answered_meanwhile(mut self, response: Response, asked: Whole, next: Next) -> ApiResult<Response> {
        match self.answered_before().await {
            Ok(Some(earlier)) => Ok(replayed(earlier, asked, next).await),
            Err(error @ ApiError::AlreadyDone { .. }) => Err(error),
            Ok(None) | Err(_) => Ok(response),
        }
    }

    async fn kept(self, response: Response) -> ApiResult<Response> {
        let (mut parts, content) = response.into_parts();
        let content = to_bytes(content, usize::MAX).await.map_err(anyhow::Error::from)?;
        let brief = parts.extensions.remove::<Brief>();
        let (is_brief, body) = (brief.is_some(), brief.map_or_else(|| content.to_vec(), |Brief(brief)| brief));
        let answer = Answer { status: parts.status.as_u16(), body, is_brief };
        if let Err(error) = idempotency::keep(&self.app, &self.claim, &answer).await {
            tracing::warn!(%error, "cannot keep the answer for a repeated request");
        }
        Ok(Response::from_parts(parts, Body::from(content)))
    }
}

fn credentials(headers: &HeaderMap) -> String {
    let value = |name: &&str| headers.get(*name).map(|value| format!("{name} {}\n", hex::encode(value.as_bytes())));
    CREDENTIALS.iter().filter_map(value).collect()
}

/// A request with its body.
type Whole = (Parts, Bytes);

fn request((parts, content): Whole) -> Request {
    Request::from_parts(parts, Body::from(content))
}

async fn replayed(earlier: Answer, asked: Whole, next: Next) -> Response {
    let status = StatusCode::from_u16(earlier.status).unwrap_or(StatusCode::OK);
    if !earlier.is_brief {
        let headers = [(header::CONTENT_TYPE, "application/json"), (REPLAYED, "true")];
        return (status, headers, earlier.body).into_response();
    }
    let mut request = request(asked);
    request.extensions_mut().insert(AnsweredBriefly(Arc::new(earlier.body)));
    let mut response = next.run(request).await;
    if response.status().is_success() {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    response
}
