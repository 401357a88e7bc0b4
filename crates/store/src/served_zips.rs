//! What was sent of a zip, until that is all of it.

use domain::byte_ranges::ByteRanges;
use wire::ids::DownloadId;

use super::row::Columns as _;
use super::{Connection, StoreResult};

/// The zip of the whole package, or of a selection of its files, for one download.
#[derive(Clone, Copy)]
pub struct OneZip<'a> {
    pub download: &'a DownloadId,
    pub selection: Option<&'a str>,
}

impl<'a> OneZip<'a> {
    fn key(self) -> &'a str {
        self.selection.unwrap_or_default()
    }
}

pub async fn sent(connection: &mut Connection, zip: OneZip<'_>) -> StoreResult<ByteRanges> {
    let row = sqlx::query("SELECT ranges FROM served_zips WHERE download_id = $1 AND selection = $2")
        .bind(zip.download.as_str())
        .bind(zip.key())
        .fetch_optional(connection)
        .await?;
    row.map_or(Ok(ByteRanges::default()), |row| row.parsed("ranges", ByteRanges::parse))
}

pub async fn keep(connection: &mut Connection, zip: OneZip<'_>, sent: &ByteRanges) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO served_zips (download_id, selection, ranges) VALUES ($1, $2, $3)
         ON CONFLICT (download_id, selection) DO UPDATE SET ranges = excluded.ranges",
    )
    .bind(zip.download.as_str())
    .bind(zip.key())
    .bind(sent.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn forget(connection: &mut Connection, zip: OneZip<'_>) -> StoreResult<()> {
    sqlx::query("DELETE FROM served_zips WHERE download_id = $1 AND selection = $2")
        .bind(zip.download.as_str())
        .bind(zip.key())
        .execute(connection)
        .await?;
    Ok(())
}
