//! Small rows that belong to a package's content and are deleted with it.

use wire::ids::PackageId;

use super::{Connection, StoreResult};

pub async fn delete(connection: &mut Connection, package: &PackageId) -> StoreResult<()> {
    sqlx::query("DELETE FROM zip_selections WHERE package_id = $1")
        .bind(package.as_str())
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM channel_messages WHERE package_id = $1")
        .bind(package.as_str())
        .execute(connection)
        .await?;
    Ok(())
}
