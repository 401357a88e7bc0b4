//! The repository on disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::source::{Language, Source};

/// Folders that a build or a run leaves behind. Hidden folders are skipped too.
const NOT_OURS: &[&str] = &["target", "node_modules", "dist", "tonnage-data"];

pub(crate) fn root() -> PathBuf {
    // Read at run time, since a compiled-in path may belong to another checkout.
    let package =
        std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR; run this with `cargo test`");
    let root = Path::new(&package).ancestors().nth(2).expect("tidy is two folders below the root");
    root.to_owned()
}

pub(crate) fn read(path: &str) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}

/// All our Rust and SQL files, read once for all rules.
pub(crate) fn sources() -> &'static [Source] {
    static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
        let root = root();
        let mut paths = Vec::new();
        for folder in ["crates", "xtask", "bench"] {
            collect(&root.join(folder), &mut paths);
        }
        paths.sort();
        paths.iter().map(|path| source(&root, path)).collect()
    });
    assert!(SOURCES.len() > 10, "found only {} files below {}", SOURCES.len(), root().display());
    &SOURCES
}

/// The paths of all files that git knows, or would add.
pub(crate) fn files() -> Vec<String> {
    let mut git = std::process::Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(root());
    let output = git.output().expect("git is there");
    let paths = String::from_utf8(output.stdout).expect("paths are UTF-8");
    // What was deleted and is not committed yet is still listed.
    let paths: Vec<String> = paths.lines().filter(|path| root().join(path).exists()).map(str::to_owned).collect();
    assert!(paths.len() > 10, "git lists only {} files below {}", paths.len(), root().display());
    paths
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if path.is_dir() && !name.starts_with('.') && !NOT_OURS.contains(&name.as_ref()) {
            collect(&path, paths);
        } else if Language::of(&path).is_some() {
            paths.push(path);
        }
    }
}

fn source(root: &Path, path: &Path) -> Source {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    let relative = path.strip_prefix(root).unwrap_or(path);
    Source::new(&relative.to_string_lossy(), &text)
}
