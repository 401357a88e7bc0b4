//! Teamspaces: who belongs to which.

use sqlx::AssertSqlSafe;
use wire::ids::{MembershipId, TeamId, TeamspaceId};

use super::row::Columns as _;
use super::{Connection, StoreResult, places};

pub async fn exists(connection: &mut Connection, team: &TeamId, id: &str) -> StoreResult<Option<TeamspaceId>> {
    let row = sqlx::query("SELECT id FROM teamspaces WHERE id = $1 AND team_id = $2")
        .bind(id)
        .bind(team.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(|row| row.id("id")).transpose()
}

/// The Teamspaces that a member of a Team was added to.
pub async fn of_member(connection: &mut Connection, member: &MembershipId) -> StoreResult<Vec<TeamspaceId>> {
    let rows = sqlx::query("SELECT teamspace_id FROM teamspace_memberships WHERE membership_id = $1")
        .bind(member.as_str())
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| row.id("teamspace_id")).collect()
}

/// Names by id.
pub async fn named(connection: &mut Connection, ids: &[TeamspaceId]) -> StoreResult<Vec<(TeamspaceId, String)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let statement = format!("SELECT id, name FROM teamspaces WHERE id IN ({})", places(0, ids.len()));
    let query = ids.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, id| query.bind(id.as_str()));
    query.fetch_all(connection).await?.iter().map(|row| Ok((row.id("id")?, row.text("name")?))).collect()
}
