//! What a Portal receives in an hour, which begins with the first package or file after the last hour has ended.
//!
//! One household can use a share of each hour. It is counted for this hour alone, so that nobody gets two shares of one
//! hour by waiting for the end of a count of their own.

use std::collections::HashSet;

use domain::portal::Portal;
use domain::quota::{ENTRIES_LEAST, Measured, Quota, share, strictest};
use store::rate_limits::Count;
use store::{Connection, Tx, portal_lists};
use wire::portals::PortalSettings;
use wire::time::Time;
use wire::usage::HourlyCount;

use crate::app::App;
use crate::error::ApiResult;
use crate::operations::requests::rate_limit::{Limit, all_running, hashed, seconds_left};

/// What is counted for each Portal and hour.
#[derive(Clone, Copy)]
pub(super) enum Counted {
    Packages,
    Entries,
}

impl Counted {
    const fn quota(self) -> Quota {
        match self {
            Self::Packages => Quota::PortalPackages,
            Self::Entries => Quota::PortalEntries,
        }
    }

    /// The quota of one household, and the least that it can have: what one request can add.
    const fn share(self) -> (Quota, i64) {
        match self {
            Self::Packages => (Quota::PortalPackagesShare, 1),
            Self::Entries => (Quota::PortalEntriesShare, ENTRIES_LEAST),
        }
    }

    /// The limit of all Portals, which is never 0.
    fn usual(self, app: &App) -> i64 {
        match self {
            Self::Packages => app.config.limits.portal_all_packages_per_hour,
            Self::Entries => app.config.limits.portal_entries_per_hour,
        }
    }

    fn most(self, app: &App, settings: &PortalSettings) -> i64 {
        let usual = self.usual(app);
        let own = match self {
            Self::Packages => settings.max_packages_per_hour,
            Self::Entries => settings.max_entries_per_hour,
        };
        strictest([own, usual]).unwrap_or(usual)
    }
}

/// A limit that begins again each hour.
pub(super) struct Hourly {
    limit: Limit,
    pub(super) measured: Measured,
    /// `None` if no hour has begun.
    ends_at: Option<Time>,
    /// What a visitor has used of it.
    share: Option<Share>,
}

/// What one household has used of an hour.
struct Share {
    portal_and_household: String,
    measured: Measured,
}

impl Share {
    /// Named by the end of the hour.
    fn limit(&self, ends_at: Time) -> Limit {
        let subject = format!("{} {}", self.portal_and_household, ends_at.as_millis());
        Limit::per_hour(self.measured.quota.as_str(), &subject, self.measured.limit)
    }
}

impl Hourly {
    /// As it is now. `household` is that of a visitor; the Team has no share, but the whole.
    pub(super) async fn of(
        app: &App,
        connection: &mut Connection,
        portal: &Portal,
        household: Option<&str>,
        counted: Counted,
        now: Time,
    ) -> ApiResult<Self> {
        let (quota, most) = (counted.quota(), counted.most(app, &portal.settings));
        let limit = Limit::per_hour(quota.as_str(), portal.id.as_str(), most);
        let count = limit.running(connection, now).await?;
        let ends_at = count.map(|count| count.window_end);
        let share = match household {
            Some(household) => Some(share_of(connection, portal, household, (counted, most), ends_at, now).await?),
            None => None,
        };
        let measured = Measured { quota, limit: most, used: count.map_or(0, |count| count.hits) };
        Ok(Self { limit, measured, ends_at, share })
    }

    /// What has no room for so many more.
    pub(super) fn without_room(&self, more: i64) -> Option<Measured> {
        let share = self.share.as_ref().map(|share| share.measured);
        [Some(self.measured), share].into_iter().flatten().find(|measured| !measured.fits(more))
    }

    /// Counts more within a transaction, if there is room, and returns what is used then. `None` if others have taken the
    /// rest meanwhile.
    pub(super) async fn count(&self, tx: &mut Tx, more: i64, now: Time) -> ApiResult<Option<Measured>> {
        let Count { hits, window_end } = self.limit.count_many(tx, more, now).await?;
        if let Some(share) = &self.share {
            let used = share.limit(window_end).count_many(tx, more, now).await?.hits;
            if used > share.measured.limit {
                return Ok(None);
            }
        }
        let after = Measured { used: hits, ..self.measured };
        Ok((hits <= after.limit).then_some(after))
    }

    pub(super) fn seconds_left(&self, now: Time) -> i64 {
        seconds_left(self.ends_at.unwrap_or(now), now)
    }

    /// For people.
    pub(super) fn body(&self) -> HourlyCount {
        let Measured { limit, used, .. } = self.measured;
        HourlyCount { used, limit, is_near: self.measured.is_near(), ends_at: self.ends_at }
    }
}

async fn share_of(
    connection: &mut Connection,
    portal: &Portal,
    household: &str,
    (counted, most): (Counted, i64),
    ends_at: Option<Time>,
    now: Time,
) -> ApiResult<Share> {
    let (quota, least) = counted.share();
    let measured = Measured { quota, limit: share(most, least), used: 0 };
    let mut found = Share { portal_and_household: format!("{} {household}", portal.id), measured };
    if let Some(ends_at) = ends_at {
        let count = found.limit(ends_at).running(connection, now).await?;
        found.measured.used = count.map_or(0, |count| count.hits);
    }
    Ok(found)
}

/// How many Portals have nearly reached the limit in their current hour.
pub(super) async fn near(
    app: &App,
    connection: &mut Connection,
    counted: Counted,
    now: Time,
) -> ApiResult<(Quota, i64)> {
    let quota = counted.quota();
    let is_near = |limit: i64, used: i64| Measured { quota, limit, used }.is_near();
    let running = all_running(connection, quota.as_str(), now).await?;
    // Portals without a limit of their own need not be read: theirs is known.
    let usual = running.iter().filter(|(_, used)| is_near(counted.usual(app), **used));
    let mut near: HashSet<String> = usual.map(|(portal, _)| portal.clone()).collect();
    for portal in portal_lists::with_limit_per_hour(connection).await? {
        let name = hashed(portal.id.as_str());
        if running.get(&name).is_some_and(|used| is_near(counted.most(app, &portal.settings), *used)) {
            near.insert(name);
        }
    }
    Ok((quota, i64::try_from(near.len()).unwrap_or(i64::MAX)))
}
