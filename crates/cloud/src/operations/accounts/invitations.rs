//! Inviting people to a Team, and accepting invitations.

use std::net::IpAddr;

use domain::account::{EmailAddress, check_name, check_new_password};
use domain::audit::AuditAction;
use domain::membership::{MemberStatus, Membership};
use domain::policy::Action;
use domain::role::Role;
use domain::team::Team;
use store::audit::{self, AuditEntry};
use store::one_time_tokens::{self, OneTimeToken, Purpose};
use store::users::{self, User};
use store::{Tx, memberships, teams};
use wire::auth::RedeemToken;
use wire::ids::TeamId;
use wire::members::{InviteMember, MemberBody};

use super::email_of;
use crate::app::App;
use crate::auth::Caller;
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};
use crate::mail::Message;
use crate::operations::mail::{About, To, link_with_token, post};
use crate::operations::requests::rate_limit::{Limit, absolve, consume, household};
use crate::operations::teams::members::read_back;
use crate::secret::Secret;

const INVITATION_LIVES_DAYS: i64 = 7;

/// Invites someone, or sends a new link with a new role if the invitation is still open.
pub async fn invite(app: &App, caller: &Caller, team_id: &TeamId, request: &InviteMember) -> ApiResult<MemberBody> {
    let email = EmailAddress::parse("email", &request.email)?;
    let role: Role = request.role.parse().map_err(|error| domain::Refusal::invalid("role", format!("{error}")))?;
    let role = Membership::check_invited_role(role)?;
    let name = request.name.as_deref().map(|name| check_name("name", name)).transpose()?;
    caller.access_to(&mut *app.store.read().await?, team_id).await?.require(Action::ManageTeam)?;
    consume(app, &[Limit::per_hour("invite", email.as_str(), app.config.limits.mails_per_address_per_hour)]).await?;

    let mut tx = app.store.begin().await?;
    // Two who invite the same address take turns.
    teams::lock(&mut tx, team_id).await?;
    let access = caller.access_to(&mut tx, team_id).await?;
    access.require(Action::ManageTeam)?;
    let user = users::by_email_or_new(&mut tx, new_user(app, &email, team_id)).await?;
    let membership = invited(app, &mut tx, &access.team, &user, role, name).await?;
    mail_invitation(app, &mut tx, caller, &access.team, &user, &membership).await?;
    let detail = format!("{} as {role}", email.as_str());
    let entry = caller.audit(app.clock.now(), AuditAction::MemberInvited, membership.id.as_str(), detail);
    audit::append(&mut tx, team_id, &entry).await?;
    let body = read_back(&mut tx, &membership.id).await?;
    tx.commit().await?;
    Ok(body)
}

/// An account without a password: it cannot sign in until an invitation is accepted.
fn new_user(app: &App, email: &EmailAddress, team: &TeamId) -> User {
    User {
        id: app.ids.next(),
        email: email.as_str().to_owned(),
        name: String::new(),
        time_zone: "UTC".to_owned(),
        password_hash: None,
        password_change_required: false,
        session_epoch: 0,
        primary_team_id: team.clone(),
        preferred_team_id: team.clone(),
        mfa_secret: None,
        mfa_confirmed_at: None,
        mfa_last_step: 0,
        created_at: app.clock.now(),
        version: 1,
    }
}

async fn invited(
    app: &App,
    tx: &mut Tx,
    team: &Team,
    user: &User,
    role: Role,
    name: Option<String>,
) -> ApiResult<Membership> {
    let Some(membership) = memberships::of_user_in_team(tx, &user.id, &team.id).await? else {
        let membership = Membership {
            id: app.ids.next(),
            team_id: team.id.clone(),
            user_id: user.id.clone(),
            role,
            status: MemberStatus::Invited,
            invited_name: name.unwrap_or_default(),
            version: 1,
        };
        memberships::insert(tx, &membership, app.clock.now()).await?;
        return Ok(membership);
    };
    if membership.status == MemberStatus::Active {
        return Err(ApiError::Duplicate { field: "email", reason: "is already a member" });
    }
    one_time_tokens::revoke_invitation(tx, &membership.id).await?;
    let invited_name = name.unwrap_or(membership.invited_name);
    let membership = Membership { role, invited_name, ..membership };
    memberships::update(tx, &membership).await?;
    Ok(membership)
}

