//! Portals, and who can see them.

use domain::policy::Scope;
use domain::portal::{AccessLevel, Portal};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row as _};
use wire::ids::{MembershipId, PortalId, TeamId};
use wire::portals::AccessListEntry;
use wire::time::Time;

use super::packages::{json, name_key, optional_id};
use super::row::Columns as _;
use super::write::{self, insert_into};
use super::{Connection, StoreError, StoreResult, Tx, places, select_to_change, select_to_rely_on};

/// A member of a Team, and which regular Portals they can see. Private ones are visible to the members on their access
/// lists.
#[derive(Debug, Clone)]
pub struct PortalViewer {
    pub membership_id: MembershipId,
    pub scope: Scope,
}

impl PortalViewer {
    /// The only place that decides which rows of `portals` a member can see. `place` is the placeholder of the
    /// membership's id.
    pub(super) fn condition(&self, place: &str) -> String {
        let spaces =
            format!("teamspace_id IN (SELECT teamspace_id FROM teamspace_memberships WHERE membership_id = {place})");
        let regular = match self.scope {
            Scope::All => "1 = 1".to_owned(),
            Scope::Spaces => format!("(teamspace_id = '' OR {spaces})"),
            Scope::Granted => spaces,
            Scope::Own | Scope::Nothing => "1 = 0".to_owned(),
        };
        format!(
            "((access_level = 'regular' AND {regular}) OR (access_level = 'private'
                 AND id IN (SELECT portal_id FROM portal_access WHERE membership_id = {place})))"
        )
    }
}

pub async fn insert(connection: &mut Connection, portal: &Portal) -> StoreResult<()> {
    insert_into("portals")
        .value("id", portal.id.as_str())
        .value("team_id", portal.team_id.as_str())
        .value("creator_id", portal.creator_id.as_str())
        .value("teamspace_id", portal.teamspace_id.as_ref().map_or("", |id| id.as_str()))
        .value("tag_id", portal.tag_id.as_ref().map_or("", |id| id.as_str()))
        .value("name", portal.name.as_str())
        .value("name_key", name_key(&portal.name))
        .value("subdomain", portal.subdomain.as_str())
        .value("active", i64::from(portal.active))
        .value("access_level", portal.access_level.as_str())
        .value("access_code", portal.access_code.as_deref())
        .value("download_password", portal.download_password.as_deref())
        .value("download_password_hash", portal.download_password_hash.as_deref())
        .value("expiry", portal.expiry.map(Time::as_millis))
        .value("recipients", json(&portal.recipients))
        .value("settings", settings(portal)?)
        .value("created_at", portal.created_at.as_millis())
        .value("updated_at", portal.updated_at.as_millis())
        .value("version", portal.version)
        .execute(connection)
        .await?;
    Ok(())
}

/// Updates `portal` if its version has not changed since it was read.
pub async fn update(connection: &mut Connection, portal: &Portal) -> StoreResult<()> {
    write::update("portals")
        .value("teamspace_id", portal.teamspace_id.as_ref().map_or("", |id| id.as_str()))
        .value("tag_id", portal.tag_id.as_ref().map_or("", |id| id.as_str()))
        .value("name", portal.name.as_str())
        .value("name_key", name_key(&portal.name))
        .value("subdomain", portal.subdomain.as_str())
        .value("active", i64::from(portal.active))
        .value("access_level", portal.access_level.as_str())
        .value("access_code", portal.access_code.as_deref())
        .value("download_password", portal.download_password.as_deref())
        .value("download_password_hash", portal.download_password_hash.as_deref())
        .value("expiry", portal.expiry.map(Time::as_millis))
        .value("recipients", json(&portal.recipients))
        .value("settings", settings(portal)?)
        .value("updated_at", portal.updated_at.as_millis())
        .value("deleted_at", portal.deleted_at.map(Time::as_millis))
        .over_version(connection, portal.id.as_str(), portal.version)
        .await
}

fn settings(portal: &Portal) -> StoreResult<String> {
    serde_json::to_string(&portal.settings)
        .map_err(|error| StoreError::Corrupt { column: "settings", value: error.to_string() })
}

/// The Portal, unless it was deleted.
pub async fn by_id(connection: &mut Connection, id: &PortalId) -> StoreResult<Option<Portal>> {
    let row = sqlx::query("SELECT * FROM portals WHERE id = $1 AND deleted_at IS NULL")
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(portal).transpose()
}

