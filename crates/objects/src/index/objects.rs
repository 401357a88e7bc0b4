//! Objects and the blobs that make up their content.

use std::collections::BTreeMap;

use bytes::Bytes;
use crc_fast::{CrcAlgorithm, Digest};
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use serde::{Deserialize, Serialize};

use super::{block_sums, buckets, garbage};
use crate::checksum::{BlockSums, Given, Sums};
use crate::damage::damaged;
use crate::error::Error;
use crate::names::ObjectName;

/// Headers that a client sent with an object and that are returned with it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Headers {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) content_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cache_control: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) content_disposition: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) content_encoding: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) content_language: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<String>,
    #[serde(skip_serializing_if = "Given::is_empty")]
    pub(crate) checksums: Given,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) metadata: BTreeMap<String, String>,
}

#[derive(Debug, Clone)]
pub(crate) struct Object {
    pub(crate) content: i64,
    pub(crate) sums: Sums,
    pub(crate) etag: String,
    pub(crate) parts: i64,
    pub(crate) modified: i64,
    pub(crate) headers: Headers,
}

/// Where the bytes of a blob are.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    Inline(Bytes),
    File(String),
}

#[derive(Debug, Clone)]
pub(crate) struct Blob {
    pub(crate) number: i32,
    pub(crate) sums: Sums,
    /// Only of a blob that is being added; for others see `block_sums::find`.
    pub(crate) blocks: Option<BlockSums>,
    pub(crate) given: Given,
    pub(crate) etag: String,
    pub(crate) created: i64,
    pub(crate) place: Place,
}

/// The condition of a write on the existing object.
#[derive(Debug, Clone, Default)]
pub(crate) struct Condition {
    pub(crate) absent: bool,
    pub(crate) present: bool,
    pub(crate) etag: Option<String>,
}

impl Condition {
    pub(crate) fn check(&self, etag: Option<&str>) -> Result<(), Error> {
        match (etag, &self.etag) {
            (None, Some(_)) => Err(Error::NoSuchKey),
            (None, None) if self.present => Err(Error::NoSuchKey),
            (Some(_), _) if self.absent => Err(Error::PreconditionFailed),
            (Some(etag), Some(wanted)) if etag != wanted => Err(Error::PreconditionFailed),
            _ => Ok(()),
        }
    }
}

pub(super) fn sums(row: &Row<'_>, first: usize) -> rusqlite::Result<Sums> {
    Ok(Sums {
        size: row.get::<_, i64>(first)?.cast_unsigned(),
        crc64: row.get::<_, i64>(first + 1)?.cast_unsigned(),
        crc32: row.get(first + 2)?,
    })
}

pub(super) fn headers_of(text: &str) -> Headers {
    serde_json::from_str(text).unwrap_or_default()
}

pub(super) fn headers_text(headers: &Headers) -> String {
    serde_json::to_string(headers).unwrap_or_default()
}

/// A checksum of the whole row: SQLite does not notice a flipped bit, and one in a key leads to another object.
fn seal(bucket: &str, key: &str, object: &Object, headers: &str) -> i64 {
    let mut digest = Digest::new(CrcAlgorithm::Crc64Nvme);
    for text in [bucket, key, &object.etag, headers] {
        digest.update(&text.len().to_le_bytes());
        digest.update(text.as_bytes());
    }
    let sums = object.sums;
    let numbers = [object.content, object.parts, object.modified, sums.size.cast_signed(), sums.crc64.cast_signed()];
    for number in numbers.into_iter().chain([i64::from(sums.crc32)]) {
        digest.update(&number.to_le_bytes());
    }
    digest.finalize().cast_signed()
}

pub(crate) fn find(connection: &Connection, bucket: &str, key: &str) -> Result<Object, Error> {
    let found = connection
        .prepare_cached(
            "SELECT content, size, crc64, crc32, etag, parts, modified, headers, seal FROM object
             WHERE bucket = ?1 AND key = ?2",
        )?
        .query_row(params![bucket, key.as_bytes()], |row| {
            let headers = row.get_ref(7)?.as_str()?;
            let object = Object {
                content: row.get(0)?,
                sums: sums(row, 1)?,
                etag: row.get(4)?,
                parts: row.get(5)?,
                modified: row.get(6)?,
                headers: headers_of(headers),
            };
            // A row from before there were seals has none.
            let sealed: Option<i64> = row.get(8)?;
            let is_sound = sealed.is_none_or(|sealed| sealed == seal(bucket, key, &object, headers));
            Ok((object, is_sound))
        })
        .optional()?;
    match found {
        Some((object, true)) => Ok(object),
        Some((_, false)) => Err(damaged("a row of the index does not match its checksum").into()),
        None => buckets::require(connection, bucket).and(Err(Error::NoSuchKey)),
    }
}

