//! Signing in and out.

use std::net::IpAddr;
use std::time::Duration;

use domain::audit::AuditAction;
use domain::team::Team;
use store::users::{self, User};
use store::{audit, memberships, teams};
use wire::auth::{OwnTeam, SignIn, SignedIn, TeamSummary, WhoAmI};
use wire::time::Time;

use super::proof;
use super::user_body;
use crate::app::App;
use crate::auth::{Caller, Credential};
use crate::error::{ApiError, ApiResult};
use crate::operations::record::wrong_guesses;
use crate::operations::requests::rate_limit::{
    Limit, absolve, consume, count_up_to, household, is_counted, is_reached,
};
use crate::operations::teams::team_body;
use crate::secret::Secret;

/// After this many failures, answers become slower and slower.
const FREE_FAILURES: i64 = 3;
/// How many tries a minute an address has at an account that is being guessed, if nobody has signed in from there.
const TRIES_WHILE_ATTACKED: i64 = 1;
const LONGEST_DELAY: Duration = Duration::from_secs(2);

pub async fn sign_in(app: &App, address: IpAddr, request: SignIn) -> ApiResult<SignedIn> {
    let email = request.email.trim().to_lowercase();
    let known = Limit::remembered("known_address", &format!("{email} {}", household(address)));
    let attack = Limit::per_hour("sign_in_account", &email, app.config.limits.sign_in_tries_per_hour);
    // Other clients cannot slow down someone who has signed in from here before.
    let is_attacked = is_reached(app, &attack).await? && !is_counted(app, &known).await?;
    let limits = limits(app, &email, address, is_attacked);
    let tries = consume(app, &limits).await?;
    let user = users::by_email(&mut *app.store.read().await?, &email).await?;
    let hash = user.as_ref().and_then(|user| user.password_hash.as_deref());
    let password = Secret::new(request.password);
    let password_is_right = app.passwords.verify(&password, hash).await?;
    let Some(user) = user.filter(|_| password_is_right) else {
        count_up_to(app, &attack).await?;
        wrong_guesses::note_sign_in(app, &email, address).await;
        app.clock.sleep(if is_attacked { LONGEST_DELAY } else { delay(tries) }).await;
        return Err(ApiError::Unauthorized);
    };
    if user.has_second_factor() {
        let Some(otp) = request.otp.filter(|otp| !otp.trim().is_empty()) else {
            // Half of a sign-in, and not a try: the other half must find the same room.
            absolve(app, &limits, &[]).await?;
            return Err(ApiError::SecondFactorRequired);
        };
        if !proof::check_second_factor(app, &user, &otp).await? {
            wrong_guesses::note_sign_in(app, &email, address).await;
            app.clock.sleep(delay(tries)).await;
            return Err(ApiError::Unauthorized);
        }
    }
    let (of_address, of_account) = limits.split_at(1);
    absolve(app, of_address, of_account).await?;
    consume(app, &[known]).await?;
    let new_hash = replacement_hash(app, &user, &password).await?;
    let since = app.trusted_time();
    let caller = Caller {
        user,
        credential: Credential::UserToken { since, until: app.user_tokens.end_of_session(since) },
        address,
    };
    let mut tx = app.store.begin().await?;
    if let Some(hash) = &new_hash {
        users::replace_password_hash(&mut tx, &caller.user, hash).await?;
    }
    let entry = caller.audit(app.clock.now(), AuditAction::SignIn, caller.user.id.as_str(), "");
    audit::append(&mut tx, &caller.user.primary_team_id, &entry).await?;
    tx.commit().await?;
    signed_in(app, &caller.user, since).await
}

/// A new hash of the same password, if the cost of hashes has changed since the present one was made.
async fn replacement_hash(app: &App, user: &User, password: &Secret) -> ApiResult<Option<String>> {
    match user.password_hash.as_deref() {
        Some(hash) if app.passwords.is_outdated(hash) => Ok(Some(app.passwords.hash(password).await?)),
        _ => Ok(None),
    }
}

/// The limit of the address first, against which only failures count; then those of the account, which a success resets.
/// Too many failures from everywhere leave an address few tries, but they never keep out someone who knows the password.
fn limits(app: &App, email: &str, address: IpAddr, is_attacked: bool) -> Vec<Limit> {
    let (limits, household) = (&app.config.limits, household(address));
    let of_account = format!("{email} {household}");
    let mut all = vec![
        Limit::per_minute("sign_in_address", &household, limits.address_tries_per_minute),
        Limit::per_minute("sign_in", &of_account, limits.sign_in_tries_per_minute),
    ];
    if is_attacked {
        all.push(Limit::per_minute("sign_in_attacked", &of_account, TRIES_WHILE_ATTACKED));
    }
    all
}

fn delay(tries: i64) -> Duration {
    let beyond = u32::try_from((tries - FREE_FAILURES).clamp(0, 10)).unwrap_or(0);
    if beyond == 0 { Duration::ZERO } else { (Duration::from_millis(100) * (1 << beyond)).min(LONGEST_DELAY) }
}

/// A new token for a user whose credential is valid, in the session that began at the given time.
pub async fn signed_in(app: &App, user: &User, since: Time) -> ApiResult<SignedIn> {
    let token = app.user_tokens.issue(&user.id, user.session_epoch, since, app.trusted_time())?;
    let teams = teams::of_user(&mut *app.store.read().await?, &user.id).await?;
    let summary = |team: domain::team::Team| TeamSummary { id: team.id, name: team.name, subdomain: team.subdomain };
    Ok(SignedIn {
        token,
        user: user_body(user),
        teams: teams.into_iter().map(summary).collect(),
        password_change_required: user.password_change_required,
    })
}

/// A new token in the same session.
pub async fn renewed(app: &App, caller: &Caller) -> ApiResult<SignedIn> {
    signed_in(app, &caller.user, began(caller)?).await
}

/// When the session of a caller began.
pub(super) fn began(caller: &Caller) -> ApiResult<Time> {
    match &caller.credential {
        Credential::UserToken { since, .. } => Ok(*since),
        Credential::ApiKey { .. } => Err(ApiError::Unauthorized),
    }
}

/// A key sees only its own Team.
pub async fn who_am_i(app: &App, caller: &Caller) -> ApiResult<WhoAmI> {
    let mut connection = app.store.read().await?;
    let mut teams = teams::of_user(&mut connection, &caller.user.id).await?;
    if let Credential::ApiKey { team_id, .. } = &caller.credential {
        teams.retain(|team| team.id == *team_id);
    }
    let mut roles = memberships::roles_of_user(&mut connection, &caller.user.id).await?;
    // Someone who was removed between the two reads is no longer a member.
    let own = |team: Team| Some(OwnTeam { role: roles.remove(&team.id)?.as_str().to_owned(), team: team_body(&team) });
    Ok(WhoAmI { user: user_body(&caller.user), teams: teams.into_iter().filter_map(own).collect() })
}

/// Revokes every token of the user, including the one of this request.
pub async fn end_all(app: &App, caller: Caller) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let entry = caller.audit(app.clock.now(), AuditAction::LogOutAll, caller.user.id.as_str(), "");
    let user = User { session_epoch: caller.user.session_epoch + 1, ..caller.user };
    users::update(&mut tx, &user).await?;
    audit::append(&mut tx, &user.primary_team_id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::delay;

    #[test]
    fn failures_are_answered_more_and_more_slowly() {
        let millis: Vec<u128> = (1..=9).map(|tries| delay(tries).as_millis()).collect();
        assert_eq!(millis, [0, 0, 0, 200, 400, 800, 1_600, 2_000, 2_000]);
    }
}
