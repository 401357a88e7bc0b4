//! Hints of the kernel that something below a folder changed.
//!
//! They bring a look forward and never replace one: the kernel drops hints when too many come, and tells nothing of what
//! others do on a network mount.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use parking_lot::Mutex;
use tokio::sync::Notify;

/// More names than this are as good as all.
const NAMES_MOST: usize = 10_000;

/// What changed since the last time someone asked.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Changed {
    /// Directly in the folder, or with something below them that changed.
    pub(super) names: HashSet<OsString>,
    /// Anything may have changed.
    pub(super) all: bool,
}

#[derive(Default)]
struct Shared {
    changed: Mutex<Changed>,
    wake: Notify,
}

pub(super) struct Hints {
    shared: Arc<Shared>,
    /// None where the kernel gives none. Ends with this value.
    watcher: Option<RecommendedWatcher>,
}

impl Hints {
    /// Takes a while where there are many directories: not for async threads.
    pub(super) fn of(root: &Path, mode: RecursiveMode) -> Self {
        let shared = Arc::new(Shared::default());
        let watcher = if is_remote(root) { None } else { watcher(root, mode, &shared) };
        Self { shared, watcher }
    }

    /// Whether changes are told; else only looking helps.
    pub(super) fn are_given(&self) -> bool {
        self.watcher.is_some()
    }

    /// Comes back when something changed that nobody took yet.
    pub(super) async fn changed(&self) {
        self.shared.wake.notified().await;
    }

    pub(super) fn take(&self) -> Changed {
        std::mem::take(&mut self.shared.changed.lock())
    }
}

fn watcher(root: &Path, mode: RecursiveMode, shared: &Arc<Shared>) -> Option<RecommendedWatcher> {
    let (sink, folder) = (Arc::clone(shared), root.to_owned());
    let given = notify::recommended_watcher(move |event: notify::Result<Event>| note(&sink, &folder, event));
    let begun = given.and_then(|mut watcher| watcher.watch(root, mode).map(|()| watcher));
    let explain = |error: &notify::Error| tracing::warn!(folder = %root.display(), %error, "the folder is looked at regularly instead");
    begun.inspect_err(explain).ok()
}

fn note(shared: &Shared, root: &PathBuf, event: notify::Result<Event>) {
    let mut changed = shared.changed.lock();
    match event {
        // Also our own reading.
        Ok(event) if matches!(event.kind, EventKind::Access(_)) => return,
        Ok(event) if !event.need_rescan() => {
            for path in &event.paths {
                let below = path.strip_prefix(root).ok().and_then(|path| path.components().next());
                match below {
                    Some(name) => drop(changed.names.insert(name.as_os_str().to_owned())),
                    // The folder itself.
                    None => changed.all = true,
                }
            }
        }
        _ => changed.all = true,
    }
    if changed.names.len() > NAMES_MOST {
        *changed = Changed { names: HashSet::new(), all: true };
    }
    drop(changed);
    shared.wake.notify_one();
}

/// File systems on which others write without our kernel knowing.
fn is_remote(root: &Path) -> bool {
    const REMOTE: [i64; 8] =
        [0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x5346_414F];
    rustix::fs::statfs(root).is_ok_and(|status| REMOTE.contains(&status.f_type))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use notify::RecursiveMode;

    use super::Hints;

    #[tokio::test]
    async fn changes_are_told_by_the_first_name_and_reading_is_none() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir_all(place.path().join("one/deep")).unwrap();
        fs::write(place.path().join("two"), "x").unwrap();
        let hints = Hints::of(place.path(), RecursiveMode::Recursive);
        assert!(hints.are_given());
        fs::read(place.path().join("two")).unwrap();
        assert!(tokio::time::timeout(Duration::from_millis(200), hints.changed()).await.is_err());
        fs::write(place.path().join("one/deep/file"), "x").unwrap();
        tokio::time::timeout(Duration::from_secs(10), hints.changed()).await.unwrap();
        let changed = hints.take();
        assert!(changed.names.contains(std::ffi::OsStr::new("one")) && !changed.all, "{changed:?}");
        assert!(!changed.names.contains(std::ffi::OsStr::new("two")), "{changed:?}");
    }
}
