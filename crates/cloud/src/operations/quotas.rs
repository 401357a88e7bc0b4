//! What a Team and a Portal may still store, and what a Portal may still receive in this hour.
//!
//! A request reads what is left, decides by it, and counts what it added; then, in the same transaction, it looks
//! whether others have taken the rest in the meantime.

mod hourly;

use domain::package::Package;
use domain::portal::Portal;
use domain::quota::{Measured, Quota, strictest};
use domain::team::Team;
use domain::webhook::EventKind;
use serde_json::json;
use store::events::{self, NewEvent};
use store::{Connection, Tx, held_bytes, portal_lists, teams};
use wire::ids::{PortalId, TeamId};
use wire::portals::PortalSettings;
use wire::time::Time;
use wire::usage::{HeldBody, HourlyBody};

use self::hourly::{Counted, Hourly};
use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::{ApiError, ApiResult, OverQuota};
use crate::metrics;
use crate::operations::requests::rate_limit::{Limit, household, is_allowed, is_counted};
use crate::operations::webhooks::deliveries;

const CROWDED: &str = "others add files at the same time, and there is no room for all of them";

/// Who sends something through a Portal.
pub enum Sender {
    /// A member, or the service itself: limited by nothing but the whole.
    Team,
    /// A visitor, by their household: limited to a share, so that one alone cannot use up a whole hour.
    Visitor(String),
}

impl Sender {
    pub fn of(holder: &PackageHolder) -> Self {
        if holder.is_visitor() { Self::Visitor(household(holder.address)) } else { Self::Team }
    }

    fn household(&self) -> Option<&str> {
        match self {
            Self::Team => None,
            Self::Visitor(household) => Some(household),
        }
    }
}

/// What limits the bytes of a Team's packages, those of a Portal, and the entries that it accepts in an hour.
pub struct Quotas {
    team_id: TeamId,
    portal_id: Option<PortalId>,
    bytes: Vec<Measured>,
    entries: Option<Hourly>,
}

impl Quotas {
    /// Those of a package, as they are now.
    pub async fn of(
        app: &App,
        connection: &mut Connection,
        package: &Package,
        portal: Option<&Portal>,
        now: Time,
    ) -> ApiResult<Self> {
        Self::for_sender(app, connection, package, portal, &Sender::Team, now).await
    }

    /// As [`Self::of`], with what one sender can use of an hour.
    pub async fn for_sender(
        app: &App,
        connection: &mut Connection,
        package: &Package,
        portal: Option<&Portal>,
        sender: &Sender,
        now: Time,
    ) -> ApiResult<Self> {
        let team = teams::by_id(connection, &package.team_id).await?.ok_or(ApiError::NotFound("package"))?;
        let bytes = bytes(app, connection, &team, portal).await?;
        let entries = match portal {
            Some(portal) => Some(Hourly::of(app, connection, portal, sender.household(), Counted::Entries, now).await?),
            None => None,
        };
        Ok(Self { team_id: team.id, portal_id: portal.map(|portal| portal.id.clone()), bytes, entries })
    }

    /// The most bytes that may be added, if that is limited.
    pub fn bytes_left(&self) -> Option<i64> {
        self.bytes.iter().map(|measured| measured.left()).min()
    }

    /// Whether so many more bytes fit.
    pub fn check_bytes(&self, more: i64) -> ApiResult<()> {
        match self.bytes.iter().find(|measured| !measured.fits(more)) {
            Some(measured) => Err(self.exceeded(*measured, None)),
            None => Ok(()),
        }
    }

    /// Whether this hour has room for so many more files and directories.
    pub fn check_entries(&self, more: i64, now: Time) -> ApiResult<()> {
        match self.entries.as_ref().and_then(|hourly| Some((hourly, hourly.without_room(more)?))) {
            Some((hourly, measured)) => Err(self.exceeded(measured, Some(hourly.seconds_left(now)))),
            None => Ok(()),
        }
    }

    /// Counts what the transaction has added, if there is still room for it. `bytes` are already in the counters of the
    /// package.
    pub async fn claim(self, app: &App, tx: &mut Tx, bytes: i64, entries: i64, now: Time) -> ApiResult<()> {
        if bytes > 0 && !self.bytes.is_empty() {
            held_bytes::queue_up(tx, &self.team_id).await?;
            for measured in &self.bytes {
                let used = self.held(tx, measured.quota).await?;
                if used > measured.limit {
                    return Err(ApiError::Full(CROWDED));
                }
                let after = Measured { used, ..*measured };
                self.warn(app, tx, after.with(-bytes), after, now).await?;
            }
        }
        if let Some(hourly) = self.entries.as_ref().filter(|_| entries > 0) {
            let after = hourly.count(tx, entries, now).await?.ok_or(ApiError::Full(CROWDED))?;
            self.warn(app, tx, after.with(-entries), after, now).await?;
        }
        Ok(())
    }

