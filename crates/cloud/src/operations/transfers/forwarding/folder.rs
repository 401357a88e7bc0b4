//! The folder of a package at its target: reserved in our database first, then claimed at the provider.

use domain::target_path::folder_name;
use domain::transfer::TakenFolder;
use providers::{Fault, ProviderError, Target};
use store::{CrashPoint, transfer_files, transfers};

use super::Work;
use crate::credentials::random;
use crate::operations::transfers::failure::TransferResult;

/// After this many folders with the same name, someone should take a look.
const MOST: u32 = 1_000;

/// The folder that an earlier attempt claimed, or the first free one.
pub(super) async fn take(work: &Work, target: &dyn Target) -> TransferResult<TakenFolder> {
    let place = random::hash(&target.identity());
    if let Some(folder) = &work.transfer.folder
        && folder.place == place
        && !folder.reference.is_empty()
    {
        return Ok(folder.clone());
    }
    let rules = target.names();
    let above = work.connection.target_directory.split('/').filter(|part| !part.is_empty());
    let above: Vec<String> = above.map(|part| rules.part(part).into_owned()).collect();
    for attempt in 1..=MOST {
        let mut parts = above.clone();
        parts.push(folder_name(rules, &work.package.name, attempt));
        let mut folder = TakenFolder { place: place.clone(), path: parts.join("/"), reference: String::new() };
        if !reserve(work, &folder).await? {
            continue;
        }
        // Files that arrived elsewhere are not here: the connection was changed during the transfer.
        forget_arrivals(work, &place).await?;
        if let Some(reference) = target.take_folder(&parts).await? {
            folder.reference = reference;
            reserve(work, &folder).await?;
            return Ok(folder);
        }
    }
    let reason = format!("the provider already has {MOST} folders with the name of the package");
    Err(ProviderError::new(Fault::Conflict, reason).into())
}

async fn forget_arrivals(work: &Work, place: &str) -> TransferResult<()> {
    if work.transfer.folder.as_ref().is_none_or(|folder| folder.place == place) {
        return Ok(());
    }
    let mut tx = work.app.store.begin().await?;
    transfer_files::forget_all(&mut tx, &work.transfer.id).await?;
    Ok(tx.commit().await?)
}

async fn reserve(work: &Work, folder: &TakenFolder) -> TransferResult<bool> {
    let mut tx = work.app.store.begin().await?;
    let taken = transfers::take_folder(&mut tx, &work.transfer.id, folder).await?;
    if taken {
        tx.commit_at(CrashPoint::TakeFolder).await?;
    }
    Ok(taken)
}
