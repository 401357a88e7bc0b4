//! Creating, changing, switching and deleting API keys.

use domain::account::{DESCRIPTION_LONGEST, check_name, check_text};
use domain::api_key::{ApiKey, KeySettings, KeySwitch};
use domain::audit::AuditAction;
use domain::key_scope::KeyScopes;
use domain::membership::MemberStatus;
use domain::policy::{Action, Scope};
use domain::team::Team;
use store::{Connection, StoreResult, Tx, api_keys, audit, memberships};
use wire::api_keys::{ApiKeyBody, CreatedApiKey, UpdateApiKey, WriteApiKey};
use wire::ids::{ApiKeyId, TeamId, UserId};
use wire::time::Time;

use crate::app::App;
use crate::auth::Caller;
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};
use crate::ids::Ids;
use crate::mail::Message;
use crate::operations::mail::{About, To, post};

/// The prefix by which people and secret scanners recognize a key.
const PREFIX: &str = "tonnage_";

pub async fn create(app: &App, caller: &Caller, team_id: &TeamId, request: &WriteApiKey) -> ApiResult<CreatedApiKey> {
    let now = app.clock.now();
    let settings = new_settings(request)?;
    if settings.expiry.is_some_and(|expiry| expiry <= now) {
        return Err(domain::Refusal::invalid("expiry", "must be in the future, or left out").into());
    }
    let mut tx = app.store.begin().await?;
    let access = caller.access_to(&mut tx, team_id).await?;
    access.require(Action::ManageApiKeys)?;
    hold_creator(&mut tx, team_id, &caller.user.id).await?;
    let (key, secret) = insert(&mut tx, &app.ids, team_id, &caller.user.id, settings, now).await?;
    let detail = format!("{}; scopes: {}", key.name, key.scopes);
    let entry = caller.audit(now, AuditAction::ApiKeyCreated, key.id.as_str(), detail);
    audit::append(&mut tx, team_id, &entry).await?;
    let message = Message::ApiKeyCreated { team: &access.team.name, key_name: &key.name };
    post(app, &mut tx, About::Team(team_id), To::User(&caller.user.id), &message).await?;
    tx.commit().await?;
    Ok(CreatedApiKey { api_key: api_key_body(key, &access.team), key: secret })
}

/// Creates a key and returns its secret, which is stored nowhere.
pub async fn insert(
    tx: &mut Tx,
    ids: &Ids,
    team_id: &TeamId,
    creator_id: &UserId,
    settings: KeySettings,
    now: Time,
) -> StoreResult<(ApiKey, String)> {
    let KeySettings { name, description, expiry, switch, scopes } = settings;
    let key = ApiKey {
        id: ids.next(),
        team_id: team_id.clone(),
        creator_id: creator_id.clone(),
        name,
        description,
        expiry,
        switch,
        scopes,
        created_at: now,
        updated_at: now,
        last_request_at: None,
        version: 1,
    };
    let secret = random::secret(PREFIX);
    api_keys::insert(tx, &key, &random::hash(&secret)).await?;
    Ok((key, secret))
}

pub async fn list(app: &App, caller: &Caller, team_id: &TeamId) -> ApiResult<Vec<ApiKeyBody>> {
    let mut connection = app.store.read().await?;
    let access = caller.access_to(&mut connection, team_id).await?;
    access.require(Action::ListApiKeys)?;
    let keys = api_keys::of_team(&mut connection, team_id).await?;
    Ok(keys.into_iter().map(|key| api_key_body(key, &access.team)).collect())
}

pub async fn update(app: &App, caller: &Caller, id: &ApiKeyId, request: &UpdateApiKey) -> ApiResult<ApiKeyBody> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let (team, key) = find(&mut tx, caller, id).await?;
    let settings = changed_settings(key.settings(), request)?;
    let key = key.update(settings, team.is_suspended(), now)?;
    write(&mut tx, caller, &key, AuditAction::ApiKeyUpdated, now).await?;
    tx.commit().await?;
    Ok(api_key_body(key, &team))
}

pub async fn switch(app: &App, caller: &Caller, id: &ApiKeyId, state: &str) -> ApiResult<()> {
    let switch = KeySwitch::parse("state", state)?;
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let (team, key) = find(&mut tx, caller, id).await?;
    let key = key.switch_to(switch, team.is_suspended(), now)?;
    write(&mut tx, caller, &key, AuditAction::ApiKeySwitched, now).await?;
    tx.commit().await?;
    Ok(())
}

