//! What a worker does after packages were finalized: links are mailed, senders told. Measured by itself, so that the
//! calls are not charged with it.

use std::time::{Duration, Instant};

use bench::process::cpu;

use crate::meter::Meter;
use crate::place::Place;

const PATIENCE: Duration = Duration::from_mins(10);
const DUE: &str = "SELECT count(*) FROM jobs WHERE state = 'waiting' AND run_at <= extract(epoch FROM now()) * 1000";
const MAILS: &str = "SELECT count(*) FROM mails";

#[derive(Debug, Clone, Copy)]
pub(crate) struct Background {
    pub(crate) seconds: f64,
    /// Mails written: one to the recipient of every package. That to its sender was written when it was finalized.
    pub(crate) mails: f64,
    pub(crate) worker: f64,
    pub(crate) database: f64,
    pub(crate) log_bytes: f64,
}

/// One worker process, until nothing is due.
pub(crate) async fn drain(place: &Place) -> anyhow::Result<Background> {
    let mails = place.database.number(MAILS)?;
    let meter = Meter::start(place)?;
    let started = Instant::now();
    let worker = place.worker();
    while place.database.number(DUE)? > 0.0 {
        anyhow::ensure!(started.elapsed() < PATIENCE, "the worker does not come to an end");
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
