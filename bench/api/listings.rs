//! How long a page of packages takes, for each sort and filter.

use std::time::Instant;

use client::Client;
use wire::ids::TeamId;

/// Requests per case: enough for a meaningful percentile, and fewer where one takes long.
pub(crate) const MANY: usize = 150;
pub(crate) const FEW: usize = 20;
const WARM_UP: usize = 5;

/// The query after the `?`.
pub(crate) const CASES: &[&str] = &[
    "",
    "sort=name",
    "sort=-name",
    "sort=created_at",
    "sort=size",
    "sort=-size",
    "sort=usage_total_bytes",
    "sort=-usage_total_bytes",
    "sort=expiry",
    "sort=-expiry",
    "sort=sender",
    "sort=-sender",
    "sort=status",
    "sort=-status",
    "sort=teamspace_id",
    "sort=-teamspace_id",
    "page=100",
    "status=archived",
    "status=new,finalized,expired,archived",
    "name=dailies",
    "sender=sender7@example.org",
    "tags=01BENCHTAG0000000000000003",
    "teamspaces=01BENCHSPACE00000000000010",
    "created_at_start=2023-11-14T22:13:20Z&created_at_end=2023-11-16T00:00:00Z",
    "expiry_start=2030-03-17T17:46:40Z&expiry_end=2030-03-18T17:46:40Z",
    "extra_storage=true",
    "extra_storage=false&sort=-size",
];

#[derive(Debug, Clone, Copy)]
pub(crate) struct Latency {
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) total: i64,
}

/// Milliseconds of one case.
pub(crate) async fn measure(client: &Client, team: &TeamId, query: &str, requests: usize) -> anyhow::Result<Latency> {
    let mut times = Vec::with_capacity(requests);
    let mut total = 0;
    for number in 0..WARM_UP + requests {
        let started = Instant::now();
        total = client.packages(team, query).await?.metadata.total;
        if number >= WARM_UP {
            times.push(started.elapsed().as_secs_f64() * 1_000.0);
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    Ok(Latency { p50: at(50), p99: at(99), total })
}
