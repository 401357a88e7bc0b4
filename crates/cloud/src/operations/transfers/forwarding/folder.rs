//! The folder of a package at its target: reserved in our database first, then claimed at the provider.

use domain::target_path::{NameRules, folder_name};
use domain::transfer::TakenFolder;
use providers::{Fault, ProviderError, Target};
use store::{CrashPoint, transfer_files, transfers};

use super::Work;
use crate::credentials::random;
use crate::operations::transfers::failure::TransferResult;

/// How many numbers in a row are tried before larger steps are taken, and how many steps: each is twice as large.
const IN_A_ROW: u32 = 20;
const STEPS: u32 = 16;

/// The folder that an earlier attempt claimed, or the first free one.
pub(super) async fn take(work: &Work, target: &dyn Target) -> TransferResult<TakenFolder> {
    let place = random::hash(&target.identity());
    let claimed = work.transfer.folder.as_ref().filter(|folder| !folder.reference.is_empty());
    let rules = target.names();
    if let Some(folder) = claimed.filter(|folder| folder.place == place)
        && target.has_folder(&folder.reference).await?
        && resume(work, rules, folder).await?
    {
        return Ok(folder.clone());
    }
    let above = work.directory().split('/').filter(|part| !part.is_empty());
    let above: Vec<String> = above.map(|part| rules.part(part).into_owned()).collect();
    let path = |number| {
        let mut parts = above.clone();
        parts.push(folder_name(rules, &work.package.name, number));
        parts
    };
    let first = random::hash(&rules.compared(&path(1).join("/")));
    let names = Names { place: &place, rules, first };
    for number in names.numbers(work).await? {
        let parts = path(number);
        let mut folder = TakenFolder { place: place.clone(), path: parts.join("/"), reference: String::new() };
        if !names.reserve(work, &folder, number).await? {
            continue;
        }
        if let Some(reference) = target.take_folder(&parts).await? {
            folder.reference = reference;
            if names.reserve(work, &folder, number).await? {
                return Ok(folder);
            }
        }
    }
    let reason = "too many folders with the name of the package are at the provider: move or rename some";
    Err(ProviderError::new(Fault::Conflict, reason).into())
}

/// Earlier versions reserved folders without the spelling by which the target compares.
async fn resume(work: &Work, rules: &NameRules, folder: &TakenFolder) -> TransferResult<bool> {
    let mut tx = work.app.store.begin().await?;
    let is_ours = transfers::take_folder(&mut tx, &work.transfer.id, folder, &rules.compared(&folder.path)).await?;
    if is_ours {
        tx.commit().await?;
    }
    Ok(is_ours)
}

/// The folders for packages of one name.
struct Names<'a> {
    place: &'a str,
    rules: &'a NameRules,
    /// The hash of the first of them, in the spelling by which the target compares.
    first: String,
}

impl Names<'_> {
    /// The first folder may be free again. Of the others, those before the last one that was taken are not tried.
    async fn numbers(&self, work: &Work) -> TransferResult<impl Iterator<Item = u32> + use<>> {
        let mut connection = work.app.store.read().await?;
        let last = transfers::last_folder_number(&mut connection, self.place, &self.first).await?;
        let next = u32::try_from(last.unwrap_or_default()).unwrap_or_default().max(2);
        Ok(std::iter::once(1).chain(next..next + IN_A_ROW).chain((0..STEPS).map(move |step| next + (IN_A_ROW << step))))
    }

    /// Files that arrived before are not in a folder that was just claimed: theirs was deleted, or the connection was
    /// changed. They are forgotten in the same transaction.
    async fn reserve(&self, work: &Work, folder: &TakenFolder, number: u32) -> TransferResult<bool> {
        let mut tx = work.app.store.begin().await?;
        let key = self.rules.compared(&folder.path);
        if !transfers::take_folder(&mut tx, &work.transfer.id, folder, &key).await? {
            return Ok(false);
        }
        let is_claimed = !folder.reference.is_empty();
        if is_claimed {
            transfer_files::forget_all(&mut tx, &work.transfer.id).await?;
        }
        if is_claimed && number > 1 {
            transfers::set_last_folder_number(&mut tx, self.place, &self.first, number.into()).await?;
        }
        tx.commit_at(CrashPoint::TakeFolder).await?;
        Ok(true)
    }
}
