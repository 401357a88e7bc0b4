//! Downloads: counted once for each token, however many requests they take.

pub mod following;
pub mod link_secrets;
pub mod links;
pub mod served;
mod sources;
pub mod zips;

use std::collections::{BTreeMap, BTreeSet};

use domain::file::{File, FileKind, ScanState};
use domain::package::Package;
use domain::package_token::Right;
use store::activities::{self, ActivityKind, ActivityState, NewActivity};
use store::usage::Usage;
use store::{Connection, Tx, downloads, files, links as stored_links, packages, usage};
use wire::files::{DownloadAddress, ZipAddress};
use wire::ids::{ActivityId, FileId, LinkId};
use wire::time::Time;

use crate::operations::mail::{About, To, post};
use links::unusable;
use sources::Sources;
use store::download_sources::WHOLE;

use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::{ApiError, ApiResult};
use crate::mail::{Message, PackageNote};

/// A URL from which the file can be downloaded for a limited time.
pub async fn file_address(
    app: &App,
    holder: &PackageHolder,
    id: &FileId,
    accept_infected: bool,
) -> ApiResult<DownloadAddress> {
    let mut answers = file_addresses(app, holder, vec![Ok(id.clone())], accept_infected).await?;
    answers.pop().unwrap_or(Err(ApiError::NotFound("file"))).map(|(_, url)| DownloadAddress { url })
}

/// A URL or an error for each file, in the order of the request.
pub async fn file_addresses(
    app: &App,
    holder: &PackageHolder,
    ids: Vec<ApiResult<FileId>>,
    accept_infected: bool,
) -> ApiResult<Vec<ApiResult<(FileId, String)>>> {
    holder.require(Right::Download)?;
    let now = app.clock.now();
    check_there(&holder.package, app.trusted_time())?;
    let wanted: Vec<FileId> = ids.iter().flatten().cloned().collect();
    let found = files::by_ids(&mut *app.store.read().await?, &holder.package.id, &wanted).await?;
    let found: BTreeMap<FileId, File> = found.into_iter().map(|file| (file.id.clone(), file)).collect();
    let downloadable = |id: ApiResult<FileId>| {
        let file = found.get(&id?).ok_or(ApiError::NotFound("file"))?;
        check_downloadable(file, accept_infected).map(|()| file)
    };
    let answers: Vec<ApiResult<&File>> = ids.into_iter().map(downloadable).collect();
    let given: BTreeMap<&FileId, &File> = answers.iter().flatten().map(|file| (&file.id, *file)).collect();
    count_files(app, holder, &given, now).await?;
    let address = |file: &File| {
        let url = app.storage.download_url(&file.object_key(), file.place.name());
        (file.id.clone(), url.into())
    };
    Ok(answers.into_iter().map(|answer| answer.map(address)).collect())
}

fn check_downloadable(file: &File, accept_infected: bool) -> ApiResult<()> {
    if file.kind == FileKind::Directory {
        return Err(domain::Refusal::wrong_state("a directory has no content to download").into());
    }
    if !file.is_stored() {
        return Err(domain::Refusal::wrong_state("the file is not finalized yet").into());
    }
    if file.scan_state == ScanState::Infected && !accept_infected {
        return Err(ApiError::Infected(file.place.whole()));
    }
    Ok(())
}

/// Content is available until the package expires, even if no sweep has removed it yet.
fn check_there(package: &Package, now: Time) -> ApiResult<()> {
    let is_there = package.state.is_alive();
    if is_there && !package.expiry.is_due(now) { Ok(()) } else { Err(ApiError::Gone("the package")) }
}

