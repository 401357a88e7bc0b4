//! Settings that can be changed while the agent runs. A change is saved before it takes effect.

use domain::agent_settings;
use serde::Serialize;
use tokio::sync::{Mutex, watch};
use wire::agent::{
    AgentEvent, Concurrency, FifoMode, RateLimit, SettingsBody, WriteConcurrency, WriteFifoMode, WriteRateLimit,
};

use crate::error::AgentResult;
use crate::events::Events;
use crate::journal::{Journal, settings as rows};
use crate::options::Options;

/// The two directions, each with its own limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Up,
    Down,
}

impl Way {
    const fn name(self) -> &'static str {
        match self {
            Self::Up => "upload_rate_limit",
            Self::Down => "download_rate_limit",
        }
    }

    pub const fn of(self, settings: &SettingsBody) -> &RateLimit {
        match self {
            Self::Up => &settings.upload_rate_limit,
            Self::Down => &settings.download_rate_limit,
        }
    }
}

pub struct Settings {
    journal: Journal,
    events: Events,
    current: watch::Sender<SettingsBody>,
    /// One change at a time, because each is based on the previous one.
    turn: Mutex<()>,
}

impl Settings {
    /// Loads the settings that were changed. A rate limit that the agent was started with comes before one that was saved;
    /// it can still be changed while the agent runs.
    pub async fn load(journal: Journal, events: Events, options: &Options) -> AgentResult<Self> {
        let usual = agent_settings::defaults(options.max_upload_rate, options.max_download_rate);
        let given = (options.max_upload_rate.is_some(), options.max_download_rate.is_some());
        let loaded = journal.read(move |tables| {
            Ok(SettingsBody {
                upload_rate_limit: limit(rows::find(tables, Way::Up.name())?, usual.upload_rate_limit, given.0),
                download_rate_limit: limit(rows::find(tables, Way::Down.name())?, usual.download_rate_limit, given.1),
                fifo_mode: rows::find(tables, "fifo_mode")?.unwrap_or(usual.fifo_mode),
                concurrency: rows::find(tables, "concurrency")?.unwrap_or(usual.concurrency),
            })
        });
        Ok(Self { current: watch::Sender::new(loaded.await?), journal, events, turn: Mutex::default() })
    }

    pub fn now(&self) -> SettingsBody {
        self.current.borrow().clone()
    }

    /// Notified of every change.
    pub fn watch(&self) -> watch::Receiver<SettingsBody> {
        self.current.subscribe()
    }

    pub async fn change_rate_limit(&self, way: Way, request: &WriteRateLimit) -> AgentResult<RateLimit> {
        let _turn = self.turn.lock().await;
        let limit = agent_settings::change_rate_limit(way.of(&self.now()).clone(), request)?;
        self.save(way.name(), limit, |settings, limit| match way {
            Way::Up => settings.upload_rate_limit = limit,
            Way::Down => settings.download_rate_limit = limit,
        })
        .await
    }

    pub async fn change_fifo_mode(&self, request: &WriteFifoMode) -> AgentResult<FifoMode> {
        let _turn = self.turn.lock().await;
        let mode = agent_settings::change_fifo_mode(&self.now().fifo_mode, request)?;
        self.save("fifo_mode", mode, |settings, mode| settings.fifo_mode = mode).await
    }

    pub async fn change_concurrency(&self, request: &WriteConcurrency) -> AgentResult<Concurrency> {
        let _turn = self.turn.lock().await;
        let concurrency = agent_settings::change_concurrency(&self.now().concurrency, request)?;
        self.save("concurrency", concurrency, |settings, concurrency| settings.concurrency = concurrency).await
    }

    async fn save<T: Serialize + Clone + Send + 'static>(
        &self,
        name: &'static str,
        value: T,
        put: impl FnOnce(&mut SettingsBody, T),
    ) -> AgentResult<T> {
        let saved = value.clone();
        self.journal.write(move |tables| rows::save(tables, name, &saved)).await?;
        let put_value = value.clone();
        self.current.send_modify(|settings| put(settings, put_value));
        self.events.tell(AgentEvent::Settings(Box::new(self.now())));
        Ok(value)
    }
}

/// The limit that was saved, unless the agent was started with another one. Its schedule is kept, but does not apply.
fn limit(saved: Option<RateLimit>, usual: RateLimit, is_given: bool) -> RateLimit {
    match saved {
        Some(saved) if is_given => RateLimit { schedule: saved.schedule, ..usual },
        Some(saved) => saved,
        None => usual,
    }
}
