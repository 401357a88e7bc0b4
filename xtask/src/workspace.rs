//! Locations: the repository, the cache folder, and a cargo that builds into it.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Doing as _, Outcome, failed};
use crate::processes::must_succeed;

pub(crate) fn root() -> PathBuf {
    // Cargo sets this for everything it runs. A program that another clone has built into the same cache folder
    // remembers that clone's path.
    let xtask = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    xtask.parent().unwrap_or(&xtask).to_owned()
}

/// Everything we create outside the repository goes into this folder, which is safe to delete.
pub(crate) fn cache() -> Outcome<PathBuf> {
    match cache_from(env::var_os("XDG_CACHE_HOME"), env::var_os("HOME")) {
        Some(cache) => Ok(cache),
        None => failed("No folder for the cache: set HOME, or XDG_CACHE_HOME to an absolute path."),
    }
}

fn cache_from(xdg_cache_home: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    // By the XDG rules, a relative path counts as not set.
    let xdg = xdg_cache_home.map(PathBuf::from).filter(|path| path.is_absolute());
    let base = xdg.or_else(|| home.filter(|home| !home.is_empty()).map(|home| Path::new(&home).join(".cache")))?;
    Some(base.join("tonnage"))
}

/// Parallel runs share the cache: the second waits until the first is done. Released when dropped.
pub(crate) fn take_turn(name: &str) -> Outcome<File> {
    let cache = cache()?;
    let path = cache.join(format!("{name}.lock"));
    let locked = fs::create_dir_all(&cache).and_then(|()| File::create(&path)).and_then(|file| {
        file.lock()?;
        Ok(file)
    });
    locked.doing(|| format!("lock {}", path.display()))
}

/// Cargo at the root, building into the cache folder unless the caller chose another target.
pub(crate) fn cargo() -> Outcome<Command> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    // Remove what cargo set for our own package: crates whose build scripts depend on it would be rebuilt for nothing.
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")) {
            command.env_remove(name);
        }
    }
    command.env("CARGO_TARGET_DIR", target()?);
    // A fresh clone is compiled once: notes for the next compilation would only cost time and disk.
    if env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    Ok(command)
}

/// Builds programs of this workspace and gives the folder that they are in. The whole workspace is named, because a
/// choice of packages is a choice of features, and each such choice would compile the dependencies again.
pub(crate) fn build(profile: &str, programs: &[&str]) -> Outcome<PathBuf> {
    let mut command = cargo()?;
    command.args(["build", "--locked", "--workspace", "--profile", profile]);
    command.args(programs.iter().flat_map(|program| ["--bin", program]));
    must_succeed(&mut command)?;
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(target()?.join(folder))
}

/// Where cargo builds.
pub(crate) fn target() -> Outcome<PathBuf> {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(chosen) => Ok(root().join(chosen)),
        None => Ok(cache()?.join("target")),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{cache_from, root};

    #[test]
    fn the_root_holds_the_workspace() {
        assert!(root().join("Cargo.lock").is_file());
    }

    #[test]
    fn the_cache_follows_the_xdg_rules() {
        let cache = |xdg: Option<&str>, home: Option<&str>| cache_from(xdg.map(Into::into), home.map(Into::into));
        assert_eq!(cache(Some("/x"), Some("/h")), Some(PathBuf::from("/x/tonnage")));
        assert_eq!(cache(Some("relative"), Some("/h")), Some(PathBuf::from("/h/.cache/tonnage")));
        assert_eq!(cache(Some(""), Some("/h")), Some(PathBuf::from("/h/.cache/tonnage")));
        assert_eq!(cache(None, Some("")), None);
        assert_eq!(cache(None, None), None);
    }
}
