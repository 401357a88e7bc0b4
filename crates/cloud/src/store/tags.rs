//! Tags of Teams.

use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{TagId, TeamId};
use wire::packages::TagReference;
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreResult, places};

pub async fn by_id(connection: &mut Connection, team: &TeamId, id: &str) -> StoreResult<Option<TagReference>> {
    let row = sqlx::query("SELECT * FROM tags WHERE id = $1 AND team_id = $2")
        .bind(id)
        .bind(team.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(tag).transpose()
}

/// The Team's tag of that name, made if it is missing. Two who make the same at once get the same.
pub async fn by_name_or_new(
    connection: &mut Connection,
    team: &TeamId,
    name: &str,
    id: TagId,
    now: Time,
) -> StoreResult<TagReference> {
    sqlx::query(
        "INSERT INTO tags (id, team_id, name, active, created_at, updated_at) VALUES ($1, $2, $3, 1, $4, $4)
         ON CONFLICT (team_id, name) DO NOTHING",
    )
    .bind(id.as_str())
    .bind(team.as_str())
    .bind(name)
    .bind(now.as_millis())
    .execute(&mut *connection)
    .await?;
    let row = sqlx::query("SELECT * FROM tags WHERE team_id = $1 AND name = $2")
        .bind(team.as_str())
        .bind(name)
        .fetch_one(connection)
        .await?;
    tag(&row)
}

pub async fn named(connection: &mut Connection, ids: &[TagId]) -> StoreResult<Vec<TagReference>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let statement = format!("SELECT * FROM tags WHERE id IN ({})", places(0, ids.len()));
    let query = ids.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, id| query.bind(id.as_str()));
    query.fetch_all(connection).await?.iter().map(tag).collect()
}

fn tag(row: &AnyRow) -> StoreResult<TagReference> {
    Ok(TagReference { id: row.id("id")?, name: row.text("name")? })
}
