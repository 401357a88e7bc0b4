//! Conditions of requests: obeyed or refused, never ignored.

use http::HeaderMap;
use http::header::{
    CACHE_CONTROL, CONTENT_RANGE, ETAG, EXPIRES, HeaderName, HeaderValue, IF_MATCH, IF_NONE_MATCH, IF_RANGE,
    LAST_MODIFIED,
};
use s3s::S3Error;
use s3s::dto::{ETagCondition, Timestamp, TimestampFormat};

use super::timestamp;
use crate::error::Error;
use crate::index::objects::{Condition, Object};

/// The conditions that `If-Match` and `If-None-Match` set for a write.
pub(super) fn condition(
    if_match: Option<ETagCondition>,
    if_none_match: Option<&ETagCondition>,
) -> Result<Condition, Error> {
    let mut condition = Condition::default();
    match if_match {
        None => {}
        Some(ETagCondition::Any) => condition.present = true,
        Some(ETagCondition::ETag(etag)) => condition.etag = Some(etag.into_value()),
    }
    match if_none_match {
        None => {}
        Some(ETagCondition::Any) => condition.absent = true,
        Some(ETagCondition::ETag(_)) => {
            return Err(Error::NotImplemented("for writes, If-None-Match only accepts *"));
        }
    }
    Ok(condition)
}

/// As [`condition`], of an operation for which the protocol layer does not read these headers.
pub(super) fn condition_of(headers: &HeaderMap) -> Result<Condition, Error> {
    let read = |name: HeaderName| {
        let malformed = |_| Error::InvalidArgument(format!("{name} is neither * nor an ETag in quotes"));
        if headers.get_all(&name).iter().count() > 1 {
            return Err(Error::InvalidArgument(format!("{name} must be sent once")));
        }
        let value = headers.get(&name).map(|value| ETagCondition::parse_http_header(value.as_bytes()));
        value.transpose().map_err(malformed)
    };
    condition(read(IF_MATCH)?, read(IF_NONE_MATCH)?.as_ref())
}

fn matches(condition: &ETagCondition, etag: &str) -> bool {
    match condition {
        ETagCondition::Any => true,
        ETagCondition::ETag(wanted) => wanted.value() == etag,
    }
}

/// The conditions under which a client wants to read an object.
pub(super) struct ReadConditions {
    pub(super) if_match: Option<ETagCondition>,
    pub(super) if_none_match: Option<ETagCondition>,
    pub(super) modified_since: Option<Timestamp>,
    pub(super) unmodified_since: Option<Timestamp>,
}

/// Checks the conditions of a read, in the order of RFC 9110.
pub(super) fn check_read(object: &Object, conditions: &ReadConditions) -> Result<(), Error> {
    // HTTP dates have whole seconds only.
    let modified = timestamp(object.modified / 1000 * 1000);
    match (&conditions.if_match, &conditions.unmodified_since) {
        (Some(condition), _) if !matches(condition, &object.etag) => return Err(Error::PreconditionFailed),
        (None, Some(since)) if modified > *since => return Err(Error::PreconditionFailed),
        _ => {}
    }
    match (&conditions.if_none_match, &conditions.modified_since) {
        (Some(condition), _) if matches(condition, &object.etag) => Err(Error::NotModified),
        (None, Some(since)) if modified <= *since => Err(Error::NotModified),
        _ => Ok(()),
    }
}

/// Whether a range counts. `If-Range` names the version that the client has a part of; of any other it gets the whole.
pub(super) fn allows_range(object: &Object, headers: &HeaderMap) -> bool {
    let Some(version) = headers.get(IF_RANGE) else { return true };
    let Ok(version) = version.to_str() else { return false };
    match ETagCondition::parse_http_header(version.as_bytes()) {
        Ok(ETagCondition::ETag(etag)) => etag.as_strong() == Some(object.etag.as_str()),
        _ => version == last_modified(object),
    }
}

fn last_modified(object: &Object) -> String {
    let mut text = Vec::new();
    // A date that cannot be written is left out.
    let _ = timestamp(object.modified).format(TimestampFormat::HttpDate, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// The refusal of a read, with the headers that tell the client what there is instead.
pub(super) fn refused(error: Error, object: &Object) -> S3Error {
    let stored = &object.headers;
    let told: Vec<(HeaderName, Option<String>)> = match error {
        Error::NotModified => vec![
            (ETAG, Some(format!("\"{}\"", object.etag))),
            (LAST_MODIFIED, Some(last_modified(object))),
            (CACHE_CONTROL, stored.cache_control.clone()),
            (EXPIRES, stored.expires.clone()),
        ],
        Error::InvalidRange => vec![(CONTENT_RANGE, Some(format!("bytes */{}", object.sums.size)))],
        _ => Vec::new(),
    };
    let mut refusal = S3Error::from(error);
    let headers = told.into_iter().filter_map(|(name, text)| Some((name, HeaderValue::try_from(text?).ok()?)));
    let headers: HeaderMap = headers.collect();
    if !headers.is_empty() {
        refusal.set_headers(headers);
    }
    refusal
}
