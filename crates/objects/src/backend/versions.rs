//! Listings of versions. This store keeps one version of each object, and S3 calls the version of a bucket without
//! versions `null`.

use s3s::dto::{ListObjectVersionsInput, ListObjectVersionsOutput, ObjectVersion, ObjectVersionStorageClass};
use s3s::{S3Request, S3Response, S3Result};

use super::listings::{Encoding, behind_marker, limit, page};
use super::{Backend, buckets, strong, timestamp};
use crate::error::Error;
use crate::index::listing::{Entry, Query};

const VERSION: &str = "null";

pub(super) fn refuse_versions(version: Option<&str>) -> Result<(), Error> {
    match version {
        None | Some("" | "null") => Ok(()),
        Some(_) => Err(Error::NotImplemented("this store does not support versions")),
    }
}

pub(super) async fn list(
    backend: &Backend,
    request: S3Request<ListObjectVersionsInput>,
) -> S3Result<S3Response<ListObjectVersionsOutput>> {
    let input = request.input;
    let encoding = Encoding::of(input.encoding_type.as_ref())?;
    let max_keys = limit(input.max_keys)?;
    let prefix = input.prefix.unwrap_or_default();
    let marker = input.key_marker.as_deref().filter(|marker| !marker.is_empty());
    let from = marker.map(|marker| behind_marker(marker, &prefix, input.delimiter.as_deref()));
    let query = Query {
        bucket: input.bucket.clone(),
        prefix: prefix.clone(),
        delimiter: input.delimiter.clone(),
        from: from.unwrap_or_default(),
        limit: usize::try_from(max_keys).unwrap_or_default(),
    };
    let page = page(backend, query).await?;
    let (key, common) = page.last();
    let is_truncated = page.next.is_some();
    let version = |entry: Entry| ObjectVersion {
        key: Some(encoding.text(&entry.key)),
        size: Some(entry.size),
        e_tag: Some(strong(&entry.etag)),
        last_modified: Some(timestamp(entry.modified)),
        is_latest: Some(true),
        owner: Some(buckets::owner()),
        storage_class: Some(ObjectVersionStorageClass::from_static(ObjectVersionStorageClass::STANDARD)),
        version_id: Some(VERSION.into()),
        ..Default::default()
    };
    Ok(S3Response::new(ListObjectVersionsOutput {
        next_key_marker: key.max(common).filter(|_| is_truncated).map(|last| encoding.text(last)),
        next_version_id_marker: (is_truncated && key > common).then(|| VERSION.into()),
        is_truncated: Some(is_truncated),
        common_prefixes: encoding.prefixes(&page.prefixes),
        versions: Some(page.entries.into_iter().map(version).collect()),
        name: Some(input.bucket),
        prefix: Some(encoding.text(&prefix)),
        key_marker: Some(encoding.text(input.key_marker.as_deref().unwrap_or_default())),
        version_id_marker: input.version_id_marker,
        max_keys: Some(max_keys),
        delimiter: encoding.delimiter(input.delimiter),
        encoding_type: input.encoding_type,
        ..Default::default()
    }))
}
