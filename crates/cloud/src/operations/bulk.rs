//! Changes of many packages.
//!
//! They are made in short transactions, so that nobody waits long for one of the rows, and saved as a job, so that a crash
//! leaves nothing half done. A request does as much as it can itself, which for most Teams is all of it.

use std::time::{Duration, Instant};

use domain::package::PackageState;
use store::conditions::Period;
use store::package_batches::{BulkChange, Place, change_next, left};
use store::package_lists::{Direction, PackageFilter, Visibility, Wanted};
use store::{Connection, Tx, jobs, portals, tags};
use wire::ids::JobId;

use crate::app::App;
use crate::auth::TeamAccess;
use crate::auth::sight::{sent_packages, viewer};
use crate::error::{ApiError, ApiResult};
use crate::queue::{ArchivePackages, ArchiveStep, ClearTag, MovePackages, Side, Task, enqueue_as, report};

/// How many packages one transaction changes.
const BATCH: i64 = 500;
/// How long a request works on a change.
const BY_REQUEST: Duration = Duration::from_secs(5);
/// The job begins when the request has stopped. If it has not, both do the same work.
const JOB_AFTER_SECONDS: i64 = 15;

/// A task that changes many packages.
pub trait Bulk: Task {
    /// The packages, and what happens to them. What else the task does is done here, since it comes before every batch.
    /// `None` if nothing is left to be done.
    fn prepare(&self, tx: &mut Tx) -> impl Future<Output = ApiResult<Option<(PackageFilter, BulkChange)>>> + Send;
}

/// A change that is saved as a job. Another change of the same kind has a job of its own.
pub struct Saved<B> {
    job: JobId,
    bulk: B,
}

/// Saves the change in the transaction of what causes it.
pub async fn save<B: Bulk>(app: &App, tx: &mut Tx, bulk: B) -> ApiResult<Saved<B>> {
    let (now, job) = (app.clock.now(), app.ids.next::<JobId>());
    enqueue_as(tx, job.clone(), &bulk, now.plus_seconds(JOB_AFTER_SECONDS), now).await?;
    Ok(Saved { job, bulk })
}

/// Makes the change for as long as a request may take. The job makes the rest of it.
pub async fn begin<B: Bulk>(app: &App, Saved { job, bulk }: Saved<B>) {
    let done = async {
        if carry_on(app, &bulk, Some(Instant::now() + BY_REQUEST)).await? {
            let mut tx = app.store.begin().await?;
            jobs::take_back(&mut tx, &job).await?;
            tx.commit_aside().await?;
        }
        ApiResult::Ok(())
    };
    if let Err(error) = done.await {
        tracing::warn!(error = format!("{error:#}"), task = B::NAME, "a change of many packages is left to its job");
    }
}

/// Makes the change until it is complete, or until `deadline`. Returns whether it is complete.
pub async fn carry_on<B: Bulk>(app: &App, bulk: &B, deadline: Option<Instant>) -> ApiResult<bool> {
    let mut progress = None::<Progress>;
    loop {
        let mut tx = app.store.begin().await?;
        let Some((filter, change)) = bulk.prepare(&mut tx).await? else { return Ok(true) };
        // If something else is wanted by now, the packages that were changed before are wrong, too.
        let known = progress.take().filter(|known| known.change == change);
        let (last, before) = match known {
            Some(known) => (known.last, known.left),
            None => (None, left(&mut tx, &filter, &change).await?),
        };
        let last = change_next(&mut tx, &filter, &change, last.as_ref(), BATCH).await?;
        let left = (before - BATCH).max(0);
        if last.is_some() {
            report(&mut tx, bulk, &format!("{left} packages left")).await?;
        }
        // The request that causes it is complete by now.
        tx.commit_aside().await?;
        if last.is_none() {
            return Ok(true);
        }
        progress = Some(Progress { change, last, left });
        if deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Ok(false);
        }
    }
}

struct Progress {
    change: BulkChange,
    last: Option<Place>,
    left: i64,
}

impl Bulk for ClearTag {
    async fn prepare(&self, tx: &mut Tx) -> ApiResult<Option<(PackageFilter, BulkChange)>> {
        tags::clear_portals(tx, &self.team, &self.tag).await?;
        let wanted = Wanted { tags: vec![self.tag.to_string()], ..Wanted::default() };
        let (team_id, direction, visible) = (self.team.clone(), Direction::Both, Visibility::All);
        Ok(Some((PackageFilter { team_id, direction, visible, wanted }, BulkChange::NoTag)))
    }
}

impl Bulk for MovePackages {
    /// The Portal is held, so that it does not move on before the packages have arrived.
    async fn prepare(&self, tx: &mut Tx) -> ApiResult<Option<(PackageFilter, BulkChange)>> {
        let Some(portal) = portals::hold(tx, &self.portal).await? else { return Ok(None) };
        let visible = Visibility::Portal(portal.id);
        let filter = PackageFilter {
            team_id: portal.team_id,
            direction: Direction::Received,
            visible,
            wanted: Wanted::default(),
        };
        Ok(Some((filter, BulkChange::Teamspace(portal.teamspace_id))))
    }
}

impl Bulk for ArchivePackages {
    /// For someone who has left the Team since, or may no longer do this, nothing more is done.
    async fn prepare(&self, tx: &mut Tx) -> ApiResult<Option<(PackageFilter, BulkChange)>> {
        let Some(access) = TeamAccess::find(tx, &self.user, &self.team).await? else { return Ok(None) };
        match self.filter(tx, &access).await {
            Ok(filter) => Ok(Some((filter, self.change()))),
            Err(ApiError::Refused(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl ArchivePackages {
    /// The state that packages leave, and the one that they get.
    const fn states(&self) -> (PackageState, PackageState) {
        match self.step {
            ArchiveStep::Archive => (PackageState::Expired, PackageState::Archived),
            ArchiveStep::Unarchive => (PackageState::Archived, PackageState::Expired),
        }
    }

    pub const fn change(&self) -> BulkChange {
        BulkChange::State { to: self.states().1, asked_at: self.asked_at }
    }

    /// The packages of the period that the member can see.
    pub async fn filter(&self, connection: &mut Connection, access: &TeamAccess) -> ApiResult<PackageFilter> {
        let expiry = Period { start: Some(self.expiry_start), end: Some(self.expiry_end) };
        let wanted = Wanted { states: vec![self.states().0], expiry, ..Wanted::default() };
        let (direction, visible) = match self.side {
            Side::Sent => (Direction::Sent, sent_packages(connection, access).await?),
            Side::Received => (Direction::Received, Visibility::Portals(viewer(access)?)),
        };
        Ok(PackageFilter { team_id: self.team.clone(), direction, visible, wanted })
    }
}
