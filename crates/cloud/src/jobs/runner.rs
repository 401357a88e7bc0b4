//! Takes jobs from the queue and runs them.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use domain::backoff::Backoff;
use futures_util::FutureExt as _;
use rand::RngExt as _;
use store::jobs::{self, FailedAttempt, JobRow, Which};
use store::{CrashPoint, StoreResult, Tx};
use tokio::task::{JoinError, JoinSet};
use tokio_util::sync::CancellationToken;
use wire::time::Time;

use super::registry::{LARGE, RunSweep, SWEEPS, TRANSFERS, run_named, settle_dead};
use super::{JobError, holder};
use crate::app::App;
use crate::metrics::job_ended;
use crate::queue::LEASE_SECONDS;

const RENEW_EVERY: Duration = Duration::from_secs(20);

/// A job that was claimed this many times more than it has attempts, without a result, kills its workers.
const CLAIMS_BEYOND_ATTEMPTS: i64 = 20;

const BACKOFF: Backoff = Backoff::new(Duration::from_secs(2), Duration::from_hours(1));

/// The kinds of jobs that a worker takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lane {
    All,
    AtHome,
    Short,
    Calls,
    Transfers,
}

impl Lane {
    fn jobs(self) -> Which<'static> {
        match self {
            Self::All => Which::All,
            Self::AtHome => Which::AtHome { left_out: &[] },
            Self::Short => Which::AtHome { left_out: &LARGE },
            Self::Calls => Which::Calls { names: &TRANSFERS, others: true },
            Self::Transfers => Which::Calls { names: &TRANSFERS, others: false },
        }
    }
}

/// A call only waits for an external server, so many can wait at once. Fifty servers that never answer take two slots
/// each, and leave the rest to others.
const CALLS_AT_ONCE: usize = 128;
/// Transfers take hours and use the processor, so they have their own slots and never delay webhooks.
const TRANSFERS_AT_ONCE: usize = 16;

/// A call can be due, by the clock of another process, and not be free yet.
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);

/// Works until `stop`: whenever jobs are announced, and every few seconds anyway.
pub async fn run_until(app: App, stop: CancellationToken) {
    let pause = Duration::from_secs(app.config.workers.poll_seconds);
    if let Err(error) = end_left_leases(&app).await {
        tracing::warn!(%error, "jobs of a process that has ended wait until their leases run out");
    }
    // Dropping this future drops the set, which aborts its workers.
    let mut workers = JoinSet::new();
    for number in 0..app.config.workers.count {
        // Every second worker skips jobs that can take hours, so that mails and deletions never wait for them.
        let lane = if number % 2 == 1 { Lane::Short } else { Lane::AtHome };
        workers.spawn(work_until(app.clone(), lane, stop.clone(), pause));
    }
    for (lane, at_once) in [(Lane::Calls, CALLS_AT_ONCE), (Lane::Transfers, TRANSFERS_AT_ONCE)] {
        workers.spawn(call_until(app.clone(), lane, at_once, stop.clone(), pause));
    }
    for sweep in SWEEPS {
        workers.spawn(sweep_until(*sweep, app.clone(), stop.clone(), pause));
    }
    while workers.join_next().await.is_some() {}
}

