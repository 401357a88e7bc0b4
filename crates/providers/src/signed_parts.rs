//! Uploads to URLs that a platform signs in advance, one for each part of a file.

use std::collections::BTreeMap;
use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::Method;
use md5::Md5;
use serde::{Deserialize, Serialize};
use url::Url;

use super::http_client::{HttpClient, Sending};
use super::piece::Piece;
use super::s3_errors::read_error;
use super::{ProviderError, ProviderResult};

/// A file that a platform is waiting for, as the journal saves it.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct SignedUpload {
    pub(super) id: String,
    /// The signatures are for this content type.
    pub(super) content_type: String,
    pub(super) parts: Vec<SignedPart>,
}

/// Anyone who knows the URL can write the part.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct SignedPart {
    pub(super) size: u64,
    pub(super) url: Url,
}

impl SignedUpload {
    pub(super) fn written(&self) -> ProviderResult<String> {
        serde_json::to_string(self).map_err(|_| ProviderError::unusable("an upload cannot be serialized"))
    }

    pub(super) fn read(text: &str) -> ProviderResult<Self> {
        serde_json::from_str(text).map_err(|_| ProviderError::unusable("the record of an upload has an unknown format"))
    }

    /// The range for each URL; together they must cover the whole file.
    pub(super) fn ranges(&self, size: u64) -> ProviderResult<Vec<Range<u64>>> {
        let mut start = 0_u64;
        let ranges: Vec<_> = self
            .parts
            .iter()
            .map(|part| {
                let range = start..start.saturating_add(part.size);
                start = range.end;
                range
            })
            .collect();
        if start == size && ranges.iter().all(|range| !range.is_empty()) {
            return Ok(ranges);
        }
        Err(ProviderError::unusable(format!("the provider asked for {start} bytes of a file of {size}")))
    }

    fn url(&self, number: u32) -> ProviderResult<&Url> {
        let part = usize::try_from(number).ok().and_then(|number| self.parts.get(number.checked_sub(1)?));
        part.map(|part| &part.url).ok_or_else(|| ProviderError::unusable("a part has no address"))
    }

    /// Sends a part, and returns its `ETag`.
    pub(super) async fn send(
        &self,
        http: &HttpClient,
        number: u32,
        piece: &Piece,
        headers: &BTreeMap<&str, &str>,
    ) -> ProviderResult<String> {
        let sending = Sending::new("send a part", Method::PUT, self.url(number)?.clone());
        let sending = sending.header("content-type", &self.content_type);
        put(http, headers.iter().fold(sending, |sending, (name, value)| sending.header(name, value)), piece).await
    }
}

/// Puts a piece to a signed URL. If the signature allows another header, we send the digest, and the store compares it
/// before it stores the content. The older signature scheme does not allow this; there we compare the `ETag`, which is
/// the digest of what the store has. It would differ with foreign encryption keys, but those require the newer scheme.
pub(super) async fn put<'a>(http: &HttpClient, sending: Sending<'a>, piece: &'a Piece) -> ProviderResult<String> {
    let has_room = sending.url().query_pairs().any(|(name, _)| name.eq_ignore_ascii_case("x-amz-signature"));
    let digest = piece.digest::<Md5>().await?;
    let sending = if has_room { sending.header("content-md5", &STANDARD.encode(&digest)) } else { sending };
    let answer = http.call(&sending.piece(piece), read_error).await?;
    let tag = answer.header("etag");
    if !has_room && !is_tag_of(tag, &digest) {
        return Err(ProviderError::unusable("the content that the provider stored differs from what was sent"));
    }
    Ok(tag.to_owned())
}

fn is_tag_of(tag: &str, digest: &[u8]) -> bool {
    tag.trim_matches('"').eq_ignore_ascii_case(&hex::encode(digest))
}
