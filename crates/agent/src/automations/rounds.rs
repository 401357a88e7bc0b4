//! Rounds of an automation, which its disk can hold up.

use std::path::Path;
use std::pin::pin;
use std::time::Duration;

use super::kind::{Report, Task};
use crate::disks;

/// How often it checks whether the disk answers, at most.
const LOOK: Duration = Duration::from_secs(5);
/// Time for a stopped round to end what it has begun.
const GRACE: Duration = Duration::from_secs(3);

/// The outcome of a round, which asks for the folder. As long as the disk does not answer, the status says so, and the round
/// goes on when it does. `None` if it was stopped meanwhile.
pub(super) async fn round<T>(task: &Task, folder: &str, work: impl Future<Output = T>) -> Option<T> {
    let (all, folder) = (&task.app.disks, Path::new(folder));
    let mut work = pin!(work);
    let mut looks = tokio::time::interval((all.patience() / 2).min(LOOK));
    loop {
        tokio::select! {
            done = &mut work => return Some(done),
            () = task.stop.cancelled() => break,
            _ = looks.tick() => {}
        }
        if all.is_silent(folder) {
            task.report(Report { obstacle: Some(disks::silent(folder).message()), ..Report::default() });
        }
    }
    tokio::time::timeout(GRACE, work).await.ok()
}
