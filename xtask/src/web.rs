//! Builds the pages with Node.js into `web/dist`, from where the programs embed them.
//!
//! Nothing is built twice from the same sources, because a new `dist` means a new program. The result of a failed build
//! is not mistaken for a build.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Doing as _, Outcome, no_arguments};
use crate::processes::{answers_yes, must_succeed};
use crate::workspace;

/// The sources of the pages, in addition to `web` itself.
const SOURCES: [&str; 4] = ["web", "crates/texts/locales", "docs/openapi.json", "docs/agent-openapi.json"];
/// Generated files and folders in `web`.
const MADE: [&str; 5] = ["node_modules", "dist", "screenshots", "schema.d.ts", "tests"];

pub(crate) fn web(arguments: &[String]) -> Outcome {
    no_arguments("web", arguments)?;
    built()
}

/// Builds the pages if Node.js is available; otherwise says what is missing, and the programs work without them.
pub(crate) fn built_if_possible() -> Outcome {
    if answers_yes("node", &["--version"]) && answers_yes("npm", &["--version"]) {
        return built();
    }
    eprintln!(
        "Node.js is not installed: the API, the agent and the command line work, the pages will say what is missing."
    );
    Ok(())
}

/// Builds the pages from the current sources.
pub(crate) fn built() -> Outcome {
    let _turn = workspace::take_turn("web")?;
    installed()?;
    let stamp = folder().join("dist/sources");
    let sources = fingerprint()?;
    if fs::read_to_string(&stamp).is_ok_and(|built| built == sources) {
        return Ok(());
    }
    must_succeed(&mut npm(&["run", "--silent", "generate"]))?;
    must_succeed(&mut npm(&["run", "--silent", "build"]))?;
    fs::write(&stamp, sources).doing(|| format!("write {}", stamp.display()))
}

/// npm, in the folder of the pages.
pub(crate) fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(folder());
    command
}

fn folder() -> PathBuf {
    workspace::root().join("web")
}

/// Installs exactly the packages of the lock file. The stamp is written last, so a broken installation is redone.
fn installed() -> Outcome {
    let lock = folder().join("package-lock.json");
    let stamp = folder().join("node_modules/installed-lock.json");
    let wanted = fs::read_to_string(&lock).doing(|| format!("read {}", lock.display()))?;
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    must_succeed(&mut npm(&["ci", "--no-progress", "--loglevel=error"]))?;
    fs::write(&stamp, wanted).doing(|| format!("write {}", stamp.display()))
}

fn fingerprint() -> Outcome<String> {
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        add(&workspace::root().join(source), &mut hasher)?;
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn add(path: &Path, hasher: &mut DefaultHasher) -> Outcome {
    if path.file_name().is_some_and(|name| MADE.iter().any(|made| name == *made)) {
        return Ok(());
    }
    path.hash(hasher);
    if !path.is_dir() {
        fs::read(path).doing(|| format!("read {}", path.display()))?.hash(hasher);
        return Ok(());
    }
    let entries = fs::read_dir(path).doing(|| format!("list {}", path.display()))?;
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries.iter().try_for_each(|entry| add(entry, hasher))
}

#[cfg(test)]
mod tests {
    use super::folder;

    #[test]
    fn packages_are_pinned_by_content_and_not_by_address() {
        let read = |name: &str| std::fs::read_to_string(folder().join(name)).unwrap_or_default();
        let lock = read("package-lock.json");
        assert!(lock.contains("\"integrity\""));
        assert!(!lock.contains("\"resolved\""), "a lock file without addresses: see web/.npmrc");
        assert!(read(".npmrc").contains("omit-lockfile-registry-resolved=true"));
        // A lock file that was written on a machine without some of them fails everywhere else.
        assert_eq!(lock.matches("\"node_modules/@rolldown/binding-").count(), 15, "all platforms of the bundler");
    }
}
