//! Keys, ids and `ETag`s. A key is checked once, when it comes in; ids are random and never derived from a key.

use std::fmt::Write as _;

use crate::checksum::Sums;
use crate::error::Error;

/// The id of the owner of everything in the store.
pub(crate) const OWNER: &str = "tonnage";

/// The full name of an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ObjectName {
    pub(crate) bucket: String,
    pub(crate) key: String,
}

/// Keys are stored as bytes so that listings are in byte order and can seek to any position.
pub(crate) fn check_key(key: &str) -> Result<(), Error> {
    if key.is_empty() || key.len() > 1024 {
        return Err(Error::InvalidArgument("a key must have 1 to 1024 bytes".into()));
    }
    // XML 1.0 cannot contain these, so a listing could not show them.
    if key.chars().any(|character| character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}')) {
        return Err(Error::InvalidArgument("a key must not contain control characters".into()));
    }
    Ok(())
}

/// 128 random bits as 32 hexadecimal digits: upload ids and names of blob files.
pub(crate) fn random_id() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Whether a name has the exact form of our ids, so that files of others are not mistaken for ours.
pub(crate) fn is_id(name: &str) -> bool {
    name.len() == 32 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Opaque, and clearly not an MD5, so that clients do not take it for one. The random half makes every write distinct.
pub(crate) fn new_etag(crc64: u64, parts: usize) -> String {
    format!("{crc64:016x}{:016x}-{parts}", rand::random::<u64>())
}

/// Made from the content: a client that sends a part again, because the reply was lost, may list either `ETag`.
pub(crate) fn part_etag(sums: Sums) -> String {
    format!("{:016x}{:08x}{:x}-1", sums.crc64, sums.crc32, sums.size)
}

/// The first position after all keys that begin with `prefix`; `None` if there is no such position.
pub(crate) fn successor(prefix: &[u8]) -> Option<Vec<u8>> {
    let keep = prefix.iter().rposition(|byte| *byte < 0xff)?;
    let mut next = prefix[..=keep].to_vec();
    next[keep] += 1;
    Some(next)
}

/// `encoding-type=url` of listings: everything but unreserved characters and `/` as `%XX`.
pub(crate) fn url_encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~' | b'/') {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}
