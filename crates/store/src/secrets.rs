//! Which secrets servers run with, and secrets that once signed tokens.

use sqlx::any::AnyRow;
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreResult};

/// A secret that signed tokens itself. Data keys do that now.
pub struct FormerSecret {
    pub id: String,
    pub sealed: String,
    pub signed_until: Time,
}

/// Keeps the secret that signed tokens before data keys did, once.
pub async fn keep_former(connection: &mut Connection, secret: &FormerSecret) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO former_secrets (id, sealed, signed_until) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
    )
    .bind(secret.id.as_str())
    .bind(secret.sealed.as_str())
    .bind(secret.signed_until.as_millis())
    .execute(&mut *connection)
    .await?;
    sqlx::query("UPDATE data_keys SET signs = 1 WHERE signs = 0").execute(connection).await?;
    Ok(())
}

pub async fn former(connection: &mut Connection) -> StoreResult<Vec<FormerSecret>> {
    let rows = sqlx::query("SELECT id, sealed, signed_until FROM former_secrets ORDER BY signed_until DESC, id")
        .fetch_all(connection)
        .await?;
    rows.iter().map(former_secret).collect()
}

fn former_secret(row: &AnyRow) -> StoreResult<FormerSecret> {
    Ok(FormerSecret { id: row.text("id")?, sealed: row.text("sealed")?, signed_until: row.time("signed_until")? })
}

pub async fn forget_former(connection: &mut Connection) -> StoreResult<()> {
    sqlx::query("DELETE FROM former_secrets").execute(connection).await?;
    Ok(())
}

/// Records that a server runs with a secret.
pub async fn note_use(connection: &mut Connection, secret_id: &str, now: Time) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO secret_uses (secret_id, used_at) VALUES ($1, $2)
         ON CONFLICT (secret_id) DO UPDATE SET used_at = excluded.used_at",
    )
    .bind(secret_id)
    .bind(now.as_millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// When a server last ran with another secret than this one.
pub async fn last_use_of_others(connection: &mut Connection, secret_id: &str) -> StoreResult<Option<Time>> {
    let row = sqlx::query("SELECT used_at FROM secret_uses WHERE secret_id <> $1 ORDER BY used_at DESC LIMIT 1")
        .bind(secret_id)
        .fetch_optional(connection)
        .await?;
    row.map(|row| row.time("used_at")).transpose()
}

pub async fn forget_uses_of_others(connection: &mut Connection, secret_id: &str) -> StoreResult<()> {
    sqlx::query("DELETE FROM secret_uses WHERE secret_id <> $1").bind(secret_id).execute(connection).await?;
    Ok(())
}
