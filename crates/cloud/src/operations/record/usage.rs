//! Storage and traffic of a Team.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use domain::Refusal;
use domain::policy::Action;
use store::conditions::Period;
use store::usage::{self, Usage, beginning_of, day_of};
use wire::ids::TeamId;
use wire::usage::{UsageBody, UsageDay};

use crate::app::App;
use crate::auth::Caller;
use crate::error::ApiResult;
use crate::operations::quotas;

const DAYS_USUAL: i64 = 30;
const DAYS_MOST: i64 = 366;

pub async fn of_team(app: &App, caller: &Caller, team_id: &TeamId, period: Period) -> ApiResult<UsageBody> {
    let mut snapshot = app.store.snapshot().await?;
    let access = caller.access_to(&mut snapshot, team_id).await?;
    access.require(Action::ReadUsage)?;
    let last = day_of(period.end.unwrap_or_else(|| app.clock.now()));
    let first = period.start.map_or(last - DAYS_USUAL + 1, day_of);
    check_period(first, last)?;
    let before = usage::before(&mut snapshot, team_id, first).await?;
    let changed = usage::of_days(&mut snapshot, team_id, first..=last).await?;
    let all = usage::before(&mut snapshot, team_id, i64::MAX).await?;
    Ok(UsageBody {
        storage_bytes: all.stored_bytes,
        packages: all.stored_packages,
        held: quotas::of_team(app, &mut snapshot, &access.team).await?,
        days: days(first..=last, before.stored_bytes, &changed.into_iter().collect()),
    })
}

fn check_period(first: i64, last: i64) -> Result<(), Refusal> {
    if last < first {
        return Err(Refusal::invalid("to", "must not be before from"));
    }
    if last - first >= DAYS_MOST {
        return Err(Refusal::invalid("from", format!("must be up to {DAYS_MOST} days before to")));
    }
    Ok(())
}

/// The stored bytes of a day are those before the period plus all changes since.
fn days(period: RangeInclusive<i64>, mut stored_bytes: i64, changed: &HashMap<i64, Usage>) -> Vec<UsageDay> {
    let day = |day: i64| {
        let usage = changed.get(&day).copied().unwrap_or_default();
        stored_bytes += usage.stored_bytes;
        UsageDay {
            day: beginning_of(day).to_string()[..10].to_owned(),
            stored_bytes,
            uploaded_bytes: usage.uploaded_bytes,
            downloaded_bytes: usage.downloaded_bytes,
            forwarded_bytes: usage.forwarded_bytes,
            packages: usage.packages,
        }
    };
    period.map(day).collect()
}
