//! `status`: shows the agent's account and its current activity.

use std::time::Duration;

use clap::Args;
use client::{AgentClient, ClientError};
use serde_json::json;
use tokio::time::Instant;
use wire::agent::{LoginBody, RateLimit};

use super::exit::Exit;
use super::meter::per_second;
use super::problem::Outcome;
use super::reach::{Agent, shown};
use super::talk::TalkFlags;
use super::transfers::{Row, print_rows};
use super::{Context, units};

/// Time between two samples, from which the rate is calculated.
const BETWEEN: Duration = Duration::from_secs(1);

#[derive(Args)]
pub struct Status {
    #[command(flatten)]
    pub talk: TalkFlags,
}

impl Status {
    pub(super) async fn run(self, context: Context) -> Outcome<Exit> {
        let agent = context.reach().await?;
        let shown = show(&agent, &context).await;
        agent.leave().await;
        shown
    }
}

async fn show(agent: &Agent, context: &Context) -> Outcome<Exit> {
    let client = &agent.client;
    let login = client.login().await;
    let (settings, status) = (client.settings().await?, client.status().await?);
    let (up, down) = running(client).await?;
    let (mut upload_rate, mut download_rate) = (0, 0);
    if !(up.is_empty() && down.is_empty()) {
        let begun = Instant::now();
        tokio::time::sleep(BETWEEN).await;
        let (later_up, later_down) = running(client).await?;
        let rate = |before: &[Row], after: &[Row]| per_second(moved(before, after), begun.elapsed()).unwrap_or(0);
        (upload_rate, download_rate) = (rate(&up, &later_up), rate(&down, &later_down));
    }
    let talk = &context.talk;
    let place = if agent.is_own() { "not running".to_owned() } else { shown(&context.options.listen) };
    talk.print(&format!("agent        {place}\nsession      {}", session(&login)));
    talk.print(&format!(
        "uploads      {} running, {}{}",
        up.len(),
        units::rate(upload_rate),
        limit(&settings.upload_rate_limit)
    ));
    talk.print(&format!(
        "downloads    {} running, {}{}",
        down.len(),
        units::rate(download_rate),
        limit(&settings.download_rate_limit)
    ));
    talk.print(&format!("connections  up to {}", settings.concurrency.max_connections));
    for journal in &status.damaged_journals {
        talk.print(&format!("journal      was damaged and set aside: {journal}; its transfers are not resumed"));
    }
    if status.too_many_open_files {
        talk.print("open files   too many: transfers wait until some are closed; raise the limit (ulimit -n)");
    }
    talk.document(&json!({
        "agent": (!agent.is_own()).then_some(place),
        "session": login.as_ref().ok(),
        "session_error": login.as_ref().err().map(ToString::to_string),
        "uploads_running": up.len(),
        "downloads_running": down.len(),
        "upload_bytes_per_second": upload_rate,
        "download_bytes_per_second": download_rate,
        "damaged_journals": status.damaged_journals,
        "too_many_open_files": status.too_many_open_files,
        "max_connections": settings.concurrency.max_connections,
    }));
    let rows: Vec<Row> = up.into_iter().chain(down).collect();
    if !rows.is_empty() {
        talk.print("");
        print_rows(context, &rows, "");
    }
    Ok(Exit::Done)
}

const RUNNING: &str = "transferring";

async fn running(client: &AgentClient) -> Outcome<(Vec<Row>, Vec<Row>)> {
    // An agent of an earlier version lists all.
    let is_running = |row: &Row| row.state == RUNNING;
    let up = client.uploads(RUNNING).await?.iter().map(Row::from).filter(is_running).collect();
    let down = client.downloads(RUNNING).await?.iter().map(Row::from).filter(is_running).collect();
    Ok((up, down))
}

/// Counts only transfers that were running in both samples.
fn moved(before: &[Row], after: &[Row]) -> u64 {
    let gain = |row: &Row| {
        let earlier = before.iter().find(|earlier| earlier.id == row.id)?;
        Some((row.progress + row.under_way).saturating_sub(earlier.progress + earlier.under_way))
    };
    after.iter().filter_map(gain).sum()
}

fn session(login: &Result<LoginBody, ClientError>) -> String {
    match login {
        Ok(login) => {
            let teams: Vec<&str> = login.teams.iter().map(|team| team.name.as_str()).collect();
            format!("{} ({})", login.user.email, teams.join(", "))
        }
        Err(ClientError::Refused { body, .. }) if body.details.is_empty() => {
            "none: the agent has no API key; Portals and downloads work without one".to_owned()
        }
        Err(ClientError::Refused { body, .. }) => body.message.clone(),
        Err(error) => error.to_string(),
    }
}

fn limit(limit: &RateLimit) -> String {
    match (limit.enabled, limit.schedule_enabled) {
        (false, _) => String::new(),
        (true, false) => format!(", up to {}", units::rate(limit.rate_limit_bps / 8)),
        (true, true) => format!(", up to {} by schedule", units::rate(limit.rate_limit_bps / 8)),
    }
}
