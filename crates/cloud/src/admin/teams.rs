//! `tonnage admin team`

use anyhow::Context as _;
use domain::Refusal;
use domain::audit::AuditAction;
use domain::team::Team;
use store::audit::{self, AuditEntry};
use store::teams;
use wire::ids::TeamId;

use crate::foundation::Foundation;

#[derive(clap::Subcommand)]
pub enum TeamCommand {
    /// List all Teams
    List,
    /// Suspend a Team's account: requests with its API keys get 402
    Suspend { team_id: String },
    /// End the suspension: each key returns to its previous state
    Reactivate { team_id: String },
}

pub(super) async fn run(foundation: &Foundation, command: TeamCommand) -> anyhow::Result<()> {
    let now = foundation.clock.now();
    match command {
        TeamCommand::List => list(foundation).await,
        TeamCommand::Suspend { team_id } => {
            change(foundation, &team_id, AuditAction::TeamSuspended, |team| team.suspend(now)).await
        }
        TeamCommand::Reactivate { team_id } => {
            change(foundation, &team_id, AuditAction::TeamReactivated, Team::reactivate).await
        }
    }
}

async fn list(foundation: &Foundation) -> anyhow::Result<()> {
    for team in teams::all(&mut *foundation.store.read().await?).await? {
        say!("{}  {:9}  {}  ({})", team.id, team.billing_state(), team.name, team.subdomain);
    }
    Ok(())
}

async fn change(
    foundation: &Foundation,
    team_id: &str,
    action: AuditAction,
    decide: impl FnOnce(Team) -> Result<Team, Refusal>,
) -> anyhow::Result<()> {
    let unknown = || format!("there is no Team {team_id}; `tonnage admin team list` shows all");
    let id: TeamId = team_id.parse().with_context(unknown)?;
    let mut tx = foundation.store.begin().await?;
    let team = teams::by_id(&mut tx, &id).await?.with_context(unknown)?;
    let team = decide(team)?;
    teams::update(&mut tx, &team).await?;
    audit::append(&mut tx, &id, &AuditEntry::by_operator(foundation.clock.now(), action, id.as_str())).await?;
    tx.commit().await?;
    say!("{} is {}", team.name, team.billing_state());
    Ok(())
}
