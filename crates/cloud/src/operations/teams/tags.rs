//! Tags, and applying them.

use domain::account::check_name;
use domain::audit::AuditAction;
use domain::policy::Action;
use store::audit::AuditEntry;
use store::{Tx, audit, tags};
use wire::ids::{TagId, TeamId};
use wire::packages::TagChoice;
use wire::tags::TagBody;
use wire::time::Time;

use crate::app::App;
use crate::auth::Caller;
use crate::error::{ApiError, ApiResult};
use crate::ids::Ids;
use crate::operations::bulk;
use crate::queue::ClearTag;

/// A tag that a request names.
pub struct NamedTag {
    pub id: TagId,
    name: String,
    /// Created by this request, which the audit record must say.
    is_new: bool,
}

impl NamedTag {
    /// The entry for the audit record, if the tag was created.
    pub fn entry(&self, entry: impl FnOnce(AuditAction, &str, &str) -> AuditEntry) -> Option<AuditEntry> {
        self.is_new.then(|| entry(AuditAction::TagCreated, self.id.as_str(), &self.name))
    }
}

/// The tag that a choice names: by its id, else by its name. A new name creates the tag. An empty choice means no tag.
pub async fn resolve(
    tx: &mut Tx,
    ids: &Ids,
    team: &TeamId,
    choice: Option<&TagChoice>,
    now: Time,
) -> ApiResult<Option<NamedTag>> {
    let Some(TagChoice { id, name }) = choice else { return Ok(None) };
    if !id.is_empty()
        && let Some(tag) = tags::refer_to(tx, team, id).await?
    {
        return Ok(Some(NamedTag { id: tag.id, name: tag.name, is_new: false }));
    }
    if name.is_empty() {
        return if id.is_empty() { Ok(None) } else { Err(ApiError::ReferenceNotFound("tag.id")) };
    }
    let name = check_name("tag.name", name)?;
    let (tag, is_new) = tags::by_name_or_new(tx, team, &name, ids.next(), now).await?;
    Ok(Some(NamedTag { id: tag.id, name: tag.name, is_new }))
}

pub async fn create(app: &App, caller: &Caller, team_id: &TeamId, name: &str) -> ApiResult<TagBody> {
    let name = check_name("name", name)?;
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    caller.access_to(&mut tx, team_id).await?.require(Action::UseTags)?;
    let tag =
        TagBody { id: app.ids.next(), name, team_id: team_id.clone(), active: true, created_at: now, updated_at: now };
    if !tags::insert(&mut tx, &tag).await? {
        return Err(ApiError::Duplicate { field: "name", reason: "the Team has a tag of this name already" });
    }
    let entry = caller.audit(now, AuditAction::TagCreated, tag.id.as_str(), tag.name.as_str());
    audit::append(&mut tx, team_id, &entry).await?;
    tx.commit().await?;
    Ok(tag)
}

pub async fn list(app: &App, caller: &Caller, team_id: &TeamId) -> ApiResult<Vec<TagBody>> {
    let mut connection = app.store.read().await?;
    caller.access_to(&mut connection, team_id).await?.require(Action::UseTags)?;
    Ok(tags::of_team(&mut connection, team_id).await?)
}

/// Removes the tag from everything that has it.
pub async fn delete(app: &App, caller: &Caller, id: &TagId) -> ApiResult<()> {
    let not_found = || ApiError::NotFound("tag");
    let mut tx = app.store.begin().await?;
    let tag = tags::find(&mut tx, id).await?.ok_or_else(not_found)?;
    let access = caller.access_to_team_of(&mut tx, &tag.team_id, "tag").await?;
    access.require(Action::UseTags)?;
    if !tags::delete(&mut tx, id).await? {
        return Err(not_found());
    }
    let clear = bulk::save(app, &mut tx, ClearTag { team: tag.team_id.clone(), tag: id.clone() }).await?;
    let entry = caller.audit(app.clock.now(), AuditAction::TagDeleted, id.as_str(), tag.name.as_str());
    audit::append(&mut tx, &tag.team_id, &entry).await?;
    tx.commit().await?;
    bulk::begin(app, clear).await;
    Ok(())
}
