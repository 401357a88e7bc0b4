//! The outbox: every mail, sent or kept.

use sqlx::any::AnyRow;
use wire::ids::MailId;
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreResult};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailState {
    /// A job will send it.
    Waiting,
    /// No mail server is set: it stays here for the operator.
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

    fn parse(text: &str) -> Option<Self> {
        [Self::Waiting, Self::Kept, Self::Sent, Self::Refused].into_iter().find(|state| state.as_str() == text)
    }
}

pub struct MailRow {
    pub id: MailId,
    pub kind: String,
    pub recipient: String,
    /// Sealed.
    pub content: String,
    pub state: MailState,
    pub created_at: Time,
    pub last_error: Option<String>,
}

pub async fn insert(connection: &mut Connection, mail: &MailRow) -> StoreResult<()> {
    sqlx::query("INSERT INTO mails (id, kind, recipient, content, state, created_at) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(mail.id.as_str())
        .bind(mail.kind.as_str())
        .bind(mail.recipient.as_str())
        .bind(mail.content.as_str())
        .bind(mail.state.as_str())
        .bind(mail.created_at.as_millis())
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
    Ok(MailRow {
        id: row.id("id")?,
        kind: row.text("kind")?,
        recipient: row.text("recipient")?,
        content: row.text("content")?,
        state: row.parsed("state", MailState::parse)?,
        created_at: row.time("created_at")?,
        last_error: row.optional_text("last_error")?,
    })
}
