//! Reads all content from time to time, slowly, and compares it with its checksums: damage should be found while there is
//! still a backup without it. Files from before there were block sums get them on the way.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::Mutex;
use rustix::fs::{Advice, fadvise};
use rustix::io::Errno;
use rustix::process::setpriority_process;

use crate::Clock;
use crate::blobs::Blobs;
use crate::checksum::{BlockSums, Summing, Sums};
use crate::error::{Error, has_no_handles};
use crate::fsck::FsckError;
use crate::index::audit::{self, StoredBlob};
use crate::index::block_sums::{self, Found};
use crate::index::scrubbing::{self, Damage, Pass};
use crate::index::{INDEX_FILE, Index, open_for_audit};

const PAGE: u32 = 50;
const STEP: usize = 1 << 20;
/// Between two looks at the clock while there is nothing to do.
const ROUND: Duration = Duration::from_secs(10);
/// Nothing that it finds can be recorded then.
const WHILE_FULL: Duration = Duration::from_mins(10);
const DAY: Duration = Duration::from_hours(24);
const SLOWEST: u64 = 4 << 20;
const FASTEST: u64 = 128 << 20;
const LOWEST_PRIORITY: i32 = 19;
const MOST_NAMED: u32 = 100;
/// A time further ahead than this was set by a clock that was wrong.
const SKEW_MILLIS: i64 = 60_000;

/// The result of scrubbing, for the operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScrubReport {
    /// When the last pass began, in milliseconds since 1970; `None` before the first.
    pub started: Option<i64>,
    /// When it ended; `None` while it is running.
    pub finished: Option<i64>,
    /// A sentence for each of the first hundred damaged blobs that are still stored.
    pub damaged: Vec<String>,
}

/// Reads the result from the index, with or without a running store.
pub fn scrub_report(directory: &Path) -> Result<ScrubReport, FsckError> {
    let index = directory.join(INDEX_FILE);
    if !index.exists() {
        return Err(FsckError::NoStore(directory.to_owned()));
    }
    let connection = open_for_audit(&index).map_err(|error| FsckError::Failed(error.to_string()))?;
    let read = || {
        let pass = scrubbing::pass(&connection)?;
        let damaged = scrubbing::damage(&connection, MOST_NAMED)?;
        Ok::<_, Error>(ScrubReport {
            started: pass.map(|pass| pass.started),
            finished: pass.and_then(|pass| pass.finished),
            damaged: damaged.into_iter().map(|damage| damage.what).collect(),
        })
    };
    read().map_err(|error| FsckError::Failed(error.to_string()))
}

/// The thread that scrubs.
pub(crate) struct Scrub {
    stop: Sender<()>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Scrub {
    /// Reads everything once in `days`. Zero never does.
    pub(crate) fn start(index: &Arc<Index>, blobs: &Arc<Blobs>, clock: Clock, days: u32) -> io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let scrubber = Scrubber { index: Arc::clone(index), blobs: Arc::clone(blobs), clock, days, stopped };
        let work = move || {
            if let Err(error) = setpriority_process(None, LOWEST_PRIORITY) {
                tracing::debug!(%error, "cannot scrub at low priority");
            }
            scrubber.work();
        };
        let thread =
            if days == 0 { None } else { Some(std::thread::Builder::new().name("objects-scrub".into()).spawn(work)?) };
        Ok(Self { stop, thread: Mutex::new(thread) })
    }

    pub(crate) fn stop(&self) {
        let thread = self.thread.lock().take();
        if let Some(thread) = thread {
            let _ = self.stop.send(());
            if thread.join().is_err() {
                tracing::error!("the scrub of the object store panicked");
            }
        }
    }
}

struct Scrubber {
    index: Arc<Index>,
    blobs: Arc<Blobs>,
    clock: Clock,
    days: u32,
    stopped: Receiver<()>,
}

/// The store is being closed.
struct Stopped;

/// Whether the machine lacks something for the moment, which says nothing about the file.
fn is_passing(error: &io::Error) -> bool {
    has_no_handles(error) || matches!(Errno::from_io_error(error), Some(Errno::NOMEM | Errno::INTR))
}

impl Scrubber {
    fn work(&self) {
        let mut pause = Duration::ZERO;
        while self.wait(pause).is_ok() {
            pause = ROUND;
            match self.pass() {
                Ok(Ok(())) | Err(Error::Closed) => {}
                Ok(Err(Stopped)) => return,
                Err(Error::DiskFull) => {
                    tracing::warn!("the object store is not scrubbed while its disk is full");
                    pause = WHILE_FULL;
                }
                Err(error) => tracing::warn!(%error, "cannot scrub the object store; it will be retried"),
            }
        }
    }

    fn wait(&self, time: Duration) -> Result<(), Stopped> {
        match self.stopped.recv_timeout(time) {
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Ok(()) | Err(RecvTimeoutError::Disconnected) => Err(Stopped),
        }
    }

