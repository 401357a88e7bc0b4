//! The table of packages that a gateway is delivering, kept until the cloud knows that they arrived.

use std::path::{Path, PathBuf};

use domain::agent_download::AgentDownload;
use rusqlite::{OptionalExtension as _, Row, params};
use wire::agent::DownloadId;
use wire::connections::GatewayPackage;
use wire::ids::{GatewayId, PackageId, TransferId};

use super::columns::{column, flag, parsed};
use super::{JournalError, Tables};

#[derive(Debug, Clone)]
pub struct DeliveryRow {
    /// Its files are stored like those of a download.
    pub id: DownloadId,
    pub work: TransferId,
    pub package: PackageId,
    /// The name of the package.
    pub name: String,
    /// Where the package's own folder is: the folder of the gateway, or a directory below it.
    pub dst_folder: PathBuf,
    /// The package's own folder, once its name is chosen.
    pub folder: Option<PathBuf>,
    /// Whether that folder was created.
    pub is_taken: bool,
    pub listed: bool,
    /// Total bytes.
    pub size: u64,
    /// Bytes that are verified to have arrived.
    pub proven: u64,
}

const COLUMNS: &str =
    "downloads.id AS id, work, package_id, name, dst_folder, folder, taken, listed, downloads.size AS size,
    (SELECT COALESCE(SUM(size), 0) FROM download_items WHERE download = downloads.id AND stage = 4)
    + (SELECT COALESCE(SUM(length), 0) FROM download_ranges WHERE download = downloads.id) AS proven";
const TABLES: &str = "deliveries JOIN downloads ON downloads.id = deliveries.download";

fn delivery(row: &Row<'_>) -> rusqlite::Result<DeliveryRow> {
    Ok(DeliveryRow {
        id: parsed(row, "id")?,
        work: parsed(row, "work")?,
        package: parsed(row, "package_id")?,
        name: column(row, "name")?,
        dst_folder: column::<String>(row, "dst_folder")?.into(),
        folder: column::<Option<String>>(row, "folder")?.map(PathBuf::from),
        is_taken: flag(row, "taken")?,
        listed: flag(row, "listed")?,
        size: column(row, "size")?,
        proven: column(row, "proven")?,
    })
}

/// Records a work item of the cloud. A package that was started before is resumed, even if its work item has a new id. It
/// stays where its folder was created, even if the cloud has another target directory by now.
pub fn begin(
    tables: &Tables,
    gateway: &GatewayId,
    work: &TransferId,
    package: &GatewayPackage,
    dst_folder: &Path,
    chance: [u8; 16],
) -> Result<DownloadId, JournalError> {
    let known = tables
        .query_row(
            "SELECT download FROM deliveries JOIN downloads ON downloads.id = deliveries.download
             WHERE deliveries.gateway = ?1 AND downloads.package_id = ?2",
            [gateway.as_str(), package.id.as_str()],
            |row| parsed::<DownloadId>(row, "download"),
        )
        .optional()?;
    if let Some(id) = known {
        tables.execute(
            "UPDATE deliveries SET work = ?1, with_us = 1 WHERE download = ?2",
            [work.as_str(), id.as_str()],
        )?;
        tables.execute(
            "UPDATE downloads SET dst_folder = ?1, folder = NULL WHERE id = ?2 AND taken = 0 AND dst_folder <> ?1",
            params![dst_folder.to_string_lossy(), id.as_str()],
        )?;
        return Ok(id);
    }
    let id = DownloadId::from_chance(chance);
    tables.execute(
        "INSERT INTO downloads (id, sequence, server, link_id, secret, dst_folder, create_package_folder, priority,
             package_id, name, state)
         VALUES (?1, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM downloads), '', '', '', ?2, 1, 0, ?3, ?4, ?5)",
        params![
            id.as_str(),
            dst_folder.to_string_lossy(),
            package.id.as_str(),
            package.name,
            AgentDownload::started().state.as_str(),
        ],
    )?;
    tables.execute(
        "INSERT INTO deliveries (download, gateway, work, with_us) VALUES (?1, ?2, ?3, 1)",
        [id.as_str(), gateway.as_str(), work.as_str()],
    )?;
    Ok(id)
}

pub fn find(tables: &Tables, id: &DownloadId) -> Result<Option<DeliveryRow>, JournalError> {
    let query = format!("SELECT {COLUMNS} FROM {TABLES} WHERE deliveries.download = ?1");
    Ok(tables.prepare_cached(&query)?.query_row([id.as_str()], delivery).optional()?)
}

/// Everything that a gateway has not delivered yet, including what it returned to the cloud.
pub fn of_gateway(tables: &Tables, gateway: &GatewayId) -> Result<Vec<DeliveryRow>, JournalError> {
    let query = format!("SELECT {COLUMNS} FROM {TABLES} WHERE deliveries.gateway = ?1 ORDER BY downloads.sequence");
    let mut statement = tables.prepare_cached(&query)?;
    let rows = statement.query_map([gateway.as_str()], delivery)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// What a gateway was delivering when the process ended.
pub fn with_us(tables: &Tables, gateway: &GatewayId) -> Result<Option<DeliveryRow>, JournalError> {
    let query = format!(
        "SELECT {COLUMNS} FROM {TABLES} WHERE deliveries.gateway = ?1 AND deliveries.with_us = 1
         ORDER BY downloads.sequence LIMIT 1"
    );
    Ok(tables.prepare_cached(&query)?.query_row([gateway.as_str()], delivery).optional()?)
}

/// Received data is kept: the package may be assigned to us again.
pub fn given_back(tables: &Tables, id: &DownloadId) -> Result<(), JournalError> {
    tables.execute("UPDATE deliveries SET with_us = 0 WHERE download = ?1", [id.as_str()])?;
    Ok(())
}