pub async fn delete(app: &App, caller: &Caller, id: &ApiKeyId) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let (team, key) = find(&mut tx, caller, id).await?;
    if !api_keys::delete(&mut tx, id).await? {
        return Err(ApiError::NotFound("API key"));
    }
    let entry = caller.audit(app.clock.now(), AuditAction::ApiKeyDeleted, id.as_str(), key.name.as_str());
    audit::append(&mut tx, &team.id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

async fn write(tx: &mut Tx, caller: &Caller, key: &ApiKey, action: AuditAction, now: Time) -> ApiResult<()> {
    if key.switch == KeySwitch::Active {
        hold_creator(tx, &key.team_id, &key.creator_id).await?;
    }
    api_keys::update(tx, key).await?;
    let detail = format!("{}; scopes: {}", key.switch.as_str(), key.scopes);
    let entry = caller.audit(now, action, key.id.as_str(), detail);
    audit::append(tx, &key.team_id, &entry).await?;
    Ok(())
}

/// A removal of the creator switches off their keys. It waits for this transaction, so that it finds this one too.
async fn hold_creator(tx: &mut Tx, team_id: &TeamId, creator: &UserId) -> ApiResult<()> {
    let creator = memberships::hold(tx, creator, team_id).await?;
    if creator.is_some_and(|membership| membership.status == MemberStatus::Active) {
        return Ok(());
    }
    Err(domain::Refusal::wrong_state("the creator of this key has left the Team: create a key of your own").into())
}

/// A key that the caller may manage. A key of another Team does not exist for the caller.
async fn find(connection: &mut Connection, caller: &Caller, id: &ApiKeyId) -> ApiResult<(Team, ApiKey)> {
    let not_found = || ApiError::NotFound("API key");
    let key = api_keys::by_id(connection, id).await?.ok_or_else(not_found)?;
    let access = caller.access_to_team_of(connection, &key.team_id, "API key").await?;
    let scope = access.require(Action::ManageApiKeys)?;
    if scope != Scope::All && key.creator_id != caller.user.id {
        return Err(domain::Refusal::Forbidden("you can manage only the keys that you created").into());
    }
    Ok((access.team, key))
}

fn new_settings(request: &WriteApiKey) -> ApiResult<KeySettings> {
    Ok(KeySettings {
        name: checked_name(request.name.as_deref().unwrap_or_default())?,
        description: checked_description(request.description.as_deref().unwrap_or_default())?,
        expiry: request.expiry.0,
        switch: KeySwitch::parse("state", &request.state)?,
        scopes: KeyScopes::parse("scopes", request.scopes.as_deref())?,
    })
}

/// What is not sent stays as it is.
fn changed_settings(mut settings: KeySettings, request: &UpdateApiKey) -> ApiResult<KeySettings> {
    if let Some(name) = &request.name {
        settings.name = checked_name(name)?;
    }
    if let Some(description) = &request.description {
        settings.description = checked_description(description)?;
    }
    if let Some(expiry) = request.expiry {
        settings.expiry = expiry.0;
    }
    if let Some(state) = &request.state {
        settings.switch = KeySwitch::parse("state", state)?;
    }
    if request.scopes.is_some() {
        settings.scopes = KeyScopes::parse("scopes", request.scopes.as_deref())?;
    }
    Ok(settings)
}

/// A key needs no name.
fn checked_name(name: &str) -> ApiResult<String> {
    Ok(if name.trim().is_empty() { String::new() } else { check_name("name", name)? })
}

fn checked_description(description: &str) -> ApiResult<String> {
    Ok(check_text("description", description, DESCRIPTION_LONGEST)?)
}

fn api_key_body(key: ApiKey, team: &Team) -> ApiKeyBody {
    ApiKeyBody {
        state: key.state(team.is_suspended()).as_str().to_owned(),
        scopes: key.scopes.names(),
        id: key.id,
        name: key.name,
        description: key.description,
        expiry: key.expiry.into(),
        created_at: key.created_at,
        updated_at: key.updated_at,
        last_request_at: key.last_request_at.into(),
    }
}
