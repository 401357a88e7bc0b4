//! Multipart uploads. Completing one makes the parts the content of its key, without copying.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension as _, params};

use super::objects::{Blob, Condition, Headers, Object, headers_of, headers_text};
use super::{buckets, closings, garbage, objects};
use crate::checksum::{Claims, Given, GivenPart, Joining, Sums, verify_whole};
use crate::error::Error;
use crate::names::{ObjectName, new_etag};

const SMALLEST_PART: u64 = 5 << 20;
const FULL_OBJECT: &str = "FULL_OBJECT";
const CRC64NVME: &str = "CRC64NVME";

#[derive(Debug, Clone)]
pub(crate) struct Upload {
    pub(crate) content: i64,
    pub(crate) headers: Headers,
    pub(crate) algorithm: Option<String>,
    /// `FULL_OBJECT` or `COMPOSITE`, if the client chose.
    pub(crate) checksum_type: Option<String>,
    /// The most bytes of all parts together. Such an upload is the only one of its key.
    pub(crate) limit: Option<u64>,
    /// Bytes of all parts, counted only if there is a limit.
    stored: u64,
    completed: Option<EarlierCompletion>,
}

/// How an upload was completed.
#[derive(Debug, Clone)]
struct EarlierCompletion {
    /// Digest of the list of parts.
    digest: String,
    /// The `ETag` of the object.
    etag: String,
}

impl Upload {
    pub(crate) const fn new(content: i64, headers: Headers, limit: Option<u64>) -> Self {
        Self { content, headers, algorithm: None, checksum_type: None, limit, stored: 0, completed: None }
    }

    /// Whether the object has checksums of its bytes. Who created the upload decides, then who completes it. The checksums
    /// that S3 has only of whole objects say so by themselves.
    fn is_full_object(&self, at_completion: Option<&str>) -> bool {
        let chosen = self.checksum_type.as_deref().or(at_completion);
        let only_full = self.algorithm.as_deref() == Some(CRC64NVME);
        chosen.map_or(only_full, |chosen| chosen == FULL_OBJECT)
    }

    pub(crate) fn with_checksums(self, algorithm: Option<String>, checksum_type: Option<String>) -> Self {
        Self { algorithm, checksum_type, ..self }
    }
}

/// Returns the id: another one if the upload is limited and exists.
pub(crate) fn create(
    connection: &Connection,
    id: String,
    name: &ObjectName,
    upload: &Upload,
    now: i64,
) -> Result<String, Error> {
    buckets::require(connection, &name.bucket)?;
    if upload.limit.is_some() {
        closings::require_open(connection, name)?;
    }
    if let Some(limit) = upload.limit
        && let Some((existing, _)) = find_only(connection, name)?
    {
        connection
            .prepare_cached("UPDATE upload SET most = ?2 WHERE id = ?1")?
            .execute(params![existing, limit.cast_signed()])?;
        return Ok(existing);
    }
    connection
        .prepare_cached(
            "INSERT INTO upload (id, bucket, key, content, created, headers, algorithm, most, checksum_type)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            id,
            name.bucket,
            name.key.as_bytes(),
            upload.content,
            now,
            headers_text(&upload.headers),
            upload.algorithm,
            upload.limit.map(u64::cast_signed),
            upload.checksum_type
        ])?;
    Ok(id)
}

