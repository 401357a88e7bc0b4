//! Which files of an upload a person wants to send: patterns with the syntax of gitignore, and ignore files in the
//! folders.
//!
//! A pattern is relative to each folder that is sent, and one without a slash matches names at any depth. A path that the
//! caller names is always sent. If it cannot be known what is left out, nothing is sent.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::fs::Metadata;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use rustix::fs::OFlags;
use rustix::io::Errno;
use transfer::tree::{Entry, Link, walk_waiting};
use transfer::{Fault, resolved};
use wire::agent::LinkPolicy;

use crate::error::{AgentError, AgentResult};
use crate::globs;
use crate::journal::uploads::Choice;

/// The ignore file of a folder. It is not sent itself.
pub const IGNORE_FILE: &str = ".tonnageignore";
/// Bytes of an ignore file that are read.
const IGNORE_FILE_LONGEST: u64 = 1 << 20;
const NOT_INCLUDED: &str = "is not included";

pub struct Chooser {
    /// The paths that the caller names.
    named: HashSet<PathBuf>,
    /// The directories among them.
    roots: Vec<Root>,
    has_include: bool,
    /// Whether ignore files count.
    reads_ignore_files: bool,
    links: LinkPolicy,
    /// The only names in the package that are sent.
    only: Option<BTreeSet<String>>,
    reading: RefCell<Reading>,
    /// While there are too many open files: waits, and returns whether to try again.
    waits: Box<dyn Fn() -> bool>,
}

/// A directory whose content is sent.
struct Root {
    path: PathBuf,
    exclude: Gitignore,
    include: Gitignore,
}

/// What was learnt during the walk.
#[derive(Default)]
struct Reading {
    /// Those on the way to the folder that is being read, deepest last.
    folders: Vec<Folder>,
    trouble: Option<Fault>,
    /// The first link, if there must not be one.
    met_link: bool,
}

struct Folder {
    path: PathBuf,
    rules: Gitignore,
}

/// Checks the patterns of a request.
pub fn check(choice: &Choice) -> AgentResult<()> {
    let root = Path::new("/");
    compiled(root, "exclude", &choice.exclude)?;
    compiled(root, "include", &choice.include)?;
    Ok(())
}

/// Some editors begin a file with a byte order mark, which is not part of the first pattern.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

impl Chooser {
    pub fn new(paths: &[PathBuf], choice: &Choice) -> AgentResult<Self> {
        // Patterns are for what is in directories. What cannot be looked at may be one.
        let is_file = |path: &PathBuf| path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
        let directories = paths.iter().filter(|path| !is_file(path));
        let root = |path: &PathBuf| {
            Ok(Root {
                path: path.clone(),
                exclude: compiled(path, "exclude", &choice.exclude)?,
                include: compiled(path, "include", &choice.include)?,
            })
        };
        Ok(Self {
            named: paths.iter().cloned().collect(),
            roots: directories.map(root).collect::<AgentResult<_>>()?,
            has_include: !choice.include.is_empty(),
            reads_ignore_files: choice.ignore_files,
            links: choice.links,
            only: choice.only.clone(),
            reading: RefCell::default(),
            waits: Box::new(|| false),
        })
    }

    /// The same, which calls this while there are too many open files. It waits, and returns whether to try again.
    #[must_use]
    pub fn waiting(self, waits: impl Fn() -> bool + 'static) -> Self {
        Self { waits: Box::new(waits), ..self }
    }

    /// Opens something, also if that must wait.
    fn opened<T>(&self, open: impl Fn() -> std::io::Result<T>) -> std::io::Result<T> {
        loop {
            match open() {
                Err(error) if is_shortage(&error) && (self.waits)() => {}
                opened => return opened,
            }
        }
    }

    /// Whether the walk leaves out this path, with everything below it: because of the patterns of any folder that it is
    /// in, so that one named folder inside another never sends more.
    pub fn leaves_out(&self, path: &Path) -> bool {
        let excluded =
            |root: &Root| self.is_so(path, |is_directory| root.exclude.matched(path, is_directory).is_ignore());
        self.roots_of(path).any(excluded) || self.reads_ignore_files && self.is_ignored(path)
    }

