//! Listings in byte order. A common prefix costs one seek, however many keys it covers.

use rusqlite::{Connection, params};

use super::objects::{Blob, blob};
use super::{buckets, uploads};
use crate::error::Error;
use crate::names::{ObjectName, successor};

#[derive(Debug, Clone)]
pub(crate) struct Query {
    pub(crate) bucket: String,
    pub(crate) prefix: String,
    pub(crate) delimiter: Option<String>,
    /// The first position to read.
    pub(crate) from: Vec<u8>,
    pub(crate) limit: usize,
}

#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) size: i64,
    pub(crate) etag: String,
    pub(crate) modified: i64,
}

#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) entries: Vec<Entry>,
    pub(crate) prefixes: Vec<String>,
    /// Where the next page begins; `None` at the end.
    pub(crate) next: Option<Vec<u8>>,
}

impl Page {
    /// The last key and the last prefix.
    pub(crate) fn last(&self) -> (Option<&str>, Option<&str>) {
        (self.entries.last().map(|entry| entry.key.as_str()), self.prefixes.last().map(String::as_str))
    }
}

/// The position right after a key.
pub(crate) fn behind(key: &str) -> Vec<u8> {
    let mut position = key.as_bytes().to_vec();
    position.push(0);
    position
}

pub(crate) fn objects(connection: &Connection, query: &Query) -> Result<Page, Error> {
    buckets::require(connection, &query.bucket)?;
    let mut page = Page::default();
    let mut from = query.from.clone().max(query.prefix.clone().into_bytes());
    loop {
        match scan(connection, query, &from, &mut page)? {
            Next::Seek(position) => from = position,
            Next::End => return Ok(page),
        }
    }
}

enum Next {
    Seek(Vec<u8>),
    End,
}

/// Reads keys from a position until the page is full, the prefix ends, or a common prefix can be skipped.
fn scan(connection: &Connection, query: &Query, from: &[u8], page: &mut Page) -> Result<Next, Error> {
    let mut statement = connection
        .prepare_cached("SELECT key, size, etag, modified FROM object WHERE bucket = ?1 AND key >= ?2 ORDER BY key")?;
    let mut rows = statement.query(params![query.bucket, from])?;
    while let Some(row) = rows.next()? {
        let bytes = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
        let Ok(key) = std::str::from_utf8(bytes) else { continue };
        let Some(rest) = key.strip_prefix(query.prefix.as_str()) else { return Ok(Next::End) };
        if page.entries.len() + page.prefixes.len() == query.limit {
            page.next = Some(bytes.to_vec());
            return Ok(Next::End);
        }
        if let Some(end) = common_end(rest, query.delimiter.as_deref()) {
            let common = &key[..query.prefix.len() + end];
            page.prefixes.push(common.to_owned());
            return Ok(successor(common.as_bytes()).map_or(Next::End, Next::Seek));
        }
        page.entries.push(Entry { key: key.to_owned(), size: row.get(1)?, etag: row.get(2)?, modified: row.get(3)? });
    }
    Ok(Next::End)
}

fn common_end(rest: &str, delimiter: Option<&str>) -> Option<usize> {
    let delimiter = delimiter.filter(|delimiter| !delimiter.is_empty())?;
    rest.find(delimiter).map(|at| at + delimiter.len())
}

#[derive(Debug, Clone)]
pub(crate) struct OpenUpload {
    pub(crate) key: String,
    pub(crate) id: String,
    pub(crate) created: i64,
    pub(crate) algorithm: Option<String>,
}

/// A position in a listing of uploads: behind an upload, or before everything from a key on.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub(crate) key: Vec<u8>,
    /// Empty: before all uploads of the key.
    pub(crate) id: String,
}

#[derive(Debug, Default)]
pub(crate) struct UploadPage {
    pub(crate) uploads: Vec<OpenUpload>,
    pub(crate) prefixes: Vec<String>,
    pub(crate) is_truncated: bool,
}

impl UploadPage {
    /// The last entry: its key or prefix, and the id of an upload.
    pub(crate) fn last(&self) -> Option<(&str, Option<&str>)> {
        let upload = self.uploads.last().map(|upload| (upload.key.as_str(), Some(upload.id.as_str())));
        let prefix = self.prefixes.last().map(|prefix| (prefix.as_str(), None));
        upload.max(prefix)
    }
}

/// Unfinished uploads by key and id, from a position on.
pub(crate) fn uploads(connection: &Connection, query: &Query, from: Position) -> Result<UploadPage, Error> {
    buckets::require(connection, &query.bucket)?;
    let mut page = UploadPage::default();
    let mut from = from.max(Position { key: query.prefix.clone().into_bytes(), id: String::new() });
    loop {
        match scan_uploads(connection, query, &from, &mut page)? {
            Next::Seek(key) => from = Position { key, id: String::new() },
            Next::End => return Ok(page),
        }
    }
}

/// As [`scan`].
fn scan_uploads(connection: &Connection, query: &Query, from: &Position, page: &mut UploadPage) -> Result<Next, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT key, id, created, algorithm FROM upload
         WHERE bucket = ?1 AND list IS NULL AND (key, id) > (?2, ?3) ORDER BY key, id",
    )?;
    let mut rows = statement.query(params![query.bucket, from.key, from.id])?;
    while let Some(row) = rows.next()? {
        let Ok(key) = String::from_utf8(row.get(0)?) else { continue };
        let Some(rest) = key.strip_prefix(query.prefix.as_str()) else { return Ok(Next::End) };
        if page.uploads.len() + page.prefixes.len() == query.limit {
            page.is_truncated = query.limit > 0;
            return Ok(Next::End);
        }
        if let Some(end) = common_end(rest, query.delimiter.as_deref()) {
            let common = key[..query.prefix.len() + end].to_owned();
            let behind = successor(common.as_bytes());
            page.prefixes.push(common);
            return Ok(behind.map_or(Next::End, Next::Seek));
        }
        page.uploads.push(OpenUpload { key, id: row.get(1)?, created: row.get(2)?, algorithm: row.get(3)? });
    }
    Ok(Next::End)
}

/// Parts of an unfinished upload after a number; one more than the limit if there are more.
pub(crate) fn parts(
    connection: &Connection,
    id: &str,
    name: &ObjectName,
    after: i32,
    limit: u32,
) -> Result<(uploads::Upload, Vec<Blob>), Error> {
    let upload = uploads::find_open(connection, id, name)?;
    let mut statement = connection.prepare_cached(
        "SELECT number, size, crc64, crc32, etag, created, file, NULL, given FROM blob
         WHERE content = ?1 AND number > ?2 ORDER BY number LIMIT ?3",
    )?;
    let rows = statement.query_map(params![upload.content, after, limit + 1], blob)?;
    let parts = rows.collect::<Result<_, _>>()?;
    Ok((upload, parts))
}
