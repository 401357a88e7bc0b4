//! Multipart uploads: create, receive parts, complete without copying, abort.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use s3s::crypto::{Checksum as _, Sha256};
use s3s::dto::{
    AbortMultipartUploadInput, AbortMultipartUploadOutput, CompleteMultipartUploadInput, CompleteMultipartUploadOutput,
    CompletedPart, CreateMultipartUploadInput, CreateMultipartUploadOutput, ETag, UploadPartInput, UploadPartOutput,
};
use s3s::{S3Request, S3Response, S3Result};

use super::attributes::checksums_of;
use super::conditions::condition;
use super::objects::{incoming, kept_headers};
use super::{Backend, strong};
use crate::allowance::{Turn, UPLOAD_LIMIT, in_turn, number};
use crate::checksum::Claims;
use crate::error::Error;
use crate::index;
use crate::index::objects::Blob;
use crate::index::uploads::{self, Completion, Listed, Upload};
use crate::ingest::{Ingested, ingest};
use crate::names::{ObjectName, check_key, part_etag, random_id};
use crate::reply::NewUpload;
use crate::signed_body;

const MOST_PARTS: i32 = 10_000;

pub(super) async fn create(
    backend: &Backend,
    request: S3Request<CreateMultipartUploadInput>,
) -> S3Result<S3Response<CreateMultipartUploadOutput>> {
    let input = request.input;
    check_key(&input.key)?;
    let headers = kept_headers(&request.headers);
    let algorithm = input.checksum_algorithm.as_ref().map(|algorithm| algorithm.as_str().to_owned());
    let limit = number(&request.uri, UPLOAD_LIMIT);
    let checksum_type = input.checksum_type.as_ref().map(|kind| kind.as_str().to_owned());
    let upload = Upload::new(backend.index.new_content(), headers, limit).with_checksums(algorithm, checksum_type);
    let name = ObjectName { bucket: input.bucket.clone(), key: input.key.clone() };
    let (new_id, now) = (random_id(), backend.clock.now_millis());
    let write = move |connection: &index::Connection| uploads::create(connection, new_id.clone(), &name, &upload, now);
    let id = backend.index.write(Vec::new(), write).await?;
    let mut response = S3Response::new(CreateMultipartUploadOutput {
        bucket: Some(input.bucket.clone()),
        key: Some(input.key.clone()),
        upload_id: Some(id.clone()),
        checksum_algorithm: input.checksum_algorithm,
        checksum_type: input.checksum_type,
        ..Default::default()
    });
    response.extensions.insert(NewUpload { bucket: input.bucket, key: input.key, id });
    Ok(response)
}

pub(super) fn check_part_number(number: i32) -> Result<(), Error> {
    if (1..=MOST_PARTS).contains(&number) {
        return Ok(());
    }
    Err(Error::InvalidArgument(format!("part numbers must be from 1 to {MOST_PARTS}")))
}

/// Rejects an upload that no longer accepts parts, before the content is read.
pub(super) async fn require_open(backend: &Backend, id: &str, name: &ObjectName) -> Result<(), Error> {
    let (id, name) = (id.to_owned(), name.clone());
    backend.index.read(move |connection| uploads::find_open(connection, &id, &name).map(drop)).await
}

/// The right to write one part of a limited upload, given before the body is read.
///
/// It is begun before it is checked, so that a closing either ends it or is seen by the check, and so that of two parts
/// at once each sees the other.
async fn turn_for(backend: &Backend, id: &str, name: &ObjectName, part: i32, length: u64) -> Result<Turn, Error> {
    let turn = backend.writers.begin(name.clone(), part, length);
    let parts = backend.writers.lengths(name);
    let (id, wanted) = (id.to_owned(), name.clone());
    let asked = move |connection: &index::Connection| {
        let upload = uploads::find_open(connection, &id, &wanted)?;
        uploads::check_limit(connection, &upload, &wanted, &parts)
    };
    backend.index.read(asked).await?;
    Ok(turn)
}

pub(super) async fn keep_part(
    backend: &Backend,
    id: String,
    name: ObjectName,
    number: i32,
    ingested: Ingested,
) -> Result<Blob, Error> {
    let etag = part_etag(ingested.sums);
    let (part, files) = ingested.into_blob(number, etag, backend.clock.now_millis());
    let stored = part.clone();
    let write = move |connection: &index::Connection| uploads::put_part(connection, &id, &name, &stored);
    backend.index.write(files, write).await?;
    Ok(part)
}