/// The Portal of a package, even if it was deleted since.
pub async fn of_package(connection: &mut Connection, id: &PortalId) -> StoreResult<Option<Portal>> {
    let row = sqlx::query("SELECT * FROM portals WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(portal).transpose()
}

pub async fn by_subdomain(connection: &mut Connection, subdomain: &str) -> StoreResult<Option<Portal>> {
    let row = sqlx::query("SELECT * FROM portals WHERE subdomain = $1 AND deleted_at IS NULL")
        .bind(subdomain)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(portal).transpose()
}

/// The Portal, locked until the transaction ends.
pub async fn lock(tx: &mut Tx, id: &PortalId) -> StoreResult<Option<Portal>> {
    let statement = select_to_change(tx, "SELECT * FROM portals WHERE id = $1 AND deleted_at IS NULL");
    let row = sqlx::query(statement).bind(id.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(portal).transpose()
}

/// The Portal, even if it was deleted. Nobody changes it until the transaction ends; others can hold it at the same time.
pub async fn hold(tx: &mut Tx, id: &PortalId) -> StoreResult<Option<Portal>> {
    let statement = select_to_rely_on(tx, "SELECT * FROM portals WHERE id = $1");
    let row = sqlx::query(statement).bind(id.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(portal).transpose()
}

/// Whether a member can see a Portal, deleted or not.
pub async fn is_visible(connection: &mut Connection, viewer: &PortalViewer, id: &PortalId) -> StoreResult<bool> {
    let statement = format!("SELECT id FROM portals WHERE id = $1 AND {}", viewer.condition("$2"));
    let row = sqlx::query(AssertSqlSafe(statement))
        .bind(id.as_str())
        .bind(viewer.membership_id.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Whether a subdomain recently belonged to another Team: old links must not lead to someone new.
pub async fn is_retired(connection: &mut Connection, subdomain: &str, team: &TeamId, now: Time) -> StoreResult<bool> {
    let row =
        sqlx::query("SELECT subdomain FROM former_subdomains WHERE subdomain = $1 AND until > $2 AND team_id <> $3")
            .bind(subdomain)
            .bind(now.as_millis())
            .bind(team.as_str())
            .fetch_optional(connection)
            .await?;
    Ok(row.is_some())
}

pub async fn access_lists(
    connection: &mut Connection,
    portals: &[PortalId],
) -> StoreResult<Vec<(PortalId, AccessListEntry)>> {
    if portals.is_empty() {
        return Ok(Vec::new());
    }
    let statement = format!(
        "SELECT portal_access.portal_id, portal_access.membership_id, users.email,
             CASE WHEN memberships.status = 'active' THEN users.name ELSE memberships.invited_name END AS name
         FROM portal_access
         JOIN memberships ON memberships.id = portal_access.membership_id
         JOIN users ON users.id = memberships.user_id
         WHERE portal_access.portal_id IN ({}) ORDER BY portal_access.portal_id, portal_access.membership_id",
        places(0, portals.len())
    );
    let query = portals.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, id| query.bind(id.as_str()));
    let entry = |row: &AnyRow| {
        let entry = AccessListEntry {
            membership_id: row.id("membership_id")?,
            name: row.text("name")?,
            email: row.text("email")?,
        };
        Ok((row.id("portal_id")?, entry))
    };
    query.fetch_all(connection).await?.iter().map(entry).collect()
}

/// Replaces the access list of a private Portal.
pub async fn set_access_list(
    connection: &mut Connection,
    portal: &PortalId,
    members: &[MembershipId],
) -> StoreResult<()> {
    sqlx::query("DELETE FROM portal_access WHERE portal_id = $1")
        .bind(portal.as_str())
        .execute(&mut *connection)
        .await?;
    for member in members {
        sqlx::query("INSERT INTO portal_access (portal_id, membership_id) VALUES ($1, $2)")
            .bind(portal.as_str())
            .bind(member.as_str())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Gives the Owner access to every private Portal of the Team that nobody else can open: otherwise nobody ever could. Also
/// to deleted ones, since their packages are still there. The caller has locked the Team, so that two members who leave at once do not count on each other. Returns these Portals.
pub async fn inherit(connection: &mut Connection, team: &TeamId) -> StoreResult<Vec<PortalId>> {
    let rows = sqlx::query(
        "INSERT INTO portal_access (portal_id, membership_id)
         SELECT portals.id, owners.id
         FROM portals JOIN memberships AS owners ON owners.team_id = portals.team_id AND owners.role = 'owner'
         WHERE portals.team_id = $1 AND portals.access_level = 'private' AND NOT EXISTS
             (SELECT 1 FROM portal_access
              JOIN memberships AS people ON people.id = portal_access.membership_id AND people.status = 'active'
              WHERE portal_access.portal_id = portals.id)
         ON CONFLICT (portal_id, membership_id) DO NOTHING
         RETURNING portal_id",
    )
    .bind(team.as_str())
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| row.id("portal_id")).collect()
}

/// Records that a subdomain belonged to a Team, when a Portal changes it or is deleted.
pub async fn retire(connection: &mut Connection, portal: &Portal, until: Time) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO former_subdomains (subdomain, team_id, until) VALUES ($1, $2, $3)
         ON CONFLICT (subdomain) DO UPDATE SET team_id = excluded.team_id, until = excluded.until",
    )
    .bind(portal.subdomain.as_str())
    .bind(portal.team_id.as_str())
    .bind(until.as_millis())
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) fn portal(row: &AnyRow) -> StoreResult<Portal> {
    let settings: String = row.try_get("settings")?;
    Ok(Portal {
        id: row.id("id")?,
        team_id: row.id("team_id")?,
        creator_id: row.id("creator_id")?,
        teamspace_id: optional_id(row, "teamspace_id")?,
        tag_id: optional_id(row, "tag_id")?,
        name: row.text("name")?,
        subdomain: row.text("subdomain")?,
        active: row.flag("active")?,
        access_level: row.parsed("access_level", AccessLevel::parse)?,
        access_code: row.optional_text("access_code")?,
        download_password: row.optional_text("download_password")?,
        download_password_hash: row.optional_text("download_password_hash")?,
        expiry: row.optional_time("expiry")?,
        recipients: row.parsed("recipients", |text| serde_json::from_str(text).ok())?,
        settings: serde_json::from_str(&settings)
            .map_err(|error| StoreError::Corrupt { column: "settings", value: error.to_string() })?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
        deleted_at: row.optional_time("deleted_at")?,
        version: row.number("version")?,
    })
}
