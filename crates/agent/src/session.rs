//! The agent's session: its API key, or the token of someone who signed in, is exchanged for a session and checked
//! regularly.
//!
//! The cloud decides: the session ends if it refuses the key, and comes back if it accepts the key again. An
//! unreachable cloud does not end the session; transfers handle that themselves. A token is renewed long before it
//! expires. A reply that is lost costs nothing: the old token is valid until then.

use std::time::Duration;

use client::{Client, ClientError};
use domain::Refusal;
use serving::secret::Secret;
use tokio::sync::{Mutex, Notify, watch};
use tokio_util::sync::CancellationToken;
use transfer::Fault;
use wire::agent::{AgentEvent, LoginBody, SessionBody, SessionState};
use wire::auth::{SignIn, SignedIn, WhoAmI};
use wire::error::ErrorCode;

pub use crate::session_reason::Reason;

use crate::clock;
use crate::error::{AgentError, AgentResult};
use crate::events::Events;
use crate::kept_session::{KeptSession, KeptToken};

/// Retry interval until the cloud responds for the first time.
const RETRY: Duration = Duration::from_secs(5);
/// The longest time that the agent's start waits for the cloud.
const FIRST_ANSWER: Duration = Duration::from_secs(5);

/// A client of the cloud with the identity of the key, or of who signed in.
#[derive(Clone)]
pub struct Session {
    pub client: Client,
    pub login: LoginBody,
}

