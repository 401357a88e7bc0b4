//! Finalizing files: the content is completed, verified and sealed.
//!
//! A file is final only once storage has exactly the announced bytes. Each request claims the file first, so that two
//! requests that finalize at once with different content cannot mix. Finalizing is idempotent, and a request that
//! failed half-way can be repeated after any crash.

mod plan;

use bytes::Bytes;
use domain::file::{File, FileKind, FileState, ScanState};
use domain::package::Package;
use domain::package_token::{Right, check};
use domain::portal::{FileRules, Totals};
use futures_util::{StreamExt as _, stream};
use store::files::{self, StoredContent};
use store::packages::{self, Count};
use store::{CrashPoint, Tx};
use wire::files::FinalizeFile;
use wire::ids::FileId;
use wire::time::Time;

use self::plan::{Plan, Source, bare_etag, plan_of};
use super::joining::{self, Whole};
use super::locked_package;
use crate::app::App;
use crate::auth::PackageHolder;
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};
use crate::operations::portals::rules as portal_rules;
use crate::operations::quotas::{self, Quotas};
use crate::queue::{ScanFile, enqueue};
use crate::storage::{Completion, Stored};

/// How many objects are checked or completed at once for one request.
const AT_ONCE: usize = 32;
/// How much longer than a request a claim lives, so that the request of an expired claim has surely ended.
const CLAIM_BEYOND_REQUEST_SECONDS: i64 = 90;

pub async fn one(app: &App, holder: &PackageHolder, id: FileId, request: FinalizeFile) -> ApiResult<File> {
    let answers = many(app, holder, vec![Ok((id, request))]).await?;
    answers.into_iter().next().unwrap_or(Err(ApiError::NotFound("file")))
}

/// Finalizes files, with an individual answer for each, in the order of the requests.
pub async fn many(
    app: &App,
    holder: &PackageHolder,
    requests: Vec<ApiResult<(FileId, FinalizeFile)>>,
) -> ApiResult<Vec<ApiResult<File>>> {
    holder.require(Right::ChangeFiles)?;
    holder.package.check_alive("finalize files of")?;
    let claimed = claim(app, holder, requests).await?;
    let proven: Vec<Proven> = stream::iter(claimed).map(|claim| prove(app, claim)).buffered(AT_ONCE).collect().await;
    seal(app, holder, proven).await
}

enum Claim {
    /// A file whose content must be verified.
    Held(Box<Held>),
    /// The answer is already known.
    Answered(Box<ApiResult<File>>),
}

impl Claim {
    fn answered(answer: ApiResult<File>) -> Self {
        Self::Answered(Box::new(answer))
    }
}

struct Held {
    file: File,
    seal: String,
    plan: Plan,
}

/// The result of checking storage for a file.
enum Proven {
    Answered(Box<ApiResult<File>>),
    Content(Box<Held>, StoredContent),
    Refused(Box<Held>, ApiError),
}

async fn claim(
    app: &App,
    holder: &PackageHolder,
    requests: Vec<ApiResult<(FileId, FinalizeFile)>>,
) -> ApiResult<Vec<Claim>> {
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    // Locked first, so that two requests for the same files cannot deadlock.
    let package = packages::lock(&mut tx, &holder.package.id).await?.ok_or(ApiError::NotFound("package"))?;
    let portal = portal_rules::portal_of(&mut tx, &package).await?;
    let rules = FileRules::of(portal.as_ref().map(|portal| &portal.settings));
    let mut claims = Vec::with_capacity(requests.len());
    for request in requests {
        claims.push(match request.and_then(|(id, request)| Ok((id, plan_of(&request, rules)?))) {
            Ok((id, plan)) => claim_one(app, &mut tx, holder, (&package, rules), &id, plan).await?,
            Err(error) => Claim::answered(Err(error)),
        });
    }
    tx.commit_at(CrashPoint::ClaimFile).await?;
    Ok(claims)
}

