//! Changes of many packages.
//!
//! They are made in short transactions, so that nobody waits long for one of the rows, and saved as a job, so that a crash
//! leaves nothing half done. A request does as much as it can itself, which for most Teams is all of it.

use std::time::{Duration, Instant};

use domain::package::PackageState;
use domain::policy::{Action, Scope};
use store::conditions::Period;
use store::package_batches::{BulkChange, change_next, left};
use store::package_lists::{Direction, PackageFilter, Visibility, Wanted};
use store::teamspaces as stored_teamspaces;
use store::{Connection, Tx, portals, tags};
use wire::ids::PackageId;

use crate::app::App;
use crate::auth::TeamAccess;
use crate::auth::sight::viewer;
use crate::error::ApiResult;
use crate::queue::{ArchivePackages, ArchiveStep, ClearTag, MovePackages, Side, Task, enqueue_at, report, take_back};

/// How many packages one transaction changes.
const BATCH: i64 = 500;
/// How long a request works on a change.
const BY_REQUEST: Duration = Duration::from_secs(5);
/// The job begins when the request has certainly stopped.
const JOB_AFTER_SECONDS: i64 = 15;

/// A task that changes many packages.
pub trait Bulk: Task {
    /// The packages, and what happens to them. What else the task does is done here, since it comes before every batch.
    /// `None` if nothing is left to be done.
    fn prepare(&self, tx: &mut Tx) -> impl Future<Output = ApiResult<Option<(PackageFilter, BulkChange)>>> + Send;
}

/// Saves the change in the transaction of what causes it.
pub async fn save<B: Bulk>(app: &App, tx: &mut Tx, bulk: &B) -> ApiResult<()> {
    let now = app.clock.now();
    Ok(enqueue_at(tx, &app.ids, bulk, now.plus_seconds(JOB_AFTER_SECONDS), now).await?)
}

/// Makes the change for as long as a request may take. The job makes the rest of it.
pub async fn begin<B: Bulk>(app: &App, bulk: &B) {
    let done = async {
        if carry_on(app, bulk, Some(Instant::now() + BY_REQUEST)).await? {
            let mut tx = app.store.begin().await?;
            take_back(&mut tx, bulk).await?;
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
    let (mut last, mut remaining) = (None::<PackageId>, None);
    loop {
        let mut tx = app.store.begin().await?;
        let Some((filter, change)) = bulk.prepare(&mut tx).await? else { return Ok(true) };
        let before = match remaining {
            Some(count) => count,
            None => left(&mut tx, &filter, &change).await?,
        };
        let changed = change_next(&mut tx, &filter, &change, last.as_ref(), BATCH).await?;
        let count = i64::try_from(changed.len()).unwrap_or(BATCH);
        let after = (before - count).max(0);
        report(&mut tx, bulk, &format!("{after} packages left")).await?;
        // The request that causes it is complete by now.
        tx.commit_aside().await?;
        if count < BATCH {
            return Ok(true);
        }
        (last, remaining) = (changed.into_iter().max(), Some(after));
        if deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Ok(false);
        }
    }
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
        let Some(portal) = portals::hold_even_deleted(tx, &self.portal).await? else { return Ok(None) };
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
    /// For someone who has left the Team since, nothing more is done.
    async fn prepare(&self, tx: &mut Tx) -> ApiResult<Option<(PackageFilter, BulkChange)>> {
        let Some(access) = TeamAccess::find(tx, &self.user, &self.team).await? else { return Ok(None) };
        let filter = self.filter(tx, &access).await?;
        Ok(Some((filter, BulkChange::State { to: self.states().1, now: self.asked_at })))
    }
}

impl ArchivePackages {
    /// The state that packages leave, and the one that they get.
    pub const fn states(&self) -> (PackageState, PackageState) {
        match self.step {
            ArchiveStep::Archive => (PackageState::Expired, PackageState::Archived),
            ArchiveStep::Unarchive => (PackageState::Archived, PackageState::Expired),
        }
    }

    /// The packages of the period that the member can see.
    pub async fn filter(&self, connection: &mut Connection, access: &TeamAccess) -> ApiResult<PackageFilter> {
        let expiry = Period { start: Some(self.expiry_start), end: Some(self.expiry_end) };
        let wanted = Wanted { states: vec![self.states().0], expiry, ..Wanted::default() };
        let (direction, visible) = match self.side {
            Side::Sent => (Direction::Sent, sent(connection, access).await?),
            Side::Received => (Direction::Received, Visibility::Portals(viewer(access)?)),
        };
        Ok(PackageFilter { team_id: self.team.clone(), direction, visible, wanted })
    }
}

/// Which packages that the Team sends a member can see.
pub async fn sent(connection: &mut Connection, access: &TeamAccess) -> ApiResult<Visibility> {
    Ok(match access.require(Action::ManageSentPackages)? {
        Scope::All => Visibility::All,
        _ => Visibility::Spaces(stored_teamspaces::of_member(connection, &access.membership.id).await?),
    })
}
