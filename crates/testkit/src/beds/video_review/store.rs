//! The store for parts: URLs of an S3 store that are signed for one part each.

use std::collections::BTreeMap;

use axum::body::Bytes;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest as _, Md5};

use super::{Lie, State};
use crate::beds::double::{Asked, Said};

/// The platform splits files so that no part is larger.
pub(super) const PART_SIZE: usize = 5 << 20;

pub(super) struct Upload {
    sizes: Vec<usize>,
    content_type: String,
    signature: String,
    is_signed_as_of_old: bool,
    parts: BTreeMap<usize, Bytes>,
    is_asked_for: bool,
}

impl Upload {
    /// Splits a file into parts that are as equal as possible.
    pub(super) fn new(size: usize, content_type: &str, is_signed_as_of_old: bool) -> Self {
        let count = size.div_ceil(PART_SIZE);
        let part = size.div_ceil(count);
        Self {
            sizes: (0..count).map(|index| part.min(size - index * part)).collect(),
            content_type: content_type.to_owned(),
            signature: format!("{:016x}", rand::random::<u64>()),
            is_signed_as_of_old,
            parts: BTreeMap::new(),
            is_asked_for: false,
        }
    }

    pub(super) fn run_out(&mut self) {
        "run out".clone_into(&mut self.signature);
    }

    /// The URLs with their sizes.
    pub(super) fn addresses(&self, id: &str, origin: &str) -> Vec<(usize, String)> {
        let address = |(number, size): (usize, &usize)| {
            let signed = if self.is_signed_as_of_old {
                format!("AWSAccessKeyId=key&Expires=1767312000&Signature={}", self.signature)
            } else {
                format!("X-Amz-Expires=86400&X-Amz-Signature={}", self.signature)
            };
            (*size, format!("{origin}/store/{id}/{}?{signed}", number + 1))
        };
        self.sizes.iter().enumerate().map(address).collect()
    }

    /// The complete content, the second time it is requested.
    pub(super) fn joined(&mut self) -> Option<Bytes> {
        let is_whole = self.parts.len() == self.sizes.len();
        let was_asked_for = std::mem::replace(&mut self.is_asked_for, is_whole);
        let parts = || self.parts.values().map(AsRef::as_ref).collect::<Vec<&[u8]>>().concat().into();
        (is_whole && was_asked_for).then(parts)
    }
}

fn error(status: u16, code: &str) -> Said {
    Said::text(status, format!("<Error><Code>{code}</Code><Message>{code}</Message></Error>"))
}

pub(super) fn take(state: &mut State, id: &str, number: &str, asked: &Asked) -> Said {
    let Some(upload) = state.uploads.get_mut(id) else { return error(404, "NoSuchUpload") };
    let number: usize = number.parse().unwrap_or(0);
    let Some(size) = number.checked_sub(1).and_then(|index| upload.sizes.get(index)) else {
        return error(400, "InvalidArgument");
    };
    let name = if upload.is_signed_as_of_old { "Signature" } else { "X-Amz-Signature" };
    if asked.query(name) != upload.signature {
        return error(403, "AccessDenied");
    }
    // All headers are signed with the URL; in the older scheme, so is the absence of a digest.
    let is_signed = asked.header("content-type") == upload.content_type
        && asked.header("x-amz-acl") == "private"
        && !(upload.is_signed_as_of_old && asked.headers.contains_key("content-md5"));
    if !is_signed {
        return error(403, "SignatureDoesNotMatch");
    }
    if asked.body.len() != *size || !asked.header("authorization").is_empty() {
        return error(400, "InvalidRequest");
    }
    let digest = Md5::digest(&asked.body);
    if !upload.is_signed_as_of_old && asked.header("content-md5") != STANDARD.encode(digest) {
        return error(400, "BadDigest");
    }
    upload.parts.insert(number, asked.body.clone());
    let kept = if state.lie == Some(Lie::Tag) { Md5::digest(b"something else") } else { digest };
    let tag = kept.iter().fold(String::new(), |tag, byte| format!("{tag}{byte:02x}"));
    Said::empty(200).with("etag", format!("\"{tag}\""))
}
