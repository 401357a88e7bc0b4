//! What a worker does after packages were finalized: it mails links and notifies senders. Measured separately, so that
//! it does not count towards the calls.

use std::time::{Duration, Instant};

use bench::process::cpu;

use crate::meter::Meter;
use crate::place::Place;

const TIMEOUT: Duration = Duration::from_mins(10);
const DUE: &str = "SELECT count(*) FROM jobs WHERE state = 'waiting' AND run_at <= extract(epoch FROM now()) * 1000";
const MAILS: &str = "SELECT count(*) FROM mails";

#[derive(Debug, Clone, Copy)]
pub(crate) struct Background {
    pub(crate) seconds: f64,
    /// Mails written: one to the recipient of every package. The mail to its sender was written at finalize.
    pub(crate) mails: f64,
    pub(crate) worker: f64,
    pub(crate) database: f64,
    pub(crate) log_bytes: f64,
}

/// Runs one worker process until nothing is due.
pub(crate) async fn drain(place: &Place) -> anyhow::Result<Background> {
    let mails = place.database.number(MAILS)?;
    let meter = Meter::start(place)?;
    let started = Instant::now();
    let worker = place.worker();
    while place.database.number(DUE)? > 0.0 {
        anyhow::ensure!(started.elapsed() < TIMEOUT, "the worker did not finish");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let (seconds, spent) = (started.elapsed().as_secs_f64(), cpu(worker.id(), false));
    let cost = meter.stop()?;
    Ok(Background {
        seconds,
        mails: place.database.number(MAILS)? - mails,
        worker: spent,
        database: cost.database,
        log_bytes: cost.log_bytes,
    })
}
