//! Forms of Portals.

use domain::form::Form;
use sqlx::any::AnyRow;
use wire::ids::{FormId, PortalId};

use super::row::{Columns as _, to_json};
use super::{Connection, StoreError, StoreResult};

/// Returns false if the Portal already has a form.
pub async fn insert(connection: &mut Connection, form: &Form) -> StoreResult<bool> {
    let inserted = sqlx::query(
        "INSERT INTO forms (id, team_id, portal_id, name, delivery_formats, fields, disabled, created_at, updated_at,
             version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (portal_id) DO NOTHING",
    )
    .bind(form.id.as_str())
    .bind(form.team_id.as_str())
    .bind(form.portal_id.as_str())
    .bind(form.name.as_str())
    .bind(to_json("delivery_formats", &form.delivery_formats)?)
    .bind(to_json("fields", &form.fields)?)
    .bind(i64::from(form.disabled))
    .bind(form.created_at.as_millis())
    .bind(form.updated_at.as_millis())
    .bind(form.version)
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
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
