//! Users, their second factor and their recovery codes.

use sqlx::any::AnyRow;
use wire::ids::{TeamId, UserId};
use wire::time::Time;

use super::row::Columns as _;
use super::write::{self, Insert, insert_into};
use super::{Connection, StoreError, StoreResult};

/// An account, with its secrets hashed or sealed.
#[derive(Clone)]
pub struct User {
    pub id: UserId,
    pub email: String,
    pub name: String,
    pub time_zone: String,
    pub password_hash: Option<String>,
    pub password_change_required: bool,
    pub session_epoch: i64,
    pub primary_team_id: TeamId,
    pub preferred_team_id: TeamId,
    pub mfa_secret: Option<String>,
    pub mfa_confirmed_at: Option<Time>,
    pub mfa_last_step: i64,
    pub created_at: Time,
    pub version: i64,
}

impl User {
    pub const fn has_second_factor(&self) -> bool {
        self.mfa_secret.is_some() && self.mfa_confirmed_at.is_some()
    }
}

pub async fn insert(connection: &mut Connection, user: &User) -> StoreResult<()> {
    inserting(user).execute(connection).await?;
    Ok(())
}

fn inserting(user: &User) -> Insert {
    insert_into("users")
        .value("id", user.id.as_str())
        .value("email", user.email.as_str())
        .value("name", user.name.as_str())
        .value("time_zone", user.time_zone.as_str())
        .value("password_hash", user.password_hash.as_deref())
        .value("password_change_required", i64::from(user.password_change_required))
        .value("session_epoch", user.session_epoch)
        .value("primary_team_id", user.primary_team_id.as_str())
        .value("preferred_team_id", user.preferred_team_id.as_str())
        .value("mfa_secret", user.mfa_secret.as_deref())
        .value("mfa_confirmed_at", user.mfa_confirmed_at.map(Time::as_millis))
        .value("mfa_last_step", user.mfa_last_step)
        .value("created_at", user.created_at.as_millis())
        .value("version", user.version)
}

/// The account with the address of `new`, which is saved if there is none. Concurrent callers get the same account.
pub async fn by_email_or_new(connection: &mut Connection, new: User) -> StoreResult<User> {
    if let Some(known) = by_email(connection, &new.email).await? {
        return Ok(known);
    }
    if inserting(&new).unless_taken("email").execute(connection).await? == 1 {
        return Ok(new);
    }
    by_email(connection, &new.email).await?.ok_or(StoreError::Stale)
}

/// Updates `user` if its version has not changed since it was read.
pub async fn update(connection: &mut Connection, user: &User) -> StoreResult<()> {
    write::update("users")
        .value("email", user.email.as_str())
        .value("name", user.name.as_str())
        .value("time_zone", user.time_zone.as_str())
        .value("password_hash", user.password_hash.as_deref())
        .value("password_change_required", i64::from(user.password_change_required))
        .value("session_epoch", user.session_epoch)
        .value("primary_team_id", user.primary_team_id.as_str())
        .value("preferred_team_id", user.preferred_team_id.as_str())
        .value("mfa_secret", user.mfa_secret.as_deref())
        .value("mfa_confirmed_at", user.mfa_confirmed_at.map(Time::as_millis))
        .value("mfa_last_step", user.mfa_last_step)
        .over_version(connection, user.id.as_str(), user.version)
        .await
}

/// Replaces the hash by another one of the same password, unless the user has a new password meanwhile. Nobody who has
/// read the row needs to read it again, so its version stays.
pub async fn replace_password_hash(connection: &mut Connection, user: &User, hash: &str) -> StoreResult<()> {
    sqlx::query("UPDATE users SET password_hash = $1 WHERE id = $2 AND password_hash = $3")
        .bind(hash)
        .bind(user.id.as_str())
        .bind(user.password_hash.as_deref())
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn by_id(connection: &mut Connection, id: &UserId) -> StoreResult<Option<User>> {
    let row = sqlx::query("SELECT * FROM users WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(user).transpose()
}

pub async fn by_email(connection: &mut Connection, email: &str) -> StoreResult<Option<User>> {
    let row = sqlx::query("SELECT * FROM users WHERE email = $1").bind(email).fetch_optional(connection).await?;
    row.as_ref().map(user).transpose()
}

pub async fn all(connection: &mut Connection) -> StoreResult<Vec<User>> {
    let rows = sqlx::query("SELECT * FROM users ORDER BY id").fetch_all(connection).await?;
    rows.iter().map(user).collect()
}

pub async fn any_exists(connection: &mut Connection) -> StoreResult<bool> {
    Ok(sqlx::query("SELECT id FROM users LIMIT 1").fetch_optional(connection).await?.is_some())
}

pub async fn replace_recovery_codes(connection: &mut Connection, user: &UserId, hashes: &[String]) -> StoreResult<()> {
    sqlx::query("DELETE FROM recovery_codes WHERE user_id = $1").bind(user.as_str()).execute(&mut *connection).await?;
    for hash in hashes {
        sqlx::query("INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)")
            .bind(user.as_str())
            .bind(hash.as_str())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Uses a recovery code up. Returns false if it does not exist.
pub async fn spend_recovery_code(connection: &mut Connection, user: &UserId, hash: &str) -> StoreResult<bool> {
    let spent = sqlx::query("DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2")
        .bind(user.as_str())
        .bind(hash)
        .execute(connection)
        .await?;
    Ok(spent.rows_affected() == 1)
}

fn user(row: &AnyRow) -> StoreResult<User> {
    Ok(User {
        id: row.id("id")?,
        email: row.text("email")?,
        name: row.text("name")?,
        time_zone: row.text("time_zone")?,
        password_hash: row.optional_text("password_hash")?,
        password_change_required: row.flag("password_change_required")?,
        session_epoch: row.number("session_epoch")?,
        primary_team_id: row.id("primary_team_id")?,
        preferred_team_id: row.id("preferred_team_id")?,
        mfa_secret: row.optional_text("mfa_secret")?,
        mfa_confirmed_at: row.optional_time("mfa_confirmed_at")?,
        mfa_last_step: row.number("mfa_last_step")?,
        created_at: row.time("created_at")?,
        version: row.number("version")?,
    })
}
