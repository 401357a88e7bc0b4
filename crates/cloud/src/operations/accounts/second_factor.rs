//! Turning the second factor on and off.

use domain::audit::AuditAction;
use store::audit;
use store::users::{self, User};
use wire::mfa::{ConfirmMfa, EndMfa, MfaSecret, RecoveryCodes};

use super::proof::{check_second_factor, code_hashes, confirm_password, factor};
use super::sessions::began;
use crate::app::App;
use crate::auth::Caller;
use crate::credentials::{SecondFactor, random};
use crate::error::{ApiError, ApiResult};
use crate::operations::requests::rate_limit::{Limit, consume};
use crate::vault::Column;

const RECOVERY_CODES: usize = 10;

fn wrong_state(reason: &'static str) -> ApiError {
    domain::Refusal::wrong_state(reason).into()
}

/// Creates a secret. Sign-in does not ask for it until it is confirmed.
pub async fn begin(app: &App, caller: Caller, password: String) -> ApiResult<MfaSecret> {
    if caller.user.has_second_factor() {
        return Err(wrong_state("the account already has a second factor: remove it first"));
    }
    confirm_password(app, &caller.user, password).await?;
    let factor = SecondFactor::generate(&caller.user.email)?;
    let sealed = app.vault.seal(Column::SecondFactor, caller.user.id.as_str(), factor.secret())?;
    let entry = caller.audit(app.clock.now(), AuditAction::SecondFactorBegun, caller.user.id.as_str(), "");
    let user = User { mfa_secret: Some(sealed), mfa_confirmed_at: None, mfa_last_step: 0, ..caller.user };
    let mut tx = app.store.begin().await?;
    users::update(&mut tx, &user).await?;
    audit::append(&mut tx, &user.primary_team_id, &entry).await?;
    tx.commit().await?;
    Ok(MfaSecret { secret: factor.secret_for_people(), otpauth_url: factor.otpauth_url() })
}

/// Checks that the authenticator works, and turns the second factor on. All sessions end; the caller gets a new token.
pub async fn confirm(app: &App, caller: Caller, request: &ConfirmMfa) -> ApiResult<RecoveryCodes> {
    if caller.user.has_second_factor() {
        return Err(wrong_state("the second factor is already confirmed"));
    }
    consume(app, &[limit(app, &caller.user)]).await?;
    let now = app.clock.now();
    let step = factor(app, &caller.user)?.check(&request.otp, 0, now);
    let step = step.ok_or_else(|| ApiError::InvalidField {
        field: "otp".to_owned(),
        reason: "is not the current one-time password: check the clock of your device".to_owned(),
    })?;
    let recovery_codes: Vec<String> = (0..RECOVERY_CODES).map(|_| random::recovery_code()).collect();
    let entry = caller.audit(now, AuditAction::SecondFactorOn, caller.user.id.as_str(), "");
    let since = began(&caller)?;
    // Someone who knew only the password may be signed in already.
    let session_epoch = caller.user.session_epoch + 1;
    let user = User { mfa_confirmed_at: Some(now), mfa_last_step: step, session_epoch, ..caller.user };
    let token = app.user_tokens.issue(&user.id, session_epoch, since, app.trusted_time())?;
    let hashes = code_hashes(app, &user.id, &recovery_codes);
    let mut tx = app.store.begin().await?;
    users::update(&mut tx, &user).await?;
    users::replace_recovery_codes(&mut tx, &user.id, &hashes).await?;
    audit::append(&mut tx, &user.primary_team_id, &entry).await?;
    tx.commit().await?;
    Ok(RecoveryCodes { recovery_codes, token })
}

pub async fn end(app: &App, caller: Caller, request: EndMfa) -> ApiResult<()> {
    if !caller.user.has_second_factor() {
        return Err(wrong_state("the account has no second factor"));
    }
    confirm_password(app, &caller.user, request.password).await?;
    consume(app, &[limit(app, &caller.user)]).await?;
    if !check_second_factor(app, &caller.user, &request.otp).await? {
        return Err(ApiError::Unauthorized);
    }
    let entry = caller.audit(app.clock.now(), AuditAction::SecondFactorOff, caller.user.id.as_str(), "");
    let mut tx = app.store.begin().await?;
    // Using the one-time password changed the row, so it is read again.
    let user = users::by_id(&mut tx, &caller.user.id).await?.ok_or(ApiError::Unauthorized)?;
    let user = User { mfa_secret: None, mfa_confirmed_at: None, mfa_last_step: 0, ..user };
    users::update(&mut tx, &user).await?;
    users::replace_recovery_codes(&mut tx, &user.id, &[]).await?;
    audit::append(&mut tx, &user.primary_team_id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

fn limit(app: &App, user: &User) -> Limit {
    Limit::per_minute("otp", user.id.as_str(), app.config.limits.sign_in_tries_per_minute)
}
