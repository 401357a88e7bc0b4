//! Teams.

use domain::team::Team;
use sqlx::any::AnyRow;
use wire::ids::{TeamId, UserId};

use super::row::Columns as _;
use super::{Connection, StoreError, StoreResult};

pub async fn insert(connection: &mut Connection, team: &Team) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO teams (id, name, subdomain, custom_expiry_default, custom_expiry_enabled, download_limit_default,
             download_limit_enabled, max_email_recipients, free_storage_days, webhooks_enabled, suspended_at, created_at,
             version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
    )
    .bind(team.id.as_str())
    .bind(team.name.as_str())
    .bind(team.subdomain.as_str())
    .bind(team.custom_expiry_default)
    .bind(i64::from(team.custom_expiry_enabled))
    .bind(team.download_limit_default)
    .bind(i64::from(team.download_limit_enabled))
    .bind(team.max_email_recipients)
    .bind(team.free_storage_days)
    .bind(i64::from(team.webhooks_enabled))
    .bind(team.suspended_at.map(wire::time::Time::as_millis))
    .bind(team.created_at.as_millis())
    .bind(team.version)
    .execute(connection)
    .await?;
    Ok(())
}

/// Updates `team` if its version has not changed since it was read.
pub async fn update(connection: &mut Connection, team: &Team) -> StoreResult<()> {
    let written = sqlx::query(
        "UPDATE teams
         SET name = $1, subdomain = $2, custom_expiry_default = $3, custom_expiry_enabled = $4,
             download_limit_default = $5, download_limit_enabled = $6, max_email_recipients = $7,
             free_storage_days = $8, webhooks_enabled = $9, suspended_at = $10, version = version + 1
         WHERE id = $11 AND version = $12",
    )
    .bind(team.name.as_str())
    .bind(team.subdomain.as_str())
    .bind(team.custom_expiry_default)
    .bind(i64::from(team.custom_expiry_enabled))
    .bind(team.download_limit_default)
    .bind(i64::from(team.download_limit_enabled))
    .bind(team.max_email_recipients)
    .bind(team.free_storage_days)
    .bind(i64::from(team.webhooks_enabled))
    .bind(team.suspended_at.map(wire::time::Time::as_millis))
    .bind(team.id.as_str())
    .bind(team.version)
    .execute(connection)
    .await?;
    if written.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

pub async fn by_id(connection: &mut Connection, id: &TeamId) -> StoreResult<Option<Team>> {
    let row = sqlx::query("SELECT * FROM teams WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(team).transpose()
}

/// The Teams in which the user is an active member, oldest first.
pub async fn of_user(connection: &mut Connection, user: &UserId) -> StoreResult<Vec<Team>> {
    let rows = sqlx::query(
        "SELECT teams.* FROM teams JOIN memberships ON memberships.team_id = teams.id
         WHERE memberships.user_id = $1 AND memberships.status = 'active' ORDER BY teams.id",
    )
    .bind(user.as_str())
    .fetch_all(connection)
    .await?;
    rows.iter().map(team).collect()
}

pub async fn all(connection: &mut Connection) -> StoreResult<Vec<Team>> {
    let rows = sqlx::query("SELECT * FROM teams ORDER BY id").fetch_all(connection).await?;
    rows.iter().map(team).collect()
}

pub async fn subdomain_exists(connection: &mut Connection, subdomain: &str) -> StoreResult<bool> {
    let row =
        sqlx::query("SELECT id FROM teams WHERE subdomain = $1").bind(subdomain).fetch_optional(connection).await?;
    Ok(row.is_some())
}

fn team(row: &AnyRow) -> StoreResult<Team> {
    Ok(Team {
        id: row.id("id")?,
        name: row.text("name")?,
        subdomain: row.text("subdomain")?,
        custom_expiry_default: row.number("custom_expiry_default")?,
        custom_expiry_enabled: row.flag("custom_expiry_enabled")?,
        download_limit_default: row.number("download_limit_default")?,
        download_limit_enabled: row.flag("download_limit_enabled")?,
        max_email_recipients: row.number("max_email_recipients")?,
        free_storage_days: row.number("free_storage_days")?,
        webhooks_enabled: row.flag("webhooks_enabled")?,
        suspended_at: row.optional_time("suspended_at")?,
        created_at: row.time("created_at")?,
        version: row.number("version")?,
    })
}
