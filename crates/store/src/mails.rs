//! The mail queue: every mail, sent or not.

use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{LinkId, MailId, PackageId, PortalId, TeamId, UserId};
use wire::time::Time;

use super::packages::optional_id;
use super::portals::PortalViewer;
use super::row::Columns as _;
use super::write::insert_into;
use super::{Connection, StoreResult, places};

/// The kind of mails that confirm an upload through a Portal.
pub const UPLOAD_RECEIPT: &str = "upload_receipt";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailState {
    /// A job will send it.
    Waiting,
    /// No mail server is configured: it stays here for the operator.
    Kept,
    Sent,
    /// The mail server refused it for good, or did not take it in all attempts.
    Refused,
    /// It must not be sent any more.
    Cancelled(Cancelled),
}

impl MailState {
    /// As stored. Earlier versions do not know cancelled mails.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Kept => "kept",
            Self::Sent => "sent",
            Self::Refused | Self::Cancelled(_) => "refused",
        }
    }

    /// The state as it is shown to users.
    pub const fn shown(self) -> &'static str {
        match self {
            Self::Refused => "failed",
            Self::Cancelled(_) => "cancelled",
            other => other.as_str(),
        }
    }

    const fn cancelled(self) -> Option<Cancelled> {
        if let Self::Cancelled(why) = self { Some(why) } else { None }
    }

    pub(super) fn of(row: &AnyRow) -> StoreResult<Self> {
        if row.optional_text("cancelled")?.is_some() {
            return Ok(Self::Cancelled(row.parsed("cancelled", Cancelled::parse)?));
        }
        let known = [Self::Waiting, Self::Kept, Self::Sent, Self::Refused];
        row.parsed("state", |text| known.into_iter().find(|state| state.as_str() == text))
    }
}

/// Why a mail is not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cancelled {
    /// The recipient is not a member of the Team any more.
    MemberLeft,
    AddressChanged,
    PackageEnded,
    LinkEnded,
}

impl Cancelled {
    const ALL: [Self; 4] = [Self::MemberLeft, Self::AddressChanged, Self::PackageEnded, Self::LinkEnded];

    const fn as_str(self) -> &'static str {
        match self {
            Self::MemberLeft => "member",
            Self::AddressChanged => "address",
            Self::PackageEnded => "package",
            Self::LinkEnded => "link",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|why| why.as_str() == text)
    }

    const fn reason(self) -> &'static str {
        match self {
            Self::MemberLeft => "not sent: the recipient has left the Team",
            Self::AddressChanged => {
                "not sent: the account has another address now, so the link in the mail does not work"
            }
            Self::PackageEnded => "not sent: the package has expired or was deleted",
            Self::LinkEnded => "not sent: the link was deleted or has expired",
        }
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
    /// The link that it has for its recipient.
    pub link_id: Option<LinkId>,
    pub kind: String,
    /// The account that it is for; `None` if it is for an address.
    pub user_id: Option<UserId>,
    /// Where it goes. An account may have another address when the mail is sent.
    pub recipient: String,
    /// Sealed.
    pub content: String,
    pub state: MailState,
    pub created_at: Time,
    pub last_error: Option<String>,
}

