//! API keys, found by the hash of their secret.

use domain::api_key::{ApiKey, KeySwitch};
use domain::key_scope::KeyScopes;
use sqlx::any::AnyRow;
use wire::ids::{ApiKeyId, TeamId, UserId};
use wire::time::Time;

use super::row::Columns as _;
use super::write::insert_into;
use super::{Connection, StoreError, StoreResult};

pub async fn insert(connection: &mut Connection, key: &ApiKey, key_hash: &str) -> StoreResult<()> {
    insert_into("api_keys")
        .value("id", key.id.as_str())
        .value("team_id", key.team_id.as_str())
        .value("creator_id", key.creator_id.as_str())
        .value("key_hash", key_hash)
        .value("name", key.name.as_str())
        .value("description", key.description.as_str())
        .value("expiry", key.expiry.map(Time::as_millis))
        .value("state", key.switch.as_str())
        .value("scopes", key.scopes.to_string())
        .value("created_at", key.created_at.as_millis())
        .value("updated_at", key.updated_at.as_millis())
        .value("last_request_at", key.last_request_at.map(Time::as_millis))
        .value("version", key.version)
        .execute(connection)
        .await?;
    Ok(())
}

/// Updates `key` if its version has not changed since it was read.
pub async fn update(connection: &mut Connection, key: &ApiKey) -> StoreResult<()> {
    let written = sqlx::query(
        "UPDATE api_keys
         SET name = $1, description = $2, expiry = $3, state = $4, scopes = $5, updated_at = $6, version = version + 1
         WHERE id = $7 AND version = $8",
    )
    .bind(key.name.as_str())
    .bind(key.description.as_str())
    .bind(key.expiry.map(Time::as_millis))
    .bind(key.switch.as_str())
    .bind(key.scopes.to_string())
    .bind(key.updated_at.as_millis())
    .bind(key.id.as_str())
    .bind(key.version)
    .execute(connection)
    .await?;
    if written.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

/// Records that the key was used. This is not a change of the key, so its version stays.
pub async fn touch(connection: &mut Connection, id: &ApiKeyId, now: Time) -> StoreResult<()> {
    sqlx::query("UPDATE api_keys SET last_request_at = $1 WHERE id = $2")
        .bind(now.as_millis())
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Switches off every key that someone created in a Team.
pub async fn deactivate_of_creator(
    connection: &mut Connection,
    team: &TeamId,
    creator: &UserId,
    now: Time,
) -> StoreResult<()> {
    sqlx::query(
        "UPDATE api_keys SET state = 'inactive', updated_at = $1, version = version + 1
         WHERE team_id = $2 AND creator_id = $3 AND state = 'active'",
    )
    .bind(now.as_millis())
    .bind(team.as_str())
    .bind(creator.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn delete(connection: &mut Connection, id: &ApiKeyId) -> StoreResult<bool> {
    let deleted = sqlx::query("DELETE FROM api_keys WHERE id = $1").bind(id.as_str()).execute(connection).await?;
    Ok(deleted.rows_affected() == 1)
}

pub async fn by_id(connection: &mut Connection, id: &ApiKeyId) -> StoreResult<Option<ApiKey>> {
    let row = sqlx::query("SELECT * FROM api_keys WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(api_key).transpose()
}

pub async fn by_hash(connection: &mut Connection, key_hash: &str) -> StoreResult<Option<ApiKey>> {
    let row =
        sqlx::query("SELECT * FROM api_keys WHERE key_hash = $1").bind(key_hash).fetch_optional(connection).await?;
    row.as_ref().map(api_key).transpose()
}

pub async fn of_team(connection: &mut Connection, team: &TeamId) -> StoreResult<Vec<ApiKey>> {
    let rows = sqlx::query("SELECT * FROM api_keys WHERE team_id = $1 ORDER BY id")
        .bind(team.as_str())
        .fetch_all(connection)
        .await?;
    rows.iter().map(api_key).collect()
}

fn api_key(row: &AnyRow) -> StoreResult<ApiKey> {
    Ok(ApiKey {
        id: row.id("id")?,
        team_id: row.id("team_id")?,
        creator_id: row.id("creator_id")?,
        name: row.text("name")?,
        description: row.text("description")?,
        expiry: row.optional_time("expiry")?,
        switch: row.parsed("state", |text| KeySwitch::parse("state", text).ok())?,
        scopes: row.parsed("scopes", KeyScopes::read)?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
        last_request_at: row.optional_time("last_request_at")?,
        version: row.number("version")?,
    })
}
