//! Downloads as the API shows them.

use transfer::Progress;
use wire::agent::{AgentEvent, DownloadBody, DownloadId, DownloadState, DownloadSummary};

use super::{is_left, row};
use crate::app::App;
use crate::error::AgentResult;
use crate::items::{ITEMS_MOST, LISTED, Page, item_body};
use crate::journal::download_items;
use crate::journal::downloads::{self as rows, DownloadRow};
use crate::journal::list::ListPage;

/// A page of the list. The newest ones get their items first: there is a limit on those of all together.
pub async fn list(app: &App, page: ListPage<DownloadId, DownloadState>) -> AgentResult<Vec<DownloadBody>> {
    let (mut bodies, mut room) = (Vec::new(), ITEMS_MOST);
    for download in app.journal.read(move |tables| rows::page(tables, &page)).await?.into_iter().rev() {
        let listed = Page { most: LISTED.most.min(room), ..LISTED };
        let body = body(app, download, listed).await?;
        room -= room.min(u64::try_from(body.items.len()).unwrap_or(u64::MAX));
        bodies.push(body);
    }
    bodies.reverse();
    Ok(bodies)
}

pub async fn get(app: &App, id: &DownloadId, page: Page) -> AgentResult<DownloadBody> {
    let download = row(app, id).await?;
    body(app, download, page).await
}

async fn body(app: &App, download: DownloadRow, page: Page) -> AgentResult<DownloadBody> {
    // It may have ended after it was read: what is read now is how.
    let download = if is_left(app, &download) { row(app, &download.id).await? } else { download };
    let is_left = is_left(app, &download);
    let (id, id_text) = (download.id.clone(), download.id.as_str());
    let items = app.journal.read(move |tables| download_items::show(tables, &id, page.skip, page.most)).await?;
    let progress = app.downloads.progress(&download.id);
    let items = items.into_iter().map(|item| item_body(id_text, item, progress.as_deref())).collect();
    let mut summary = summary(&download, progress.as_deref());
    if is_left {
        summary.state = DownloadState::Paused;
    }
    Ok(DownloadBody { summary, items })
}

fn summary(download: &DownloadRow, progress: Option<&Progress>) -> DownloadSummary {
    DownloadSummary {
        download_id: download.id.clone(),
        package_id: download.package.clone(),
        name: download.name.clone(),
        state: download.life.state,
        progress: progress.map_or(0, Progress::acknowledged).max(download.proven).min(download.size),
        under_way: progress.map_or(0, Progress::under_way),
        size: download.size,
        dst_folder: download.dst_folder.to_string_lossy().into_owned(),
        error: download.failure.clone().map(Into::into),
    }
}

/// Notifies clients that follow the agent's events.
pub(super) async fn tell(app: &App, id: &DownloadId) {
    let progress = app.downloads.progress(id);
    let (wanted, is_running) = (id.clone(), progress.is_some());
    let find = if is_running { rows::find_uncounted } else { rows::find };
    if let Ok(Some(download)) = app.journal.read(move |tables| find(tables, &wanted)).await {
        app.events.tell(AgentEvent::Download(summary(&download, progress.as_deref())));
    }
}
