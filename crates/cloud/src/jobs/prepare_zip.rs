//! Computes the CRC-32 that the zip of a package lacks, by reading the files once.
//!
//! What is found is saved file by file, so a repetition goes on where the last attempt stopped. Content that is not what
//! was stored is never described: the job gives up, and the zip is not made.

use std::pin::pin;

use anyhow::anyhow;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crc_fast::{CrcAlgorithm, Digest};
use domain::file::File;
use domain::package::PackageState;
use futures_util::StreamExt as _;
use wire::ids::{FileId, PackageId};

use super::{Job, JobError};
use crate::app::App;
use crate::queue::PrepareZip;
use crate::store::{files, packages, zips};

const FILES_AT_ONCE: i64 = 100;

impl Job for PrepareZip {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        let package = packages::by_id(&mut *app.store.read().await?, &self.package).await?;
        if package.is_none_or(|package| package.state != PackageState::Finalized) {
            return Ok(()); // Over since it was asked for: nobody is waiting.
        }
        let mut last: Option<FileId> = None;
        loop {
            let mut connection = app.store.read().await?;
            let page = zips::without_crc32(&mut connection, &self.package, last.as_ref(), FILES_AT_ONCE).await?;
            drop(connection);
            let Some(newest) = page.last() else { return Ok(()) };
            last = Some(newest.id.clone());
            for file in page {
                let crc32 = crc32_of(app, &file).await?;
                let mut tx = app.store.begin().await?;
                files::set_crc32(&mut tx, &file.id, crc32).await?;
                tx.commit().await?;
                report(app, &self.package, &file);
            }
        }
    }
}

/// Where the progress of the preparation is told: once for each file that is done.
fn report(_app: &App, package: &PackageId, file: &File) {
    tracing::debug!(%package, file = %file.id, bytes = file.size, "a file is ready for the zip");
}

async fn crc32_of(app: &App, file: &File) -> Result<u32, JobError> {
    let mut crc32 = Digest::new(CrcAlgorithm::Crc32IsoHdlc);
    let mut crc64 = Digest::new(CrcAlgorithm::Crc64Nvme);
    // A read that is not exactly of this length is an error.
    let size = file.size.unsigned_abs();
    let mut chunks = pin!(app.storage.read(&file.object_key(), 0..size).await?);
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk?;
        crc32.update(&chunk);
        crc64.update(&chunk);
    }
    let found = STANDARD.encode(crc64.finalize().to_be_bytes());
    if file.crc64nvme.as_ref().is_some_and(|known| *known != found) {
        return Err(JobError::GiveUp(anyhow!("file {} is stored with other content than was sent", file.id)));
    }
    u32::try_from(crc32.finalize()).map_err(|_| JobError::GiveUp(anyhow!("a CRC-32 has more than 32 bits")))
}
