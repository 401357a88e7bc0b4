//! The program `tonnage`, from its arguments to its exit code.
//!
//! It is a part of the library, because the compiler generates a future where it is run: in the executable, it would
//! generate half of the library a second time.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::{CommandFactory as _, Parser, Subcommand};
use serving::{open_files, private};

use crate::admin::{self, AdminCommand, BackupCommand};
use crate::clock::Clock;
use crate::config::{self, Fault, Faults, Flags};
use crate::interruption::{self, Interrupted};
use crate::{error, facts, mail, routes, serve, whole_directory};

/// Delivers very large files between people and storage.
#[derive(Parser)]
#[command(name = "tonnage", version)]
struct Arguments {
    #[command(flatten)]
    flags: Flags,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server
    Serve,
    /// Manage an installation
    #[command(subcommand)]
    Admin(AdminCommand),
    /// Back up an installation, verify a backup, restore it
    #[command(subcommand)]
    Backup(BackupCommand),
    /// Show and check the configuration
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Check the database, the store, the clock, email and disk
    Doctor {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Preview the emails that the server sends, or send a test email
    #[command(subcommand)]
    Mail(MailCommand),
    /// Check whether a running server is ready, for health checks
    Health {
        /// Address of the server, such as <http://127.0.0.1:7070>. If it is missing, the settings say where the server
        /// listens
        address: Option<url::Url>,
    },
    /// Print completions for a shell
    Completions { shell: clap_complete::Shell },
    /// Write a manual page for every command to a directory
    Man { directory: PathBuf },
    /// Print the OpenAPI document
    #[command(hide = true)]
    Openapi,
    /// Print the reference of error codes
    #[command(hide = true)]
    Errors,
    /// Write the facts that the pages share with the server to a directory
    #[command(hide = true)]
    Facts { directory: PathBuf },
}

#[derive(Subcommand)]
enum ConfigCommand {
    /// Check the configuration: names everything for which `serve` would refuse it
    Check {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print every setting with its value and source
    Show {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the manual of all settings
    Manual,
}

#[derive(Subcommand)]
enum MailCommand {
    /// Write every email in every language, with sample values, to a directory
    Preview { directory: PathBuf },
    /// Send one email with the configured server, and say what it answers
    Test {
        /// Address of the recipient
        address: String,
    },
}

pub fn main() -> ExitCode {
    // Must happen before anything opens a TLS connection.
    let _ = rustls::crypto::ring::default_provider().install_default();
    open_files::raise_limit();
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(code) => code,
        Err(error) => failed(&error),
    }
}

/// Reports an error, and returns its exit code.
fn failed(error: &anyhow::Error) -> ExitCode {
    let Some(interrupted) = error.downcast_ref::<Interrupted>() else {
        interruption::complain(&format!("error: {error:#}"));
        return ExitCode::FAILURE;
    };
    match interruption::left() {
        left if left.is_empty() => interruption::complain("interrupted; nothing incomplete was left behind"),
        left => interruption::complain(&format!("interrupted; {left}")),
    }
    ExitCode::from(interrupted.exit_code())
}

/// How long a thread for blocking calls stays without one. Idle threads are woken in turn: with the usual ten seconds, the
/// polls of workers alone keep as many alive as a busy moment ever needed, each with memory of its own.
const IDLE_THREAD: Duration = Duration::from_secs(1);

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().thread_keep_alive(IDLE_THREAD).build()
}

/// Runs a command until it is done, or is interrupted.
fn run_command(command: impl Future<Output = anyhow::Result<ExitCode>>) -> anyhow::Result<ExitCode> {
    let runtime = runtime()?;
    let outcome = runtime.block_on(interruption::watch(command));
    if interruption::check().is_err() {
        // What still works in the background only reads, and is not waited for.
        runtime.shutdown_background();
    }
    outcome
}

fn write_facts(directory: &Path) -> anyhow::Result<()> {
    for (name, text) in facts::modules() {
        let path = directory.join(name);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn write_manual_pages(directory: &Path) -> anyhow::Result<()> {
    clap_mangen::generate_to(Arguments::command(), directory)
        .with_context(|| format!("cannot write to {}", directory.display()))
}

fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match needs_no_settings(&arguments.command) {
        Some(outcome) => outcome.map(|()| ExitCode::SUCCESS),
        None => run_with_settings(arguments),
    }
}

/// Commands that do the same with any configuration.
fn needs_no_settings(command: &Command) -> Option<anyhow::Result<()>> {
    Some(match command {
        Command::Openapi => {
            admin::print(&format!("{}\n", routes::document().as_str()));
            Ok(())
        }
        Command::Errors => {
            admin::print(&error::error_reference());
            Ok(())
        }
        Command::Facts { directory } => whole_directory::fill(directory, write_facts),
        Command::Config(ConfigCommand::Manual) => {
            admin::print(config::MANUAL);
            Ok(())
        }
        Command::Mail(MailCommand::Preview { directory }) => run_command(async { preview(directory) }).map(drop),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "tonnage", &mut script);
            admin::print(&String::from_utf8_lossy(&script));
            Ok(())
        }
        Command::Man { directory } => {
            let write = async { whole_directory::fill(directory, write_manual_pages).map(|()| ExitCode::SUCCESS) };
            run_command(write).map(drop)
        }
        _ => return None,
    })
}

fn preview(directory: &Path) -> anyhow::Result<ExitCode> {
    let count = mail::write_preview(directory)?;
    admin::print(&format!("{count} mails written: open {}\n", directory.join("index.html").display()));
    Ok(ExitCode::SUCCESS)
}

/// Whether a fault leaves it unknown where the server listens. A file that cannot be read does not matter if something else
/// says it.
fn is_about_listening(fault: &Fault, loaded: &config::Loaded) -> bool {
    match fault.key.as_str() {
        "" => loaded.origin("listen") == config::Origin::Default,
        key => ["listen", "metrics.listen", "roles"].contains(&key),
    }
}

fn run_with_settings(arguments: Arguments) -> anyhow::Result<ExitCode> {
    private::keep_to_ourselves();
    let (loaded, faults) = config::read(&arguments.flags, std::env::vars());
    match &arguments.command {
        Command::Config(ConfigCommand::Check { json: true }) => return Ok(admin::check_config(&faults)),
        Command::Health { address: None } if faults.iter().any(|fault| is_about_listening(fault, &loaded)) => {
            return Err(Faults(faults).into());
        }
        // Any other fault must not make a server look ill that runs with what it read before.
        Command::Health { address } => return run_command(admin::health(&loaded.config, address.as_ref())),
        _ if !faults.is_empty() => return Err(Faults(faults).into()),
        _ => {}
    }
    let config = &loaded.config;
    match arguments.command {
        Command::Serve => runtime()?.block_on(serve::serve(loaded.config)),
        Command::Admin(command) => run_command(admin::run(config, command)),
        Command::Backup(command) => run_command(admin::backup(&loaded, command)),
        Command::Doctor { json } => run_command(admin::doctor(config, Clock::System, json)),
        Command::Mail(MailCommand::Test { address }) => run_command(admin::test_mail(config, &address)),
        Command::Config(ConfigCommand::Show { json: false }) => {
            admin::print(&config::show(&loaded));
            Ok(ExitCode::SUCCESS)
        }
        Command::Config(ConfigCommand::Show { json: true }) => {
            admin::print(&format!("{}\n", config::show_json(&loaded)));
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            admin::print("the configuration is valid\n");
            Ok(ExitCode::SUCCESS)
        }
    }
}
