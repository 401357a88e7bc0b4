//! Streams that stopped because of a problem outside of their files.

use super::super::kind::Task;
use crate::error::{AgentResult, tolerated};
use crate::journal::stream_files;
use crate::uploads;

/// Resumes them, because nobody else will. If the package was deleted or has expired, the file is sent again as a whole. A
/// problem with the file itself waits for a person.
pub(super) async fn resume(task: &Task) -> AgentResult<()> {
    let id = task.id.clone();
    for upload in task.app.journal.read(move |tables| stream_files::ended(tables, &id)).await? {
        let forgotten = upload.clone();
        task.app.journal.write(move |tables| stream_files::forget_upload(tables, &forgotten)).await?;
        tolerated(uploads::delete(&task.app, &upload).await)?;
    }
    let id = task.id.clone();
    for upload in task.app.journal.read(move |tables| stream_files::stranded(tables, &id)).await? {
        tolerated(uploads::resume(&task.app, &upload).await)?;
    }
    Ok(())
}
