//! Expands the paths of an upload: files as they are, and directories by name with everything in them.
//!
//! Links are not followed unless the caller wants that, and special files are skipped; both are reported, and neither is
//! an error. The walk returns
//! entries one by one, sorted by name, and keeps only the directories on the way in memory.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::io::Errno;

use crate::resolved;
use crate::source::Identity;

/// Operating systems and programs create these files themselves, and rewrite them while they are being sent.
const IGNORED: [&str; 3] = ["desktop.ini", ".DS_Store", ".fcpcache"];
/// Deeper than any real tree, and shallow enough for every file system.
const DEEPEST: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    File {
        /// What is read: for a link that is followed, what it leads to.
        source: PathBuf,
        /// Where it was found.
        place: PathBuf,
        identity: Identity,
        path: String,
        name: String,
    },
    /// An empty directory, which must be sent to exist at the recipient.
    EmptyDirectory { source: PathBuf, place: PathBuf, path: String, name: String, modified: i64 },
    /// Skipped, and why.
    Skipped { source: PathBuf, why: &'static str },
    /// Cannot be sent, and why.
    Unfit { source: PathBuf, why: String },
}

/// Returns one entry after the other. The paths must be resolved, except for their last component; if two end in the
/// same name, one is renamed.
pub fn walk(paths: Vec<PathBuf>) -> impl Iterator<Item = Entry> {
    walk_except(paths, |_| false)
}

/// Like [`walk`], but skips everything below the paths that matches `is_left_out`.
pub fn walk_except(paths: Vec<PathBuf>, is_left_out: impl Fn(&Path) -> bool) -> impl Iterator<Item = Entry> {
    walk_waiting(paths, is_left_out, || false, |_| Link::Skipped)
}

/// What becomes of a link that the walk meets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    Skipped,
    /// What it leads to is sent in its place.
    Followed,
    /// It cannot be sent, and why.
    Refused(String),
}

/// Like [`walk_except`]. If a directory cannot be opened because there are too many open files, `waits` blocks for a
/// moment and returns whether to try again. `link` decides about a link by what it leads to, which is `None` if that does
/// not exist.
pub fn walk_waiting(
    paths: Vec<PathBuf>,
    is_left_out: impl Fn(&Path) -> bool,
    waits: impl Fn() -> bool,
    link: impl Fn(Option<&Path>) -> Link,
) -> impl Iterator<Item = Entry> {
    let mut taken = HashSet::new();
    let mut roots: Vec<_> = paths
        .into_iter()
        .map(|source| {
            let name = source.file_name().map_or_else(|| "files".into(), |name| name.to_string_lossy().into_owned());
            let name = unique(&name, &mut taken);
            Pending { place: source.clone(), source, path: String::new(), name, depth: 0, trail: None }
        })
        .collect();
    roots.reverse();
    Walk { pending: roots, found: Vec::new(), is_left_out, waits, link }
}

/// The first of `a.txt`, `a (2).txt`, … that is not taken.
fn unique(name: &str, taken: &mut HashSet<String>) -> String {
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, format!(".{extension}")),
        _ => (name, String::new()),
    };
    let mut candidate = name.to_owned();
    for number in 2_u64.. {
        if taken.insert(candidate.clone()) {
            break;
        }
        candidate = format!("{stem} ({number}){extension}");
    }
    candidate
}

struct Pending {
    source: PathBuf,
    place: PathBuf,
    path: String,
    name: String,
    depth: usize,
    /// The directories with the links that were followed on the way.
    trail: Option<Arc<Trail>>,
}

struct Trail {
    directory: PathBuf,
    before: Option<Arc<Trail>>,
}

/// Whether what the link leads to contains the link.
fn is_circle(target: &Path, parent: Option<&Path>, mut trail: Option<&Arc<Trail>>) -> bool {
    if parent.is_some_and(|parent| parent.starts_with(target)) {
        return true;
    }
    while let Some(step) = trail {
        if step.directory.starts_with(target) {
            return true;
        }
        trail = step.before.as_ref();
    }
    false
}

struct Walk<F, W, L> {
    /// What is still to be visited, the next one last.
    pending: Vec<Pending>,
    /// Entries found on the way, which are returned first.
    found: Vec<Entry>,
    is_left_out: F,
    waits: W,
    link: L,
}

impl<F: Fn(&Path) -> bool, W: Fn() -> bool, L: Fn(Option<&Path>) -> Link> Iterator for Walk<F, W, L> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        loop {
            if let Some(entry) = self.found.pop() {
                return Some(entry);
            }
            let pending = self.pending.pop()?;
            let entry = self.look(pending);
            self.found.extend(entry);
        }
    }
}

