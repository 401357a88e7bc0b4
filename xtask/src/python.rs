//! The Python environment that the tests borrow foreign clients from, made once in the cache folder.
//!
//! Promise: it holds exactly `python-requirements.txt`; the stamp is written last, so a broken installation is redone.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::failure::{Doing as _, Outcome};
use crate::processes::must_succeed;
use crate::workspace;

const REQUIREMENTS: &str = include_str!("../python-requirements.txt");

pub(crate) struct Python {
    folder: PathBuf,
}

impl Python {
    pub(crate) fn ready() -> Outcome<Self> {
        let cache = workspace::cache()?;
        let _turn = workspace::take_turn("python")?;
        let python = Self { folder: cache.join("python") };
        let stamp = python.folder.join("installed-requirements.txt");
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == REQUIREMENTS) {
            return Ok(python);
        }
        python.install()?;
        fs::write(&stamp, REQUIREMENTS).doing(|| format!("write {}", stamp.display()))?;
        Ok(python)
    }

    /// A program of the environment.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.folder.join("bin").join(name)
    }

    fn install(&self) -> Outcome {
        println!("Installing the test clients into {}", self.folder.display());
        must_succeed(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&self.folder))?;
        let requirements = workspace::root().join("xtask/python-requirements.txt");
        let mut pip = Command::new(self.program("python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(requirements);
        must_succeed(&mut pip)
    }
}
