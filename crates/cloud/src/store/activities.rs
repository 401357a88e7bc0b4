//! Activities: what a Team's transfers are doing, with the history of each.

use wire::ids::{ActivityId, PortalId, TeamId, UserId};
use wire::time::Time;

use super::{Connection, StoreError, StoreResult};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActivityKind {
    Upload,
    Download,
    LinkCreation,
    Transfer,
}

impl ActivityKind {
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
    /// The id of what the activity is about.
    pub subject: &'a str,
    pub actor: &'a str,
    /// Whose it is, for those who see only their own; none for strangers.
    pub user_id: Option<&'a UserId>,
    /// The Portal that it belongs to.
    pub portal_id: Option<&'a PortalId>,
}

/// Begins an activity in state `pending`, with its first event.
pub async fn begin(connection: &mut Connection, activity: &NewActivity<'_>, now: Time) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO activities (id, team_id, kind, state, subject, actor, created_at, updated_at, user_id, portal_id)
         VALUES ($1, $2, $3, 'pending', $4, $5, $6, $6, $7, $8)",
    )
    .bind(activity.id.as_str())
    .bind(activity.team_id.as_str())
    .bind(activity.kind.as_str())
    .bind(activity.subject)
    .bind(activity.actor)
    .bind(now.as_millis())
    .bind(activity.user_id.map_or("", |id| id.as_str()))
    .bind(activity.portal_id.map_or("", |id| id.as_str()))
    .execute(&mut *connection)
    .await?;
    record(connection, activity.id, ActivityState::Pending, "", now).await
}

/// Moves an activity on and remembers when and why.
pub async fn advance(
    connection: &mut Connection,
    id: &ActivityId,
    state: ActivityState,
    detail: &str,
    now: Time,
) -> StoreResult<()> {
    let moved = sqlx::query("UPDATE activities SET state = $1, updated_at = $2 WHERE id = $3")
        .bind(state.as_str())
        .bind(now.as_millis())
        .bind(id.as_str())
        .execute(&mut *connection)
        .await?;
    if moved.rows_affected() == 0 {
        return Err(StoreError::Stale);
    }
    record(connection, id, state, detail, now).await
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

/// The states that an activity went through, in order.
pub async fn history(connection: &mut Connection, id: &ActivityId) -> StoreResult<Vec<String>> {
    let states = sqlx::query_scalar("SELECT state FROM activity_events WHERE activity_id = $1 ORDER BY sequence")
        .bind(id.as_str())
        .fetch_all(connection)
        .await?;
    Ok(states)
}