    /// Everything below the paths. `may_read` says whether what a link leads to may be read, and if not, why.
    pub fn walk<'a>(
        &'a self,
        paths: Vec<PathBuf>,
        is_left_out: impl Fn(&Path) -> bool + 'a,
        waits: impl Fn() -> bool + 'a,
        may_read: impl Fn(&Path) -> Result<(), String> + 'a,
    ) -> impl Iterator<Item = Entry> + 'a {
        let link = move |target: Option<&Path>| match (self.links, target) {
            (LinkPolicy::Skip, _) => Link::Skipped,
            (LinkPolicy::Fail, _) => {
                let why = "is a link, and links were to be refused".to_owned();
                self.reading.borrow_mut().met_link = true;
                Link::Refused(why)
            }
            (LinkPolicy::Follow, None) => Link::Followed,
            (LinkPolicy::Follow, Some(target)) => may_read(target).map_or_else(Link::Refused, |()| Link::Followed),
        };
        walk_waiting(paths, is_left_out, waits, link).filter_map(|entry| self.wanted(entry))
    }

    /// What becomes of an entry that the walk found, if only some are to be sent. Others are left out without a word: the
    /// caller has chosen.
    fn wanted(&self, entry: Entry) -> Option<Entry> {
        let entry = self.keep(entry);
        let (Some(only), Entry::File { path, name, .. } | Entry::EmptyDirectory { path, name, .. }) =
            (&self.only, &entry)
        else {
            return Some(entry);
        };
        let is_wanted = if path.is_empty() { only.contains(name) } else { only.contains(&format!("{path}/{name}")) };
        is_wanted.then_some(entry)
    }

    /// What becomes of an entry that the walk found, if only some files are included.
    pub fn keep(&self, entry: Entry) -> Entry {
        let is_directory = matches!(entry, Entry::EmptyDirectory { .. });
        match entry {
            Entry::File { ref source, ref place, .. } | Entry::EmptyDirectory { ref source, ref place, .. }
                if self.has_include && !self.includes(place, is_directory) =>
            {
                Entry::Skipped { source: source.clone(), why: NOT_INCLUDED }
            }
            // What is in a directory that cannot be read is unknown.
            Entry::Unfit { ref source, .. } if self.has_include && is_file(source) && !self.includes(source, false) => {
                Entry::Skipped { source: source.clone(), why: NOT_INCLUDED }
            }
            other => other,
        }
    }

    /// Why it is not known what to leave out. Asked after the walk, before anything is sent.
    pub fn trouble(&self) -> Option<Fault> {
        let mut reading = self.reading.borrow_mut();
        let path = reading.met_link.then(|| self.named.iter().min().cloned().unwrap_or_default());
        let link = path.map(|path| unusable(&path, "it has a link, and links were to be refused".to_owned()));
        reading.trouble.take().or(link)
    }

    fn includes(&self, path: &Path, is_directory: bool) -> bool {
        let mut roots = self.roots_of(path).peekable();
        roots.peek().is_none()
            || roots.any(|root| root.include.matched_path_or_any_parents(path, is_directory).is_ignore())
    }

    /// The named folders that the path is in; none for a path that is named itself.
    fn roots_of(&self, path: &Path) -> impl Iterator<Item = &Root> {
        let is_named = self.named.contains(path);
        self.roots.iter().filter(move |root| !is_named && path.starts_with(&root.path))
    }

    fn is_ignored(&self, path: &Path) -> bool {
        let outermost = self.roots_of(path).min_by_key(|root| root.path.as_os_str().len());
        let (Some(root), Some(parent)) = (outermost, path.parent()) else { return false };
        if path.file_name().is_some_and(|name| name == IGNORE_FILE) {
            return true;
        }
        self.enter(&root.path, parent);
        let reading = self.reading.borrow();
        let is_so = |is_directory| {
            let mut said = reading.folders.iter().rev().map(|folder| folder.rules.matched(path, is_directory));
            matches!(said.find(|said| !said.is_none()), Some(Match::Ignore(_)))
        };
        let (as_file, as_directory) = (is_so(false), is_so(true));
        drop(reading);
        self.is_so(path, |is_directory| if is_directory { as_directory } else { as_file })
    }

    /// Reads the ignore files from the root to the folder, unless they were read before. The walk is depth first, so
    /// folders that do not contain this one do not come again.
    fn enter(&self, root: &Path, folder: &Path) {
        let mut reading = self.reading.borrow_mut();
        while reading.folders.last().is_some_and(|known| !folder.starts_with(&known.path)) {
            reading.folders.pop();
        }
        let is_known = |path: &Path| reading.folders.last().is_some_and(|known| known.path == path);
        let missing: Vec<PathBuf> = folder
            .ancestors()
            .take_while(|path| path.starts_with(root) && !is_known(path))
            .map(Path::to_owned)
            .collect();
        for path in missing.into_iter().rev() {
            let rules = self.rules_of(&path).unwrap_or_else(|fault| {
                reading.trouble.get_or_insert(fault);
                Gitignore::empty()
            });
            reading.folders.push(Folder { path, rules });
        }
    }

    /// If links are followed, a path may lead over one.
    fn metadata(&self, path: &Path) -> std::io::Result<Metadata> {
        if self.links == LinkPolicy::Follow { std::fs::metadata(path) } else { resolved::metadata(path) }
    }

    fn rules_of(&self, folder: &Path) -> Result<Gitignore, Fault> {
        let target = if self.links == LinkPolicy::Follow { folder.canonicalize() } else { Ok(folder.to_owned()) };
        let target = target.map_err(|error| unusable(folder, error.to_string()))?;
        rules_of(folder, &target, |path| self.opened(|| read(path)))
    }

    /// Asks whether it is a directory only if that makes a difference.
    fn is_so(&self, path: &Path, is_so: impl Fn(bool) -> bool) -> bool {
        let (as_file, as_directory) = (is_so(false), is_so(true));
        if as_file == as_directory {
            return as_file;
        }
        match self.opened(|| self.metadata(path)) {
            Ok(metadata) if metadata.is_dir() => as_directory,
            Ok(_) => as_file,
            Err(error) if error.kind() == ErrorKind::NotFound => as_file,
            Err(error) => {
                self.reading.borrow_mut().trouble.get_or_insert_with(|| unusable(path, error.to_string()));
                true
            }
        }
    }
}

