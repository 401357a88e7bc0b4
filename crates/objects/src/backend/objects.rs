//! Single objects: put, get, head, delete.

use std::collections::BTreeMap;
use std::ops::Range;

use http::header::EXPIRES;
use s3s::dto::{
    Checksum, ChecksumMode, ChecksumType, GetObjectInput, GetObjectOutput, HeadObjectInput, HeadObjectOutput,
    PutObjectInput, PutObjectOutput, StreamingBlob, Timestamp,
};
use s3s::{S3Request, S3Response, S3Result, TrailingHeaders};

use super::attributes::checksums_of;
use super::conditions::{ReadConditions, allows_range, check_read, condition, refused};
use super::versions::refuse_versions;
use super::{Backend, Opened, content_range, signed, strong, timestamp};
use crate::allowance::{Allowance, WHOLE, in_turn};
use crate::checksum::{CHECKSUMS, Claims, Given};
use crate::error::Error;
use crate::index;
use crate::index::objects::{Blob, Condition, Headers, Object};
use crate::ingest::{Incoming, Ingested, ingest, is_small};
use crate::names::{ObjectName, check_key, new_etag};
use crate::reading::Reading;
use crate::signed_body;

/// A body together with the request's claims about it.
pub(super) fn incoming(
    body: StreamingBlob,
    length: Option<i64>,
    claims: Claims,
    trailers: Option<TrailingHeaders>,
    headers: &http::HeaderMap,
) -> Result<Incoming, Error> {
    let announced = headers.get("x-amz-trailer").and_then(|name| name.to_str().ok()).unwrap_or_default();
    let announced = announced.trim();
    if !(announced.is_empty() || CHECKSUMS.iter().any(|name| announced.eq_ignore_ascii_case(name))) {
        return Err(Error::InvalidArgument("x-amz-trailer does not name a known checksum".into()));
    }
    // A body in chunks of HTTP has no length of its own.
    let decoded = || headers.get("x-amz-decoded-content-length")?.to_str().ok()?.parse().ok();
    let length = length.and_then(|length| u64::try_from(length).ok()).or_else(decoded);
    Ok(Incoming {
        body,
        length: length.ok_or_else(|| Error::IncompleteBody("its length is not known".into()))?,
        claims,
        trailers,
        announced: announced.to_owned(),
    })
}

/// The headers to store. `aws-chunked` describes the transfer and not the object.
pub(super) fn kept_headers(headers: &http::HeaderMap) -> Headers {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let encodings = text("content-encoding").map(|encodings| {
        let kept: Vec<&str> = encodings.split(',').map(str::trim).filter(|one| *one != "aws-chunked").collect();
        kept.join(", ")
    });
    let metadata = headers.iter().filter_map(|(name, value)| {
        let name = name.as_str().strip_prefix("x-amz-meta-")?;
        Some((name.to_owned(), String::from_utf8(value.as_bytes().to_vec()).ok()?))
    });
    Headers {
        content_type: text("content-type"),
        cache_control: text("cache-control"),
        content_disposition: text("content-disposition"),
        content_encoding: encodings.filter(|encodings| !encodings.is_empty()),
        content_language: text("content-language"),
        expires: text("expires"),
        checksums: Given::default(),
        metadata: metadata.collect(),
    }
}

/// Stores one blob as the content of a key.
pub(super) async fn publish(
    backend: &Backend,
    name: ObjectName,
    headers: Headers,
    ingested: Ingested,
    condition: Condition,
    allowance: Option<Allowance>,
) -> Result<Blob, Error> {
    let now = backend.clock.now_millis();
    let content = backend.index.new_content();
    let etag = new_etag(ingested.sums.crc64, 1);
    let (blob, files) = ingested.into_blob(1, etag, now);
    let object = Object { content, sums: blob.sums, etag: blob.etag.clone(), parts: 1, modified: now, headers };
    let stored = blob.clone();
    let write = move |connection: &index::Connection| {
        if let Some(allowance) = &allowance {
            index::room::check(connection, &name, stored.sums.size, allowance, BTreeMap::new())?;
        }
        index::objects::put(connection, &name.bucket, &name.key, &object, &condition)?;
        index::uploads::abort_only(connection, &name)?;
        index::objects::add_blob(connection, content, &stored)
    };
    backend.index.write(files, write).await?;
    Ok(blob)
}

