//! Computes the CRC-32 values that the zip of a package still needs, by reading the files once.
//!
//! Results are saved file by file, so a retry resumes where the last attempt stopped. If the stored content is not what
//! was sent, the job gives up, and there is no zip.

use std::pin::pin;

use anyhow::anyhow;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crc_fast::{CrcAlgorithm, Digest};
use domain::file::File;
use domain::package::{Package, PackageState};
use futures_util::StreamExt as _;
use store::zips::Lacking;
use store::{files, packages, zips};
use wire::ids::{FileId, PackageId};
use wire::packages::PublishProgress;

use super::{Job, JobError, Size};
use crate::app::App;
use crate::operations::channels::report_zip;
use crate::queue::PrepareZip;

const FILES_AT_ONCE: i64 = 100;
/// Large enough that reporting costs nothing compared to reading.
const TELL_EVERY_BYTES: i64 = 4 << 20;

impl Job for PrepareZip {
    const SIZE: Size = Size::Large;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        let package = packages::by_id(&mut *app.store.read().await?, &self.package).await?;
        let Some(package) = package.filter(|package| package.state == PackageState::Finalized) else {
            return Ok(()); // The package has ended since: nobody is waiting.
        };
        let lacking = zips::lacking(&mut *app.store.read().await?, &self.package).await?;
        let mut report = Report::begin(app, &package, lacking);
        let mut last: Option<FileId> = None;
        loop {
            let mut connection = app.store.read().await?;
            let page = zips::without_crc32(&mut connection, &self.package, last.as_ref(), FILES_AT_ONCE).await?;
            drop(connection);
            let Some(newest) = page.last() else {
                report.end();
                return Ok(());
            };
            last = Some(newest.id.clone());
            for file in page {
                let crc32 = crc32_of(app, &file, &mut report).await?;
                let mut tx = app.store.begin().await?;
                files::set_crc32(&mut tx, &file.id, crc32).await?;
                tx.commit().await?;
                report.file();
            }
        }
    }
}

/// Reports the progress of the preparation.
struct Report<'a> {
    app: &'a App,
    package: &'a PackageId,
    progress: PublishProgress,
    untold: i64,
}

impl<'a> Report<'a> {
    /// Counts files that need no work, or were done in an earlier attempt, as done.
    fn begin(app: &'a App, package: &'a Package, lacking: Lacking) -> Self {
        let progress = PublishProgress {
            bytes: package.size - lacking.bytes,
            total_bytes: package.size,
            files: package.total_files - lacking.files,
            total_files: package.total_files,
            state: "preparing".to_owned(),
        };
        let mut report = Self { app, package: &package.id, progress, untold: 0 };
        report.tell();
        report
    }

    fn bytes(&mut self, count: usize) {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        self.progress.bytes = self.progress.bytes.saturating_add(count).min(self.progress.total_bytes);
        self.untold = self.untold.saturating_add(count);
        if self.untold >= TELL_EVERY_BYTES {
            self.tell();
        }
    }

    fn file(&mut self) {
        self.progress.files = self.progress.files.saturating_add(1).min(self.progress.total_files);
        self.tell();
    }

    fn end(mut self) {
        let (bytes, files) = (self.progress.total_bytes, self.progress.total_files);
        self.progress = PublishProgress { bytes, files, state: "ready".to_owned(), ..self.progress };
        report_zip(self.app, self.package, self.progress);
    }

    fn tell(&mut self) {
        self.untold = 0;
        report_zip(self.app, self.package, self.progress.clone());
    }
}

async fn crc32_of(app: &App, file: &File, report: &mut Report<'_>) -> Result<u32, JobError> {
    let mut crc32 = Digest::new(CrcAlgorithm::Crc32IsoHdlc);
    let mut crc64 = Digest::new(CrcAlgorithm::Crc64Nvme);
    // A read of any other length is an error.
    let size = file.size.unsigned_abs();
    let mut chunks = pin!(app.storage.read(&file.object_key(), 0..size).await?);
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk?;
        crc32.update(&chunk);
        crc64.update(&chunk);
        report.bytes(chunk.len());
    }
    let found = STANDARD.encode(crc64.finalize().to_be_bytes());
    if file.crc64nvme.as_ref().is_some_and(|known| *known != found) {
        return Err(JobError::GiveUp(anyhow!("the stored content of file {} differs from what was sent", file.id)));
    }
    u32::try_from(crc32.finalize()).map_err(|_| JobError::GiveUp(anyhow!("a CRC-32 has more than 32 bits")))
}