/// The id and content of the limited upload of a key that is not completed.
fn find_only(connection: &Connection, name: &ObjectName) -> Result<Option<(String, i64)>, Error> {
    let found = connection
        .prepare_cached(
            "SELECT id, content FROM upload WHERE bucket = ?1 AND key = ?2 AND list IS NULL AND most IS NOT NULL",
        )?
        .query_row(params![name.bucket, name.key.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(found)
}

/// Drops the parts of a limited upload: the whole object has arrived in another way.
pub(crate) fn abort_only(connection: &Connection, name: &ObjectName) -> Result<(), Error> {
    match find_only(connection, name)? {
        Some((_, content)) => garbage::discard_content(connection, content),
        None => Ok(()),
    }
}

/// The bytes of a limited upload with parts of these lengths, which replace those of the same numbers. Refuses if that is
/// more than it may have, if the whole object is already there, and if the key is closed.
pub(crate) fn check_limit(
    connection: &Connection,
    upload: &Upload,
    name: &ObjectName,
    parts: &BTreeMap<i32, u64>,
) -> Result<u64, Error> {
    let Some(limit) = upload.limit else { return Ok(0) };
    closings::require_open(connection, name)?;
    let mut size_of = connection.prepare_cached("SELECT size FROM blob WHERE content = ?1 AND number = ?2")?;
    let mut bytes = upload.stored;
    for (number, length) in parts {
        let before = size_of.query_row(params![upload.content, number], |row| row.get::<_, i64>(0)).optional()?;
        bytes = bytes.saturating_sub(before.unwrap_or_default().cast_unsigned()).saturating_add(*length);
    }
    // Also if there is room for both: the object has been counted, and the rest of the room may be promised to others.
    let is_whole = objects::size(connection, name)? > 0;
    if bytes > limit || is_whole { Err(Error::OverLimit(limit)) } else { Ok(bytes) }
}

fn find(connection: &Connection, id: &str, name: &ObjectName) -> Result<Upload, Error> {
    connection
        .prepare_cached(
            "SELECT content, headers, algorithm, list, etag, most, COALESCE(stored, 0), checksum_type FROM upload
             WHERE id = ?1 AND bucket = ?2 AND key = ?3",
        )?
        .query_row(params![id, name.bucket, name.key.as_bytes()], |row| {
            let (digest, etag) = (row.get::<_, Option<String>>(3)?, row.get::<_, Option<String>>(4)?);
            Ok(Upload {
                content: row.get(0)?,
                headers: headers_of(row.get_ref(1)?.as_str()?),
                algorithm: row.get(2)?,
                checksum_type: row.get(7)?,
                limit: row.get::<_, Option<i64>>(5)?.map(i64::cast_unsigned),
                stored: row.get::<_, i64>(6)?.cast_unsigned(),
                completed: digest.zip(etag).map(|(digest, etag)| EarlierCompletion { digest, etag }),
            })
        })
        .optional()?
        .ok_or(Error::NoSuchUpload)
}

/// An upload that still accepts parts.
pub(crate) fn find_open(connection: &Connection, id: &str, name: &ObjectName) -> Result<Upload, Error> {
    let upload = find(connection, id, name)?;
    if upload.completed.is_some() { Err(Error::NoSuchUpload) } else { Ok(upload) }
}

/// A part that is sent again replaces the old one.
pub(crate) fn put_part(connection: &Connection, id: &str, name: &ObjectName, part: &Blob) -> Result<(), Error> {
    let upload = find_open(connection, id, name)?;
    let stored = check_limit(connection, &upload, name, &BTreeMap::from([(part.number, part.sums.size)]))?;
    connection
        .prepare_cached("UPDATE upload SET stored = ?2 WHERE id = ?1 AND most IS NOT NULL")?
        .execute(params![id, stored.cast_signed()])?;
    garbage::discard_blob(connection, upload.content, part.number)?;
    objects::add_blob(connection, upload.content, part)
}

/// As [`find_open`], for uploaders: that a key is closed is also said once its uploads are gone.
pub(crate) fn find_wanted(connection: &Connection, id: &str, name: &ObjectName) -> Result<Upload, Error> {
    match find_open(connection, id, name) {
        Err(Error::NoSuchUpload) => closings::require_open(connection, name).and(Err(Error::NoSuchUpload)),
        other => other,
    }
}

pub(crate) fn abort(connection: &Connection, id: &str, name: &ObjectName) -> Result<(), Error> {
    let upload = find_open(connection, id, name)?;
    garbage::discard_content(connection, upload.content)
}

/// One entry of the client's list.
#[derive(Debug, Clone)]
pub(crate) struct Listed {
    pub(crate) number: i32,
    pub(crate) etag: String,
    pub(crate) claims: Claims,
}

/// A request to complete an upload.
#[derive(Debug, Clone)]
pub(crate) struct Completion {
    pub(crate) list: Vec<Listed>,
    /// Digest of `list`: the same list again gets the same response.
    pub(crate) digest: String,
    pub(crate) claims: Claims,
    /// `FULL_OBJECT` or `COMPOSITE`, if the client says it.
    pub(crate) checksum_type: Option<String>,
    pub(crate) size: Option<u64>,
    pub(crate) condition: Condition,
    pub(crate) now: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct Completed {
    pub(crate) etag: String,
    pub(crate) sums: Sums,
    pub(crate) checksums: Given,
}

pub(crate) fn complete(
    connection: &Connection,
    id: &str,
    name: &ObjectName,
    completion: &Completion,
) -> Result<Completed, Error> {
    let upload = find(connection, id, name)?;
    if let Some(EarlierCompletion { digest, etag }) = upload.completed {
        if digest != completion.digest {
            return Err(Error::NoSuchUpload);
        }
        let object = objects::find(connection, &name.bucket, &name.key)?;
        return Ok(Completed { etag, sums: object.sums, checksums: object.headers.checksums });
    }
    if upload.limit.is_some() {
        closings::require_open(connection, name)?;
    }
    let stored = objects::blobs(connection, upload.content, false)?;
    let (chosen, left_out) = choose(stored, &completion.list)?;
    let parts: Vec<Sums> = chosen.iter().map(|blob| blob.sums).collect();
    let sums = Joining::of(parts.iter().copied());
    let given: Vec<GivenPart<'_>> = chosen.iter().map(|blob| (&blob.given, blob.sums.size)).collect();
    let checksums = Given::of_parts(&given, upload.is_full_object(completion.checksum_type.as_deref()));
    verify_whole(sums, &parts, &checksums, &completion.claims)?;
    if completion.size.is_some_and(|size| size != sums.size) {
        return Err(Error::InvalidArgument("the announced size does not match the parts".into()));
    }
    for number in left_out {
        garbage::discard_blob(connection, upload.content, number)?;
    }
    let etag = new_etag(sums.crc64, parts.len());
    let object = Object {
        content: upload.content,
        sums,
        etag: etag.clone(),
        parts: i64::try_from(parts.len()).unwrap_or(i64::MAX),
        modified: completion.now,
        headers: Headers { checksums: checksums.clone(), ..upload.headers },
    };
    objects::put(connection, &name.bucket, &name.key, &object, &completion.condition)?;
    connection.prepare_cached("UPDATE upload SET list = ?2, etag = ?3 WHERE id = ?1")?.execute(params![
        id,
        completion.digest,
        etag
    ])?;
    Ok(Completed { etag, sums, checksums })
}

/// The blobs in the list, in order, and the numbers of those that are not in it.
fn choose(stored: Vec<Blob>, list: &[Listed]) -> Result<(Vec<Blob>, Vec<i32>), Error> {
    if list.windows(2).any(|pair| pair[0].number >= pair[1].number) {
        return Err(Error::InvalidPartOrder);
    }
    let mut chosen = Vec::with_capacity(list.len());
    let mut left_out = Vec::new();
    let mut wanted = list.iter().peekable();
    for blob in stored {
        match wanted.peek() {
            Some(listed) if listed.number < blob.number => return Err(Error::InvalidPart(listed.number)),
            Some(listed) if listed.number == blob.number => {
                check_part(&blob, listed)?;
                wanted.next();
                chosen.push(blob);
            }
            _ => left_out.push(blob.number),
        }
    }
    if let Some(missing) = wanted.next() {
        return Err(Error::InvalidPart(missing.number));
    }
    if let Some((_, before_last)) = chosen.split_last()
        && let Some(small) = before_last.iter().find(|blob| blob.sums.size < SMALLEST_PART)
    {
        return Err(Error::EntityTooSmall(small.number));
    }
    Ok((chosen, left_out))
}

fn check_part(blob: &Blob, listed: &Listed) -> Result<(), Error> {
    let differs = |claim: &Option<String>, kept: String| claim.as_ref().is_some_and(|claim| *claim != kept);
    if blob.etag != listed.etag
        || differs(&listed.claims.crc64nvme, blob.sums.crc64_text())
        || differs(&listed.claims.crc32, blob.sums.crc32_text())
        || !blob.given.agrees(&listed.claims.given())
    {
        return Err(Error::InvalidPart(listed.number));
    }
    Ok(())
}