impl MailRow {
    pub fn cancel(&mut self, why: Cancelled) {
        (self.state, self.last_error) = (MailState::Cancelled(why), Some(why.reason().to_owned()));
    }
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
        .value("user_id", mail.user_id.as_ref().map(UserId::as_str))
        .value("link_id", mail.link_id.as_ref().map(LinkId::as_str))
        .value("cancelled", mail.state.cancelled().map(Cancelled::as_str))
        .value("last_error", mail.last_error.as_deref())
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

/// The mail server took it, for this address.
pub async fn mark_sent(connection: &mut Connection, id: &MailId, recipient: &str, now: Time) -> StoreResult<()> {
    sqlx::query(
        "UPDATE mails SET state = 'sent', sent_at = $1, recipient = $2, cancelled = NULL, last_error = NULL WHERE id = $3",
    )
    .bind(now.as_millis())
    .bind(recipient)
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

/// An attempt to send it failed, and another one follows.
pub async fn note_failure(connection: &mut Connection, id: &MailId, error: &str) -> StoreResult<()> {
    sqlx::query("UPDATE mails SET last_error = $1 WHERE id = $2 AND state = 'waiting'")
        .bind(error)
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// No attempt follows. The reason is only for a mail that has none.
pub async fn give_up(connection: &mut Connection, id: &MailId, reason: &str) -> StoreResult<()> {
    sqlx::query(
        "UPDATE mails SET state = 'refused', last_error = COALESCE(last_error, $1) WHERE id = $2 AND state = 'waiting'",
    )
    .bind(reason)
    .bind(id.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

/// Someone wants a mail that failed to be sent after all. Only the first caller gets true.
pub async fn retry(connection: &mut Connection, id: &MailId, state: MailState) -> StoreResult<bool> {
    let changed = sqlx::query("UPDATE mails SET state = $1 WHERE id = $2 AND state = 'refused' AND cancelled IS NULL")
        .bind(state.as_str())
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(changed.rows_affected() == 1)
}

pub async fn mark_cancelled(connection: &mut Connection, id: &MailId, why: Cancelled) -> StoreResult<()> {
    sqlx::query("UPDATE mails SET state = 'refused', cancelled = $1, last_error = $2 WHERE id = $3")
        .bind(why.as_str())
        .bind(why.reason())
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Cancels the mails of these kinds that wait and are about the package, or about one link of it.
pub async fn cancel_waiting(
    connection: &mut Connection,
    package: &PackageId,
    link: Option<&LinkId>,
    kinds: &[&str],
    why: Cancelled,
) -> StoreResult<()> {
    let statement = format!(
        "UPDATE mails SET state = 'refused', cancelled = $1, last_error = $2
         WHERE package_id = $3 AND state = 'waiting' AND ($4 = '' OR link_id = $4) AND kind IN ({})",
        places(4, kinds.len())
    );
    let query = sqlx::query(AssertSqlSafe(statement)).bind(why.as_str()).bind(why.reason()).bind(package.as_str());
    let query = query.bind(link.map_or("", |id| id.as_str()));
    kinds.iter().fold(query, |query, kind| query.bind(*kind)).execute(connection).await?;
    Ok(())
}

/// The package is there again: what was cancelled because it had ended waits again.
pub async fn wait_again(connection: &mut Connection, package: &PackageId) -> StoreResult<Vec<MailId>> {
    let waiting = sqlx::query(
        "UPDATE mails SET state = 'waiting', cancelled = NULL, last_error = NULL
         WHERE package_id = $1 AND cancelled = $2 RETURNING id",
    )
    .bind(package.as_str())
    .bind(Cancelled::PackageEnded.as_str())
    .fetch_all(connection)
    .await?;
    waiting.iter().map(|row| row.id("id")).collect()
}

pub async fn delete_older(connection: &mut Connection, before: Time) -> StoreResult<u64> {
    let deleted = sqlx::query("DELETE FROM mails WHERE created_at < $1 AND state <> 'waiting'")
        .bind(before.as_millis())
        .execute(connection)
        .await?;
    Ok(deleted.rows_affected())
}

fn mail(row: &AnyRow) -> StoreResult<MailRow> {
    Ok(MailRow {
        id: row.id("id")?,
        team_id: row.optional_text("team_id")?.map(|_| row.id("team_id")).transpose()?,
        package_id: optional_id(row, "package_id")?,
        portal_id: optional_id(row, "portal_id")?,
        link_id: row.optional_text("link_id")?.map(|_| row.id("link_id")).transpose()?,
        user_id: row.optional_text("user_id")?.map(|_| row.id("user_id")).transpose()?,
        kind: row.text("kind")?,
        recipient: row.text("recipient")?,
        content: row.text("content")?,
        state: MailState::of(row)?,
        created_at: row.time("created_at")?,
        last_error: row.optional_text("last_error")?,
    })
}