pub(super) async fn put(
    backend: &Backend,
    mut request: S3Request<PutObjectInput>,
) -> S3Result<S3Response<PutObjectOutput>> {
    let input = request.input;
    check_key(&input.key)?;
    let (body, signed_sha256) = signed_body::take(&mut request.extensions, input.body);
    let claims = Claims {
        signed_sha256,
        crc64nvme: input.checksum_crc64nvme,
        crc32: input.checksum_crc32,
        crc32c: input.checksum_crc32c,
        sha1: input.checksum_sha1,
        sha256: input.checksum_sha256,
        md5: input.content_md5,
    };
    let incoming = incoming(body, input.content_length, claims, request.trailing_headers, &request.headers)?;
    let condition = condition(input.if_match, input.if_none_match.as_ref())?;
    let name = ObjectName { bucket: input.bucket, key: input.key };
    let allowance = Allowance::of(&request.uri);
    // Begun before it is checked, so that a closing either ends it or is seen by the check.
    let mut turn = allowance.is_some().then(|| backend.writers.begin(name.clone(), WHOLE, incoming.length));
    if !is_small(incoming.length) {
        check_early(backend, &name, incoming.length, condition.clone(), allowance.clone()).await?;
    }
    let ingested = in_turn(turn.as_mut(), ingest(&backend.blobs, incoming)).await?;
    let claims = ingested.claims.clone();
    let headers = Headers { checksums: claims.given(), ..kept_headers(&request.headers) };
    let blob = publish(backend, name, headers, ingested, condition, allowance).await?;
    Ok(S3Response::new(PutObjectOutput {
        e_tag: Some(strong(&blob.etag)),
        checksum_crc64nvme: Some(blob.sums.crc64_text()),
        checksum_crc32: Some(blob.sums.crc32_text()),
        checksum_crc32c: claims.crc32c,
        checksum_sha1: claims.sha1,
        checksum_sha256: claims.sha256,
        checksum_type: Some(ChecksumType::from_static(ChecksumType::FULL_OBJECT)),
        ..Default::default()
    }))
}

/// Checks before the body is read what `publish` checks reliably.
async fn check_early(
    backend: &Backend,
    name: &ObjectName,
    length: u64,
    condition: Condition,
    allowance: Option<Allowance>,
) -> Result<(), Error> {
    let below = allowance.as_ref().and_then(|allowance| allowance.below.clone());
    let below = below.map(|key| ObjectName { bucket: name.bucket.clone(), key });
    let arriving = below.map(|below| backend.writers.lengths_below(&below)).unwrap_or_default();
    let name = name.clone();
    let asked = move |connection: &index::Connection| {
        index::objects::may_put(connection, &name.bucket, &name.key, &condition)?;
        match allowance {
            Some(allowance) => index::room::check(connection, &name, length, &allowance, arriving),
            None => Ok(()),
        }
    };
    backend.index.read(asked).await
}

/// The requested bytes; `None` means all. `content` is needed only to find a part.
fn wanted_range(
    size: u64,
    content: &[Blob],
    range: Option<s3s::dto::Range>,
    part_number: Option<i32>,
) -> Result<Option<Range<u64>>, Error> {
    match (range, part_number) {
        (None, None) => Ok(None),
        (Some(range), None) => range.check(size).map(Some).map_err(|_| Error::InvalidRange),
        (Some(_), Some(_)) => Err(Error::InvalidArgument("a range and a part cannot be requested together".into())),
        (None, Some(number)) => {
            let mut start = 0;
            for blob in content {
                if blob.number == number {
                    return Ok(Some(start..start + blob.sums.size).filter(|range| *range != (0..size)));
                }
                start += blob.sums.size;
            }
            Err(Error::InvalidPartNumber(number))
        }
    }
}

pub(super) async fn get(
    backend: &Backend,
    request: S3Request<GetObjectInput>,
) -> S3Result<S3Response<GetObjectOutput>> {
    let input = request.input;
    refuse_versions(input.version_id.as_deref())?;
    let opened = backend.open(&input.bucket, &input.key).await?;
    let conditions = ReadConditions {
        if_match: input.if_match,
        if_none_match: input.if_none_match,
        modified_since: input.if_modified_since,
        unmodified_since: input.if_unmodified_since,
    };
    check_read(&opened.object, &conditions).map_err(|error| refused(error, &opened.object))?;
    let range = input.range.filter(|_| allows_range(&opened.object, &request.headers));
    let Opened { object, content, pin } = opened;
    let size = object.sums.size;
    let range = wanted_range(size, &content, range, input.part_number).map_err(|error| refused(error, &object))?;
    let bytes = range.clone().unwrap_or(0..size);
    let length = signed(bytes.end - bytes.start);
    let body = Reading::start(backend.stored(), content, bytes, Some(pin)).await?;
    let (whole, overridden) = (range.is_none(), input.response_expires.is_some());
    let head = describe(object, wants_checksums(input.checksum_mode.as_ref()) && whole);
    let mut response = S3Response::new(GetObjectOutput {
        body: Some(StreamingBlob::new(body)),
        content_length: Some(length),
        content_range: range.map(|range| content_range(&range, size)),
        accept_ranges: head.accept_ranges,
        cache_control: head.cache_control,
        checksum_crc32: head.checksums.checksum_crc32,
        checksum_crc32c: head.checksums.checksum_crc32c,
        checksum_crc64nvme: head.checksums.checksum_crc64nvme,
        checksum_sha1: head.checksums.checksum_sha1,
        checksum_sha256: head.checksums.checksum_sha256,
        checksum_type: head.checksums.checksum_type,
        content_disposition: head.content_disposition,
        content_encoding: head.content_encoding,
        content_language: head.content_language,
        content_type: head.content_type,
        e_tag: head.e_tag,
        last_modified: head.last_modified,
        metadata: head.metadata,
        parts_count: input.part_number.and(head.parts_count),
        ..Default::default()
    });
    if let Some(expires) = head.expires_text.filter(|_| !overridden) {
        response.headers.insert(EXPIRES, expires);
    }
    Ok(response)
}

