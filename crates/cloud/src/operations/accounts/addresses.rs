//! A user's email address: a new one counts when the link in a mail to it was opened.

use std::net::IpAddr;

use domain::Refusal;
use domain::account::EmailAddress;
use domain::audit::AuditAction;
use store::StoreError;
use store::audit::{self, AuditEntry};
use store::one_time_tokens::{self, OneTimeToken, Purpose};
use store::users::{self, User};
use wire::users::{ChangeEmail, UserBody};

use super::proof::confirm_password;
use super::user_body;
use crate::app::App;
use crate::auth::Caller;
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};
use crate::mail::Message;
use crate::operations::mail::{About, To, link_with_token, post};
use crate::operations::requests::rate_limit::{Limit, consume};

const CONFIRMATION_LIVES_SECONDS: i64 = 24 * 3_600;

const TAKEN: ApiError = ApiError::Duplicate { field: "email", reason: "belongs to another account" };

const NO_MAIL: &str = "this server has no mail server, so it cannot send the link that confirms the address: ask the \
                       operator to run `tonnage admin user change-email`";

/// Mails a link to the new address. Until someone opens it, the account keeps the present one. A later change replaces
/// one that is not confirmed yet.
pub async fn change(app: &App, caller: Caller, request: ChangeEmail) -> ApiResult<UserBody> {
    let email = EmailAddress::parse("email", &request.email)?;
    confirm_password(app, &caller.user, request.password).await?;
    if !app.mailer.has_server() {
        return Err(Refusal::wrong_state(NO_MAIL).into());
    }
    let (now, most) = (app.clock.now(), app.config.limits.mails_per_address_per_hour);
    let of_user = Limit::per_hour("confirm_email_of", caller.user.id.as_str(), most);
    consume(app, &[of_user, Limit::per_hour("confirm_email", email.as_str(), most)]).await?;
    let mut tx = app.store.begin().await?;
    match users::by_email(&mut tx, email.as_str()).await? {
        Some(user) if user.id != caller.user.id => return Err(TAKEN),
        _ => {}
    }
    let token = random::secret("");
    let row = OneTimeToken {
        user_id: caller.user.id.clone(),
        membership_id: None,
        email: Some(email.as_str().to_owned()),
        session_epoch: Some(caller.user.session_epoch),
        expires_at: now.plus_seconds(CONFIRMATION_LIVES_SECONDS),
    };
    one_time_tokens::revoke_all(&mut tx, Purpose::Email, &caller.user.id).await?;
    one_time_tokens::insert(&mut tx, Purpose::Email, &random::hash(&token), &row).await?;
    let link = link_with_token(app, "email", &token)?;
    post(app, &mut tx, About::Account, To::Address(email.as_str()), &Message::EmailConfirmation { link: &link })
        .await?;
    let action = AuditAction::EmailChangeRequested;
    let entry = caller.audit(now, action, caller.user.id.as_str(), moved(&caller.user.email, email.as_str()));
    audit::append(&mut tx, &caller.user.primary_team_id, &entry).await?;
    tx.commit().await?;
    Ok(user_body(&caller.user))
}

/// Makes a new address count, and tells the former one. The token stays until it expires, so that someone who did not
/// get the answer can ask again.
pub async fn confirm(app: &App, address: IpAddr, token: &str) -> ApiResult<()> {
    let (now, token_hash) = (app.clock.now(), random::hash(token));
    let mut tx = app.store.begin().await?;
    let token = one_time_tokens::find(&mut tx, Purpose::Email, &token_hash, now).await?.ok_or(ApiError::TokenSpent)?;
    let user = users::by_id(&mut tx, &token.user_id).await?.ok_or(ApiError::TokenSpent)?;
    if token.session_epoch != Some(user.session_epoch) {
        // Who ended all sessions, or changed the password, may have done so because of someone else's request.
        return Err(ApiError::TokenSpent);
    }
    let (former, email) = (user.email.clone(), token.email.ok_or(ApiError::TokenSpent)?);
    if former == email {
        return Ok(());
    }
    let user = User { email, ..user };
    one_time_tokens::revoke_others(&mut tx, Purpose::Email, &user.id, &token_hash).await?;
    users::update(&mut tx, &user).await.map_err(|error| match error {
        StoreError::Duplicate(_) => TAKEN,
        other => other.into(),
    })?;
    // Mailed to an address that no longer counts.
    one_time_tokens::revoke_all(&mut tx, Purpose::Reset, &user.id).await?;
    let entry = AuditEntry::by_mailed_token(now, &user.id, address, AuditAction::EmailChanged, user.id.as_str());
    let entry = AuditEntry { detail: moved(&former, &user.email), ..entry };
    post(app, &mut tx, About::Account, To::Address(&former), &Message::EmailChanged { new_email: &user.email }).await?;
    audit::append(&mut tx, &user.primary_team_id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

fn moved(former: &str, new: &str) -> String {
    format!("{former} to {new}")
}
