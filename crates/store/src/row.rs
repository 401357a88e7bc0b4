//! Converts columns to types.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Row as _;
use sqlx::any::AnyRow;
use wire::time::Time;

use super::{StoreError, StoreResult};

/// Reads columns into the types that the rest of the program uses.
pub(super) trait Columns {
    fn text(&self, column: &'static str) -> StoreResult<String>;
    fn optional_text(&self, column: &'static str) -> StoreResult<Option<String>>;
    fn number(&self, column: &'static str) -> StoreResult<i64>;
    fn optional_number(&self, column: &'static str) -> StoreResult<Option<i64>>;

    fn optional_time(&self, column: &'static str) -> StoreResult<Option<Time>> {
        Ok(self.optional_number(column)?.map(Time::from_millis))
    }

    fn flag(&self, column: &'static str) -> StoreResult<bool> {
        Ok(self.number(column)? != 0)
    }

    fn time(&self, column: &'static str) -> StoreResult<Time> {
        self.number(column).map(Time::from_millis)
    }

    /// A text column that was written from a `T`.
    fn parsed<T>(&self, column: &'static str, parse: impl FnOnce(&str) -> Option<T>) -> StoreResult<T> {
        let value = self.text(column)?;
        parse(&value).ok_or(StoreError::Corrupt { column, value })
    }

    fn json<T: DeserializeOwned>(&self, column: &'static str) -> StoreResult<T> {
        self.parsed(column, |text| serde_json::from_str(text).ok())
    }

    fn id<Id: TryFrom<String>>(&self, column: &'static str) -> StoreResult<Id> {
        self.parsed(column, |text| Id::try_from(text.to_owned()).ok())
    }
}

/// A value for a JSON column.
pub(super) fn to_json(column: &'static str, value: &impl Serialize) -> StoreResult<String> {
    serde_json::to_string(value).map_err(|error| StoreError::Corrupt { column, value: error.to_string() })
}

impl Columns for AnyRow {
    fn text(&self, column: &'static str) -> StoreResult<String> {
        Ok(self.try_get(column)?)
    }

    fn optional_text(&self, column: &'static str) -> StoreResult<Option<String>> {
        Ok(self.try_get(column)?)
    }

    fn number(&self, column: &'static str) -> StoreResult<i64> {
        Ok(self.try_get(column)?)
    }

    fn optional_number(&self, column: &'static str) -> StoreResult<Option<i64>> {
        Ok(self.try_get(column)?)
    }
}
