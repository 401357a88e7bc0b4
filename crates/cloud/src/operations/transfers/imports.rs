//! Imports: lists the files of a connection, and fetches them into a package that is still open.
//!
//! An import can be interrupted anywhere and run again. A file that is complete is never fetched again; an incomplete
//! one starts over. Only the exact version that was listed becomes part of the package.

use std::collections::BTreeMap;
use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::{Bytes, BytesMut};
use crc_fast::{CrcAlgorithm, checksum, checksum_combine};
use domain::Refusal;
use domain::connection::{CloudConnection, Direction};
use domain::file::{File, FileKind};
use domain::file_path::FilePath;
use domain::package::PackageState;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use providers::{Entry, Fault, Origin, Place, ProviderError, ProviderResult};
use store::transfer_sources::{self, SourceRow};
use store::{CrashPoint, Tx, files, transfers};
use wire::connections::{CloudFile, CloudFileChoice};
use wire::files::{AddFile, ChunkExtras, FileExtras, FinalizeFile};
use wire::ids::{CloudConnectionId, TransferId};

use super::connections::{find, open_place};
use super::failure::TransferResult;
use super::moves::{Begun, Outcome, begin_attempt, settle};
use crate::app::App;
use crate::auth::{Caller, PackageHolder};
use crate::error::{ApiError, ApiResult};
use crate::operations::files::{add_many, finalize, place_of, remove};
use crate::storage::{Part, UploadPlace};

pub const LIST_MOST: u32 = 1_000;
/// As many as a package can have files.
const LISTED_MOST: usize = 10_000_000;
const CHOICES_MOST: usize = 1_000;
const PART: u64 = 16 << 20;
const PARTS_AT_ONCE: usize = 4;

/// The entries directly below a prefix of a connection. At the top are its source directories, if it has any.
pub async fn list(
    app: &App,
    caller: &Caller,
    id: &CloudConnectionId,
    prefix: &str,
    after: &str,
    count: u32,
) -> ApiResult<Vec<CloudFile>> {
    let (_, connection) = find(&mut *app.store.read().await?, caller, id).await?;
    if connection.direction != Direction::CloudToService {
        return Err(Refusal::wrong_state("the connection only accepts files and does not provide any").into());
    }
    if prefix.is_empty() && !connection.source_directories.is_empty() {
        let mut tops: Vec<String> = connection.source_directories.iter().map(|top| format!("{top}/")).collect();
        tops.sort();
        tops.dedup();
        let entries = tops.into_iter().filter(|top| top.as_str() > after).take(count as usize);
        return Ok(entries.map(|id| cloud_file(Entry { id, is_folder: true, size: 0 })).collect());
    }
    let prefix = if prefix.is_empty() || prefix.ends_with('/') { prefix.to_owned() } else { format!("{prefix}/") };
    check_within(&connection, "prefix", &prefix)?;
    let listed = async { origin(app, &connection)?.list(&prefix, after, count).await };
    let listed = listed.await.map_err(|error| Refusal::invalid("cloud_connection_id", error.to_string()))?;
    Ok(listed.into_iter().map(cloud_file).collect())
}

fn cloud_file(entry: Entry) -> CloudFile {
    CloudFile {
        name: last_part(&entry.id).to_owned(),
        kind: if entry.is_folder { FileKind::Directory } else { FileKind::File }.as_str().to_owned(),
        size: i64::try_from(entry.size).unwrap_or(i64::MAX),
        id: entry.id,
    }
}

fn last_part(id: &str) -> &str {
    let id = id.trim_end_matches('/');
    id.rsplit('/').next().unwrap_or(id)
}

/// Refuses ids outside the directories that the Team has opened.
fn check_within(connection: &CloudConnection, field: &'static str, id: &str) -> Result<(), Refusal> {
    // URLs resolve such parts, and would lead elsewhere.
    if id.split('/').any(|part| matches!(part, "." | "..")) {
        return Err(Refusal::invalid(field, "must not contain . or .. between slashes"));
    }
    let tops = &connection.source_directories;
    let is_within = |top: &String| id.starts_with(&format!("{top}/"));
    if tops.is_empty() || tops.iter().any(is_within) {
        return Ok(());
    }
    Err(Refusal::invalid(field, format!("must be below one of source_directory_ids: {}", tops.join(", "))))
}