impl<F: Fn(&Path) -> bool, W: Fn() -> bool, L: Fn(Option<&Path>) -> Link> Walk<F, W, L> {
    fn look(&mut self, pending: Pending) -> Option<Entry> {
        let metadata = match self.opened(|| resolved::metadata(&pending.source)) {
            Ok(metadata) => metadata,
            Err(error) => return Some(unfit(pending.source, &error)),
        };
        let kind = metadata.file_type();
        if kind.is_symlink() {
            return self.meet(pending);
        }
        let Pending { source, place, path, name, depth, .. } = pending;
        if kind.is_file() {
            return Some(Entry::File { source, place, identity: Identity::of(&metadata), path, name });
        }
        if !kind.is_dir() {
            return Some(Entry::Skipped { source, why: "is neither a file nor a directory" });
        }
        if depth >= DEEPEST {
            return Some(Entry::Unfit { source, why: format!("is more than {DEEPEST} directories deep") });
        }
        self.enter(Pending { source, place, path, name, ..pending }, &metadata)
    }

    /// Decides about a link.
    fn meet(&mut self, pending: Pending) -> Option<Entry> {
        let source = pending.source;
        let target = match self.opened(|| source.canonicalize()) {
            Ok(target) => Some(target),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Some(unfit(source, &error)),
        };
        match ((self.link)(target.as_deref()), target) {
            (Link::Skipped, _) => Some(Entry::Skipped { source, why: "is a link" }),
            (Link::Refused(why), _) => Some(Entry::Unfit { source, why }),
            (Link::Followed, None) => Some(Entry::Unfit { source, why: "is a link to nothing".to_owned() }),
            (Link::Followed, Some(target)) => {
                if is_circle(&target, source.parent(), pending.trail.as_ref()) {
                    return Some(Entry::Skipped { source, why: "is a link to a directory that contains it" });
                }
                let directory = source.parent().unwrap_or(Path::new("/")).to_owned();
                let trail = Some(Arc::new(Trail { directory, before: pending.trail }));
                self.pending.push(Pending { source: target, trail, ..pending });
                None
            }
        }
    }

    fn enter(&mut self, directory: Pending, metadata: &Metadata) -> Option<Entry> {
        let Pending { source, place, path, name, depth, trail } = directory;
        let mut names = match self.opened(|| resolved::names(&source)) {
            Ok(names) => names,
            Err(error) => return Some(unfit(source, &error)),
        };
        names.sort_unstable_by(|first, second| second.cmp(first));
        let mut skipped = Vec::new();
        names.retain(|name| {
            let why = self.left_out(&place, name);
            skipped.extend(why.map(|why| Entry::Skipped { source: source.join(name), why }));
            why.is_none()
        });
        self.found.append(&mut skipped);
        if names.is_empty() {
            let modified = Identity::of(metadata).modified;
            return Some(Entry::EmptyDirectory { source, place, path, name, modified });
        }
        let inside = if path.is_empty() { name } else { format!("{path}/{name}") };
        for child in names {
            let (source, place) = (source.join(&child), place.join(&child));
            if let Ok(name) = child.into_string() {
                let (path, trail) = (inside.clone(), trail.clone());
                self.pending.push(Pending { source, place, path, name, depth: depth + 1, trail });
            } else {
                let why = "has a name that is not UTF-8: rename it".into();
                self.found.push(Entry::Unfit { source, why });
            }
        }
        None
    }

    /// Why this name in the directory is left out, if it is.
    fn left_out(&self, directory: &Path, name: &OsStr) -> Option<&'static str> {
        if is_ignored(name) {
            return Some("belongs to the operating system");
        }
        (self.is_left_out)(&directory.join(name)).then_some("is excluded")
    }

    /// Reads something as soon as it can be opened.
    fn opened<T>(&self, read: impl Fn() -> io::Result<T>) -> io::Result<T> {
        loop {
            match read() {
                Err(error) if is_shortage(&error) && (self.waits)() => {}
                other => return other,
            }
        }
    }
}

/// Whether a file of this name is ignored everywhere.
pub fn is_ignored(name: &OsStr) -> bool {
    IGNORED.iter().any(|ignored| name == *ignored)
}

fn is_shortage(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE))
}

