//! Tags of Teams.

use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{TagId, TeamId};
use wire::packages::TagReference;
use wire::tags::TagBody;
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreError, StoreResult, Tx, places, select_to_refer_to};

/// How often a tag can be deleted while we want to use it, before we give up.
const NAME_TRIES: usize = 5;

/// A tag of the Team; it cannot be deleted before the transaction ends.
pub async fn refer_to(tx: &mut Tx, team: &TeamId, id: &str) -> StoreResult<Option<TagReference>> {
    let statement = select_to_refer_to(tx, "SELECT * FROM tags WHERE id = $1 AND team_id = $2", "tags");
    let row = sqlx::query(statement).bind(id).bind(team.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(tag).transpose()
}

/// Saves a tag, unless the Team already has one with its name.
pub async fn insert(connection: &mut Connection, tag: &TagBody) -> StoreResult<bool> {
    let inserted = sqlx::query(
        "INSERT INTO tags (id, team_id, name, active, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (team_id, name) DO NOTHING",
    )
    .bind(tag.id.as_str())
    .bind(tag.team_id.as_str())
    .bind(tag.name.as_str())
    .bind(i64::from(tag.active))
    .bind(tag.created_at.as_millis())
    .bind(tag.updated_at.as_millis())
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// The Team's tag with that name, created if it is missing, and whether this call created it. Concurrent callers get the
/// same tag. It cannot be deleted before the transaction ends.
pub async fn by_name_or_new(
    tx: &mut Tx,
    team: &TeamId,
    name: &str,
    id: TagId,
    now: Time,
) -> StoreResult<(TagReference, bool)> {
    let (team_id, name) = (team.clone(), name.to_owned());
    let new = TagBody { id, name, team_id, active: true, created_at: now, updated_at: now };
    for _ in 0..NAME_TRIES {
        let is_new = insert(tx, &new).await?;
        let statement = select_to_refer_to(tx, "SELECT * FROM tags WHERE team_id = $1 AND name = $2", "tags");
        let row = sqlx::query(statement).bind(team.as_str()).bind(new.name.as_str()).fetch_optional(&mut **tx).await?;
        if let Some(row) = row {
            return Ok((tag(&row)?, is_new));
        }
        // It existed, and has just been deleted.
    }
    Err(StoreError::Stale)
}

pub async fn find(connection: &mut Connection, id: &TagId) -> StoreResult<Option<TagBody>> {
    let row = sqlx::query("SELECT * FROM tags WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(body).transpose()
}

pub async fn of_team(connection: &mut Connection, team: &TeamId) -> StoreResult<Vec<TagBody>> {
    let rows = sqlx::query("SELECT * FROM tags WHERE team_id = $1 ORDER BY name")
        .bind(team.as_str())
        .fetch_all(connection)
        .await?;
    rows.iter().map(body).collect()
}

/// Removes a tag from the Team. Portals and packages that had it are cleared afterwards; until then nobody sees it.
pub async fn delete(connection: &mut Connection, id: &TagId) -> StoreResult<bool> {
    let deleted = sqlx::query("DELETE FROM tags WHERE id = $1").bind(id.as_str()).execute(connection).await?;
    Ok(deleted.rows_affected() == 1)
}

/// Takes a deleted tag off the Team's Portals.
pub async fn clear_portals(connection: &mut Connection, team: &TeamId, tag: &TagId) -> StoreResult<()> {
    sqlx::query("UPDATE portals SET tag_id = '' WHERE team_id = $1 AND tag_id = $2")
        .bind(team.as_str())
        .bind(tag.as_str())
        .execute(connection)
        .await?;
    Ok(())
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

fn body(row: &AnyRow) -> StoreResult<TagBody> {
    Ok(TagBody {
        id: row.id("id")?,
        name: row.text("name")?,
        team_id: row.id("team_id")?,
        active: row.flag("active")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
    })
}
