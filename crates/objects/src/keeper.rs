//! The housekeeping thread: deletes files that the index has forgotten, sets aside what crashes left, checkpoints the
//! index's log while nobody waits for it, and keeps a reserve so that deleting works on a full disk.

use std::cell::Cell;
use std::fs::{self, DirEntry, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use metrics::gauge;
use parking_lot::Mutex;

use crate::blobs::Blobs;
use crate::error::Error;
use crate::health::Indicators;
use crate::hold::is_held;
use crate::index::{Committed, Index, garbage, shorten, unused};
use crate::lost::{Lost, has_passed_steadily};
use crate::names::is_id;
use crate::pins::Pins;

/// Growth of the log between two checkpoints.
const LOG_STEP: u64 = 16 << 20;
/// Unused space that the index keeps for new rows.
const INDEX_SLACK: u64 = 4 << 20;
/// Given back at a time, so that other writes do not wait long and the log stays short.
const SHORTENING: u64 = 512 << 10;
/// Up to so many steps before files are deleted again.
const SHORTENINGS: u32 = 64;
/// On a full disk, a log that is longer gives its space back.
const LONG_LOG: u64 = 2 << 20;
const PAGE: u32 = 500;
const ROUND: Duration = Duration::from_secs(10);
const ROUND_ON_FULL_DISK: Duration = Duration::from_secs(1);
const SWEEP_ROUND: Duration = Duration::from_hours(1);
/// Newer unknown files may belong to running uploads.
const STRAY_AGE: Duration = Duration::from_hours(24);

/// A long sweep deletes garbage this often.
const BREATH: Duration = Duration::from_millis(50);

pub(crate) struct Keeper {
    news: News,
    stopping: Arc<AtomicBool>,
    inbox: Mutex<Option<Receiver<Message>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

enum Message {
    Committed(Committed),
    Stop,
}

/// Reports from the writer to the keeper.
#[derive(Clone)]
pub(crate) struct News(Sender<Message>);

impl News {
    pub(crate) fn tell(&self, committed: Committed) {
        if committed.garbage || committed.full || committed.log_bytes > LOG_STEP {
            // The keeper may have stopped; then the next start does its work.
            let _ = self.0.send(Message::Committed(committed));
        }
    }
}

impl Keeper {
    pub(crate) fn new() -> Self {
        let (sender, inbox) = mpsc::channel();
        Self { news: News(sender), stopping: Arc::default(), inbox: Mutex::new(Some(inbox)), thread: Mutex::default() }
    }

    pub(crate) fn news(&self) -> News {
        self.news.clone()
    }

    pub(crate) fn start(&self, mut chores: Chores, opened: SystemTime) -> io::Result<()> {
        let Some(inbox) = self.inbox.lock().take() else { return Ok(()) };
        chores.stopping = Arc::clone(&self.stopping);
        let thread =
            std::thread::Builder::new().name("objects-keeper".into()).spawn(move || chores.work(&inbox, opened))?;
        *self.thread.lock() = Some(thread);
        Ok(())
    }

    pub(crate) fn stop(&self) {
        let thread = self.thread.lock().take();
        self.stopping.store(true, Ordering::Relaxed);
        if let Some(thread) = thread {
            let _ = self.news.0.send(Message::Stop);
            if thread.join().is_err() {
                tracing::error!("the housekeeping of the object store panicked");
            }
        }
    }
}

pub(crate) struct Chores {
    directory: PathBuf,
    index: Arc<Index>,
    blobs: Arc<Blobs>,
    pins: Arc<Pins>,
    health: Arc<Indicators>,
    lost: Lost,
    /// Files that were set aside and are still kept.
    lost_count: Cell<u64>,
    /// The file system's time at the last sweep.
    last_sweep: Cell<Option<(SystemTime, Instant)>>,
    /// Set when the store closes.
    stopping: Arc<AtomicBool>,
}

impl Chores {
    pub(crate) fn new(
        directory: &Path,
        index: &Arc<Index>,
        blobs: &Arc<Blobs>,
        pins: &Arc<Pins>,
        health: &Arc<Indicators>,
        lost: Lost,
    ) -> Self {
        Self {
            directory: directory.to_owned(),
            index: Arc::clone(index),
            blobs: Arc::clone(blobs),
            pins: Arc::clone(pins),
            health: Arc::clone(health),
            lost,
            lost_count: Cell::new(0),
            last_sweep: Cell::default(),
            stopping: Arc::default(),
        }
    }

    /// Unknown files that existed when the store was `opened` are left over from an earlier process.
    fn work(&self, inbox: &Receiver<Message>, opened: SystemTime) {
        self.attempt("create the reserve", Self::make_reserve);
        self.attempt("remove garbage", Self::remove_garbage);
        self.attempt("sweep", |chores| chores.sweep(opened, opened));
        let (mut swept, mut folded_to) = (Instant::now(), 0);
        loop {
            let mut log_bytes = 0;
            match inbox.recv_timeout(if self.blobs.is_full() { ROUND_ON_FULL_DISK } else { ROUND }) {
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(Message::Committed(committed)) => log_bytes = committed.log_bytes,
                Err(RecvTimeoutError::Timeout) => {}
            }
            while let Ok(message) = inbox.try_recv() {
                match message {
                    Message::Stop => return,
                    Message::Committed(committed) => log_bytes = committed.log_bytes,
                }
            }
            self.attempt("remove garbage", Self::remove_garbage);
            self.attempt("give back space of the index", Self::shorten_index);
            self.attempt("create the reserve", Self::make_reserve);
            gauge!("objects_lost_files").set(as_gauge(self.lost_count.get()));
            if log_bytes < folded_to {
                folded_to = 0;
            }
            if log_bytes > folded_to + LOG_STEP {
                self.attempt("checkpoint the log", |chores| chores.index.checkpoint());
                folded_to = log_bytes;
            }
            if swept.elapsed() > SWEEP_ROUND {
                swept = Instant::now();
                self.attempt("sweep", Self::sweep_old);
            }
        }
    }

    /// Ends a long chore if the store closes, and does meanwhile what cannot wait for its end.
    fn breathe(&self, since: &mut Instant) -> Result<(), Error> {
        if self.stopping.load(Ordering::Relaxed) {
            return Err(Error::Closed);
        }
        if since.elapsed() > BREATH {
            self.attempt("remove garbage", Self::remove_garbage);
            *since = Instant::now();
        }
        Ok(())
    }

    /// Chores are repeated anyway, so a failure is only logged.
    fn attempt(&self, what: &'static str, chore: impl FnOnce(&Self) -> Result<(), Error>) {
        match chore(self) {
            Ok(()) | Err(Error::Closed) => {}
            // Reported where it matters: uploads are refused.
            Err(Error::DiskFull) => tracing::debug!(what, "housekeeping of the object store needs space"),
            Err(error) => tracing::warn!(%error, what, "housekeeping of the object store failed"),
        }
    }

    fn remove_garbage(&self) -> Result<(), Error> {
        let mut after = String::new();
        loop {
            let from = after.clone();
            let page = self.index.read_blocking(move |connection| garbage::list(connection, &from, PAGE))?;
            let Some((last, _)) = page.last().filter(|_| !self.stopping.load(Ordering::Relaxed)) else { return Ok(()) };
            after.clone_from(last);
            // Must come after the page was read; see `hold`. What is kept now is deleted in a later round.
            if is_held(&self.directory)? {
                return Ok(());
            }
            self.pins.wait_for_lookups();
            // The disk must not lose the commit that discarded these files but keep their deletion.
            if self.blobs.is_relaxed() {
                self.index.sync_log()?;
            }
            let mut removed = Vec::new();
            for (file, content) in page {
                if !self.pins.is_pinned(content) && self.remove(&file) {
                    removed.push(file);
                }
            }
            if !removed.is_empty() {
                self.index.free_blocking(move |connection| garbage::removed(connection, &removed))?;
            }
        }
    }

    fn sweep_old(&self) -> Result<(), Error> {
        // Use the file system's own time, by writing a file.
        self.make_reserve()?;
        let stamp = self.directory.join("stamp");
        File::create(&stamp)?;
        let now = fs::metadata(&stamp)?.modified()?;
        fs::remove_file(&stamp)?;
        self.sweep(now.checked_sub(STRAY_AGE).unwrap_or(SystemTime::UNIX_EPOCH), now)
    }

    /// Sets aside files last written before `before` that no row refers to and no upload is writing.
    fn sweep(&self, before: SystemTime, now: SystemTime) -> Result<(), Error> {
        let last = self.last_sweep.replace(Some((now, Instant::now())));
        let is_steady = last.is_some_and(|(then, at)| has_passed_steadily(then, now, at.elapsed()));
        let (mut unknown, mut known, mut breath) = (Vec::new(), 0, Instant::now());
        for shard in self.blobs.shards() {
            let entries = match fs::read_dir(&shard) {
                Ok(entries) => entries,
                Err(error) => {
                    tracing::warn!(%error, directory = %shard.display(), "cannot scan for files that no object needs");
                    continue;
                }
            };
            for entry in entries.flatten() {
                self.breathe(&mut breath)?;
                match self.is_unknown(&entry, before)? {
                    Some(true) => unknown.push(entry.path()),
                    Some(false) => known += 1,
                    None => {}
                }
            }
        }
        let verdict = Lost::judge(unknown.len() as u64, known);
        self.health.unknown.note(&verdict);
        verdict?;
        for path in unknown {
            tracing::warn!(file = %path.display(), "no object needs this file; it is moved to lost+found");
            if let Err(error) = self.lost.set_aside(&path) {
                tracing::warn!(%error, file = %path.display(), "cannot set aside a file; it will be retried");
            }
        }
        self.lost_count.set(if is_steady { self.lost.expire(now)? } else { self.lost.count()? });
        Ok(())
    }

    /// `None` for files that are not ours, or may still be written.
    fn is_unknown(&self, entry: &DirEntry, before: SystemTime) -> Result<Option<bool>, Error> {
        let Ok(name) = entry.file_name().into_string() else { return Ok(None) };
        let Ok(metadata) = entry.metadata() else { return Ok(None) };
        let is_ours = is_id(&name) && metadata.is_file() && self.blobs.path(&name) == entry.path();
        let is_old = metadata.modified().is_ok_and(|written| written < before);
        if !is_ours || !is_old || self.blobs.is_in_flight(&name) {
            return Ok(None);
        }
        Ok(Some(!self.index.read_blocking(|connection| garbage::is_known(connection, &name))?))
    }

    /// A file that cannot be deleted now must not block the others.
    fn remove(&self, file: &str) -> bool {
        let outcome = self.blobs.remove(file);
        if let Err(error) = &outcome {
            tracing::warn!(%error, file, "cannot remove a file that no object needs; it will be retried");
        }
        outcome.is_ok()
    }

    fn make_reserve(&self) -> Result<(), Error> {
        self.blobs.check_present()?;
        self.blobs.space().make_reserve()
    }

    /// Deleting small objects leaves unused space in the index. On a full disk, all of it is given back.
    fn shorten_index(&self) -> Result<(), Error> {
        let is_full = self.blobs.is_full();
        let (mut unused, length) = self.index.read_blocking(unused)?;
        let kept = if is_full { 0 } else { INDEX_SLACK.max(length / 4) };
        let mut is_shorter = false;
        for _ in 0..SHORTENINGS {
            if unused <= kept {
                break;
            }
            let left = self.index.free_blocking(|connection| shorten(connection, SHORTENING))?;
            if left >= unused {
                break;
            }
            (unused, is_shorter) = (left, true);
        }
        match () {
            () if is_full && (is_shorter || self.index.log_length() > LONG_LOG) => self.index.start_log_over(),
            () if is_shorter => self.index.checkpoint(),
            () => Ok(()),
        }
    }
}

/// Exact up to 2^53.
#[expect(clippy::cast_precision_loss, reason = "gauges are floating point")]
fn as_gauge(count: u64) -> f64 {
    count as f64
}
