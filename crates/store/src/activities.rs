//! Activities: the uploads, downloads, links and transfers of a Team, with the history of each.

use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{ActivityId, LinkId, PackageId, PortalId, TeamId, UserId};
use wire::record::{ActivityBody, ActivityEvent};
use wire::time::Time;

use super::conditions::{Conditions, Period, Value};
use super::portals::PortalViewer;
use super::row::Columns as _;
use super::write::insert_into;
use super::{Connection, StoreError, StoreResult};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActivityKind {
    Upload,
    Download,
    LinkCreation,
    Transfer,
}

impl ActivityKind {
    pub const ALL: [Self; 4] = [Self::Upload, Self::Download, Self::LinkCreation, Self::Transfer];

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == text)
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Upload => "upload",
            Self::Download => "download",
            Self::LinkCreation => "link_creation",
            Self::Transfer => "transfer",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActivityState {
    Pending,
    Started,
    Complete,
    Cancelled,
    Error,
}

impl ActivityState {
    pub const ALL: [Self; 5] = [Self::Pending, Self::Started, Self::Complete, Self::Cancelled, Self::Error];

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == text)
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Started => "started",
            Self::Complete => "complete",
            Self::Cancelled => "cancelled",
            Self::Error => "error",
        }
    }
}

pub struct NewActivity<'a> {
    pub id: &'a ActivityId,
    pub team_id: &'a TeamId,
    pub kind: ActivityKind,
    pub package_id: &'a PackageId,
    /// The link that is used or created.
    pub link_id: Option<&'a LinkId>,
    /// An email address, if one is known.
    pub actor: &'a str,
    /// The member it belongs to, for readers who see only their own; `None` for people without an account.
    pub user_id: Option<&'a UserId>,
    /// The Portal that it belongs to.
    pub portal_id: Option<&'a PortalId>,
}

/// Begins an activity in state `pending`, with its first event.
pub async fn begin(connection: &mut Connection, activity: &NewActivity<'_>, now: Time) -> StoreResult<()> {
    insert_into("activities")
        .value("id", activity.id.as_str())
        .value("team_id", activity.team_id.as_str())
        .value("kind", activity.kind.as_str())
        .value("state", "pending")
        .value("subject", activity.package_id.as_str())
        .value("package_id", activity.package_id.as_str())
        .value("actor", activity.actor)
        .value("created_at", now.as_millis())
        .value("updated_at", now.as_millis())
        .value("user_id", activity.user_id.map_or("", |id| id.as_str()))
        .value("portal_id", activity.portal_id.map_or("", |id| id.as_str()))
        .value("link_id", activity.link_id.map_or("", |id| id.as_str()))
        .execute(&mut *connection)
        .await?;
    record(connection, activity.id, ActivityState::Pending, "", now).await
}

/// Advances an activity and records when and why.
pub async fn advance(
    connection: &mut Connection,
    id: &ActivityId,
    state: ActivityState,
    detail: &str,
    now: Time,
) -> StoreResult<()> {
    set_state(connection, id, state, now).await?;
    record(connection, id, state, detail, now).await
}