fn unfit(source: PathBuf, error: &io::Error) -> Entry {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "cannot be read: permission denied".to_owned(),
        _ if error.raw_os_error() == Some(Errno::LOOP.raw_os_error()) => {
            "is below a symbolic link, and links are not followed".to_owned()
        }
        _ => error.to_string(),
    };
    Entry::Unfit { source, why }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use super::{Entry, Link, walk, walk_waiting};

    fn shown(entries: impl Iterator<Item = Entry>, root: &Path) -> Vec<String> {
        let short = |path: &Path| path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        let show = |entry: Entry| match entry {
            Entry::File { path, name, identity, .. } => format!("{path}/{name} {}", identity.size),
            Entry::EmptyDirectory { path, name, .. } => format!("{path}/{name}/"),
            Entry::Skipped { source, why } => format!("{} {why}", short(&source)),
            Entry::Unfit { source, why } => format!("{}: {why}", short(&source)),
        };
        entries.map(show).collect()
    }

    #[test]
    fn a_tree_is_sent_under_its_own_name_without_links_and_special_files() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("day 1/b/empty")).unwrap();
        fs::create_dir_all(root.join("other/day 1")).unwrap();
        for (path, content) in
            [("day 1/b/two", "22"), ("day 1/a", "1"), ("day 1/b/.DS_Store", "x"), ("clip.mov", "333")]
        {
            fs::write(root.join(path), content).unwrap();
        }
        fs::write(root.join("other/clip.mov"), "4444").unwrap();
        fs::write(root.join("other/day 1/desktop.ini"), "x").unwrap();
        std::os::unix::fs::symlink(root.join("day 1"), root.join("day 1/loop")).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", root.join("day 1/passwd")).unwrap();
        std::os::unix::net::UnixListener::bind(root.join("day 1/socket")).unwrap();
        rustix::fs::mknodat(rustix::fs::CWD, root.join("day 1/pipe"), rustix::fs::FileType::Fifo, 0o600.into(), 0)
            .unwrap();
        let paths = ["day 1", "clip.mov", "other/clip.mov", "other/day 1", "nothing"].map(|path| root.join(path));
        assert_eq!(
            shown(walk(paths.to_vec()), root),
            [
                "day 1/a 1",
                "day 1/b/.DS_Store belongs to the operating system",
                "day 1/b/empty/",
                "day 1/b/two 2",
                "day 1/loop is a link",
                "day 1/passwd is a link",
                "day 1/pipe is neither a file nor a directory",
                "day 1/socket is neither a file nor a directory",
                "/clip.mov 3",
                "/clip (2).mov 4",
                "/day 1 (2)/",
                "other/day 1/desktop.ini belongs to the operating system",
                "nothing: does not exist",
            ]
        );
    }

    #[test]
    fn links_are_followed_once_and_never_in_circles() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for file in ["job/a", "one/x", "two/y", "elsewhere"] {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), "1").unwrap();
        }
        for (link, target) in [
            ("job/one", "one"),
            ("job/self", "job"),
            ("one/two", "two"),
            ("two/one again", "one"),
            ("job/file", "elsewhere"),
            ("job/nothing", "missing"),
        ] {
            std::os::unix::fs::symlink(root.join(target), root.join(link)).unwrap();
        }
        let paths = || vec![root.join("job")];
        let followed = walk_waiting(paths(), |path| path.ends_with("one/x"), || false, |_| Link::Followed);
        assert_eq!(
            shown(followed, &root),
            [
                "job/a 1",
                "job/file 1",
                "job/nothing: is a link to nothing",
                "one/x is excluded",
                "two/one again is a link to a directory that contains it",
                "job/one/two/y 1",
                "job/self is a link to a directory that contains it",
            ]
        );
        let refused = walk_waiting(paths(), |_| false, || false, |_| Link::Refused("is a link".to_owned()));
        assert_eq!(shown(refused, &root).iter().filter(|line| line.ends_with(": is a link")).count(), 4);
    }

    #[test]
    fn a_directory_that_becomes_a_link_during_the_walk_leads_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for file in ["job/a", "job/day/b", "job/day/c", "outside/b", "outside/c"] {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), "x").unwrap();
        }
        let swap = |directory: &str| {
            fs::rename(root.join(directory), root.join("away")).unwrap();
            std::os::unix::fs::symlink(root.join("outside"), root.join(directory)).unwrap();
        };
        // Before and after its names were read.
        for (taken, expected) in [
            (1, &["job/day is a link"][..]),
            (2, &["job/day/c: is below a symbolic link, and links are not followed"][..]),
        ] {
            let mut entries = walk(vec![root.join("job")]);
            entries.by_ref().take(taken).for_each(drop);
            swap("job/day");
            assert_eq!(shown(entries, root), expected);
            fs::remove_file(root.join("job/day")).unwrap();
            fs::rename(root.join("away"), root.join("job/day")).unwrap();
        }
    }

    #[test]
    fn names_that_cannot_be_sent_are_all_named_and_the_deep_is_walked() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("tree");
        let deep = (0..200).fold(root.clone(), |path, _| path.join("d"));
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("file"), "").unwrap();
        for name in [&b"\xff1"[..], b"\xfe2"] {
            fs::write(root.join(OsStr::from_bytes(name)), "").unwrap();
        }
        let entries: Vec<_> = walk(vec![root.clone()]).collect();
        let unfit = entries.iter().filter(|entry| matches!(entry, Entry::Unfit { .. })).count();
        assert_eq!((entries.len(), unfit), (3, 2), "{entries:?}");
        // Root can read this too.
        if !rustix::process::geteuid().is_root() {
            fs::set_permissions(&deep, fs::Permissions::from_mode(0o000)).unwrap();
            let entries: Vec<_> = walk(vec![root]).collect();
            fs::set_permissions(&deep, fs::Permissions::from_mode(0o700)).unwrap();
            assert!(
                entries.iter().any(|entry| matches!(entry, Entry::Unfit { why, .. } if why.contains("permission")))
            );
        }
    }
}
