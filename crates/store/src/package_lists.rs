//! Lists of packages: every documented filter and sort order, each backed by an index of the Team.

use domain::package::{Package, PackageState};
use wire::ids::{PackageId, PortalId, TeamId, TeamspaceId, UserId};
use wire::time::Time;

use super::conditions::{Conditions, Period, Value};
use super::packages::{name_key, package};
use super::portals::PortalViewer;
use super::row::Columns as _;
use super::{Connection, StoreResult};

/// The packages of a list: what its reader may see, restricted to what they request.
#[derive(Debug, Clone)]
pub struct PackageFilter {
    pub team_id: TeamId,
    pub direction: Direction,
    pub visible: Visibility,
    pub wanted: Wanted,
}

/// The requested filters. Empty lists and `None` do not filter.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    pub states: Vec<PackageState>,
    /// Packages that are due at this time count as expired; with `None`, only those that a sweep has ended.
    pub due_by: Option<Time>,
    /// A part of the name, case-insensitive.
    pub name: Option<String>,
    pub sender: Option<String>,
    pub tags: Vec<String>,
    pub teamspaces: Vec<String>,
    pub created: Period,
    pub expiry: Period,
    pub extra_storage: Option<bool>,
    /// The id or the name of the Portal that it was received through.
    pub portal: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Sent by the Team.
    Sent,
    /// Received through a Portal.
    Received,
    Both,
}

/// What the reader may see at all.
#[derive(Debug, Clone)]
pub enum Visibility {
    All,
    /// Packages in no Teamspace, or in one of these. If a user is given, also what they sent from Teamspaces that were
    /// deleted.
    Spaces(Vec<TeamspaceId>, Option<UserId>),
    /// Packages in this Teamspace.
    Space(TeamspaceId),
    /// Packages received through a Portal that the reader can see.
    Portals(PortalViewer),
    /// Packages received through this Portal.
    Portal(PortalId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    pub field: SortField,
    pub descending: bool,
}

macro_rules! sort_fields {
    ($($name:ident $text:literal $column:literal)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum SortField { $($name),* }

        impl SortField {
            /// The names in the API.
            pub const NAMES: &[&str] = &[$($text),*];

            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$name),)* _ => None }
            }

            const fn column(self) -> &'static str {
                match self { $(Self::$name => $column),* }
            }
        }
    };
}

sort_fields! {
    Name "name" "name_key"
    CreatedAt "created_at" "created_at"
    Size "size" "size"
    UsageTotalBytes "usage_total_bytes" "usage_total_bytes"
    Expiry "expiry" "COALESCE(expiry, 9223372036854775807)"
    Sender "sender" "sender"
    Status "status" "state"
    TeamspaceId "teamspace_id" "teamspace_id"
}

pub async fn page(
    connection: &mut Connection,
    filter: &PackageFilter,
    sort: Sort,
    offset: i64,
    limit: i64,
) -> StoreResult<Vec<Package>> {
    let mut conditions = conditions(filter);
    let direction = if sort.descending { "DESC" } else { "ASC" };
    let (offset, limit) = (conditions.place(Value::Number(offset)), conditions.place(Value::Number(limit)));
    let order = format!("{} {direction}, id {direction}", sort.field.column());
    // The ids are selected first, using only indexes, so that only the rows of the page itself are read.
    let statement = format!(
        "SELECT packages.* FROM
             (SELECT id AS chosen FROM packages WHERE {} ORDER BY {order} LIMIT {limit} OFFSET {offset}) AS page
         JOIN packages ON packages.id = page.chosen ORDER BY {order}",
        conditions.text,
    );
    let rows = conditions.bind(&statement).fetch_all(connection).await?;
    rows.iter().map(package).collect()
}

/// How many match, on all pages.
pub async fn total(connection: &mut Connection, filter: &PackageFilter) -> StoreResult<i64> {
    let conditions = conditions(filter);
    let statement = format!("SELECT COUNT(*) AS total FROM packages WHERE {}", conditions.text);
    conditions.bind(&statement).fetch_one(connection).await?.number("total")
}

/// Newest first, after a given one.
pub async fn newest_after(
    connection: &mut Connection,
    filter: &PackageFilter,
    after: Option<(Time, &PackageId)>,
    limit: i64,
) -> StoreResult<Vec<Package>> {
    let mut conditions = conditions(filter);
    if let Some((created_at, id)) = after {
        let (time, id) = (
            conditions.place(Value::Number(created_at.as_millis())),
            conditions.place(Value::Text(id.as_str().to_owned())),
        );
        conditions.and(&format!("(created_at, id) < ({time}, {id})"));
    }
    let limit = conditions.place(Value::Number(limit));
    let statement =
        format!("SELECT * FROM packages WHERE {} ORDER BY created_at DESC, id DESC LIMIT {limit}", conditions.text);
    let rows = conditions.bind(&statement).fetch_all(connection).await?;
    rows.iter().map(package).collect()
}

