//! `tonnage backup`: an installation as a directory of files, from which either database and any store can be restored.
//!
//! A backup is a snapshot of one moment: no row in it refers to something newer or missing, although the server keeps
//! running. Until it is complete and synced to disk, its directory is called `….partial`.

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
use crate::config::Loaded;
use crate::foundation::Foundation;

pub(super) use migrate::Arguments as MigrateArguments;
pub(super) use migrate::run as migrate;

/// The first problems are enough to print.
const MOST_PROBLEMS: usize = 100;
/// All our objects in a bucket are below this prefix.
const PREFIX: &str = "packages/";

#[derive(clap::Subcommand)]
pub enum BackupCommand {
    /// Write database, secret key, settings and the objects of the embedded store to a new directory; the server may be
    /// running
    Create(create::Arguments),
    /// Read a backup completely and report what is wrong with it
    Verify(verify::Arguments),
    /// Restore a backup into an empty installation; stop its server first
    Restore(restore::Arguments),
}

pub async fn backup(loaded: &Loaded, command: BackupCommand) -> anyhow::Result<ExitCode> {
    match command {
        BackupCommand::Create(arguments) => {
            let foundation = Foundation::open_existing(&loaded.config, Clock::System).await?;
            create::run(&loaded.config, &foundation, &arguments).await
        }
        BackupCommand::Verify(arguments) => verify::run(&arguments),
        BackupCommand::Restore(arguments) => restore::run(loaded, &arguments).await,
    }
}

/// The problems found, of which only the first are printed.
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

/// The location of a backup, an argument of every command.
#[derive(clap::Args)]
struct Place {
    /// Directory of the backup
    directory: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}
