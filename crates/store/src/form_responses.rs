//! Form responses. A response belongs to one package, or to none yet.

use domain::form::{Delivery, FormResponse};
use sqlx::any::AnyRow;
use wire::forms::DeliveryFormat;
use wire::ids::{FileId, FormResponseId, PackageId, PortalId};
use wire::time::Time;

use super::packages::optional_id;
use super::row::{Columns as _, to_json};
use super::write::insert_into;
use super::{Connection, StoreResult};

pub async fn insert(connection: &mut Connection, response: &FormResponse) -> StoreResult<()> {
    let deliveries: Vec<_> = response.deliveries.iter().map(|each| (each.format, &each.file_id)).collect();
    insert_into("form_responses")
        .value("id", response.id.as_str())
        .value("team_id", response.team_id.as_str())
        .value("portal_id", response.portal_id.as_str())
        .value("form_id", response.form_id.as_str())
        .value("package_id", response.package_id.as_ref().map_or("", |id| id.as_str()))
        .value("name", response.name.as_str())
        .value("deliveries", to_json("deliveries", &deliveries)?)
        .value("fields", to_json("fields", &response.fields)?)
        .value("created_at", response.created_at.as_millis())
        .value("updated_at", response.updated_at.as_millis())
        .execute(connection)
        .await?;
    Ok(())
}

/// A response to the form of this Portal.
pub async fn of_portal(
    connection: &mut Connection,
    portal: &PortalId,
    id: &FormResponseId,
) -> StoreResult<Option<FormResponse>> {
    let row = sqlx::query("SELECT * FROM form_responses WHERE id = $1 AND portal_id = $2")
        .bind(id.as_str())
        .bind(portal.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(response).transpose()
}

pub async fn of_package(connection: &mut Connection, package: &PackageId) -> StoreResult<Option<FormResponse>> {
    let row = sqlx::query("SELECT * FROM form_responses WHERE package_id = $1 AND package_id <> ''")
        .bind(package.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(response).transpose()
}

/// Attaches the response to a package. Returns false if it belongs to another one.
pub async fn bind(
    connection: &mut Connection,
    id: &FormResponseId,
    package: &PackageId,
    now: Time,
) -> StoreResult<bool> {
    let bound =
        sqlx::query("UPDATE form_responses SET package_id = $1, updated_at = $2 WHERE id = $3 AND package_id = ''")
            .bind(package.as_str())
            .bind(now.as_millis())
            .bind(id.as_str())
            .execute(connection)
            .await?;
    Ok(bound.rows_affected() == 1)
}

pub async fn delete_of_package(connection: &mut Connection, package: &PackageId) -> StoreResult<()> {
    sqlx::query("DELETE FROM form_responses WHERE package_id = $1 AND package_id <> ''")
        .bind(package.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes some responses from before a given time that belong to no package. Returns how many.
pub async fn delete_unbound(connection: &mut Connection, before: Time, limit: i64) -> StoreResult<u64> {
    let deleted = sqlx::query(
        "DELETE FROM form_responses WHERE package_id = '' AND id IN (
             SELECT id FROM form_responses WHERE package_id = '' AND created_at < $1 ORDER BY created_at, id LIMIT $2)",
    )
    .bind(before.as_millis())
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}

fn response(row: &AnyRow) -> StoreResult<FormResponse> {
    let deliveries: Vec<(DeliveryFormat, FileId)> = row.json("deliveries")?;
    Ok(FormResponse {
        id: row.id("id")?,
        team_id: row.id("team_id")?,
        portal_id: row.id("portal_id")?,
        form_id: row.id("form_id")?,
        package_id: optional_id(row, "package_id")?,
        name: row.text("name")?,
        deliveries: deliveries.into_iter().map(|(format, file_id)| Delivery { format, file_id }).collect(),
        fields: row.json("fields")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
    })
}