    async fn held(&self, connection: &mut Connection, quota: Quota) -> ApiResult<i64> {
        Ok(match (&self.portal_id, quota) {
            (Some(portal), Quota::PortalBytes) => held_bytes::of_portal(connection, &self.team_id, portal).await?,
            _ => held_bytes::of_team(connection, &self.team_id).await?,
        })
    }

    /// Tells the webhooks when a limit comes near.
    async fn warn(&self, app: &App, tx: &mut Tx, before: Measured, after: Measured, now: Time) -> ApiResult<()> {
        if before.is_near() || !after.is_near() {
            return Ok(());
        }
        let over = self.over(after, None);
        tell(app, tx, EventKind::QuotaNear, &over, now).await
    }

    fn exceeded(&self, measured: Measured, seconds: Option<i64>) -> ApiError {
        ApiError::OverQuota(Box::new(self.over(measured, seconds)))
    }

    fn over(&self, measured: Measured, seconds: Option<i64>) -> OverQuota {
        let portal_id = self.portal_id.clone().filter(|_| measured.quota != Quota::TeamBytes);
        OverQuota { measured, team_id: self.team_id.clone(), portal_id, seconds }
    }
}

/// Whether a Team can have one more package.
pub async fn admit_package(app: &App, tx: &mut Tx, team: &Team) -> ApiResult<()> {
    admitting(app, tx, team, None).await?.check_bytes(1)
}

/// Whether a Team, and its Portal, can have one more package from a sender.
pub async fn admit_through_portal(
    app: &App,
    tx: &mut Tx,
    team: &Team,
    portal: &Portal,
    sender: &Sender,
    now: Time,
) -> ApiResult<()> {
    let quotas = admitting(app, tx, team, Some(portal)).await?;
    quotas.check_bytes(1)?;
    let hourly = Hourly::of(app, tx, portal, sender.household(), Counted::Packages, now).await?;
    if let Some(measured) = hourly.without_room(1) {
        return Err(quotas.exceeded(measured, Some(hourly.seconds_left(now))));
    }
    // The Portal is locked, so that nobody else has counted meanwhile.
    let after = hourly.count(tx, 1, now).await?.ok_or(ApiError::Full(CROWDED))?;
    quotas.warn(app, tx, after.with(-1), after, now).await
}

async fn admitting(app: &App, tx: &mut Tx, team: &Team, portal: Option<&Portal>) -> ApiResult<Quotas> {
    Ok(Quotas {
        team_id: team.id.clone(),
        portal_id: portal.map(|portal| portal.id.clone()),
        bytes: bytes(app, tx, team, portal).await?,
        entries: None,
    })
}

/// The limits of bytes that are set, with the bytes that are held.
async fn bytes(
    app: &App,
    connection: &mut Connection,
    team: &Team,
    portal: Option<&Portal>,
) -> ApiResult<Vec<Measured>> {
    let mut bytes = Vec::new();
    if let Some(limit) = team.stored_bytes_limit(app.config.limits.team_stored_bytes) {
        let used = held_bytes::of_team(connection, &team.id).await?;
        bytes.push(Measured { quota: Quota::TeamBytes, limit, used });
    }
    if let Some(portal) = portal
        && let Some(limit) = limit_of_portal(app, &portal.settings)
    {
        let used = held_bytes::of_portal(connection, &team.id, &portal.id).await?;
        bytes.push(Measured { quota: Quota::PortalBytes, limit, used });
    }
    Ok(bytes)
}

fn limit_of_portal(app: &App, settings: &PortalSettings) -> Option<i64> {
    strictest([settings.max_stored_bytes, app.config.limits.portal_stored_bytes])
}

/// What a Team's packages hold, for people.
pub async fn of_team(app: &App, connection: &mut Connection, team: &Team) -> ApiResult<HeldBody> {
    let limit = team.stored_bytes_limit(app.config.limits.team_stored_bytes);
    Ok(held(Quota::TeamBytes, limit, held_bytes::of_team(connection, &team.id).await?))
}

/// What a Portal's packages hold, for people.
pub async fn of_portal(app: &App, connection: &mut Connection, portal: &Portal) -> ApiResult<HeldBody> {
    let used = held_bytes::of_portal(connection, &portal.team_id, &portal.id).await?;
    Ok(held(Quota::PortalBytes, limit_of_portal(app, &portal.settings), used))
}

