//! The command line of the server.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use cloud::admin::{self, AdminCommand};
use cloud::clock::Clock;
use cloud::config::{self, Flags};
use cloud::{error, mail, routes, serve};

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
    /// Look after an installation
    #[command(subcommand)]
    Admin(AdminCommand),
    /// Look at the configuration
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Check the database, the store, the clock, mail and disk
    Doctor,
    /// Look at the mails that are sent
    #[command(subcommand)]
    Mail(MailCommand),
    /// Print the OpenAPI document
    #[command(hide = true)]
    Openapi,
    /// Print the page of error codes
    #[command(hide = true)]
    Errors,
}

#[derive(Subcommand)]
enum ConfigCommand {
    /// Say whether the configuration is good
    Check,
    /// Print every setting with its value and source
    Show,
    /// Print the manual of all settings
    Manual,
}

#[derive(Subcommand)]
enum MailCommand {
    /// Write every mail in every language, with made-up values, to a directory
    Preview { directory: PathBuf },
}

fn main() -> ExitCode {
    // Before anything can open a TLS connection.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
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
        Command::Config(ConfigCommand::Manual) => {
            admin::print(config::MANUAL);
            return Ok(ExitCode::SUCCESS);
        }
        Command::Mail(MailCommand::Preview { directory }) => {
            let count = mail::write_preview(directory)?;
            admin::print(&format!("{count} mails: open {}\n", directory.join("index.html").display()));
            return Ok(ExitCode::SUCCESS);
        }
        _ => {}
    }
    let loaded = config::load(&arguments.flags, std::env::vars())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match arguments.command {
        Command::Serve => runtime.block_on(serve::serve(loaded.config)),
        Command::Admin(command) => runtime.block_on(admin::run(&loaded.config, command)),
        Command::Doctor => runtime.block_on(admin::doctor(&loaded.config, Clock::System)),
        Command::Config(ConfigCommand::Show) => {
            admin::print(&config::show(&loaded));
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            admin::print("the configuration is good\n");
            Ok(ExitCode::SUCCESS)
        }
    }
}
