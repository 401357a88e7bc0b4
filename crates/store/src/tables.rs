//! Whole tables, row by row, in a format that both databases can read and write: the basis of backups.
//!
//! Values are texts, integers and nulls. The order of rows is the same in both databases, so that equal tables give
//! equal lines.

use futures_util::{Stream, StreamExt as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::any::{AnyRow, AnyTypeInfoKind};
use sqlx::{AssertSqlSafe, Column as _, Executor as _, Row as _, Statement as _};

use super::{Connection, Dialect, StoreError, StoreResult, Tx};

/// Every table, referenced tables first, with the columns that order its rows.
pub const TABLES: &[(&str, &[&str])] = &[
    ("teams", &["id"]),
    ("users", &["id"]),
    ("recovery_codes", &["user_id", "code_hash"]),
    ("memberships", &["id"]),
    ("api_keys", &["id"]),
    ("one_time_tokens", &["token_hash"]),
    ("jobs", &["id"]),
    ("sweeps", &["name"]),
    ("pulse", &["id"]),
    ("mails", &["id"]),
    ("rate_limits", &["bucket"]),
    ("data_keys", &["id"]),
    ("wrapped_keys", &["secret_id", "data_key_id"]),
    ("former_secrets", &["id"]),
    ("secret_uses", &["secret_id"]),
    ("audit_heads", &["team_id"]),
    ("audit_entries", &["team_id", "sequence"]),
    ("activities", &["id"]),
    ("activity_events", &["activity_id", "sequence"]),
    ("teamspaces", &["id"]),
    ("teamspace_memberships", &["id"]),
    ("tags", &["id"]),
    ("packages", &["id"]),
    ("ended_packages", &["package_id"]),
    // In the order of the keys of their objects.
    ("files", &["package_id", "id"]),
    ("package_folders", &["package_id", "place"]),
    ("links", &["id"]),
    ("downloads", &["id"]),
    ("downloaded_files", &["download_id", "file_id"]),
    ("download_sources", &["download_id", "address", "file_id"]),
    ("served_zips", &["download_id", "selection"]),
    ("zip_selections", &["id"]),
    ("channel_messages", &["package_id", "topic"]),
    ("portals", &["id"]),
    ("former_subdomains", &["subdomain"]),
    ("portal_access", &["portal_id", "membership_id"]),
    ("forms", &["id"]),
    ("form_templates", &["id"]),
    ("form_responses", &["id"]),
    ("filters", &["id"]),
    ("custom_webhooks", &["id"]),
    ("portal_webhooks", &["portal_id", "custom_webhook_id"]),
    ("events", &["id"]),
    ("webhook_deliveries", &["id"]),
    ("webhook_attempts", &["delivery_id", "number"]),
    ("cloud_connections", &["id"]),
    ("portal_connections", &["portal_id", "cloud_connection_id"]),
    ("package_filters", &["package_id", "cloud_connection_id"]),
    ("transfers", &["id"]),
    ("gateway_listings", &["id"]),
    ("transfer_files", &["transfer_id", "file_id"]),
    ("transfer_parts", &["transfer_id", "file_id", "number"]),
    ("transfer_sources", &["transfer_id", "position"]),
    ("folder_numbers", &["place", "name_hash"]),
    ("growing_files", &["file_id"]),
    ("file_segments", &["file_id", "number"]),
    ("joined_parts", &["file_id", "number"]),
    ("usage_days", &["team_id", "day", "share"]),
    ("held_bytes", &["team_id", "portal_id", "share"]),
    ("idempotent_requests", &["caller", "idempotency_key"]),
];

/// The number of values in one statement; both databases accept more.
const VALUES_AT_ONCE: usize = 8_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Text,
    Number,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    pub kind: Kind,
}

/// A table as it is in a database, and how its rows are ordered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
    pub order: Vec<String>,
}

pub type Row = Vec<Value>;