pub(super) async fn head(
    backend: &Backend,
    request: S3Request<HeadObjectInput>,
) -> S3Result<S3Response<HeadObjectOutput>> {
    let input = request.input;
    refuse_versions(input.version_id.as_deref())?;
    let (object, content) = match input.part_number {
        None => (backend.find(&input.bucket, &input.key).await?, Vec::new()),
        Some(_) => backend.open(&input.bucket, &input.key).await.map(|opened| (opened.object, opened.content))?,
    };
    let conditions = ReadConditions {
        if_match: input.if_match,
        if_none_match: input.if_none_match,
        modified_since: input.if_modified_since,
        unmodified_since: input.if_unmodified_since,
    };
    check_read(&object, &conditions).map_err(|error| refused(error, &object))?;
    let size = object.sums.size;
    let range = input.range.filter(|_| allows_range(&object, &request.headers));
    let range = wanted_range(size, &content, range, input.part_number).map_err(|error| refused(error, &object))?;
    let length = range.as_ref().map_or(size, |range| range.end - range.start);
    let whole = range.is_none();
    let description = describe(object, wants_checksums(input.checksum_mode.as_ref()) && whole);
    let mut response = S3Response::new(HeadObjectOutput {
        content_length: Some(signed(length)),
        content_range: range.map(|range| content_range(&range, size)),
        accept_ranges: description.accept_ranges,
        cache_control: input.response_cache_control.or(description.cache_control),
        checksum_crc32: description.checksums.checksum_crc32,
        checksum_crc32c: description.checksums.checksum_crc32c,
        checksum_crc64nvme: description.checksums.checksum_crc64nvme,
        checksum_sha1: description.checksums.checksum_sha1,
        checksum_sha256: description.checksums.checksum_sha256,
        checksum_type: description.checksums.checksum_type,
        content_disposition: input.response_content_disposition.or(description.content_disposition),
        content_encoding: input.response_content_encoding.or(description.content_encoding),
        content_language: input.response_content_language.or(description.content_language),
        content_type: input.response_content_type.or(description.content_type),
        e_tag: description.e_tag,
        last_modified: description.last_modified,
        metadata: description.metadata,
        parts_count: input.part_number.and(description.parts_count),
        ..Default::default()
    });
    if let Some(expires) = description.expires_text {
        response.headers.insert(EXPIRES, expires);
    }
    Ok(response)
}

/// The common response headers of GET and HEAD.
struct Description {
    accept_ranges: Option<String>,
    cache_control: Option<String>,
    checksums: Checksum,
    content_disposition: Option<String>,
    content_encoding: Option<String>,
    content_language: Option<String>,
    content_type: Option<String>,
    e_tag: Option<s3s::dto::ETag>,
    expires_text: Option<http::HeaderValue>,
    last_modified: Option<Timestamp>,
    metadata: Option<s3s::dto::Metadata>,
    parts_count: Option<i32>,
}

fn describe(object: Object, with_checksums: bool) -> Description {
    let headers = object.headers;
    let metadata: s3s::dto::Metadata = headers.metadata.into_iter().collect();
    Description {
        accept_ranges: Some("bytes".into()),
        cache_control: headers.cache_control,
        checksums: if with_checksums { checksums_of(object.sums, headers.checksums) } else { Checksum::default() },
        content_disposition: headers.content_disposition,
        content_encoding: headers.content_encoding,
        content_language: headers.content_language,
        content_type: headers.content_type.or_else(|| Some("binary/octet-stream".into())),
        e_tag: Some(strong(&object.etag)),
        expires_text: headers.expires.and_then(|text| text.parse().ok()),
        last_modified: Some(timestamp(object.modified)),
        metadata: Some(metadata).filter(|metadata| !metadata.is_empty()),
        parts_count: i32::try_from(object.parts).ok(),
    }
}

fn wants_checksums(mode: Option<&ChecksumMode>) -> bool {
    mode.is_some_and(|mode| mode.as_str() == ChecksumMode::ENABLED)
}
