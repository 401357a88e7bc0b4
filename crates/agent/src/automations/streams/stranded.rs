//! Streams that stand still because of something outside of their files.

use super::super::kind::Task;
use crate::error::{AgentResult, tolerated};
use crate::journal::stream_files;
use crate::uploads;

/// Nobody is there to resume them. What is wrong with a file itself waits for a person.
pub(super) async fn resume(task: &Task) -> AgentResult<()> {
    let id = task.id.clone();
    for upload in task.app.journal.read(move |tables| stream_files::stranded(tables, &id)).await? {
        tolerated(uploads::resume(&task.app, &upload).await)?;
    }
    Ok(())
}
