//! The mail queue: every mail, sent or not.

use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{MailId, PackageId, PortalId, TeamId};
use wire::time::Time;

use super::packages::optional_id;
use super::portals::PortalViewer;
use super::row::Columns as _;
use super::write::insert_into;
use super::{Connection, StoreResult};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailState {
    /// A job will send it.
    Waiting,
    /// No mail server is configured: it stays here for the operator.
    Kept,
    Sent,
    /// The mail server refused it for good.
    Refused,
}

impl MailState {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Kept => "kept",
            Self::Sent => "sent",
            Self::Refused => "refused",
        }
    }

    /// The state as it is shown to users.
    pub const fn shown(self) -> &'static str {
        match self {
            Self::Refused => "failed",
            other => other.as_str(),
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        [Self::Waiting, Self::Kept, Self::Sent, Self::Refused].into_iter().find(|state| state.as_str() == text)
    }
}

pub struct MailRow {
    pub id: MailId,
    /// The Team that can see it; `None` for mails about an account.
    pub team_id: Option<TeamId>,
    /// The package that it is about.
    pub package_id: Option<PackageId>,
    /// The Portal that the package was received through.
    pub portal_id: Option<PortalId>,
    pub kind: String,
    pub recipient: String,
    /// Sealed.
    pub content: String,
    pub state: MailState,
    pub created_at: Time,
    pub last_error: Option<String>,
}

pub async fn insert(connection: &mut Connection, mail: &MailRow) -> StoreResult<()> {
    insert_into("mails")
        .value("id", mail.id.as_str())
        .value("kind", mail.kind.as_str())
        .value("recipient", mail.recipient.as_str())
        .value("content", mail.content.as_str())
        .value("state", mail.state.as_str())
        .value("created_at", mail.created_at.as_millis())
        .value("team_id", mail.team_id.as_ref().map(TeamId::as_str))
        .value("package_id", mail.package_id.as_ref().map_or("", |id| id.as_str()))
        .value("portal_id", mail.portal_id.as_ref().map_or("", |id| id.as_str()))
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn by_id(connection: &mut Connection, id: &MailId) -> StoreResult<Option<MailRow>> {
    let row = sqlx::query("SELECT * FROM mails WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(mail).transpose()
}

/// The newest mails first.
pub async fn latest(connection: &mut Connection, limit: i64) -> StoreResult<Vec<MailRow>> {
    let rows = sqlx::query("SELECT * FROM mails ORDER BY created_at DESC, id DESC LIMIT $1")
        .bind(limit)
        .fetch_all(connection)
        .await?;
    rows.iter().map(mail).collect()
}

/// The condition for the rows that a member can see; the Team is the first placeholder, the membership the second.
fn readable(viewer: &PortalViewer) -> String {
    let seen = viewer.condition("$2");
    format!("team_id = $1 AND (portal_id = '' OR portal_id IN (SELECT id FROM portals WHERE team_id = $1 AND {seen}))")
}

/// A Team's mails, without those of Portals that the viewer cannot see. Newest first.
pub async fn of_team(
    connection: &mut Connection,
    team: &TeamId,
    viewer: &PortalViewer,
    offset: i64,
    limit: i64,
) -> StoreResult<Vec<MailRow>> {
    let readable = readable(viewer);
    let statement =
        format!("SELECT * FROM mails WHERE {readable} ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4");
    let query = sqlx::query(AssertSqlSafe(statement)).bind(team.as_str()).bind(viewer.membership_id.as_str());
    query.bind(limit).bind(offset).fetch_all(connection).await?.iter().map(mail).collect()
}

/// How many of them there are, on all pages.
pub async fn total_of_team(connection: &mut Connection, team: &TeamId, viewer: &PortalViewer) -> StoreResult<i64> {
    let statement = format!("SELECT COUNT(*) AS total FROM mails WHERE {}", readable(viewer));
    let query = sqlx::query(AssertSqlSafe(statement)).bind(team.as_str()).bind(viewer.membership_id.as_str());
    query.fetch_one(connection).await?.number("total")
}

pub async fn one_of_team(
    connection: &mut Connection,
    team: &TeamId,
    viewer: &PortalViewer,
    id: &MailId,
) -> StoreResult<Option<MailRow>> {
    let statement = format!("SELECT * FROM mails WHERE {} AND id = $3", readable(viewer));
    let query = sqlx::query(AssertSqlSafe(statement)).bind(team.as_str()).bind(viewer.membership_id.as_str());
    query.bind(id.as_str()).fetch_optional(connection).await?.as_ref().map(mail).transpose()
}

pub async fn mark_sent(connection: &mut Connection, id: &MailId, now: Time) -> StoreResult<()> {
    sqlx::query("UPDATE mails SET state = 'sent', sent_at = $1, last_error = NULL WHERE id = $2")
        .bind(now.as_millis())
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn mark_refused(connection: &mut Connection, id: &MailId, error: &str) -> StoreResult<()> {
    sqlx::query("UPDATE mails SET state = 'refused', last_error = $1 WHERE id = $2")
        .bind(error)
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn delete_older(connection: &mut Connection, before: Time) -> StoreResult<u64> {
    let deleted = sqlx::query("DELETE FROM mails WHERE created_at < $1 AND state <> 'waiting'")
        .bind(before.as_millis())
        .execute(connection)
        .await?;
    Ok(deleted.rows_affected())
}

fn mail(row: &AnyRow) -> StoreResult<MailRow> {
    let team = row.optional_text("team_id")?;
    Ok(MailRow {
        id: row.id("id")?,
        team_id: team.map(|_| row.id("team_id")).transpose()?,
        package_id: optional_id(row, "package_id")?,
        portal_id: optional_id(row, "portal_id")?,
        kind: row.text("kind")?,
        recipient: row.text("recipient")?,
        content: row.text("content")?,
        state: row.parsed("state", MailState::parse)?,
        created_at: row.time("created_at")?,
        last_error: row.optional_text("last_error")?,
    })
}