pub(super) async fn upload_part(
    backend: &Backend,
    mut request: S3Request<UploadPartInput>,
) -> S3Result<S3Response<UploadPartOutput>> {
    let input = request.input;
    check_part_number(input.part_number)?;
    let name = ObjectName { bucket: input.bucket, key: input.key };
    let (id, wanted) = (input.upload_id.clone(), name.clone());
    let upload = backend.index.read(move |connection| uploads::find_wanted(connection, &id, &wanted)).await?;
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
    let mut turn = match upload.limit {
        Some(_) => Some(turn_for(backend, &input.upload_id, &name, input.part_number, incoming.length).await?),
        None => None,
    };
    let ingested = in_turn(turn.as_mut(), ingest(&backend.blobs, incoming)).await?;
    let claims = ingested.claims.clone();
    let part = keep_part(backend, input.upload_id, name, input.part_number, ingested).await?;
    Ok(S3Response::new(UploadPartOutput {
        e_tag: Some(strong(&part.etag)),
        checksum_crc64nvme: Some(part.sums.crc64_text()),
        checksum_crc32: Some(part.sums.crc32_text()),
        checksum_crc32c: claims.crc32c,
        checksum_sha1: claims.sha1,
        checksum_sha256: claims.sha256,
        ..Default::default()
    }))
}

pub(super) async fn complete(
    backend: &Backend,
    request: S3Request<CompleteMultipartUploadInput>,
) -> S3Result<S3Response<CompleteMultipartUploadOutput>> {
    let input = request.input;
    let listed = input.multipart_upload.and_then(|upload| upload.parts).unwrap_or_default();
    if listed.is_empty() {
        return Err(Error::MalformedXml("the list of parts is empty").into());
    }
    let list = listed.into_iter().map(listed_part).collect::<Result<Vec<_>, _>>()?;
    let completion = Completion {
        digest: digest(&list),
        list,
        claims: Claims {
            signed_sha256: None,
            crc64nvme: input.checksum_crc64nvme,
            crc32: input.checksum_crc32,
            crc32c: input.checksum_crc32c,
            sha1: input.checksum_sha1,
            sha256: input.checksum_sha256,
            md5: None,
        },
        checksum_type: input.checksum_type.map(|kind| kind.as_str().to_owned()),
        size: input.mpu_object_size.and_then(|size| u64::try_from(size).ok()),
        condition: condition(input.if_match, input.if_none_match.as_ref())?,
        now: backend.clock.now_millis(),
    };
    let (id, name) = (input.upload_id, ObjectName { bucket: input.bucket.clone(), key: input.key.clone() });
    let write = move |connection: &index::Connection| uploads::complete(connection, &id, &name, &completion);
    let completed = backend.index.write(Vec::new(), write).await?;
    let checksums = checksums_of(completed.sums, completed.checksums);
    Ok(S3Response::new(CompleteMultipartUploadOutput {
        location: Some(format!("/{}/{}", input.bucket, crate::names::url_encode(&input.key))),
        bucket: Some(input.bucket),
        key: Some(input.key),
        e_tag: Some(strong(&completed.etag)),
        checksum_crc64nvme: checksums.checksum_crc64nvme,
        checksum_crc32: checksums.checksum_crc32,
        checksum_crc32c: checksums.checksum_crc32c,
        checksum_sha1: checksums.checksum_sha1,
        checksum_sha256: checksums.checksum_sha256,
        checksum_type: checksums.checksum_type,
        ..Default::default()
    }))
}

fn listed_part(part: CompletedPart) -> Result<Listed, Error> {
    let number = part.part_number.ok_or_else(|| Error::InvalidArgument("a part has no number".into()))?;
    check_part_number(number)?;
    let claims = Claims {
        crc64nvme: part.checksum_crc64nvme,
        crc32: part.checksum_crc32,
        crc32c: part.checksum_crc32c,
        sha1: part.checksum_sha1,
        sha256: part.checksum_sha256,
        ..Claims::default()
    };
    Ok(Listed { number, etag: part.e_tag.map(ETag::into_value).unwrap_or_default(), claims })
}

fn digest(list: &[Listed]) -> String {
    let mut hasher = Sha256::new();
    for part in list {
        hasher.update(format!("{}:{}\n", part.number, part.etag).as_bytes());
    }
    URL_SAFE_NO_PAD.encode(hasher.finalize())
}

pub(super) async fn abort(
    backend: &Backend,
    request: S3Request<AbortMultipartUploadInput>,
) -> S3Result<S3Response<AbortMultipartUploadOutput>> {
    let input = request.input;
    let (id, name) = (input.upload_id, ObjectName { bucket: input.bucket, key: input.key });
    let write = move |connection: &index::Connection| uploads::abort(connection, &id, &name);
    backend.index.free(write).await?;
    Ok(S3Response::new(AbortMultipartUploadOutput::default()))
}