fn held(quota: Quota, limit: Option<i64>, used: i64) -> HeldBody {
    let is_near = limit.is_some_and(|limit| Measured { quota, limit, used }.is_near());
    HeldBody { bytes: used, limit: limit.unwrap_or(0), is_near }
}

/// What a Portal received in its current hours, for people.
pub async fn hourly(app: &App, connection: &mut Connection, portal: &Portal) -> ApiResult<HourlyBody> {
    let now = app.clock.now();
    let packages = Hourly::of(app, connection, portal, None, Counted::Packages, now).await?;
    let entries = Hourly::of(app, connection, portal, None, Counted::Entries, now).await?;
    Ok(HourlyBody { packages: packages.body(), entries: entries.body() })
}

/// How many Teams and Portals have nearly reached a limit.
pub async fn near(app: &App) -> ApiResult<[(Quota, i64); 4]> {
    let limits = &app.config.limits;
    let mut reading = app.store.read().await?;
    let teams = teams::with_limit(&mut reading, limits.team_stored_bytes).await?;
    let teams = teams.iter().map(|(team, used)| (team.stored_bytes_limit(limits.team_stored_bytes), *used));
    let portals = portal_lists::with_limit(&mut reading, limits.portal_stored_bytes).await?;
    let portals = portals.iter().map(|(settings, used)| (limit_of_portal(app, settings), *used));
    let now = app.clock.now();
    Ok([
        count_near(Quota::TeamBytes, teams),
        count_near(Quota::PortalBytes, portals),
        hourly::near(app, &mut reading, Counted::Packages, now).await?,
        hourly::near(app, &mut reading, Counted::Entries, now).await?,
    ])
}

fn count_near(quota: Quota, all: impl Iterator<Item = (Option<i64>, i64)>) -> (Quota, i64) {
    let near = all.filter(|(limit, used)| held(quota, *limit, *used).is_near);
    (quota, i64::try_from(near.count()).unwrap_or(i64::MAX))
}

/// Records an event about a quota and addresses it to the webhooks that listen to it, at most once a day.
async fn tell(app: &App, tx: &mut Tx, kind: EventKind, over: &OverQuota, now: Time) -> ApiResult<()> {
    if !is_allowed(tx, &told(kind, over), now).await? {
        return Ok(());
    }
    let OverQuota { measured: Measured { quota, limit, used }, team_id, portal_id, .. } = over;
    let mut object = json!({ "type": "quota", "quota": quota.as_str(), "limit": limit, "used": used });
    if let Some(portal_id) = portal_id {
        object["portal_id"] = portal_id.as_str().into();
    }
    let event = NewEvent {
        id: app.ids.next(),
        team_id,
        portal_id: portal_id.as_ref().map_or("", |id| id.as_str()),
        package_id: None,
        event_type: kind.as_str(),
        at: now,
        object: object.to_string(),
    };
    events::insert(tx, &event).await?;
    Ok(deliveries::address(app, tx, &event).await?)
}

fn told(kind: EventKind, over: &OverQuota) -> Limit {
    let subject = over.portal_id.as_ref().map_or(over.team_id.as_str(), |id| id.as_str());
    Limit::per_day(kind.as_str(), &format!("{} {subject}", over.measured.quota.as_str()), 1)
}

/// Passes on the outcome of an operation. If a quota refused it, that is counted, and the webhooks are told.
pub async fn noting<T>(app: &App, outcome: ApiResult<T>) -> ApiResult<T> {
    note_answers(app, std::slice::from_ref(&outcome)).await;
    outcome
}

/// As [`noting`], for an operation with an answer for each of its parts: the first refusal counts. It stands, even if the
/// webhooks cannot be told.
pub async fn note_answers<T>(app: &App, answers: &[ApiResult<T>]) {
    let refusal = answers.iter().find_map(|answer| match answer {
        Err(ApiError::OverQuota(over)) => Some(over),
        _ => None,
    });
    let Some(over) = refusal else { return };
    metrics::quota_exceeded(over.measured.quota);
    // The Team need not hear that one visitor has to wait.
    if over.measured.quota.is_share() {
        return;
    }
    if let Err(error) = tell_aside(app, over).await {
        tracing::warn!(error = format!("{error:#}"), "an exceeded quota could not be announced");
    }
}

async fn tell_aside(app: &App, over: &OverQuota) -> ApiResult<()> {
    let kind = EventKind::QuotaReached;
    // Most refusals follow another: they cost no write.
    if is_counted(app, &told(kind, over)).await? {
        return Ok(());
    }
    let mut tx = app.store.begin().await?;
    tell(app, &mut tx, kind, over, app.clock.now()).await?;
    Ok(tx.commit_aside().await?)
}
