//! `settings`: shows and changes speed limits and concurrency.

use clap::{Args, Subcommand, ValueEnum};
use client::AgentClient;
use wire::agent::{RateLimit, SettingsBody, WriteConcurrency, WriteFifoMode, WriteRateLimit};

use super::exit::Exit;
use super::problem::{Outcome, Problem};
use super::reach::Agent;
use super::talk::TalkFlags;
use super::{Context, units};
use crate::options::bytes_per_second;

#[derive(Args)]
pub struct Settings {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    pub talk: TalkFlags,
}

#[derive(Subcommand)]
enum Action {
    /// Show all settings (default)
    Show,
    /// Change the given settings and keep the others
    #[command(after_help = "Example:\n  tonnage-agent settings set --upload-limit 10MiB --download-limit off")]
    Set(Change),
}

#[derive(Args)]
struct Change {
    /// Upload limit in bytes per second, such as 10MiB, or off
    #[arg(long, value_name = "RATE", value_parser = limit)]
    upload_limit: Option<Limit>,
    /// Download limit in bytes per second, such as 10MiB, or off
    #[arg(long, value_name = "RATE", value_parser = limit)]
    download_limit: Option<Limit>,
    /// Whether transfers are queued
    #[arg(long, value_name = "ON")]
    fifo: Option<Switch>,
    /// Parallel uploads while transfers are queued
    #[arg(long, value_name = "COUNT")]
    fifo_uploads: Option<i64>,
    /// Parallel downloads while transfers are queued
    #[arg(long, value_name = "COUNT")]
    fifo_downloads: Option<i64>,
    /// Parallel connections to storage
    #[arg(long, value_name = "COUNT")]
    connections: Option<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

/// `None` for no limit.
#[derive(Clone, Copy)]
struct Limit(Option<u64>);

fn limit(text: &str) -> Result<Limit, String> {
    if text.eq_ignore_ascii_case("off") {
        return Ok(Limit(None));
    }
    let rate = bytes_per_second(text).ok_or("must be bytes per second, such as 10MiB, or off")?;
    Ok(Limit(Some(rate)))
}

impl From<Limit> for WriteRateLimit {
    fn from(limit: Limit) -> Self {
        let bits = limit.0.map(|rate| i64::try_from(rate.saturating_mul(8)).unwrap_or(i64::MAX));
        Self { enabled: Some(limit.0.is_some()), rate_limit_bps: bits, ..Self::default() }
    }
}

impl Settings {
    pub(super) async fn run(self, context: Context) -> Outcome<Exit> {
        let agent = context.reach().await?;
        let done = self.act(&agent, &context).await;
        agent.leave().await;
        done
    }

    async fn act(self, agent: &Agent, context: &Context) -> Outcome<Exit> {
        if let Some(Action::Set(change)) = self.action {
            change.make(&agent.client).await?;
            change.warn(context);
        }
        let settings = agent.client.settings().await?;
        context.talk.print(&shown(&settings));
        context.talk.document(&settings);
        Ok(Exit::Done)
    }
}

impl Change {
    /// A setting that will not be used.
    fn warn(&self, context: &Context) {
        let options = &context.options;
        for (name, is_changed, given) in [
            ("max-upload-rate", self.upload_limit.is_some(), options.max_upload_rate),
            ("max-download-rate", self.download_limit.is_some(), options.max_download_rate),
        ] {
            if is_changed && given.is_some() {
                let said = format!("--{name}, its environment variable or the configuration file comes before this");
                context.talk.warn(&format!("{said} setting wherever it is given, as it is here"));
            }
        }
    }

    async fn make(&self, agent: &AgentClient) -> Outcome<()> {
        let fifo = WriteFifoMode {
            enabled: self.fifo.map(|switch| switch == Switch::On),
            active_upload_count: self.fifo_uploads,
            active_download_count: self.fifo_downloads,
        };
        let has_fifo = self.fifo.is_some() || self.fifo_uploads.is_some() || self.fifo_downloads.is_some();
        if self.upload_limit.is_none() && self.download_limit.is_none() && !has_fifo && self.connections.is_none() {
            return Err(Problem::usage("nothing to change").next("see tonnage-agent settings set --help"));
        }
        if let Some(limit) = self.upload_limit {
            agent.limit_uploads(&limit.into()).await?;
        }
        if let Some(limit) = self.download_limit {
            agent.limit_downloads(&limit.into()).await?;
        }
        if has_fifo {
            agent.set_fifo_mode(&fifo).await?;
        }
        if let Some(connections) = self.connections {
            agent.set_concurrency(&WriteConcurrency { max_connections: Some(connections) }).await?;
        }
        Ok(())
    }
}

fn shown(settings: &SettingsBody) -> String {
    let limit = |limit: &RateLimit| match (limit.enabled, limit.schedule_enabled) {
        (false, _) => "off".to_owned(),
        (true, false) => units::rate(limit.rate_limit_bps / 8),
        (true, true) => format!("{}, by schedule", units::rate(limit.rate_limit_bps / 8)),
    };
    let fifo = &settings.fifo_mode;
    format!(
        "upload limit    {}\ndownload limit  {}\nfifo            {} ({} uploads, {} downloads at once)\nconnections     {}",
        limit(&settings.upload_rate_limit),
        limit(&settings.download_rate_limit),
        if fifo.enabled { "on" } else { "off" },
        fifo.active_upload_count,
        fifo.active_download_count,
        settings.concurrency.max_connections
    )
}
