//! `cargo xtask run`: runs the service with its defaults from a fresh checkout.

use std::os::unix::process::CommandExt as _;
use std::process::Command;

use crate::failure::{Outcome, failed};
use crate::processes::shown;
use crate::{web, workspace};

pub(crate) fn run(arguments: &[String]) -> Outcome {
    web::built_if_possible()?;
    // The agent, too: who tries the service wants to send something next.
    let programs = workspace::build("release", &["tonnage", "tonnage-agent"])?;
    // The data folder is relative to the caller's folder, as it is for the installed program.
    let mut command = Command::new(programs.join("tonnage"));
    command.arg("serve").args(arguments);
    // The service replaces this process, so that a signal sent to it reaches the service.
    let error = command.exec();
    failed(format!("Could not start `{}`: {error}", shown(&command)))
}
