//! Reading activities and the audit record.

pub mod timeline;
pub mod usage;
pub mod wrong_guesses;

use domain::policy::{Action, Scope};
use serving::query::Page;
use store::Connection;
use store::activities::{self, ActivityFilter, ActivityKind, ActivityOrder, ActivityState};
use store::audit::{self, AuditFilter};
use store::conditions::Period;
use wire::ids::{ActivityId, TeamId};
use wire::packages::PageMetadata;
use wire::record::{ActivityEvent, ActivityPage, AuditPage};

use crate::app::App;
use crate::auth::Caller;
use crate::auth::sight::viewer;
use crate::error::{ApiError, ApiResult};

/// How many steps of an activity are read at once.
pub const STEPS_LARGEST: i64 = 1_000;

/// A filter for activities.
#[derive(Default)]
pub struct WantedActivities {
    pub id: Option<ActivityId>,
    pub package: Option<String>,
    pub kinds: Vec<ActivityKind>,
    pub states: Vec<ActivityState>,
    pub portals: Vec<String>,
    pub teamspaces: Vec<String>,
    pub created: Period,
}

/// Owners and Admins see all activities, others their own; nobody sees those of a Portal that is hidden from them.
async fn filter(
    connection: &mut Connection,
    caller: &Caller,
    team_id: &TeamId,
    wanted: WantedActivities,
) -> ApiResult<ActivityFilter> {
    let access = caller.access_to(connection, team_id).await?;
    let only_of = match access.require(Action::ReadAudit)? {
        Scope::All => None,
        _ => Some(caller.user.id.clone()),
    };
    let WantedActivities { id, package, kinds, states, portals, teamspaces, created } = wanted;
    Ok(ActivityFilter {
        team_id: team_id.clone(),
        viewer: viewer(&access)?,
        only_of,
        id,
        package,
        kinds,
        states,
        portals,
        teamspaces,
        created,
    })
}

pub async fn activities(
    app: &App,
    caller: &Caller,
    team_id: &TeamId,
    wanted: WantedActivities,
    order: ActivityOrder,
    page: Page,
) -> ApiResult<ActivityPage> {
    let mut connection = app.store.snapshot().await?;
    let filter = filter(&mut connection, caller, team_id, wanted).await?;
    let total = activities::total(&mut connection, &filter).await?;
    let records = activities::page(&mut connection, &filter, order, page.offset(), page.limit).await?;
    Ok(ActivityPage { metadata: PageMetadata { total }, records })
}

pub async fn activity_events(
    app: &App,
    caller: &Caller,
    team_id: &TeamId,
    id: &ActivityId,
    page: Page,
) -> ApiResult<Vec<ActivityEvent>> {
    let mut connection = app.store.read().await?;
    let wanted = WantedActivities { id: Some(id.clone()), ..WantedActivities::default() };
    let filter = filter(&mut connection, caller, team_id, wanted).await?;
    if activities::total(&mut connection, &filter).await? == 0 {
        return Err(ApiError::NotFound("activity"));
    }
    Ok(activities::events(&mut connection, id, page.offset(), page.limit).await?)
}

/// A filter for the audit record.
#[derive(Default)]
pub struct WantedLines {
    pub actor: Option<String>,
    pub action: Option<String>,
    pub object: Option<String>,
    pub at: Period,
}

/// Owners and Admins see all entries, others their own.
pub async fn audit(
    app: &App,
    caller: &Caller,
    team_id: &TeamId,
    wanted: WantedLines,
    page: Page,
) -> ApiResult<AuditPage> {
    let mut connection = app.store.snapshot().await?;
    let access = caller.access_to(&mut connection, team_id).await?;
    let own = caller.user.id.to_string();
    let actor = match (access.require(Action::ReadAudit)?, wanted.actor) {
        (Scope::All, actor) => actor,
        (_, Some(actor)) if actor != own => {
            return Ok(AuditPage { metadata: PageMetadata { total: 0 }, records: Vec::new() });
        }
        (_, _) => Some(own),
    };
    let WantedLines { action, object, at, .. } = wanted;
    let filter = AuditFilter { team_id: team_id.clone(), actor, action, object, at };
    let total = audit::total(&mut connection, &filter).await?;
    let records = audit::lines(&mut connection, &filter, page.offset(), page.limit).await?;
    Ok(AuditPage { metadata: PageMetadata { total }, records })
}
