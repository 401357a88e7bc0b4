//! `send`: sends files to recipients or to a Portal, or creates a download link.

mod again;
mod files;
mod how;
mod input;
mod request;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::exit::Exit;
use super::problem::{Outcome, Problem};
use super::talk::TalkFlags;
use super::{Context, paths};
pub(super) use how::{How, Parcel, create_link};
use input::{Input, Spooled};
use request::Request;

// Without `Debug`: it holds secrets.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tonnage-agent send reel.mov --to ben@example.org --message 'The first cut'\n  \
    tonnage-agent send shoot/ --link --expires 14d --max-downloads 3\n  \
    tonnage-agent send project/ --link --exclude '*.tmp' --exclude cache/\n  \
    tonnage-agent send shoot/ --portal rushes --sender me@example.org\n  \
    tar c shoot | tonnage-agent send - --name shoot.tar --link")]
pub struct Send {
    /// Files and directories; a directory is sent with its name. `-` is standard input
    #[arg(required_unless_present = "from_command", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Send the output of this command of the shell, if it succeeds; needs --name
    #[arg(long, value_name = "COMMAND", conflicts_with = "paths")]
    from_command: Option<String>,
    /// How many bytes the input must have, or nothing is sent
    #[arg(long, value_name = "BYTES")]
    size: Option<u64>,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    pub talk: TalkFlags,
}

impl Send {
    pub(super) async fn run(mut self, context: Context) -> Outcome<Exit> {
        if let Some(input) = self.input()? {
            return self.send_input(input, &context).await;
        }
        let sources = self.paths.iter().map(|path| paths::source(path)).collect::<Outcome<Vec<_>>>()?;
        let choice = self.how.choice()?;
        let password = self.how.password(&context)?;
        let agent = self.how.reach(&context).await?;
        let parcel = Parcel { sources, choice, password, may_resume: true };
        let exit = if self.how.dry_run {
            self.how.dry_run(parcel, &agent, &context).await
        } else {
            self.how.send(parcel, &agent, &context).await.map(|sent| sent.exit)
        };
        agent.leave().await;
        exit
    }

    fn input(&mut self) -> Outcome<Option<Input>> {
        let is_standard = self.paths.iter().any(|path| path.as_os_str() == "-");
        let input = match (self.from_command.take(), is_standard) {
            (Some(command), _) => Input::Command(command),
            (None, true) if self.paths.len() == 1 => Input::StandardInput,
            (None, true) => return Err(Problem::usage("- is standard input, and nothing else can be sent with it")),
            (None, false) if self.size.is_some() => return Err(Problem::usage("--size is only for standard input")),
            (None, false) => return Ok(None),
        };
        Ok(Some(input))
    }

    /// Reads the input to its end, and only then begins to send it.
    async fn send_input(mut self, input: Input, context: &Context) -> Outcome<Exit> {
        let Some(name) = self.how.name.clone() else {
            return Err(Problem::usage("standard input has no name").next("pass one with --name"));
        };
        self.how.check_input()?;
        if matches!(input, Input::StandardInput) && self.how.reads_password_from_input() {
            return Err(Problem::usage("standard input cannot be both the file and the password")
                .next("put the password into a file, and name it with --password-file"));
        }
        let password = self.how.password(context)?;
        let choice = self.how.choice()?;
        let spooled = Arc::new(Spooled::new(&name)?);
        let (filled, size) = (Arc::clone(&spooled), self.size);
        let reading = async {
            let done = tokio::task::spawn_blocking(move || filled.fill(&input, size)).await;
            done.map_err(anyhow::Error::from)?
        };
        let stopped = |problem: Problem| match problem.exit {
            Exit::Interrupted => Problem::new(Exit::Interrupted, "interrupted: nothing was sent"),
            _ => problem,
        };
        // An interrupt ends the command, although nothing can end a read: its file is removed here.
        let read = context.unless_interrupted(reading).await.map_err(stopped);
        if let Err(problem) = read {
            spooled.remove();
            return Err(problem);
        }
        let agent = self.how.reach(context).await?;
        let sources = vec![spooled.file.canonicalize().map_err(anyhow::Error::from)?];
        let parcel = Parcel { sources, choice, password, may_resume: false };
        let sent = self.how.send_once(parcel, &agent, context).await;
        agent.leave().await;
        sent.map(|sent| sent.exit)
    }
}
