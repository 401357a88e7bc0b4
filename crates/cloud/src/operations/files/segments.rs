//! Segments of a growing file: uploaded and reported. Reading them is in `downloads::following`.

use domain::Refusal;
use domain::chunk_plan::FILE_LARGEST;
use domain::file::{File, FileState};
use domain::package::Package;
use domain::package_token::Right;
use domain::portal::{FileRules, Totals};
use domain::segments as rules;
use store::Tx;
use store::segments::{self, JoinState, Segment};
use wire::blueprint::Blueprint;
use wire::ids::FileId;
use wire::segments::{NoteSegment, RequestSegments};

use super::room::left_for_unsized;
use super::{check_crc64, find, open_package};
use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::{ApiError, ApiResult};
use crate::operations::portals::rules as portal_rules;
use crate::operations::quotas::Quotas;
use crate::storage::Stored;

/// URLs in one answer.
const MANY: i64 = 100;
/// How far ahead of the recorded segments URLs are given: more than any client sends at once.
const AHEAD: u64 = 1_000;

/// Signed requests for some segments. They can be requested any number of times.
pub async fn blueprints(
    app: &App,
    holder: &PackageHolder,
    id: &FileId,
    request: &RequestSegments,
) -> ApiResult<Vec<Blueprint>> {
    holder.require(Right::ChangeFiles)?;
    holder.package.check_open()?;
    let first = rules::check_number("first", request.first)?;
    if !(1..=MANY).contains(&request.count) {
        return Err(Refusal::invalid("count", format!("must be between 1 and {MANY}")).into());
    }
    rules::check_number("count", request.first.saturating_add(request.count) - 1)?;
    let count = usize::try_from(request.count).unwrap_or_default();
    let checksums = request.checksums.as_deref();
    if let Some(checksums) = checksums {
        if checksums.len() != count {
            return Err(
                Refusal::invalid("checksums", format!("must contain {count} entries, one for each segment")).into()
            );
        }
        checksums.iter().try_for_each(|checksum| check_crc64("checksums", checksum))?;
    }
    let file = find(app, holder, id).await?;
    check_grows(&file)?;
    let limit = limit_of(app, holder, &file, request).await?;
    let below = rules::prefix(&file.package_id, &file.id);
    let blueprint = |(index, number): (usize, u64)| {
        let checksum = checksums.and_then(|checksums| checksums.get(index)).map(String::as_str);
        app.storage.segment_blueprint(&rules::key(&file.package_id, &file.id, number), &below, limit, checksum)
    };
    Ok((first..).take(count).enumerate().map(blueprint).collect())
}

/// The most bytes of all segments together. Segments far ahead of the recorded ones would only take space.
async fn limit_of(app: &App, holder: &PackageHolder, file: &File, request: &RequestSegments) -> ApiResult<u64> {
    let mut reading = app.store.read().await?;
    let noted = segments::noted(&mut reading, &file.id).await?;
    let (ahead, last) = (noted.highest.saturating_add(AHEAD), request.first.saturating_add(request.count) - 1);
    if last.unsigned_abs() > ahead {
        let reason = format!("first + count - 1 must be up to {ahead}: record the segments before it");
        return Err(Refusal::invalid("first", reason).into());
    }
    // The segments count for the package only once their file is finalized.
    Ok(left_for_unsized(app, &mut reading, &holder.package).await?.unwrap_or(FILE_LARGEST))
}

fn check_grows(file: &File) -> Result<(), Refusal> {
    if file.state == FileState::Finalized {
        return Err(Refusal::wrong_state("the file is finalized: its content can no longer change"));
    }
    if !file.is_growing {
        return Err(Refusal::wrong_state(
            "the file is not growing: only a file that was added as growing has segments",
        ));
    }
    Ok(())
}

/// Records that a segment is in storage. From now on it never changes, and followers of the file get it.
pub async fn note(app: &App, holder: &PackageHolder, id: &FileId, request: &NoteSegment) -> ApiResult<()> {
    holder.require(Right::ChangeFiles)?;
    holder.package.check_open()?;
    let number = rules::check_number("number", request.number)?;
    let size = rules::check_size(request.size)?;
    check_crc64("checksum", &request.checksum)?;
    let file = find(app, holder, id).await?;
    check_grows(&file)?;
    let stored = app.storage.look_at(&rules::key(&file.package_id, &file.id, number)).await?;
    let etag = checked(stored, size, &request.checksum)?;
    let segment = Segment { number, size, crc64nvme: request.checksum.clone(), etag };
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    let package = open_package(app, &mut tx, holder).await?;
    keep(app, &mut tx, &package, &file, segment).await?;
    tx.commit().await?;
    app.bus.wake(&package.id);
    Ok(())
}

/// The `ETag` of an object that matches what its sender reported, as far as the store can tell.
fn checked(stored: Option<Stored>, size: u64, checksum: &str) -> Result<String, Refusal> {
    let stored = stored.ok_or_else(|| Refusal::invalid("number", "nothing was uploaded for this segment"))?;
    if stored.size != size {
        let reason = format!("{} bytes arrived in storage, not {size}", stored.size);
        return Err(Refusal::invalid("size", reason));
    }
    match stored.crc64nvme {
        Some(found) if found != checksum => {
            Err(Refusal::invalid("checksum", format!("the content in storage has {found}")))
        }
        _ => Ok(stored.etag),
    }
}

async fn keep(app: &App, tx: &mut Tx, package: &Package, file: &File, segment: Segment) -> ApiResult<()> {
    let growing = segments::growing(tx, &file.id).await?.ok_or(ApiError::NotFound("file"))?;
    if growing.state != JoinState::Open {
        return Err(Refusal::wrong_state("the file is being finalized: no segment can be added").into());
    }
    if let Some(before) = segments::by_number(tx, &file.id, segment.number).await? {
        if (before.size, &before.crc64nvme) != (segment.size, &segment.crc64nvme) {
            let reason =
                "this segment was already reported with other content, which someone may have read: it cannot change";
            return Err(Refusal::wrong_state(reason).into());
        }
        return Ok(segments::set_etag(tx, &file.id, segment.number, &segment.etag).await?);
    }
    let bytes = rules::check_one_more(segment.number, segment.size, segments::noted(tx, &file.id).await?)?;
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    package.check_room(0, bytes)?;
    let portal = portal_rules::portal_of(tx, package).await?;
    let rules = FileRules::of(portal.as_ref().map(|portal| &portal.settings));
    rules.check_size(bytes)?;
    rules.check_totals(Totals { files: package.files_added, bytes: package.bytes_added.saturating_add(bytes) })?;
    Quotas::of(app, tx, package, portal.as_ref(), app.clock.now()).await?.check_bytes(bytes)?;
    Ok(segments::insert(tx, &file.id, &segment, app.clock.now()).await?)
}
