//! Forgets complete transfers after some time. Files are not deleted, and what was sent or received is not sent or received
//! again: the journal remembers that elsewhere.

use wire::agent::{AgentEvent, Removed};

use crate::app::App;
use crate::clock;
use crate::error::AgentResult;
use crate::journal::history::{self as rows, History};

pub async fn sweep(app: &App) -> AgentResult<()> {
    for of in [History::Uploads, History::Downloads] {
        if app.journal.read(move |tables| rows::is_any_unnoted(tables, of)).await? {
            let now = clock::in_seconds(0);
            app.journal.write(move |tables| rows::note(tables, of, now)).await?;
        }
    }
    if app.options.history_days == 0 {
        return Ok(());
    }
    let before = clock::in_days(-app.options.history_days);
    loop {
        let uploads = app.journal.write(move |tables| rows::forget(tables, History::Uploads, before)).await?;
        let downloads = app.journal.write(move |tables| rows::forget(tables, History::Downloads, before)).await?;
        if uploads.is_empty() && downloads.is_empty() {
            return Ok(());
        }
        let uploads = uploads.into_iter().map(|upload_id| Removed::Upload { upload_id });
        let downloads = downloads.into_iter().map(|download_id| Removed::Download { download_id });
        uploads.chain(downloads).for_each(|removed| app.events.tell(AgentEvent::Removed(removed)));
    }
}
