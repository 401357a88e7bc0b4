//! How a command finds an agent: a running one, or its own in this process. Both are used through the same API.

use std::net::SocketAddr;

use client::{AgentAddress, AgentClient, ClientError};
use serving::secret::Secret;
use wire::error::ErrorCode;

use super::Context;
use super::exit::Exit;
use super::problem::{Outcome, Problem};
use super::talk::Talk;
use crate::options::{ListenAddress, Options};
use crate::own_token;
use crate::start::{Running, start};

pub(super) struct Agent {
    pub client: AgentClient,
    /// Our own agent, if none was running.
    own: Option<Running>,
}

impl Agent {
    /// `alone` ignores a running agent.
    pub(super) async fn reach(options: Options, alone: bool, talk: &Talk) -> Outcome<Self> {
        if !alone && let Some(client) = running(&options).await? {
            talk.explain(&format!("using the agent that listens on {}", shown(&options.listen)));
            return Ok(Self { client, own: None });
        }
        talk.explain("no agent is running: this command transfers the files itself");
        Self::of_its_own(options).await
    }

    /// Does not resume unfinished transfers: a command does only what it was asked to do.
    async fn of_its_own(mut options: Options) -> Outcome<Self> {
        let token = own_token::random();
        let known = shown(&options.listen);
        options.listen = ListenAddress::Tcp(SocketAddr::from(([127, 0, 0, 1], 0)));
        options.token = Secret::new(&token);
        options.for_one_command = true;
        let running = start(options).await.map_err(|error| {
            Problem::new(Exit::Failed, format!("{error:#}"))
                .next(format!("if the agent runs at another address than {known}, set it with --listen"))
        })?;
        let client = AgentClient::new(&AgentAddress::Http(running.api.clone()), &token)?;
        Ok(Self { client, own: Some(running) })
    }

    /// Refuses a running agent of an earlier version, which would ignore what it does not know.
    pub(super) async fn require_current(&self) -> Outcome<()> {
        if self.is_own() || !self.client.status().await?.version.is_empty() {
            return Ok(());
        }
        let what = "the running agent is of an earlier version and would ignore a part of this command";
        Err(Problem::new(Exit::Failed, what).next("restart the agent, or bypass it with --alone"))
    }

    /// Refuses a running agent that works for another server than the command names.
    pub(super) async fn require_server(&self, context: &Context) -> Outcome<()> {
        if self.is_own() || !context.names_server {
            return Ok(());
        }
        let (status, server) = (self.client.status().await?, context.options.cloud_url.as_str());
        if status.server.trim_end_matches('/') == server.trim_end_matches('/') {
            return Ok(());
        }
        let what = format!("the running agent works for {}, and this command names {server}", status.server);
        Err(Problem::usage(what).next("omit --cloud-url and TONNAGE_AGENT_CLOUD_URL, or bypass the agent with --alone"))
    }

    pub(super) fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// Stops our own agent; unfinished transfers stay in its journal.
    pub(super) async fn leave(self) {
        drop(self.client);
        if let Some(running) = self.own {
            running.shut_down().await;
        }
    }
}

/// Connects to a running agent, if there is one.
pub(super) async fn running(options: &Options) -> Outcome<Option<AgentClient>> {
    let address = match &options.listen {
        ListenAddress::Tcp(address) if address.port() == 0 => return Ok(None),
        ListenAddress::Tcp(address) => AgentAddress::Http(format!("http://{}", callable(*address))),
        ListenAddress::Unix(path) => AgentAddress::Unix(path.clone()),
    };
    let client = AgentClient::new(&address, token(options).expose())?;
    match client.login().await {
        Ok(_) => Ok(Some(client)),
        Err(ClientError::Refused { body, .. }) => match body.code {
            ErrorCode::SessionMissing | ErrorCode::SessionRefused => Ok(Some(client)),
            ErrorCode::AgentToken | ErrorCode::ForeignPage => {
                let what = format!("the agent on {} denied access: {}", shown(&options.listen), body.message);
                let next = "run the command as the agent's user and with its --state-dir, pass its token with \
                            --token-file or TONNAGE_AGENT_TOKEN, or bypass it with --alone";
                Err(Problem::new(Exit::Access, what).next(next))
            }
            _ => Ok(None),
        },
        // Nothing or something else is listening there.
        Err(_) => Ok(None),
    }
}

/// The given token, or the one that an agent of the same user and state directory has created.
pub(super) fn token(options: &Options) -> Secret {
    let is_local = matches!(options.listen, ListenAddress::Tcp(_));
    let own = || own_token::read(&options.state_dir).filter(|_| is_local).unwrap_or_default();
    if options.token.is_empty() { own() } else { options.token.clone() }
}

/// An agent that listens on all interfaces is reached via loopback.
pub(super) fn callable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let here: std::net::IpAddr =
        if address.is_ipv4() { [127, 0, 0, 1].into() } else { std::net::Ipv6Addr::LOCALHOST.into() };
    SocketAddr::new(here, address.port())
}

pub(super) fn shown(listen: &ListenAddress) -> String {
    match listen {
        ListenAddress::Tcp(address) => address.to_string(),
        ListenAddress::Unix(path) => format!("unix:{}", path.display()),
    }
}
