//! The filter rules of a Portal as they were when a package was begun: they hold for it whatever is changed or deleted
//! before it is complete.

use std::collections::HashMap;

use wire::filters::FilterRule;
use wire::ids::{CloudConnectionId, PackageId};

use super::row::{Columns as _, to_json};
use super::{Connection, StoreResult, Tx};

/// Keeps the rules for each connection of the Portal; no rules send everything.
pub async fn keep(tx: &mut Tx, package: &PackageId, rules: &[(CloudConnectionId, Vec<FilterRule>)]) -> StoreResult<()> {
    for (connection, rules) in rules {
        sqlx::query("INSERT INTO package_filters (package_id, cloud_connection_id, rules) VALUES ($1, $2, $3)")
            .bind(package.as_str())
            .bind(connection.as_str())
            .bind(to_json("rules", rules)?)
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}

/// The rules that were kept, by connection. A connection that was attached later has none.
pub async fn kept(
    connection: &mut Connection,
    package: &PackageId,
) -> StoreResult<HashMap<CloudConnectionId, Vec<FilterRule>>> {
    let rows = sqlx::query("SELECT cloud_connection_id, rules FROM package_filters WHERE package_id = $1")
        .bind(package.as_str())
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| Ok((row.id("cloud_connection_id")?, row.json("rules")?))).collect()
}

/// The package is complete, and its transfers have copies; or it is gone.
pub async fn forget(connection: &mut Connection, package: &PackageId) -> StoreResult<()> {
    sqlx::query("DELETE FROM package_filters WHERE package_id = $1").bind(package.as_str()).execute(connection).await?;
    Ok(())
}
