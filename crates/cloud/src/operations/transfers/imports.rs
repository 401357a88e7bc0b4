//! Imports: lists the files of a connection, and fetches them into a package that is still open.
//!
//! An import can be interrupted anywhere and run again. A file that is complete is never fetched again, and the parts of a
//! large one that have arrived are not either. Only one version of a file becomes part of the package. A file that cannot be fetched does not
//! stop the others: it is named at the end.

mod copying;

pub use copying::abandon;

use std::collections::{BTreeSet, HashSet};

use bytes::Bytes;
use domain::Refusal;
use domain::connection::{CloudConnection, Direction};
use domain::file::{File, FileKind};
use domain::file_path::FilePath;
use domain::package::PackageState;
use providers::{Entry, Fault, Origin, Place, ProviderError, ProviderResult};
use store::transfer_sources::{self, SourceRow};
use store::{CrashPoint, Tx, files, transfer_files, transfers};
use wire::connections::{CloudFile, CloudFileChoice};
use wire::error::ErrorCode;
use wire::files::{AddFile, FinalizeFile};
use wire::ids::{CloudConnectionId, TransferId};

use self::copying::Copying;
use super::connections::{find, open_place};
use super::failure::{TransferError, TransferResult};
use super::misses::Misses;
use super::moves::{Begun, Outcome, begin_attempt, settle};
use crate::app::App;
use crate::auth::{Caller, PackageHolder};
use crate::error::{ApiError, ApiResult};
use crate::operations::files::removal::remove;
use crate::operations::files::{add_many, finalize, place_of};

pub const LIST_MOST: u32 = 1_000;
/// As many as a package can have files.
const LISTED_MOST: usize = 10_000_000;
const CHOICES_MOST: usize = 1_000;

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

/// What a request wants to import.
pub(super) struct Wanted {
    /// Each once, under the name that was given first.
    pub(super) sources: Vec<SourceRow>,
    /// Ids of what was chosen more than once, by itself or with a directory.
    pub(super) chosen_twice: Vec<String>,
}