async fn mail_invitation(
    app: &App,
    tx: &mut Tx,
    caller: &Caller,
    team: &Team,
    user: &User,
    membership: &Membership,
) -> ApiResult<()> {
    let token = random::secret("");
    let expires_at = app.clock.now().plus_days(INVITATION_LIVES_DAYS);
    let row = OneTimeToken {
        user_id: user.id.clone(),
        membership_id: Some(membership.id.clone()),
        email: None,
        session_epoch: None,
        expires_at,
    };
    one_time_tokens::insert(tx, Purpose::Invitation, &random::hash(&token), &row).await?;
    let link = link_with_token(app, "invitation", &token)?;
    let inviter = if caller.user.name.is_empty() { &caller.user.email } else { &caller.user.name };
    let inviter_email = &caller.user.email;
    let message = Message::Invitation { team: &team.name, inviter, inviter_email, link: &link };
    post(app, tx, About::Team(&team.id), To::User(&user.id), &message).await
}

/// Makes the membership active. New users set a password; existing users are signed in, as every other way to confirm
/// who they are would be one more place to guess their password.
pub async fn accept(app: &App, address: IpAddr, signed_in: Option<Caller>, request: RedeemToken) -> ApiResult<()> {
    let most = app.config.limits.address_tries_per_minute;
    let limits = [Limit::per_minute("invitation_address", &household(address), most)];
    consume(app, &limits).await?;
    redeem(app, address, signed_in, request).await?;
    absolve(app, &limits, &[]).await
}

async fn redeem(app: &App, address: IpAddr, signed_in: Option<Caller>, request: RedeemToken) -> ApiResult<()> {
    let now = app.clock.now();
    let token_hash = random::hash(&request.token);
    let mut connection = app.store.read().await?;
    let token = one_time_tokens::find(&mut connection, Purpose::Invitation, &token_hash, now).await?;
    let token = token.ok_or(ApiError::TokenSpent)?;
    let user = users::by_id(&mut connection, &token.user_id).await?.ok_or(ApiError::TokenSpent)?;
    // A concurrent request may have set the password: then this caller is late, not wrong.
    let again = one_time_tokens::find(&mut connection, Purpose::Invitation, &token_hash, now).await?;
    again.ok_or(ApiError::TokenSpent)?;
    drop(connection);
    let name = request.name.as_deref().map(|name| check_name("name", name)).transpose()?;
    let is_new = user.password_hash.is_none();
    if !is_new && signed_in.is_none_or(|caller| caller.user.id != user.id) {
        let reason = "the invited address has an account: sign in with it, and then accept the invitation";
        return Err(domain::Refusal::Forbidden(reason).into());
    }
    let user = if is_new { with_password(app, user, request.password, name).await? } else { user };

    let mut tx = app.store.begin().await?;
    let id = token.membership_id.ok_or(ApiError::TokenSpent)?;
    let membership = memberships::by_id(&mut tx, &id).await?.ok_or(ApiError::TokenSpent)?;
    teams::lock(&mut tx, &membership.team_id).await?;
    if !one_time_tokens::spend(&mut tx, &token_hash).await? {
        return Err(ApiError::TokenSpent);
    }
    let membership = memberships::by_id(&mut tx, &id).await?.ok_or(ApiError::TokenSpent)?.accept()?;
    memberships::update(&mut tx, &membership).await?;
    let user = if is_new { at_home_with(user, &membership) } else { user };
    users::update(&mut tx, &user).await?;
    let object = membership.id.as_str();
    let entry = AuditEntry::by_mailed_token(now, &user.id, address, AuditAction::InvitationAccepted, object);
    audit::append(&mut tx, &membership.team_id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

/// Others may have invited earlier, but the account belongs to the Team whose invitation was accepted first.
fn at_home_with(user: User, membership: &Membership) -> User {
    let team = &membership.team_id;
    let name = if user.name.is_empty() { membership.invited_name.clone() } else { user.name };
    User { name, primary_team_id: team.clone(), preferred_team_id: team.clone(), ..user }
}

async fn with_password(app: &App, user: User, password: String, name: Option<String>) -> ApiResult<User> {
    check_new_password("password", &password, &email_of(&user)?)?;
    let hash = app.passwords.hash(&Secret::new(password)).await?;
    Ok(User { password_hash: Some(hash), name: name.unwrap_or(user.name), ..user })
}