/// Requests after the first cost no write, since a download of many ranges makes many of them.
async fn count_files(app: &App, holder: &PackageHolder, files: &BTreeMap<&FileId, &File>, now: Time) -> ApiResult<()> {
    let download = &holder.grant.download_id;
    let ids: Vec<FileId> = files.keys().map(|id| (*id).clone()).collect();
    let sources = Sources::of(holder, files.iter().map(|(id, file)| (id.as_str(), file.place.whole())));
    let mut reading = app.store.read().await?;
    let is_asked = downloads::asked_of(&mut reading, download, &ids).await?.len() == ids.len();
    if is_asked && sources.are_recorded(&mut reading).await? {
        return Ok(());
    }
    drop(reading);
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    begin(app, &mut tx, holder, now).await?;
    // Usage last, as in every transaction that counts a download.
    let noted = downloads::note_files(&mut tx, download, &ids).await?;
    sources.record(&mut tx, now).await?;
    if !noted.is_empty() {
        let bytes = noted.iter().filter_map(|id| files.get(id)).map(|file| file.size).sum();
        count(&mut tx, &holder.package, bytes, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Refuses a link without downloads left at the start, before anything is saved for it.
async fn check_may_begin(connection: &mut Connection, holder: &PackageHolder, now: Time) -> ApiResult<()> {
    let Some(link_id) = &holder.grant.link_id else { return Ok(()) };
    if downloads::is_begun(connection, &holder.grant.download_id).await? {
        return Ok(());
    }
    let link = stored_links::by_id(connection, link_id).await?.ok_or(ApiError::NotFound("link"))?;
    link.check_usable(&holder.package, now).map_err(unusable)
}

/// Records that someone reads a file while it grows. Its bytes are counted when they request the finalized file.
pub(super) async fn note_follower(app: &App, holder: &PackageHolder, file: &File) -> ApiResult<()> {
    let sources = Sources::of(holder, [(file.id.as_str(), file.place.whole())]);
    let mut reading = app.store.read().await?;
    let is_begun = downloads::is_begun(&mut reading, &holder.grant.download_id).await?;
    if is_begun && sources.are_recorded(&mut reading).await? {
        return Ok(());
    }
    drop(reading);
    let now = app.clock.now();
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    begin(app, &mut tx, holder, now).await?;
    sources.record(&mut tx, now).await?;
    tx.commit().await?;
    Ok(())
}

/// The first time a token requests content, it uses one download of its link, if there is one left.
async fn begin(app: &App, tx: &mut Tx, holder: &PackageHolder, now: Time) -> ApiResult<()> {
    let (package, download) = (&holder.package, &holder.grant.download_id);
    if !downloads::begin(tx, download, &package.id, holder.grant.link_id.as_ref(), now).await? {
        return Ok(());
    }
    if let Some(link_id) = &holder.grant.link_id
        && !stored_links::count_access(tx, link_id, app.trusted_time()).await?
    {
        let link = stored_links::by_id(tx, link_id).await?.ok_or(ApiError::NotFound("link"))?;
        return Err(link.check_usable(package, app.trusted_time()).err().map_or(ApiError::LinkInactive, unusable));
    }
    let id = ActivityId::from(download);
    let link = match &holder.grant.link_id {
        Some(id) => stored_links::by_id(tx, id).await?,
        None => None,
    };
    let activity = NewActivity {
        id: &id,
        team_id: &package.team_id,
        kind: ActivityKind::Download,
        package_id: &package.id,
        link_id: holder.grant.link_id.as_ref(),
        actor: link.as_ref().and_then(|link| link.email.as_deref()).unwrap_or_default(),
        user_id: holder.grant.user_id(),
        portal_id: package.portal_id.as_ref(),
    };
    activities::begin(tx, &activity, now).await?;
    activities::advance(tx, &id, ActivityState::Started, &sources::from(holder), now).await?;
    app.bus.wake(&package.id);
    Ok(())
}

/// The URL of a zip of the whole package, or of some of its files.
pub async fn zip_address(
    app: &App,
    holder: &PackageHolder,
    selected: Option<Vec<FileId>>,
    accept_infected: bool,
) -> ApiResult<ZipAddress> {
    holder.require(Right::Download)?;
    let (now, package) = (app.clock.now(), &holder.package);
    check_may_begin(&mut *app.store.read().await?, holder, app.trusted_time()).await?;
    let address = zips::address(app, package, &holder.grant, selected.as_deref(), accept_infected).await?;
    if !address.url.is_empty() {
        count_zip(app, holder, selected.as_deref(), now).await?;
    }
    Ok(address)
}

/// Has the zip prepared again if that failed for good.
pub async fn retry_zip(app: &App, holder: &PackageHolder) -> ApiResult<()> {
    holder.require(Right::Download)?;
    zips::prepare_again(app, &holder.package.id).await
}

async fn count_zip(app: &App, holder: &PackageHolder, selected: Option<&[FileId]>, now: Time) -> ApiResult<()> {
    let (package, download) = (&holder.package.id, &holder.grant.download_id);
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    begin(app, &mut tx, holder, now).await?;
    let bytes = match selected {
        None => {
            let known = downloads::note_all_files(&mut tx, download, holder.package.total_files).await?;
            Sources::of(holder, [(WHOLE, "zip".to_owned())]).record(&mut tx, now).await?;
            known.map_or(0, |known| holder.package.size - known)
        }
        Some(selected) => {
            let found = files::by_ids(&mut tx, package, selected).await?.into_iter();
            let stored: Vec<File> = found.filter(File::is_stored).collect();
            let sizes: BTreeMap<FileId, i64> = stored.iter().map(|file| (file.id.clone(), file.size)).collect();
            let ids: Vec<FileId> = sizes.keys().cloned().collect();
            let noted = downloads::note_files(&mut tx, download, &ids).await?;
            let named = stored.iter().map(|file| (file.id.as_str(), file.place.whole()));
            Sources::of(holder, named).record(&mut tx, now).await?;
            noted.iter().filter_map(|id| sizes.get(id)).sum()
        }
    };
    count(&mut tx, &holder.package, bytes, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Counts downloaded bytes for the package, and for the Team's day.
async fn count(tx: &mut Tx, package: &Package, bytes: i64, now: Time) -> ApiResult<()> {
    packages::count_usage(tx, &package.id, bytes, now).await?;
    if bytes > 0 {
        let downloaded = Usage { downloaded_bytes: bytes, ..Usage::default() };
        usage::add(tx, &package.team_id, &package.id, downloaded, now).await?;
    }
    Ok(())
}

/// A client confirms that a file arrived.
pub async fn confirm(app: &App, holder: &PackageHolder, id: &FileId) -> ApiResult<()> {
    check_may_confirm(holder)?;
    let file = crate::operations::files::find(app, holder, id).await?;
    confirm_found(app, holder, &[file]).await
}

/// A client confirms that files arrived. If one of them is not in the package, none is confirmed.
pub async fn confirm_many(app: &App, holder: &PackageHolder, ids: &BTreeSet<FileId>) -> ApiResult<()> {
    check_may_confirm(holder)?;
    let wanted: Vec<FileId> = ids.iter().cloned().collect();
    let mut found = files::by_ids(&mut *app.store.read().await?, &holder.package.id, &wanted).await?;
    found.sort_by(|one, other| one.id.cmp(&other.id));
    if found.len() != wanted.len() {
        return Err(ApiError::ReferenceNotFound("files"));
    }
    confirm_found(app, holder, &found).await
}

fn check_may_confirm(holder: &PackageHolder) -> ApiResult<()> {
    holder.require(Right::Download)?;
    Ok(holder.package.check_alive("confirm a download of")?)
}

async fn confirm_found(app: &App, holder: &PackageHolder, files: &[File]) -> ApiResult<()> {
    let (now, download) = (app.clock.now(), &holder.grant.download_id);
    let ids: Vec<FileId> = files.iter().map(|file| file.id.clone()).collect();
    let mut tx = app.store.begin().await?;
    let confirmed = downloads::confirm_files(&mut tx, download, &ids, now).await?;
    let arrived = files.iter().filter(|file| confirmed.files.contains(&file.id));
    let mut steps: Vec<_> = arrived.map(|file| (ActivityState::Started, file.place.whole())).collect();
    if let Some(last) = steps.last_mut() {
        if confirmed.is_all {
            last.0 = ActivityState::Complete;
        }
        activities::advance_each(&mut tx, &ActivityId::from(download), &steps, now).await?;
        send_receipt(app, &mut tx, &holder.package, holder.grant.link_id.as_ref()).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The sender is notified of the first file or zip of each link.
async fn send_receipt(app: &App, tx: &mut Tx, package: &Package, link_id: Option<&LinkId>) -> ApiResult<()> {
    // A sender who used a Portal is not told which member of the Team downloads it.
    if let Some(link_id) = link_id
        && package.portal_id.is_none()
        && stored_links::mark_receipt(tx, link_id).await?
    {
        let link = stored_links::by_id(tx, link_id).await?.ok_or(ApiError::NotFound("link"))?;
        let message = Message::DownloadReceipt { note: PackageNote::of(package), recipient: link.email.as_deref() };
        post(app, tx, About::Package(package), To::sender_of(package), &message).await?;
    }
    Ok(())
}