    /// Continues the current pass to its end, or begins one if it is time.
    fn pass(&self) -> Result<Result<(), Stopped>, Error> {
        let now = self.clock.now_millis();
        let days = DAY * self.days;
        let pass = self.index.read_blocking(scrubbing::pass)?;
        let is_due = |pass: &Pass| {
            // A clock that was ahead must not keep it from ever being due.
            let is_from_the_future = pass.started > now + SKEW_MILLIS;
            is_from_the_future || now - pass.started >= i64::try_from(days.as_millis()).unwrap_or(i64::MAX)
        };
        let mut pass = match pass {
            Some(pass) if pass.finished.is_none() => pass,
            Some(pass) if !is_due(&pass) => return self.report().map(Ok),
            _ => Pass { started: now, after: 0, finished: None },
        };
        let total = self.index.read_blocking(scrubbing::total_bytes)?;
        let rate = (2 * total / days.as_secs().max(1)).clamp(SLOWEST, FASTEST);
        loop {
            let page = self.index.read_blocking(|connection| audit::blobs(connection, pass.after, PAGE))?;
            for blob in &page {
                if let Err(stopped) = self.check(blob, rate)? {
                    return Ok(Err(stopped));
                }
                pass.after = blob.id;
            }
            if page.is_empty() {
                pass.finished = Some(self.clock.now_millis());
            }
            self.index.write_blocking(move |connection| scrubbing::save_pass(connection, pass))?;
            self.report()?;
            if page.is_empty() {
                return Ok(Ok(()));
            }
        }
    }

    /// Compares one blob with its checksums, and records what is wrong.
    fn check(&self, blob: &StoredBlob, rate: u64) -> Result<Result<(), Stopped>, Error> {
        let verdict = match &blob.file {
            None => self.check_inline(blob)?,
            Some(file) => match self.sums_of(file, rate) {
                Ok(Err(stopped)) => return Ok(Err(stopped)),
                Ok(Ok((sums, blocks))) => self.compare(blob, file, sums, &blocks)?,
                Err(error) if is_passing(&error) => return Err(error.into()),
                Err(error) => Some(format!("The file {file} cannot be read: {error}.")),
            },
        };
        let (id, now) = (blob.id, self.clock.now_millis());
        let exists = self.index.read_blocking(|connection| scrubbing::blob(connection, id))?.is_some();
        match verdict.filter(|_| exists) {
            Some(what) => {
                tracing::error!(what, "stored content is damaged");
                let damage = Damage { blob: id, what };
                let noted =
                    self.index.write_blocking(move |connection| scrubbing::note_damage(connection, &damage, now));
                if matches!(noted, Err(Error::DiskFull)) {
                    // The alarm must not depend on the disk having room for a record.
                    let known = self.index.read_blocking(|connection| scrubbing::damage(connection, MOST_NAMED))?.len();
                    let known = u32::try_from(known).unwrap_or(u32::MAX);
                    metrics::gauge!("objects_damaged_blobs").set(f64::from(known.max(1)));
                }
                noted?;
            }
            None if self.has_damage()? => {
                self.index.write_blocking(move |connection| scrubbing::forget_damage(connection, id))?;
            }
            None => {}
        }
        Ok(Ok(()))
    }

    fn has_damage(&self) -> Result<bool, Error> {
        Ok(!self.index.read_blocking(|connection| scrubbing::damage(connection, 1))?.is_empty())
    }

    fn check_inline(&self, blob: &StoredBlob) -> Result<Option<String>, Error> {
        let bytes = self.index.read_blocking(|connection| audit::inline_bytes(connection, blob.id))?;
        let Some(bytes) = bytes else { return Ok(None) };
        let mut summing = Summing::new();
        summing.update(&bytes);
        let what = || format!("The bytes of blob {} in the index do not match their checksum.", blob.id);
        Ok((summing.finish().0 != blob.sums).then(what))
    }

    /// A file that is good as a whole gets block sums if it has none, or wrong ones.
    fn compare(&self, blob: &StoredBlob, file: &str, sums: Sums, blocks: &BlockSums) -> Result<Option<String>, Error> {
        if sums != blob.sums {
            return Ok(Some(format!("The bytes of the file {file} do not match their checksum.")));
        }
        let found = self.index.read_blocking(|connection| block_sums::find(connection, file, blob.sums))?;
        if !matches!(found, Found::Known(_)) {
            let (file, blocks) = (file.to_owned(), blocks.clone());
            self.index.write_blocking(move |connection| scrubbing::add_block_sums(connection, &file, &blocks))?;
        }
        Ok(None)
    }

    /// Reads a file without displacing others from the page cache.
    fn sums_of(&self, file: &str, rate: u64) -> io::Result<Result<(Sums, BlockSums), Stopped>> {
        let mut file = File::open(self.blobs.path(file))?;
        let (mut summing, mut step) = (Summing::new(), vec![0; STEP]);
        loop {
            let length = file.read(&mut step)?;
            if length == 0 {
                // Some file systems do not know this, and reading has succeeded.
                let _ = fadvise(&file, 0, None, Advice::DontNeed);
                return Ok(Ok(summing.finish()));
            }
            summing.update(&step[..length]);
            metrics::counter!("objects_scrubbed_bytes_total").increment(length as u64);
            if let Err(stopped) = self.wait(Duration::from_micros(length as u64 * 1_000_000 / rate)) {
                return Ok(Err(stopped));
            }
        }
    }

    fn report(&self) -> Result<(), Error> {
        let damaged = self.index.read_blocking(|connection| scrubbing::damage(connection, MOST_NAMED))?;
        metrics::gauge!("objects_damaged_blobs").set(f64::from(u32::try_from(damaged.len()).unwrap_or(u32::MAX)));
        if let Some(Pass { finished: Some(finished), .. }) = self.index.read_blocking(scrubbing::pass)? {
            let ago = Duration::from_millis(u64::try_from(self.clock.now_millis() - finished).unwrap_or_default());
            metrics::gauge!("objects_scrubbed_seconds_ago").set(ago.as_secs_f64());
        }
        Ok(())
    }
}
