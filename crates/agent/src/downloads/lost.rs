//! Files that had arrived and are gone. A download that is resumed fetches them again: it must not end as complete without
//! them.

use std::io::ErrorKind;
use std::path::Path;

use transfer::resolved;

use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::journal::download_items;
use crate::journal::downloads::DownloadRow;

/// Resets the files whose names no longer exist. One that was changed is left alone: it belongs to its user.
pub(super) async fn renew(app: &App, row: &DownloadRow) -> AgentResult<()> {
    let Some(folder) = row.folder.clone() else { return Ok(()) };
    let id = row.id.clone();
    let arrived = app.journal.read(move |tables| download_items::arrived(tables, &id)).await?;
    let looked = tokio::task::spawn_blocking(move || {
        let is_gone = |path: &Path| {
            resolved::metadata(path)
                .is_err_and(|error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
        };
        arrived.into_iter().filter(|(_, local)| is_gone(&folder.join(local))).map(|(item, _)| item).collect::<Vec<_>>()
    });
    let gone = looked.await.map_err(|error| AgentError::Internal(error.into()))?;
    let id = row.id.clone();
    if !gone.is_empty() {
        app.journal.write(move |tables| download_items::renew_lost(tables, &id, &gone)).await?;
    }
    Ok(())
}
