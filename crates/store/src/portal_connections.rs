//! The connections to which a Portal's packages are forwarded automatically.

use domain::connection::CloudConnection;
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{CloudConnectionId, FilterId, PortalId};

use super::cloud_connections::cloud_connection;
use super::portals::PortalViewer;
use super::row::Columns as _;
use super::{Connection, StoreResult, places};

/// A connection of a Portal, with its filter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Attached {
    pub connection: CloudConnectionId,
    pub filter: Option<FilterId>,
}

/// A connection of a Portal as its readers see it.
pub struct AttachedConnection {
    pub connection: CloudConnection,
    pub filter: Option<FilterId>,
    /// How many regular Portals use it, including this one.
    pub portals: i64,
}

/// In the order of the connections' ids.
pub async fn of_portals(
    connection: &mut Connection,
    portals: &[PortalId],
) -> StoreResult<Vec<(PortalId, AttachedConnection)>> {
    if portals.is_empty() {
        return Ok(Vec::new());
    }
    let statement = format!(
        "SELECT cloud_connections.*, portal_connections.portal_id, portal_connections.filter_id,
             (SELECT COUNT(*) FROM portal_connections AS uses JOIN portals ON portals.id = uses.portal_id
              WHERE uses.cloud_connection_id = cloud_connections.id AND portals.deleted_at IS NULL
                  AND (portals.access_level = 'regular' OR portals.id = portal_connections.portal_id)) AS portals
         FROM portal_connections JOIN cloud_connections ON cloud_connections.id = portal_connections.cloud_connection_id
         WHERE portal_connections.portal_id IN ({}) AND cloud_connections.deleted_at IS NULL
         ORDER BY cloud_connections.id",
        places(0, portals.len())
    );
    let query = portals.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, id| query.bind(id.as_str()));
    let attached = |row: &AnyRow| {
        let attached = AttachedConnection {
            connection: cloud_connection(row)?,
            filter: filter(row)?,
            portals: row.number("portals")?,
        };
        Ok((row.id("portal_id")?, attached))
    };
    query.fetch_all(connection).await?.iter().map(attached).collect()
}

fn filter(row: &AnyRow) -> StoreResult<Option<FilterId>> {
    row.optional_text("filter_id")?.map(|_| row.id("filter_id")).transpose()
}

/// Replaces the connections of a Portal.
pub async fn set(connection: &mut Connection, portal: &PortalId, attached: &[Attached]) -> StoreResult<()> {
    sqlx::query("DELETE FROM portal_connections WHERE portal_id = $1")
        .bind(portal.as_str())
        .execute(&mut *connection)
        .await?;
    for one in attached {
        sqlx::query("INSERT INTO portal_connections (portal_id, cloud_connection_id, filter_id) VALUES ($1, $2, $3)")
            .bind(portal.as_str())
            .bind(one.connection.as_str())
            .bind(one.filter.as_ref().map(FilterId::as_str))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Whether a connection is attached to a Portal that the viewer cannot see.
pub async fn has_hidden_portal(
    connection: &mut Connection,
    viewer: &PortalViewer,
    id: &CloudConnectionId,
) -> StoreResult<bool> {
    is_hidden(connection, viewer, "cloud_connection_id", id.as_str()).await
}

/// Whether a package that the viewer cannot see is on its way through a connection, or may follow: visitors may still
/// finish what they began in a Portal that was deleted since.
pub async fn has_hidden_package(
    connection: &mut Connection,
    viewer: &PortalViewer,
    sees_all_sent: bool,
    id: &CloudConnectionId,
) -> StoreResult<bool> {
    let seen = viewer.condition("$2");
    let hidden_sent = if sees_all_sent {
        ""
    } else {
        "OR (received = 0 AND teamspace_id <> '' AND teamspace_id NOT IN
             (SELECT teamspace_id FROM teamspace_memberships WHERE membership_id = $2))"
    };
    let statement = format!(
        "SELECT COUNT(*) FROM packages WHERE id IN (
             SELECT package_id FROM transfers WHERE cloud_connection_id = $1 AND state IN ('pending', 'transferring')
             UNION ALL SELECT begun.id FROM portal_connections AS attached
                 JOIN portals ON portals.id = attached.portal_id
                 JOIN packages AS begun ON begun.team_id = portals.team_id AND begun.portal_id = portals.id
             WHERE attached.cloud_connection_id = $1 AND portals.deleted_at IS NOT NULL AND begun.state = 'new')
         AND ((received = 1 AND portal_id NOT IN (SELECT id FROM portals WHERE {seen})) {hidden_sent})"
    );
    let query = sqlx::query_scalar(AssertSqlSafe(statement)).bind(id.as_str()).bind(viewer.membership_id.as_str());
    let hidden: i64 = query.fetch_one(connection).await?;
    Ok(hidden > 0)
}

/// Whether a Portal that the viewer cannot see uses a filter.
pub async fn hides_use_of_filter(
    connection: &mut Connection,
    viewer: &PortalViewer,
    id: &FilterId,
) -> StoreResult<bool> {
    is_hidden(connection, viewer, "filter_id", id.as_str()).await
}

async fn is_hidden(
    connection: &mut Connection,
    viewer: &PortalViewer,
    column: &'static str,
    id: &str,
) -> StoreResult<bool> {
    let statement = format!(
        "SELECT COUNT(*) FROM portal_connections WHERE {column} = $1
             AND portal_id IN (SELECT id FROM portals WHERE deleted_at IS NULL AND NOT {})",
        viewer.condition("$2")
    );
    let query = sqlx::query_scalar(AssertSqlSafe(statement)).bind(id).bind(viewer.membership_id.as_str());
    let hidden: i64 = query.fetch_one(connection).await?;
    Ok(hidden > 0)
}

/// How many Portals use a filter: live ones, and deleted ones to which visitors still send packages that have not kept the
/// rules for this connection.
pub async fn uses_of_filter(connection: &mut Connection, filter: &FilterId) -> StoreResult<i64> {
    Ok(sqlx::query_scalar(
        "SELECT COUNT(*) FROM portal_connections JOIN portals ON portals.id = portal_connections.portal_id
         WHERE portal_connections.filter_id = $1 AND (portals.deleted_at IS NULL OR EXISTS (
             SELECT 1 FROM packages WHERE packages.team_id = portals.team_id AND packages.portal_id = portals.id
                 AND packages.state = 'new'
                 AND NOT EXISTS (SELECT 1 FROM package_filters WHERE package_filters.package_id = packages.id
                     AND package_filters.cloud_connection_id = portal_connections.cloud_connection_id)))",
    )
    .bind(filter.as_str())
    .fetch_one(connection)
    .await?)
}

/// Removes a filter from deleted Portals, which would otherwise prevent its deletion.
pub async fn forget_filter(connection: &mut Connection, filter: &FilterId) -> StoreResult<()> {
    sqlx::query(
        "UPDATE portal_connections SET filter_id = NULL WHERE filter_id = $1
             AND portal_id IN (SELECT id FROM portals WHERE deleted_at IS NOT NULL)",
    )
    .bind(filter.as_str())
    .execute(connection)
    .await?;
    Ok(())
}
