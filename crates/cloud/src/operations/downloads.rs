//! Downloads: counted once for each token, however many requests they take.

use domain::file::{File, ScanState};
use domain::package::{Package, PackageState};
use domain::package_token::Right;
use wire::files::{DownloadAddress, ZipAddress};
use wire::ids::{ActivityId, FileId};
use wire::time::Time;

use super::links::unusable;
use super::mail::post;
use super::zips;
use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::{ApiError, ApiResult};
use crate::mail::Message;
use crate::store::activities::{self, ActivityKind, ActivityState, NewActivity};
use crate::store::downloads::{self, Confirmed};
use crate::store::{Connection, Tx, files, links, packages};

/// An address from which the file can be had for a while.
pub async fn file_address(
    app: &App,
    holder: &PackageHolder,
    id: &FileId,
    accept_infected: bool,
) -> ApiResult<DownloadAddress> {
    holder.require(Right::Download)?;
    let now = app.clock.now();
    check_there(&holder.package, now)?;
    let file = super::files::find(app, holder, id).await?;
    if !file.is_stored() {
        return Err(domain::Refusal::wrong_state("the file is no finalized file: there is nothing to download").into());
    }
    if file.scan_state == ScanState::Infected && !accept_infected {
        return Err(ApiError::Infected(file.place.whole()));
    }
    count_file(app, holder, &file, now).await?;
    let url = app.storage.download_url(&file.object_key(), file.place.name());
    Ok(DownloadAddress { url: url.into() })
}

/// Content can be had until the package's time has come, even if nobody has swept it yet.
fn check_there(package: &Package, now: Time) -> ApiResult<()> {
    let is_there = matches!(package.state, PackageState::New | PackageState::Finalized);
    if is_there && !package.expiry.is_due(now) { Ok(()) } else { Err(ApiError::Gone("the package")) }
}

/// Asking again costs no write: a download of many ranges asks often.
async fn count_file(app: &App, holder: &PackageHolder, file: &File, now: Time) -> ApiResult<()> {
    let download = &holder.grant.download_id;
    if downloads::has_file(&mut *app.store.read().await?, download, &file.id).await? {
        return Ok(());
    }
    let mut tx = app.store.begin().await?;
    begin(app, &mut tx, holder, now).await?;
    if downloads::note_file(&mut tx, download, &file.id).await? {
        packages::count_usage(&mut tx, &holder.package.id, file.size, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// A link without a download left is told from the start, before anything is kept for it.
async fn check_may_begin(connection: &mut Connection, holder: &PackageHolder, now: Time) -> ApiResult<()> {
    let Some(link_id) = &holder.grant.link_id else { return Ok(()) };
    if downloads::is_begun(connection, &holder.grant.download_id).await? {
        return Ok(());
    }
    let link = links::by_id(connection, link_id).await?.ok_or(ApiError::NotFound("link"))?;
    link.check_usable(&holder.package, now).map_err(unusable)
}

/// The first time that a token asks for content, it is one access of its link, if the link has one left.
async fn begin(app: &App, tx: &mut Tx, holder: &PackageHolder, now: Time) -> ApiResult<()> {
    let (package, download) = (&holder.package, &holder.grant.download_id);
    if !downloads::begin(tx, download, &package.id, holder.grant.link_id.as_ref(), now).await? {
        return Ok(());
    }
    if let Some(link_id) = &holder.grant.link_id
        && !links::count_access(tx, link_id, now).await?
    {
        let link = links::by_id(tx, link_id).await?.ok_or(ApiError::NotFound("link"))?;
        return Err(link.check_usable(package, now).err().map_or(ApiError::LinkInactive, unusable));
    }
    let id = ActivityId::from(download);
    let link = match &holder.grant.link_id {
        Some(id) => links::by_id(tx, id).await?,
        None => None,
    };
    let activity = NewActivity {
        id: &id,
        team_id: &package.team_id,
        kind: ActivityKind::Download,
        package_id: &package.id,
        link_id: holder.grant.link_id.as_ref(),
        actor: link.as_ref().and_then(|link| link.email.as_deref()).unwrap_or_default(),
        user_id: holder.grant.user_id.as_ref(),
        portal_id: package.portal_id.as_ref(),
    };
    activities::begin(tx, &activity, now).await?;
    activities::advance(tx, &id, ActivityState::Started, "", now).await?;
    app.bus.wake(&package.id);
    Ok(())
}

/// The address of a zip of the whole package, or of some of its files.
pub async fn zip_address(
    app: &App,
    holder: &PackageHolder,
    selected: Option<Vec<FileId>>,
    accept_infected: bool,
) -> ApiResult<ZipAddress> {
    holder.require(Right::Download)?;
    let (now, package) = (app.clock.now(), &holder.package);
    check_may_begin(&mut *app.store.read().await?, holder, now).await?;
    let link = holder.grant.link_id.as_ref();
    let address = zips::address(app, package, link, selected.as_deref(), accept_infected).await?;
    if !address.url.is_empty() {
        count_zip(app, holder, selected.as_deref(), now).await?;
    }
    Ok(address)
}

async fn count_zip(app: &App, holder: &PackageHolder, selected: Option<&[FileId]>, now: Time) -> ApiResult<()> {
    let (package, download) = (&holder.package.id, &holder.grant.download_id);
    let mut tx = app.store.begin().await?;
    begin(app, &mut tx, holder, now).await?;
    let bytes = match selected {
        None => {
            let known = downloads::note_all_files(&mut tx, download, holder.package.total_files).await?;
            known.map_or(0, |known| holder.package.size - known)
        }
        Some(selected) => {
            let mut bytes = 0;
            for id in selected {
                if let Some(file) = files::by_id(&mut tx, package, id).await?.filter(File::is_stored)
                    && downloads::note_file(&mut tx, download, id).await?
                {
                    bytes += file.size;
                }
            }
            bytes
        }
    };
    packages::count_usage(&mut tx, package, bytes, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Someone says that a file arrived. The sender hears of the first one of each link.
pub async fn confirm(app: &App, holder: &PackageHolder, id: &FileId) -> ApiResult<()> {
    holder.require(Right::Download)?;
    holder.package.check_alive("confirm a download of")?;
    let now = app.clock.now();
    let package = &holder.package;
    let file = super::files::find(app, holder, id).await?;
    let mut tx = app.store.begin().await?;
    let state = match downloads::confirm_file(&mut tx, &holder.grant.download_id, id, now).await? {
        Confirmed::Nothing => None,
        Confirmed::Some => Some(ActivityState::Started),
        Confirmed::All => Some(ActivityState::Complete),
    };
    if let Some(state) = state {
        activities::advance(&mut tx, &ActivityId::from(&holder.grant.download_id), state, &file.place.whole(), now)
            .await?;
        // Whoever sent it through a Portal is not told who of the Team looks at it.
        if let Some(link_id) = &holder.grant.link_id
            && package.portal_id.is_none()
            && links::mark_receipt(&mut tx, link_id).await?
        {
            let link = links::by_id(&mut tx, link_id).await?.ok_or(ApiError::NotFound("link"))?;
            let recipient = link.email.as_deref().unwrap_or("someone with the link");
            let message = Message::DownloadReceipt { package: &package.name, recipient };
            post(app, &mut tx, &package.sender, &message).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}