fn present(connection: &Connection, bucket: &str, key: &str) -> Result<Option<(i64, String)>, Error> {
    let present = connection
        .prepare_cached("SELECT content, etag FROM object WHERE bucket = ?1 AND key = ?2")?
        .query_row(params![bucket, key.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(present)
}

/// Bytes of the object; 0 if there is none.
pub(super) fn size(connection: &Connection, name: &ObjectName) -> Result<u64, Error> {
    let size = connection
        .prepare_cached("SELECT size FROM object WHERE bucket = ?1 AND key = ?2")?
        .query_row(params![name.bucket, name.key.as_bytes()], |row| row.get::<_, i64>(0))
        .optional()?;
    Ok(size.unwrap_or_default().cast_unsigned())
}

/// An early check of what `put` checks reliably.
pub(crate) fn may_put(connection: &Connection, bucket: &str, key: &str, condition: &Condition) -> Result<(), Error> {
    buckets::require(connection, bucket)?;
    condition.check(present(connection, bucket, key)?.as_ref().map(|(_, etag)| etag.as_str()))
}

/// Stores new content for the key; the old content becomes garbage.
pub(crate) fn put(
    connection: &Connection,
    bucket: &str,
    key: &str,
    object: &Object,
    condition: &Condition,
) -> Result<(), Error> {
    buckets::require(connection, bucket)?;
    let before = present(connection, bucket, key)?;
    condition.check(before.as_ref().map(|(_, etag)| etag.as_str()))?;
    let headers = headers_text(&object.headers);
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO object
                 (bucket, key, content, size, crc64, crc32, etag, parts, modified, headers, seal)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute(params![
            bucket,
            key.as_bytes(),
            object.content,
            object.sums.size.cast_signed(),
            object.sums.crc64.cast_signed(),
            object.sums.crc32,
            object.etag,
            object.parts,
            object.modified,
            headers,
            seal(bucket, key, object, &headers),
        ])?;
    match before {
        Some((content, _)) => garbage::discard_content(connection, content),
        None => Ok(()),
    }
}

/// Removing an object that does not exist succeeds, as in S3.
pub(crate) fn remove(connection: &Connection, bucket: &str, key: &str, condition: &Condition) -> Result<(), Error> {
    buckets::require(connection, bucket)?;
    let before = present(connection, bucket, key)?;
    condition.check(before.as_ref().map(|(_, etag)| etag.as_str()))?;
    let Some((content, _)) = before else { return Ok(()) };
    connection
        .prepare_cached("DELETE FROM object WHERE bucket = ?1 AND key = ?2")?
        .execute(params![bucket, key.as_bytes()])?;
    garbage::discard_content(connection, content)
}

pub(crate) fn add_blob(connection: &Connection, content: i64, blob: &Blob) -> Result<(), Error> {
    let (file, bytes) = match &blob.place {
        Place::File(file) => (Some(file.as_str()), None),
        Place::Inline(bytes) => (None, Some(bytes.as_ref())),
    };
    let given = serde_json::to_string(&blob.given).ok().filter(|_| !blob.given.is_empty());
    connection
        .prepare_cached(
            "INSERT INTO blob (content, number, size, crc64, crc32, etag, created, file, bytes, given)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute(params![
            content,
            blob.number,
            blob.sums.size.cast_signed(),
            blob.sums.crc64.cast_signed(),
            blob.sums.crc32,
            blob.etag,
            blob.created,
            file,
            bytes,
            given,
        ])?;
    match (file, &blob.blocks) {
        (Some(file), Some(blocks)) => block_sums::save(connection, file, blob.sums, blocks),
        _ => Ok(()),
    }
}

/// The blobs of a content, in order. Inline bytes are read only `with_bytes`.
pub(crate) fn blobs(connection: &Connection, content: i64, with_bytes: bool) -> Result<Vec<Blob>, Error> {
    let columns = if with_bytes { "bytes" } else { "NULL" };
    let mut statement = connection.prepare_cached(&format!(
        "SELECT number, size, crc64, crc32, etag, created, file, {columns}, given FROM blob
         WHERE content = ?1 ORDER BY number"
    ))?;
    let rows = statement.query_map([content], blob)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn blob(row: &Row<'_>) -> rusqlite::Result<Blob> {
    let place = match row.get(6)? {
        Some(file) => Place::File(file),
        None => Place::Inline(row.get::<_, Option<Vec<u8>>>(7)?.unwrap_or_default().into()),
    };
    let given = row.get_ref(8)?.as_str_or_null()?.and_then(|text| serde_json::from_str(text).ok());
    Ok(Blob {
        number: row.get(0)?,
        sums: sums(row, 1)?,
        blocks: None,
        given: given.unwrap_or_default(),
        etag: row.get(4)?,
        created: row.get(5)?,
        place,
    })
}
