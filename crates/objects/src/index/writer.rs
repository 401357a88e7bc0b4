//! Group commit. One thread owns the writing connection: it takes all waiting operations, makes the names of their
//! files durable, runs each in a savepoint of one transaction, commits once, and only then answers them all.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::garbage;
use super::growth::Growth;
use super::schema::{self, BUSY_TIMEOUT, LONGEST_IDLE_LOG, PAGE_SIZE};
use crate::blobs::{Blobs, NewFile};
use crate::error::Error;
use crate::health::Indicators;

const BATCH: usize = 1024;
/// From this length on, the writer checkpoints the little that the keeper has left, so that the log starts over.
const LOG_ENOUGH: u64 = 64 << 20;
/// Beyond this length the writer checkpoints everything, because the keeper cannot keep up.
const LOG_LIMIT: u64 = 512 << 20;
/// The log keeps this much for deletes while the disk is full, and gives the rest back.
const LOG_ON_FULL_DISK: i64 = 1 << 20;
/// How long deletes on a full disk wait for readers of the index.
const READERS_PATIENCE: Duration = Duration::from_secs(5);
/// How long what frees space waits on a full disk until the keeper has removed the files of deletes before it.
const KEEPER_PATIENCE: Duration = Duration::from_secs(2);
const KEEPER_STEP: Duration = Duration::from_millis(20);
/// Each checkpoint copies what it can, so it is not attempted after every commit.
const FOLDING_PAUSE: Duration = Duration::from_secs(3);

thread_local! {
    /// Pages in the log after the last commit of this thread's connection.
    static LOG_PAGES: Cell<u32> = const { Cell::new(0) };
}

/// Reported to the keeper after each commit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Committed {
    /// Files are waiting to be deleted.
    pub(crate) garbage: bool,
    /// The index should give unused space back.
    pub(crate) full: bool,
    pub(crate) log_bytes: u64,
}

pub(super) struct Writer {
    queue: mpsc::Sender<Message>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

enum Message {
    Run(Box<dyn Job>),
    Close,
}

/// An operation with its reply channel, type-erased.
trait Job: Send {
    fn frees(&self) -> bool;
    fn files(&self) -> &[NewFile];
    /// An error rolls back the operation's changes.
    fn run(&mut self, connection: &Connection) -> Result<(), Error>;
    fn settle(self: Box<Self>, committed: Result<(), Error>);
}

struct Pending<T, F> {
    operation: F,
    frees: bool,
    files: Vec<NewFile>,
    outcome: Result<T, Error>,
    reply: oneshot::Sender<Result<T, Error>>,
}

impl<T: Send, F: FnMut(&Connection) -> Result<T, Error> + Send> Job for Pending<T, F> {
    fn frees(&self) -> bool {
        self.frees
    }

    fn files(&self) -> &[NewFile] {
        &self.files
    }

    fn run(&mut self, connection: &Connection) -> Result<(), Error> {
        self.outcome = (self.operation)(connection);
        self.outcome.as_ref().map(|_| ()).map_err(Error::clone)
    }

    fn settle(self: Box<Self>, committed: Result<(), Error>) {
        let outcome = committed.and(self.outcome);
        // A commit that failed halfway may still be found after a crash: its files wait for the sweep at the next
        // start.
        if outcome.is_ok() || outcome.as_ref().is_err_and(|error| !error.leaves_nothing_behind()) {
            self.files.into_iter().for_each(NewFile::leave);
        }
        // The client may have gone; the commit stays.
        let _ = self.reply.send(outcome);
    }
}

impl Writer {
    pub(super) fn start(
        connection: Connection,
        shared: Shared,
        committed: impl Fn(Committed) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (queue, waiting) = mpsc::channel(4 * BATCH);
        let thread_state = Committer { connection, shared, folding_failed: Cell::new(None), full: Cell::new(false) };
        let thread = std::thread::Builder::new()
            .name("objects-writer".into())
            .spawn(move || thread_state.work(waiting, committed))?;
        Ok(Self { queue, thread: Mutex::new(Some(thread)) })
    }

    pub(super) async fn run<T: Send + 'static>(
        &self,
        files: Vec<NewFile>,
        frees: bool,
        operation: impl FnMut(&Connection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(Pending { operation, frees, files, outcome: Err(Error::Closed), reply });
        self.queue.send(Message::Run(job)).await.map_err(|_| Error::Closed)?;
        answer.await.map_err(|_| Error::Closed)?
    }

