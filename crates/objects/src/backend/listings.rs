//! Listings: objects (both versions), unfinished uploads, parts.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use s3s::dto::{
    ChecksumAlgorithm, ChecksumType, CommonPrefix, EncodingType, ListMultipartUploadsInput, ListMultipartUploadsOutput,
    ListObjectsInput, ListObjectsOutput, ListObjectsV2Input, ListObjectsV2Output, ListPartsInput, ListPartsOutput,
    MultipartUpload, Object, ObjectStorageClass, Part, StorageClass,
};
use s3s::{S3Request, S3Response, S3Result};

use super::buckets::{initiator, owner};
use super::{Backend, signed, strong, timestamp};
use crate::error::Error;
use crate::index;
use crate::index::listing::{self, Entry, Page, Position, Query, behind};
use crate::names::{ObjectName, successor, url_encode};

const PAGE: i32 = 1000;

/// How names are encoded in a reply.
#[derive(Clone, Copy)]
pub(super) struct Encoding {
    url: bool,
}

impl Encoding {
    pub(super) fn of(asked: Option<&EncodingType>) -> Result<Self, Error> {
        match asked.map(EncodingType::as_str) {
            None => Ok(Self { url: false }),
            Some(EncodingType::URL) => Ok(Self { url: true }),
            Some(_) => Err(Error::InvalidArgument("encoding-type can only be url".into())),
        }
    }

    pub(super) fn text(self, name: &str) -> String {
        if self.url { url_encode(name) } else { name.to_owned() }
    }

    /// None for an empty one, which means none.
    pub(super) fn delimiter(self, delimiter: Option<String>) -> Option<String> {
        delimiter.filter(|delimiter| !delimiter.is_empty()).map(|delimiter| self.text(&delimiter))
    }

    pub(super) fn prefixes(self, prefixes: &[String]) -> Option<Vec<CommonPrefix>> {
        let encode = |prefix: &String| CommonPrefix { prefix: Some(self.text(prefix)) };
        Some(prefixes.iter().map(encode).collect()).filter(|all: &Vec<_>| !all.is_empty())
    }

    fn objects(self, entries: Vec<Entry>, with_owner: bool) -> Option<Vec<Object>> {
        let object = |entry: Entry| Object {
            key: Some(self.text(&entry.key)),
            size: Some(entry.size),
            e_tag: Some(strong(&entry.etag)),
            last_modified: Some(timestamp(entry.modified)),
            storage_class: Some(ObjectStorageClass::from_static(ObjectStorageClass::STANDARD)),
            owner: with_owner.then(owner),
            ..Default::default()
        };
        Some(entries.into_iter().map(object).collect()).filter(|all: &Vec<_>| !all.is_empty())
    }
}

pub(super) fn limit(asked: Option<i32>) -> Result<i32, Error> {
    match asked {
        Some(asked) if asked < 0 => Err(Error::InvalidArgument("a limit must not be negative".into())),
        asked => Ok(asked.unwrap_or(PAGE).min(PAGE)),
    }
}

pub(super) async fn page(backend: &Backend, query: Query) -> Result<Page, Error> {
    // An empty page is never truncated.
    let none = query.limit == 0;
    let page = backend.index.read(move |connection| listing::objects(connection, &query)).await?;
    Ok(if none { Page::default() } else { page })
}

