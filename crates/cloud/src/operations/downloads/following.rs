//! Reading a growing file: its segments, as they are noted.

use std::time::Duration;

use domain::file::{File, FileState};
use domain::package_token::Right;
use domain::segments as rules;
use store::segments::{self, Segment};
use store::{files, packages};
use tokio::time::{Instant, sleep_until};
use wire::ids::FileId;
use wire::segments::{SegmentBody, SegmentPage};

use super::note_follower;
use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::{ApiError, ApiResult};
use crate::operations::requests::long_poll;

pub const LONGEST_WAIT_SECONDS: u64 = 50;
/// Addresses in one answer.
const MANY: i64 = 100;

/// The segments of a file after a given one; waits for more if there are none.
pub async fn follow(
    app: &App,
    holder: &PackageHolder,
    id: &FileId,
    after: u64,
    wait: Duration,
) -> ApiResult<SegmentPage> {
    holder.require(Right::Follow)?;
    let deadline = long_poll::deadline(app, wait);
    let bell = app.bus.watch(&holder.package.id);
    loop {
        let mut changed = Box::pin(bell.notified());
        // From here on no wake-up is lost: changes after the read below are noticed.
        changed.as_mut().enable();
        let (page, file) = look(app, holder, id, after).await?;
        if page.is_final || !page.segments.is_empty() || Instant::now() >= deadline {
            if !page.segments.is_empty() {
                note_follower(app, holder, &file).await?;
            }
            return Ok(page);
        }
        tokio::select! {
            () = changed => {}
            () = sleep_until(deadline.min(Instant::now() + app.bus.look_every())) => {}
            () = app.ending.stop.cancelled() => return Ok(page),
        }
    }
}

async fn look(app: &App, holder: &PackageHolder, id: &FileId, after: u64) -> ApiResult<(SegmentPage, File)> {
    let mut connection = app.store.read().await?;
    let package = packages::by_id(&mut connection, &holder.package.id).await?.ok_or(ApiError::NotFound("package"))?;
    let is_there = package.state.is_alive();
    if !is_there || package.expiry.is_due(app.trusted_time()) {
        return Err(ApiError::Gone("the package"));
    }
    let file = files::by_id(&mut connection, &package.id, id).await?.ok_or(ApiError::NotFound("file"))?;
    if file.state == FileState::Finalized {
        let size = u64::try_from(file.size).unwrap_or_default();
        let checksum = file.crc64nvme.clone().unwrap_or_default();
        return Ok((SegmentPage { segments: Vec::new(), is_final: true, size, checksum }, file));
    }
    let found = segments::after(&mut connection, id, after, MANY).await?;
    let size = segments::noted(&mut connection, id).await?.bytes;
    let in_order = (after + 1..).zip(found).take_while(|(number, segment)| *number == segment.number);
    let body = |(number, segment): (u64, Segment)| SegmentBody {
        number,
        size: segment.size,
        checksum: segment.crc64nvme,
        url: app.storage.download_url(&rules::key(&package.id, id, number), file.place.name()).into(),
    };
    let segments = in_order.map(body).collect();
    Ok((SegmentPage { segments, is_final: false, size, checksum: String::new() }, file))
}