/// Reads the current definition of a table.
pub async fn describe(connection: &mut Connection, name: &str, order: &[&str]) -> StoreResult<Table> {
    let statement = AssertSqlSafe(format!("SELECT * FROM {name}"));
    let statement = (&mut *connection).prepare(sqlx::SqlSafeStr::into_sql_str(statement)).await?;
    let mut columns = Vec::new();
    for column in statement.columns() {
        let kind = match column.type_info().kind() {
            AnyTypeInfoKind::Text => Kind::Text,
            AnyTypeInfoKind::BigInt => Kind::Number,
            other => return Err(StoreError::Corrupt { column: "type", value: format!("{name}: {other:?}") }),
        };
        columns.push(Column { name: column.name().to_owned(), kind });
    }
    let order = order.iter().map(|&name| name.to_owned()).collect();
    Ok(Table { name: name.to_owned(), columns, order })
}

/// Whether its names are safe in a statement. Checked for tables that come from outside.
pub fn is_well_named(table: &Table) -> bool {
    let is_sign = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '_';
    let is_name = |name: &String| !name.is_empty() && name.chars().all(is_sign);
    let columns: Vec<&String> = table.columns.iter().map(|column| &column.name).collect();
    is_name(&table.name)
        && columns.iter().all(|name| is_name(name))
        && table.order.iter().all(|name| columns.contains(&name))
}

/// Streams all rows; only a few are in memory at a time.
pub fn rows<'a>(tx: &'a mut Tx, table: &'a Table) -> impl Stream<Item = StoreResult<Row>> + use<'a> {
    let statement = AssertSqlSafe(selection(tx.dialect, table));
    sqlx::query(statement).fetch(&mut **tx).map(move |row| values(&row?, table))
}

fn selection(dialect: Dialect, table: &Table) -> String {
    // PostgreSQL would sort texts by the rules of a language.
    let collation = if dialect == Dialect::Postgres { " COLLATE \"C\"" } else { "" };
    let is_text = |name: &String| table.columns.iter().any(|column| column.name == *name && column.kind == Kind::Text);
    let ordered = |name: &String| format!("{name}{}", if is_text(name) { collation } else { "" });
    let order: Vec<String> = table.order.iter().map(ordered).collect();
    format!("SELECT {} FROM {} ORDER BY {}", names(table), table.name, order.join(", "))
}

fn names(table: &Table) -> String {
    table.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn values(row: &AnyRow, table: &Table) -> StoreResult<Row> {
    let value = |(index, column): (usize, &Column)| {
        Ok(match column.kind {
            Kind::Text => row.try_get::<Option<String>, _>(index)?.map_or(Value::Null, Value::from),
            Kind::Number => row.try_get::<Option<i64>, _>(index)?.map_or(Value::Null, Value::from),
        })
    };
    table.columns.iter().enumerate().map(value).collect()
}

/// How many rows fit into one statement.
pub fn rows_at_once(table: &Table) -> usize {
    (VALUES_AT_ONCE / table.columns.len().max(1)).max(1)
}

/// Adds up to [`rows_at_once`] rows.
pub async fn insert(connection: &mut Connection, table: &Table, rows: &[Row]) -> StoreResult<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let width = table.columns.len();
    let places: Vec<String> =
        (0..rows.len()).map(|index| format!("({})", super::places(index * width, width))).collect();
    let statement = format!("INSERT INTO {} ({}) VALUES {}", table.name, names(table), places.join(", "));
    let mut query = sqlx::query(AssertSqlSafe(statement));
    for row in rows {
        if row.len() != width {
            return Err(StoreError::Corrupt { column: "row", value: format!("{} of {width} values", row.len()) });
        }
        for (column, value) in table.columns.iter().zip(row) {
            query = match (column.kind, value) {
                (Kind::Text, Value::String(text)) => query.bind(Some(text.as_str())),
                (Kind::Text, Value::Null) => query.bind(None::<&str>),
                (Kind::Number, Value::Number(number)) if number.is_i64() => query.bind(number.as_i64()),
                (Kind::Number, Value::Null) => query.bind(None::<i64>),
                _ => {
                    let place = format!("{}.{}", table.name, column.name);
                    return Err(StoreError::Corrupt { column: "value", value: place });
                }
            };
        }
    }
    query.execute(connection).await?;
    Ok(())
}

