//! A user's own account: name, password.

pub mod addresses;
pub mod invitations;
pub mod proof;
pub mod second_factor;
pub mod sessions;

use std::net::IpAddr;

use domain::account::{EmailAddress, check_name, check_new_password, check_time_zone};
use domain::audit::AuditAction;
use store::Tx;
use store::audit::{self, AuditEntry};
use store::one_time_tokens::{self, OneTimeToken, Purpose};
use store::users::{self, User};
use wire::auth::RedeemToken;
use wire::ids::TeamId;
use wire::users::{ChangePassword, UpdateUser, UserBody};

use crate::app::App;
use crate::auth::{Caller, TeamAccess};
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};
use crate::mail::Message;
use crate::operations::mail::{About, To, link_with_token, post};
use crate::operations::requests::rate_limit::{Limit, consume, household};
use crate::queue::{MailPasswordReset, enqueue};
use crate::secret::Secret;
use proof::confirm_password;

const RESET_LIVES_SECONDS: i64 = 3_600;

pub async fn update(app: &App, caller: Caller, change: &UpdateUser) -> ApiResult<UserBody> {
    let entry = caller.audit(app.clock.now(), AuditAction::ProfileChanged, caller.user.id.as_str(), "");
    let mut user = caller.user;
    if let Some(name) = &change.name {
        user.name = check_name("name", name)?;
    }
    if let Some(zone) = &change.time_zone {
        user.time_zone = check_time_zone("time_zone", zone)?;
    }
    let mut tx = app.store.begin().await?;
    if let Some(team) = &change.preferred_team_id {
        let not_found = || ApiError::ReferenceNotFound("preferred_team_id");
        let team: TeamId = team.parse().map_err(|_| not_found())?;
        TeamAccess::find(&mut tx, &user.id, &team).await?.ok_or_else(not_found)?;
        user.preferred_team_id = team;
    }
    users::update(&mut tx, &user).await?;
    audit::append(&mut tx, &user.primary_team_id, &entry).await?;
    tx.commit().await?;
    Ok(user_body(&user))
}

pub async fn change_password(app: &App, caller: Caller, request: ChangePassword) -> ApiResult<()> {
    check_new_password("new_password", &request.new_password, &email_of(&caller.user)?)?;
    if request.new_password == request.current_password {
        return Err(domain::Refusal::invalid("new_password", "must differ from the current password").into());
    }
    confirm_password(app, &caller.user, request.current_password).await?;
    let hash = app.passwords.hash(&Secret::new(request.new_password)).await?;
    let entry = caller.audit(app.clock.now(), AuditAction::PasswordChanged, caller.user.id.as_str(), "");
    let mut tx = app.store.begin().await?;
    write_password(app, &mut tx, caller.user, hash, &entry).await?;
    tx.commit().await?;
    Ok(())
}

/// Writes a new password, which revokes all tokens, and all mailed resets and confirmations.
async fn write_password(app: &App, tx: &mut Tx, user: User, hash: String, entry: &AuditEntry) -> ApiResult<()> {
    let user = User {
        password_hash: Some(hash),
        password_change_required: false,
        session_epoch: user.session_epoch + 1,
        ..user
    };
    users::update(tx, &user).await?;
    for purpose in [Purpose::Reset, Purpose::Email] {
        one_time_tokens::revoke_all(tx, purpose, &user.id).await?;
    }
    audit::append(tx, &user.primary_team_id, entry).await?;
    post(app, tx, About::Account, To::User(&user.id), &Message::PasswordChanged).await
}

/// Requests a reset by mail. The work is the same whether or not the account exists.
pub async fn forgot_password(app: &App, address: IpAddr, email: &str) -> ApiResult<()> {
    let email = EmailAddress::parse("email", email)?;
    let limits = &app.config.limits;
    let by_target = Limit::per_hour("forgot", email.as_str(), limits.mails_per_address_per_hour);
    let by_address = Limit::per_minute("forgot_address", &household(address), limits.address_tries_per_minute);
    consume(app, &[by_target, by_address]).await?;
    let mut tx = app.store.begin().await?;
    let job = MailPasswordReset { email: email.as_str().to_owned() };
    enqueue(&mut tx, &app.ids, &job, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// Mails a reset to the account, if it exists and can sign in.
pub async fn mail_password_reset(app: &App, email: &str) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let user = users::by_email(&mut tx, email).await?;
    let Some(user) = user.filter(|user| user.password_hash.is_some()) else {
        return Ok(());
    };
    let token = random::secret("");
    let expires_at = app.clock.now().plus_seconds(RESET_LIVES_SECONDS);
    let row =
        OneTimeToken { user_id: user.id.clone(), membership_id: None, email: None, session_epoch: None, expires_at };
    one_time_tokens::insert(&mut tx, Purpose::Reset, &random::hash(&token), &row).await?;
    let link = link_with_token(app, "reset", &token)?;
    post(app, &mut tx, About::Account, To::User(&user.id), &Message::PasswordReset { link: &link }).await?;
    tx.commit().await?;
    Ok(())
}

pub async fn reset_password(app: &App, address: IpAddr, request: RedeemToken) -> ApiResult<()> {
    let now = app.clock.now();
    let token_hash = random::hash(&request.token);
    let mut connection = app.store.read().await?;
    let token = one_time_tokens::find(&mut connection, Purpose::Reset, &token_hash, now).await?;
    let token = token.ok_or(ApiError::TokenSpent)?;
    let user = users::by_id(&mut connection, &token.user_id).await?.ok_or(ApiError::TokenSpent)?;
    drop(connection);
    check_new_password("password", &request.password, &email_of(&user)?)?;
    let hash = app.passwords.hash(&Secret::new(request.password)).await?;
    let entry = AuditEntry::by_mailed_token(now, &user.id, address, AuditAction::PasswordReset, user.id.as_str());
    let mut tx = app.store.begin().await?;
    if !one_time_tokens::spend(&mut tx, &token_hash).await? {
        return Err(ApiError::TokenSpent);
    }
    write_password(app, &mut tx, user, hash, &entry).await?;
    tx.commit().await?;
    Ok(())
}

pub fn user_body(user: &User) -> UserBody {
    UserBody {
        id: user.id.clone(),
        email: user.email.clone(),
        name: user.name.clone(),
        time_zone: user.time_zone.clone(),
        preferred_team_id: user.preferred_team_id.clone(),
        primary_team_id: user.primary_team_id.clone(),
        mfa_enabled: user.has_second_factor(),
    }
}

/// The address in the normalized form by which accounts are found.
pub fn email_of(user: &User) -> ApiResult<EmailAddress> {
    Ok(EmailAddress::parse("email", &user.email)?)
}
