//! Converts columns to types. A value that cannot be parsed was not written by us and fails the row.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;
use std::str::FromStr;

use rusqlite::Row;
use rusqlite::types::{FromSql, Type};
use wire::error::ErrorCode;

use crate::failure::Failure;

pub(super) fn column<T: FromSql>(row: &Row<'_>, place: usize) -> rusqlite::Result<T> {
    row.get(place)
}

pub(super) fn parsed<T>(row: &Row<'_>, place: usize) -> rusqlite::Result<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    text(place, &column::<String>(row, place)?)
}

pub(super) fn text<T>(place: usize, text: &str) -> rusqlite::Result<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    text.parse().map_err(|error| rusqlite::Error::FromSqlConversionFailure(place, Type::Text, Box::new(error)))
}

/// A word that names a state.
pub(super) fn state<S>(row: &Row<'_>, place: usize, parse: impl Fn(&str) -> Option<S>) -> rusqlite::Result<S> {
    let word = column::<String>(row, place)?;
    let unknown = || rusqlite::Error::FromSqlConversionFailure(place, Type::Text, "an unknown state".into());
    parse(&word).ok_or_else(unknown)
}

pub(super) fn path(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(OsString::from_vec(bytes))
}

/// The failure whose code is in column `place` and whose message is in the next one.
pub(super) fn error_of(row: &Row<'_>, place: usize, recoverable: bool) -> rusqlite::Result<Option<Failure>> {
    let Some(number) = column::<Option<u32>>(row, place)? else { return Ok(None) };
    let code = ErrorCode::ALL.iter().copied().find(|code| code.number() == number).unwrap_or(ErrorCode::Internal);
    let message = column::<Option<String>>(row, place + 1)?.unwrap_or_default();
    Ok(Some(Failure { code, message, recoverable }))
}

/// SQLite stores signed integers; the bits of a checksum are kept as they are.
pub(super) fn stored(bits: u64) -> i64 {
    i64::from_ne_bytes(bits.to_ne_bytes())
}

pub(super) fn unsigned(stored: i64) -> u64 {
    u64::from_ne_bytes(stored.to_ne_bytes())
}