/// The first of these tables that has a row.
pub async fn first_filled<'a>(
    connection: &mut Connection,
    tables: impl Iterator<Item = &'a str>,
) -> StoreResult<Option<&'a str>> {
    for table in tables {
        let statement = AssertSqlSafe(format!("SELECT 1 FROM {table} LIMIT 1"));
        if sqlx::query(statement).fetch_optional(&mut *connection).await?.is_some() {
            return Ok(Some(table));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use futures_util::TryStreamExt as _;
    use serde_json::{Value, json};

    use super::{Column, Kind, TABLES, Table, describe, first_filled, insert, is_well_named, rows};
    use crate::{DatabaseAddress, Dialect, PoolLimits, Store};
    use serving::secret::Secret;

    async fn store(directory: &tempfile::TempDir) -> Store {
        let url = Secret::new(fixtures::database::fresh(directory.path()).await);
        Store::open(&DatabaseAddress::new(&url, directory.path()), PoolLimits::patient(5)).await.unwrap()
    }

    #[tokio::test]
    async fn every_table_is_listed_and_has_only_known_columns() {
        let directory = tempfile::tempdir().unwrap();
        let store = store(&directory).await;
        let catalogue = match store.dialect() {
            Dialect::Sqlite => "SELECT name FROM sqlite_master WHERE type = 'table'",
            Dialect::Postgres => "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = 'public'",
        };
        let mut connection = store.read().await.unwrap();
        let found: Vec<String> = sqlx::query_scalar(catalogue).fetch_all(&mut *connection).await.unwrap();
        let found: BTreeSet<String> = found.into_iter().filter(|name| name != "_sqlx_migrations").collect();
        assert_eq!(found, TABLES.iter().map(|(name, _)| (*name).to_owned()).collect());
        for (name, order) in TABLES {
            let table = describe(&mut connection, name, order).await.unwrap();
            assert!(is_well_named(&table), "{table:?}");
        }
    }

    #[tokio::test]
    async fn rows_come_back_as_they_went_in_and_in_the_order_of_bytes() {
        let directory = tempfile::tempdir().unwrap();
        let store = store(&directory).await;
        let mut tx = store.begin().await.unwrap();
        let table = describe(&mut tx, "jobs", &["id"]).await.unwrap();
        let row = |id: &str, lease: Value, run_at: i64| -> Vec<Value> {
            let value = |column: &Column| match (column.name.as_str(), column.kind) {
                ("id", _) => json!(id),
                ("lease", _) => lease.clone(),
                ("run_at", _) => json!(run_at),
                (_, Kind::Text) => json!("\"quoted\"\n\u{1f4e6} 'é'"),
                (_, Kind::Number) => json!(i64::MIN),
            };
            table.columns.iter().map(value).collect()
        };
        // With the rules of a language, `a` would come before `B`, and the underscore would be ignored.
        let wanted = [row("B", Value::Null, i64::MAX), row("_", json!(""), 0), row("a", json!("x"), -1)];
        let mixed = [wanted[2].clone(), wanted[0].clone(), wanted[1].clone()];
        assert_eq!(first_filled(&mut tx, ["sweeps", "jobs"].into_iter()).await.unwrap(), None);
        insert(&mut tx, &table, &mixed).await.unwrap();
        assert_eq!(first_filled(&mut tx, ["sweeps", "jobs"].into_iter()).await.unwrap(), Some("jobs"));
        let found: Vec<_> = rows(&mut tx, &table).try_collect().await.unwrap();
        assert_eq!(found, wanted);
        let wrong = vec![json!(1); table.columns.len()];
        assert!(insert(&mut tx, &table, &[wrong]).await.is_err());
        assert!(insert(&mut tx, &table, &[vec![json!("short")]]).await.is_err());
    }

    #[test]
    fn names_from_outside_are_looked_at() {
        let table = |name: &str, column: &str, order: &str| Table {
            name: name.to_owned(),
            columns: vec![Column { name: column.to_owned(), kind: Kind::Text }],
            order: vec![order.to_owned()],
        };
        assert!(is_well_named(&table("jobs", "run_at", "run_at")));
        for (name, column, order) in
            [("jobs; --", "id", "id"), ("jobs", "id)", "id)"), ("jobs", "id", "other"), ("", "id", "id")]
        {
            assert!(!is_well_named(&table(name, column, order)), "{name} {column} {order}");
        }
    }
}
