//! Replies to reads that say which version they are, so that a client that has it already is told so instead.

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Body as _;
use sha2::{Digest as _, Sha256};

use crate::{RequestError, Serves};

/// Longer replies are not collected.
const LONGEST: u64 = 8 << 20;
/// Bytes of the hash that are told apart.
const TAG: usize = 16;

/// A reply that is another one at every read, because it contains a new token.
pub struct Renewed<T>(pub T);

#[derive(Clone)]
struct IsRenewed;

impl<T: IntoResponse> IntoResponse for Renewed<T> {
    fn into_response(self) -> Response {
        let mut response = self.0.into_response();
        response.extensions_mut().insert(IsRenewed);
        response
    }
}

/// The reply with its tag, or 304 if the client named it. `known` is its `If-None-Match`.
pub async fn tagged<S: Serves>(known: Option<HeaderValue>, response: Response) -> Response {
    if !can_have_tag(&response) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return S::Error::from(RequestError::Panicked("a reply in memory ended early".into())).into_response();
    };
    let hash = Sha256::digest(&bytes);
    // Weak, because the same reply can be compressed in several ways.
    let tag = format!("W/\"{}\"", hex::encode(&hash[..TAG]));
    let is_known = known.is_some_and(|known| names(&known, &tag));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        head.headers.insert(header::ETAG, tag);
    }
    if is_known {
        head.status = StatusCode::NOT_MODIFIED;
        drop_content(&mut head.headers);
        return Response::from_parts(head, Body::empty());
    }
    Response::from_parts(head, Body::from(bytes))
}

fn can_have_tag(response: &Response) -> bool {
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    let is_short = response.body().size_hint().exact().is_some_and(|length| length <= LONGEST);
    let is_stable = response.extensions().get::<IsRenewed>().is_none();
    response.status() == StatusCode::OK && is_json && is_short && is_stable
}

fn drop_content(headers: &mut HeaderMap) {
    headers.remove(header::CONTENT_TYPE);
    headers.remove(header::CONTENT_LENGTH);
}

/// Whether a list of tags contains this one, or any.
fn names(list: &HeaderValue, tag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let list = list.to_str().unwrap_or_default();
    list.trim() == "*" || list.split(',').any(|one| opaque(one) == opaque(tag))
}

#[cfg(test)]
mod tests {
    use super::{HeaderValue, names};

    #[test]
    fn lists_of_tags_are_read() {
        let tag = "W/\"ab\"";
        for list in ["*", "W/\"ab\"", "\"ab\"", "\"x\", W/\"ab\"", " \"ab\" , \"y\""] {
            assert!(names(&HeaderValue::from_static(list), tag), "{list}");
        }
        for list in ["", "ab", "\"a\"", "W/\"abc\"", "\"ab"] {
            assert!(!names(&HeaderValue::from_static(list), tag), "{list}");
        }
    }
}
