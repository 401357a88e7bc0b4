//! The command line for people: its commands and how they run.
//!
//! A command talks to an agent through its API, either a running agent or one in this process. It ends with one of the
//! exit codes of [`exit::Exit`].

mod account;
pub mod arguments;
mod arrivals;
mod automations;
mod chase;
mod completions;
mod doctor;
mod downloads;
pub mod exit;
mod follow;
mod gateways;
mod get;
mod man;
mod memory;
mod meter;
mod moments;
mod output;
mod packages;
mod page;
mod paths;
mod problem;
mod progress;
mod prompt;
mod reach;
mod secrets;
mod send;
mod service;
mod settings;
mod source;
mod status;
mod sync;
mod talk;
mod transfers;
mod units;
mod uploads;
mod verify;

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use clap::Subcommand;
use serving::log;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::options::{self, Flags, Options};
use exit::Exit;
use problem::{Outcome, Problem};
use reach::Agent;
use talk::{Talk, TalkFlags};

#[derive(Subcommand)]
pub enum ClientCommand {
    /// Send files to recipients or to a Portal, or create a download link
    Send(Box<send::Send>),
    /// Send what changed in a directory since the last time
    Sync(Box<sync::Sync>),
    /// Download the files of a link or of a package, even while they grow
    Get(get::Get),
    /// Compare files on the disk with the checksums of their package
    Verify(verify::Verify),
    /// List the packages that your Teams sent and received
    Ls(packages::Ls),
    /// Show a package with its links and files
    Info(packages::Info),
    /// Delete packages
    Rm(packages::Rm),
    /// Change when a package expires
    Extend(packages::Extend),
    /// Create a download link of a package
    Link(packages::CreateLinkOf),
    /// List, pause, resume and delete uploads
    Uploads(uploads::Uploads),
    /// List, pause, resume and delete downloads
    Downloads(downloads::Downloads),
    /// List, create, enable and disable automations
    Automations(automations::Automations),
    /// List, add and remove storage gateways
    Gateways(gateways::Gateways),
    /// Show the agent's account and its current activity
    Status(status::Status),
    /// Print the address of the agent's web page
    Page(page::Page),
    /// Show or change speed limits and concurrency
    Settings(settings::Settings),
    /// Diagnose problems and suggest fixes
    Doctor(doctor::Doctor),
    /// Install the agent as a systemd service
    Service(service::Service),
    /// Print a shell completion script
    Completions(completions::Completions),
    /// Write man pages to a directory
    Man(man::Man),
}

/// Everything that a command needs to run.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact about the command")]
struct Context {
    options: Options,
    talk: Talk,
    alone: bool,
    /// Whether options were given that only apply to an agent of this process.
    has_own_options: bool,
    /// Whether a flag or the environment names the server.
    names_server: bool,
    /// The file of the API key, if a flag or the environment named one.
    api_key_file: Option<PathBuf>,
    /// Whether standard output is a terminal.
    is_terminal: bool,
    interrupt: CancellationToken,
}

impl Context {
    async fn reach(&self) -> Outcome<Agent> {
        let reaching = Agent::reach(self.options.clone(), self.alone, &self.talk);
        let agent = self.unless_interrupted(reaching).await?;
        if self.has_own_options && !agent.is_own() {
            self.talk.warn(
                "the running agent uses the key, the server and the limits that it was started with; use --alone to \
                 apply those given here",
            );
        }
        Ok(agent)
    }

    async fn unless_interrupted<T>(&self, work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
        tokio::select! {
            done = work => done,
            () = self.interrupt.cancelled() => Err(Problem::new(Exit::Interrupted, "interrupted before it began")),
        }
    }
}

/// Runs a command to its end and returns its exit code.
pub fn run(command: ClientCommand, flags: Flags) -> ExitCode {
    let talk_flags = command.talk().cloned().unwrap_or_default();
    let talk = Talk::new(&talk_flags);
    let outcome = match command {
        ClientCommand::Completions(completions) => completions.run(),
        ClientCommand::Man(man) => man.run(&talk),
        command => run_async(command, flags, talk.clone(), talk_flags.alone),
    };
    match outcome {
        Ok(exit) => exit.into(),
        Err(problem) => {
            talk.complain(&problem);
            problem.exit.into()
        }
    }
}

