//! The agent's session: its API key is exchanged for a session and checked regularly.
//!
//! The cloud decides: the session ends if it refuses the key, and comes back if it accepts the key again. An
//! unreachable cloud does not end the session; transfers handle that themselves.

use std::time::Duration;

use client::{Client, ClientError};
use tokio::sync::{Mutex, Notify, watch};
use tokio_util::sync::CancellationToken;
use wire::agent::{AgentEvent, LoginBody, SessionBody, SessionState};

pub use crate::session_reason::Reason;

use crate::error::{AgentError, AgentResult};
use crate::events::Events;

/// Retry interval until the cloud responds for the first time.
const RETRY: Duration = Duration::from_secs(5);
/// The longest time that the agent's start waits for the cloud.
const FIRST_ANSWER: Duration = Duration::from_secs(5);

/// A client of the cloud with the identity of the key.
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
    /// The session as shown in the event stream.
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
    /// Has the key; `None` without one.
    client: Option<Client>,
    status: watch::Sender<Status>,
    events: Events,
    doubt: Notify,
    turn: Mutex<()>,
}

impl Sessions {
    /// `client` has the key.
    pub fn new(client: Option<Client>, events: Events) -> Self {
        let status = if client.is_some() { Status::Refused(Reason::Unreachable) } else { Status::None };
        let status = watch::Sender::new(status);
        Self { client, status, events, doubt: Notify::new(), turn: Mutex::default() }
    }

    pub fn status(&self) -> Status {
        self.status.borrow().clone()
    }

    /// Notified when the session is lost, changes or comes back.
    pub fn watch(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    /// For actions that need a session. The error is always the documented one.
    pub fn require(&self) -> AgentResult<Session> {
        match self.status() {
            Status::Active(session) => Ok(session),
            Status::None | Status::Refused(_) => Err(AgentError::SessionMissing),
        }
    }

    /// For requests about the session itself: the error contains the reason.
    pub fn login(&self) -> AgentResult<LoginBody> {
        match self.status() {
            Status::Active(session) => Ok(session.login),
            Status::None => Err(AgentError::SessionMissing),
            Status::Refused(reason) => Err(AgentError::SessionRefused(reason)),
        }
    }

    /// A request with this session got a 401 or 402: check the session now.
    pub fn doubt(&self) {
        self.doubt.notify_one();
    }

    /// Verifies the key with the cloud.
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
        // An unreachable cloud says nothing about the key, so the last known state is kept.
        if matches!(found, Status::Refused(Reason::Unreachable)) {
            tracing::warn!("cannot reach the cloud");
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

    /// The first check; the agent's start waits for it a little.
    pub async fn begin(&self) {
        if tokio::time::timeout(FIRST_ANSWER, self.check()).await.is_err() {
            tracing::warn!("the cloud has not responded yet; the agent keeps trying");
        }
    }

    /// Repeats the check at every interval and on doubt.
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
