//! The record of who downloads what from where: each file once for each address that a token is used from.

use store::{Connection, Tx, activities, download_sources};
use wire::ids::{ActivityId, DownloadId};
use wire::time::Time;

use crate::auth::PackageHolder;
use crate::error::ApiResult;

/// Someone who passes a token on, or changes addresses all the time, must not fill the record.
const ADDRESSES_MOST: i64 = 20;

/// What a token requests from an address.
pub(super) struct Sources<'a> {
    download: &'a DownloadId,
    address: String,
    /// With the names that people read.
    files: Vec<(&'a str, String)>,
}

impl<'a> Sources<'a> {
    pub(super) fn of(holder: &'a PackageHolder, files: impl IntoIterator<Item = (&'a str, String)>) -> Self {
        let download = &holder.grant.download_id;
        Self { download, address: holder.address.to_string(), files: files.into_iter().collect() }
    }

    fn ids(&self) -> Vec<&'a str> {
        self.files.iter().map(|(id, _)| *id).collect()
    }

    /// Whether there is nothing to record, so that a download of many ranges costs no writes.
    pub(super) async fn are_recorded(&self, connection: &mut Connection) -> ApiResult<bool> {
        let known = download_sources::known(connection, self.download, &self.address, &self.ids()).await?;
        Ok(known.len() == self.files.len() || self.is_too_much(connection).await?)
    }

    async fn is_too_much(&self, connection: &mut Connection) -> ApiResult<bool> {
        Ok(download_sources::others(connection, self.download, &self.address).await? >= ADDRESSES_MOST)
    }

    /// Records what the address has not requested before. The download has begun in this transaction or before.
    pub(super) async fn record(&self, tx: &mut Tx, now: Time) -> ApiResult<()> {
        if self.is_too_much(tx).await? {
            return Ok(());
        }
        let noted = download_sources::note(tx, self.download, &self.address, &self.ids()).await?;
        let new = self.files.iter().filter(|(id, _)| noted.contains(*id));
        let details: Vec<String> = new.map(|(_, name)| format!("from {}: {name}", self.address)).collect();
        if details.is_empty() {
            return Ok(());
        }
        Ok(activities::note_each(tx, &ActivityId::from(self.download), &details, now).await?)
    }
}

/// The first step of a download.
pub(super) fn from(holder: &PackageHolder) -> String {
    format!("from {}", holder.address)
}
