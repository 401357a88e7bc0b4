//! The wrapped data keys that secrets are sealed with, and that everything else is derived from.

use sqlx::any::AnyRow;
use wire::ids::DataKeyId;
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreResult, Tx, select_for_update};

pub struct DataKeyRow {
    pub id: DataKeyId,
    pub wrapped: String,
}

/// If another process is inserting a key with the same id, waits for it and keeps that key.
pub async fn insert_unless_exists(connection: &mut Connection, key: &DataKeyRow, now: Time) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO data_keys (id, wrapped, created_at, signs) VALUES ($1, $2, $3, 1) ON CONFLICT (id) DO NOTHING",
    )
    .bind(key.id.as_str())
    .bind(key.wrapped.as_str())
    .bind(now.as_millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// A data key, as someone with a certain secret finds it.
pub struct HeldDataKey {
    pub id: DataKeyId,
    /// Under the secret of the installation.
    pub wrapped: String,
    /// Under the secret of the one who asks, if it is a new one that was added.
    pub also_wrapped: Option<String>,
    pub created_at: Time,
    pub is_retired: bool,
    /// Whether it signs tokens. In the version before, the secret did.
    pub signs: bool,
}

/// Oldest first.
pub async fn held_by(connection: &mut Connection, secret_id: &str) -> StoreResult<Vec<HeldDataKey>> {
    let rows = sqlx::query(
        "SELECT data_keys.id, data_keys.wrapped, data_keys.created_at, data_keys.retired_at, data_keys.signs,
             wrapped_keys.wrapped AS also_wrapped
         FROM data_keys
         LEFT JOIN wrapped_keys ON wrapped_keys.data_key_id = data_keys.id AND wrapped_keys.secret_id = $1
         ORDER BY data_keys.created_at, data_keys.id",
    )
    .bind(secret_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(held).collect()
}

fn held(row: &AnyRow) -> StoreResult<HeldDataKey> {
    Ok(HeldDataKey {
        id: row.id("id")?,
        wrapped: row.text("wrapped")?,
        also_wrapped: row.optional_text("also_wrapped")?,
        created_at: row.time("created_at")?,
        is_retired: row.optional_time("retired_at")?.is_some(),
        signs: row.flag("signs")?,
    })
}

/// Replaces the wrapping under the secret of the installation.
pub async fn wrap(connection: &mut Connection, key: &DataKeyRow) -> StoreResult<()> {
    sqlx::query("UPDATE data_keys SET wrapped = $1 WHERE id = $2")
        .bind(key.wrapped.as_str())
        .bind(key.id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Corrects data keys that a clock made which was ahead: those from later than `latest` become as old as `now`. Otherwise
/// they would be newer than the ones that follow.
pub async fn bring_forward(connection: &mut Connection, latest: Time, now: Time) -> StoreResult<bool> {
    let corrected = sqlx::query("UPDATE data_keys SET created_at = $1 WHERE created_at > $2")
        .bind(now.as_millis())
        .bind(latest.as_millis())
        .execute(connection)
        .await?;
    Ok(corrected.rows_affected() > 0)
}

/// Locks all data keys until the transaction ends, so that only one rotation begins.
pub async fn lock(tx: &mut Tx) -> StoreResult<()> {
    let statement = select_for_update(tx, "SELECT id FROM data_keys ORDER BY id");
    sqlx::query(statement).fetch_all(&mut **tx).await?;
    Ok(())
}

/// Adds a wrapping under a new secret, unless there is one.
pub async fn wrap_also(connection: &mut Connection, secret_id: &str, key: &DataKeyRow, now: Time) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO wrapped_keys (secret_id, data_key_id, wrapped, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (secret_id, data_key_id) DO NOTHING",
    )
    .bind(secret_id)
    .bind(key.id.as_str())
    .bind(key.wrapped.as_str())
    .bind(now.as_millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// The new secret that was added, while it replaces the secret of the installation.
pub async fn added_secret(connection: &mut Connection) -> StoreResult<Option<String>> {
    let row = sqlx::query("SELECT secret_id FROM wrapped_keys ORDER BY created_at, secret_id LIMIT 1")
        .fetch_optional(connection)
        .await?;
    row.map(|row| row.text("secret_id")).transpose()
}

pub async fn remove_also_wrapped(connection: &mut Connection) -> StoreResult<()> {
    sqlx::query("DELETE FROM wrapped_keys").execute(connection).await?;
    Ok(())
}

/// From now on, tokens of all other data keys are refused.
pub async fn retire_all_but(connection: &mut Connection, id: &DataKeyId, now: Time) -> StoreResult<()> {
    sqlx::query("UPDATE data_keys SET retired_at = $1 WHERE id <> $2 AND retired_at IS NULL")
        .bind(now.as_millis())
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Oldest first: the last one seals, all of them can open.
pub async fn all(connection: &mut Connection) -> StoreResult<Vec<DataKeyRow>> {
    let rows = sqlx::query("SELECT id, wrapped FROM data_keys ORDER BY created_at, id").fetch_all(connection).await?;
    rows.iter().map(|row| Ok(DataKeyRow { id: row.id("id")?, wrapped: row.text("wrapped")? })).collect()
}
