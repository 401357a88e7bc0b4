//! Uploads as the API shows them.

use transfer::Progress;
use wire::agent::{AgentEvent, UploadBody, UploadId, UploadState, UploadSummary};

use super::{is_left, row};
use crate::app::App;
use crate::error::AgentResult;
use crate::items::{ITEMS_MOST, LISTED, Page, item_body};
use crate::journal::list::ListPage;
use crate::journal::uploads::{self as rows, UploadRow};
use crate::journal::{upload_items, upload_skipped};

/// A page of the list. The newest ones get their items first: there is a limit on those of all together.
pub async fn list(app: &App, page: ListPage<UploadId, UploadState>) -> AgentResult<Vec<UploadBody>> {
    let (mut bodies, mut room) = (Vec::new(), ITEMS_MOST);
    for upload in app.journal.read(move |tables| rows::page(tables, &page)).await?.into_iter().rev() {
        let listed = Page { most: LISTED.most.min(room), ..LISTED };
        let body = body(app, upload, listed).await?;
        room -= room.min(u64::try_from(body.items.len()).unwrap_or(u64::MAX));
        bodies.push(body);
    }
    bodies.reverse();
    Ok(bodies)
}

pub async fn get(app: &App, id: &UploadId, page: Page) -> AgentResult<UploadBody> {
    let upload = row(app, id).await?;
    let mut body = body(app, upload, page).await?;
    if body.summary.skipped > 0 {
        let id = id.clone();
        body.skipped_items = app.journal.read(move |tables| upload_skipped::show(tables, &id)).await?;
    }
    Ok(body)
}

async fn body(app: &App, upload: UploadRow, page: Page) -> AgentResult<UploadBody> {
    // It may have ended after it was read: what is read now is how.
    let upload = if is_left(app, &upload) { row(app, &upload.id).await? } else { upload };
    let is_left = is_left(app, &upload);
    let (id, id_text) = (upload.id.clone(), upload.id.as_str());
    let items = app.journal.read(move |tables| upload_items::show(tables, &id, page.skip, page.most)).await?;
    let progress = app.uploads.progress(&upload.id);
    let items = items.into_iter().map(|item| item_body(id_text, item, progress.as_deref())).collect();
    let mut summary = summary(&upload, progress.as_deref());
    if is_left {
        summary.state = UploadState::Paused;
    }
    Ok(UploadBody { summary, items, skipped_items: Vec::new() })
}

fn summary(upload: &UploadRow, progress: Option<&Progress>) -> UploadSummary {
    UploadSummary {
        upload_id: upload.id.clone(),
        package_id: upload.package.clone(),
        name: upload.name.clone(),
        package_name: upload.package_name.clone(),
        state: upload.life.state,
        progress: progress.map_or(0, Progress::acknowledged).max(upload.proven).min(upload.size),
        under_way: progress.map_or(0, Progress::under_way),
        size: upload.size,
        skipped: upload.skipped,
        request: upload.asked.request.clone(),
        fingerprint: upload.origin.fingerprint.clone(),
        wants_link: upload.asked.wants_link,
        error: upload.failure.clone().map(Into::into),
    }
}

/// Notifies clients that follow the agent's events.
pub(super) async fn tell(app: &App, id: &UploadId) {
    let progress = app.uploads.progress(id);
    let (wanted, is_running) = (id.clone(), progress.is_some());
    let find = if is_running { rows::find_uncounted } else { rows::find };
    if let Ok(Some(upload)) = app.journal.read(move |tables| find(tables, &wanted)).await {
        app.events.tell(AgentEvent::Upload(summary(&upload, progress.as_deref())));
    }
}
