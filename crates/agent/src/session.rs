//! For whom the agent acts: its API key, exchanged for a session and looked at again and again.
//!
//! The cloud's word counts: a key that it refuses ends the session, and one that it takes again brings it back. A
//! cloud that does not answer ends no session; transfers bear that by themselves.

use std::time::Duration;

use client::{Client, ClientError};
use tokio::sync::{Mutex, Notify, watch};
use tokio_util::sync::CancellationToken;
use wire::agent::{AgentEvent, LoginBody, SessionBody, SessionState};

pub use crate::session_reason::Reason;

use crate::error::{AgentError, AgentResult};
use crate::events::Events;

/// While the cloud has never answered, it is asked more often.
const RETRY: Duration = Duration::from_secs(5);
/// The start of the agent waits no longer than this for the cloud.
const FIRST_ANSWER: Duration = Duration::from_secs(5);

/// Calls the cloud for someone.
#[derive(Clone)]
pub struct Session {
    pub client: Client,
    pub login: LoginBody,
}

#[derive(Clone)]
pub enum Status {
    /// The agent has no key.
    None,
    Active(Session),
    Refused(Reason),
}

impl Status {
    /// As the event stream tells it.
    pub fn body(&self) -> SessionBody {
        match self {
            Self::None => SessionBody { state: SessionState::None, reason: None, user: None, teams: Vec::new() },
            Self::Active(session) => SessionBody {
                state: SessionState::Active,
                reason: None,
                user: Some(session.login.user.clone()),
                teams: session.login.teams.clone(),
            },
            Self::Refused(reason) => SessionBody {
                state: SessionState::Refused,
                reason: Some(reason.as_str().to_owned()),
                user: None,
                teams: Vec::new(),
            },
        }
    }
}

pub struct Sessions {
    /// With the key, where there is one.
    client: Option<Client>,
    status: watch::Sender<Status>,
    events: Events,
    doubt: Notify,
    turn: Mutex<()>,
}

impl Sessions {
    /// `client` carries the key.
    pub fn new(client: Option<Client>, events: Events) -> Self {
        let status = if client.is_some() { Status::Refused(Reason::Unreachable) } else { Status::None };
        let status = watch::Sender::new(status);
        Self { client, status, events, doubt: Notify::new(), turn: Mutex::default() }
    }

    pub fn status(&self) -> Status {
        self.status.borrow().clone()
    }

    /// Wakes whenever the session is lost, changes or comes back.
    pub fn watch(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    /// For actions that need one. Whatever the reason, the refusal is the documented one.
    pub fn require(&self) -> AgentResult<Session> {
        match self.status() {
            Status::Active(session) => Ok(session),
            Status::None | Status::Refused(_) => Err(AgentError::SessionMissing),
        }
    }

    /// For those who ask about the session itself: with the reason.
    pub fn login(&self) -> AgentResult<LoginBody> {
        match self.status() {
            Status::Active(session) => Ok(session.login),
            Status::None => Err(AgentError::SessionMissing),
            Status::Refused(reason) => Err(AgentError::SessionRefused(reason)),
        }
    }

    /// Someone was told 401 or 402 with this session: it is looked at now.
    pub fn doubt(&self) {
        self.doubt.notify_one();
    }

    /// Asks the cloud about the key.
    pub async fn check(&self) {
        let Some(client) = &self.client else { return };
        let _turn = self.turn.lock().await;
        let found = match client.who_am_i().await {
            Ok(who) => {
                let teams = who.teams.into_iter().map(|own| own.team.into()).collect();
                Status::Active(Session { client: client.clone(), login: LoginBody { user: who.user.into(), teams } })
            }
            Err(error) => Status::Refused(reason_of(&error)),
        };
        self.note(found);
    }

    fn note(&self, found: Status) {
        // Silence says nothing about the key: what was last known of it stays.
        if matches!(found, Status::Refused(Reason::Unreachable)) {
            tracing::warn!("the cloud cannot be reached");
            return;
        }
        if self.status().body() == found.body() {
            return;
        }
        match &found {
            Status::Active(session) => tracing::info!(user = session.login.user.email, "the session is active"),
            Status::Refused(reason) => tracing::warn!(%reason, "there is no session"),
            Status::None => {}
        }
        self.events.tell(AgentEvent::Session(found.body()));
        self.status.send_replace(found);
    }

    /// The first look, for which the start of the agent waits a little.
    pub async fn begin(&self) {
        if tokio::time::timeout(FIRST_ANSWER, self.check()).await.is_err() {
            tracing::warn!("the cloud has not answered yet; the agent goes on asking");
        }
    }

    /// Looks again, at every interval and in doubt.
    pub async fn run_until(&self, interval: Duration, stop: CancellationToken) {
        if self.client.is_none() {
            return;
        }
        loop {
            let unknown = matches!(self.status(), Status::Refused(Reason::Unreachable));
            let pause = if unknown { RETRY.min(interval) } else { interval };
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = self.doubt.notified() => {}
                () = stop.cancelled() => return,
            }
            self.check().await;
        }
    }
}

fn reason_of(error: &ClientError) -> Reason {
    match error.status().map(|status| status.as_u16()) {
        Some(401 | 403) => Reason::Inactive,
        Some(402) => Reason::Suspended,
        _ => Reason::Unreachable,
    }
}
