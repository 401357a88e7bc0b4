//! `automations`: lists and manages automations.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use client::AgentClient;
use serde_json::{Value, json};
use wire::agent::{AutomationBody, AutomationId, AutomationState, AutomationType, ImportAutomations};

use super::Context;
use super::exit::Exit;
use super::problem::{Outcome, Problem};
use super::talk::{TalkFlags, table};

/// The size limit of the agent's API.
const INPUT_MOST: u64 = 1 << 20;

#[derive(Args)]
pub struct Automations {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    pub talk: TalkFlags,
}

#[derive(Subcommand)]
enum Action {
    /// List all automations and their status (default)
    List,
    /// Show one automation with its fields and problems
    Show {
        #[arg(value_name = "ID")]
        id: AutomationId,
    },
    /// Create an automation from a JSON object with its fields
    Add {
        /// `team_upload`, `portal_upload`, `team_stream`, `portal_stream`, `portal_download` or `all_portals_download`
        #[arg(value_name = "TYPE", value_parser = kind)]
        kind: AutomationType,
        /// File with the fields; use - for standard input
        #[arg(value_name = "FILE")]
        fields: PathBuf,
    },
    /// Change the fields given in a JSON object
    Change {
        #[arg(value_name = "ID")]
        id: AutomationId,
        /// File with the fields; use - for standard input
        #[arg(value_name = "FILE")]
        fields: PathBuf,
    },
    /// Enable an automation
    Enable {
        #[arg(value_name = "ID")]
        id: AutomationId,
    },
    /// Disable an automation
    Disable {
        #[arg(value_name = "ID")]
        id: AutomationId,
    },
    /// Delete an automation; files that it sent or received are kept
    Delete {
        #[arg(value_name = "ID")]
        id: AutomationId,
    },
    /// Print an automation so that another agent can import it, without its passwords
    Export {
        #[arg(value_name = "ID")]
        id: AutomationId,
    },
    /// Import the output of export
    Import {
        /// File to import; use - for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

fn kind(text: &str) -> Result<AutomationType, String> {
    let all = || AutomationType::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ");
    AutomationType::parse(text).ok_or_else(|| format!("must be one of {}", all()))
}

impl Automations {
    pub(super) async fn run(self, context: Context) -> Outcome<Exit> {
        let agent = context.reach().await?;
        if agent.is_own() {
            context.talk.warn("no agent is running: automations only run while an agent does");
        }
        let done = self.action.unwrap_or(Action::List).run(&agent.client, &context).await;
        agent.leave().await;
        done
    }
}

impl Action {
    async fn run(self, client: &AgentClient, context: &Context) -> Outcome<Exit> {
        match self {
            Self::List => list(&client.automations().await?, context),
            Self::Show { id } => show(&found(client, &id).await?, context),
            Self::Add { kind, fields } => {
                let created = client.create_automation(kind, &object(&fields)?).await?;
                context.talk.say(&format!("created {}", created.automation_id));
                context.talk.document(&created);
            }
            Self::Change { id, fields } => change(client, &id, &object(&fields)?, context).await?,
            Self::Enable { id } => change(client, &id, &json!({ "enabled": true }), context).await?,
            Self::Disable { id } => change(client, &id, &json!({ "enabled": false }), context).await?,
            Self::Delete { id } => {
                client.delete_automation(found(client, &id).await?.kind, &id).await?;
                context.talk.say(&format!("deleted {id}"));
                context.talk.document(&json!({ "deleted": id }));
            }
            Self::Export { id } => {
                let exported = client.export_automation(found(client, &id).await?.kind, &id).await?;
                context.talk.print(&exported.data);
                context.talk.document(&exported);
            }
            Self::Import { file } => {
                let data = read(&file)?.trim().to_owned();
                let imported = client.import_automations(&ImportAutomations { data, passphrase: None }).await?;
                for one in &imported.automations {
                    context.talk.say(&format!("created {}  {}", one.automation_id, one.kind.as_str()));
                }
                context.talk.document(&imported);
            }
        }
        Ok(Exit::Done)
    }
}

async fn found(client: &AgentClient, id: &AutomationId) -> Outcome<AutomationBody> {
    let all = client.automations().await?;
    let found = all.into_iter().find(|automation| automation.automation_id == *id);
    found.ok_or_else(|| {
        Problem::new(Exit::Missing, format!("there is no automation {id}")).next("see tonnage-agent automations")
    })
}

async fn change(client: &AgentClient, id: &AutomationId, fields: &Value, context: &Context) -> Outcome<()> {
    let changed = client.change_automation(found(client, id).await?.kind, id, fields).await?;
    context.talk.say(&format!("changed {id}: {}", state(&changed)));
    context.talk.document(&changed);
    Ok(())
}

fn state(automation: &AutomationBody) -> &'static str {
    match automation.status.state {
        AutomationState::Off => "off",
        AutomationState::Running => "running",
        AutomationState::Error => "error",
    }
}

fn text(automation: &AutomationBody, field: &str) -> String {
    automation.fields.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn list(automations: &[AutomationBody], context: &Context) {
    context.talk.document(&automations);
    if automations.is_empty() {
        return context.talk.say("there are no automations");
    }
    let row = |automation: &AutomationBody| {
        let folder = ["path", "dst_folder"].map(|field| text(automation, field)).concat();
        let (status, troubles) = (&automation.status, automation.status.troubles.len());
        let reason = match (&status.reason, troubles) {
            (Some(reason), _) => reason.clone(),
            (None, 0) => String::new(),
            (None, count) => format!("{count} with problems: see show"),
        };
        let id = automation.automation_id.to_string();
        [
            id,
            state(automation).to_owned(),
            automation.kind.as_str().to_owned(),
            text(automation, "name"),
            folder,
            reason,
        ]
    };
    let rows: Vec<_> = automations.iter().map(row).collect();
    context.talk.print(&table(["ID", "STATE", "TYPE", "NAME", "FOLDER", "REASON"], &rows));
}

fn show(automation: &AutomationBody, context: &Context) {
    context.talk.document(automation);
    let pretty = serde_json::to_string_pretty(automation).unwrap_or_default();
    context.talk.print(&pretty);
}

/// Reads a file or standard input.
fn read(path: &Path) -> Outcome<String> {
    let mut text = String::new();
    let read = if path == Path::new("-") {
        std::io::stdin().take(INPUT_MOST).read_to_string(&mut text)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(INPUT_MOST).read_to_string(&mut text))
    };
    read.map_err(|error| Problem::usage(format!("cannot read {}: {error}", path.display())))?;
    Ok(text)
}

fn object(path: &Path) -> Outcome<Value> {
    let value: Value = serde_json::from_str(&read(path)?)
        .map_err(|error| Problem::usage(format!("{}: is not valid JSON: {error}", path.display())))?;
    if value.is_object() {
        Ok(value)
    } else {
        Err(Problem::usage(format!("{}: must be a JSON object", path.display())))
    }
}