    pub(super) fn run_blocking<T: Send + 'static>(
        &self,
        frees: bool,
        operation: impl FnMut(&Connection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(Pending { operation, frees, files: Vec::new(), outcome: Err(Error::Closed), reply });
        self.queue.blocking_send(Message::Run(job)).map_err(|_| Error::Closed)?;
        answer.blocking_recv().map_err(|_| Error::Closed)?
    }

    pub(super) fn close(&self) {
        let thread = self.thread.lock().take();
        if let Some(thread) = thread {
            let _ = self.queue.blocking_send(Message::Close);
            if thread.join().is_err() {
                tracing::error!("the index writer panicked");
            }
        }
    }
}

/// What the writer shares with the rest of the store.
pub(super) struct Shared {
    pub(super) blobs: Arc<Blobs>,
    pub(super) health: Arc<Indicators>,
    /// The keeper has checkpointed all but the newest part of the log.
    pub(super) folded: Arc<AtomicBool>,
    /// Must be closed after the connection.
    pub(super) growth: Arc<Growth>,
}

struct Committer {
    connection: Connection,
    shared: Shared,
    /// When a reader last blocked a checkpoint.
    folding_failed: Cell<Option<Instant>>,
    /// Whether the disk was full at the last commit.
    full: Cell<bool>,
}

impl Committer {
    fn work(self, mut waiting: mpsc::Receiver<Message>, committed: impl Fn(Committed)) {
        self.connection.wal_hook(Some(|_, pages| {
            LOG_PAGES.set(pages.unsigned_abs());
            Ok(())
        }));
        while let Some(first) = waiting.blocking_recv() {
            let mut batch = Vec::new();
            let mut next = Some(first);
            while let Some(message) = next {
                match message {
                    Message::Run(job) => batch.push(job),
                    Message::Close => waiting.close(),
                }
                next = if batch.len() < BATCH { waiting.try_recv().ok() } else { None };
            }
            self.commit(batch, &committed);
        }
        // Without the reserve, the space of the log is what the next start needs.
        let how = if self.shared.blobs.space().has_reserve() { "TRUNCATE" } else { "PASSIVE" };
        match self.fold(how, Duration::ZERO) {
            Ok(true) => {}
            Ok(false) => {
                tracing::info!("another process is reading the index; the log is checkpointed at the next start");
            }
            Err(error) => tracing::warn!(%error, "could not checkpoint the log of the index at shutdown"),
        }
    }

    fn commit(&self, mut batch: Vec<Box<dyn Job>>, committed: &impl Fn(Committed)) {
        if batch.is_empty() {
            return;
        }
        let started = Instant::now();
        let mut outcome = self.admit(&batch).and_then(|()| self.try_commit(&mut batch));
        let is_freeing = batch.iter().all(|job| job.frees());
        let indicator = &self.shared.health.index;
        if is_freeing {
            indicator.note_freeing(&outcome);
        } else {
            indicator.note(&outcome);
        }
        if matches!(outcome, Err(Error::DiskFull)) && batch.iter().any(|job| job.frees()) {
            let (freeing, refused): (Vec<_>, Vec<_>) = batch.into_iter().partition(|job| job.frees());
            for job in refused {
                job.settle(Err(Error::DiskFull));
            }
            batch = freeing;
            outcome = self.commit_on_full_disk(&mut batch);
            indicator.note_freeing(&outcome);
        }
        metrics::counter!("objects_commits_total").increment(1);
        metrics::counter!("objects_committed_operations_total").increment(batch.len() as u64);
        metrics::histogram!("objects_commit_seconds").record(started.elapsed());
        for job in batch {
            job.settle(outcome.clone());
        }
        let log_bytes = self.limit_log();
        let garbage = garbage::exists(&self.connection).unwrap_or(true);
        committed(Committed { garbage, full: self.adjust_to_full_disk(), log_bytes });
    }

    /// While the disk is full, only what frees space is accepted.
    fn admit(&self, batch: &[Box<dyn Job>]) -> Result<(), Error> {
        if batch.iter().all(|job| job.frees()) { Ok(()) } else { self.shared.blobs.admit(0) }
    }

    /// A log that starts over needs no new space. Only if that is not enough, the reserve is used. If others have just
    /// used it, the keeper is still removing what they deleted, and then there is space again.
    fn commit_on_full_disk(&self, batch: &mut [Box<dyn Job>]) -> Result<(), Error> {
        let started = Instant::now();
        for attempt in 0.. {
            match attempt {
                0 => {}
                1 => self.start_log_over(Duration::ZERO),
                2 => self.shared.blobs.space().give_up_reserve(),
                3 => self.start_log_over(READERS_PATIENCE),
                _ if started.elapsed() > KEEPER_PATIENCE => break,
                _ => {
                    thread::sleep(KEEPER_STEP);
                    self.start_log_over(Duration::ZERO);
                }
            }
            let outcome = self.try_commit(batch);
            if !matches!(outcome, Err(Error::DiskFull)) {
                return outcome;
            }
        }
        Err(Error::DiskFull)
    }

