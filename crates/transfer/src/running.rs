//! A running transfer in either direction: its tasks, its places at the gate, and how it stops.

use std::sync::Arc;
use std::time::Duration;

use client::{Client, ClientError};
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use wire::error::ErrorCode;

use crate::engine::{Inner, Lane};
use crate::fault::{Fault, Setback};
use crate::gate::{Place, Ticket};
use crate::progress::{Moving, Progress};
use crate::retry::{RetryPolicy, Tries};
use crate::shortage::SHORTAGE_WAIT;

/// How long a stopped transfer waits for parts that are more than half done.
pub const GRACE: Duration = Duration::from_secs(3);
/// How long a part that is in flight waits for more urgent ones, in total. Shorter than a store waits for more bytes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);
/// How often it checks whether they are gone.
const PATIENCE_LOOK: Duration = Duration::from_millis(20);
/// How often it checks whether they are done.
const GRACE_LOOK: Duration = Duration::from_millis(20);

pub(crate) struct Running {
    pub(crate) engine: Arc<Inner>,
    pub(crate) lane: Arc<Lane>,
    pub(crate) progress: Arc<Progress>,
    shared: Arc<Shared>,
    ticket: Ticket,
    priority: i64,
    /// Large files start their parts one file after the other.
    turn: Arc<Semaphore>,
}

struct Shared {
    /// Cancelled from outside, or by the first fault that affects all files.
    stop: CancellationToken,
    trouble: Mutex<Option<Fault>>,
    failed: Mutex<Option<Fault>>,
}

impl Running {
    pub(crate) fn new(
        engine: Arc<Inner>,
        lane: Arc<Lane>,
        priority: i64,
        progress: Arc<Progress>,
        stop: &CancellationToken,
    ) -> Self {
        let shared = Shared { stop: stop.child_token(), trouble: Mutex::default(), failed: Mutex::default() };
        Self {
            ticket: engine.ticket(),
            engine,
            lane,
            progress,
            shared: Arc::new(shared),
            priority,
            turn: Arc::new(Semaphore::new(1)),
        }
    }

    /// Returns the outcome of `work`, or why it was stopped. Its tasks end with it, and also if this is dropped. If the
    /// transfer is stopped from outside, parts that are more than half done may finish.
    pub(crate) async fn to_its_end(&self, work: impl Future<Output = Result<(), Fault>>) -> Result<(), Fault> {
        let guard = self.shared.stop.clone().drop_guard();
        let mut work = std::pin::pin!(work);
        let outcome = tokio::select! {
            outcome = &mut work => outcome,
            () = self.shared.stop.cancelled() => tokio::select! {
                outcome = &mut work => outcome,
                () = self.grace_ends() => Err(Fault::Stopped),
            },
        };
        drop(guard);
        match self.shared.trouble.lock().take() {
            Some(fault) => Err(fault),
            None => outcome,
        }
    }

    /// Returns when nothing is in flight any more, or after the grace period; at once after a fault.
    async fn grace_ends(&self) {
        let until = Instant::now() + GRACE;
        while self.shared.trouble.lock().is_none() && self.progress.under_way() > 0 && Instant::now() < until {
            tokio::time::sleep(GRACE_LOOK).await;
        }
    }

    /// Waits until a part of this many bytes may be transferred. A stopped transfer begins no more parts.
    pub(crate) async fn place(&self, bytes: u64) -> Place {
        let place = self.lane.gate.enter(self.ticket, self.priority, bytes).await;
        if self.shared.stop.is_cancelled() {
            drop(place);
            return std::future::pending().await;
        }
        place
    }

    /// Waits while a more urgent part is in flight, until the patience is used up.
    pub(crate) async fn give_way(&self, patience: &mut Duration) {
        while !patience.is_zero() && self.lane.gate.has_more_urgent(self.priority) {
            let step = PATIENCE_LOOK.min(*patience);
            tokio::time::sleep(step).await;
            *patience -= step;
        }
    }

    /// Transfers a part of `length` bytes. If the transfer is stopped before half of it is done, this never returns.
    pub(crate) async fn in_flight<T>(&self, length: u64, moving: &Moving, part: impl Future<Output = T>) -> T {
        let mut part = Box::pin(part);
        tokio::select! {
            outcome = &mut part => return outcome,
            () = self.shared.stop.cancelled() => {}
        }
        if moving.bytes() <= length / 2 {
            drop(part);
            moving.take();
            return std::future::pending().await;
        }
        part.await
    }

