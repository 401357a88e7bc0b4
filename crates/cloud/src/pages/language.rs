//! The language of a page.

use axum::http::{HeaderMap, header};
use serving::query::QueryParts;
use texts::Language;

/// The Portal's own, else the one in the URL, else the browser's preference, else English.
pub(super) fn choose(own: Option<&str>, query: &QueryParts, headers: &HeaderMap) -> Language {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    own.and_then(Language::of_tag)
        .or_else(|| query.text("lang").and_then(Language::of_tag))
        .or_else(|| accepted.and_then(Language::of_accept_language))
        .unwrap_or_default()
}
