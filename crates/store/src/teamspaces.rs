//! Teamspaces, their names and members.
//!
//! A deleted Teamspace has no members but keeps its row: its content stays in it, and does not suddenly become visible
//! to the whole Team.

use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{MembershipId, TeamId, TeamspaceId, TeamspaceMembershipId, UserId};
use wire::teamspaces::{TeamspaceMember, TeamspaceMembershipBody};
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreError, StoreResult, Tx, places, select_for_update};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Teamspace {
    pub id: TeamspaceId,
    pub team_id: TeamId,
    pub creator_id: UserId,
    pub name: String,
    pub version: i64,
}

pub async fn insert(connection: &mut Connection, space: &Teamspace, now: Time) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO teamspaces (id, team_id, creator_id, name, created_at, version) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(space.id.as_str())
    .bind(space.team_id.as_str())
    .bind(space.creator_id.as_str())
    .bind(space.name.as_str())
    .bind(now.as_millis())
    .bind(space.version)
    .execute(connection)
    .await?;
    Ok(())
}

/// Updates the name if the version has not changed since it was read.
pub async fn update(connection: &mut Connection, space: &Teamspace) -> StoreResult<()> {
    let written = sqlx::query(
        "UPDATE teamspaces SET name = $1, version = version + 1 WHERE id = $2 AND version = $3 AND deleted_at IS NULL",
    )
    .bind(space.name.as_str())
    .bind(space.id.as_str())
    .bind(space.version)
    .execute(connection)
    .await?;
    if written.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

pub async fn delete(connection: &mut Connection, space: &Teamspace, now: Time) -> StoreResult<()> {
    let deleted = sqlx::query(
        "UPDATE teamspaces SET deleted_at = $1, version = version + 1
         WHERE id = $2 AND version = $3 AND deleted_at IS NULL",
    )
    .bind(now.as_millis())
    .bind(space.id.as_str())
    .bind(space.version)
    .execute(&mut *connection)
    .await?;
    if deleted.rows_affected() == 0 {
        return Err(StoreError::Stale);
    }
    sqlx::query("DELETE FROM teamspace_memberships WHERE teamspace_id = $1")
        .bind(space.id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Whether a Teamspace of the Team, or a given one, was deleted.
pub async fn any_deleted(connection: &mut Connection, team: &TeamId, space: Option<&TeamspaceId>) -> StoreResult<bool> {
    let found: Option<i64> = sqlx::query_scalar(
        "SELECT CAST(1 AS BIGINT) FROM teamspaces
         WHERE team_id = $1 AND deleted_at IS NOT NULL AND ($2 = '' OR id = $2) LIMIT 1",
    )
    .bind(team.as_str())
    .bind(space.map_or("", |id| id.as_str()))
    .fetch_optional(connection)
    .await?;
    Ok(found.is_some())
}

pub async fn by_id(connection: &mut Connection, id: &TeamspaceId) -> StoreResult<Option<Teamspace>> {
    let row = sqlx::query("SELECT * FROM teamspaces WHERE id = $1 AND deleted_at IS NULL")
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(teamspace).transpose()
}

/// The Teamspace, locked against changes and deletion until the transaction ends.
pub async fn lock(tx: &mut Tx, id: &TeamspaceId) -> StoreResult<Option<Teamspace>> {
    let statement = select_for_update(tx, "SELECT * FROM teamspaces WHERE id = $1 AND deleted_at IS NULL");
    let row = sqlx::query(statement).bind(id.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(teamspace).transpose()
}

pub async fn exists(connection: &mut Connection, team: &TeamId, id: &str) -> StoreResult<Option<TeamspaceId>> {
    let row = sqlx::query("SELECT id FROM teamspaces WHERE id = $1 AND team_id = $2 AND deleted_at IS NULL")
        .bind(id)
        .bind(team.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(|row| row.id("id")).transpose()
}

/// The Teamspaces of a Team in the order of their creation; only those of `member` if one is given.
pub async fn page(
    connection: &mut Connection,
    team: &TeamId,
    member: Option<&MembershipId>,
    offset: i64,
    limit: i64,
) -> StoreResult<Vec<Teamspace>> {
    let rows = sqlx::query(
        "SELECT * FROM teamspaces WHERE team_id = $1 AND deleted_at IS NULL AND ($2 = '' OR id IN
             (SELECT teamspace_id FROM teamspace_memberships WHERE membership_id = $2))
         ORDER BY id LIMIT $3 OFFSET $4",
    )
    .bind(team.as_str())
    .bind(member.map_or("", |id| id.as_str()))
    .bind(limit)
    .bind(offset)
    .fetch_all(connection)
    .await?;
    rows.iter().map(teamspace).collect()
}

/// How many there are, on all pages.
pub async fn total(connection: &mut Connection, team: &TeamId, member: Option<&MembershipId>) -> StoreResult<i64> {
    sqlx::query(
        "SELECT COUNT(*) AS total FROM teamspaces WHERE team_id = $1 AND deleted_at IS NULL AND ($2 = '' OR id IN
             (SELECT teamspace_id FROM teamspace_memberships WHERE membership_id = $2))",
    )
    .bind(team.as_str())
    .bind(member.map_or("", |id| id.as_str()))
    .fetch_one(connection)
    .await?
    .number("total")
}

/// The Teamspaces that a member of a Team was added to.
pub async fn of_member(connection: &mut Connection, member: &MembershipId) -> StoreResult<Vec<TeamspaceId>> {
    let rows =
        sqlx::query("SELECT teamspace_id FROM teamspace_memberships WHERE membership_id = $1 ORDER BY teamspace_id")
            .bind(member.as_str())
            .fetch_all(connection)
            .await?;
    rows.iter().map(|row| row.id("teamspace_id")).collect()
}

/// Which members of a Team are in which Teamspaces.
pub async fn of_members(connection: &mut Connection, team: &TeamId) -> StoreResult<Vec<(MembershipId, TeamspaceId)>> {
    let rows = sqlx::query(
        "SELECT membership_id, teamspace_id FROM teamspace_memberships
         WHERE teamspace_id IN (SELECT id FROM teamspaces WHERE team_id = $1) ORDER BY teamspace_id",
    )
    .bind(team.as_str())
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((row.id("membership_id")?, row.id("teamspace_id")?))).collect()
}

/// Adds a member of the Team. An existing member is left unchanged.
pub async fn add_member(
    connection: &mut Connection,
    id: &TeamspaceMembershipId,
    space: &TeamspaceId,
    member: &MembershipId,
) -> StoreResult<bool> {
    let added = sqlx::query(
        "INSERT INTO teamspace_memberships (id, teamspace_id, membership_id) VALUES ($1, $2, $3)
         ON CONFLICT (teamspace_id, membership_id) DO NOTHING",
    )
    .bind(id.as_str())
    .bind(space.as_str())
    .bind(member.as_str())
    .execute(connection)
    .await?;
    Ok(added.rows_affected() == 1)
}

/// Removes a member, and returns who it was.
pub async fn remove_member(
    connection: &mut Connection,
    space: &TeamspaceId,
    id: &TeamspaceMembershipId,
) -> StoreResult<Option<MembershipId>> {
    let row =
        sqlx::query("DELETE FROM teamspace_memberships WHERE id = $1 AND teamspace_id = $2 RETURNING membership_id")
            .bind(id.as_str())
            .bind(space.as_str())
            .fetch_optional(connection)
            .await?;
    row.as_ref().map(|row| row.id("membership_id")).transpose()
}

pub async fn memberships(
    connection: &mut Connection,
    space: &TeamspaceId,
) -> StoreResult<Vec<TeamspaceMembershipBody>> {
    let rows = sqlx::query("SELECT * FROM teamspace_memberships WHERE teamspace_id = $1 ORDER BY id")
        .bind(space.as_str())
        .fetch_all(connection)
        .await?;
    let body = |row: &AnyRow| {
        Ok(TeamspaceMembershipBody {
            id: row.id("id")?,
            membership_id: row.id("membership_id")?,
            teamspace_id: row.id("teamspace_id")?,
        })
    };
    rows.iter().map(body).collect()
}

/// The members of some Teamspaces.
pub async fn people(
    connection: &mut Connection,
    spaces: &[TeamspaceId],
) -> StoreResult<Vec<(TeamspaceId, TeamspaceMember)>> {
    if spaces.is_empty() {
        return Ok(Vec::new());
    }
    let statement = format!(
        "SELECT teamspace_memberships.id, teamspace_memberships.teamspace_id, memberships.user_id,
             CASE WHEN memberships.status = 'invited' THEN memberships.invited_name ELSE users.name END AS name
         FROM teamspace_memberships
         JOIN memberships ON memberships.id = teamspace_memberships.membership_id
         JOIN users ON users.id = memberships.user_id
         WHERE teamspace_memberships.teamspace_id IN ({}) ORDER BY teamspace_memberships.id",
        places(0, spaces.len())
    );
    let query = spaces.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, id| query.bind(id.as_str()));
    let member = |row: &AnyRow| {
        let member = TeamspaceMember { id: row.id("id")?, name: row.text("name")?, user_id: row.id("user_id")? };
        Ok((row.id("teamspace_id")?, member))
    };
    query.fetch_all(connection).await?.iter().map(member).collect()
}

/// Names by id, including deleted Teamspaces.
pub async fn named(connection: &mut Connection, ids: &[TeamspaceId]) -> StoreResult<Vec<(TeamspaceId, String)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let statement = format!("SELECT id, name FROM teamspaces WHERE id IN ({})", places(0, ids.len()));
    let query = ids.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, id| query.bind(id.as_str()));
    query.fetch_all(connection).await?.iter().map(|row| Ok((row.id("id")?, row.text("name")?))).collect()
}

fn teamspace(row: &AnyRow) -> StoreResult<Teamspace> {
    Ok(Teamspace {
        id: row.id("id")?,
        team_id: row.id("team_id")?,
        creator_id: row.id("creator_id")?,
        name: row.text("name")?,
        version: row.number("version")?,
    })
}
