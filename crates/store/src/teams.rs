//! Teams.

use domain::team::Team;
use sqlx::any::AnyRow;
use wire::ids::{TeamId, UserId};

use super::row::Columns as _;
use super::write::{self, insert_into};
use super::{Connection, StoreResult, Tx, select_to_change};

pub async fn insert(connection: &mut Connection, team: &Team) -> StoreResult<()> {
    insert_into("teams")
        .value("id", team.id.as_str())
        .value("name", team.name.as_str())
        .value("subdomain", team.subdomain.as_str())
        .value("custom_expiry_default", team.custom_expiry_default)
        .value("custom_expiry_enabled", i64::from(team.custom_expiry_enabled))
        .value("download_limit_default", team.download_limit_default)
        .value("download_limit_enabled", i64::from(team.download_limit_enabled))
        .value("max_email_recipients", team.max_email_recipients)
        .value("free_storage_days", team.free_storage_days)
        .value("webhooks_enabled", i64::from(team.webhooks_enabled))
        .value("links_shown_once", i64::from(team.links_shown_once))
        .value("hold_unscanned", i64::from(team.hold_unscanned_files))
        .value("max_stored_bytes", team.max_stored_bytes)
        .value("operator_max_stored_bytes", team.operator_max_stored_bytes)
        .value("suspended_at", team.suspended_at.map(wire::time::Time::as_millis))
        .value("created_at", team.created_at.as_millis())
        .value("version", team.version)
        .execute(connection)
        .await?;
    Ok(())
}

/// Updates `team` if its version has not changed since it was read.
pub async fn update(connection: &mut Connection, team: &Team) -> StoreResult<()> {
    write::update("teams")
        .value("name", team.name.as_str())
        .value("subdomain", team.subdomain.as_str())
        .value("custom_expiry_default", team.custom_expiry_default)
        .value("custom_expiry_enabled", i64::from(team.custom_expiry_enabled))
        .value("download_limit_default", team.download_limit_default)
        .value("download_limit_enabled", i64::from(team.download_limit_enabled))
        .value("max_email_recipients", team.max_email_recipients)
        .value("free_storage_days", team.free_storage_days)
        .value("webhooks_enabled", i64::from(team.webhooks_enabled))
        .value("links_shown_once", i64::from(team.links_shown_once))
        .value("hold_unscanned", i64::from(team.hold_unscanned_files))
        .value("max_stored_bytes", team.max_stored_bytes)
        .value("operator_max_stored_bytes", team.operator_max_stored_bytes)
        .value("suspended_at", team.suspended_at.map(wire::time::Time::as_millis))
        .over_version(connection, team.id.as_str(), team.version)
        .await
}

pub async fn by_id(connection: &mut Connection, id: &TeamId) -> StoreResult<Option<Team>> {
    let row = sqlx::query("SELECT * FROM teams WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(team).transpose()
}

/// Locks the Team until the transaction ends, for changes that depend on several of its rows: who its members are, and how
/// many things of a kind it has. The first lock of a transaction that takes it.
pub async fn lock(tx: &mut Tx, id: &TeamId) -> StoreResult<()> {
    let statement = select_to_change(tx, "SELECT id FROM teams WHERE id = $1");
    sqlx::query(statement).bind(id.as_str()).execute(&mut **tx).await?;
    Ok(())
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

/// Some Teams after a given one, by their ids.
pub async fn ids_after(connection: &mut Connection, after: Option<&TeamId>, limit: i64) -> StoreResult<Vec<TeamId>> {
    let rows = sqlx::query("SELECT id FROM teams WHERE id > $1 ORDER BY id LIMIT $2")
        .bind(after.map_or("", |id| id.as_str()))
        .bind(limit)
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| row.id("id")).collect()
}

/// The Teams with a limit, and what they hold. `usual` is the limit of all Teams; 0 means none.
pub async fn with_limit(connection: &mut Connection, usual: i64) -> StoreResult<Vec<(Team, i64)>> {
    let rows = sqlx::query(
        "SELECT teams.*,
             CAST((SELECT COALESCE(SUM(bytes), 0) FROM held_bytes WHERE team_id = teams.id) AS BIGINT) AS held
         FROM teams WHERE max_stored_bytes > 0 OR operator_max_stored_bytes > 0 OR CAST($1 AS BIGINT) > 0",
    )
    .bind(usual)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((team(row)?, row.number("held")?))).collect()
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
        links_shown_once: row.flag("links_shown_once")?,
        hold_unscanned_files: row.flag("hold_unscanned")?,
        max_stored_bytes: row.number("max_stored_bytes")?,
        operator_max_stored_bytes: row.optional_number("operator_max_stored_bytes")?,
        suspended_at: row.optional_time("suspended_at")?,
        created_at: row.time("created_at")?,
        version: row.number("version")?,
    })
}
