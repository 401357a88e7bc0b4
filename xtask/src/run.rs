//! `cargo xtask run`: runs the service with its defaults from a fresh checkout.

use std::os::unix::process::CommandExt as _;

use crate::failure::{Doing as _, Outcome, failed};
use crate::processes::shown;
use crate::{web, workspace};

pub(crate) fn run(arguments: &[String]) -> Outcome {
    web::built_if_possible()?;
    // The data folder is relative to the caller's current folder, as for the installed program.
    let here = std::env::current_dir().doing(|| "find the current folder".to_owned())?;
    let mut command = workspace::cargo()?;
    command.current_dir(here).arg("run").arg("--manifest-path").arg(workspace::root().join("Cargo.toml"));
    command.args(["--release", "--package", "cloud", "--bin", "tonnage", "--", "serve"]).args(arguments);
    // The service replaces this process, so that a signal sent to us drains it instead of orphaning it.
    let error = command.exec();
    failed(format!("Could not start `{}`: {error}", shown(&command)))
}
