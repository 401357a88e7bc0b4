//! Statements that write many columns, with each value next to the name of its column.

use std::fmt::Write as _;

use futures_util::future::BoxFuture;
use sqlx::any::AnyArguments;
use sqlx::error::BoxDynError;
use sqlx::{Any, Arguments as _, AssertSqlSafe, Encode, Type};

use super::{Connection, StoreError, StoreResult, places};

pub(super) fn insert_into(table: &'static str) -> Insert {
    Insert { table, values: Values::default(), conflict: "" }
}

pub(super) fn update(table: &'static str) -> Update {
    Update { table, values: Values::default(), condition: "" }
}

/// `INSERT INTO table (columns) VALUES (values)`.
pub(super) struct Insert {
    table: &'static str,
    values: Values,
    conflict: &'static str,
}

impl Insert {
    pub(super) fn value<'v>(mut self, column: &'static str, value: impl Encode<'v, Any> + Type<Any>) -> Self {
        self.values.add(column, value);
        self
    }

    /// Writes nothing where a row has the same values in these columns.
    pub(super) fn unless_taken(self, columns: &'static str) -> Self {
        Self { conflict: columns, ..self }
    }

    /// How many rows were written: one, or none where its place was taken.
    pub(super) fn execute(self, connection: &mut Connection) -> BoxFuture<'_, StoreResult<u64>> {
        let statement = self.statement();
        self.values.execute(connection, statement)
    }

    fn statement(&self) -> String {
        let (columns, places) = (self.values.columns.join(", "), places(0, self.values.columns.len()));
        let mut statement = format!("INSERT INTO {} ({columns}) VALUES ({places})", self.table);
        if !self.conflict.is_empty() {
            // Writing to a `String` cannot fail.
            let _ = write!(statement, " ON CONFLICT ({}) DO NOTHING", self.conflict);
        }
        statement
    }
}

/// `UPDATE table SET column = value, … WHERE id = … AND version = …`: compare-and-set on the version that was read.
pub(super) struct Update {
    table: &'static str,
    values: Values,
    condition: &'static str,
}

impl Update {
    pub(super) fn value<'v>(mut self, column: &'static str, value: impl Encode<'v, Any> + Type<Any>) -> Self {
        self.values.add(column, value);
        self
    }

    /// Another condition that the row must meet.
    pub(super) fn only_if(self, condition: &'static str) -> Self {
        Self { condition, ..self }
    }

    /// Writes the row with this id if it still has this version, and raises the version. Otherwise it is `Stale`.
    pub(super) fn over_version<'c>(
        mut self,
        connection: &'c mut Connection,
        id: &str,
        version: i64,
    ) -> BoxFuture<'c, StoreResult<()>> {
        let statement = self.statement();
        self.values.bind(id);
        self.values.bind(version);
        let written = self.values.execute(connection, statement);
        Box::pin(async move { if written.await? == 0 { Err(StoreError::Stale) } else { Ok(()) } })
    }

    fn statement(&self) -> String {
        let mut statement = format!("UPDATE {} SET ", self.table);
        for (index, column) in self.values.columns.iter().enumerate() {
            let _ = write!(statement, "{column} = ${}, ", index + 1);
        }
        let bound = self.values.columns.len();
        let _ = write!(statement, "version = version + 1 WHERE id = ${} AND version = ${}", bound + 1, bound + 2);
        if !self.condition.is_empty() {
            let _ = write!(statement, " AND {}", self.condition);
        }
        statement
    }
}

/// Columns and their values, in the same order.
#[derive(Default)]
struct Values {
    columns: Vec<&'static str>,
    arguments: AnyArguments,
    /// The first value that the database has no form for.
    refused: Option<BoxDynError>,
}

impl Values {
    fn add<'v>(&mut self, column: &'static str, value: impl Encode<'v, Any> + Type<Any>) {
        self.columns.push(column);
        self.bind(value);
    }

    fn bind<'v>(&mut self, value: impl Encode<'v, Any> + Type<Any>) {
        if let Err(error) = self.arguments.add(value) {
            self.refused.get_or_insert(error);
        }
    }

    /// In a box: the futures of those who write would otherwise hold all the values.
    fn execute(self, connection: &mut Connection, statement: String) -> BoxFuture<'_, StoreResult<u64>> {
        Box::pin(async move {
            if let Some(error) = self.refused {
                return Err(sqlx::Error::Encode(error).into());
            }
            // All names in it are our own literals.
            let written = sqlx::query_with(AssertSqlSafe(statement), self.arguments).execute(connection).await?;
            Ok(written.rows_affected())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{insert_into, update};

    #[test]
    fn columns_and_places_are_in_the_same_order() {
        let insert = insert_into("tags").value("id", "a").value("size", 3_i64).value("note", None::<&str>);
        assert_eq!(insert.statement(), "INSERT INTO tags (id, size, note) VALUES ($1, $2, $3)");
        assert_eq!(
            insert.unless_taken("id, size").statement(),
            "INSERT INTO tags (id, size, note) VALUES ($1, $2, $3) ON CONFLICT (id, size) DO NOTHING"
        );
        let update = update("tags").value("size", 3_i64).value("note", "b");
        assert_eq!(
            update.statement(),
            "UPDATE tags SET size = $1, note = $2, version = version + 1 WHERE id = $3 AND version = $4"
        );
        let limited = update.only_if("deleted_at IS NULL").statement();
        assert!(limited.ends_with("WHERE id = $3 AND version = $4 AND deleted_at IS NULL"), "{limited}");
    }
}