    /// Waits for readers, such as the keeper, for this long.
    fn start_log_over(&self, patience: Duration) {
        if let Err(error) = self.fold("RESTART", patience) {
            tracing::debug!(%error, "the log of the index cannot start over");
        }
    }

    /// The log gives its space back while the disk is full. Returns whether it is.
    fn adjust_to_full_disk(&self) -> bool {
        let full = self.shared.health.is_full();
        if self.full.replace(full) != full {
            let limit = if full { LOG_ON_FULL_DISK } else { LONGEST_IDLE_LOG };
            if let Err(error) = schema::limit_idle_log(&self.connection, limit) {
                tracing::warn!(%error, "cannot change how long the log of the index may be");
            }
        }
        full
    }

    fn try_commit(&self, batch: &mut [Box<dyn Job>]) -> Result<(), Error> {
        self.leave_transaction()?;
        self.shared.blobs.check_present()?;
        self.shared.blobs.sync_shards(batch.iter().flat_map(|job| job.files()))?;
        self.statement("BEGIN IMMEDIATE")?;
        let run = batch.iter_mut().try_for_each(|job| self.run_apart(job));
        let grown = run.and_then(|()| self.shared.growth.allocate(schema::length(&self.connection)?));
        let outcome = grown.and_then(|()| self.statement("COMMIT"));
        if outcome.is_err() {
            self.leave_transaction()?;
        }
        outcome.map_err(|error| self.explained(error))
    }

    /// SQLite does not tell an exceeded quota from a broken disk.
    fn explained(&self, error: Error) -> Error {
        let is_full = matches!(error, Error::IndexWrite(_)) && self.shared.blobs.space().is_full();
        if is_full { Error::DiskFull } else { error }
    }

    /// A transaction that could not be rolled back would block every later batch.
    fn leave_transaction(&self) -> Result<(), Error> {
        if self.connection.is_autocommit() { Ok(()) } else { self.statement("ROLLBACK") }
    }

    /// A refused operation does not affect the others; one that lost the transaction fails the batch.
    fn run_apart(&self, job: &mut Box<dyn Job>) -> Result<(), Error> {
        self.statement("SAVEPOINT operation")?;
        match job.run(&self.connection) {
            Ok(()) => self.statement("RELEASE operation"),
            Err(error) if self.connection.is_autocommit() || error.spoils_transaction() => Err(error),
            Err(_) => self.statement("ROLLBACK TO operation").and_then(|()| self.statement("RELEASE operation")),
        }
    }

    fn statement(&self, sql: &str) -> Result<(), Error> {
        Ok(self.connection.prepare_cached(sql)?.raw_execute().map(|_| ())?)
    }

    fn limit_log(&self) -> u64 {
        let bytes = u64::from(LOG_PAGES.get()) * PAGE_SIZE;
        let how = if bytes > LOG_LIMIT {
            if self.folding_failed.get().is_some_and(|moment| moment.elapsed() < FOLDING_PAUSE) {
                return bytes;
            }
            "TRUNCATE"
        } else if bytes > LOG_ENOUGH && self.shared.folded.swap(false, Ordering::Relaxed) {
            "PASSIVE"
        } else {
            return bytes;
        };
        let outcome = self.fold(how, Duration::ZERO);
        self.folding_failed.set((!matches!(outcome, Ok(true))).then(Instant::now));
        match outcome {
            Ok(true) => {}
            Ok(false) => tracing::debug!(bytes, "a reader uses an old state of the index, so its log stays long"),
            Err(error) => tracing::warn!(%error, "the log of the index is long and could not be checkpointed"),
        }
        bytes
    }

    /// Checkpoints the log as far as possible. A long read elsewhere, such as a check of the store, must not block the
    /// writer for longer than the patience. Returns whether no reader was in the way. Does nothing if the index would
    /// grow and there is no space for that.
    fn fold(&self, how: &str, patience: Duration) -> Result<bool, Error> {
        self.shared.growth.allocate(schema::length(&self.connection)?)?;
        self.connection.busy_timeout(patience)?;
        let statement = format!("PRAGMA wal_checkpoint({how})");
        let busy = self.connection.query_row(&statement, [], |row| row.get::<_, i64>(0));
        self.connection.busy_timeout(BUSY_TIMEOUT)?;
        self.shared.growth.after_checkpoint();
        Ok(busy? == 0)
    }
}
