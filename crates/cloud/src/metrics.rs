//! Figures for the operator, in Prometheus' text form.
//!
//! Labels are bounded: routes by their pattern, statuses, kinds. Never an id.

use std::sync::OnceLock;
use std::time::Duration;

use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::clock::Clock;
use crate::store::{Store, StoreResult, jobs};

const LATENCIES: &[f64] = &[0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// The process has one recorder, however many servers it runs.
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
        // A second server of the same process came first: its recorder serves both.
        let _ = metrics::set_global_recorder(recorder);
        gauge!("tonnage_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        Ok(Self(handle))
    }

    /// The page, with the queue's figures as of now.
    pub async fn render(&self, store: &Store, clock: &Clock) -> StoreResult<String> {
        let size = jobs::size(&mut *store.read().await?).await?;
        let age_millis = size.oldest_due.map_or(0, |due| (clock.now().as_millis() - due.as_millis()).max(0));
        gauge!("tonnage_jobs_waiting").set(as_f64(size.waiting));
        gauge!("tonnage_jobs_dead").set(as_f64(size.dead));
        gauge!("tonnage_jobs_oldest_due_seconds_ago").set(as_f64(age_millis) / 1_000.0);
        self.0.run_upkeep();
        Ok(self.0.render())
    }
}

/// Exact up to 2^53, far above what is counted here.
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

pub fn mail_ended(outcome: &'static str) {
    counter!("tonnage_mails_total", "outcome" => outcome).increment(1);
}