pub(super) async fn objects_v2(
    backend: &Backend,
    request: S3Request<ListObjectsV2Input>,
) -> S3Result<S3Response<ListObjectsV2Output>> {
    let input = request.input;
    let encoding = Encoding::of(input.encoding_type.as_ref())?;
    let max_keys = limit(input.max_keys)?;
    let from = match (&input.continuation_token, &input.start_after) {
        (Some(token), _) => URL_SAFE_NO_PAD
            .decode(token)
            .map_err(|_| Error::InvalidArgument("the continuation token is invalid".into()))?,
        (None, Some(key)) => behind(key),
        (None, None) => Vec::new(),
    };
    let prefix = input.prefix.unwrap_or_default();
    let query = Query {
        bucket: input.bucket.clone(),
        prefix: prefix.clone(),
        delimiter: input.delimiter.clone(),
        from,
        limit: usize::try_from(max_keys).unwrap_or_default(),
    };
    let page = page(backend, query).await?;
    let count = page.entries.len() + page.prefixes.len();
    Ok(S3Response::new(ListObjectsV2Output {
        name: Some(input.bucket),
        prefix: Some(encoding.text(&prefix)),
        max_keys: Some(max_keys),
        key_count: i32::try_from(count).ok(),
        continuation_token: input.continuation_token,
        is_truncated: Some(page.next.is_some()),
        next_continuation_token: page.next.map(|next| URL_SAFE_NO_PAD.encode(next)),
        contents: encoding.objects(page.entries, input.fetch_owner == Some(true)),
        common_prefixes: encoding.prefixes(&page.prefixes),
        delimiter: encoding.delimiter(input.delimiter),
        encoding_type: input.encoding_type,
        start_after: input.start_after.map(|key| encoding.text(&key)),
        ..Default::default()
    }))
}

pub(super) async fn objects(
    backend: &Backend,
    request: S3Request<ListObjectsInput>,
) -> S3Result<S3Response<ListObjectsOutput>> {
    let input = request.input;
    let encoding = Encoding::of(input.encoding_type.as_ref())?;
    let max_keys = limit(input.max_keys)?;
    let prefix = input.prefix.unwrap_or_default();
    let from = match &input.marker {
        None => Vec::new(),
        Some(marker) => behind_marker(marker, &prefix, input.delimiter.as_deref()),
    };
    let query = Query {
        bucket: input.bucket.clone(),
        prefix: prefix.clone(),
        delimiter: input.delimiter.clone(),
        from,
        limit: usize::try_from(max_keys).unwrap_or_default(),
    };
    let page = page(backend, query).await?;
    let (key, common) = page.last();
    let next_marker = key.max(common).filter(|_| page.next.is_some()).map(|last| encoding.text(last));
    Ok(S3Response::new(ListObjectsOutput {
        name: Some(input.bucket),
        prefix: Some(encoding.text(&prefix)),
        marker: Some(encoding.text(input.marker.as_deref().unwrap_or_default())),
        max_keys: Some(max_keys),
        is_truncated: Some(page.next.is_some()),
        next_marker,
        contents: encoding.objects(page.entries, true),
        common_prefixes: encoding.prefixes(&page.prefixes),
        delimiter: encoding.delimiter(input.delimiter),
        encoding_type: input.encoding_type,
        ..Default::default()
    }))
}

/// If the marker is a common prefix, the listing continues after all keys with that prefix.
pub(super) fn behind_marker(marker: &str, prefix: &str, delimiter: Option<&str>) -> Vec<u8> {
    let is_common = delimiter.is_some_and(|delimiter| {
        !delimiter.is_empty() && marker.strip_prefix(prefix).is_some_and(|rest| rest.ends_with(delimiter))
    });
    let position = if is_common { successor(marker.as_bytes()) } else { None };
    position.unwrap_or_else(|| behind(marker))
}

