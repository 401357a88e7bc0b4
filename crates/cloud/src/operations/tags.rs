//! Tags, where they are applied.

use domain::account::check_name;
use wire::ids::TeamId;
use wire::packages::{TagChoice, TagReference};
use wire::time::Time;

use crate::error::{ApiError, ApiResult};
use crate::ids::Ids;
use crate::store::{Tx, tags};

/// The tag that a choice names: by its id, else by its name, which is made when the Team does not have it. An empty
/// choice is no tag.
pub async fn resolve(
    tx: &mut Tx,
    ids: &Ids,
    team: &TeamId,
    choice: Option<&TagChoice>,
    now: Time,
) -> ApiResult<Option<TagReference>> {
    let Some(TagChoice { id, name }) = choice else { return Ok(None) };
    if !id.is_empty()
        && let Some(tag) = tags::by_id(tx, team, id).await?
    {
        return Ok(Some(tag));
    }
    if name.is_empty() {
        return if id.is_empty() { Ok(None) } else { Err(ApiError::ReferenceNotFound("tag.id")) };
    }
    let name = check_name("tag.name", name)?;
    Ok(Some(tags::by_name_or_new(tx, team, &name, ids.next(), now).await?))
}
