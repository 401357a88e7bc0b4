//! Forms of Portals.

use domain::form::Form;
use sqlx::any::AnyRow;
use wire::ids::{FormId, PortalId};

use super::row::{Columns as _, to_json};
use super::write::insert_into;
use super::{Connection, StoreError, StoreResult};

/// Returns false if the Portal already has a form.
pub async fn insert(connection: &mut Connection, form: &Form) -> StoreResult<bool> {
    let inserted = insert_into("forms")
        .value("id", form.id.as_str())
        .value("team_id", form.team_id.as_str())
        .value("portal_id", form.portal_id.as_str())
        .value("name", form.name.as_str())
        .value("delivery_formats", to_json("delivery_formats", &form.delivery_formats)?)
        .value("fields", to_json("fields", &form.fields)?)
        .value("disabled", i64::from(form.disabled))
        .value("created_at", form.created_at.as_millis())
        .value("updated_at", form.updated_at.as_millis())
        .value("version", form.version)
        .unless_taken("portal_id")
        .execute(connection)
        .await?;
    Ok(inserted == 1)
}

/// Updates `form` if its version has not changed since it was read.
pub async fn update(connection: &mut Connection, form: &Form) -> StoreResult<()> {
    let written = sqlx::query(
        "UPDATE forms SET name = $1, delivery_formats = $2, fields = $3, disabled = $4, updated_at = $5,
             version = version + 1
         WHERE id = $6 AND version = $7",
    )
    .bind(form.name.as_str())
    .bind(to_json("delivery_formats", &form.delivery_formats)?)
    .bind(to_json("fields", &form.fields)?)
    .bind(i64::from(form.disabled))
    .bind(form.updated_at.as_millis())
    .bind(form.id.as_str())
    .bind(form.version)
    .execute(connection)
    .await?;
    if written.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

pub async fn delete(connection: &mut Connection, id: &FormId) -> StoreResult<bool> {
    let deleted = sqlx::query("DELETE FROM forms WHERE id = $1").bind(id.as_str()).execute(connection).await?;
    Ok(deleted.rows_affected() == 1)
}

pub async fn by_id(connection: &mut Connection, id: &FormId) -> StoreResult<Option<Form>> {
    let row = sqlx::query("SELECT * FROM forms WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(form).transpose()
}

pub async fn of_portal(connection: &mut Connection, portal: &PortalId) -> StoreResult<Option<Form>> {
    let row = sqlx::query("SELECT * FROM forms WHERE portal_id = $1")
        .bind(portal.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(form).transpose()
}

fn form(row: &AnyRow) -> StoreResult<Form> {
    Ok(Form {
        id: row.id("id")?,
        team_id: row.id("team_id")?,
        portal_id: row.id("portal_id")?,
        name: row.text("name")?,
        delivery_formats: row.json("delivery_formats")?,
        fields: row.json("fields")?,
        disabled: row.flag("disabled")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
        version: row.number("version")?,
    })
}
