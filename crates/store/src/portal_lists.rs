//! Lists of the Portals that a member can see.

use domain::portal::Portal;
use wire::ids::{PortalId, TeamId};
use wire::portals::PortalSettings;
use wire::time::Time;

use super::conditions::{Conditions, Period, Value};
use super::packages::name_key;
use super::portals::{PortalViewer, portal};
use super::row::Columns as _;
use super::{Connection, StoreResult};

/// A filter for Portals. Empty lists and `None` do not filter.
#[derive(Debug, Clone)]
pub struct PortalFilter {
    pub team_id: TeamId,
    pub viewer: PortalViewer,
    /// A part of the name, case-insensitive.
    pub name: Option<String>,
    pub subdomain: Option<String>,
    pub active: Option<bool>,
    pub tags: Vec<String>,
    pub teamspaces: Vec<String>,
    pub created: Period,
}

impl PortalFilter {
    /// All Portals that a member can see.
    pub const fn all(team_id: TeamId, viewer: PortalViewer) -> Self {
        Self {
            team_id,
            viewer,
            name: None,
            subdomain: None,
            active: None,
            tags: Vec::new(),
            teamspaces: Vec::new(),
            created: Period { start: None, end: None },
        }
    }
}

/// The sort fields of the API, with their columns.
pub const SORT_FIELDS: [(&str, &str); 5] = [
    ("name", "name_key"),
    ("created_at", "created_at"),
    ("updated_at", "updated_at"),
    ("subdomain", "subdomain"),
    ("active", "active"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PortalSort {
    column: &'static str,
    descending: bool,
}

impl PortalSort {
    pub const NEWEST_FIRST: Self = Self { column: "created_at", descending: true };

    /// `field`, or `-field` for descending order.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        let field = SORT_FIELDS.iter().find(|(field, _)| *field == name);
        field.map(|(_, column)| Self { column, descending })
    }
}

pub async fn page(
    connection: &mut Connection,
    filter: &PortalFilter,
    sort: PortalSort,
    offset: i64,
    limit: i64,
) -> StoreResult<Vec<Portal>> {
    let mut conditions = conditions(filter);
    let direction = if sort.descending { "DESC" } else { "ASC" };
    let (offset, limit) = (conditions.place(Value::Number(offset)), conditions.place(Value::Number(limit)));
    let statement = format!(
        "SELECT * FROM portals WHERE {} ORDER BY {} {direction}, id {direction} LIMIT {limit} OFFSET {offset}",
        conditions.text, sort.column,
    );
    conditions.bind(&statement).fetch_all(connection).await?.iter().map(portal).collect()
}

/// How many match, on all pages.
pub async fn total(connection: &mut Connection, filter: &PortalFilter) -> StoreResult<i64> {
    let conditions = conditions(filter);
    let statement = format!("SELECT COUNT(*) AS total FROM portals WHERE {}", conditions.text);
    conditions.bind(&statement).fetch_one(connection).await?.number("total")
}

/// Newest first, after a given one.
pub async fn newest_after(
    connection: &mut Connection,
    filter: &PortalFilter,
    after: Option<(Time, &PortalId)>,
    limit: i64,
) -> StoreResult<Vec<Portal>> {
    let mut conditions = conditions(filter);
    if let Some((created_at, id)) = after {
        let time = conditions.place(Value::Number(created_at.as_millis()));
        let id = conditions.place(Value::Text(id.to_string()));
        conditions.and(&format!("(created_at, id) < ({time}, {id})"));
    }
    let limit = conditions.place(Value::Number(limit));
    let statement =
        format!("SELECT * FROM portals WHERE {} ORDER BY created_at DESC, id DESC LIMIT {limit}", conditions.text);
    conditions.bind(&statement).fetch_all(connection).await?.iter().map(portal).collect()
}

fn conditions(filter: &PortalFilter) -> Conditions {
    let values = vec![Value::Text(filter.team_id.to_string()), Value::Text(filter.viewer.membership_id.to_string())];
    let seen = filter.viewer.condition("$2");
    let text = format!("team_id = $1 AND deleted_at IS NULL AND {seen}");
    let mut conditions = Conditions::begin(&text, values);
    conditions.one_of("tag_id", filter.tags.iter().cloned());
    conditions.one_of("teamspace_id", filter.teamspaces.iter().cloned());
    if let Some(name) = &filter.name {
        conditions.contains("name_key", &name_key(name));
    }
    if let Some(subdomain) = &filter.subdomain {
        conditions.compare("subdomain = {}", Value::Text(subdomain.clone()));
    }
    if let Some(active) = filter.active {
        conditions.compare("active = {}", Value::Number(i64::from(active)));
    }
    conditions.within("created_at", filter.created);
    conditions
}

/// The settings of Portals with a limit, and what they hold. `usual` is the limit of all Portals; 0 means none.
pub async fn with_limit(connection: &mut Connection, usual: i64) -> StoreResult<Vec<(PortalSettings, i64)>> {
    let rows = sqlx::query(
        "SELECT portals.*, CAST((SELECT COALESCE(SUM(bytes), 0) FROM held_bytes
             WHERE held_bytes.team_id = portals.team_id AND portal_id = portals.id) AS BIGINT) AS held
         FROM portals WHERE deleted_at IS NULL AND (CAST($1 AS BIGINT) > 0
             OR (settings LIKE '%\"max_stored_bytes\":%' AND settings NOT LIKE '%\"max_stored_bytes\":0,%'))",
    )
    .bind(usual)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((portal(row)?.settings, row.number("held")?))).collect()
}

/// The Portals with a limit per hour of their own.
pub async fn with_limit_per_hour(connection: &mut Connection) -> StoreResult<Vec<Portal>> {
    let rows = sqlx::query(
        "SELECT * FROM portals WHERE deleted_at IS NULL AND
             ((settings LIKE '%\"max_packages_per_hour\":%' AND settings NOT LIKE '%\"max_packages_per_hour\":0,%')
             OR (settings LIKE '%\"max_entries_per_hour\":%' AND settings NOT LIKE '%\"max_entries_per_hour\":0,%'))",
    )
    .fetch_all(connection)
    .await?;
    rows.iter().map(portal).collect()
}
