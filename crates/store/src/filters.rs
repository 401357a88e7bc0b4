//! Filters for files that are sent to connections.

use domain::filter::Filter;
use sqlx::any::AnyRow;
use wire::ids::{FilterId, TeamId};

use super::row::{Columns as _, to_json};
use super::{Connection, StoreError, StoreResult, Tx, select_for_update, select_to_refer_to};

pub async fn insert(connection: &mut Connection, filter: &Filter) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO filters (id, team_id, name, rules, created_at, updated_at, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(filter.id.as_str())
    .bind(filter.team_id.as_str())
    .bind(filter.name.as_str())
    .bind(to_json("rules", &filter.rules)?)
    .bind(filter.created_at.as_millis())
    .bind(filter.updated_at.as_millis())
    .bind(filter.version)
    .execute(connection)
    .await?;
    Ok(())
}

/// Updates `filter` if its version has not changed since it was read.
pub async fn update(connection: &mut Connection, filter: &Filter) -> StoreResult<()> {
    let written = sqlx::query(
        "UPDATE filters SET name = $1, rules = $2, updated_at = $3, version = version + 1
         WHERE id = $4 AND version = $5",
    )
    .bind(filter.name.as_str())
    .bind(to_json("rules", &filter.rules)?)
    .bind(filter.updated_at.as_millis())
    .bind(filter.id.as_str())
    .bind(filter.version)
    .execute(connection)
    .await?;
    if written.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

pub async fn delete(connection: &mut Connection, id: &FilterId) -> StoreResult<bool> {
    let deleted = sqlx::query("DELETE FROM filters WHERE id = $1").bind(id.as_str()).execute(connection).await?;
    Ok(deleted.rows_affected() == 1)
}

pub async fn by_id(connection: &mut Connection, id: &FilterId) -> StoreResult<Option<Filter>> {
    let row = sqlx::query("SELECT * FROM filters WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(filter).transpose()
}

/// Locks a filter, so that nothing can refer to it any more.
pub async fn lock_to_delete(tx: &mut Tx, id: &FilterId) -> StoreResult<()> {
    let statement = select_for_update(tx, "SELECT id FROM filters WHERE id = $1");
    sqlx::query(statement).bind(id.as_str()).execute(&mut **tx).await?;
    Ok(())
}

/// A filter of the Team that a request names; it cannot be deleted before the transaction ends.
pub async fn refer_to(tx: &mut Tx, team: &TeamId, id: &str) -> StoreResult<Option<FilterId>> {
    let statement = select_to_refer_to(tx, "SELECT id FROM filters WHERE id = $1 AND team_id = $2", "filters");
    let row = sqlx::query(statement).bind(id).bind(team.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(|row| row.id("id")).transpose()
}

pub async fn of_team(connection: &mut Connection, team: &TeamId) -> StoreResult<Vec<Filter>> {
    let rows = sqlx::query("SELECT * FROM filters WHERE team_id = $1 ORDER BY id")
        .bind(team.as_str())
        .fetch_all(connection)
        .await?;
    rows.iter().map(filter).collect()
}

pub async fn count_of_team(connection: &mut Connection, team: &TeamId) -> StoreResult<i64> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM filters WHERE team_id = $1")
        .bind(team.as_str())
        .fetch_one(connection)
        .await?)
}

fn filter(row: &AnyRow) -> StoreResult<Filter> {
    Ok(Filter {
        id: row.id("id")?,
        team_id: row.id("team_id")?,
        name: row.text("name")?,
        rules: row.json("rules")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
        version: row.number("version")?,
    })
}
