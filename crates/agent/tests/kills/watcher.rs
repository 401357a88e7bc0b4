//! Watches the destinations all the time and fails if it sees an incomplete file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Every file and directory below, with its content; directories have none.
pub(crate) fn tree(root: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut all = BTreeMap::new();
    for path in below(root) {
        let content = if path.is_dir() { None } else { Some(std::fs::read(&path).unwrap()) };
        all.insert(path.strip_prefix(root).unwrap().to_owned(), content);
    }
    all
}

/// Everything that currently exists below.
fn below(root: &Path) -> Vec<PathBuf> {
    let (mut all, mut pending) = (Vec::new(), vec![root.to_owned()]);
    while let Some(directory) = pending.pop() {
        for entry in std::fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                pending.push(path.clone());
            }
            all.push(path);
        }
    }
    all
}

#[derive(Clone, Default)]
pub(crate) struct Watcher(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// Destinations and their sources.
    watched: BTreeMap<PathBuf, PathBuf>,
    seen: BTreeSet<PathBuf>,
    complaints: Vec<String>,
}

impl Watcher {
    pub(crate) fn start() -> Self {
        let watcher = Self::default();
        let state = Arc::downgrade(&watcher.0);
        std::thread::spawn(move || {
            while let Some(state) = state.upgrade() {
                look(&mut state.lock().unwrap());
                drop(state);
                std::thread::sleep(Duration::from_millis(3));
            }
        });
        watcher
    }

    pub(crate) fn watch(&self, place: &Path, source: &Path) {
        self.0.lock().unwrap().watched.insert(place.to_owned(), source.to_owned());
    }

    /// Stops watching, and reports what it saw.
    pub(crate) fn forget(&self, place: &Path, context: &str) {
        let mut state = self.0.lock().unwrap();
        look(&mut state);
        state.watched.remove(place);
        assert!(state.complaints.is_empty(), "{context}: {:?}", state.complaints);
        let seen = state.seen.iter().filter(|path| path.starts_with(place)).count();
        assert!(seen > 0, "{context}: nothing was seen in {}", place.display());
    }
}

/// Compares every file with its source when it is first seen.
fn look(state: &mut State) {
    let mut news = Vec::new();
    for (place, source) in &state.watched {
        let is_news = |path: &PathBuf| path.extension().is_none_or(|ending| ending != "part") && path.is_file();
        for path in below(place).into_iter().filter(|path| !state.seen.contains(path)).filter(is_news) {
            let original = source.join(path.strip_prefix(place).unwrap());
            let is_whole = match (std::fs::read(&path), std::fs::read(&original)) {
                (Ok(here), Ok(there)) => here == there,
                _ => false,
            };
            news.push((path, is_whole));
        }
    }
    for (path, is_whole) in news {
        if !is_whole {
            state.complaints.push(format!("{} is not whole, or nothing that was sent", path.display()));
        }
        state.seen.insert(path);
    }
}
