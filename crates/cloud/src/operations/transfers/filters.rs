//! Creating, changing and deleting filters.

use domain::Refusal;
use domain::account::check_name;
use domain::audit::AuditAction;
use domain::filter::{Filter, NAMES_MOST, compile};
use domain::policy::Action;
use store::{Connection, audit, filters, portal_connections, teams};
use wire::filters::{CreateFilter, FilterBody, FilterRule, TriedName, TryFilter, UpdateFilter};
use wire::ids::{FilterId, TeamId};

use crate::app::App;
use crate::auth::sight::viewer;
use crate::auth::{Caller, TeamAccess};
use crate::error::{ApiError, ApiResult};

const FILTERS_MOST: i64 = 1_000;

pub async fn create(app: &App, caller: &Caller, team_id: &TeamId, request: CreateFilter) -> ApiResult<FilterBody> {
    let now = app.clock.now();
    caller.access_to(&mut *app.store.read().await?, team_id).await?.require(Action::ManageConnections)?;
    let filter = Filter {
        id: app.ids.next(),
        team_id: team_id.clone(),
        name: check_name("name", &request.name)?,
        rules: checked(request.rules).await?,
        created_at: now,
        updated_at: now,
        version: 1,
    };
    let mut tx = app.store.begin().await?;
    caller.access_to(&mut tx, team_id).await?.require(Action::ManageConnections)?;
    teams::lock(&mut tx, team_id).await?;
    if filters::count_of_team(&mut tx, team_id).await? >= FILTERS_MOST {
        return Err(Refusal::TooLarge(format!("a Team can have up to {FILTERS_MOST} filters")).into());
    }
    filters::insert(&mut tx, &filter).await?;
    let entry = caller.audit(now, AuditAction::FilterCreated, filter.id.as_str(), filter.name.as_str());
    audit::append(&mut tx, team_id, &entry).await?;
    tx.commit().await?;
    Ok(filter_body(filter))
}

pub async fn list(app: &App, caller: &Caller, team_id: &TeamId) -> ApiResult<Vec<FilterBody>> {
    let mut connection = app.store.read().await?;
    caller.access_to(&mut connection, team_id).await?.require(Action::ManageConnections)?;
    Ok(filters::of_team(&mut connection, team_id).await?.into_iter().map(filter_body).collect())
}

pub async fn get(app: &App, caller: &Caller, id: &FilterId) -> ApiResult<FilterBody> {
    find(&mut *app.store.read().await?, caller, id).await.map(|(_, filter)| filter_body(filter))
}

pub async fn update(app: &App, caller: &Caller, id: &FilterId, request: UpdateFilter) -> ApiResult<FilterBody> {
    let now = app.clock.now();
    find(&mut *app.store.read().await?, caller, id).await?;
    let name = request.name.as_deref().map(|name| check_name("name", name)).transpose()?;
    let rules = checked(request.rules).await?;
    let mut tx = app.store.begin().await?;
    let (access, known) = find(&mut tx, caller, id).await?;
    if rules != known.rules {
        check_seen(&mut tx, &access, id).await?;
    }
    let filter = Filter { name: name.unwrap_or_else(|| known.name.clone()), rules, updated_at: now, ..known };
    filters::update(&mut tx, &filter).await?;
    let entry = caller.audit(now, AuditAction::FilterUpdated, id.as_str(), filter.name.as_str());
    audit::append(&mut tx, &filter.team_id, &entry).await?;
    tx.commit().await?;
    Ok(filter_body(filter))
}

pub async fn delete(app: &App, caller: &Caller, id: &FilterId) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let (_, filter) = find(&mut tx, caller, id).await?;
    // Locked before the uses are counted: a Portal that is about to use it waits, and then finds it gone.
    filters::lock_to_delete(&mut tx, id).await?;
    if portal_connections::uses_of_filter(&mut tx, id).await? > 0 {
        // Without the filter, files that it holds back would be sent.
        let reason = "the filter is used by a Portal, or by packages that visitors still send to a Portal that was \
                      deleted: remove it there first, or wait until they are sent or expire";
        return Err(domain::Refusal::wrong_state(reason).into());
    }
    portal_connections::forget_filter(&mut tx, id).await?;
    if !filters::delete(&mut tx, id).await? {
        return Err(ApiError::NotFound("filter"));
    }
    let entry = caller.audit(app.clock.now(), AuditAction::FilterDeleted, id.as_str(), filter.name.as_str());
    audit::append(&mut tx, &filter.team_id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

/// Applies rules to names. Nothing is saved, and invalid rules give the same errors as when they are saved.
pub async fn try_out(app: &App, caller: &Caller, team_id: &TeamId, request: TryFilter) -> ApiResult<Vec<TriedName>> {
    caller.access_to(&mut *app.store.read().await?, team_id).await?.require(Action::ManageConnections)?;
    if request.names.len() > NAMES_MOST {
        return Err(Refusal::TooLarge(format!("names: up to {NAMES_MOST} can be tested at once")).into());
    }
    let tried = move || {
        let filter = compile(&request.rules)?;
        let tried = |name: String| {
            let rule = filter.held_back_by(&name);
            TriedName { passes: rule.is_none(), name, rule }
        };
        Ok::<_, Refusal>(request.names.into_iter().map(tried).collect())
    };
    Ok(tokio::task::spawn_blocking(tried).await.map_err(anyhow::Error::from)??)
}

/// Checks that the rules compile. This uses the processor, so it runs off the async threads.
async fn checked(rules: Vec<FilterRule>) -> ApiResult<Vec<FilterRule>> {
    let compiled = tokio::task::spawn_blocking(move || compile(&rules).map(|_| rules)).await;
    Ok(compiled.map_err(anyhow::Error::from)??)
}

/// A filter that the caller may manage. One of another Team does not exist for the caller.
async fn find(connection: &mut Connection, caller: &Caller, id: &FilterId) -> ApiResult<(TeamAccess, Filter)> {
    let filter = filters::by_id(connection, id).await?.ok_or(ApiError::NotFound("filter"))?;
    let access = caller.access_to_team_of(connection, &filter.team_id, "filter").await?;
    access.require(Action::ManageConnections)?;
    Ok((access, filter))
}

/// Only members who can see a Portal may decide which of its files are forwarded.
async fn check_seen(connection: &mut Connection, access: &TeamAccess, id: &FilterId) -> ApiResult<()> {
    if portal_connections::hides_use_of_filter(connection, &viewer(access)?, id).await? {
        let reason = "the filter is used by a Portal that you do not see: its rules can be changed only by someone who \
                      sees all its Portals";
        return Err(Refusal::Forbidden(reason).into());
    }
    Ok(())
}

fn filter_body(filter: Filter) -> FilterBody {
    FilterBody {
        id: filter.id,
        name: filter.name,
        rules: filter.rules,
        created_at: filter.created_at,
        updated_at: filter.updated_at,
    }
}