fn origin(app: &App, connection: &CloudConnection) -> ProviderResult<Box<dyn Origin>> {
    match open_place(app, connection)? {
        Place::Origin(origin) => Ok(origin),
        Place::Target(_) | Place::Drop(_) => {
            Err(ProviderError::new(Fault::Refused, "the connection only accepts files and does not provide any"))
        }
    }
}

/// The files and directories that a request wants, checked.
pub(super) fn sources(connection: &CloudConnection, files: Option<&[CloudFileChoice]>) -> ApiResult<Vec<SourceRow>> {
    let files = files.unwrap_or_default();
    if !(1..=CHOICES_MOST).contains(&files.len()) {
        let reason = format!("must be 1 to {CHOICES_MOST} files or directories of the connection");
        return Err(Refusal::invalid("files", reason).into());
    }
    files.iter().enumerate().map(|(index, choice)| source(connection, index, choice)).collect()
}

fn source(connection: &CloudConnection, index: usize, choice: &CloudFileChoice) -> ApiResult<SourceRow> {
    let invalid = |field: &str, reason: &str| Refusal::invalid(format!("files[{index}].{field}"), reason);
    let id = choice.id.as_deref().filter(|id| !id.is_empty()).ok_or_else(|| invalid("id", "is required"))?;
    let kind = match choice.kind.as_deref() {
        None => FileKind::File,
        Some(text) => FileKind::parse(text).ok_or_else(|| invalid("kind", "must be file or directory"))?,
    };
    let id = match kind {
        FileKind::Directory if !id.ends_with('/') => format!("{id}/"),
        FileKind::File if id.ends_with('/') => return Err(invalid("kind", "must be directory for this id").into()),
        _ => id.to_owned(),
    };
    check_within(connection, "files", &id)?;
    let name = choice.name.as_deref().filter(|name| !name.is_empty()).unwrap_or_else(|| last_part(&id));
    let name = FilePath::parse("", name).map_err(|_| invalid("name", "must be a valid file name"))?;
    Ok(SourceRow { position: 0, path: String::new(), name: name.name().to_owned(), source_id: id, kind, file_id: None })
}

pub(super) async fn save(tx: &mut Tx, transfer: &TransferId, sources: &[SourceRow]) -> ApiResult<()> {
    Ok(transfer_sources::add(tx, transfer, sources).await?)
}

/// Makes one attempt.
pub async fn attempt(app: &App, id: &TransferId) -> ApiResult<Outcome> {
    let Some(begun) = begin_attempt(app, id, PackageState::New).await? else { return Ok(Outcome::Over) };
    let result = fetch_all(app, &begun).await;
    settle(app, &begun.transfer, result).await
}

async fn fetch_all(app: &App, begun: &Begun) -> TransferResult<()> {
    let origin = origin(app, &begun.connection)?;
    let transfer = &begun.transfer.id;
    loop {
        let next = transfer_sources::next(&mut *app.store.read().await?, transfer).await?;
        let Some(next) = next else { return Ok(()) };
        let bytes = match next.kind {
            FileKind::Directory => {
                expand(app, begun, origin.as_ref(), &next).await?;
                0
            }
            FileKind::File => fetch(app, begun, origin.as_ref(), &next).await?,
        };
        if !end_source(app, transfer, &next, bytes).await? {
            return Err(ProviderError::new(Fault::Ours, "the transfer was ended").into());
        }
    }
}

/// A source is done and its bytes are counted in one transaction, so that each counts once, whatever is interrupted.
/// Returns whether the transfer is still wanted.
async fn end_source(app: &App, transfer: &TransferId, source: &SourceRow, bytes: u64) -> TransferResult<bool> {
    let mut tx = app.store.begin().await?;
    if !transfer_sources::set_done(&mut tx, transfer, source.position).await? {
        return Ok(true);
    }
    let so_far = transfers::by_id(&mut tx, transfer).await?.map_or(0, |transfer| transfer.bytes);
    let bytes = so_far.saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
    let is_wanted = transfers::set_bytes(&mut tx, transfer, bytes, app.clock.now()).await?;
    transfers::set_totals(&mut tx, transfer, 0, bytes).await?;
    tx.commit_at(CrashPoint::EndImported).await?;
    Ok(is_wanted)
}

