//! The real server works for hours. At the end it needs no more memory, handles, threads and disk than before.
//!
//! `TONNAGE_TEST_SOAK_MINUTES` sets the time. Deep tests take two hours; other runs take seconds, which shows that
//! everything here works, but not that the server stays flat.

#![expect(clippy::unwrap_used, reason = "a story that cannot continue has failed")]

mod soak {
    pub(super) mod samples;
    pub(super) mod work;
}

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use soak::samples::{Sample, assert_flat, table};
use soak::work::{Service, Worker};
use tokio::task::JoinSet;
use tokio::time::sleep;

const DEEP_MINUTES: u64 = 120;
const WORKERS: u64 = 4;
/// A short run takes as many samples as it has seconds.
const SHORT: Duration = Duration::from_secs(16);
const SAMPLES_LEAST: u32 = 16;
const SAMPLE_EVERY: Duration = Duration::from_mins(2);
/// Threads for blocking calls end after ten idle seconds. How many there were last says only how busy the machine was.
const UNTIL_THREADS_END: Duration = Duration::from_secs(11);

/// How long the soak takes, and whether that is long enough to judge the samples.
fn duration() -> (Duration, bool) {
    let asked = std::env::var("TONNAGE_TEST_SOAK_MINUTES").ok().and_then(|minutes| minutes.parse().ok());
    let minutes = asked.or_else(|| testkit::is_deep().then_some(DEEP_MINUTES));
    minutes.map_or((SHORT, false), |minutes| (Duration::from_mins(minutes), true))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hours_of_work_leave_nothing_behind() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let (duration, is_judged) = duration();
    let service = Service::start().await;
    let mut workers = JoinSet::new();
    for number in 0..WORKERS {
        let worker = Worker::new(&service, StdRng::seed_from_u64(seed.wrapping_add(number)));
        workers.spawn(worker.work());
    }
    let (began, pause) = (Instant::now(), SAMPLE_EVERY.min(duration / SAMPLES_LEAST));
    let mut samples = Vec::new();
    while began.elapsed() < duration {
        tokio::select! {
            () = sleep(pause) => samples.push(sample(&service, began, is_judged).await),
            Some(ended) = workers.join_next() => ended.unwrap(),
        }
    }
    service.stop();
    while let Some(ended) = workers.join_next().await {
        ended.unwrap();
    }
    service.settle().await;
    println!("{}", table(&samples));
    testkit::note(&format!("soak of {duration:?}: {}", samples.last().unwrap().line()));
    let last = samples.last().unwrap();
    assert!(last.packages > 0, "seed {seed}: nothing was sent");
    let turned_away = service.turned_away.load(Ordering::Relaxed);
    assert!(turned_away <= last.packages / 50, "seed {seed}: {turned_away} were turned away");
    service.fsck();
    if is_judged {
        assert_flat(&samples);
    }
}

/// Between two pieces of work of every worker, when all jobs are done.
async fn sample(service: &Service, began: Instant, is_judged: bool) -> Sample {
    let _nobody_works = service.gate.write().await;
    service.settle().await;
    if is_judged {
        sleep(UNTIL_THREADS_END).await;
    }
    Sample::take(service, began.elapsed())
}
