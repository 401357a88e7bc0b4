//! File system notifications (inotify) about changes below a folder.
//!
//! They only trigger a scan earlier and never replace one: the kernel drops notifications when there are too many, and
//! does not report changes that other machines make on a network mount.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use parking_lot::Mutex;
use tokio::sync::Notify;

/// Above this number, scan everything instead of single names.
const NAMES_MOST: usize = 10_000;

/// Changes since the last call.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Changed {
    /// Entries directly in the folder that changed, or that contain something that changed.
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
    /// `None` if the kernel cannot watch this folder. Dropping it stops the notifications.
    watcher: Option<RecommendedWatcher>,
}

impl Hints {
    /// Slow for folders with many subdirectories: do not call it on async threads.
    pub(super) fn of(root: &Path, mode: RecursiveMode) -> Self {
        let shared = Arc::new(Shared::default());
        let watcher = if is_remote(root) { None } else { watcher(root, mode, &shared) };
        Self { shared, watcher }
    }

    /// Whether the kernel reports changes. If not, the folder must be polled.
    pub(super) fn are_given(&self) -> bool {
        self.watcher.is_some()
    }

    /// Returns when there are changes that have not been taken yet.
    pub(super) async fn changed(&self) {
        self.shared.wake.notified().await;
    }

    pub(super) fn take(&self) -> Changed {
        std::mem::take(&mut self.shared.changed.lock())
    }
}

fn watcher(root: &Path, mode: RecursiveMode, shared: &Arc<Shared>) -> Option<RecommendedWatcher> {
    let (sink, folder) = (Arc::clone(shared), root.to_owned());
    // What a link leads to is not sent, and may be anything.
    let config = Config::default().with_follow_symlinks(false);
    let given = RecommendedWatcher::new(move |event: notify::Result<Event>| note(&sink, &folder, event), config);
    let begun = given.and_then(|mut watcher| watcher.watch(root, mode).map(|()| watcher));
    let folder = root.display();
    begun.inspect_err(|error| tracing::warn!(%folder, %error, "no change notifications, polling instead")).ok()
}

fn note(shared: &Shared, root: &PathBuf, event: notify::Result<Event>) {
    let mut changed = shared.changed.lock();
    match event {
        // Our own reads cause these events too.
        Ok(event) if matches!(event.kind, EventKind::Access(_)) => return,
        Ok(event) if !event.need_rescan() => {
            for path in &event.paths {
                let below = path.strip_prefix(root).ok().and_then(|path| path.components().next());
                match below {
                    Some(name) => drop(changed.names.insert(name.as_os_str().to_owned())),
                    // The folder itself changed.
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

/// File systems that other machines can change without a notification from our kernel.
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
    async fn links_are_not_followed() {
        let (place, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::os::unix::fs::symlink(elsewhere.path(), place.path().join("link")).unwrap();
        let hints = Hints::of(place.path(), RecursiveMode::Recursive);
        assert!(hints.are_given());
        fs::write(elsewhere.path().join("file"), "x").unwrap();
        fs::write(place.path().join("own"), "x").unwrap();
        tokio::time::timeout(Duration::from_secs(10), hints.changed()).await.unwrap();
        let changed = hints.take();
        assert!(!changed.names.contains(std::ffi::OsStr::new("link")) && !changed.all, "{changed:?}");
    }

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
