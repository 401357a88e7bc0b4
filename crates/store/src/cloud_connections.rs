//! Cloud connections.

use domain::connection::{CloudConnection, ConnectionState, Direction, Gateway, ProviderKind};
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{CloudConnectionId, GatewayId, TeamId};
use wire::time::Time;

use super::portals::PortalViewer;
use super::row::{Columns as _, to_json};
use super::write::{self, insert_into};
use super::{Connection, StoreResult, Tx, gateway_listings, select_for_update, select_to_refer_to};

pub async fn insert(connection: &mut Connection, row: &CloudConnection) -> StoreResult<()> {
    insert_into("cloud_connections")
        .value("id", row.id.as_str())
        .value("team_id", row.team_id.as_str())
        .value("name", row.name.as_str())
        .value("provider", row.provider.as_str())
        .value("provider_alias", row.provider_alias.as_deref().unwrap_or_default())
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
    sqlx::query("UPDATE cloud_connections SET polled_at = $1, silence_told = 0 WHERE gateway_id = $2")
        .bind(now.as_millis())
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Gateways that were last heard of before a given time, and nobody was told. One that may be switched off at any time, or
/// that was never used, is missed only if something waits for it.
pub async fn silent_gateways(connection: &mut Connection, before: Time) -> StoreResult<Vec<CloudConnection>> {
    let rows = sqlx::query(
        "SELECT * FROM cloud_connections
         WHERE gateway_id IS NOT NULL AND deleted_at IS NULL AND silence_told = 0
             AND COALESCE(polled_at, created_at) <= $1
             AND ((polled_at IS NOT NULL AND provider <> 'desktop_sg') OR EXISTS (
                 SELECT 1 FROM transfers WHERE transfers.cloud_connection_id = cloud_connections.id
                     AND transfers.state IN ('pending', 'transferring')))
         ORDER BY id",
    );
    rows.bind(before.as_millis()).fetch_all(connection).await?.iter().map(cloud_connection).collect()
}

/// Records that someone is told of the silence of a gateway. Only the first caller gets true, and none if the gateway was
/// heard of since.
pub async fn mark_silence_told(tx: &mut Tx, id: &CloudConnectionId, before: Time) -> StoreResult<bool> {
    let marked = sqlx::query(
        "UPDATE cloud_connections SET silence_told = 1
         WHERE id = $1 AND silence_told = 0 AND deleted_at IS NULL AND COALESCE(polled_at, created_at) <= $2",
    );
    let marked = marked.bind(id.as_str()).bind(before.as_millis()).execute(&mut **tx).await?;
    Ok(marked.rows_affected() == 1)
}

/// Uploads at the provider that were begun through the connection and not finished.
const HAS_OPEN_UPLOADS: &str =
    "EXISTS (SELECT 1 FROM transfers JOIN transfer_files ON transfer_files.transfer_id = transfers.id
     WHERE transfers.cloud_connection_id = cloud_connections.id AND transfers.direction = 'service_to_cloud'
         AND transfer_files.sent = 0 AND transfer_files.upload <> '')";

/// Removes it from every Portal. Its credentials are kept only if uploads at the provider have to be aborted, until
/// [`forget_credentials`]. The row stays for old transfers. What its agent is asked is deleted too, so that nobody waits for
/// an answer.
pub async fn delete(tx: &mut Tx, id: &CloudConnectionId, now: Time) -> StoreResult<bool> {
    let statement = format!(
        "UPDATE cloud_connections SET deleted_at = $1, gateway_token_hash = NULL,
             sealed_authorization = CASE WHEN {HAS_OPEN_UPLOADS} THEN sealed_authorization ELSE '' END
         WHERE id = $2 AND deleted_at IS NULL"
    );
    let deleted =
        sqlx::query(AssertSqlSafe(statement)).bind(now.as_millis()).bind(id.as_str()).execute(&mut **tx).await?;
    gateway_listings::delete_of_connection(tx, id).await?;
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

/// As [`by_id`], or a deleted one that still has its credentials.
pub async fn with_credentials(
    connection: &mut Connection,
    id: &CloudConnectionId,
) -> StoreResult<Option<CloudConnection>> {
    let row = sqlx::query("SELECT * FROM cloud_connections WHERE id = $1 AND sealed_authorization <> ''")
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(cloud_connection).transpose()
}

/// Forgets the credentials of connections that were deleted before a given time, and of all deleted ones that have nothing
/// left at their provider.
pub async fn forget_credentials(tx: &mut Tx, before: Time) -> StoreResult<u64> {
    let statement = format!(
        "UPDATE cloud_connections SET sealed_authorization = ''
         WHERE deleted_at IS NOT NULL AND sealed_authorization <> '' AND (deleted_at <= $1 OR NOT {HAS_OPEN_UPLOADS})"
    );
    let forgotten = sqlx::query(AssertSqlSafe(statement)).bind(before.as_millis()).execute(&mut **tx).await?;
    Ok(forgotten.rows_affected())
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
        provider_alias: row.optional_text("provider_alias")?.filter(|alias| !alias.is_empty()),
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
