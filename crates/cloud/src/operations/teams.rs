//! A Team's settings.

pub mod api_keys;
pub mod bootstrap;
pub mod external_id;
pub mod members;
pub mod tags;
pub mod teamspaces;

use domain::audit::AuditAction;
use domain::policy::Action;
use domain::team::Team;
use store::{StoreError, audit, teams};
use wire::ids::TeamId;
use wire::teams::{TeamBody, UpdateTeam};

use crate::app::App;
use crate::auth::Caller;
use crate::error::{ApiError, ApiResult};

pub async fn update(app: &App, caller: &Caller, team_id: &TeamId, change: &UpdateTeam) -> ApiResult<TeamBody> {
    let mut tx = app.store.begin().await?;
    let access = caller.access_to(&mut tx, team_id).await?;
    access.require(Action::ManageTeam)?;
    if change.max_stored_bytes.is_some_and(|bytes| bytes != access.team.max_stored_bytes) {
        // It decides what the Team costs, as its billing does.
        access.require(Action::HandOverOwnership)?;
    }
    let team = access.team.update(change)?;
    teams::update(&mut tx, &team).await.map_err(|error| match error {
        StoreError::Duplicate(_) => ApiError::Duplicate { field: "subdomain", reason: "is taken" },
        other => other.into(),
    })?;
    let entry = caller.audit(app.clock.now(), AuditAction::TeamUpdated, team.id.as_str(), changed_fields(change));
    audit::append(&mut tx, &team.id, &entry).await?;
    tx.commit().await?;
    Ok(team_body(&team))
}

/// The fields that were sent, for the audit record.
fn changed_fields(change: &UpdateTeam) -> String {
    let sent = serde_json::to_value(change).unwrap_or_default();
    let mut fields = sent.as_object().cloned().unwrap_or_default();
    fields.retain(|_, value| !value.is_null());
    serde_json::Value::Object(fields).to_string()
}

pub fn team_body(team: &Team) -> TeamBody {
    TeamBody {
        id: team.id.clone(),
        name: team.name.clone(),
        subdomain: team.subdomain.clone(),
        custom_expiry_default: team.custom_expiry_default,
        custom_expiry_enabled: team.custom_expiry_enabled,
        download_limit_default: team.download_limit_default,
        download_limit_enabled: team.download_limit_enabled,
        max_email_recipients: team.max_email_recipients,
        free_storage_days: team.free_storage_days,
        billing_state: team.billing_state().to_owned(),
        webhooks_enabled: team.webhooks_enabled,
        links_shown_once: team.links_shown_once,
        hold_unscanned_files: team.hold_unscanned_files,
        max_stored_bytes: team.max_stored_bytes,
        external_id: external_id::of_team(&team.id),
    }
}
