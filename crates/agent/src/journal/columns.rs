//! Converts columns to types. A value that cannot be parsed was not written by us and fails the row.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;
use std::str::FromStr;

use rusqlite::Row;
use rusqlite::types::{FromSql, Type};
use serde::de::DeserializeOwned;
use wire::error::ErrorCode;

use crate::failure::Failure;

pub(super) fn column<T: FromSql>(row: &Row<'_>, name: &str) -> rusqlite::Result<T> {
    row.get(name)
}

pub(super) fn flag(row: &Row<'_>, name: &str) -> rusqlite::Result<bool> {
    Ok(column::<i64>(row, name)? != 0)
}

pub(super) fn parsed<T>(row: &Row<'_>, name: &str) -> rusqlite::Result<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    let text = column::<String>(row, name)?;
    text.parse().map_err(|error: T::Err| unreadable(row, name, error.into()))
}

pub(super) fn parsed_or_none<T>(row: &Row<'_>, name: &str) -> rusqlite::Result<Option<T>>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    let text = column::<Option<String>>(row, name)?;
    text.map(|text| text.parse().map_err(|error: T::Err| unreadable(row, name, error.into()))).transpose()
}

/// JSON that we wrote.
pub(super) fn json<T: DeserializeOwned>(row: &Row<'_>, name: &str) -> rusqlite::Result<T> {
    let text = column::<String>(row, name)?;
    serde_json::from_str(&text).map_err(|error| unreadable(row, name, error.into()))
}

/// Like [`json`]; NULL is the default.
pub(super) fn json_or_default<T: DeserializeOwned + Default>(row: &Row<'_>, name: &str) -> rusqlite::Result<T> {
    if column::<Option<String>>(row, name)?.is_some() { json(row, name) } else { Ok(T::default()) }
}

/// A word that names a state.
pub(super) fn state<S>(row: &Row<'_>, name: &str, parse: impl Fn(&str) -> Option<S>) -> rusqlite::Result<S> {
    let word = column::<String>(row, name)?;
    parse(&word).ok_or_else(|| unreadable(row, name, "an unknown state".into()))
}

fn unreadable(row: &Row<'_>, name: &str, error: Box<dyn std::error::Error + Send + Sync>) -> rusqlite::Error {
    let place = row.as_ref().column_index(name).unwrap_or_default();
    rusqlite::Error::FromSqlConversionFailure(place, Type::Text, error)
}

pub(super) fn path(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(OsString::from_vec(bytes))
}

/// The failure in `error_code` and `error_message`.
pub(super) fn error_of(row: &Row<'_>, recoverable: bool) -> rusqlite::Result<Option<Failure>> {
    let Some(number) = column::<Option<u32>>(row, "error_code")? else { return Ok(None) };
    let code = ErrorCode::ALL.iter().copied().find(|code| code.number() == number).unwrap_or(ErrorCode::Internal);
    let message = column::<Option<String>>(row, "error_message")?.unwrap_or_default();
    Ok(Some(Failure { code, message, recoverable }))
}

/// SQLite stores signed integers; the bits of a checksum are kept as they are.
pub(super) fn stored(bits: u64) -> i64 {
    i64::from_ne_bytes(bits.to_ne_bytes())
}

pub(super) fn unsigned(stored: i64) -> u64 {
    u64::from_ne_bytes(stored.to_ne_bytes())
}
