//! Which files of an upload a person wants to send: patterns with the syntax of gitignore, and ignore files in the
//! folders.
//!
//! A pattern is relative to each folder that is sent, and one without a slash matches names at any depth. A path that the
//! caller names is always sent.

use std::cell::RefCell;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use rustix::fs::OFlags;
use transfer::resolved;
use transfer::tree::Entry;

use crate::error::{AgentError, AgentResult};
use crate::journal::uploads::Choice;

/// The ignore file of a folder. It is not sent itself.
pub const IGNORE_FILE: &str = ".tonnageignore";
const PATTERNS_MOST: usize = 1_000;
const LENGTH_MOST: usize = 1_000;
/// Bytes of an ignore file that are read.
const IGNORE_FILE_LONGEST: u64 = 1 << 20;
const NOT_INCLUDED: &str = "is not included";

pub struct Chooser {
    roots: Vec<Root>,
    /// Whether ignore files count. If so: those on the way to the folder that is being read, deepest last.
    ignore_files: Option<RefCell<Vec<Folder>>>,
    has_include: bool,
}

/// A path of the upload.
struct Root {
    path: PathBuf,
    exclude: Gitignore,
    include: Gitignore,
}

struct Folder {
    path: PathBuf,
    rules: Gitignore,
}

/// Checks the patterns of a request.
pub fn check(choice: &Choice) -> AgentResult<()> {
    Chooser::new(&[PathBuf::from("/")], choice).map(|_| ())
}

impl Chooser {
    pub fn new(paths: &[PathBuf], choice: &Choice) -> AgentResult<Self> {
        let root = |path: &PathBuf| {
            Ok(Root {
                path: path.clone(),
                exclude: compiled(path, "exclude", &choice.exclude)?,
                include: compiled(path, "include", &choice.include)?,
            })
        };
        Ok(Self {
            roots: paths.iter().map(root).collect::<AgentResult<_>>()?,
            ignore_files: choice.ignore_files.then(RefCell::default),
            has_include: !choice.include.is_empty(),
        })
    }

    /// Whether the walk leaves out this path, with everything below it.
    pub fn leaves_out(&self, path: &Path) -> bool {
        let Some(root) = self.root_of(path) else { return false };
        matches_as_it_is(path, |is_directory| root.exclude.matched(path, is_directory).is_ignore())
            || self.is_ignored(&root.path, path)
    }

    /// What becomes of an entry that the walk found, if only some files are included.
    pub fn keep(&self, entry: Entry) -> Option<Entry> {
        if !self.has_include {
            return Some(entry);
        }
        match entry {
            Entry::File { ref source, .. } if !self.includes(source, false) => {
                Some(Entry::Skipped { source: source.clone(), why: NOT_INCLUDED })
            }
            // Folders were only looked into for files that are included.
            Entry::EmptyDirectory { .. } => None,
            other => Some(other),
        }
    }

    fn includes(&self, path: &Path, is_directory: bool) -> bool {
        // A file that the caller names has no folder above it here.
        self.root_of(path).is_none_or(|root| root.include.matched_path_or_any_parents(path, is_directory).is_ignore())
    }

    /// The named folder that the path is in.
    fn root_of(&self, path: &Path) -> Option<&Root> {
        self.roots.iter().find(|root| path != root.path && path.starts_with(&root.path))
    }

    fn is_ignored(&self, root: &Path, path: &Path) -> bool {
        let (Some(folders), Some(parent)) = (&self.ignore_files, path.parent()) else { return false };
        if path.file_name().is_some_and(|name| name == IGNORE_FILE) {
            return true;
        }
        let mut folders = folders.borrow_mut();
        // The walk is depth first, so folders that do not contain this path do not come again.
        while folders.last().is_some_and(|folder| !parent.starts_with(&folder.path)) {
            folders.pop();
        }
        if parent.starts_with(root) && folders.last().is_none_or(|folder| folder.path != parent) {
            folders.push(Folder { path: parent.to_owned(), rules: rules_of(parent) });
        }
        matches_as_it_is(path, |is_directory| {
            let said = folders.iter().rev().map(|folder| folder.rules.matched(path, is_directory));
            matches!({ said }.find(|said| !said.is_none()), Some(Match::Ignore(_)))
        })
    }
}

/// Asks whether it is a directory only if that makes a difference.
fn matches_as_it_is(path: &Path, matches: impl Fn(bool) -> bool) -> bool {
    let (as_file, as_directory) = (matches(false), matches(true));
    if as_file == as_directory {
        return as_file;
    }
    let is_directory = resolved::metadata(path).is_ok_and(|metadata| metadata.is_dir());
    if is_directory { as_directory } else { as_file }
}

fn compiled(root: &Path, field: &str, patterns: &[String]) -> AgentResult<Gitignore> {
    if patterns.len() > PATTERNS_MOST {
        return Err(AgentError::invalid(field, "must not have more than 1000 patterns"));
    }
    let mut builder = GitignoreBuilder::new(root);
    for (place, pattern) in patterns.iter().enumerate() {
        let field = format!("{field}[{place}]");
        if pattern.trim().is_empty() || pattern.len() > LENGTH_MOST {
            return Err(AgentError::invalid(&field, "must have from 1 to 1000 characters"));
        }
        let added = builder.add_line(None, pattern).map(|_| ());
        added.map_err(|error| AgentError::invalid(&field, &format!("invalid pattern: {error}")))?;
    }
    builder.build().map_err(|error| AgentError::invalid(field, &format!("too complex: {error}")))
}

/// The rules of the folder's own ignore file. One that cannot be used is as if it did not exist, and is logged.
fn rules_of(folder: &Path) -> Gitignore {
    let path = folder.join(IGNORE_FILE);
    let text = match read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Gitignore::empty(),
        Err(error) => {
            tracing::warn!(path = %path.display(), %error, "an ignore file is not used");
            return Gitignore::empty();
        }
    };
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.lines() {
        if let Err(error) = builder.add_line(None, line) {
            tracing::warn!(path = %path.display(), %error, "a line of an ignore file is not used");
        }
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

fn read(path: &Path) -> std::io::Result<String> {
    // A pipe of that name must not block the walk.
    let file = resolved::open(path, OFlags::RDONLY | OFlags::NONBLOCK)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() || metadata.len() > IGNORE_FILE_LONGEST {
        return Err(std::io::Error::other("it must be a file of up to 1 MiB"));
    }
    let mut text = String::new();
    file.take(IGNORE_FILE_LONGEST).read_to_string(&mut text)?;
    Ok(text)
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
        for entry in walk_except(paths, |path| chooser.leaves_out(path)).filter_map(|entry| chooser.keep(entry)) {
            match entry {
                Entry::File { source, .. } => files.push(short(&source)),
                Entry::EmptyDirectory { path, name, .. } => files.push(format!("{path}/{name}/")),
                Entry::Skipped { source, why } => left_out.push(format!("{} {why}", short(&source))),
                Entry::Unfit { source, why } => panic!("{}: {why}", source.display()),
            }
        }
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
            let choice = Choice { exclude: words(exclude), include: words(include), ignore_files: false };
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
        fs::write(root.join("shoot/.tonnageignore"), "# not sent\n*.tmp\ncache/\na{b\n").unwrap();
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
    fn wrong_patterns_are_named() {
        for wrong in ["", " ", "a{b", &"x".repeat(1_001)] {
            let choice = Choice { exclude: words(&["*", wrong]), ..Choice::default() };
            let message = check(&choice).unwrap_err().message();
            assert!(message.starts_with("exclude[1]: "), "{wrong}: {message}");
        }
    }
}