/// The files and directories that a request wants, checked.
pub(super) fn wanted(connection: &CloudConnection, files: Option<&[CloudFileChoice]>) -> ApiResult<Wanted> {
    let files = files.unwrap_or_default();
    if !(1..=CHOICES_MOST).contains(&files.len()) {
        let reason = format!("must be 1 to {CHOICES_MOST} files or directories of the connection");
        return Err(Refusal::invalid("files", reason).into());
    }
    let mut known = HashSet::new();
    let (mut sources, mut chosen_twice) = (Vec::with_capacity(files.len()), BTreeSet::new());
    for (index, choice) in files.iter().enumerate() {
        let source = source(connection, index, choice)?;
        if known.insert(source.source_id.clone()) {
            sources.push(source);
        } else {
            chosen_twice.insert(source.source_id);
        }
    }
    let folders =
        |id: &str| id.match_indices('/').map(|(at, _)| at + 1).filter(|end| *end < id.len()).collect::<Vec<_>>();
    let within = known.iter().filter(|id| folders(id).into_iter().any(|end| known.contains(&id[..end])));
    chosen_twice.extend(within.cloned());
    Ok(Wanted { sources, chosen_twice: chosen_twice.into_iter().collect() })
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
    let (transfer, misses) = (&begun.transfer.id, Misses::default());
    let mut last = None;
    loop {
        let next = transfer_sources::next_after(&mut *app.store.read().await?, transfer, last).await?;
        let Some(next) = next else { return misses.result() };
        last = Some(next.place());
        let fetched = match next.kind {
            FileKind::Directory => expand(app, begun, origin.as_ref(), &next).await.map(|()| 0),
            FileKind::File => fetch(app, begun, origin.as_ref(), &next).await,
        };
        let bytes = match fetched {
            Ok(bytes) => bytes,
            Err(TransferError(error)) => {
                let works = async { origin.list("", "", 1).await.map(drop) };
                misses.note(&next.source_id, error, works).await?;
                continue;
            }
        };
        misses.arrived();
        if !end_source(app, transfer, &next, bytes).await? {
            return Err(ProviderError::new(Fault::Ended, "the transfer was ended").into());
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
    transfer_files::forget_source(&mut tx, transfer, source.position).await?;
    let so_far = transfers::by_id(&mut tx, transfer).await?.map_or(0, |transfer| transfer.bytes);
    let bytes = so_far.saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
    let is_wanted = transfers::set_bytes(&mut tx, transfer, bytes, app.clock.now()).await?;
    transfers::set_totals(&mut tx, transfer, 0, bytes).await?;
    tx.commit_at(CrashPoint::EndImported).await?;
    Ok(is_wanted)
}

/// Adds everything below a directory to the files to fetch.
async fn expand(app: &App, begun: &Begun, origin: &dyn Origin, directory: &SourceRow) -> TransferResult<()> {
    let (mut after, mut listed, mut unfit) = (String::new(), 0, Unfit::default());
    loop {
        let page = origin.list_deep(&directory.source_id, &after, LIST_MOST).await?;
        let Some(newest) = page.last() else { return unfit.result() };
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
        let found = page.iter().filter_map(|entry| unfit.leave_out(below(directory, entry)?));
        let found: Vec<SourceRow> = found.collect();
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

/// The names in a directory that no package accepts. Its other files are fetched, but the import is not complete.
#[derive(Default)]
struct Unfit {
    count: usize,
    first: Option<String>,
}

impl Unfit {
    fn leave_out(&mut self, found: Result<SourceRow, String>) -> Option<SourceRow> {
        found
            .map_err(|reason| {
                self.count += 1;
                self.first.get_or_insert(reason);
            })
            .ok()
    }

    fn result(self) -> TransferResult<()> {
        let Some(first) = self.first else { return Ok(()) };
        let others = if self.count > 1 { format!(" (and {} more names)", self.count - 1) } else { String::new() };
        let reason = format!("{first}{others}: rename it at the provider, or import it by itself under another name");
        Err(ProviderError::new(Fault::Ours, reason).into())
    }
}

/// The path of an entry below a directory, or what is wrong with its name; `None` if it is not a file.
fn below(directory: &SourceRow, entry: &Entry) -> Option<Result<SourceRow, String>> {
    let rest = entry.id.strip_prefix(&directory.source_id).filter(|rest| !rest.is_empty() && !entry.is_folder)?;
    let whole = format!("{}/{rest}", directory.name);
    let (path, name) = whole.rsplit_once('/').unwrap_or(("", &whole));
    let source = |place: FilePath| SourceRow {
        position: 0,
        source_id: entry.id.clone(),
        path: place.path().to_owned(),
        name: place.name().to_owned(),
        kind: FileKind::File,
        file_id: None,
    };
    let unfit = |refusal| format!("the name of {} is not valid in a package ({refusal})", entry.id);
    Some(FilePath::parse(path, name).map(source).map_err(unfit))
}

/// Fetches a file, and returns its size. One that an earlier attempt fetched is not fetched again.
async fn fetch(app: &App, begun: &Begun, origin: &dyn Origin, source: &SourceRow) -> TransferResult<u64> {
    let version = origin.look_at(&source.source_id).await?;
    let size = version.size;
    let holder = PackageHolder::service(begun.package.clone(), app.ids.next());
    let file = added(app, begun, &holder, source, size).await?;
    if file.is_stored() {
        return Ok(file.size.unsigned_abs());
    }
    let request = if size == 0 {
        app.storage.put(&file.object_key(), Bytes::new()).await?;
        FinalizeFile::default()
    } else {
        copying::copy(&Copying {
            app,
            transfer: &begun.transfer.id,
            origin,
            id: &source.source_id,
            version: &version,
            file: &file,
        })
        .await?
    };
    match finalize::one(app, &holder, file.id.clone(), request).await {
        Ok(_) => {}
        // The parts are complete: the next attempt only finalizes.
        Err(error) if matches!(error.code(), ErrorCode::StorageUnavailable | ErrorCode::Unavailable) => {
            return Err(refused(source, &error).into());
        }
        Err(error) => {
            copying::give_up(app, &begun.transfer.id, &file.package_id, &file.id).await?;
            return Err(refused(source, &error).into());
        }
    }
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
        copying::give_up(app, &begun.transfer.id, &file.package_id, &file.id).await?;
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
