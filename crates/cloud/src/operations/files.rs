//! Adding and listing files of a package. Finalizing is in `finalize`, removing in `removal`.

mod adding;
pub mod batches;
pub mod finalize;
mod folders;
pub mod joining;
pub mod removal;
mod room;
pub mod segments;

use domain::chunk_plan::{CHUNK_LARGEST, CHUNK_SMALLEST, CHUNKS_MOST, ChunkPlan, check_chunk_size};
use domain::file::{File, FileKind, FileState, ScanState};
use domain::file_path::FilePath;
use domain::package::Package;
use domain::package_token::{Right, check};
use store::packages::Count;
use store::{Tx, files, packages};
use wire::blueprint::Blueprint;
use wire::files::{AddFile, AddedFile, FileBody, FileChecksum, RequestChunks};
use wire::ids::FileId;
use wire::time::Time;

use crate::app::App;
use crate::auth::PackageHolder;
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};
use crate::operations::quotas::{self, Sender};
use crate::storage::{Lengths, UploadPlace};
use adding::{Adding, Tried};

pub use adding::try_all;

/// How many files one call may add, finalize or request chunks for.
pub const MANY: usize = 1_000;
/// The largest page of a list of files.
pub const PAGE_LARGEST: i64 = 1_000;

/// A file that was added, and how.
pub struct Added {
    pub file: File,
    pub request: AddFile,
    /// The most bytes that its content may have.
    pub limit: u64,
}

/// Adds files, with an individual answer for each, in the order of the requests. If all are refused, nothing is saved,
/// not even the claim of an `Idempotency-Key`, so that the request can be fixed and sent again.
pub async fn add_many(
    app: &App,
    holder: &PackageHolder,
    requests: Vec<ApiResult<AddFile>>,
) -> ApiResult<Vec<ApiResult<Added>>> {
    let answers = quotas::noting(app, add_all(app, holder, requests).await).await?;
    quotas::note_answers(app, &answers).await;
    Ok(answers)
}

async fn add_all(
    app: &App,
    holder: &PackageHolder,
    requests: Vec<ApiResult<AddFile>>,
) -> ApiResult<Vec<ApiResult<Added>>> {
    holder.require(Right::ChangeFiles)?;
    let now = app.clock.now();
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    let package = open_package(app, &mut tx, holder).await?;
    let adding = Adding { package: &package, sender: &Sender::of(holder), before: Count::default() };
    let Tried { answers, count, taken, quotas } = adding.try_all(app, &mut tx, requests).await?;
    if answers.iter().all(Result::is_err) {
        return Ok(answers);
    }
    taken.save(&mut tx, &package.id).await?;
    packages::count_files(&mut tx, &package, count).await?;
    quotas.claim(app, &mut tx, count.bytes_added, count.files_added + count.directories_added, now).await?;
    tx.commit().await?;
    app.bus.wake(&package.id);
    Ok(answers)
}

/// The package as it reads now, locked against a concurrent finalize.
async fn locked_package(app: &App, tx: &mut Tx, holder: &PackageHolder) -> ApiResult<Package> {
    let package = packages::lock(tx, &holder.package.id).await?.ok_or(ApiError::NotFound("package"))?;
    Ok(package.at(app.trusted_time()))
}

/// As [`locked_package`], if it still accepts files.
pub(super) async fn open_package(app: &App, tx: &mut Tx, holder: &PackageHolder) -> ApiResult<Package> {
    let package = locked_package(app, tx, holder).await?;
    check(holder.grant.level, Right::ChangeFiles, package.state)?;
    package.check_open()?;
    Ok(package)
}

/// A hash, since path and name can be longer than an index allows.
pub fn place_of(place: &FilePath) -> String {
    random::hash(&place.whole())
}

/// The requested chunk size; 0 means that none was requested.
pub fn chunk_size(asked: Option<i64>) -> ApiResult<i64> {
    let refusal = || domain::Refusal::invalid("chunk_size", "must not be negative");
    let asked = u64::try_from(asked.unwrap_or(0)).map_err(|_| refusal())?;
    check_chunk_size("chunk_size", asked)?;
    Ok(i64::try_from(asked).map_err(|_| refusal())?)
}