/// Whether this process or machine has too many open files at the moment.
fn is_shortage(error: &std::io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE))
}

fn is_file(path: &Path) -> bool {
    resolved::metadata(path).is_ok_and(|metadata| metadata.is_file())
}

fn unusable(path: &Path, cause: String) -> Fault {
    Fault::SourceUnreadable { path: path.to_owned(), cause }
}

fn compiled(root: &Path, field: &str, patterns: &[String]) -> AgentResult<Gitignore> {
    globs::check_lengths(field, patterns)?;
    let mut builder = GitignoreBuilder::new(root);
    for (place, pattern) in patterns.iter().enumerate() {
        let wrong = |error| AgentError::invalid(&format!("{field}[{place}]"), &format!("invalid pattern: {error}"));
        builder.add_line(None, pattern).map_err(wrong)?;
    }
    builder.build().map_err(|error| AgentError::invalid(field, &format!("too complex: {error}")))
}

/// The rules of the folder's own ignore file, if it has one. `resolved` is the folder without links.
fn rules_of(
    folder: &Path,
    resolved: &Path,
    read: impl Fn(&Path) -> std::io::Result<String>,
) -> Result<Gitignore, Fault> {
    let path = resolved.join(IGNORE_FILE);
    let text = match read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Gitignore::empty()),
        Err(error) => return Err(unusable(&path, format!("the ignore file cannot be used: {error}"))),
    };
    let mut builder = GitignoreBuilder::new(folder);
    for (number, line) in (1_u64..).zip(without_mark(&text).lines()) {
        let wrong = |error| unusable(&path, format!("line {number} of the ignore file: {error}"));
        builder.add_line(None, line).map_err(wrong)?;
    }
    builder.build().map_err(|error| unusable(&path, format!("the ignore file cannot be used: {error}")))
}