/// Ends the leases of processes that have ended on this machine. It stays counted that they took the jobs: one that kills
/// its workers must not do so for ever.
async fn end_left_leases(app: &App) -> StoreResult<()> {
    let left = jobs::leases(&mut *app.store.read().await?).await?;
    for lease in left.iter().filter(|lease| holder::has_ended(lease)) {
        let mut tx = app.store.begin().await?;
        jobs::end_lease(&mut tx, lease, app.clock.now()).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Sweeps do not wait for each other. An interrupted one runs again later.
async fn sweep_until(sweep: RunSweep, app: App, stop: CancellationToken, pause: Duration) {
    while !stop.is_cancelled() {
        tokio::select! {
            () = async { sweep(&app).await; tokio::time::sleep(pause).await } => {}
            () = stop.cancelled() => {}
        }
    }
}

/// Takes calls while there are free slots. Calls that have begun are finished before this returns.
async fn call_until(app: App, lane: Lane, at_once: usize, stop: CancellationToken, pause: Duration) {
    let mut calls = JoinSet::new();
    while !stop.is_cancelled() {
        let looked_at = app.clock.now();
        if calls.len() < at_once {
            match take(&app, lane).await {
                Ok(Some(taken)) => {
                    let app = app.clone();
                    calls.spawn(async move { carry_out(&app, taken).await });
                    continue;
                }
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "cannot reach the job queue"),
            }
        }
        let pause = until_next_call(&app, looked_at, pause).await;
        let added = async {
            match lane {
                Lane::Transfers => app.store.transfers_added().await,
                _ => app.store.calls_added().await,
            }
        };
        tokio::select! {
            () = added, if calls.len() < at_once => {}
            Some(ended) = calls.join_next() => report(ended),
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => {}
        }
    }
    while let Some(ended) = calls.join_next().await {
        report(ended);
    }
}

/// Up to `pause`, for a worker that found nothing when it looked. Calls that are repeated, such as those of webhooks,
/// start to the second.
async fn until_next_call(app: &App, looked_at: Time, pause: Duration) -> Duration {
    let until = looked_at.plus_millis(i64::try_from(pause.as_millis()).unwrap_or(i64::MAX));
    let next = async { jobs::next_call(&mut *app.store.read().await?, looked_at, until).await };
    // If the queue cannot be reached, taking a call says so.
    let next: StoreResult<Option<Time>> = next.await;
    let Ok(Some(next)) = next else { return pause };
    let millis = next.as_millis().saturating_sub(app.clock.now().as_millis());
    Duration::from_millis(u64::try_from(millis).unwrap_or_default()).clamp(SHORTEST_PAUSE, pause.max(SHORTEST_PAUSE))
}

/// A job whose result could not be saved runs again when its lease ends.
fn report(ended: Result<anyhow::Result<()>, JoinError>) {
    match ended {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(error = format!("{error:#}"), "cannot save the result of a job"),
        Err(error) => tracing::error!(%error, "a worker for calls crashed"),
    }
}

async fn work_until(app: App, lane: Lane, stop: CancellationToken, pause: Duration) {
    while !stop.is_cancelled() {
        let worked = work_once(&app, lane).await.unwrap_or_else(|error| {
            tracing::warn!(error = format!("{error:#}"), "cannot reach the job queue");
            false
        });
        if worked {
            continue;
        }
        tokio::select! {
            () = app.store.jobs_added() => {}
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => {}
        }
    }
}

/// Runs all sweeps and jobs that are due, one after the other, and returns how many jobs ran.
pub async fn run_due(app: &App) -> anyhow::Result<usize> {
    for sweep in SWEEPS {
        sweep(app).await;
    }
    let mut count = 0;
    // A process that is being cut off takes no more jobs: those it handed back are due at once.
    while !app.ending.cut.is_cancelled() && work_once(app, Lane::All).await? {
        count += 1;
    }
    Ok(count)
}

/// Takes one job and runs it. Returns false if none was due.
async fn work_once(app: &App, lane: Lane) -> anyhow::Result<bool> {
    let Some(taken) = take(app, lane).await? else { return Ok(false) };
    carry_out(app, taken).await?;
    Ok(true)
}

/// A job that is ours until the lease ends.
struct Taken {
    job: JobRow,
    lease: String,
}

async fn take(app: &App, lane: Lane) -> StoreResult<Option<Taken>> {
    let lease = holder::lease();
    let job = jobs::claim(&app.store, &lease, app.lease_time(LEASE_SECONDS), lane.jobs()).await?;
    Ok(job.map(|job| Taken { job, lease }))
}

async fn carry_out(app: &App, Taken { job, lease }: Taken) -> anyhow::Result<()> {
    if kills_its_workers(&job) {
        let error = anyhow::anyhow!("it was claimed {} times and its workers never finished", job.claims - 1);
        return settle(app, &job, &lease, Err(JobError::GiveUp(error))).await;
    }
    let outcome = tokio::select! {
        outcome = without_panic(run_named(app, &job.name, &job.payload)) => outcome,
        () = keep_lease(app, &job, &lease) => {
            tracing::warn!(job = %job.id, name = job.name, "lost the lease of a job; another worker has it");
            return Ok(());
        }
        () = app.ending.cut.cancelled() => return hand_over(app, &job, &lease).await,
    };
    settle(app, &job, &lease, outcome).await
}

/// The process ends before the job does, so it hands the job back: others need not wait for the lease to expire.
async fn hand_over(app: &App, job: &JobRow, lease: &str) -> anyhow::Result<()> {
    let mut tx = app.store.begin().await?;
    jobs::hand_over(&mut tx, job, lease, app.clock.now()).await?;
    tx.commit().await?;
    job_ended(&job.name, "handed_over");
    tracing::info!(job = %job.id, name = job.name, "a job was interrupted and waits for another worker");
    Ok(())
}

/// A job that panics has failed; its worker continues.
async fn without_panic(job: impl Future<Output = Result<(), JobError>>) -> Result<(), JobError> {
    AssertUnwindSafe(job).catch_unwind().await.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
        Err(JobError::Retry(anyhow::anyhow!("the job panicked: {}", text.unwrap_or("unknown cause"))))
    })
}

/// Renews the lease periodically; returns only if it was lost.
async fn keep_lease(app: &App, job: &JobRow, lease: &str) {
    loop {
        tokio::time::sleep(RENEW_EVERY).await;
        match extend(app, job, lease).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => tracing::warn!(%error, job = %job.id, "cannot extend the lease of a job"),
        }
    }
}