fn new_file(app: &App, package: &Package, request: &AddFile, now: Time) -> ApiResult<File> {
    let kind = match request.kind.as_deref() {
        None => FileKind::File,
        Some(text) => {
            FileKind::parse(text).ok_or_else(|| domain::Refusal::invalid("kind", "must be file or directory"))?
        }
    };
    if let Some(checksum) = &request.checksum {
        check_crc64("checksum", checksum)?;
    }
    let place = FilePath::parse(request.path.as_deref().unwrap_or_default(), &request.name)?;
    let is_directory = kind == FileKind::Directory;
    let is_growing = request.growing.unwrap_or(false);
    if is_growing && is_directory {
        return Err(domain::Refusal::invalid("growing", "a directory cannot be growing").into());
    }
    // The size of a growing file is not known yet.
    let size = if is_directory || is_growing { 0 } else { request.size.unwrap_or(0) };
    let chunk_size = match chunk_size(request.chunk_size)? {
        0 => package.chunk_size,
        own => own,
    };
    let refusal = |_| domain::Refusal::invalid("size", "must not be negative");
    let plan = ChunkPlan::new(u64::try_from(size).map_err(refusal)?, chunk_size.unsigned_abs())?;
    Ok(File {
        id: app.ids.next(),
        package_id: package.id.clone(),
        kind,
        place,
        size,
        chunk_size: i64::try_from(plan.chunk_size).unwrap_or(i64::MAX),
        last_modified: request.last_modified.0,
        state: if is_directory { FileState::Finalized } else { FileState::New },
        seal: None,
        crc64nvme: None,
        crc32: is_directory.then_some(0),
        scan_state: ScanState::NotScanned,
        scan_reason: if is_directory { "directory".to_owned() } else { String::new() },
        is_growing,
        is_sized: is_directory || (!is_growing && request.size.is_some()),
        upload_id: None,
        created_at: now,
        finalized_at: is_directory.then_some(now),
    })
}

/// The reply to adding a file; small files of a batch also get a single PUT request.
pub fn added_file(app: &App, added: &Added, in_batch: bool) -> AddedFile {
    let Added { file, request, limit } = added;
    let is_file = file.kind == FileKind::File && !file.is_growing;
    let is_small = file.is_sized && file.size <= file.chunk_size;
    let key = file.object_key();
    let put = || app.storage.put_blueprint(&key, *limit, request.checksum.as_deref());
    AddedFile {
        storage_type: "s3".to_owned(),
        max_chunk_size: CHUNK_LARGEST,
        min_chunk_size: CHUNK_SMALLEST,
        max_chunks_count: CHUNKS_MOST,
        create_blueprint: is_file.then(|| app.storage.create_blueprint(&key, *limit)),
        put_blueprint: (is_file && in_batch && is_small).then(put).flatten(),
        file: file_body(file),
    }
}

/// Signed requests for some chunks of a file. They can be requested any number of times.
pub async fn chunks(
    app: &App,
    holder: &PackageHolder,
    id: &FileId,
    start: i64,
    count: i64,
    request: &RequestChunks,
) -> ApiResult<Vec<Blueprint>> {
    holder.require(Right::ChangeFiles)?;
    holder.package.check_open()?;
    let most = i64::try_from(MANY).unwrap_or(i64::MAX);
    if !(1..=most).contains(&count) {
        return Err(domain::Refusal::invalid("count", format!("must be between 1 and {most}")).into());
    }
    if start.saturating_add(count).unsigned_abs() > CHUNKS_MOST {
        let reason = format!("start + count must be up to {CHUNKS_MOST}: use a larger chunk size for larger files");
        return Err(domain::Refusal::invalid("start", reason).into());
    }
    check_upload_id("upload_id", &request.upload_id)?;
    let checksums = check_checksums(request.checksums.as_deref(), count)?;
    let file = find(app, holder, id).await?;
    if file.kind == FileKind::Directory || file.state == FileState::Finalized {
        return Err(domain::Refusal::wrong_state("the file is finalized: its content can no longer change").into());
    }
    if file.is_growing {
        return Err(domain::Refusal::wrong_state("the file is growing: send it as segments, not as chunks").into());
    }
    let plan = file.plan();
    if let Some(plan) = plan.filter(|plan| start.saturating_add(count).unsigned_abs() > plan.count()) {
        return Err(beyond(plan).into());
    }
    if !file.is_sized {
        room::check_more(app, &holder.package, &file, &request.upload_id, start.unsigned_abs()).await?;
    }
    let is_free = finalize::drop_refused_content(app, &file).await?;
    if app.storage.capabilities().lengths != Lengths::InUrl {
        keep_one_upload(app, &file, &request.upload_id, is_free).await?;
    }
    let key = file.object_key();
    let place = UploadPlace { key: &key, upload_id: &request.upload_id };
    let numbers = (start + 1..=start + count).filter_map(|number| u16::try_from(number).ok());
    let checksum = |index: usize| checksums.and_then(|list| list.get(index)).map(String::as_str);
    let length = |number: u16| plan.and_then(|plan| plan.length_of(u64::from(number) - 1));
    let blueprint = |(index, number)| app.storage.chunk_blueprint(place, number, length(number), checksum(index));
    Ok(numbers.enumerate().map(blueprint).collect())
}

