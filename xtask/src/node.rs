//! The Node.js programs that the tests use, installed once in the cache folder.
//!
//! They are exactly those of `node/package-lock.json`. The stamp is written last, so a broken installation is redone.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::failure::{Doing as _, Outcome};
use crate::processes::must_succeed;
use crate::workspace;

const FILES: [(&str, &str); 3] = [
    ("package.json", include_str!("../node/package.json")),
    (LOCK, include_str!("../node/package-lock.json")),
    (".npmrc", include_str!("../node/.npmrc")),
];
const LOCK: &str = "package-lock.json";

pub(crate) struct Node {
    folder: PathBuf,
}

impl Node {
    pub(crate) fn ready() -> Outcome<Self> {
        let _turn = workspace::take_turn("node")?;
        let node = Self { folder: workspace::cache()?.join("node") };
        let stamp = node.folder.join("installed-lock.json");
        let wanted = FILES.iter().find(|(name, _)| *name == LOCK).map_or("", |(_, text)| text);
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
            return Ok(node);
        }
        node.install()?;
        fs::write(&stamp, wanted).doing(|| format!("write {}", stamp.display()))?;
        Ok(node)
    }

    /// The folder with the packages, for scripts that import them.
    pub(crate) fn packages(&self) -> PathBuf {
        self.folder.join("node_modules")
    }

    /// A program of one of the packages.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.packages().join(".bin").join(name)
    }

    fn install(&self) -> Outcome {
        println!("Installing the Node.js tools of the tests into {}", self.folder.display());
        fs::create_dir_all(&self.folder).doing(|| format!("make {}", self.folder.display()))?;
        for (name, text) in FILES {
            let path = self.folder.join(name);
            fs::write(&path, text).doing(|| format!("write {}", path.display()))?;
        }
        must_succeed(Command::new("npm").args(["ci", "--no-progress", "--loglevel=error"]).current_dir(&self.folder))
    }
}

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn packages_are_pinned_by_content_and_not_by_address() {
        let text = |wanted: &str| FILES.iter().find(|(name, _)| *name == wanted).map_or("", |(_, text)| text);
        let lock = text("package-lock.json");
        assert!(lock.contains("\"integrity\""));
        assert!(!lock.contains("\"resolved\""), "a lock file without addresses: see node/.npmrc");
        assert!(text(".npmrc").contains("omit-lockfile-registry-resolved=true"));
    }
}
