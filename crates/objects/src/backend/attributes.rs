//! What is known about an object besides its content: its checksums and its parts.

use s3s::dto::{
    Checksum, ChecksumType, GetObjectAttributesInput, GetObjectAttributesOutput, GetObjectAttributesParts,
    ObjectAttributes, ObjectPart, StorageClass,
};
use s3s::{S3Request, S3Response, S3Result};

use super::listings::limit;
use super::versions::refuse_versions;
use super::{Backend, Opened, signed, strong, timestamp};
use crate::checksum::{Given, Sums};
use crate::error::Error;
use crate::index::objects::Blob;
use crate::reply::BareEtag;

const KNOWN: [&str; 5] = [
    ObjectAttributes::CHECKSUM,
    ObjectAttributes::ETAG,
    ObjectAttributes::OBJECT_PARTS,
    ObjectAttributes::OBJECT_SIZE,
    ObjectAttributes::STORAGE_CLASS,
];

/// All checksums of an object. If a client gave some that depend on the parts, only these: a reply has one type of
/// checksum.
pub(super) fn checksums_of(sums: Sums, given: Given) -> Checksum {
    let is_full = !given.is_composite();
    let kind = if is_full { ChecksumType::FULL_OBJECT } else { ChecksumType::COMPOSITE };
    Checksum {
        checksum_crc32: is_full.then(|| sums.crc32_text()),
        checksum_crc64nvme: is_full.then(|| sums.crc64_text()),
        checksum_crc32c: given.crc32c,
        checksum_sha1: given.sha1,
        checksum_sha256: given.sha256,
        checksum_type: Some(ChecksumType::from_static(kind)),
    }
}

pub(super) async fn get(
    backend: &Backend,
    request: S3Request<GetObjectAttributesInput>,
) -> S3Result<S3Response<GetObjectAttributesOutput>> {
    let input = request.input;
    refuse_versions(input.version_id.as_deref())?;
    // Clients send one header with all names, or one for each.
    let names = || input.object_attributes.iter().flat_map(|names| names.as_str().split(',')).map(str::trim);
    if let Some(unknown) = names().find(|name| !KNOWN.contains(name)) {
        return Err(Error::InvalidArgument(format!("x-amz-object-attributes names {unknown}, which is unknown")).into());
    }
    let wants = |name: &str| names().any(|wanted| wanted == name);
    let (after, most) = (input.part_number_marker.unwrap_or(0), limit(input.max_parts)?);
    let Opened { object, content, .. } = backend.open(&input.bucket, &input.key).await?;
    let is_in_parts = content.len() > 1 || content.first().is_some_and(|blob| blob.etag != object.etag);
    let mut response = S3Response::new(GetObjectAttributesOutput {
        e_tag: wants(ObjectAttributes::ETAG).then(|| strong(&object.etag)),
        checksum: wants(ObjectAttributes::CHECKSUM).then(|| checksums_of(object.sums, object.headers.checksums)),
        object_size: wants(ObjectAttributes::OBJECT_SIZE).then(|| signed(object.sums.size)),
        object_parts: (is_in_parts && wants(ObjectAttributes::OBJECT_PARTS)).then(|| parts(&content, after, most)),
        storage_class: wants(ObjectAttributes::STORAGE_CLASS)
            .then(|| StorageClass::from_static(StorageClass::STANDARD)),
        last_modified: Some(timestamp(object.modified)),
        ..Default::default()
    });
    response.extensions.insert(BareEtag);
    Ok(response)
}

fn parts(content: &[Blob], after: i32, most: i32) -> GetObjectAttributesParts {
    let count = usize::try_from(most).unwrap_or_default();
    let left: Vec<&Blob> = content.iter().filter(|blob| blob.number > after).collect();
    let shown = &left[..count.min(left.len())];
    let is_truncated = !shown.is_empty() && shown.len() < left.len();
    GetObjectAttributesParts {
        is_truncated: Some(is_truncated),
        max_parts: Some(most),
        part_number_marker: Some(after),
        next_part_number_marker: shown.last().filter(|_| is_truncated).map(|last| last.number),
        parts: Some(shown.iter().map(|blob| part(blob)).collect()),
        total_parts_count: i32::try_from(content.len()).ok(),
    }
}

fn part(blob: &Blob) -> ObjectPart {
    ObjectPart {
        checksum_crc32: Some(blob.sums.crc32_text()),
        checksum_crc64nvme: Some(blob.sums.crc64_text()),
        checksum_crc32c: blob.given.crc32c.clone(),
        checksum_sha1: blob.given.sha1.clone(),
        checksum_sha256: blob.given.sha256.clone(),
        part_number: Some(blob.number),
        size: Some(signed(blob.sums.size)),
    }
}
