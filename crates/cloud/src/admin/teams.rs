//! `tonnage admin team`

use std::str::FromStr;

use anyhow::Context as _;
use domain::Refusal;
use domain::audit::AuditAction;
use domain::team::Team;
use serde_json::{Value, json};
use store::audit::{self, AuditEntry};
use store::teams;
use wire::ids::TeamId;

use crate::foundation::Foundation;

#[derive(clap::Subcommand)]
pub enum TeamCommand {
    /// List all Teams
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Suspend a Team's account: requests with its API keys get 402
    Suspend { team_id: String },
    /// End the suspension: each key returns to its previous state
    Reactivate { team_id: String },
    /// Limit the bytes that a Team's packages can hold together
    Limit {
        team_id: String,
        /// A number of bytes, 0 for no limit, or `usual` for `limits.team_stored_bytes`
        bytes: StoredBytes,
    },
}

/// `None` is the usual limit.
#[derive(Clone, Copy)]
pub struct StoredBytes(Option<i64>);

impl FromStr for StoredBytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "usual" {
            return Ok(Self(None));
        }
        text.parse().map(|bytes| Self(Some(bytes))).map_err(|_| "must be a number of bytes, or usual".to_owned())
    }
}

pub(super) async fn run(foundation: &Foundation, command: TeamCommand) -> anyhow::Result<()> {
    let now = foundation.clock.now();
    let team = match command {
        TeamCommand::List { json } => return list(foundation, json).await,
        TeamCommand::Suspend { team_id } => {
            change(foundation, &team_id, AuditAction::TeamSuspended, |team| team.suspend(now)).await?
        }
        TeamCommand::Reactivate { team_id } => {
            change(foundation, &team_id, AuditAction::TeamReactivated, Team::reactivate).await?
        }
        TeamCommand::Limit { team_id, bytes: StoredBytes(bytes) } => {
            let limit = |team: Team| team.limit_stored_bytes(bytes);
            let team = change(foundation, &team_id, AuditAction::TeamUpdated, limit).await?;
            say!("{} {}", team.name, allowed(bytes));
            return Ok(());
        }
    };
    say!("{} is {}", team.name, team.billing_state());
    Ok(())
}

fn allowed(bytes: Option<i64>) -> String {
    match bytes {
        None => "can store what limits.team_stored_bytes allows".to_owned(),
        Some(0) => "can store without limit".to_owned(),
        Some(bytes) => format!("can store {bytes} bytes"),
    }
}

async fn list(foundation: &Foundation, json: bool) -> anyhow::Result<()> {
    let teams = teams::all(&mut *foundation.store.read().await?).await?;
    if json {
        say!("{}", json!({ "teams": teams.iter().map(as_json).collect::<Vec<_>>() }));
        return Ok(());
    }
    for team in teams {
        say!("{}  {:9}  {}  ({})", team.id, team.billing_state(), team.name, team.subdomain);
    }
    Ok(())
}

fn as_json(team: &Team) -> Value {
    json!({
        "id": team.id, "name": team.name, "subdomain": team.subdomain, "billing_state": team.billing_state(),
        "suspended_at": team.suspended_at, "created_at": team.created_at, "max_stored_bytes": team.max_stored_bytes,
        "operator_max_stored_bytes": team.operator_max_stored_bytes,
    })
}

async fn change(
    foundation: &Foundation,
    team_id: &str,
    action: AuditAction,
    decide: impl FnOnce(Team) -> Result<Team, Refusal>,
) -> anyhow::Result<Team> {
    let unknown = || format!("there is no Team {team_id}; `tonnage admin team list` shows all");
    let id: TeamId = team_id.parse().with_context(unknown)?;
    let mut tx = foundation.store.begin().await?;
    let team = teams::by_id(&mut tx, &id).await?.with_context(unknown)?;
    let team = decide(team)?;
    teams::update(&mut tx, &team).await?;
    audit::append(&mut tx, &id, &AuditEntry::by_operator(foundation.clock.now(), action, id.as_str())).await?;
    tx.commit().await?;
    Ok(team)
}
