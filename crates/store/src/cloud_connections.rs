//! Cloud connections.

use domain::connection::{CloudConnection, ConnectionState, Direction, Gateway, ProviderKind};
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{CloudConnectionId, GatewayId, TeamId};
use wire::time::Time;

use super::portals::PortalViewer;
use super::row::{Columns as _, to_json};
use super::write::{self, insert_into};
use super::{Connection, StoreResult, Tx, select_for_update, select_to_refer_to};

pub async fn insert(connection: &mut Connection, row: &CloudConnection) -> StoreResult<()> {
    insert_into("cloud_connections")
        .value("id", row.id.as_str())
        .value("team_id", row.team_id.as_str())
        .value("name", row.name.as_str())
        .value("provider", row.provider.as_str())
        .value("direction", row.direction.as_str())
        .value("sealed_authorization", row.authorization.as_str())
        .value("destination", row.destination.as_str())
        .value("region", row.region.as_str())
        .value("target_directory", row.target_directory.as_str())
        .value("source_directories", to_json("source_directories", &row.source_directories)?)
        .value("upload_transfer_manifest", i64::from(row.upload_transfer_manifest))
        .value("state", row.state.as_str())
        .value("state_reason", row.state_reason.as_str())
        .value("gateway_id", row.gateway.as_ref().map(|gateway| gateway.id.as_str()))
        .value("gateway_token_hash", row.gateway.as_ref().map(|gateway| gateway.token_hash.as_str()))
        .value("polled_at", row.gateway.as_ref().and_then(|gateway| gateway.polled_at).map(Time::as_millis))
        .value("created_at", row.created_at.as_millis())
        .value("updated_at", row.updated_at.as_millis())
        .value("version", row.version)
        .execute(connection)
        .await?;
    Ok(())
}

/// Updates what a Team can change, if the version has not changed since it was read.
pub async fn update(connection: &mut Connection, row: &CloudConnection) -> StoreResult<()> {
    write::update("cloud_connections")
        .value("name", row.name.as_str())
        .value("sealed_authorization", row.authorization.as_str())
        .value("destination", row.destination.as_str())
        .value("region", row.region.as_str())
        .value("target_directory", row.target_directory.as_str())
        .value("source_directories", to_json("source_directories", &row.source_directories)?)
        .value("upload_transfer_manifest", i64::from(row.upload_transfer_manifest))
        .value("state", row.state.as_str())
        .value("state_reason", row.state_reason.as_str())
        .value("updated_at", row.updated_at.as_millis())
        .only_if("deleted_at IS NULL")
        .over_version(connection, row.id.as_str(), row.version)
        .await
}