/// Locks the activity until the transaction ends.
async fn set_state(connection: &mut Connection, id: &ActivityId, state: ActivityState, now: Time) -> StoreResult<()> {
    let moved = sqlx::query("UPDATE activities SET state = $1, updated_at = $2 WHERE id = $3")
        .bind(state.as_str())
        .bind(now.as_millis())
        .bind(id.as_str())
        .execute(connection)
        .await?;
    if moved.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

/// Advances an activity by one step for each detail; it ends in the state of the last one.
pub async fn advance_each(
    connection: &mut Connection,
    id: &ActivityId,
    steps: &[(ActivityState, String)],
    now: Time,
) -> StoreResult<()> {
    let Some((last, detail)) = steps.last() else { return Ok(()) };
    if steps.len() == 1 {
        return advance(connection, id, *last, detail, now).await;
    }
    set_state(connection, id, *last, now).await?;
    let steps: Vec<(&str, &str)> = steps.iter().map(|(state, detail)| (state.as_str(), detail.as_str())).collect();
    record_each(connection, id, &steps, now).await
}

/// Records details of an activity without advancing it.
pub async fn note_each(connection: &mut Connection, id: &ActivityId, details: &[String], now: Time) -> StoreResult<()> {
    let held = sqlx::query("UPDATE activities SET updated_at = $1 WHERE id = $2 RETURNING state")
        .bind(now.as_millis())
        .bind(id.as_str())
        .fetch_optional(&mut *connection)
        .await?;
    let state = held.ok_or(StoreError::Stale)?.text("state")?;
    let steps: Vec<(&str, &str)> = details.iter().map(|detail| (state.as_str(), detail.as_str())).collect();
    record_each(connection, id, &steps, now).await
}

/// Records steps of an activity that the transaction has locked.
async fn record_each(
    connection: &mut Connection,
    id: &ActivityId,
    steps: &[(&str, &str)],
    now: Time,
) -> StoreResult<()> {
    if steps.is_empty() {
        return Ok(());
    }
    let before =
        sqlx::query("SELECT COALESCE(MAX(sequence), 0) AS sequence FROM activity_events WHERE activity_id = $1")
            .bind(id.as_str())
            .fetch_one(&mut *connection)
            .await?
            .number("sequence")?;
    // Each row has three values of its own, after the two that they share.
    let rows = (0..steps.len()).map(|row| {
        let place = 3 * row + 3;
        format!("($1, ${place}, $2, ${}, ${})", place + 1, place + 2)
    });
    let statement = format!(
        "INSERT INTO activity_events (activity_id, sequence, at, state, detail) VALUES {}",
        rows.collect::<Vec<_>>().join(", ")
    );
    let query = sqlx::query(AssertSqlSafe(statement)).persistent(false).bind(id.as_str()).bind(now.as_millis());
    let query = steps
        .iter()
        .zip(before + 1..)
        .fold(query, |query, ((state, detail), sequence)| query.bind(sequence).bind(*state).bind(*detail));
    query.execute(connection).await?;
    Ok(())
}

async fn record(
    connection: &mut Connection,
    id: &ActivityId,
    state: ActivityState,
    detail: &str,
    now: Time,
) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO activity_events (activity_id, sequence, at, state, detail)
         SELECT $1, COALESCE(MAX(sequence), 0) + 1, $2, $3, $4 FROM activity_events WHERE activity_id = $1",
    )
    .bind(id.as_str())
    .bind(now.as_millis())
    .bind(state.as_str())
    .bind(detail)
    .execute(connection)
    .await?;
    Ok(())
}

/// Some steps of an activity, in order. Their numbers have no gaps, so the steps before these are not read.
pub async fn events(
    connection: &mut Connection,
    id: &ActivityId,
    offset: i64,
    limit: i64,
) -> StoreResult<Vec<ActivityEvent>> {
    let rows = sqlx::query(
        "SELECT at, state, detail FROM activity_events WHERE activity_id = $1 AND sequence > $2
         ORDER BY sequence LIMIT $3",
    )
    .bind(id.as_str())
    .bind(offset)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    let event = |row: &AnyRow| {
        Ok(ActivityEvent { at: row.time("at")?, state: row.text("state")?, detail: row.text("detail")? })
    };
    rows.iter().map(event).collect()
}

/// A filter for activities. Empty lists and `None` do not filter.
#[derive(Debug, Clone)]
pub struct ActivityFilter {
    pub team_id: TeamId,
    pub viewer: PortalViewer,
    /// Only activities of this member.
    pub only_of: Option<UserId>,
    pub id: Option<ActivityId>,
    pub package: Option<String>,
    pub kinds: Vec<ActivityKind>,
    pub states: Vec<ActivityState>,
    /// The ids of Portals.
    pub portals: Vec<String>,
    /// The ids of the Teamspaces that their packages are in.
    pub teamspaces: Vec<String>,
    pub created: Period,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActivityOrder {
    NewestFirst,
    OldestFirst,
}

impl ActivityOrder {
    /// The name in the API.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "created_at" => Some(Self::OldestFirst),
            "-created_at" => Some(Self::NewestFirst),
            _ => None,
        }
    }
}

