//! `man`: writes a man page for each command.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, CommandFactory as _};

use super::arguments::Arguments;
use super::exit::Exit;
use super::problem::Outcome;
use super::talk::Talk;

#[derive(Args)]
#[command(after_help = "Example:\n  tonnage-agent man ~/.local/share/man/man1")]
pub struct Man {
    /// Target directory; created if it does not exist
    directory: PathBuf,
}

impl Man {
    pub(super) fn run(self, talk: &Talk) -> Outcome<Exit> {
        let shown = self.directory.display();
        std::fs::create_dir_all(&self.directory).with_context(|| format!("cannot create {shown}"))?;
        let written = clap_mangen::generate_to(Arguments::command(), &self.directory);
        written.with_context(|| format!("cannot write to {shown}"))?;
        talk.say(&format!("the pages are in {shown}: man -l {shown}/tonnage-agent.1"));
        Ok(Exit::Done)
    }
}
