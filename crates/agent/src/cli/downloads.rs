//! `downloads`: lists and manages downloads.

use clap::{Args, Subcommand};
use client::AgentClient;
use serde_json::json;
use wire::agent::{DownloadId, DownloadState};

use super::Context;
use super::exit::Exit;
use super::problem::{Outcome, Problem};
use super::reach::Agent;
use super::talk::TalkFlags;
use super::transfers::{Resuming, Row, Which, chosen, pause, print_one, print_rows, resume};

/// The maximum number of files shown for one download.
const SHOWN: u64 = 10_000;

#[derive(Args)]
pub struct Downloads {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    pub talk: TalkFlags,
}

#[derive(Subcommand)]
enum Action {
    /// List all downloads (default)
    List,
    /// Show one download with its files
    Show {
        #[arg(value_name = "ID")]
        id: DownloadId,
    },
    /// Pause downloads and keep what has arrived
    Pause {
        #[command(flatten)]
        which: Which,
    },
    /// Resume downloads and wait until they end
    Resume {
        #[command(flatten)]
        which: Which,
        /// Do not wait; leave the rest to the running agent
        #[arg(long)]
        detach: bool,
    },
    /// Delete downloads from the list; files are kept unless --remove-files is given
    Delete(Delete),
}

#[derive(Args)]
struct Delete {
    #[command(flatten)]
    which: Which,
    /// Only downloads in this state; can be repeated
    #[arg(long, value_name = "STATE", value_parser = state)]
    state: Vec<DownloadState>,
    /// Also delete the files from the disk
    #[arg(long)]
    remove_files: bool,
    /// Show what would be deleted, without deleting it
    #[arg(long)]
    dry_run: bool,
}

fn state(text: &str) -> Result<DownloadState, String> {
    let all = || DownloadState::ALL.iter().map(|state| state.as_str()).collect::<Vec<_>>().join(", ");
    DownloadState::parse(text).ok_or_else(|| format!("must be one of {}", all()))
}

impl Downloads {
    pub(super) async fn run(self, context: Context) -> Outcome<Exit> {
        let agent = context.reach().await?;
        let done = self.action.unwrap_or(Action::List).run(&agent, &context).await;
        agent.leave().await;
        done
    }
}

impl Action {
    async fn run(self, agent: &Agent, context: &Context) -> Outcome<Exit> {
        let client = &agent.client;
        match self {
            Self::List => {
                let downloads = client.downloads("").await?;
                print_rows(context, &downloads.iter().map(Row::from).collect::<Vec<_>>(), "there are no downloads");
                context.talk.document(&downloads);
                Ok(Exit::Done)
            }
            Self::Show { id } => {
                let download = client.download(&id, 1, SHOWN).await?;
                print_one(context, &Row::from(&download), &download.items);
                context.talk.document(&download);
                Ok(Exit::Done)
            }
            Self::Pause { which } => pause(client, &rows(client, &which).await?, context, which.all).await,
            Self::Resume { which, detach } => {
                let how = Resuming { all: which.all, detach, leave_out_failed: false };
                resume(agent, &rows(client, &which).await?, context, how).await
            }
            Self::Delete(delete) => delete.run(client, context).await,
        }
    }
}

async fn rows(client: &AgentClient, which: &Which) -> Outcome<Vec<Row>> {
    chosen(client.downloads("").await?.iter().map(Row::from).collect(), which, "download")
}

impl Delete {
    async fn run(self, client: &AgentClient, context: &Context) -> Outcome<Exit> {
        let states = &self.state;
        let wanted = |row: &&Row| states.is_empty() || states.iter().any(|state| state.as_str() == row.state);
        let mut deleted = Vec::new();
        for row in rows(client, &self.which).await?.iter().filter(wanted) {
            let id: DownloadId = row.id.parse().map_err(|_| Problem::usage(format!("{} is not a valid id", row.id)))?;
            if !self.dry_run {
                client.delete_download(&id, self.remove_files).await?;
            }
            let done = if self.dry_run { "would delete" } else { "deleted" };
            context.talk.say(&format!("{done} {}  {}", row.id, row.name));
            deleted.push(id);
        }
        context.talk.document(&json!({ "deleted": deleted, "dry_run": self.dry_run }));
        Ok(Exit::Done)
    }
}
