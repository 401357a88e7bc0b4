//! `gateways`: lists, adds and removes storage gateways.

use std::io::{IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use client::AgentClient;
use serde_json::json;
use serving::secret::Secret;
use wire::agent::{AddGateway, GatewayBody};
use wire::ids::GatewayId;

use super::exit::Exit;
use super::problem::{Outcome, Problem};
use super::reach::Agent;
use super::talk::{TalkFlags, table};
use super::{Context, paths, units};

/// How long to wait for the first response of the cloud.
const FIRST_ANSWER: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(100);
/// Tokens are much shorter than this.
const TOKEN_LONGEST: u64 = 4_096;

#[derive(Args)]
pub struct Gateways {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    pub talk: TalkFlags,
}

#[derive(Subcommand)]
enum Action {
    /// List all gateways and their status (default)
    List,
    /// Add a gateway: its packages are delivered to a directory automatically
    #[command(after_help = "Example:\n  tonnage-agent gateways add /srv/editing --gateway-token-file token")]
    Add(Add),
    /// Remove gateways; delivered files are kept
    Remove {
        /// IDs as shown in the list
        #[arg(value_name = "ID", required = true)]
        ids: Vec<GatewayId>,
    },
}

#[derive(Args)]
struct Add {
    /// Directory in which a folder is created for each package
    #[arg(value_name = "DIRECTORY")]
    directory: PathBuf,
    /// File with the gateway token; without it, the token is read from standard input
    #[arg(long, value_name = "FILE")]
    gateway_token_file: Option<PathBuf>,
    /// ID of the gateway; only needed for older tokens that do not contain it
    #[arg(long, value_name = "ID")]
    gateway_id: Option<GatewayId>,
}

impl Gateways {
    pub(super) async fn run(self, context: Context) -> Outcome<Exit> {
        let action = self.action.unwrap_or(Action::List);
        // Read the token before contacting an agent, so that a missing token fails first.
        let token = match &action {
            Action::Add(add) => Some(add.token()?),
            Action::List | Action::Remove { .. } => None,
        };
        let agent = context.reach().await?;
        let done = action.run(&agent, &context, token).await;
        agent.leave().await;
        done
    }
}

impl Action {
    async fn run(self, agent: &Agent, context: &Context, token: Option<Secret>) -> Outcome<Exit> {
        match self {
            Self::List => {
                let gateways = agent.client.gateways().await?;
                print(context, &gateways);
                context.talk.document(&gateways);
                Ok(Exit::Done)
            }
            Self::Add(add) => add.run(agent, context, &token.unwrap_or_default()).await,
            Self::Remove { ids } => {
                for id in &ids {
                    agent.client.remove_gateway(id).await?;
                    context.talk.say(&format!("gateway {id} removed"));
                }
                context.talk.document(&json!({ "removed": ids }));
                Ok(Exit::Done)
            }
        }
    }
}

fn print(context: &Context, gateways: &[GatewayBody]) {
    if gateways.is_empty() {
        context.talk.say("there are no gateways");
    } else {
        let cells: Vec<[String; 5]> = gateways.iter().map(cells).collect();
        context.talk.print(&table(["ID", "CONNECTED", "DIRECTORY", "DELIVERING", "REASON"], &cells));
    }
}

fn cells(gateway: &GatewayBody) -> [String; 5] {
    let delivering = gateway.delivering.as_ref().map(|delivering| {
        let (moved, size) = (units::bytes(delivering.progress), units::bytes(delivering.size));
        format!("{} ({moved} of {size})", delivering.name)
    });
    [
        gateway.gateway_id.to_string(),
        if gateway.connected { "yes" } else { "no" }.to_owned(),
        gateway.dst_folder.clone(),
        delivering.unwrap_or_default(),
        gateway.error.as_ref().map(|error| error.message.clone()).unwrap_or_default(),
    ]
}

impl Add {
    /// Read from a file or standard input, never from an argument: other users of the machine can see arguments.
    fn token(&self) -> Outcome<Secret> {
        let text = match &self.gateway_token_file {
            Some(file) => read(std::fs::File::open(file), file)?,
            None if std::io::stdin().is_terminal() => {
                let what = "the gateway token is missing: pass it with --gateway-token-file or on standard input";
                return Err(Problem::usage(what));
            }
            None => read(Ok(std::io::stdin()), Path::new("standard input"))?,
        };
        if text.trim().is_empty() {
            return Err(Problem::usage("the gateway token is empty"));
        }
        Ok(Secret::new(text.trim()))
    }

    async fn run(self, agent: &Agent, context: &Context, token: &Secret) -> Outcome<Exit> {
        let directory = paths::target("DIRECTORY", &self.directory)?;
        let request = AddGateway {
            token: token.expose().to_owned(),
            dst_folder: paths::text(&directory)?,
            gateway_id: self.gateway_id.as_ref().map(ToString::to_string),
        };
        let id = agent.client.add_gateway(&request).await?.gateway_id;
        if agent.is_own() {
            context.talk.say(&format!("gateway {id} added; it starts when an agent runs: tonnage-agent serve"));
            context.talk.document(&json!({ "gateway_id": id }));
            return Ok(Exit::Done);
        }
        let Some(gateway) = answered(&agent.client, &id).await? else {
            context.talk.say(&format!("gateway {id} added, waiting for a response from the cloud"));
            context.talk.document(&json!({ "gateway_id": id }));
            return Ok(Exit::Done);
        };
        context.talk.document(&gateway);
        match gateway.error {
            Some(error) if !gateway.connected => {
                context.talk.warn(&error.message);
                Ok(Exit::of_transfer(error.code))
            }
            _ => {
                context.talk.say(&format!("gateway {id} is connected; packages go to {}", gateway.dst_folder));
                Ok(Exit::Done)
            }
        }
    }
}

fn read(source: std::io::Result<impl std::io::Read>, name: &Path) -> Outcome<String> {
    let mut text = String::new();
    let read = source.and_then(|source| source.take(TOKEN_LONGEST).read_to_string(&mut text));
    read.map_err(|error| Problem::usage(format!("cannot read the token from {}: {error}", name.display())))?;
    Ok(text)
}

/// Waits until the gateway has a response from the cloud.
async fn answered(client: &AgentClient, id: &GatewayId) -> Outcome<Option<GatewayBody>> {
    let since = Instant::now();
    while since.elapsed() < FIRST_ANSWER {
        let found = client.gateways().await?.into_iter().find(|gateway| gateway.gateway_id == *id);
        match found {
            Some(gateway) if gateway.connected || gateway.error.is_some() => return Ok(Some(gateway)),
            _ => tokio::time::sleep(LOOK).await,
        }
    }
    Ok(None)
}
