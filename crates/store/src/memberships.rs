//! Memberships in Teams, with their roles.

use std::collections::HashMap;

use domain::membership::{MemberStatus, Membership};
use domain::role::Role;
use sqlx::any::AnyRow;
use wire::ids::{MembershipId, TeamId, UserId};
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreError, StoreResult, Tx, select_to_refer_to};

/// A membership with the public data of its user.
pub struct Member {
    pub membership: Membership,
    pub email: String,
    pub name: String,
}

pub async fn insert(connection: &mut Connection, membership: &Membership, now: Time) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO memberships (id, team_id, user_id, role, status, invited_name, created_at, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(membership.id.as_str())
    .bind(membership.team_id.as_str())
    .bind(membership.user_id.as_str())
    .bind(membership.role.as_str())
    .bind(membership.status.as_str())
    .bind(membership.invited_name.as_str())
    .bind(now.as_millis())
    .bind(membership.version)
    .execute(connection)
    .await?;
    Ok(())
}

/// Updates `membership` if its version has not changed since it was read.
pub async fn update(connection: &mut Connection, membership: &Membership) -> StoreResult<()> {
    let written = sqlx::query(
        "UPDATE memberships SET role = $1, status = $2, invited_name = $3, version = version + 1
         WHERE id = $4 AND version = $5",
    )
    .bind(membership.role.as_str())
    .bind(membership.status.as_str())
    .bind(membership.invited_name.as_str())
    .bind(membership.id.as_str())
    .bind(membership.version)
    .execute(connection)
    .await?;
    if written.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

/// Removes `membership` if its version has not changed since it was read.
pub async fn delete(connection: &mut Connection, membership: &Membership) -> StoreResult<()> {
    let deleted = sqlx::query("DELETE FROM memberships WHERE id = $1 AND version = $2")
        .bind(membership.id.as_str())
        .bind(membership.version)
        .execute(connection)
        .await?;
    if deleted.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

pub async fn by_id(connection: &mut Connection, id: &MembershipId) -> StoreResult<Option<Membership>> {
    let row =
        sqlx::query("SELECT * FROM memberships WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(membership).transpose()
}

/// A member of the Team that a request names; they cannot be removed before the transaction ends.
pub async fn refer_to(tx: &mut Tx, team: &TeamId, id: &str) -> StoreResult<Option<MembershipId>> {
    let statement = "SELECT id FROM memberships WHERE id = $1 AND team_id = $2";
    let statement = select_to_refer_to(tx, statement, "memberships");
    let row = sqlx::query(statement).bind(id).bind(team.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(|row| row.id("id")).transpose()
}

pub async fn of_user_in_team(
    connection: &mut Connection,
    user: &UserId,
    team: &TeamId,
) -> StoreResult<Option<Membership>> {
    let row = sqlx::query("SELECT * FROM memberships WHERE team_id = $1 AND user_id = $2")
        .bind(team.as_str())
        .bind(user.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(membership).transpose()
}

/// As [`of_user_in_team`]; the member cannot be removed before the transaction ends.
pub async fn hold(tx: &mut Tx, user: &UserId, team: &TeamId) -> StoreResult<Option<Membership>> {
    let statement = "SELECT * FROM memberships WHERE team_id = $1 AND user_id = $2";
    let statement = select_to_refer_to(tx, statement, "memberships");
    let row = sqlx::query(statement).bind(team.as_str()).bind(user.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(membership).transpose()
}

/// Until someone accepts, the Team sees only what it entered itself.
macro_rules! members {
    ($condition:literal) => {
        concat!(
            "SELECT memberships.*, users.email,
                 CASE WHEN memberships.status = 'invited' THEN memberships.invited_name ELSE users.name END AS name
             FROM memberships JOIN users ON users.id = memberships.user_id WHERE ",
            $condition
        )
    };
}

/// The user's role in each of their Teams.
pub async fn roles_of_user(connection: &mut Connection, user: &UserId) -> StoreResult<HashMap<TeamId, Role>> {
    let rows = sqlx::query("SELECT * FROM memberships WHERE user_id = $1 AND status = 'active'")
        .bind(user.as_str())
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| membership(row).map(|membership| (membership.team_id, membership.role))).collect()
}

pub async fn of_team(connection: &mut Connection, team: &TeamId) -> StoreResult<Vec<Member>> {
    let rows = sqlx::query(members!("memberships.team_id = $1 ORDER BY memberships.id"))
        .bind(team.as_str())
        .fetch_all(connection)
        .await?;
    rows.iter().map(member).collect()
}

pub async fn member_by_id(connection: &mut Connection, id: &MembershipId) -> StoreResult<Option<Member>> {
    let row = sqlx::query(members!("memberships.id = $1")).bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(member).transpose()
}

fn member(row: &AnyRow) -> StoreResult<Member> {
    Ok(Member { membership: membership(row)?, email: row.text("email")?, name: row.text("name")? })
}

fn membership(row: &AnyRow) -> StoreResult<Membership> {
    let status = |text: &str| match text {
        "invited" => Some(MemberStatus::Invited),
        "active" => Some(MemberStatus::Active),
        _ => None,
    };
    Ok(Membership {
        id: row.id("id")?,
        team_id: row.id("team_id")?,
        user_id: row.id("user_id")?,
        role: row.parsed("role", |text| text.parse().ok())?,
        status: row.parsed("status", status)?,
        invited_name: row.text("invited_name")?,
        version: row.number("version")?,
    })
}
