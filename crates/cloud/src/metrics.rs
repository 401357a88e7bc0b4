//! Metrics for the operator, in Prometheus' text format.
//!
//! Labels are bounded: routes by their pattern, statuses, kinds. Never an id.

use std::sync::OnceLock;
use std::time::Duration;

use domain::quota::Quota;
use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use store::{Store, StoreResult, jobs};

use crate::clock::Clock;

const LATENCIES: &[f64] = &[0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// A process has one recorder, however many servers it runs.
static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    pub fn install() -> anyhow::Result<Self> {
        if let Some(handle) = RECORDER.get() {
            return Ok(Self(handle.clone()));
        }
        let latency = Matcher::Suffix("_seconds".to_owned());
        let recorder = PrometheusBuilder::new().set_buckets_for_metric(latency, LATENCIES)?.build_recorder();
        let handle = RECORDER.get_or_init(|| recorder.handle()).clone();
        // Another server in this process was faster: its recorder serves both.
        let _ = metrics::set_global_recorder(recorder);
        gauge!("tonnage_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        // An increase from nothing is none, so the first one would go unnoticed.
        files_missing(0);
        for quota in Quota::ALL {
            counter!("tonnage_quota_refusals_total", "quota" => quota.as_str()).increment(0);
        }
        Ok(Self(handle))
    }

    /// The metrics page, with the current figures of the queue.
    pub async fn render(&self, store: &Store, clock: &Clock, surroundings: &Surroundings) -> StoreResult<String> {
        let size = jobs::size(&mut *store.read().await?).await?;
        surroundings.note();
        let age_millis = size.oldest_due.map_or(0, |due| (clock.now().as_millis() - due.as_millis()).max(0));
        gauge!("tonnage_jobs_waiting").set(as_f64(size.waiting));
        gauge!("tonnage_jobs_dead").set(as_f64(size.dead));
        gauge!("tonnage_jobs_oldest_due_seconds_ago").set(as_f64(age_millis) / 1_000.0);
        self.0.run_upkeep();
        Ok(self.0.render())
    }
}

/// Exact up to 2^53, far above anything counted here.
#[expect(clippy::cast_precision_loss, reason = "gauges are floating point")]
fn as_f64(number: i64) -> f64 {
    number as f64
}

pub fn request_answered(method: &str, route: &str, status: u16, took: Duration) {
    let (method, route) = (method.to_owned(), route.to_owned());
    counter!("tonnage_http_requests_total", "method" => method.clone(), "route" => route.clone(), "status" => status.to_string())
        .increment(1);
    histogram!("tonnage_http_request_seconds", "method" => method, "route" => route).record(took);
}

pub fn job_ended(name: &str, outcome: &'static str) {
    counter!("tonnage_jobs_total", "name" => name.to_owned(), "outcome" => outcome).increment(1);
}

pub fn bus_connected(is_connected: bool) {
    gauge!("tonnage_bus_connected").set(if is_connected { 1.0 } else { 0.0 });
}

/// Uploads are refused until there is space.
pub fn disk_full(is_full: bool) {
    gauge!("tonnage_disk_full").set(if is_full { 1.0 } else { 0.0 });
}

pub fn clock_trusted(is_trusted: bool) {
    gauge!("tonnage_clock_trusted").set(if is_trusted { 1.0 } else { 0.0 });
}

/// Finalized files without content in storage. Every pass over all files counts them again.
pub fn files_missing(count: u64) {
    counter!("tonnage_missing_files_total").increment(count);
}

/// Figures that are measured when the page is requested.
pub struct Surroundings {
    pub is_storage_ready: bool,
    /// `None` if the free space is unknown.
    pub disk_free_bytes: Option<u64>,
    pub busy_connections: u32,
    pub idle_connections: u32,
    /// How many Teams and Portals have nearly reached a limit.
    pub quotas_near: [(Quota, i64); 4],
}

impl Surroundings {
    fn note(&self) {
        gauge!("tonnage_storage_ready").set(if self.is_storage_ready { 1.0 } else { 0.0 });
        if let Some(bytes) = self.disk_free_bytes {
            gauge!("tonnage_disk_free_bytes").set(as_f64(i64::try_from(bytes).unwrap_or(i64::MAX)));
        }
        for (state, count) in [("busy", self.busy_connections), ("idle", self.idle_connections)] {
            gauge!("tonnage_database_connections", "state" => state).set(f64::from(count));
        }
        for (quota, count) in self.quotas_near {
            gauge!("tonnage_quotas_near", "quota" => quota.as_str()).set(as_f64(count));
        }
    }
}

/// A request to object storage failed; it may be retried.
pub fn storage_failed(kind: &'static str) {
    counter!("tonnage_storage_errors_total", "kind" => kind).increment(1);
}

pub fn webhook_called(outcome: &'static str) {
    counter!("tonnage_webhook_calls_total", "outcome" => outcome).increment(1);
}

pub fn mail_ended(outcome: &'static str) {
    counter!("tonnage_mails_total", "outcome" => outcome).increment(1);
}

/// A limit of a Team or a Portal had no room for what a request would have added.
pub fn quota_exceeded(quota: Quota) {
    counter!("tonnage_quota_refusals_total", "quota" => quota.as_str()).increment(1);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    const CODE: &str = include_str!("metrics.rs");
    const BOARD: &str = include_str!("../../../packaging/monitoring/grafana.json");
    const ALERTS: &str = include_str!("../../../packaging/monitoring/alerts.yaml");
    const MANUAL: &str = include_str!("../../../docs/operations.md");

    fn figures(text: &str) -> BTreeSet<&str> {
        let words = text.split(|letter: char| !(letter.is_ascii_lowercase() || letter == '_'));
        words.filter(|word| word.starts_with("tonnage_")).map(|word| word.trim_end_matches("_bucket")).collect()
    }

    #[test]
    fn board_and_alarms_ask_for_figures_that_exist() {
        for name in figures(BOARD).union(&figures(ALERTS)) {
            assert!(CODE.contains(&format!("!(\"{name}\"")), "no code records {name}");
        }
        assert!(figures(ALERTS).len() > 5);
    }

    #[test]
    fn every_alarm_has_a_chapter_that_says_what_to_do() {
        let alarms: Vec<&str> = ALERTS.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
        let chapters: Vec<&str> = MANUAL.lines().filter_map(|line| line.strip_prefix("### ")).collect();
        assert_eq!(alarms, chapters);
    }
}
