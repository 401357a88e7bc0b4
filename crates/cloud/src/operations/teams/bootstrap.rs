//! Creates a Team with its Owner and a first API key.

use domain::account::{EmailAddress, check_name, check_new_password};
use domain::api_key::{KeySettings, KeySwitch};
use domain::audit::AuditAction;
use domain::key_scope::KeyScopes;
use domain::membership::{MemberStatus, Membership};
use domain::role::Role;
use domain::team::{Team, suggest_subdomain};
use serde::Serialize;
use store::audit::{self, AuditEntry};
use store::users::{self, User};
use store::{Store, StoreError, Tx, memberships, teams};
use wire::ids::{ApiKeyId, MembershipId, TeamId, UserId};

use super::api_keys;
use crate::clock::Clock;
use crate::credentials::Passwords;
use crate::error::{ApiError, ApiResult};
use crate::ids::Ids;
use crate::secret::Secret;

pub struct NewTeam<'a> {
    pub team: &'a str,
    pub email: &'a str,
    pub password: Secret,
    /// Set for a password that we generated.
    pub password_change_required: bool,
    /// What its first key may be used for; everything if not set.
    pub key_scopes: Option<KeyScopes>,
}

#[derive(Serialize)]
pub struct Bootstrapped {
    pub team_id: TeamId,
    pub user_id: UserId,
    pub membership_id: MembershipId,
    pub api_key_id: ApiKeyId,
    pub api_key: String,
}

/// What bootstrapping needs. Commands have it without a running server.
pub struct Tools<'a> {
    pub store: &'a Store,
    pub passwords: &'a Passwords,
    pub ids: &'a Ids,
    pub clock: &'a Clock,
}

pub async fn bootstrap(tools: &Tools<'_>, new: &NewTeam<'_>) -> ApiResult<Bootstrapped> {
    bootstrap_after(tools, new, |_| Ok(())).await
}

/// As [`bootstrap`], with something that must have happened before it is committed. No other process can make the same
/// account at that moment.
pub async fn bootstrap_after(
    tools: &Tools<'_>,
    new: &NewTeam<'_>,
    before: impl FnOnce(&Bootstrapped) -> anyhow::Result<()> + Send,
) -> ApiResult<Bootstrapped> {
    let email = EmailAddress::parse("email", new.email)?;
    let name = check_name("team", new.team)?;
    check_new_password("password", new.password.expose(), &email)?;
    let hash = tools.passwords.hash(&new.password).await?;
    let now = tools.clock.now();
    let mut tx = tools.store.begin().await?;
    let team = insert_team(tools, &mut tx, name).await?;
    let user = User {
        id: tools.ids.next(),
        email: email.as_str().to_owned(),
        name: String::new(),
        time_zone: "UTC".to_owned(),
        password_hash: Some(hash),
        password_change_required: new.password_change_required,
        session_epoch: 0,
        primary_team_id: team.id.clone(),
        preferred_team_id: team.id.clone(),
        mfa_secret: None,
        mfa_confirmed_at: None,
        mfa_last_step: 0,
        created_at: now,
        version: 1,
    };
    users::insert(&mut tx, &user).await.map_err(|error| match error {
        StoreError::Duplicate(_) => ApiError::Duplicate { field: "email", reason: "already belongs to an account" },
        other => other.into(),
    })?;
    let membership = Membership {
        id: tools.ids.next(),
        team_id: team.id.clone(),
        user_id: user.id.clone(),
        role: Role::Owner,
        status: MemberStatus::Active,
        invited_name: String::new(),
        version: 1,
    };
    memberships::insert(&mut tx, &membership, now).await?;
    let settings = KeySettings {
        name: "first key".to_owned(),
        description: "created with the Team".to_owned(),
        expiry: None,
        switch: KeySwitch::Active,
        scopes: new.key_scopes.clone().unwrap_or_else(KeyScopes::all),
    };
    let (key, api_key) = api_keys::insert(&mut tx, tools.ids, &team.id, &user.id, settings, now).await?;
    audit::append(&mut tx, &team.id, &AuditEntry::by_operator(now, AuditAction::TeamCreated, team.id.as_str())).await?;
    let made =
        Bootstrapped { team_id: team.id, user_id: user.id, membership_id: membership.id, api_key_id: key.id, api_key };
    before(&made)?;
    tx.commit().await?;
    Ok(made)
}

async fn insert_team(tools: &Tools<'_>, tx: &mut Tx, name: String) -> ApiResult<Team> {
    let id: TeamId = tools.ids.next();
    let distinction = &id.as_str()[18..];
    let mut subdomain = suggest_subdomain(&name, distinction);
    if teams::subdomain_exists(tx, &subdomain).await? {
        subdomain = format!("{subdomain}-{}", distinction.to_lowercase());
    }
    let team = Team::new(id, name, subdomain, tools.clock.now());
    teams::insert(tx, &team).await?;
    Ok(team)
}
