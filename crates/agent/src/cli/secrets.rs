//! Passwords of downloads. Other users of the machine can see arguments, so there is also a file and a prompt.

use std::path::PathBuf;

use clap::Args;
use tokio_util::sync::CancellationToken;

use super::problem::{Outcome, Problem};
use super::prompt::{self, Echo};

// Without `Debug`: it holds a secret.
#[derive(Args)]
pub(super) struct PasswordFlags {
    /// Password that protects the download; prefer --password-file, because other users can see arguments
    #[arg(long)]
    password: Option<String>,
    /// File with the password, or `-` for standard input, which asks for it on a terminal
    #[arg(long, value_name = "FILE", conflicts_with = "password")]
    password_file: Option<PathBuf>,
}

impl PasswordFlags {
    pub(super) fn read(&self, interrupt: &CancellationToken) -> Outcome<Option<String>> {
        let Some(path) = &self.password_file else { return Ok(self.password.clone()) };
        let text = if path.as_os_str() == "-" {
            prompt::line("Password: ", Echo::Off, interrupt)?
        } else {
            let unreadable =
                |error| Problem::usage(format!("--password-file: cannot read {}: {error}", path.display()));
            std::fs::read_to_string(path).map_err(unreadable)?
        };
        match text.trim_end_matches(['\r', '\n']) {
            "" => Err(Problem::usage("--password-file: the password is empty")),
            password => Ok(Some(password.to_owned())),
        }
    }
}