/// Records the result of the last transfer or check, without conflicting with concurrent changes of the connection.
pub async fn set_state(
    connection: &mut Connection,
    id: &CloudConnectionId,
    state: ConnectionState,
    reason: &str,
) -> StoreResult<()> {
    sqlx::query("UPDATE cloud_connections SET state = $1, state_reason = $2 WHERE id = $3")
        .bind(state.as_str())
        .bind(reason)
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Records that a gateway asked for work.
pub async fn set_polled(connection: &mut Connection, id: &GatewayId, now: Time) -> StoreResult<()> {
    sqlx::query("UPDATE cloud_connections SET polled_at = $1 WHERE gateway_id = $2")
        .bind(now.as_millis())
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes its credentials, and removes it from every Portal. The row stays for old transfers.
pub async fn delete(tx: &mut Tx, id: &CloudConnectionId, now: Time) -> StoreResult<bool> {
    let deleted = sqlx::query(
        "UPDATE cloud_connections SET deleted_at = $1, sealed_authorization = '', gateway_token_hash = NULL
         WHERE id = $2 AND deleted_at IS NULL",
    )
    .bind(now.as_millis())
    .bind(id.as_str())
    .execute(&mut **tx)
    .await?;
    sqlx::query("DELETE FROM portal_connections WHERE cloud_connection_id = $1")
        .bind(id.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(deleted.rows_affected() == 1)
}

pub async fn by_id(connection: &mut Connection, id: &CloudConnectionId) -> StoreResult<Option<CloudConnection>> {
    let row = sqlx::query("SELECT * FROM cloud_connections WHERE id = $1 AND deleted_at IS NULL")
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(cloud_connection).transpose()
}

/// The connection, locked against changes and deletion until the transaction ends.
pub async fn lock(tx: &mut Tx, id: &CloudConnectionId) -> StoreResult<Option<CloudConnection>> {
    let statement = select_for_update(tx, "SELECT * FROM cloud_connections WHERE id = $1 AND deleted_at IS NULL");
    let row = sqlx::query(statement).bind(id.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(cloud_connection).transpose()
}

/// A connection of the Team that a request names; it cannot be deleted before the transaction ends.
pub async fn refer_to(tx: &mut Tx, team: &TeamId, id: &str) -> StoreResult<Option<CloudConnection>> {
    let statement = "SELECT * FROM cloud_connections WHERE id = $1 AND team_id = $2 AND deleted_at IS NULL";
    let statement = select_to_refer_to(tx, statement, "cloud_connections");
    let row = sqlx::query(statement).bind(id).bind(team.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(cloud_connection).transpose()
}

pub async fn by_gateway(connection: &mut Connection, id: &GatewayId) -> StoreResult<Option<CloudConnection>> {
    let row = sqlx::query("SELECT * FROM cloud_connections WHERE gateway_id = $1 AND deleted_at IS NULL")
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(cloud_connection).transpose()
}

/// The Team's connections, each with the number of Portals that use it and that the viewer can see.
pub async fn of_team(
    connection: &mut Connection,
    viewer: &PortalViewer,
    team: &TeamId,
    only: Option<&CloudConnectionId>,
) -> StoreResult<Vec<(CloudConnection, i64)>> {
    let statement = format!(
        "SELECT cloud_connections.*,
             (SELECT COUNT(*) FROM portal_connections JOIN portals ON portals.id = portal_connections.portal_id
              WHERE portal_connections.cloud_connection_id = cloud_connections.id AND portals.deleted_at IS NULL
                  AND {}) AS portals
         FROM cloud_connections
         WHERE team_id = $1 AND deleted_at IS NULL AND (cloud_connections.id = $3 OR $3 = '')
         ORDER BY cloud_connections.id",
        viewer.condition("$2")
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(team.as_str())
        .bind(viewer.membership_id.as_str())
        .bind(only.map_or("", |id| id.as_str()))
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| Ok((cloud_connection(row)?, row.number("portals")?))).collect()
}

pub async fn count_of_team(connection: &mut Connection, team: &TeamId) -> StoreResult<i64> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM cloud_connections WHERE team_id = $1 AND deleted_at IS NULL")
        .bind(team.as_str())
        .fetch_one(connection)
        .await?)
}

pub(super) fn cloud_connection(row: &AnyRow) -> StoreResult<CloudConnection> {
    let gateway = match row.optional_text("gateway_id")? {
        None => None,
        Some(_) => Some(Gateway {
            id: row.id("gateway_id")?,
            token_hash: row.optional_text("gateway_token_hash")?.unwrap_or_default(),
            polled_at: row.optional_time("polled_at")?,
        }),
    };
    Ok(CloudConnection {
        id: row.id("id")?,
        team_id: row.id("team_id")?,
        name: row.text("name")?,
        provider: row.parsed("provider", ProviderKind::parse)?,
        direction: row.parsed("direction", Direction::parse)?,
        authorization: row.text("sealed_authorization")?,
        destination: row.text("destination")?,
        region: row.text("region")?,
        target_directory: row.text("target_directory")?,
        source_directories: row.json("source_directories")?,
        upload_transfer_manifest: row.flag("upload_transfer_manifest")?,
        state: row.parsed("state", ConnectionState::parse)?,
        state_reason: row.text("state_reason")?,
        gateway,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
        version: row.number("version")?,
    })
}
