//! The operator's commands. They can open the database while a server is running.

/// Prints a line. A closed pipe (`| head`) ends the command and is not an error.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::admin::print(&format!("{}\n", format_args!($($text)*)))
    };
}

mod audit;
mod backup;
mod bootstrap;
mod clock;
mod configuration;
mod doctor;
mod fsck;
mod health;
mod jobs;
mod mail;
mod migrate;
mod packages;
mod secret;
mod storage;
mod teams;
mod users;

use std::io::Write as _;
use std::process::ExitCode;

use clap::Subcommand;
use serving::terminal::plain;

pub use backup::{BackupCommand, backup};
pub use configuration::check_config;
pub use doctor::doctor;
pub use health::health;
pub use mail::test_mail;

use crate::clock::Clock;
use crate::config::Config;
use crate::foundation::Foundation;

/// Writes to standard output, as `say!` does. Names that people chose must not control the operator's terminal.
pub fn print(text: &str) {
    let mut output = std::io::stdout();
    if output.write_all(plain(text).as_bytes()).and_then(|()| output.flush()).is_err() {
        std::process::exit(0);
    }
}

#[derive(Subcommand)]
pub enum AdminCommand {
    /// Create a Team with its Owner and an API key
    Bootstrap(bootstrap::Arguments),
    /// List, suspend and reactivate Teams
    #[command(subcommand)]
    Team(teams::TeamCommand),
    /// List users, reset passwords, turn off two-factor authentication
    #[command(subcommand)]
    User(users::UserCommand),
    /// Restore packages that were deleted or have expired
    #[command(subcommand)]
    Package(packages::PackageCommand),
    /// Compare the clock with the newest time in the database, or accept it
    #[command(subcommand)]
    Clock(clock::ClockCommand),
    /// List the queue; retry or remove dead jobs
    #[command(subcommand)]
    Jobs(jobs::JobsCommand),
    /// List and show sent and queued emails
    #[command(subcommand)]
    Mail(mail::MailCommand),
    /// Manage the object store
    #[command(subcommand)]
    Storage(storage::StorageCommand),
    /// Replace the secret key, and show what needs the former one
    #[command(subcommand)]
    Secret(secret::SecretCommand),
    /// Check the audit log
    #[command(subcommand)]
    Audit(audit::AuditCommand),
    /// Check that the database, the store and the disk agree
    Fsck(fsck::Arguments),
    /// Bring the schema of the database up to date, as a start of the server does
    Migrate(migrate::Arguments),
    /// Move the database and the objects to the installation described by another configuration file; stop the server
    /// first
    MigrateStorage(backup::MigrateArguments),
}

pub async fn run(config: &Config, command: AdminCommand) -> anyhow::Result<ExitCode> {
    let foundation = match &command {
        AdminCommand::Storage(command) if command.only_prints_rules() => {
            storage::print_rules();
            return Ok(ExitCode::SUCCESS);
        }
        AdminCommand::Bootstrap(_) => bootstrap::foundation(config).await?,
        AdminCommand::Migrate(arguments) => return migrate::run(config, arguments).await,
        _ => Foundation::open_existing(config, Clock::System).await?,
    };
    match command {
        AdminCommand::Bootstrap(arguments) => bootstrap::run(&foundation, arguments).await?,
        AdminCommand::Team(command) => teams::run(&foundation, command).await?,
        AdminCommand::User(command) => users::run(&foundation, command).await?,
        AdminCommand::Package(command) => packages::run(&foundation, command).await?,
        AdminCommand::Clock(command) => clock::run(&foundation, command).await?,
        AdminCommand::Jobs(command) => jobs::run(&foundation, command).await?,
        AdminCommand::Mail(command) => mail::run(&foundation, command).await?,
        // It has no foundation yet, and was handled above.
        AdminCommand::Migrate(_) => {}
        AdminCommand::Storage(command) => return storage::run(config, &foundation, &command).await,
        AdminCommand::Secret(command) => secret::run(config, &foundation, command).await?,
        AdminCommand::Audit(command) => return audit::run(&foundation, &command).await,
        AdminCommand::Fsck(arguments) => return fsck::run(config, &foundation, &arguments).await,
        AdminCommand::MigrateStorage(arguments) => return backup::migrate(config, &foundation, &arguments).await,
    }
    Ok(ExitCode::SUCCESS)
}