fn read(path: &Path) -> std::io::Result<String> {
    // A pipe of that name must not block the walk.
    let file = resolved::open(path, OFlags::RDONLY | OFlags::NONBLOCK)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(ErrorKind::NotFound.into());
    }
    if !metadata.is_file() || metadata.len() > IGNORE_FILE_LONGEST {
        return Err(std::io::Error::other("it must be a file of up to 1 MiB"));
    }
    let mut bytes = Vec::new();
    file.take(IGNORE_FILE_LONGEST).read_to_end(&mut bytes)?;
    // Names on the disk that are not UTF-8 cannot be sent, so a pattern need not match them exactly.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use transfer::tree::{Entry, walk_except};

    use super::{Choice, Chooser, check};

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    /// The files that are sent, and what is left out.
    fn sent(root: &Path, choice: &Choice) -> (Vec<String>, Vec<String>) {
        let (mut files, mut left_out) = (Vec::new(), Vec::new());
        let paths = vec![root.join("shoot"), root.join("b.tmp")];
        let chooser = Chooser::new(&paths, choice).unwrap();
        let short = |path: &Path| path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        for entry in walk_except(paths, |path| chooser.leaves_out(path)).map(|entry| chooser.keep(entry)) {
            match entry {
                Entry::File { source, .. } => files.push(short(&source)),
                Entry::EmptyDirectory { path, name, .. } => files.push(format!("{path}/{name}/")),
                Entry::Skipped { source, why } => left_out.push(format!("{} {why}", short(&source))),
                Entry::Unfit { source, why } => panic!("{}: {why}", source.display()),
            }
        }
        assert!(chooser.trouble().is_none());
        (files, left_out)
    }

    fn tree() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for file in ["a.mov", "a.tmp", "cache/x", "day/a.tmp", "day/b.mov", "day/cache", "keep/cache/y"] {
            let path = root.join("shoot").join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        fs::write(root.join("b.tmp"), "x").unwrap();
        folder
    }

    #[test]
    fn patterns_have_the_syntax_of_gitignore_and_named_files_are_sent() {
        let folder = tree();
        let root = folder.path().canonicalize().unwrap();
        let all = ["a.mov", "a.tmp", "cache/x", "day/a.tmp", "day/b.mov", "day/cache", "keep/cache/y"];
        for (exclude, include, missing) in [
            (&[][..], &[][..], &[][..]),
            (&["*.tmp"], &[], &["a.tmp", "day/a.tmp"]),
            (&["/*.tmp"], &[], &["a.tmp"]),
            (&["cache/"], &[], &["cache/x", "keep/cache/y"]),
            (&["cache"], &[], &["cache/x", "day/cache", "keep/cache/y"]),
            (&["*.tmp", "!day/*.tmp"], &[], &["a.tmp"]),
            (&[], &["*.mov"], &["a.tmp", "cache/x", "day/a.tmp", "day/cache", "keep/cache/y"]),
            (&[], &["/day"], &["a.mov", "a.tmp", "cache/x", "keep/cache/y"]),
            (&["b.mov"], &["day/"], &["a.mov", "a.tmp", "cache/x", "day/b.mov", "keep/cache/y"]),
        ] {
            let choice =
                Choice { exclude: words(exclude), include: words(include), ignore_files: false, ..Choice::default() };
            let (files, left_out) = sent(&root, &choice);
            let mut expected: Vec<_> =
                all.iter().filter(|file| !missing.contains(file)).map(|file| format!("shoot/{file}")).collect();
            expected.push("b.tmp".to_owned());
            let files: Vec<_> = files.into_iter().filter(|file| !file.ends_with('/')).collect();
            assert_eq!(files, expected, "{exclude:?} {include:?}");
            assert_eq!(left_out.is_empty(), missing.is_empty(), "{left_out:?}");
        }
    }

    #[test]
    fn ignore_files_count_for_their_folders_and_deeper_ones_win() {
        let folder = tree();
        let root = folder.path().canonicalize().unwrap();
        fs::write(root.join("shoot/.tonnageignore"), "\u{feff}*.tmp\n# not sent\ncache/\n").unwrap();
        fs::write(root.join("shoot/day/.tonnageignore"), "!a.tmp\nb.mov\n").unwrap();
        fs::create_dir(root.join("shoot/keep/.tonnageignore")).unwrap();
        let choice = Choice { ignore_files: true, ..Choice::default() };
        let (files, left_out) = sent(&root, &choice);
        assert_eq!(
            files,
            ["shoot/a.mov", "shoot/day/a.tmp", "shoot/day/cache", "keep/", "b.tmp"]
                .map(|file| { if file == "keep/" { "shoot/keep/".to_owned() } else { file.to_owned() } })
        );
        assert_eq!(left_out.len(), 7, "{left_out:?}");
        // Without the option, an ignore file is a file like any other.
        let (files, left_out) = sent(&root, &Choice::default());
        assert!(files.contains(&"shoot/.tonnageignore".to_owned()) && left_out.is_empty(), "{files:?} {left_out:?}");
    }

    #[test]
    fn a_named_folder_inside_another_sends_nothing_more() {
        let folder = tree();
        let root = folder.path().canonicalize().unwrap();
        fs::write(root.join("shoot/.tonnageignore"), "y\n").unwrap();
        let choice =
            Choice { exclude: words(&["/day/a.tmp"]), include: Vec::new(), ignore_files: true, ..Choice::default() };
        for order in [["shoot", "shoot/day"], ["shoot/day", "shoot"]] {
            let paths = order.map(|path| root.join(path)).to_vec();
            let chooser = Chooser::new(&paths, &choice).unwrap();
            let entries = walk_except(paths, |path| chooser.leaves_out(path));
            let files: Vec<_> = entries
                .filter_map(|entry| if let Entry::File { source, .. } = entry { Some(source) } else { None })
                .collect();
            for left_out in ["shoot/keep/cache/y", "shoot/day/a.tmp"] {
                assert!(!files.contains(&root.join(left_out)), "{order:?}: {left_out}");
            }
            assert_eq!(files.iter().filter(|file| **file == root.join("shoot/day/b.mov")).count(), 2);
        }
    }

    #[test]
    fn wrong_patterns_are_named() {
        for wrong in ["", " ", "a{b", &"x".repeat(1_001)] {
            let choice = Choice { exclude: words(&["*", wrong]), ..Choice::default() };
            let message = check(&choice).unwrap_err().message();
            assert!(message.starts_with("exclude[1]: "), "{wrong}: {message}");
        }
    }
}