#[derive(Clone)]
pub enum Status {
    /// The agent has no key, and nobody signed in.
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

/// As whom the agent calls the cloud.
#[derive(Clone)]
struct Identity {
    client: Client,
    /// The second since 1970 in which the token was obtained, if it is not a key.
    token_since: Option<i64>,
}

pub struct Sessions {
    anyone: Client,
    identity: parking_lot::Mutex<Option<Identity>>,
    kept: KeptSession,
    /// How old a token becomes before it is renewed.
    renewal: Duration,
    status: watch::Sender<Status>,
    events: Events,
    doubt: Notify,
    turn: Mutex<()>,
}

impl Sessions {
    /// Without a key, the last user who signed in has the session.
    pub fn new(anyone: Client, key: &Secret, kept: KeptSession, renewal: Duration, events: Events) -> Self {
        let identity = if key.is_empty() {
            kept.read().map(|kept| Identity {
                client: anyone.with_user_token(kept.token.expose()),
                token_since: Some(kept.obtained_at),
            })
        } else {
            Some(Identity { client: anyone.with_api_key(key.expose()), token_since: None })
        };
        let status = if identity.is_some() { Status::Refused(Reason::Unreachable) } else { Status::None };
        let status = watch::Sender::new(status);
        let identity = parking_lot::Mutex::new(identity);
        Self { anyone, identity, kept, renewal, status, events, doubt: Notify::new(), turn: Mutex::default() }
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

    /// Verifies the key or the token with the cloud.
    pub async fn check(&self) {
        let _turn = self.turn.lock().await;
        let Some(identity) = self.identity() else { return };
        let identity = self.renewed(identity).await;
        let found = match identity.client.who_am_i().await {
            Ok(who) => active(&identity.client, who),
            Err(error) => Status::Refused(reason_of(&error, &identity)),
        };
        self.note(found);
    }

    fn identity(&self) -> Option<Identity> {
        self.identity.lock().clone()
    }

    /// Gets a new token if the present one is old. If that fails, the old one is used for as long as it is valid.
    async fn renewed(&self, identity: Identity) -> Identity {
        let age = |since: i64| u64::try_from(clock::seconds() - since).map_or(Duration::MAX, Duration::from_secs);
        if identity.token_since.is_none_or(|since| age(since) < self.renewal) {
            return identity;
        }
        match identity.client.refresh_token().await {
            Ok(signed_in) => {
                let kept = KeptToken { token: Secret::new(signed_in.token), obtained_at: clock::seconds() };
                if let Err(error) = self.kept.write(&kept) {
                    tracing::warn!(error = format!("{error:#}"), "the renewed session is lost with this process");
                }
                self.take(&kept)
            }
            Err(error) => {
                tracing::debug!(%error, "the session was not renewed");
                identity
            }
        }
    }

    fn take(&self, kept: &KeptToken) -> Identity {
        let client = self.anyone.with_user_token(kept.token.expose());
        let identity = Identity { client, token_since: Some(kept.obtained_at) };
        *self.identity.lock() = Some(identity.clone());
        identity
    }

    /// Signs in with an email address and a password. An agent with a key keeps that key.
    pub async fn sign_in(&self, request: SignIn) -> AgentResult<LoginBody> {
        let _turn = self.turn.lock().await;
        if self.identity().is_some_and(|identity| identity.token_since.is_none()) {
            return self.login();
        }
        let signed_in = self.anyone.sign_in(&request).await.map_err(|error| sign_in_refused(&error))?;
        let SignedIn { token, password_change_required: false, .. } = signed_in else {
            let message = "change the initial password in the console first, then sign in here".to_owned();
            return Err(AgentError::Cloud(Fault::Refused { code: ErrorCode::PasswordChangeRequired, message }));
        };
        let kept = KeptToken { token: Secret::new(token), obtained_at: clock::seconds() };
        let client = self.anyone.with_user_token(kept.token.expose());
        let who = client.who_am_i().await.map_err(|error| AgentError::Cloud(Fault::from(&error)))?;
        self.kept.write(&kept)?;
        self.take(&kept);
        self.note(active(&client, who));
        self.login()
    }

    /// Ends the session of who signed in, and forgets the token. Idempotent. With `everywhere`, the cloud ends all sessions
    /// of the user, and the token is worthless to anyone who copied it.
    pub async fn log_out(&self, everywhere: bool) -> AgentResult<()> {
        let _turn = self.turn.lock().await;
        let identity = self.identity();
        if identity.as_ref().is_some_and(|identity| identity.token_since.is_none()) {
            let reason =
                "the session comes from the API key of the agent: start the agent without it to end the session";
            return Err(Refusal::wrong_state(reason).into());
        }
        if let (true, Some(identity)) = (everywhere, identity) {
            match identity.client.log_out_all().await {
                // It has ended already.
                Err(error) if error.status().is_none_or(|status| status.as_u16() != 401) => {
                    return Err(AgentError::Cloud(Fault::from(&error)));
                }
                _ => {}
            }
        }
        self.kept.remove()?;
        *self.identity.lock() = None;
        self.note(Status::None);
        Ok(())
    }

    fn note(&self, found: Status) {
        // An unreachable cloud says nothing about the key, so the last known state is kept.
        if matches!(found, Status::Refused(Reason::Unreachable)) {
            tracing::warn!("cannot reach the cloud");
            return;
        }
        if self.status().body() == found.body() {
            // The token may be another one.
            self.status.send_if_modified(|status| {
                *status = found;
                false
            });
            return;
        }
        match &found {
            Status::Active(session) => tracing::info!(user = session.login.user.email, "the session is active"),
            Status::Refused(reason) => tracing::warn!(%reason, "there is no session"),
            Status::None => tracing::info!("the session has ended: nobody is signed in"),
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

fn active(client: &Client, who: WhoAmI) -> Status {
    let teams = who.teams.into_iter().map(|own| own.team.into()).collect();
    Status::Active(Session { client: client.clone(), login: LoginBody { user: who.user.into(), teams } })
}

fn reason_of(error: &ClientError, identity: &Identity) -> Reason {
    match error.status().map(|status| status.as_u16()) {
        Some(401 | 403) if identity.token_since.is_some() => Reason::SignedOut,
        Some(401 | 403) => Reason::Inactive,
        Some(402) => Reason::Suspended,
        _ => Reason::Unreachable,
    }
}

fn sign_in_refused(error: &ClientError) -> AgentError {
    let refused = |code, message: &str| AgentError::Cloud(Fault::Refused { code, message: message.to_owned() });
    match Fault::from(error) {
        Fault::Refused { code: ErrorCode::SecondFactorRequired, .. } => refused(
            ErrorCode::SecondFactorRequired,
            "this account has a second factor: use `login` with its one-time password as otp",
        ),
        Fault::Refused { code: ErrorCode::Unauthorized, .. } => refused(
            ErrorCode::Unauthorized,
            "the cloud refused the email address, the password or the one-time password",
        ),
        fault => AgentError::Cloud(fault),
    }
}
