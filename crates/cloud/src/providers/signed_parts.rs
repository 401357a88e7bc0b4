//! Uploads to addresses that a platform signs beforehand, one for each part of a file.

use std::collections::BTreeMap;
use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::Md5;
use reqwest::Method;
use serde::{Deserialize, Serialize};
use url::Url;

use super::outside::{Outside, Sending};
use super::piece::Piece;
use super::s3_errors::read_error;
use super::{ProviderError, ProviderResult};

/// A file that a platform waits for, as the journal keeps it.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct SignedUpload {
    pub(super) id: String,
    /// The signatures are for this type.
    pub(super) content_type: String,
    pub(super) parts: Vec<SignedPart>,
}

/// Whoever knows the address can write the part.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct SignedPart {
    pub(super) size: u64,
    pub(super) url: Url,
}

impl SignedUpload {
    pub(super) fn written(&self) -> ProviderResult<String> {
        serde_json::to_string(self).map_err(|_| ProviderError::unusable("an upload has no form"))
    }

    pub(super) fn read(text: &str) -> ProviderResult<Self> {
        serde_json::from_str(text).map_err(|_| ProviderError::unusable("an upload is written down in another form"))
    }

    /// What goes to each address; together they must be the whole file.
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
        Err(ProviderError::unusable(format!("the provider wants {start} bytes of a file of {size}")))
    }

    fn url(&self, number: u32) -> ProviderResult<&Url> {
        let part = usize::try_from(number).ok().and_then(|number| self.parts.get(number.checked_sub(1)?));
        part.map(|part| &part.url).ok_or_else(|| ProviderError::unusable("a part has no address"))
    }

    /// Sends a part, and returns the tag by which the store knows it.
    pub(super) async fn send(
        &self,
        outside: &Outside,
        number: u32,
        piece: &Piece,
        headers: &BTreeMap<&str, &str>,
    ) -> ProviderResult<String> {
        let sending = Sending::new("send a part", Method::PUT, self.url(number)?.clone());
        let sending = sending.header("content-type", &self.content_type);
        put(outside, headers.iter().fold(sending, |sending, (name, value)| sending.header(name, value)), piece).await
    }
}

/// Puts a piece to a signed address. The store compares it with its digest before it keeps it, where the signature leaves
/// room for one. The scheme of old signs a digest or its absence; there we compare the tag, which is the digest of what the
/// store keeps: keys that are not the store's own, with which it would be another, need the scheme of today.
pub(super) async fn put<'a>(outside: &Outside, sending: Sending<'a>, piece: &'a Piece) -> ProviderResult<String> {
    let has_room = sending.url().query_pairs().any(|(name, _)| name.eq_ignore_ascii_case("x-amz-signature"));
    let digest = piece.digest::<Md5>().await?;
    let sending = if has_room { sending.header("content-md5", &STANDARD.encode(&digest)) } else { sending };
    let answer = outside.call(&sending.piece(piece), read_error).await?;
    let tag = answer.header("etag");
    if !has_room && !is_tag_of(tag, &digest) {
        return Err(ProviderError::unusable("what the provider keeps of a file is not what was sent"));
    }
    Ok(tag.to_owned())
}

fn is_tag_of(tag: &str, digest: &[u8]) -> bool {
    tag.trim_matches('"').eq_ignore_ascii_case(&hex::encode(digest))
}
