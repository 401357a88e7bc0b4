//! `tonnage backup`: an installation in a directory of files that either database and any store can be filled from.
//!
//! A back-up is one moment: no row of it refers to something that came later or is missing, although the server runs on.
//! It gets its name when it is whole and on the disk; before, it is called `….partial`.

mod agreement;
mod contents;
mod create;
mod manifest;
mod migrate;
mod progress;
mod restore;
mod secret;
mod sending;
mod staging;
mod table_copy;
mod target;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use crate::clock::Clock;
use crate::config::Config;
use crate::foundation::Foundation;

pub(super) use migrate::Arguments as MigrateArguments;
pub(super) use migrate::run as migrate;

/// The first problems say enough.
const MOST_PROBLEMS: usize = 100;
/// What we keep in a bucket is below this.
const PREFIX: &str = "packages/";

#[derive(clap::Subcommand)]
pub enum BackupCommand {
    /// Write database, secret key, settings and the objects of the embedded store to a new directory; the server may run
    Create(create::Arguments),
    /// Read a back-up to its last byte, and say what is wrong with it
    Verify(verify::Arguments),
    /// Fill an empty installation from a back-up; its server must not run
    Restore(restore::Arguments),
}

pub async fn backup(config: &Config, command: BackupCommand) -> anyhow::Result<ExitCode> {
    match command {
        BackupCommand::Create(arguments) => {
            let foundation = Foundation::open_existing(config, Clock::System).await?;
            create::run(config, &foundation, &arguments).await
        }
        BackupCommand::Verify(arguments) => verify::run(&arguments),
        BackupCommand::Restore(arguments) => restore::run(config, &arguments).await,
    }
}

/// What is wrong, as far as anyone wants to read it.
#[derive(Default)]
struct Problems {
    first: Vec<String>,
    count: u64,
}

impl Problems {
    fn add(&mut self, problem: String) {
        self.count += 1;
        if self.first.len() < MOST_PROBLEMS {
            self.first.push(problem);
        }
    }

    fn take(&mut self, others: Self) {
        let unsaid = others.count.saturating_sub(u64::try_from(others.first.len()).unwrap_or(u64::MAX));
        others.first.into_iter().for_each(|problem| self.add(problem));
        self.count += unsaid;
    }

    const fn exit_code(&self) -> ExitCode {
        if self.count == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn say(&self) {
        for problem in &self.first {
            say!("problem: {problem}");
        }
        match self.count {
            0 => {}
            count => say!("{count} problems"),
        }
    }
}

/// Where a back-up lies, as every command takes it.
#[derive(clap::Args)]
struct Place {
    /// Where the back-up is
    directory: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}
