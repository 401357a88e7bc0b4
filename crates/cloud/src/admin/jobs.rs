//! `tonnage admin jobs`

use anyhow::{Context as _, bail};
use store::jobs::{self, JobRow};
use wire::ids::JobId;

use crate::foundation::Foundation;

const MOST_SHOWN: i64 = 200;

#[derive(clap::Subcommand)]
pub enum JobsCommand {
    /// List dead jobs, or waiting jobs with --waiting
    List {
        #[arg(long)]
        waiting: bool,
    },
    /// Retry a dead job with all its attempts
    Retry { job_id: String },
    /// Remove a dead job
    Remove { job_id: String },
}

pub(super) async fn run(foundation: &Foundation, command: JobsCommand) -> anyhow::Result<()> {
    match command {
        JobsCommand::List { waiting } => list(foundation, if waiting { "waiting" } else { "dead" }).await,
        JobsCommand::Retry { job_id } => {
            let mut tx = foundation.store.begin().await?;
            if !jobs::revive(&mut tx, &parse(&job_id)?, foundation.clock.now()).await? {
                bail!("there is no dead job {job_id}");
            }
            tx.commit().await?;
            say!("{job_id} is queued again");
            Ok(())
        }
        JobsCommand::Remove { job_id } => {
            let mut tx = foundation.store.begin().await?;
            if !jobs::remove_dead(&mut tx, &parse(&job_id)?).await? {
                bail!("there is no dead job {job_id}");
            }
            tx.commit().await?;
            say!("{job_id} removed");
            Ok(())
        }
    }
}

fn parse(job_id: &str) -> anyhow::Result<JobId> {
    job_id.parse().with_context(|| format!("{job_id:?} is not the id of a job; `tonnage admin jobs list` shows them"))
}

async fn list(foundation: &Foundation, state: &str) -> anyhow::Result<()> {
    let mut connection = foundation.store.read().await?;
    for job in jobs::list(&mut connection, state, MOST_SHOWN).await? {
        say!("{}", line(&job));
    }
    let size = jobs::size(&mut connection).await?;
    say!("{} waiting, {} dead", size.waiting, size.dead);
    Ok(())
}

fn line(job: &JobRow) -> String {
    let JobRow { id, name, run_at, attempts, max_attempts, .. } = job;
    let when = match (job.state.as_str(), job.is_leased) {
        ("dead", _) => format!("dead since {run_at}"),
        (_, true) => format!("running, lease until {run_at}"),
        (_, false) => format!("due {run_at}"),
    };
    let error = job.last_error.as_deref().map(|error| format!("  {error}")).unwrap_or_default();
    let progress = if job.progress.is_empty() { String::new() } else { format!("  {}", job.progress) };
    format!("{id}  {name}  {attempts} of {max_attempts} attempts  {when}{progress}{error}")
}
