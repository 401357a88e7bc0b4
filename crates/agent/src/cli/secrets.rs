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
    /// File with the password, or `-` to read it from standard input; a terminal asks for it
    #[arg(long, value_name = "FILE", conflicts_with = "password")]
    password_file: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is typed twice: with a typo, nobody could open what it protects.
    Protect,
    Open,
}

impl PasswordFlags {
    pub(super) const fn is_given(&self) -> bool {
        self.password.is_some() || self.password_file.is_some()
    }

    /// Whether standard input is read for it.
    pub(super) fn is_from_input(&self) -> bool {
        self.password_file.as_deref().is_some_and(|path| path.as_os_str() == "-")
    }

    pub(super) fn read(&self, purpose: Purpose, interrupt: &CancellationToken) -> Outcome<Option<String>> {
        let (argument, text) = match (&self.password, &self.password_file) {
            (None, None) => return Ok(None),
            (Some(password), _) => ("--password", password.clone()),
            (None, Some(path)) if path.as_os_str() == "-" => ("--password-file", asked(purpose, interrupt)?),
            (None, Some(path)) => {
                let unreadable =
                    |error| Problem::usage(format!("--password-file: cannot read {}: {error}", path.display()));
                ("--password-file", std::fs::read_to_string(path).map_err(unreadable)?)
            }
        };
        match text.trim_end_matches(['\r', '\n']) {
            "" => Err(Problem::usage(format!("{argument}: the password is empty"))),
            password => Ok(Some(password.to_owned())),
        }
    }
}

fn asked(purpose: Purpose, interrupt: &CancellationToken) -> Outcome<String> {
    let password = prompt::line("Password: ", Echo::Off, interrupt)?;
    if purpose == Purpose::Protect
        && prompt::can_ask()
        && prompt::line("Repeat the password: ", Echo::Off, interrupt)? != password
    {
        return Err(Problem::usage("the passwords differ: nothing was done"));
    }
    Ok(password)
}
