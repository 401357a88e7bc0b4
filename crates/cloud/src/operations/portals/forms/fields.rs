//! Fields of forms and of their templates, which are created in the same way.

use store::{Connection, form_templates};
use wire::forms::{FieldAttributes, FormField};
use wire::ids::{FormTemplateId, TeamId};
use wire::time::Time;

use crate::error::{ApiError, ApiResult};
use crate::ids::Ids;

/// Gives the fields ids in one form.
pub(super) fn with_ids(ids: &Ids, form_id: &str, fields: Vec<FieldAttributes>) -> Vec<FormField> {
    let own = |attributes| FormField { id: ids.next(), form_id: form_id.to_owned(), attributes };
    fields.into_iter().map(own).collect()
}

/// The fields of a template of the Team, for a new form.
pub(super) async fn copied_fields(
    connection: &mut Connection,
    team_id: &TeamId,
    id: &str,
    now: Time,
) -> ApiResult<Vec<FieldAttributes>> {
    let not_found = || ApiError::ReferenceNotFound("form_template_id");
    let id: FormTemplateId = id.parse().map_err(|_| not_found())?;
    let template = form_templates::by_id(connection, &id).await?;
    let template = template.filter(|template| template.team_id == *team_id).ok_or_else(not_found)?;
    let copy = template.fields.into_iter().map(|field| FieldAttributes {
        created_at: now,
        updated_at: now,
        ..field.attributes
    });
    Ok(copy.collect())
}