    pub(crate) async fn turn(&self) -> Result<OwnedSemaphorePermit, Fault> {
        Arc::clone(&self.turn).acquire_owned().await.map_err(|_| Fault::Stopped)
    }

    /// Spawns a task whose failure stops the transfer.
    pub(crate) fn spawn(
        &self,
        tasks: &mut JoinSet<()>,
        work: impl Future<Output = Result<(), Fault>> + Send + 'static,
    ) {
        let shared = Arc::clone(&self.shared);
        tasks.spawn(async move {
            if let Err(fault) = work.await {
                shared.trouble.lock().get_or_insert(fault);
                shared.stop.cancel();
            }
        });
    }

    /// Records that a file failed, while the others continue.
    pub(crate) fn note_failed(&self, fault: Fault) {
        self.shared.failed.lock().get_or_insert(fault);
    }

    /// The first fault of a file, if there was one.
    pub(crate) fn failure(&self) -> Result<(), Fault> {
        match self.shared.failed.lock().take() {
            Some(fault) => Err(fault),
            None => Ok(()),
        }
    }

    /// Runs file operations like [`blocking`]. If there are too many open files, it uses fewer connections and waits
    /// until others are closed.
    pub(crate) async fn with_files<T: Send + 'static>(
        &self,
        work: impl Fn() -> Result<T, Fault> + Clone + Send + 'static,
    ) -> Result<T, Fault> {
        loop {
            match blocking(work.clone()).await {
                Err(fault) if fault.is_shortage() => self.shortage().await,
                other => return other,
            }
        }
    }

    /// There are too many open files: uses fewer connections and waits a moment.
    pub(crate) async fn shortage(&self) {
        self.engine.shortage.note();
        self.lane.shrink();
        tokio::time::sleep(SHORTAGE_WAIT).await;
    }

    /// Waits until another part file may be open.
    pub(crate) async fn part_file(&self) -> Result<OwnedSemaphorePermit, Fault> {
        Arc::clone(&self.engine.part_files).acquire_owned().await.map_err(|_| Fault::Stopped)
    }

    pub(crate) fn tries(&self) -> Tries {
        Tries::new(self.engine.retry_policy)
    }

    pub(crate) async fn repeat<T, F>(&self, call: impl Fn() -> F) -> Result<T, Fault>
    where
        F: Future<Output = Result<T, ClientError>>,
    {
        with_retries(self.engine.retry_policy, call).await
    }

    /// As [`Self::repeat`], for a call that creates something. All repeats have one key, so that it is created once. If the
    /// server has created it and lost its answer, a new key is used, and the server says what is there already.
    pub(crate) async fn repeat_once<T, F>(&self, cloud: &Client, create: impl Fn(Client) -> F) -> Result<T, Fault>
    where
        F: Future<Output = Result<T, ClientError>>,
    {
        let keyed = cloud.with_new_key();
        match self.repeat(|| create(keyed.clone())).await {
            Err(Fault::Refused { code: ErrorCode::AlreadyDone, .. }) => {
                let keyed = cloud.with_new_key();
                self.repeat(|| create(keyed.clone())).await
            }
            created => created,
        }
    }
}

/// Retries a call to the server as long as that can help.
pub async fn with_retries<T, F>(policy: RetryPolicy, call: impl Fn() -> F) -> Result<T, Fault>
where
    F: Future<Output = Result<T, ClientError>>,
{
    let mut tries = Tries::new(policy);
    loop {
        match call().await.map_err(Setback::from) {
            Ok(done) => return Ok(done),
            Err(Setback::Lasting(fault)) => return Err(fault),
            Err(Setback::Passing { cause, wait }) => {
                tracing::debug!(cause, "retrying a call to the server");
                if !tries.again(wait).await {
                    return Err(Fault::Unreachable(cause));
                }
            }
            // Responses of the server are covered by the two cases above.
            Err(other) => return Err(Fault::Unreachable(format!("{other:?}"))),
        }
    }
}

/// Runs file operations off the threads that serve connections.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    // Only cancelled together with the runtime.
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(Fault::Stopped))
}