async fn claim_one(
    app: &App,
    tx: &mut Tx,
    holder: &PackageHolder,
    (package, rules): (&Package, FileRules<'_>),
    id: &FileId,
    plan: Plan,
) -> ApiResult<Claim> {
    let Some(file) = files::by_id(tx, &holder.package.id, id).await? else {
        return Ok(Claim::answered(Err(ApiError::NotFound("file"))));
    };
    let (now, seal) = (app.clock.now(), plan.seal());
    if let Some(answer) = answered(holder, &file, &plan, &seal) {
        return Ok(Claim::answered(answer));
    }
    // Before storage joins it. Files of unknown size are counted only now.
    if let Err(refusal) = rules.check_totals(totals(package, signed(plan.size).saturating_sub(file.size))) {
        return Ok(Claim::answered(Err(refusal.into())));
    }
    if !files::claim_seal(tx, id, &seal, claimed_until(app, now), now).await? {
        // Another request was faster since the file was read; with the same content, that is fine.
        let file = files::by_id(tx, &holder.package.id, id).await?;
        let answer = file.and_then(|file| answered(holder, &file, &plan, &seal));
        return Ok(Claim::answered(answer.unwrap_or_else(|| Err(in_hand()))));
    }
    Ok(Claim::Held(Box::new(Held { file, seal, plan })))
}

/// Until when a claim holds that is made now: longer than its request can take.
fn claimed_until(app: &App, now: Time) -> Time {
    let request_seconds = i64::try_from(app.config.limits.request_seconds).unwrap_or(i64::MAX);
    now.plus_seconds(request_seconds.saturating_add(CLAIM_BEYOND_REQUEST_SECONDS))
}

/// Removes content that was refused when the file was to be finalized: it would be in the way when the file is sent
/// again. Returns false if someone is finalizing the file now.
pub async fn drop_refused_content(app: &App, file: &File) -> ApiResult<bool> {
    if file.seal.is_none() {
        return Ok(true);
    }
    let (now, claim) = (app.clock.now(), random::secret("sent again "));
    let mut tx = app.store.begin_on(&file.package_id).await?;
    let is_ours = files::claim_seal(&mut tx, &file.id, &claim, claimed_until(app, now), now).await?;
    tx.commit().await?;
    if is_ours {
        // A failure leaves a claim that ends by itself.
        app.storage.delete(&[file.object_key()]).await?;
        let mut tx = app.store.begin_on(&file.package_id).await?;
        files::release_seal(&mut tx, &file.id, &claim).await?;
        tx.commit().await?;
    }
    Ok(is_ours)
}

fn in_hand() -> ApiError {
    let reason = "another request is finalizing this file with other content: wait for it, then check the file";
    domain::Refusal::wrong_state(reason).into()
}

/// The answer, if it can be given without asking storage.
fn answered(holder: &PackageHolder, file: &File, plan: &Plan, seal: &str) -> Option<ApiResult<File>> {
    if file.kind == FileKind::Directory {
        return Some(Ok(file.clone()));
    }
    if file.state == FileState::Finalized {
        // A repeated request may omit the checksum, but must not give another one.
        let is_other = plan.checksum.is_some() && file.crc64nvme.is_some() && plan.checksum != file.crc64nvme;
        if file.seal.as_deref() == Some(seal) && !is_other {
            return Some(Ok(file.clone()));
        }
        let reason = "the file is finalized with other content: remove it and add it again to replace it";
        return Some(Err(domain::Refusal::wrong_state(reason).into()));
    }
    if file.is_growing != matches!(plan.source, Source::Segments { .. }) {
        let reason = "only a growing file is finalized by the number of its segments";
        return Some(Err(domain::Refusal::invalid("segments", reason).into()));
    }
    if file.is_sized && plan.size != file.size.unsigned_abs() {
        let reason = format!("the file was added with {} bytes: remove it and add it again to change that", file.size);
        return Some(Err(domain::Refusal::invalid("size", reason).into()));
    }
    holder.package.check_open().err().map(|refusal| Err(refusal.into()))
}

async fn prove(app: &App, claim: Claim) -> Proven {
    let held = match claim {
        Claim::Held(held) => held,
        Claim::Answered(answer) => return Proven::Answered(answer),
    };
    match stored_content(app, &held).await {
        Ok(content) => Proven::Content(held, content),
        Err(error) => Proven::Refused(held, error),
    }
}

/// Has storage complete the content, and checks what is really there.
async fn stored_content(app: &App, held: &Held) -> ApiResult<StoredContent> {
    let key = held.file.object_key();
    let is_missing = match &held.plan.source {
        Source::Multipart { upload_id, parts } => match app.storage.complete(&key, upload_id, parts).await? {
            Completion::Done => false,
            // Perhaps it was completed before, and the reply was lost: then the object exists.
            Completion::NoSuchUpload => true,
            Completion::Refused { code, message } => {
                let reason = format!("storage refused the chunks ({code}): {message}");
                return Err(domain::Refusal::invalid("chunk_extras", reason).into());
            }
        },
        Source::Put { .. } => false,
        Source::Segments { count } => {
            let whole = Whole { segments: *count, size: held.plan.size, checksum: held.plan.checksum.as_deref() };
            return joining::content(app, &held.file, whole).await;
        }
    };
    let mut found = app.storage.look_at(&key).await?;
    if found.is_none() && held.plan.size == 0 {
        // An empty file needs no upload.
        app.storage.put(&key, Bytes::new()).await?;
        found = app.storage.look_at(&key).await?;
    }
    let Some(stored) = found else {
        let (field, reason) = if is_missing {
            ("file_extras.upload_id", "storage does not know this upload: create it again and send the chunks")
        } else {
            ("etag", "nothing was uploaded for this file")
        };
        return Err(domain::Refusal::invalid(field, reason).into());
    };
    check_content(&held.plan, stored)
}

fn check_content(plan: &Plan, stored: Stored) -> ApiResult<StoredContent> {
    if stored.size != plan.size {
        let reason = format!("{} bytes arrived in storage, not {}", stored.size, plan.size);
        return Err(domain::Refusal::invalid("size", reason).into());
    }
    if let (Some(said), Some(found)) = (&plan.checksum, &stored.crc64nvme)
        && said != found
    {
        return Err(domain::Refusal::invalid("checksum", format!("the content in storage has {found}")).into());
    }
    if let Source::Put { etag: Some(etag) } = &plan.source
        && *etag != bare_etag(&stored.etag)
    {
        return Err(domain::Refusal::invalid("etag", "does not match the content in storage").into());
    }
    let size = i64::try_from(stored.size).map_err(anyhow::Error::from)?;
    Ok(StoredContent { size, crc64nvme: stored.crc64nvme.or_else(|| plan.checksum.clone()), crc32: stored.crc32 })
}

/// Saves everything that was verified, all at once, and releases the claims of refused files.
async fn seal(app: &App, holder: &PackageHolder, proven: Vec<Proven>) -> ApiResult<Vec<ApiResult<File>>> {
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    let package = locked_package(app, &mut tx, holder).await?;
    let is_open = check(holder.grant.level, Right::ChangeFiles, package.state).and_then(|()| package.check_open());
    let (now, portal) = (app.clock.now(), portal_rules::portal_of(&mut tx, &package).await?);
    let rules = FileRules::of(portal.as_ref().map(|portal| &portal.settings));
    let quotas = Quotas::of(app, &mut tx, &package, portal.as_ref(), now).await?;
    let mut count = Count::default();
    let mut answers = Vec::with_capacity(proven.len());
    for one in proven {
        answers.push(match (one, &is_open) {
            (Proven::Answered(answer), _) => *answer,
            (Proven::Refused(held, error), _) => {
                // A file that may still succeed keeps its claim: storage could still be working on it.
                if !error.is_worth_a_retry() {
                    files::end_claim(&mut tx, &held.file.id, &held.seal).await?;
                }
                Err(error)
            }
            (Proven::Content(..), Err(refusal)) => Err(refusal.clone().into()),
            (Proven::Content(held, content), Ok(())) => {
                // Files of unknown size are counted only now.
                let more = count.bytes_added + content.size - held.file.size;
                let fits = package.check_room(0, more).and_then(|()| rules.check_totals(totals(&package, more)));
                match fits.map_err(ApiError::from).and_then(|()| quotas.check_bytes(more)) {
                    Ok(()) => seal_one(app, &mut tx, &held, &content, &mut count).await?,
                    Err(refusal) => Err(refusal),
                }
            }
        });
    }
    packages::count_files(&mut tx, &package, count).await?;
    quotas.claim(app, &mut tx, count.bytes_added, 0, now).await?;
    tx.commit_at(CrashPoint::SealFile).await?;
    app.bus.wake(&package.id);
    quotas::note_answers(app, &answers).await;
    Ok(answers)
}

/// All files of a package that has so many bytes more than were announced.
fn totals(package: &Package, more: i64) -> Totals {
    Totals { files: package.files_added, bytes: package.bytes_added.saturating_add(more) }
}

fn signed(size: u64) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

/// The first scan state of a file.
pub fn first_scan(app: &App) -> (ScanState, &'static str) {
    if app.config.scan.clamd.is_empty() { (ScanState::NotScanned, "off") } else { (ScanState::Pending, "") }
}

async fn seal_one(
    app: &App,
    tx: &mut Tx,
    held: &Held,
    content: &StoredContent,
    count: &mut Count,
) -> ApiResult<ApiResult<File>> {
    let now = app.clock.now();
    let (package, id) = (&held.file.package_id, &held.file.id);
    let scan = first_scan(app);
    if files::finalize(tx, id, &held.seal, content, scan, now).await? {
        count.total_files += 1;
        count.size += content.size;
        count.bytes_added += content.size - held.file.size;
        if held.file.is_growing {
            joining::forget_segments(app, tx, &held.file).await?;
        }
        if scan.0 == ScanState::Pending {
            enqueue(tx, &app.ids, &ScanFile { package: package.clone(), file: id.clone() }, now).await?;
        }
    }
    let file = files::by_id(tx, package, id).await?;
    let is_ours = |file: &File| file.state == FileState::Finalized && file.seal.as_deref() == Some(&held.seal);
    Ok(match file {
        Some(file) if is_ours(&file) => Ok(file),
        Some(_) => Err(in_hand()),
        None => Err(ApiError::NotFound("file")),
    })
}
