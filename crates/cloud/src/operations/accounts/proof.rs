//! Confirming one's identity: the password again, and the second factor.

use domain::Refusal;
use store::StoreError;
use store::users::{self, User};
use wire::ids::UserId;

use crate::app::App;
use crate::credentials::{SecondFactor, random};
use crate::error::{ApiError, ApiResult};
use crate::keys::Keys;
use crate::mail::Message;
use crate::operations::mail::{About, To, post};
use crate::operations::requests::rate_limit::{Limit, consume, forgive};
use crate::secret::Secret;
use crate::vault::Column;

/// Requires the password again before something that cannot be undone. Attempts are limited as at the sign-in.
pub async fn confirm_password(app: &App, user: &User, password: String) -> ApiResult<()> {
    let (id, limits) = (user.id.as_str(), &app.config.limits);
    let limits = [
        Limit::per_minute("password", id, limits.sign_in_tries_per_minute),
        Limit::per_hour("password_hourly", id, limits.sign_in_tries_per_hour),
    ];
    consume(app, &limits).await?;
    if !app.passwords.verify(&Secret::new(password), user.password_hash.as_deref()).await? {
        return Err(ApiError::Unauthorized);
    }
    forgive(app, &limits).await
}

/// The second factor of an account, whether confirmed or not.
pub fn factor(app: &App, user: &User) -> ApiResult<SecondFactor> {
    let sealed = user.mfa_secret.as_deref().ok_or(Refusal::wrong_state("no second factor is being set up"))?;
    let secret = app.vault.open_sealed(Column::SecondFactor, user.id.as_str(), sealed)?;
    Ok(SecondFactor::from_bytes(&secret, &user.email)?)
}

/// How many wrong one-time passwords an account accepts in an hour, from wherever they come.
const WRONG_PER_HOUR: i64 = 20;

/// Accepts a one-time password or a recovery code, each of which works once. Who gets here knows the
/// password, so the user is told about someone who guesses.
pub async fn check_second_factor(app: &App, user: &User, typed: &str) -> ApiResult<bool> {
    let limits = [Limit::per_hour("otp_hourly", user.id.as_str(), WRONG_PER_HOUR)];
    let tries = consume(app, &limits).await?;
    if spend_second_factor(app, user, typed).await? {
        forgive(app, &limits).await?;
        return Ok(true);
    }
    if tries == WRONG_PER_HOUR {
        let mut tx = app.store.begin().await?;
        post(app, &mut tx, About::Account, To::User(&user.id), &Message::OtpGuessed).await?;
        tx.commit().await?;
    }
    Ok(false)
}

async fn spend_second_factor(app: &App, user: &User, typed: &str) -> ApiResult<bool> {
    let mut tx = app.store.begin().await?;
    for keys in app.token_keys.all().iter() {
        if users::spend_recovery_code(&mut tx, &user.id, &hash_by(keys, &user.id, typed)).await? {
            tx.commit().await?;
            return Ok(true);
        }
    }
    let Some(step) = factor(app, user)?.check(typed, user.mfa_last_step, app.clock.now()) else {
        return Ok(false);
    };
    let renewed = |sealed: &String| app.vault.renewed(Column::SecondFactor, user.id.as_str(), sealed);
    let mfa_secret = user.mfa_secret.as_ref().map(renewed).transpose()?;
    match users::update(&mut tx, &User { mfa_last_step: step, mfa_secret, ..user.clone() }).await {
        Ok(()) => {}
        // A concurrent request used the same password, and it works only once.
        Err(StoreError::Stale) => return Ok(false),
        Err(error) => return Err(error.into()),
    }
    tx.commit().await?;
    Ok(true)
}

/// The hashes that are stored of new recovery codes.
pub fn code_hashes(app: &App, user: &UserId, codes: &[String]) -> Vec<String> {
    let keys = app.token_keys.all();
    keys.first().map_or_else(Vec::new, |keys| codes.iter().map(|code| hash_by(keys, user, code)).collect())
}

/// A hash begins with the data key it was made with, so that one can see which codes need an older one.
fn hash_by(keys: &Keys, user: &UserId, code: &str) -> String {
    let hash = random::recovery_code_hash(&keys.recovery_code, user, code);
    if keys.id.is_empty() { hash } else { format!("{}.{hash}", keys.id) }
}
