//! Copies inside the store. Each object owns its content: a blob that is copied whole gets a second hard link; anything
//! else is read, verified and written again.

use std::sync::Arc;

use http::HeaderMap;
use s3s::dto::{
    CopyObjectInput, CopyObjectOutput, CopyObjectResult, CopyPartResult, CopySource, MetadataDirective, Range,
    StreamingBlob, UploadPartCopyInput, UploadPartCopyOutput,
};
use s3s::{S3Request, S3Response, S3Result};
use tokio::task::spawn_blocking;

use super::conditions::{ReadConditions, check_read, condition_of};
use super::multipart::{check_part_number, keep_part, require_open};
use super::objects::{kept_headers, publish};
use super::versions::refuse_versions;
use super::{Backend, strong, timestamp};
use crate::checksum::{Claims, Given};
use crate::error::Error;
use crate::index;
use crate::index::block_sums;
use crate::index::objects::{Blob, Condition, Headers, Place};
use crate::ingest::{Incoming, Ingested, ingest};
use crate::names::{ObjectName, check_key};
use crate::reading::Reading;

/// The source of a copy, with its conditions.
struct Source {
    place: CopySource,
    range: Option<String>,
    conditions: ReadConditions,
}

/// A plus sign means a space: s5cmd writes spaces so, and other stores read it so. Clients write a plus sign as `%2B`.
fn place_of(parsed: CopySource, headers: &HeaderMap) -> Result<CopySource, Error> {
    match headers.get("x-amz-copy-source").and_then(|value| value.to_str().ok()) {
        Some(written) if written.contains('+') => CopySource::parse(&written.replace('+', "%20"))
            .map_err(|_| Error::InvalidArgument("the source must be a bucket and a key".into())),
        _ => Ok(parsed),
    }
}

async fn fetch(backend: &Backend, source: Source) -> Result<(Ingested, Headers), Error> {
    let CopySource::Bucket { bucket, key, version_id } = source.place else {
        return Err(Error::NotImplemented("a source must be a bucket and a key"));
    };
    refuse_versions(version_id.as_deref())?;
    let opened = backend.open(&bucket, &key).await?;
    match check_read(&opened.object, &source.conditions) {
        Err(Error::NotModified) => return Err(Error::PreconditionFailed),
        other => other?,
    }
    let size = opened.object.sums.size;
    let range = match source.range {
        None => 0..size,
        Some(text) => source_range(&text, size)?,
    };
    if range == (0..size)
        && let [Blob { place: Place::File(file), sums, .. }] = opened.content.as_slice()
    {
        // The pin keeps the source until the new link exists.
        let (blobs, linked) = (Arc::clone(&backend.blobs), file.clone());
        let linked = spawn_blocking(move || blobs.link(&linked)).await.map_err(|_| Error::Closed)?;
        if let Some(linked) = linked {
            let (file, sums) = (file.clone(), *sums);
            let asked = move |connection: &index::Connection| block_sums::find(connection, &file, sums);
            let blocks = match backend.index.read(asked).await? {
                block_sums::Found::Known(blocks) => Some(blocks),
                block_sums::Found::Unknown | block_sums::Found::Damaged => None,
            };
            return Ok((Ingested::again(sums, blocks, linked), opened.object.headers));
        }
    }
    let length = range.end - range.start;
    let body = Reading::start(backend.stored(), opened.content, range, Some(opened.pin)).await?;
    let incoming = Incoming {
        body: StreamingBlob::new(body),
        length,
        claims: Claims::default(),
        trailers: None,
        announced: String::new(),
    };
    Ok((ingest(&backend.blobs, incoming).await?, opened.object.headers))
}

/// A part that is copied has exactly the bytes that were asked for, unlike a range that is read.
fn source_range(text: &str, size: u64) -> Result<std::ops::Range<u64>, Error> {
    let malformed = || Error::InvalidArgument("the range of the source must be bytes=FIRST-LAST".into());
    match Range::parse(text).map_err(|_| malformed())? {
        Range::Int { first, last: Some(last) } if first <= last => {
            if last < size {
                Ok(first..last + 1)
            } else {
                Err(Error::InvalidRange)
            }
        }
        _ => Err(malformed()),
    }
}

