//! The running transfers of one direction in this process.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Weak};
use std::time::Duration;

use domain::Refusal;
use domain::backoff::Backoff;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::{Mutex as Turnstile, OwnedMutexGuard};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use transfer::{Fault, GRACE, Gate, Place, Progress};
use wire::error::ErrorCode;

use crate::error::AgentError;
use crate::failure::Failure;
use crate::journal::JournalError;

/// How often clients get events about a running transfer.
const TELL: Duration = Duration::from_millis(500);
/// How long a run waits at first, while its end cannot be recorded, before it tries again, and at last.
const AGAIN: Backoff = Backoff::new(Duration::from_secs(3), Duration::from_mins(1));
/// Time for a stopped run to record its end, beyond the time for parts in flight.
const MERCY: Duration = Duration::from_secs(1);

pub struct Runs<I> {
    running: Mutex<HashMap<I, Running>>,
    turnstiles: Mutex<HashMap<I, Weak<Turnstile<()>>>>,
    /// Limits how many run in parallel, if that mode is on.
    turn: Gate,
}

struct Running {
    stop: CancellationToken,
    progress: Arc<Progress>,
    task: JoinHandle<()>,
}

impl<I> Default for Runs<I> {
    fn default() -> Self {
        Self { running: Mutex::default(), turnstiles: Mutex::default(), turn: Gate::new(usize::MAX) }
    }
}

impl<I: Eq + Hash + Clone> Runs<I> {
    fn running(&self) -> MutexGuard<'_, HashMap<I, Running>> {
        self.running.lock()
    }

    /// `None` for no limit.
    pub fn set_active(&self, most: Option<usize>) {
        self.turn.set_limit(most.unwrap_or(usize::MAX));
    }

    /// Waits until another transfer may run.
    pub async fn turn(&self, priority: i64) -> Place {
        self.turn.enter(0, priority, 0).await
    }

    /// Lock for changing a transfer's state together with its run. Without it, a resume could find the run that a pause
    /// is about to end, and nothing would run it afterwards.
    pub async fn alone(&self, id: &I) -> OwnedMutexGuard<()> {
        let turnstile = {
            let mut turnstiles = self.turnstiles.lock();
            turnstiles.retain(|_, turnstile| turnstile.strong_count() > 0);
            let known = turnstiles.get(id).and_then(Weak::upgrade);
            known.unwrap_or_else(|| {
                let turnstile = Arc::new(Turnstile::new(()));
                turnstiles.insert(id.clone(), Arc::downgrade(&turnstile));
                turnstile
            })
        };
        turnstile.lock_owned().await
    }

    /// Runs a transfer, unless it is already running.
    pub fn begin<F>(&self, id: &I, all: &CancellationToken, run: impl FnOnce(Arc<Progress>, CancellationToken) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let mut running = self.running();
        if running.get(id).is_some_and(|running| !running.task.is_finished()) {
            return;
        }
        let (stop, progress) = (all.child_token(), Arc::new(Progress::default()));
        let task = tokio::spawn(run(Arc::clone(&progress), stop.clone()));
        running.insert(id.clone(), Running { stop, progress, task });
    }

    /// Stops a run and waits for it to end. Parts that are more than half done may finish.
    pub async fn halt(&self, id: &I) {
        let running = self.running().remove(id);
        if let Some(running) = running {
            running.stop.cancel();
            let _ = running.task.await;
        }
    }

    /// Ends the run of a transfer that is being deleted.
    pub async fn abandon(&self, id: &I) {
        let running = self.running().remove(id);
        if let Some(running) = running {
            running.stop.cancel();
            running.task.abort();
            let _ = running.task.await;
        }
    }

    /// The progress of a running transfer.
    pub fn progress(&self, id: &I) -> Option<Arc<Progress>> {
        let running = self.running();
        let running = running.get(id).filter(|running| !running.task.is_finished())?;
        Some(Arc::clone(&running.progress))
    }

    pub fn is_running(&self, id: &I) -> bool {
        self.progress(id).is_some()
    }

    /// Waits for all runs to end after they were stopped.
    pub async fn ended(&self) {
        let running: Vec<Running> = self.running().drain().map(|(_, running)| running).collect();
        for running in running {
            let _ = running.task.await;
        }
    }
}

/// Runs the work until it is done or stopped, and publishes its progress. What is in flight gets the time to finish.
pub async fn with_news<F: Future<Output = ()>>(
    work: impl Future<Output = Result<(), Broken>>,
    progress: &Progress,
    stop: &CancellationToken,
    tell: impl Fn() -> F,
) -> Result<(), Broken> {
    let mut work = std::pin::pin!(work);
    let mut news = tokio::time::interval(TELL);
    loop {
        tokio::select! {
            outcome = &mut work => return outcome,
            () = stop.cancelled() => break,
            _ = news.tick() => tell().await,
        }
    }
    let grace = if progress.under_way() > 0 { GRACE + MERCY } else { Duration::ZERO };
    tokio::time::timeout(grace, work).await.unwrap_or(Err(Fault::Stopped.into()))
}

/// Waits before a run whose end could not be recorded runs again. False if it was stopped.
pub async fn may_run_again(stop: &CancellationToken, retry: u32) -> bool {
    tokio::time::timeout(AGAIN.delay(retry), stop.cancelled()).await.is_err()
}

/// Whether the journal could not be written, which may pass. Then nobody knows that a run has ended.
pub fn is_unrecorded(error: &AgentError) -> bool {
    matches!(error, AgentError::Journal(JournalError::Full(_) | JournalError::Failed(_)))
}

/// Why a run ended early.
#[derive(Debug)]
pub enum Broken {
    Fault(Fault),
    Agent(AgentError),
}

impl Broken {
    /// Whether someone paused or deleted the transfer while the run was about to change its state. Their change wins.
    pub fn is_overtaken(&self) -> bool {
        matches!(self, Self::Agent(error) if matches!(error.code(), ErrorCode::WrongState | ErrorCode::NotFound))
    }
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<AgentError> for Broken {
    fn from(error: AgentError) -> Self {
        Self::Agent(error)
    }
}

impl From<JournalError> for Broken {
    fn from(error: JournalError) -> Self {
        Self::Agent(error.into())
    }
}

impl From<Refusal> for Broken {
    fn from(refusal: Refusal) -> Self {
        Self::Agent(refusal.into())
    }
}

impl From<&Broken> for Failure {
    fn from(broken: &Broken) -> Self {
        match broken {
            Broken::Fault(fault) => Self::from(fault),
            Broken::Agent(error) => Self { code: error.code(), message: error.message(), recoverable: true },
        }
    }
}
