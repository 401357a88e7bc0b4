//! Which files of a package wait for their scan, or did not pass it. Both have indexes of only these files.

use domain::file::File;
use wire::ids::{FileId, PackageId};

use super::{Connection, StoreResult, files};

/// Whether a file of a package is still waiting to be scanned.
pub async fn has_pending(connection: &mut Connection, package: &PackageId) -> StoreResult<bool> {
    let row = sqlx::query("SELECT id FROM files WHERE package_id = $1 AND scan_state = 'pending' LIMIT 1")
        .bind(package.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Files that are infected, or that a scanner could not check, after a given one.
pub async fn doubtful(
    connection: &mut Connection,
    package: &PackageId,
    after: Option<&FileId>,
    limit: i64,
) -> StoreResult<Vec<File>> {
    let statement = "SELECT * FROM files
         WHERE package_id = $1 AND kind = 'file' AND id > $2
             AND (scan_state = 'infected' OR (scan_state = 'not_scanned' AND scan_reason <> 'off'))
         ORDER BY id LIMIT $3";
    files::some(connection, statement, package, after, limit).await
}