fn run_async(command: ClientCommand, flags: Flags, talk: Talk, alone: bool) -> Outcome<Exit> {
    let has_own_options = flags.api_key.is_some()
        || flags.api_key_file.is_some()
        || flags.cloud_url.is_some()
        || flags.max_upload_rate.is_some()
        || flags.max_download_rate.is_some();
    let in_environment = std::env::var_os("TONNAGE_AGENT_CLOUD_URL").is_some_and(|url| !url.is_empty());
    let names_server = flags.cloud_url.is_some() || in_environment;
    let is_terminal = std::io::stdout().is_terminal();
    let named = || std::env::var_os("TONNAGE_AGENT_API_KEY_FILE").map(PathBuf::from);
    let api_key_file = flags.api_key_file.clone().or_else(named);
    let options = options::load(flags, std::env::vars()).map_err(|error| Problem::usage(format!("{error:#}")))?;
    if talk.is_verbose {
        log::start(&options.log_level).map_err(|_| Problem::usage("--log-level must be a level or a filter"))?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Problem::from(anyhow::Error::from(error)))?;
    let ended = runtime.block_on(async {
        let interrupt = watch_interrupts()?;
        let context =
            Context { options, talk, alone, has_own_options, names_server, api_key_file, is_terminal, interrupt };
        Box::pin(command.dispatch(context)).await
    });
    if ended.as_ref().is_err_and(|problem| problem.exit == Exit::Interrupted) {
        // Not waiting for a thread that reads a large file: everything else has ended.
        runtime.shutdown_background();
    }
    ended
}

impl ClientCommand {
    fn talk(&self) -> Option<&TalkFlags> {
        Some(match self {
            Self::Send(command) => &command.talk,
            Self::Sync(command) => &command.talk,
            Self::Get(command) => &command.talk,
            Self::Verify(command) => &command.talk,
            Self::Ls(command) => &command.talk,
            Self::Info(command) => &command.talk,
            Self::Rm(command) => &command.talk,
            Self::Extend(command) => &command.talk,
            Self::Link(command) => &command.talk,
            Self::Uploads(command) => &command.talk,
            Self::Downloads(command) => &command.talk,
            Self::Automations(command) => &command.talk,
            Self::Gateways(command) => &command.talk,
            Self::Status(command) => &command.talk,
            Self::Page(command) => &command.talk,
            Self::Settings(command) => &command.talk,
            Self::Doctor(command) => &command.talk,
            Self::Service(_) | Self::Completions(_) | Self::Man(_) => return None,
        })
    }

    async fn dispatch(self, context: Context) -> Outcome<Exit> {
        match self {
            Self::Send(command) => command.run(context).await,
            Self::Sync(command) => command.run(context).await,
            Self::Get(command) => command.run(context).await,
            Self::Verify(command) => command.run(context).await,
            Self::Ls(command) => command.run(context).await,
            Self::Info(command) => command.run(context).await,
            Self::Rm(command) => command.run(context).await,
            Self::Extend(command) => command.run(context).await,
            Self::Link(command) => command.run(context).await,
            Self::Uploads(command) => command.run(context).await,
            Self::Downloads(command) => command.run(context).await,
            Self::Automations(command) => command.run(context).await,
            Self::Gateways(command) => command.run(context).await,
            Self::Status(command) => command.run(context).await,
            Self::Page(command) => command.run(context).await,
            Self::Settings(command) => command.run(context).await,
            Self::Doctor(command) => command.run(context).await,
            Self::Service(command) => command.run(&context),
            Self::Completions(command) => command.run(),
            Self::Man(command) => command.run(&context.talk),
        }
    }
}

/// What ends a command: Ctrl-C, a request to end, and the end of the terminal.
const INTERRUPTS: [SignalKind; 3] = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];

/// Cancelled by the first of these signals. The second ends the process at once, except for the end of the terminal.
fn watch_interrupts() -> Outcome<CancellationToken> {
    let (token, count) = (CancellationToken::new(), Arc::new(AtomicU32::new(0)));
    // `nohup` lets a command continue without its terminal.
    let ignored = ignored_signals();
    for kind in INTERRUPTS {
        let number = kind.as_raw_value();
        if kind == SignalKind::hangup() && ignored >> (number - 1) & 1 == 1 {
            continue;
        }
        let mut interrupts = signal(kind).map_err(|error| Problem::from(anyhow::Error::from(error)))?;
        let (first, count) = (token.clone(), Arc::clone(&count));
        tokio::spawn(async move {
            while interrupts.recv().await.is_some() {
                // A terminal that closes may say so twice.
                if kind != SignalKind::hangup() && count.fetch_add(1, Ordering::Relaxed) > 0 {
                    std::process::exit(i32::from(Exit::Interrupted.number()));
                }
                first.cancel();
            }
        });
    }
    Ok(token)
}

/// The signals that this process was told to ignore when it was started: the first one is the lowest bit.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
