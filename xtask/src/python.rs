//! The Python environments with foreign clients for tests and benches, created once in the cache folder.
//!
//! Each contains exactly its list of requirements. The stamp is written last, so a broken installation is redone.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::failure::{Doing as _, Outcome};
use crate::processes::{must_succeed, output_of};
use crate::workspace;

/// A list of packages, and where to install them.
struct List {
    name: &'static str,
    file: &'static str,
    text: &'static str,
}

const TESTS: List =
    List { name: "python", file: "python-requirements.txt", text: include_str!("../python-requirements.txt") };
/// Separate from the tests', because the AWS command line needs other versions of its dependencies.
const PEERS: List =
    List { name: "python-peers", file: "peer-requirements.txt", text: include_str!("../peer-requirements.txt") };

pub(crate) struct Python {
    folder: PathBuf,
}

impl Python {
    /// The environment for tests.
    pub(crate) fn ready() -> Outcome<Self> {
        Self::with(&TESTS)
    }

    /// Clients that only benches use.
    pub(crate) fn peers() -> Outcome<Self> {
        Self::with(&PEERS)
    }

    fn with(list: &List) -> Outcome<Self> {
        let cache = workspace::cache()?;
        let _turn = workspace::take_turn(list.name)?;
        let python = Self { folder: cache.join(list.name) };
        let stamp = python.folder.join("installed-requirements.txt");
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == list.text) {
            return Ok(python);
        }
        python.install(list)?;
        fs::write(&stamp, list.text).doing(|| format!("write {}", stamp.display()))?;
        Ok(python)
    }

    /// A program of the environment.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.folder.join("bin").join(name)
    }

    /// A file in a package, by its path inside it.
    pub(crate) fn file_of(&self, package: &str, file: &str) -> Outcome<PathBuf> {
        let place = format!("import {package}, os; print(os.path.dirname({package}.__file__), end='')");
        let folder = output_of(Command::new(self.program("python")).args(["-c", &place]))?;
        Ok(PathBuf::from(folder).join(file))
    }

    fn install(&self, list: &List) -> Outcome {
        println!("Installing foreign clients into {}", self.folder.display());
        must_succeed(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&self.folder))?;
        let requirements = workspace::root().join("xtask").join(list.file);
        let mut pip = Command::new(self.program("python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(requirements);
        must_succeed(&mut pip)
    }
}
