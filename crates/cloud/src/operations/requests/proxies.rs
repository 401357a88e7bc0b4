//! Counts requests by proxies that are not trusted, where `tonnage doctor` finds the counts.

use std::net::IpAddr;

use axum::http::HeaderMap;
use store::{Connection, StoreResult, rate_limits};
use wire::time::Time;

use crate::app::App;

const BUCKET: &str = "proxy:";
const WINDOW_MILLIS: i64 = 24 * 3_600_000;

/// Counts a request, if such a proxy has forwarded it. Nothing waits for the database.
pub fn notice(app: &App, peer: IpAddr, headers: &HeaderMap) {
    let noticed = app.untrusted_proxies.notice(peer, headers, &app.config.trusted_proxies, app.clock.now());
    if let Some(requests) = noticed {
        tokio::spawn(save(app.clone(), peer, requests));
    }
}

async fn save(app: App, peer: IpAddr, requests: i64) {
    let saved = async {
        let mut tx = app.store.begin().await?;
        rate_limits::hit_many(&mut tx, &format!("{BUCKET}{peer}"), requests, WINDOW_MILLIS, app.clock.now()).await?;
        tx.commit_aside().await
    };
    if let Err(error) = saved.await {
        tracing::warn!(%error, "cannot save that a proxy is not trusted");
    }
}

/// The proxies of the last day, and how many requests each has forwarded.
pub async fn of_last_day(connection: &mut Connection, now: Time) -> StoreResult<Vec<(IpAddr, i64)>> {
    let found = rate_limits::beginning_with(connection, BUCKET, now).await?;
    Ok(found.into_iter().filter_map(|(address, requests)| Some((address.parse().ok()?, requests))).collect())
}