pub async fn page(
    connection: &mut Connection,
    filter: &ActivityFilter,
    order: ActivityOrder,
    offset: i64,
    limit: i64,
) -> StoreResult<Vec<ActivityBody>> {
    let mut conditions = conditions(filter);
    let direction = if order == ActivityOrder::NewestFirst { "DESC" } else { "ASC" };
    let (offset, limit) = (conditions.place(Value::Number(offset)), conditions.place(Value::Number(limit)));
    let order = format!("activities.created_at {direction}, activities.id {direction}");
    // The ids are selected first: unless the filter is about states or Teamspaces, that reads an index and no rows.
    let statement = format!(
        "SELECT activities.*, COALESCE(packages.name, '') AS package_name FROM
             (SELECT activities.id AS chosen FROM activities WHERE {} ORDER BY {order} LIMIT {limit} OFFSET {offset})
                 AS page
         JOIN activities ON activities.id = page.chosen
         LEFT JOIN packages ON packages.id = activities.package_id ORDER BY {order}",
        conditions.text
    );
    conditions.bind(&statement).fetch_all(connection).await?.iter().map(body).collect()
}

/// How many match, on all pages.
pub async fn total(connection: &mut Connection, filter: &ActivityFilter) -> StoreResult<i64> {
    let conditions = conditions(filter);
    let statement = format!("SELECT COUNT(*) AS total FROM activities WHERE {}", conditions.text);
    conditions.bind(&statement).fetch_one(connection).await?.number("total")
}

fn conditions(filter: &ActivityFilter) -> Conditions {
    let values = vec![Value::Text(filter.team_id.to_string()), Value::Text(filter.viewer.membership_id.to_string())];
    let seen = filter.viewer.condition("$2");
    let text = format!(
        "activities.team_id = $1 AND (activities.portal_id = ''
             OR activities.portal_id IN (SELECT id FROM portals WHERE team_id = $1 AND {seen}))"
    );
    let mut conditions = Conditions::begin(&text, values);
    if let Some(user) = &filter.only_of {
        conditions.compare("activities.user_id = {}", Value::Text(user.to_string()));
    }
    if let Some(id) = &filter.id {
        conditions.compare("activities.id = {}", Value::Text(id.to_string()));
    }
    if let Some(package) = &filter.package {
        conditions.compare("activities.package_id = {}", Value::Text(package.clone()));
    }
    conditions.one_of("activities.kind", filter.kinds.iter().map(|kind| kind.as_str().to_owned()));
    conditions.one_of("activities.state", filter.states.iter().map(|state| state.as_str().to_owned()));
    conditions.one_of("activities.portal_id", filter.portals.iter().cloned());
    if !filter.teamspaces.is_empty() {
        let spaces = filter.teamspaces.iter().map(|space| conditions.place(Value::Text(space.clone())));
        let spaces = spaces.collect::<Vec<_>>().join(", ");
        conditions.and(&format!(
            "activities.package_id IN (SELECT id FROM packages WHERE team_id = $1 AND teamspace_id IN ({spaces}))"
        ));
    }
    conditions.within("activities.created_at", filter.created);
    conditions
}

fn body(row: &AnyRow) -> StoreResult<ActivityBody> {
    Ok(ActivityBody {
        id: row.id("id")?,
        kind: row.text("kind")?,
        state: row.text("state")?,
        package_id: row.text("package_id")?,
        package_name: row.text("package_name")?,
        portal_id: row.text("portal_id")?,
        link_id: row.text("link_id")?,
        actor: row.text("actor")?,
        user_id: row.text("user_id")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
    })
}
