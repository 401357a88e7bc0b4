//! `completions`: prints shell completion scripts.

use std::io::Write as _;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::arguments::Arguments;
use super::exit::Exit;
use super::problem::Outcome;

#[derive(Args)]
#[command(after_help = "Example:\n  \
    tonnage-agent completions bash > ~/.local/share/bash-completion/completions/tonnage-agent")]
pub struct Completions {
    shell: Shell,
}

impl Completions {
    #[expect(clippy::unnecessary_wraps, reason = "all commands have the same result type")]
    pub(super) fn run(self) -> Outcome<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "tonnage-agent", &mut script);
        // A reader that closes the pipe early (`| head`) is not a failure.
        let _ = std::io::stdout().write_all(&script);
        Ok(Exit::Done)
    }
}
