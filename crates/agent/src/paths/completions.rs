//! Completes a path that is being typed, by the same rules as for paths that are used.

use std::collections::BTreeMap;
use std::fs::FileType;
use std::io;
use std::path::Path;

use transfer::resolved;
use wire::agent::{PathCompletion, PathKind};

use super::{Paths, absolute, unusable};
use crate::error::{AgentError, AgentResult};

const FIELD: &str = "prefix";
/// Nobody reads a longer list; typing more shortens it.
const MOST: usize = 50;

impl Paths {
    /// Entries that start with the prefix, sorted by name. Skips links, which cannot be used, and hidden entries unless
    /// the prefix asks for them. If `--allow-path` limits the agent, only entries below those directories or on the way
    /// to them.
    pub fn completions(&self, prefix: &str, only_folders: bool) -> AgentResult<Vec<PathCompletion>> {
        absolute(FIELD, prefix)?;
        let (folder, begun) = prefix.rsplit_once('/').unwrap_or_default();
        let resolved = match Path::new(&format!("{folder}/")).canonicalize() {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(Vec::new());
            }
            other => other.map_err(|error| unusable(FIELD, &error))?,
        };
        let mut found = BTreeMap::new();
        let mut keep = |name: &str, kind: PathKind| {
            if is_begun(begun, name) && !(only_folders && kind == PathKind::File) {
                found.insert(name.to_owned(), kind);
            }
            if found.len() > MOST {
                found.pop_last();
            }
        };
        match self.require(FIELD, &resolved) {
            Ok(()) => self.each_of(&resolved, begun, &mut keep)?,
            Err(refused) => self.each_way_to_a_root(&resolved, refused, &mut keep)?,
        }
        let completion = |(name, kind): (String, PathKind)| {
            let end = if kind == PathKind::Folder { "/" } else { "" };
            PathCompletion { path: format!("{folder}/{name}{end}"), kind }
        };
        Ok(found.into_iter().map(completion).collect())
    }

    /// The entries of a readable folder.
    fn each_of(&self, folder: &Path, begun: &str, keep: &mut impl FnMut(&str, PathKind)) -> AgentResult<()> {
        let names = resolved::names(folder).map_err(|error| unusable(FIELD, &error))?;
        for name in names.iter().filter_map(|name| name.to_str()).filter(|name| is_begun(begun, name)) {
            let path = folder.join(name);
            // Skip entries that disappear in the meantime.
            let kind = resolved::metadata(&path).ok().and_then(|metadata| kind_of(metadata.file_type()));
            if let Some(kind) = kind.filter(|_| self.require(FIELD, &path).is_ok()) {
                keep(name, kind);
            }
        }
        Ok(())
    }

    /// In a folder above the allowed directories, only the entries that lead to them.
    fn each_way_to_a_root(
        &self,
        folder: &Path,
        refused: AgentError,
        keep: &mut impl FnMut(&str, PathKind),
    ) -> AgentResult<()> {
        let next = |root: &Path| {
            let rest = root.strip_prefix(folder).ok()?;
            rest.components().next()?.as_os_str().to_str().map(str::to_owned)
        };
        let ways: Vec<String> = self.roots.iter().filter_map(|root| next(root)).collect();
        if ways.is_empty() {
            return Err(refused);
        }
        for name in &ways {
            keep(name, PathKind::Folder);
        }
        Ok(())
    }
}

/// Whether a name continues what was typed. Hidden entries must be asked for.
fn is_begun(begun: &str, name: &str) -> bool {
    name.starts_with(begun) && (begun.starts_with('.') || !name.starts_with('.'))
}

fn kind_of(kind: FileType) -> Option<PathKind> {
    match (kind.is_dir(), kind.is_file()) {
        (true, _) => Some(PathKind::Folder),
        (_, true) => Some(PathKind::File),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use wire::error::ErrorCode;

    use super::Paths;

    /// Creates a folder with entries of every kind and returns the completions of a prefix below it.
    fn completed(limited: &[&str], prefix: &str, only_folders: bool) -> Result<Vec<String>, ErrorCode> {
        let directory = tempfile::tempdir().unwrap();
        let base = directory.path().canonicalize().unwrap();
        for folder in ["home/dailies/day 1", "home/dark", "home/.hidden", "home/state", "other"] {
            std::fs::create_dir_all(base.join(folder)).unwrap();
        }
        std::fs::write(base.join("home/data.txt"), "x").unwrap();
        symlink(base.join("other"), base.join("home/dangling")).unwrap();
        let roots: Vec<_> = limited.iter().map(|root| base.join(root)).collect();
        let paths = Paths::new(&roots, &base.join("home/state")).unwrap();
        let prefix = prefix.replace("BASE", base.to_str().unwrap());
        let found = paths.completions(&prefix, only_folders).map_err(|error| error.code())?;
        Ok(found.into_iter().map(|found| found.path.replace(base.to_str().unwrap(), "BASE")).collect())
    }

    #[test]
    fn a_prefix_goes_on_as_the_rules_allow() {
        let cases: &[(&[&str], &str, bool, &[&str])] = &[
            (&[], "BASE/home/da", false, &["BASE/home/dailies/", "BASE/home/dark/", "BASE/home/data.txt"]),
            (&[], "BASE/home/da", true, &["BASE/home/dailies/", "BASE/home/dark/"]),
            (&[], "BASE/home/.h", true, &["BASE/home/.hidden/"]),
            (&[], "BASE/home/st", true, &[]),
            (&[], "BASE/home/dailies/", true, &["BASE/home/dailies/day 1/"]),
            (&[], "BASE/none/x", true, &[]),
            (&[], "BASE/home/data.txt/", false, &[]),
            (&[], "/pro", true, &[]),
            (&["home/dailies"], "BASE/home/", false, &["BASE/home/dailies/"]),
            (&["home/dailies"], "BASE/home/dark", false, &[]),
            (&["home/dailies"], "BASE/h", false, &["BASE/home/"]),
            (&["home/dailies"], "BASE/home/dailies/d", false, &["BASE/home/dailies/day 1/"]),
        ];
        for (limited, prefix, only_folders, expected) in cases {
            assert_eq!(completed(limited, prefix, *only_folders).unwrap(), *expected, "{limited:?} {prefix}");
        }
    }

    #[test]
    fn what_may_not_be_looked_at_is_refused() {
        for (limited, prefix, code) in [
            (&[][..], "relative", ErrorCode::InvalidField),
            (&[][..], "", ErrorCode::InvalidField),
            (&[][..], "BASE/home/../", ErrorCode::InvalidField),
            (&[][..], "/proc/", ErrorCode::PathRefused),
            (&[][..], "BASE/home/state/", ErrorCode::PathRefused),
            (&["home/dailies"][..], "BASE/other/", ErrorCode::PathRefused),
            (&["home"][..], "BASE/home/dangling/", ErrorCode::PathRefused),
        ] {
            assert_eq!(completed(limited, prefix, true), Err(code), "{limited:?} {prefix}");
        }
    }

    #[test]
    fn no_more_than_people_read() {
        let directory = tempfile::tempdir().unwrap();
        let base = directory.path().canonicalize().unwrap();
        std::fs::create_dir(base.join("state")).unwrap();
        for number in 0..120 {
            std::fs::create_dir(base.join(format!("f{number:03}"))).unwrap();
        }
        let paths = Paths::new(&[], &base.join("state")).unwrap();
        let found = paths.completions(&format!("{}/f", base.display()), true).unwrap();
        assert_eq!((found.len(), found[49].path.ends_with("/f049/")), (50, true), "the first ones");
    }
}
