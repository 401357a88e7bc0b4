//! The command line for people: what it understands, and how a command runs.
//!
//! A command speaks to an agent through its interface, be it one that is running or one in this process. What it ends
//! with is one of the exit codes of [`exit::Exit`].

pub mod arguments;
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
mod meter;
mod paths;
mod problem;
mod progress;
mod reach;
mod send;
mod service;
mod settings;
mod status;
mod talk;
mod transfers;
mod units;
mod uploads;

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;

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
    /// Send files to people, to a Portal, or to whoever gets the link
    Send(Box<send::Send>),
    /// Download what a link leads to, or follow a package that is still growing
    Get(get::Get),
    /// List uploads, pause them, go on with them
    Uploads(uploads::Uploads),
    /// List downloads, pause them, go on with them
    Downloads(downloads::Downloads),
    /// List automations, make them, let them rest
    Automations(automations::Automations),
    /// List storage gateways, serve one, serve one no more
    Gateways(gateways::Gateways),
    /// Show whom the agent acts for, and what it does
    Status(status::Status),
    /// Show or change how fast and how many
    Settings(settings::Settings),
    /// Look for what could be wrong, and say how to mend it
    Doctor(doctor::Doctor),
    /// Let systemd run the agent
    Service(service::Service),
    /// Print completions for a shell
    Completions(completions::Completions),
    /// Write manual pages into a directory
    Man(man::Man),
}

/// What a command runs with.
struct Context {
    options: Options,
    talk: Talk,
    alone: bool,
    /// Whether options were given that hold for an agent of our own only.
    has_own_options: bool,
    /// Where the key was read from, if a flag or the environment said so.
    api_key_file: Option<PathBuf>,
    /// Whether a person reads standard output.
    is_terminal: bool,
    interrupt: CancellationToken,
}

impl Context {
    async fn reach(&self) -> Outcome<Agent> {
        let reaching = Agent::reach(self.options.clone(), self.alone, &self.talk);
        let agent = self.unless_interrupted(reaching).await?;
        if self.has_own_options && !agent.is_own() {
            self.talk.warn(
                "the agent that is running keeps the key, the server and the limits it was started with; with --alone, \
                 those given here hold",
            );
        }
        Ok(agent)
    }

    async fn unless_interrupted<T>(&self, work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
        tokio::select! {
            done = work => done,
            () = self.interrupt.cancelled() => Err(Problem::new(Exit::Interrupted, "interrupted before anything was moved")),
        }
    }
}

/// Runs a command to its end, and says how it ended.
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
    let is_terminal = std::io::stdout().is_terminal();
    let named = || std::env::var_os("TONNAGE_AGENT_API_KEY_FILE").map(PathBuf::from);
    let api_key_file = flags.api_key_file.clone().or_else(named);
    let options = options::load(flags, std::env::vars()).map_err(|error| Problem::usage(format!("{error:#}")))?;
    if talk.is_verbose {
        log::start(&options.log_level).map_err(|_| Problem::usage("--log-level is no level and no filter"))?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Problem::from(anyhow::Error::from(error)))?;
    runtime.block_on(async {
        let interrupt = watch_interrupts()?;
        command.dispatch(Context { options, talk, alone, has_own_options, api_key_file, is_terminal, interrupt }).await
    })
}

impl ClientCommand {
    fn talk(&self) -> Option<&TalkFlags> {
        Some(match self {
            Self::Send(command) => &command.talk,
            Self::Get(command) => &command.talk,
            Self::Uploads(command) => &command.talk,
            Self::Downloads(command) => &command.talk,
            Self::Automations(command) => &command.talk,
            Self::Gateways(command) => &command.talk,
            Self::Status(command) => &command.talk,
            Self::Settings(command) => &command.talk,
            Self::Doctor(command) => &command.talk,
            Self::Service(_) | Self::Completions(_) | Self::Man(_) => return None,
        })
    }

    async fn dispatch(self, context: Context) -> Outcome<Exit> {
        match self {
            Self::Send(command) => command.run(context).await,
            Self::Get(command) => command.run(context).await,
            Self::Uploads(command) => command.run(context).await,
            Self::Downloads(command) => command.run(context).await,
            Self::Automations(command) => command.run(context).await,
            Self::Gateways(command) => command.run(context).await,
            Self::Status(command) => command.run(context).await,
            Self::Settings(command) => command.run(context).await,
            Self::Doctor(command) => command.run(context).await,
            Self::Service(command) => command.run(&context),
            Self::Completions(command) => command.run(),
            Self::Man(command) => command.run(&context.talk),
        }
    }
}

/// Cancelled by the first Ctrl-C; the second ends the process at once.
fn watch_interrupts() -> Outcome<CancellationToken> {
    let watched = signal(SignalKind::interrupt()).map_err(|error| Problem::from(anyhow::Error::from(error)));
    let (mut interrupts, token) = (watched?, CancellationToken::new());
    let first = token.clone();
    tokio::spawn(async move {
        interrupts.recv().await;
        first.cancel();
        interrupts.recv().await;
        std::process::exit(i32::from(Exit::Interrupted.number()));
    });
    Ok(token)
}