fn beyond(plan: ChunkPlan) -> domain::Refusal {
    let ChunkPlan { size, chunk_size } = plan;
    let count = plan.count();
    let reason = format!(
        "start + count must be up to {count}: the file was added with {size} bytes and a chunk_size of {chunk_size}; add it \
         with the values that you use"
    );
    domain::Refusal::invalid("start", reason)
}

/// In stores of other makes a URL can begin any number of uploads. The one before is dropped, so that a file never takes
/// more space than it may.
async fn keep_one_upload(app: &App, file: &File, upload_id: &str, is_free: bool) -> ApiResult<()> {
    let before = file.upload_id.as_deref();
    if before == Some(upload_id) {
        return Ok(());
    }
    let others = || domain::Refusal::wrong_state("another request sends or finalizes this file: use one upload");
    if let Some(before) = before {
        if !is_free {
            return Err(others().into());
        }
        app.storage.abort(&file.object_key(), before).await?;
    }
    let mut tx = app.store.begin_on(&file.package_id).await?;
    if !files::set_upload(&mut tx, &file.id, upload_id, before).await? {
        return Err(others().into());
    }
    Ok(tx.commit().await?)
}

pub fn check_upload_id(field: &'static str, id: &str) -> ApiResult<()> {
    if (1..=1_024).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(());
    }
    Err(domain::Refusal::invalid(field, "must be the UploadId from the reply to the create blueprint").into())
}

fn check_checksums(checksums: Option<&[String]>, count: i64) -> ApiResult<Option<&[String]>> {
    let Some(list) = checksums else { return Ok(None) };
    if i64::try_from(list.len()).ok() != Some(count) {
        return Err(
            domain::Refusal::invalid("checksums", format!("must contain {count} entries, one for each chunk")).into()
        );
    }
    for checksum in list {
        check_crc64("checksums", checksum)?;
    }
    Ok(Some(list))
}

/// A CRC-64/NVME in the usual form: eight bytes in base64.
pub fn check_crc64(field: &'static str, text: &str) -> ApiResult<()> {
    use base64::Engine as _;
    let decoded = base64::engine::general_purpose::STANDARD.decode(text);
    if decoded.is_ok_and(|bytes| bytes.len() == 8) {
        return Ok(());
    }
    Err(domain::Refusal::invalid(field, "must be a CRC-64/NVME: 8 bytes in base64").into())
}

pub async fn find(app: &App, holder: &PackageHolder, id: &FileId) -> ApiResult<File> {
    let file = files::by_id(&mut *app.store.read().await?, &holder.package.id, id).await?;
    file.ok_or(ApiError::NotFound("file"))
}

pub fn file_body(file: &File) -> FileBody {
    FileBody {
        id: file.id.clone(),
        kind: file.kind.as_str().to_owned(),
        name: file.place.name().to_owned(),
        path: file.place.path().to_owned(),
        size: file.size,
        chunk_size: file.chunk_size,
        last_modified: file.last_modified.into(),
        state: file.state.as_str().to_owned(),
        completed: file.state != FileState::New,
        virus_detected: file.scan_state == ScanState::Infected,
        scan_state: file.scan_state.as_str().to_owned(),
        scan_reason: file.scan_reason.clone(),
        growing: file.is_growing && file.state == FileState::New,
        checksum: FileChecksum {
            crc64nvme: file.crc64nvme.clone().unwrap_or_default(),
            crc32: file
                .crc32
                .filter(|_| file.kind == FileKind::File)
                .map(|crc| format!("{crc:08x}"))
                .unwrap_or_default(),
        },
    }
}
