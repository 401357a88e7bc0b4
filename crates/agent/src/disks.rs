//! Disks that may not answer.
//!
//! A disk of a network whose server is gone keeps everyone waiting who asks it for anything, possibly forever. So disks
//! are asked off the threads that serve connections, and a caller gets an error after a while. What asked stays in the
//! meantime, and nobody else asks for what is below the same folder until the disk answers: one thread waits for it, not
//! all of them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;
use transfer::Fault;
use transfer::folder::FolderError;

use crate::error::{AgentError, AgentResult};

/// Cheap to clone.
#[derive(Clone)]
pub struct Disks {
    patience: Duration,
    asked: Arc<Mutex<HashMap<u64, Asked>>>,
    next: Arc<AtomicU64>,
}

struct Asked {
    path: PathBuf,
    /// When the disk answered last.
    since: Instant,
}

/// A thread that waits for a disk.
pub struct Asking {
    disks: Disks,
    number: u64,
}

impl Asking {
    /// The disk has answered, and there is more to ask.
    pub fn answered(&self) {
        if let Some(asked) = self.disks.asked.lock().get_mut(&self.number) {
            asked.since = Instant::now();
        }
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.disks.asked.lock().remove(&self.number);
    }
}

impl Disks {
    /// A disk that takes longer than this for one answer counts as silent.
    pub fn new(patience: Duration) -> Self {
        Self { patience, asked: Arc::default(), next: Arc::default() }
    }

    pub const fn patience(&self) -> Duration {
        self.patience
    }

    /// Whether someone waits in vain for this folder, or for one above.
    pub fn is_silent(&self, path: &Path) -> bool {
        let is_silent = |asked: &Asked| asked.since.elapsed() >= self.patience && path.starts_with(&asked.path);
        self.asked.lock().values().any(is_silent)
    }

    /// Asks something short. If the disk of `path` does not answer, that is an error.
    pub async fn ask<T: Send + 'static>(
        &self,
        path: &Path,
        work: impl FnOnce() -> AgentResult<T> + Send + 'static,
    ) -> AgentResult<T> {
        match tokio::time::timeout(self.patience, self.ask_at_length(path, move |_| work())).await {
            Ok(answer) => answer,
            Err(_) => Err(silent(path)),
        }
    }

    /// Asks something that takes its time, such as a scan, and waits for it. `work` says whenever the disk has answered.
    pub async fn ask_at_length<T: Send + 'static>(
        &self,
        path: &Path,
        work: impl FnOnce(&Asking) -> AgentResult<T> + Send + 'static,
    ) -> AgentResult<T> {
        if self.is_silent(path) {
            return Err(silent(path));
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.asked.lock().insert(number, Asked { path: path.to_owned(), since: Instant::now() });
        let asking = Asking { disks: self.clone(), number };
        // If this is dropped, the thread still waits, and so does what it has noted.
        let done = tokio::task::spawn_blocking(move || work(&asking)).await;
        done.map_err(|error| AgentError::Internal(error.into()))?
    }
}

/// The error of a disk that does not answer.
pub fn silent(path: &Path) -> AgentError {
    AgentError::Cloud(Fault::from(FolderError::Silent { path: path.to_owned() }))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::mpsc;
    use std::time::Duration;

    use super::Disks;

    #[tokio::test]
    async fn one_thread_waits_for_a_disk_and_who_comes_later_does_not() {
        let disks = Disks::new(Duration::from_millis(20));
        let (answer, waits) = mpsc::channel::<()>();
        let hung = disks.ask(Path::new("/mnt/nas/in"), move || Ok(waits.recv().is_ok())).await;
        assert!(hung.unwrap_err().message().contains("does not answer"));
        let never = || -> crate::error::AgentResult<()> { panic!("asked the disk") };
        for path in ["/mnt/nas/in", "/mnt/nas/in/deeper"] {
            assert!(disks.ask(Path::new(path), never).await.is_err(), "{path}");
        }
        assert_eq!(disks.ask(Path::new("/mnt/other"), || Ok(7)).await.unwrap(), 7);
        answer.send(()).unwrap();
        while disks.is_silent(Path::new("/mnt/nas/in")) {
            tokio::task::yield_now().await;
        }
        assert_eq!(disks.ask(Path::new("/mnt/nas/in"), || Ok(8)).await.unwrap(), 8);
    }

    #[tokio::test]
    async fn a_scan_may_take_long_as_long_as_the_disk_answers() {
        let disks = Disks::new(Duration::from_secs(60));
        let (asked, path) = (disks.clone(), Path::new("/mnt/nas"));
        let whole = disks.ask_at_length(path, move |asking| {
            asked.asked.lock().values_mut().for_each(|asked| asked.since -= Duration::from_secs(61));
            let before = asked.is_silent(Path::new("/mnt/nas/deep"));
            asking.answered();
            Ok((before, asked.is_silent(Path::new("/mnt/nas/deep"))))
        });
        assert_eq!(whole.await.unwrap(), (true, false));
    }
}
