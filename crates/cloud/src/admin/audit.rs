//! `tonnage admin audit`

use std::process::ExitCode;

use store::audit::{Verdict, verify};
use store::teams;

use crate::foundation::Foundation;

#[derive(clap::Subcommand)]
pub enum AuditCommand {
    /// Verify the hash chain of every Team's audit record
    Verify,
}

pub(super) async fn run(foundation: &Foundation, command: &AuditCommand) -> anyhow::Result<ExitCode> {
    let AuditCommand::Verify = command;
    let mut connection = foundation.store.snapshot().await?;
    let mut code = ExitCode::SUCCESS;
    for team in teams::all(&mut connection).await? {
        match verify(&mut connection, &team.id).await? {
            Verdict::Whole { entries } => say!("{}  intact, {entries} entries", team.id),
            Verdict::Broken { sequence } => {
                say!("{}  BROKEN at entry {sequence}", team.id);
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}
