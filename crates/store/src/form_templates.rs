//! Form templates.

use domain::form::FormTemplate;
use sqlx::any::AnyRow;
use wire::ids::{FormTemplateId, TeamId};

use super::row::{Columns as _, to_json};
use super::{Connection, StoreError, StoreResult};

pub async fn insert(connection: &mut Connection, template: &FormTemplate) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO form_templates (id, team_id, name, delivery_formats, fields, created_at, updated_at, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(template.id.as_str())
    .bind(template.team_id.as_str())
    .bind(template.name.as_str())
    .bind(to_json("delivery_formats", &template.delivery_formats)?)
    .bind(to_json("fields", &template.fields)?)
    .bind(template.created_at.as_millis())
    .bind(template.updated_at.as_millis())
    .bind(template.version)
    .execute(connection)
    .await?;
    Ok(())
}

/// Updates `template` if its version has not changed since it was read.
pub async fn update(connection: &mut Connection, template: &FormTemplate) -> StoreResult<()> {
    let written = sqlx::query(
        "UPDATE form_templates SET name = $1, delivery_formats = $2, fields = $3, updated_at = $4,
             version = version + 1
         WHERE id = $5 AND version = $6",
    )
    .bind(template.name.as_str())
    .bind(to_json("delivery_formats", &template.delivery_formats)?)
    .bind(to_json("fields", &template.fields)?)
    .bind(template.updated_at.as_millis())
    .bind(template.id.as_str())
    .bind(template.version)
    .execute(connection)
    .await?;
    if written.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

pub async fn delete(connection: &mut Connection, id: &FormTemplateId) -> StoreResult<bool> {
    let deleted = sqlx::query("DELETE FROM form_templates WHERE id = $1").bind(id.as_str()).execute(connection).await?;
    Ok(deleted.rows_affected() == 1)
}

pub async fn by_id(connection: &mut Connection, id: &FormTemplateId) -> StoreResult<Option<FormTemplate>> {
    let row =
        sqlx::query("SELECT * FROM form_templates WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(template).transpose()
}

pub async fn of_team(connection: &mut Connection, team: &TeamId) -> StoreResult<Vec<FormTemplate>> {
    let rows = sqlx::query("SELECT * FROM form_templates WHERE team_id = $1 ORDER BY id")
        .bind(team.as_str())
        .fetch_all(connection)
        .await?;
    rows.iter().map(template).collect()
}

pub async fn count_of_team(connection: &mut Connection, team: &TeamId) -> StoreResult<i64> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM form_templates WHERE team_id = $1")
        .bind(team.as_str())
        .fetch_one(connection)
        .await?)
}

fn template(row: &AnyRow) -> StoreResult<FormTemplate> {
    Ok(FormTemplate {
        id: row.id("id")?,
        team_id: row.id("team_id")?,
        name: row.text("name")?,
        delivery_formats: row.json("delivery_formats")?,
        fields: row.json("fields")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
        version: row.number("version")?,
    })
}
