//! Streams long lists as they are read: no list is ever held in memory as a whole.

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use serde::Serialize;

use crate::error::ApiResult;

/// A JSON array whose elements come in pages. `next` gets the last element of the previous page; an empty page is the
/// end. The first page is read before anything is sent, so that early errors become a proper error reply. A later
/// failure breaks the connection: half a list must not look complete.
pub(super) async fn json_array<T, F, P>(next: F) -> ApiResult<Response>
where
    T: Serialize + Send + 'static,
    F: Fn(Option<T>) -> P + Send + 'static,
    P: Future<Output = ApiResult<Vec<T>>> + Send + 'static,
{
    let first = next(None).await?;
    let pages = stream::unfold(Some((next, first, "[")), |state| async move {
        let (next, page, opening) = state?;
        let Some((text, last)) = joined(page, opening) else {
            let end = if opening == "[" { "[]" } else { "]" };
            return Some((Ok(Bytes::from_static(end.as_bytes())), None));
        };
        let text = match text {
            Ok(text) => text,
            Err(error) => return Some((Err(error.to_string()), None)),
        };
        match next(Some(last)).await {
            Ok(page) => Some((Ok(Bytes::from(text)), Some((next, page, ",")))),
            Err(error) => {
                tracing::warn!(%error, "a list was aborted");
                Some((Err(error.to_string()), None))
            }
        }
    });
    // What compresses it asks again after the end.
    Ok(([(header::CONTENT_TYPE, "application/json")], Body::from_stream(pages.fuse())).into_response())
}

/// The elements with commas between them, and the last element. `None` for an empty page.
fn joined<T: Serialize>(page: Vec<T>, opening: &str) -> Option<(serde_json::Result<String>, T)> {
    let texts: serde_json::Result<Vec<String>> = page.iter().map(serde_json::to_string).collect();
    let text = texts.map(|texts| format!("{opening}{}", texts.join(",")));
    page.into_iter().next_back().map(|last| (text, last))
}
