//! `tonnage admin jobs`

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
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
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Retry a dead job with all its attempts
    Retry { job_id: String },
    /// Remove a dead job
    Remove { job_id: String },
}

pub(super) async fn run(foundation: &Foundation, command: JobsCommand) -> anyhow::Result<()> {
    match command {
        JobsCommand::List { waiting, json } => list(foundation, if waiting { "waiting" } else { "dead" }, json).await,
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

async fn list(foundation: &Foundation, state: &str, json: bool) -> anyhow::Result<()> {
    let mut connection = foundation.store.read().await?;
    let jobs = jobs::list(&mut connection, state, MOST_SHOWN).await?;
    let size = jobs::size(&mut connection).await?;
    if json {
        let jobs: Vec<Value> = jobs.iter().map(as_json).collect();
        say!("{}", json!({ "jobs": jobs, "waiting": size.waiting, "dead": size.dead }));
        return Ok(());
    }
    for job in jobs {
        say!("{}", line(&job));
    }
    say!("{} waiting, {} dead", size.waiting, size.dead);
    Ok(())
}

/// Of the three times, only the one that fits the state is set.
fn as_json(job: &JobRow) -> Value {
    let (state, dead_since, leased_until, due_at) = match (job.state.as_str(), job.is_leased) {
        ("dead", _) => ("dead", Some(job.run_at), None, None),
        (_, true) => ("running", None, Some(job.run_at), None),
        (_, false) => ("waiting", None, None, Some(job.run_at)),
    };
    json!({
        "id": job.id, "name": job.name, "state": state, "dead_since": dead_since, "leased_until": leased_until,
        "due_at": due_at, "attempts": job.attempts, "max_attempts": job.max_attempts, "progress": job.progress,
        "last_error": job.last_error, "created_at": job.created_at,
    })
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
