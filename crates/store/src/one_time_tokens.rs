//! Tokens that are mailed and work once. Only their hashes are stored.

use wire::ids::{MembershipId, UserId};
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreResult};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Reset,
    Invitation,
    Email,
}

impl Purpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::Invitation => "invitation",
            Self::Email => "email",
        }
    }
}

pub struct OneTimeToken {
    pub user_id: UserId,
    /// The membership that an invitation activates.
    pub membership_id: Option<MembershipId>,
    /// The address that is confirmed.
    pub email: Option<String>,
    /// The sessions of the user that it belongs to.
    pub session_epoch: Option<i64>,
    pub expires_at: Time,
}

pub async fn insert(
    connection: &mut Connection,
    purpose: Purpose,
    token_hash: &str,
    token: &OneTimeToken,
) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO one_time_tokens (token_hash, purpose, user_id, membership_id, email, session_epoch, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(token_hash)
    .bind(purpose.as_str())
    .bind(token.user_id.as_str())
    .bind(token.membership_id.as_ref().map(MembershipId::as_str))
    .bind(token.email.as_deref())
    .bind(token.session_epoch)
    .bind(token.expires_at.as_millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// Finds a token without using it up.
pub async fn find(
    connection: &mut Connection,
    purpose: Purpose,
    token_hash: &str,
    now: Time,
) -> StoreResult<Option<OneTimeToken>> {
    let row = sqlx::query(
        "SELECT user_id, membership_id, email, session_epoch, expires_at FROM one_time_tokens
         WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3",
    )
    .bind(token_hash)
    .bind(purpose.as_str())
    .bind(now.as_millis())
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let membership_id = row.optional_text("membership_id")?.map(|_| row.id("membership_id")).transpose()?;
    Ok(Some(OneTimeToken {
        user_id: row.id("user_id")?,
        membership_id,
        email: row.optional_text("email")?,
        session_epoch: row.optional_number("session_epoch")?,
        expires_at: row.time("expires_at")?,
    }))
}

/// Uses a token up. Returns false if someone else was faster.
pub async fn spend(connection: &mut Connection, token_hash: &str) -> StoreResult<bool> {
    let spent =
        sqlx::query("DELETE FROM one_time_tokens WHERE token_hash = $1").bind(token_hash).execute(connection).await?;
    Ok(spent.rows_affected() == 1)
}

/// Revokes all tokens of a kind that a user still has.
pub async fn revoke_all(connection: &mut Connection, purpose: Purpose, user: &UserId) -> StoreResult<()> {
    sqlx::query("DELETE FROM one_time_tokens WHERE user_id = $1 AND purpose = $2")
        .bind(user.as_str())
        .bind(purpose.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// As [`revoke_all`], for all but one.
pub async fn revoke_others(
    connection: &mut Connection,
    purpose: Purpose,
    user: &UserId,
    token_hash: &str,
) -> StoreResult<()> {
    sqlx::query("DELETE FROM one_time_tokens WHERE user_id = $1 AND purpose = $2 AND token_hash <> $3")
        .bind(user.as_str())
        .bind(purpose.as_str())
        .bind(token_hash)
        .execute(connection)
        .await?;
    Ok(())
}

/// Revokes the invitation to one membership.
pub async fn revoke_invitation(connection: &mut Connection, membership: &MembershipId) -> StoreResult<()> {
    sqlx::query("DELETE FROM one_time_tokens WHERE membership_id = $1")
        .bind(membership.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn delete_expired(connection: &mut Connection, now: Time) -> StoreResult<u64> {
    let deleted = sqlx::query("DELETE FROM one_time_tokens WHERE expires_at <= $1")
        .bind(now.as_millis())
        .execute(connection)
        .await?;
    Ok(deleted.rows_affected())
}