/// Adds everything below a directory to the files to fetch.
async fn expand(app: &App, begun: &Begun, origin: &dyn Origin, directory: &SourceRow) -> TransferResult<()> {
    let (mut after, mut listed) = (String::new(), 0);
    loop {
        let page = origin.list_deep(&directory.source_id, &after, LIST_MOST).await?;
        let Some(newest) = page.last() else { return Ok(()) };
        listed += page.len();
        if listed > LISTED_MOST {
            // Entries other than files would never fill the package.
            let reason =
                format!("the directory has more than {LISTED_MOST} entries: import its directories one by one");
            return Err(ProviderError::unusable(reason).into());
        }
        if newest.id <= after {
            let reason = "the provider's list of files does not end: it sent a page again that it had sent before";
            return Err(ProviderError::unusable(reason).into());
        }
        after = newest.id.clone();
        let found = page.iter().filter_map(|entry| below(directory, entry).transpose());
        let found: Vec<SourceRow> = found.collect::<ProviderResult<_>>()?;
        let mut tx = app.store.begin().await?;
        transfer_sources::add(&mut tx, &begun.transfer.id, &found).await?;
        check_room(&mut tx, begun).await?;
        tx.commit().await?;
    }
}

/// Refuses more files than fit into the package, before the first of them is fetched. Directories count as sources but
/// not as files, and there are no more of them than a request can choose.
async fn check_room(tx: &mut Tx, begun: &Begun) -> TransferResult<()> {
    let known = transfer_sources::count(tx, &begun.transfer.id).await?;
    let files = known.saturating_sub(i64::try_from(CHOICES_MOST).unwrap_or(i64::MAX));
    begun
        .package
        .check_room(files, 0)
        .map_err(|refusal| ProviderError::new(Fault::Ours, format!("{refusal}: import fewer directories at once")))?;
    Ok(())
}

/// The path of an entry below a directory; `None` if it is not a file. Nothing is left out silently.
fn below(directory: &SourceRow, entry: &Entry) -> ProviderResult<Option<SourceRow>> {
    let rest = entry.id.strip_prefix(&directory.source_id).filter(|rest| !rest.is_empty() && !entry.is_folder);
    let Some(rest) = rest else { return Ok(None) };
    let whole = format!("{}/{rest}", directory.name);
    let (path, name) = whole.rsplit_once('/').unwrap_or(("", &whole));
    let place = FilePath::parse(path, name).map_err(|refusal| {
        let reason = format!(
            "the name of {} is not valid in a package ({refusal}): import the other files individually",
            entry.id
        );
        ProviderError::new(Fault::Ours, reason)
    })?;
    Ok(Some(SourceRow {
        position: 0,
        source_id: entry.id.clone(),
        path: place.path().to_owned(),
        name: place.name().to_owned(),
        kind: FileKind::File,
        file_id: None,
    }))
}

/// Fetches a file, and returns its size. One that an earlier attempt fetched is not fetched again.
async fn fetch(app: &App, begun: &Begun, origin: &dyn Origin, source: &SourceRow) -> TransferResult<u64> {
    let (size, version) = origin.look_at(&source.source_id).await?;
    let holder = PackageHolder::service(begun.package.clone(), app.ids.next());
    let file = added(app, begun, &holder, source, size).await?;
    if file.is_stored() {
        return Ok(file.size.unsigned_abs());
    }
    let request = if size == 0 {
        app.storage.put(&file.object_key(), Bytes::new()).await?;
        FinalizeFile::default()
    } else {
        copy(app, origin, &source.source_id, &version, &file, size).await?
    };
    finalize::one(app, &holder, file.id, request).await.map_err(|error| refused(source, &error))?;
    Ok(size)
}

/// The file in the package: the one that an earlier attempt added, or a new one.
async fn added(
    app: &App,
    begun: &Begun,
    holder: &PackageHolder,
    source: &SourceRow,
    size: u64,
) -> TransferResult<File> {
    if let Some(id) = &source.file_id
        && let Some(file) = files::by_id(&mut *app.store.read().await?, &begun.package.id, id).await?
    {
        if file.is_stored() || file.size.unsigned_abs() == size {
            return Ok(file);
        }
        // The source has changed since then.
        remove(app, holder, &file.id).await.map_err(|error| refused(source, &error))?;
    }
    let request = AddFile {
        name: source.name.clone(),
        path: Some(source.path.clone()),
        size: Some(i64::try_from(size).unwrap_or(i64::MAX)),
        ..AddFile::default()
    };
    let answers = add_many(app, holder, vec![Ok(request)]).await.map_err(|error| refused(source, &error))?;
    let file = match answers.into_iter().next() {
        Some(Ok(added)) => added.file,
        Some(Err(ApiError::Duplicate { .. })) => left_behind(app, begun, source, size).await?,
        Some(Err(error)) => return Err(refused(source, &error).into()),
        None => return Err(ProviderError::unusable("a file was neither added nor refused").into()),
    };
    let mut tx = app.store.begin().await?;
    transfer_sources::set_file(&mut tx, &begun.transfer.id, source.position, &file.id).await?;
    tx.commit_at(CrashPoint::AddImported).await?;
    Ok(file)
}