/// The conditions that every statement of a list shares.
pub(super) fn conditions(filter: &PackageFilter) -> Conditions {
    // Written as a literal, not bound, so that the partial index for received packages can be used.
    let direction = match filter.direction {
        Direction::Sent => "received = 0",
        Direction::Received => "received = 1",
        Direction::Both => "received IN (0, 1)",
    };
    let team = vec![Value::Text(filter.team_id.as_str().to_owned())];
    let mut conditions = Conditions::begin(&format!("team_id = $1 AND {direction}"), team);
    restrict(&mut conditions, &filter.visible);
    let wanted = &filter.wanted;
    in_state(&mut conditions, wanted);
    conditions.one_of("tag_id", wanted.tags.iter().cloned());
    conditions.one_of("teamspace_id", wanted.teamspaces.iter().cloned());
    if let Some(portal) = &wanted.portal {
        let id = conditions.place(Value::Text(portal.clone()));
        let name = conditions.place(Value::Text(name_key(portal)));
        conditions.and(&format!(
            "portal_id IN (SELECT id FROM portals WHERE team_id = $1 AND (id = {id} OR name_key = {name}))"
        ));
    }
    if let Some(name) = &wanted.name {
        conditions.contains("name_key", &name_key(name));
    }
    if let Some(sender) = &wanted.sender {
        conditions.compare("sender = {}", Value::Text(sender.clone()));
    }
    if let Some(extra_storage) = wanted.extra_storage {
        conditions.compare("extra_storage = {}", Value::Number(i64::from(extra_storage)));
    }
    conditions.within("created_at", wanted.created);
    conditions.within("COALESCE(expiry, 9223372036854775807)", wanted.expiry);
    if wanted.expiry.start.is_some() || wanted.expiry.end.is_some() {
        conditions.and("expiry IS NOT NULL");
    }
    conditions
}

fn in_state(conditions: &mut Conditions, wanted: &Wanted) {
    let names = wanted.states.iter().map(|state| state.as_str().to_owned());
    let has = |state: &PackageState| wanted.states.contains(state);
    let alive = PackageState::ALL.iter().filter(|state| state.is_alive() && has(state)).count();
    // A package that is due has only moved from one of these states to another.
    let is_same_when_due = wanted.states.is_empty() || (has(&PackageState::Expired) && alive == 2);
    let Some(now) = wanted.due_by.filter(|_| !is_same_when_due) else { return conditions.one_of("state", names) };
    let now = conditions.place(Value::Number(now.as_millis()));
    // Few at any time, and their ids are in an index of their own: the index of the list does not need more columns.
    let due = format!(
        "(SELECT id FROM packages WHERE expiry IS NOT NULL AND state IN ('new', 'finalized') AND expiry <= {now})"
    );
    if has(&PackageState::Expired) {
        let names: Vec<String> = names.map(|name| conditions.place(Value::Text(name))).collect();
        conditions.and(&format!("(state IN ({}) OR id IN {due})", names.join(", ")));
        return;
    }
    conditions.one_of("state", names);
    if alive > 0 {
        conditions.and(&format!("id NOT IN {due}"));
    }
}

fn restrict(conditions: &mut Conditions, visible: &Visibility) {
    match visible {
        Visibility::All => {}
        Visibility::Spaces(spaces, sender) => {
            let open = std::iter::once(String::new()).chain(spaces.iter().map(ToString::to_string));
            let Some(sender) = sender else { return conditions.one_of("teamspace_id", open) };
            let open: Vec<String> = open.map(|space| conditions.place(Value::Text(space))).collect();
            let sender = conditions.place(Value::Text(sender.to_string()));
            conditions.and(&format!(
                "(teamspace_id IN ({}) OR (creator_id = {sender} AND teamspace_id IN
                     (SELECT id FROM teamspaces WHERE team_id = $1 AND deleted_at IS NOT NULL)))",
                open.join(", ")
            ));
        }
        Visibility::Space(space) => conditions.compare("teamspace_id = {}", Value::Text(space.to_string())),
        Visibility::Portal(portal) => conditions.compare("portal_id = {}", Value::Text(portal.to_string())),
        Visibility::Portals(viewer) => {
            let place = conditions.place(Value::Text(viewer.membership_id.to_string()));
            let seen = viewer.condition(&place);
            conditions.and(&format!("portal_id IN (SELECT id FROM portals WHERE team_id = $1 AND {seen})"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SortField;

    #[test]
    fn sort_fields_are_the_documented_ones() {
        let documented =
            ["name", "created_at", "size", "usage_total_bytes", "expiry", "sender", "status", "teamspace_id"];
        assert_eq!(SortField::NAMES, documented);
        assert!(documented.iter().all(|name| SortField::parse(name).is_some()));
        assert_eq!(SortField::parse("password_hash"), None);
    }
}