/// Returns false if the lease was lost.
async fn extend(app: &App, job: &JobRow, lease: &str) -> StoreResult<bool> {
    let mut tx = app.store.begin().await?;
    let extended = jobs::extend(&mut tx, &job.id, lease, app.lease_time(LEASE_SECONDS)).await?;
    tx.commit().await?;
    Ok(extended)
}

async fn settle(app: &App, job: &JobRow, lease: &str, outcome: Result<(), JobError>) -> anyhow::Result<()> {
    if is_dead(job, &outcome) {
        // Another worker may have taken the job over and be about to succeed.
        if !extend(app, job, lease).await? {
            tracing::warn!(job = %job.id, name = job.name, "lost the lease of a job that failed; another worker has it");
            return Ok(());
        }
        // If this fails, the lease expires and the job is tried again.
        settle_dead(app, &job.name, &job.payload).await?;
    }
    if matches!(outcome, Err(JobError::Later { seconds: 0 })) {
        return hand_over(app, job, lease).await;
    }
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    match outcome {
        Ok(()) => {
            jobs::finish(&mut tx, &job.id, lease).await?;
            job_ended(&job.name, "done");
        }
        Err(JobError::Later { seconds }) => {
            jobs::release(&mut tx, &job.id, lease, now.plus_seconds(seconds), now).await?;
            job_ended(&job.name, "later");
        }
        Err(JobError::Retry(error)) if has_attempts_left(job) => {
            retry(&mut tx, job, lease, now, Hindrance { error: &error, seconds: 0, attempts: job.attempts }).await?;
        }
        Err(JobError::Hindered { error, seconds, got_further }) if got_further || has_attempts_left(job) => {
            let attempts = if got_further { 0 } else { job.attempts };
            retry(&mut tx, job, lease, now, Hindrance { error: &error, seconds, attempts }).await?;
        }
        Err(JobError::Retry(error) | JobError::Hindered { error, .. } | JobError::GiveUp(error)) => {
            tracing::error!(job = %job.id, name = job.name, error = format!("{error:#}"), "a job is dead; `tonnage admin jobs` shows it");
            jobs::bury(&mut tx, &job.id, lease, &format!("{error:#}")).await?;
            job_ended(&job.name, "dead");
        }
    }
    Ok(tx.commit_at(CrashPoint::SettleJob).await?)
}

/// Why an attempt failed, the least pause before the next one, and how many failed before.
struct Hindrance<'a> {
    error: &'a anyhow::Error,
    seconds: i64,
    attempts: i64,
}

async fn retry(tx: &mut Tx, job: &JobRow, lease: &str, now: Time, hindrance: Hindrance<'_>) -> StoreResult<()> {
    let (error, attempts) = (format!("{:#}", hindrance.error), hindrance.attempts);
    let run_at = now.plus_seconds(backoff_seconds(attempts).max(hindrance.seconds));
    tracing::info!(job = %job.id, name = job.name, error, next = %run_at, "a job will be tried again");
    jobs::retry_later(tx, lease, &FailedAttempt { job, attempts, error: &error, run_at, now }).await?;
    job_ended(&job.name, "retry");
    Ok(())
}

fn is_dead(job: &JobRow, outcome: &Result<(), JobError>) -> bool {
    match outcome {
        Ok(()) | Err(JobError::Later { .. } | JobError::Hindered { got_further: true, .. }) => false,
        Err(JobError::Retry(_) | JobError::Hindered { got_further: false, .. }) => !has_attempts_left(job),
        Err(JobError::GiveUp(_)) => true,
    }
}

fn has_attempts_left(job: &JobRow) -> bool {
    job.attempts + 1 < job.max_attempts
}

fn kills_its_workers(job: &JobRow) -> bool {
    job.claims > job.max_attempts + CLAIMS_BEYOND_ATTEMPTS
}

/// Doubles with each attempt, up to an hour, and varies by a fifth so that failures do not retry in step.
fn backoff_seconds(attempts: i64) -> i64 {
    let seconds = BACKOFF.delay(u32::try_from(attempts).unwrap_or(u32::MAX)).as_secs().cast_signed();
    seconds + rand::rng().random_range(0..=seconds / 5)
}

#[cfg(test)]
mod tests {
    use super::{JobError, backoff_seconds, without_panic};

    #[tokio::test]
    async fn a_panic_is_a_failed_attempt() {
        let Err(JobError::Retry(error)) = without_panic(async { panic!("no {}", "way") }).await else {
            panic!("a panic is worth another attempt");
        };
        assert_eq!(error.to_string(), "the job panicked: no way");
        assert!(without_panic(async { Ok(()) }).await.is_ok());
    }

    #[test]
    fn backoff_grows_and_stops_growing() {
        for (attempts, least, most) in [(0, 2, 2), (1, 4, 4), (4, 32, 38), (12, 3_600, 4_320), (i64::MAX, 3_600, 4_320)]
        {
            let seconds = backoff_seconds(attempts);
            assert!((least..=most).contains(&seconds), "{attempts} gave {seconds}");
        }
    }
}