pub(super) async fn uploads(
    backend: &Backend,
    request: S3Request<ListMultipartUploadsInput>,
) -> S3Result<S3Response<ListMultipartUploadsOutput>> {
    let input = request.input;
    let encoding = Encoding::of(input.encoding_type.as_ref())?;
    let max_uploads = limit(input.max_uploads)?;
    let prefix = input.prefix.unwrap_or_default();
    let from = match (&input.key_marker, &input.upload_id_marker) {
        (Some(key), Some(id)) if !id.is_empty() => Position { key: key.clone().into_bytes(), id: id.clone() },
        (Some(key), _) => {
            let key = behind_marker(key, &prefix, input.delimiter.as_deref());
            Position { key, id: String::new() }
        }
        (None, _) => Position::default(),
    };
    let query = Query {
        bucket: input.bucket.clone(),
        prefix: prefix.clone(),
        delimiter: input.delimiter.clone(),
        from: Vec::new(),
        limit: usize::try_from(max_uploads).unwrap_or_default(),
    };
    let page = backend.index.read(move |connection| listing::uploads(connection, &query, from)).await?;
    let (next_key, next_id) = page.last().filter(|_| page.is_truncated).unzip();
    let (next_key, next_id) = (next_key.map(|key| encoding.text(key)), next_id.flatten().map(str::to_owned));
    let upload = |upload: listing::OpenUpload| MultipartUpload {
        key: Some(encoding.text(&upload.key)),
        upload_id: Some(upload.id),
        initiated: Some(timestamp(upload.created)),
        checksum_algorithm: upload.algorithm.map(ChecksumAlgorithm::from),
        initiator: Some(initiator()),
        owner: Some(owner()),
        storage_class: Some(StorageClass::from_static(StorageClass::STANDARD)),
        ..Default::default()
    };
    Ok(S3Response::new(ListMultipartUploadsOutput {
        bucket: Some(input.bucket),
        prefix: Some(encoding.text(&prefix)),
        delimiter: encoding.delimiter(input.delimiter),
        encoding_type: input.encoding_type,
        key_marker: input.key_marker.map(|marker| encoding.text(&marker)),
        upload_id_marker: input.upload_id_marker,
        max_uploads: Some(max_uploads),
        is_truncated: Some(page.is_truncated),
        next_key_marker: next_key,
        next_upload_id_marker: next_id,
        common_prefixes: encoding.prefixes(&page.prefixes),
        uploads: Some(page.uploads.into_iter().map(upload).collect()),
        ..Default::default()
    }))
}

pub(super) async fn parts(
    backend: &Backend,
    request: S3Request<ListPartsInput>,
) -> S3Result<S3Response<ListPartsOutput>> {
    let input = request.input;
    let max_parts = limit(input.max_parts)?;
    let after = input.part_number_marker.unwrap_or(0);
    let shown = usize::try_from(max_parts).unwrap_or_default();
    let name = ObjectName { bucket: input.bucket.clone(), key: input.key.clone() };
    let (id, most) = (input.upload_id.clone(), max_parts.unsigned_abs());
    let asked = move |connection: &index::Connection| listing::parts(connection, &id, &name, after, most);
    let (upload, mut found) = backend.index.read(asked).await?;
    // A client that asked for none could never get to the end.
    let is_truncated = shown > 0 && found.len() > shown;
    found.truncate(shown);
    let last = found.last().map(|part| part.number).filter(|_| is_truncated);
    let part = |part: crate::index::objects::Blob| Part {
        part_number: Some(part.number),
        size: Some(signed(part.sums.size)),
        e_tag: Some(strong(&part.etag)),
        last_modified: Some(timestamp(part.created)),
        checksum_crc64nvme: Some(part.sums.crc64_text()),
        checksum_crc32: Some(part.sums.crc32_text()),
        checksum_crc32c: part.given.crc32c,
        checksum_sha1: part.given.sha1,
        checksum_sha256: part.given.sha256,
    };
    Ok(S3Response::new(ListPartsOutput {
        bucket: Some(input.bucket),
        key: Some(input.key),
        upload_id: Some(input.upload_id),
        max_parts: Some(max_parts),
        part_number_marker: Some(after),
        next_part_number_marker: last,
        is_truncated: Some(is_truncated),
        initiator: Some(initiator()),
        owner: Some(owner()),
        storage_class: Some(StorageClass::from_static(StorageClass::STANDARD)),
        checksum_algorithm: upload.algorithm.map(ChecksumAlgorithm::from),
        checksum_type: upload.checksum_type.map(ChecksumType::from),
        parts: Some(found.into_iter().map(part).collect()),
        ..Default::default()
    }))
}
