//! The program `tonnage`, from its arguments to its exit code.
//!
//! It is a part of the library, because the compiler generates a future where it is run: in the executable, it would
//! generate half of the library a second time.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::{CommandFactory as _, Parser, Subcommand};
use serving::{open_files, private, terminal};

use crate::admin::{self, AdminCommand, BackupCommand};
use crate::clock::Clock;
use crate::config::{self, Flags};
use crate::{error, facts, mail, routes, serve};

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
    Doctor,
    /// Preview the emails that the server sends
    #[command(subcommand)]
    Mail(MailCommand),
    /// Check whether a running server is ready, for health checks
    Health {
        /// Address of the server
        #[arg(default_value = "http://127.0.0.1:7070")]
        address: url::Url,
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
    /// Check the configuration
    Check,
    /// Print every setting with its value and source
    Show,
    /// Print the manual of all settings
    Manual,
}

#[derive(Subcommand)]
enum MailCommand {
    /// Write every email in every language, with sample values, to a directory
    Preview { directory: PathBuf },
}

pub fn main() -> ExitCode {
    // Must happen before anything opens a TLS connection.
    let _ = rustls::crypto::ring::default_provider().install_default();
    open_files::raise_limit();
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {}", terminal::plain(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}

/// How long a thread for blocking calls stays without one. Idle threads are woken in turn: with the usual ten seconds, the
/// polls of workers alone keep as many alive as a busy moment ever needed, each with memory of its own.
const IDLE_THREAD: Duration = Duration::from_secs(1);

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().thread_keep_alive(IDLE_THREAD).build()
}

fn write_facts(directory: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    for (name, text) in facts::modules() {
        let path = directory.join(name);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Command::Openapi => {
            admin::print(&format!("{}\n", routes::document().as_str()));
            return Ok(ExitCode::SUCCESS);
        }
        Command::Errors => {
            admin::print(&error::error_reference());
            return Ok(ExitCode::SUCCESS);
        }
        Command::Facts { directory } => {
            write_facts(directory)?;
            return Ok(ExitCode::SUCCESS);
        }
        Command::Config(ConfigCommand::Manual) => {
            admin::print(config::MANUAL);
            return Ok(ExitCode::SUCCESS);
        }
        Command::Mail(MailCommand::Preview { directory }) => {
            let count = mail::write_preview(directory)?;
            admin::print(&format!("{count} mails written: open {}\n", directory.join("index.html").display()));
            return Ok(ExitCode::SUCCESS);
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "tonnage", &mut script);
            admin::print(&String::from_utf8_lossy(&script));
            return Ok(ExitCode::SUCCESS);
        }
        Command::Man { directory } => {
            std::fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
            clap_mangen::generate_to(Arguments::command(), directory)
                .with_context(|| format!("cannot write to {}", directory.display()))?;
            return Ok(ExitCode::SUCCESS);
        }
        Command::Health { address } => return runtime()?.block_on(admin::health(address)),
        _ => {}
    }
    private::keep_to_ourselves();
    let loaded = config::load(&arguments.flags, std::env::vars())?;
    let runtime = runtime()?;
    match arguments.command {
        Command::Serve => runtime.block_on(serve::serve(loaded.config)),
        Command::Admin(command) => runtime.block_on(admin::run(&loaded.config, command)),
        Command::Backup(command) => runtime.block_on(admin::backup(&loaded, command)),
        Command::Doctor => runtime.block_on(admin::doctor(&loaded.config, Clock::System)),
        Command::Config(ConfigCommand::Show) => {
            admin::print(&config::show(&loaded));
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            admin::print("the configuration is valid\n");
            Ok(ExitCode::SUCCESS)
        }
    }
}
