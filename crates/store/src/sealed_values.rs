//! Columns with sealed values, to seal them again under another data key.

use sqlx::AssertSqlSafe;
use wire::ids::DataKeyId;

use super::row::Columns as _;
use super::{Connection, StoreResult};

/// A column, and what names the owner of a value in it: each has one. All of it is our own literals.
#[derive(Debug, Clone, Copy)]
pub struct SealedColumn {
    pub table: &'static str,
    pub column: &'static str,
    /// A column, or an expression of columns.
    pub owner: &'static str,
}

pub struct SealedValue {
    pub owner: String,
    pub sealed: String,
}

impl SealedColumn {
    /// The condition for values that another data key than `$1` sealed.
    fn is_outside(self) -> String {
        let column = self.column;
        format!("{column} IS NOT NULL AND {column} <> '' AND {column} NOT LIKE $1")
    }
}

fn seals_of(key: &DataKeyId) -> String {
    format!("{key}:%")
}

/// Values that are not sealed with the data key, of owners after this one.
pub async fn outside(
    connection: &mut Connection,
    place: SealedColumn,
    key: &DataKeyId,
    after: &str,
    limit: i64,
) -> StoreResult<Vec<SealedValue>> {
    let SealedColumn { table, column, owner } = place;
    let statement = format!(
        "SELECT {owner} AS owner, {column} AS sealed FROM {table} WHERE {} AND {owner} > $2 ORDER BY {owner} LIMIT $3",
        place.is_outside()
    );
    let rows =
        sqlx::query(AssertSqlSafe(statement)).bind(seals_of(key)).bind(after).bind(limit).fetch_all(connection).await?;
    rows.iter().map(|row| Ok(SealedValue { owner: row.text("owner")?, sealed: row.text("sealed")? })).collect()
}

pub async fn count_outside(connection: &mut Connection, place: SealedColumn, key: &DataKeyId) -> StoreResult<i64> {
    let statement = format!("SELECT COUNT(*) FROM {} WHERE {}", place.table, place.is_outside());
    Ok(sqlx::query_scalar(AssertSqlSafe(statement)).bind(seals_of(key)).fetch_one(connection).await?)
}

/// Replaces a value, unless someone has replaced it since. The content is the same, so versions stay as they are.
pub async fn replace(
    connection: &mut Connection,
    place: SealedColumn,
    value: &SealedValue,
    renewed: &str,
) -> StoreResult<bool> {
    let SealedColumn { table, column, owner } = place;
    let statement = format!("UPDATE {table} SET {column} = $1 WHERE {owner} = $2 AND {column} = $3");
    let written = sqlx::query(AssertSqlSafe(statement))
        .bind(renewed)
        .bind(value.owner.as_str())
        .bind(value.sealed.as_str())
        .execute(connection)
        .await?;
    Ok(written.rows_affected() > 0)
}

/// Recovery codes whose hash was not made with the data key.
pub async fn recovery_codes_outside(connection: &mut Connection, key: &DataKeyId) -> StoreResult<i64> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM recovery_codes WHERE code_hash NOT LIKE $1")
        .bind(format!("{key}.%"))
        .fetch_one(connection)
        .await?)
}