/// A file of this name that was added but not sent, as an attempt leaves it that was interrupted at the wrong moment.
async fn left_behind(app: &App, begun: &Begun, source: &SourceRow, size: u64) -> TransferResult<File> {
    let place = FilePath::parse(&source.path, &source.name).map(|place| place_of(&place)).unwrap_or_default();
    let found = files::at_place(&mut *app.store.read().await?, &begun.package.id, &place).await?;
    let is_ours = |file: &File| !file.is_stored() && file.size.unsigned_abs() == size;
    found.filter(is_ours).ok_or_else(|| {
        let reason = format!("the package has another file called {}: choose another name for this one", source.name);
        ProviderError::new(Fault::Ours, reason).into()
    })
}

/// A file that the package does not accept is not the provider's fault.
fn refused(source: &SourceRow, error: &ApiError) -> ProviderError {
    ProviderError::new(Fault::Ours, format!("{} cannot become part of the package: {error}", source.name))
}

/// A part of the content that is now in the own storage.
struct CopiedPart {
    part: Part,
    crc64: u64,
    length: u64,
}

/// Copies the content, and returns how it can be finalized.
async fn copy(
    app: &App,
    origin: &dyn Origin,
    id: &str,
    version: &str,
    file: &File,
    size: u64,
) -> TransferResult<FinalizeFile> {
    let key = file.object_key();
    let upload = app.storage.begin_upload(&key).await?;
    let part_size = PART.max(size.div_ceil(10_000).next_multiple_of(1 << 20));
    let count = u16::try_from(size.div_ceil(part_size)).unwrap_or(u16::MAX);
    // Large parts are held in memory one at a time.
    let at_once = if part_size > PART { 1 } else { PARTS_AT_ONCE };
    let (key, upload_id) = (&key, &upload);
    let copied: TransferResult<BTreeMap<u16, CopiedPart>> = stream::iter(1..=count)
        .map(|number| async move {
            let start = u64::from(number - 1) * part_size;
            let range = start..(start + part_size).min(size);
            let _room = app.provider_client.wait_for_room(range.end - range.start).await;
            let content = read(origin, id, version, range).await?;
            let (crc64, length) = (checksum(CrcAlgorithm::Crc64Nvme, &content), content.len() as u64);
            let sum = STANDARD.encode(crc64.to_be_bytes());
            let part = app.storage.send_part(UploadPlace { key, upload_id }, number, content, &sum).await?;
            Ok((number, CopiedPart { part, crc64, length }))
        })
        .buffer_unordered(at_once)
        .try_collect()
        .await;
    let copied = match copied {
        Ok(copied) => copied,
        Err(error) => {
            if let Err(error) = app.storage.abort(key, upload_id).await {
                tracing::debug!(%error, "a failed upload is left for the sweep to abort");
            }
            return Err(error);
        }
    };
    let whole = copied.values().fold(None, |whole, CopiedPart { crc64, length, .. }| {
        Some(whole.map_or(*crc64, |whole| checksum_combine(CrcAlgorithm::Crc64Nvme, whole, *crc64, *length)))
    });
    let parts =
        copied.into_values().map(|CopiedPart { part, .. }| ChunkExtras { part_number: part.number, etag: part.etag });
    Ok(FinalizeFile {
        size: i64::try_from(size).unwrap_or(i64::MAX),
        chunk_size: Some(i64::try_from(part_size).unwrap_or(i64::MAX)),
        file_extras: Some(FileExtras { upload_id: upload }),
        chunk_extras: Some(parts.collect()),
        checksum: whole.map(|crc| STANDARD.encode(crc.to_be_bytes())),
        ..FinalizeFile::default()
    })
}

async fn read(origin: &dyn Origin, id: &str, version: &str, range: Range<u64>) -> ProviderResult<Bytes> {
    let mut content = BytesMut::new();
    let mut chunks = origin.read(id, version, range).await?;
    while let Some(chunk) = chunks.try_next().await? {
        content.extend_from_slice(&chunk);
    }
    Ok(content.freeze())
}
