//! Adding files to a package, as far as its rules allow it.

use domain::file::{File, FileKind};
use domain::package::Package;
use domain::portal::FileRules;
use store::packages::Count;
use store::{Tx, files, segments as stored_segments};
use wire::files::AddFile;

use super::folders::TakenNames;
use super::room::Room;
use super::{Added, new_file, place_of};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::operations::portals::rules as portal_rules;
use crate::operations::quotas::{Quotas, Sender};

/// Whether files could be added to a package of this transaction, which is not committed.
pub async fn try_all(
    app: &App,
    tx: &mut Tx,
    package: &Package,
    sender: &Sender,
    requests: Vec<AddFile>,
    before: Count,
) -> ApiResult<Vec<ApiResult<()>>> {
    let adding = Adding { package, sender, before };
    let tried = adding.try_all(app, tx, requests.into_iter().map(Ok).collect()).await?;
    Ok(tried.answers.into_iter().map(|answer| answer.map(|_| ())).collect())
}

/// Files that someone adds to a package.
pub(super) struct Adding<'a> {
    pub(super) package: &'a Package,
    pub(super) sender: &'a Sender,
    /// What belongs to the package and is not saved.
    pub(super) before: Count,
}

/// What became of them.
pub(super) struct Tried {
    pub(super) answers: Vec<ApiResult<Added>>,
    pub(super) count: Count,
    pub(super) taken: TakenNames,
    pub(super) quotas: Quotas,
}

impl Adding<'_> {
    pub(super) async fn try_all(&self, app: &App, tx: &mut Tx, requests: Vec<ApiResult<AddFile>>) -> ApiResult<Tried> {
        let Self { package, sender, before } = *self;
        let now = app.clock.now();
        let portal = portal_rules::portal_of(tx, package).await?;
        let rules = FileRules::of(portal.as_ref().map(|portal| &portal.settings));
        let quotas = Quotas::for_sender(app, tx, package, portal.as_ref(), sender, now).await?;
        let entries = i64::try_from(requests.len()).unwrap_or(i64::MAX);
        let before_entries = before.files_added.saturating_add(before.directories_added);
        quotas.check_entries(entries.saturating_add(before_entries), now)?;
        let room = Room { package, rules, quotas: &quotas };
        let mut count = before;
        let mut answers = Vec::with_capacity(requests.len());
        let plan = |request: AddFile| Ok((new_file(app, package, &request, now)?, request));
        let planned: Vec<ApiResult<(File, AddFile)>> =
            requests.into_iter().map(|request| request.and_then(plan)).collect();
        let mut taken = TakenNames::around(tx, &package.id, planned.iter().flatten().map(|(file, _)| file)).await?;
        for planned in planned {
            answers.push(match planned {
                Ok((file, request)) => {
                    let limit = room.limit_of(&file, count);
                    let inserted = insert(tx, &room, &mut taken, file, &mut count).await?;
                    inserted.map(|file| Added { file, request, limit })
                }
                Err(error) => Err(error),
            });
        }
        Ok(Tried { answers, count, taken, quotas })
    }
}

async fn insert(
    tx: &mut Tx,
    room: &Room<'_>,
    taken: &mut TakenNames,
    file: File,
    count: &mut Count,
) -> ApiResult<ApiResult<File>> {
    if let Err(refusal) = room.check(&file, *count).and_then(|()| taken.check(&file)) {
        return Ok(Err(refusal));
    }
    if !file.is_sized && room.is_shared() && files::has_unsized(tx, &file.package_id, &place_of(&file.place)).await? {
        return Ok(Err(second_unsized()));
    }
    if !files::insert(tx, &file, &place_of(&file.place)).await? {
        let reason = "the package already has a file with this path and name";
        return Ok(Err(ApiError::Duplicate { field: "name", reason }));
    }
    taken.note(&file);
    if file.is_growing {
        stored_segments::begin(tx, &file.id).await?;
    }
    match file.kind {
        FileKind::Directory => count.directories_added += 1,
        FileKind::File => {
            count.files_added += 1;
            count.bytes_added += file.size;
        }
    }
    Ok(Ok(file))
}

/// Each would have all the room that is left.
fn second_unsized() -> ApiError {
    let reason = "the package has another file of unknown size that is not finalized: finalize or remove that one first, or \
                  add this one with its size";
    domain::Refusal::wrong_state(reason).into()
}