pub(super) async fn object(
    backend: &Backend,
    request: S3Request<CopyObjectInput>,
) -> S3Result<S3Response<CopyObjectOutput>> {
    let input = request.input;
    check_key(&input.key)?;
    let replaces = input.metadata_directive.is_some_and(|directive| directive.as_str() == MetadataDirective::REPLACE);
    let source = Source {
        place: place_of(input.copy_source, &request.headers)?,
        range: None,
        conditions: ReadConditions {
            if_match: input.copy_source_if_match,
            if_none_match: input.copy_source_if_none_match,
            modified_since: input.copy_source_if_modified_since,
            unmodified_since: input.copy_source_if_unmodified_since,
        },
    };
    let condition = condition_of(&request.headers)?;
    let name = ObjectName { bucket: input.bucket, key: input.key };
    if !replaces && is_at(&source.place, &name) {
        return Err(Error::InvalidRequest("a copy of an object to itself must replace its metadata").into());
    }
    // Before the content is read: a copy may be large.
    may_put(backend, &name, condition.clone()).await?;
    let (ingested, headers) = fetch(backend, source).await?;
    // The copy is one piece, so that checksums of parts say nothing about it.
    let checksums = if headers.checksums.is_composite() { Given::default() } else { headers.checksums.clone() };
    let headers = if replaces { kept_headers(&request.headers) } else { headers };
    let headers = Headers { checksums, ..headers };
    let blob = publish(backend, name, headers, ingested, condition, None).await?;
    let result = CopyObjectResult {
        e_tag: Some(strong(&blob.etag)),
        last_modified: Some(timestamp(blob.created)),
        checksum_crc64nvme: Some(blob.sums.crc64_text()),
        checksum_crc32: Some(blob.sums.crc32_text()),
        ..Default::default()
    };
    Ok(S3Response::new(CopyObjectOutput { copy_object_result: Some(result), ..Default::default() }))
}

/// As other stores do: such a copy is a mistake of the client, which would find out only much later.
fn is_at(place: &CopySource, name: &ObjectName) -> bool {
    matches!(place, CopySource::Bucket { bucket, key, .. } if **bucket == *name.bucket && **key == *name.key)
}

/// An early check of what `publish` checks reliably.
async fn may_put(backend: &Backend, name: &ObjectName, condition: Condition) -> Result<(), Error> {
    let name = name.clone();
    let asked =
        move |connection: &index::Connection| index::objects::may_put(connection, &name.bucket, &name.key, &condition);
    backend.index.read(asked).await
}

pub(super) async fn part(
    backend: &Backend,
    request: S3Request<UploadPartCopyInput>,
) -> S3Result<S3Response<UploadPartCopyOutput>> {
    let input = request.input;
    check_part_number(input.part_number)?;
    let name = ObjectName { bucket: input.bucket, key: input.key };
    require_open(backend, &input.upload_id, &name).await?;
    let source = Source {
        place: place_of(input.copy_source, &request.headers)?,
        range: input.copy_source_range,
        conditions: ReadConditions {
            if_match: input.copy_source_if_match,
            if_none_match: input.copy_source_if_none_match,
            modified_since: input.copy_source_if_modified_since,
            unmodified_since: input.copy_source_if_unmodified_since,
        },
    };
    let (ingested, _) = fetch(backend, source).await?;
    let part = keep_part(backend, input.upload_id, name, input.part_number, ingested).await?;
    let result = CopyPartResult {
        e_tag: Some(strong(&part.etag)),
        last_modified: Some(timestamp(part.created)),
        checksum_crc64nvme: Some(part.sums.crc64_text()),
        checksum_crc32: Some(part.sums.crc32_text()),
        ..Default::default()
    };
    Ok(S3Response::new(UploadPartCopyOutput { copy_part_result: Some(result), ..Default::default() }))
}
