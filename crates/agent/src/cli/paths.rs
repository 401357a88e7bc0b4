//! Converts paths from the command line to the absolute paths that the agent needs.

use std::path::{Path, PathBuf};

use super::exit::Exit;
use super::problem::{Outcome, Problem};

/// A path to send. A link is not resolved, so that the agent can refuse it by name.
pub(super) fn source(path: &Path) -> Outcome<PathBuf> {
    let missing =
        |error: std::io::Error| Problem::new(Exit::Missing, format!("cannot send {}: {error}", path.display()));
    let whole = std::path::absolute(path).map_err(missing)?;
    let resolved = match (whole.parent(), path.file_name()) {
        (Some(parent), Some(name)) => parent.canonicalize().map_err(missing)?.join(name),
        _ => whole.canonicalize().map_err(missing)?,
    };
    resolved.symlink_metadata().map_err(missing)?;
    Ok(resolved)
}

/// A directory to write to, which need not exist yet. `argument` is named in the error.
pub(super) fn target(argument: &str, path: &Path) -> Outcome<PathBuf> {
    let unusable =
        |error: std::io::Error| Problem::usage(format!("{argument}: cannot use {}: {error}", path.display()));
    let whole = std::path::absolute(path).map_err(unusable)?;
    let there = whole.ancestors().find(|ancestor| ancestor.exists()).unwrap_or(Path::new("/"));
    let missing = whole.strip_prefix(there).unwrap_or(Path::new(""));
    let resolved = there.canonicalize().map_err(unusable)?;
    Ok(if missing.as_os_str().is_empty() { resolved } else { resolved.join(missing) })
}

/// The path as text; the API only accepts UTF-8.
pub(super) fn text(path: &Path) -> Outcome<String> {
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| Problem::usage(format!("the name of {} is not UTF-8: rename it first", path.display())))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{source, target};

    #[test]
    fn what_is_there_becomes_absolute() {
        let directory = tempfile::tempdir().unwrap();
        let base = directory.path().canonicalize().unwrap();
        std::fs::create_dir(base.join("a")).unwrap();
        std::fs::write(base.join("a/file"), "x").unwrap();
        std::os::unix::fs::symlink(base.join("a/file"), base.join("link")).unwrap();
        for (given, expected) in
            [("a/file", "a/file"), ("a/../a/file", "a/file"), ("a/.", "a"), ("a/", "a"), ("link", "link"), ("a/..", "")]
        {
            let found = source(&base.join(given)).unwrap();
            assert_eq!(found, if expected.is_empty() { base.clone() } else { base.join(expected) }, "{given}");
        }
        assert!(source(&base.join("nothing")).unwrap_err().what.contains("nothing"));
        assert_eq!(target("--to", &base.join("a/../new/deep")).unwrap(), base.join("new/deep"));
        assert!(target("--to", Path::new("new")).unwrap().is_absolute());
    }
}
