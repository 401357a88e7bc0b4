//! The wrapped data keys that secrets are sealed with.

use wire::ids::DataKeyId;
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreResult};

pub struct DataKeyRow {
    pub id: DataKeyId,
    pub wrapped: String,
}

/// If another process is inserting a key with the same id, waits for it and keeps that key.
pub async fn insert_unless_exists(connection: &mut Connection, key: &DataKeyRow, now: Time) -> StoreResult<()> {
    sqlx::query("INSERT INTO data_keys (id, wrapped, created_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING")
        .bind(key.id.as_str())
        .bind(key.wrapped.as_str())
        .bind(now.as_millis())
        .execute(connection)
        .await?;
    Ok(())
}

/// Oldest first: the last one seals, all of them can open.
pub async fn all(connection: &mut Connection) -> StoreResult<Vec<DataKeyRow>> {
    let rows = sqlx::query("SELECT id, wrapped FROM data_keys ORDER BY created_at, id").fetch_all(connection).await?;
    rows.iter().map(|row| Ok(DataKeyRow { id: row.id("id")?, wrapped: row.text("wrapped")? })).collect()
}
