//! Wrong passwords and codes in the audit record. Strangers cause these entries, so only a limited number is written.

use std::net::IpAddr;

use domain::account::EmailAddress;
use domain::audit::{AuditAction, NamedActor};
use store::audit::{self, AuditEntry};
use store::users;
use wire::ids::TeamId;
use wire::time::Time;

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::operations::requests::rate_limit::{Limit, consume, household};
use crate::queue::{NoteWrongPassword, enqueue};

/// How many wrong guesses at one secret are recorded: from one network each hour, and from all together each day.
const FROM_ONE_PER_HOUR: i64 = 3;
const PER_DAY: i64 = 50;

/// A wrong guess from outside.
struct WrongGuess<'a> {
    action: AuditAction,
    /// Whose secret it is.
    object: &'a str,
    address: &'a str,
    at: Time,
    detail: &'a str,
}

/// Records a wrong guess at the secret of `object`, unless many were recorded before. If that fails, the guess is still
/// refused.
pub async fn note(app: &App, team: &TeamId, action: AuditAction, object: &str, address: IpAddr) {
    warn_of(write(app, team, action, object, address).await);
}

fn warn_of(outcome: ApiResult<()>) {
    if let Err(error) = outcome {
        tracing::warn!(error = format!("{error:#}"), "a wrong guess could not be recorded");
    }
}

async fn write(app: &App, team: &TeamId, action: AuditAction, object: &str, address: IpAddr) -> ApiResult<()> {
    let Some(detail) = next_detail(app, object, address).await? else { return Ok(()) };
    let (at, address) = (app.clock.now(), address.to_string());
    append(app, team, &WrongGuess { action, object, address: &address, at, detail }).await
}

/// As [`note`], for a sign-in. A job writes the entry, so that the answer takes as long for an unknown account.
pub async fn note_sign_in(app: &App, email: &str, address: IpAddr) {
    warn_of(write_later(app, email, address).await);
}

async fn write_later(app: &App, email: &str, address: IpAddr) -> ApiResult<()> {
    // No account has an address that is not one, and a task must not hold whatever was typed.
    if EmailAddress::parse("email", email).is_err() {
        return Ok(());
    }
    let Some(detail) = next_detail(app, email, address).await? else { return Ok(()) };
    let at = app.clock.now();
    let task =
        NoteWrongPassword { email: email.to_owned(), address: address.to_string(), at, detail: detail.to_owned() };
    let mut tx = app.store.begin().await?;
    enqueue(&mut tx, &app.ids, &task, at).await?;
    Ok(tx.commit_aside().await?)
}

/// Writes the entry of a sign-in that failed, if there is such an account.
pub async fn append_sign_in(app: &App, task: &NoteWrongPassword) -> ApiResult<()> {
    let user = users::by_email(&mut *app.store.read().await?, &task.email).await?;
    let Some(user) = user else { return Ok(()) };
    let NoteWrongPassword { address, at, detail, .. } = task;
    let guess = WrongGuess { action: AuditAction::SignInFailed, object: user.id.as_str(), address, at: *at, detail };
    append(app, &user.primary_team_id, &guess).await
}

/// The detail of the next entry about the object; `None` if enough were written.
async fn next_detail(app: &App, object: &str, address: IpAddr) -> ApiResult<Option<&'static str>> {
    let from_one = format!("{object} {}", household(address));
    let limits =
        [Limit::per_hour("noted_from", &from_one, FROM_ONE_PER_HOUR), Limit::per_day("noted", object, PER_DAY)];
    match consume(app, &limits).await {
        Ok(PER_DAY) => Ok(Some("more are not recorded within 24 hours")),
        Ok(_) => Ok(Some("")),
        Err(ApiError::RateLimited(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn append(app: &App, team: &TeamId, guess: &WrongGuess<'_>) -> ApiResult<()> {
    let entry = AuditEntry {
        at: guess.at,
        actor: NamedActor::Stranger.as_str().to_owned(),
        credential: String::new(),
        address: guess.address.to_owned(),
        action: guess.action,
        object: guess.object.to_owned(),
        detail: guess.detail.to_owned(),
    };
    let mut tx = app.store.begin().await?;
    audit::append(&mut tx, team, &entry).await?;
    // Kept although the request fails.
    Ok(tx.commit_aside().await?)
}
