//! `uploads`: lists and manages uploads.

use clap::{Args, Subcommand};
use client::AgentClient;
use serde_json::json;
use wire::agent::{UploadId, UploadState};
use wire::links::CreateLink;

use super::Context;
use super::exit::Exit;
use super::problem::{Outcome, Problem};
use super::reach::Agent;
use super::talk::TalkFlags;
use super::transfers::{Resuming, Row, Which, chosen, pause, print_one, print_rows, resume};

/// The maximum number of files shown for one upload.
const SHOWN: u64 = 10_000;

#[derive(Args)]
pub struct Uploads {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    pub talk: TalkFlags,
}

#[derive(Subcommand)]
enum Action {
    /// List all uploads (default)
    List,
    /// Show one upload with its files
    Show {
        #[arg(value_name = "ID")]
        id: UploadId,
    },
    /// Pause uploads and keep what was sent
    Pause {
        #[command(flatten)]
        which: Which,
    },
    /// Resume uploads and wait until they end
    Resume {
        #[command(flatten)]
        which: Which,
        /// Do not wait; leave the rest to the running agent
        #[arg(long)]
        detach: bool,
        /// Go on without files that failed, such as one that no longer exists
        #[arg(long, conflicts_with = "all")]
        leave_out_failed: bool,
    },
    /// Delete uploads from the list; packages that are not finalized are deleted too
    Delete {
        #[command(flatten)]
        which: Which,
        /// Only uploads in this state; can be repeated
        #[arg(long, value_name = "STATE", value_parser = state)]
        state: Vec<UploadState>,
        /// Show what would be deleted, without deleting it
        #[arg(long)]
        dry_run: bool,
    },
    /// Finalize an upload whose files have all arrived
    Finalize {
        #[arg(value_name = "ID")]
        id: UploadId,
    },
    /// Create a download link for an upload and print it
    Link {
        #[arg(value_name = "ID")]
        id: UploadId,
        /// Send the link to this address instead of printing it
        #[arg(long, value_name = "EMAIL")]
        email: Option<String>,
        /// Password that protects the download
        #[arg(long)]
        password: Option<String>,
    },
}

fn state(text: &str) -> Result<UploadState, String> {
    let all = || UploadState::ALL.iter().map(|state| state.as_str()).collect::<Vec<_>>().join(", ");
    UploadState::parse(text).ok_or_else(|| format!("must be one of {}", all()))
}

impl Uploads {
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
                let uploads = client.uploads("").await?;
                print_rows(context, &uploads.iter().map(Row::from).collect::<Vec<_>>(), "there are no uploads");
                context.talk.document(&uploads);
                Ok(Exit::Done)
            }
            Self::Show { id } => {
                let upload = client.upload(&id, 1, SHOWN).await?;
                print_one(context, &Row::from(&upload), &upload.items);
                context.talk.document(&upload);
                Ok(Exit::Done)
            }
            Self::Pause { which } => pause(client, &rows(client, &which).await?, context, which.all).await,
            Self::Resume { which, detach, leave_out_failed } => {
                let how = Resuming { all: which.all, detach, leave_out_failed };
                resume(agent, &rows(client, &which).await?, context, how).await
            }
            Self::Delete { which, state, dry_run } => {
                delete(client, &rows(client, &which).await?, &state, dry_run, context).await
            }
            Self::Finalize { id } => {
                client.finalize_upload(&id).await?;
                context.talk.say(&format!("finalized {id}"));
                context.talk.document(&json!({ "finalized": id }));
                Ok(Exit::Done)
            }
            Self::Link { id, email, password } => link(client, &id, email, password, context).await,
        }
    }
}

async fn rows(client: &AgentClient, which: &Which) -> Outcome<Vec<Row>> {
    chosen(client.uploads("").await?.iter().map(Row::from).collect(), which, "upload")
}

async fn delete(
    client: &AgentClient,
    rows: &[Row],
    states: &[UploadState],
    dry_run: bool,
    context: &Context,
) -> Outcome<Exit> {
    let wanted = |row: &&Row| states.is_empty() || states.iter().any(|state| state.as_str() == row.state);
    let mut deleted = Vec::new();
    for row in rows.iter().filter(wanted) {
        let id: UploadId = row.id.parse().map_err(|_| Problem::usage(format!("{} is not a valid id", row.id)))?;
        if !dry_run {
            client.delete_upload(&id).await?;
        }
        context.talk.say(&format!("{} {}  {}", if dry_run { "would delete" } else { "deleted" }, row.id, row.name));
        deleted.push(id);
    }
    context.talk.document(&json!({ "deleted": deleted, "dry_run": dry_run }));
    Ok(Exit::Done)
}

async fn link(
    client: &AgentClient,
    id: &UploadId,
    email: Option<String>,
    password: Option<String>,
    context: &Context,
) -> Outcome<Exit> {
    let request = CreateLink { email, password, ..CreateLink::default() };
    let link = client.create_upload_link(id, &request).await?;
    match &link.url {
        Some(url) => context.talk.print(url),
        None => context.talk.say(&format!("the link is sent by email to {}", link.email)),
    }
    context.talk.document(&json!({ "link_id": link.id, "url": link.url, "email": link.email }));
    Ok(Exit::Done)
}
