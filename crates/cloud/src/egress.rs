//! The one way out to addresses that a Team can set.
//!
//! A hostile address must not make us call our own machine or the networks around it. So an address is checked when it
//! is written, and again at each call: names are resolved here, every address of the answer is checked, and the
//! connection goes to one of those and to no other. Redirects are not followed and proxy variables not read, since both
//! would lead elsewhere. `egress.allow` opens networks for installations that want their neighbours called.
//!
//! Whatever is refused is refused before anything is sent, with one and the same answer: nobody learns by it which
//! names exist inside, or which ports are open.

mod address;
mod error;
mod lookup;

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use ipnet::IpNet;
use reqwest::header::{HeaderMap, USER_AGENT};
use reqwest::{Method, StatusCode, redirect, retry, tls};
use url::{Host, Url};

pub use error::EgressError;
pub use lookup::{Lookup, system_lookup};

use address::Networks;
use lookup::CheckedLookup;

/// How much of an answer is read. Nobody looks at it; reading lets an honest receiver finish.
const LARGEST_ANSWER: usize = 16 << 10;
const LONGEST_ADDRESS: usize = 8_192;
/// Servers close what is idle after a minute or so; being the first to do it costs no call.
const KEPT_IDLE: Duration = Duration::from_secs(20);
const KEPT_PER_HOST: usize = 64;
const OWN_NAME: &str = concat!("Tonnage/", env!("CARGO_PKG_VERSION"));

pub struct Egress {
    networks: Arc<Networks>,
    http: reqwest::Client,
    /// For those who are called again and again within a moment.
    kept: reqwest::Client,
}

/// An address that passed the check, and the only thing that can be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target(Url);

impl Target {
    /// Host and port, which together are whom a call burdens.
    pub fn authority(&self) -> String {
        format!("{}:{}", self.0.host_str().unwrap_or_default(), self.0.port_or_known_default().unwrap_or_default())
    }
}

/// One request.
pub struct Call {
    pub method: Method,
    pub target: Target,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// For everything from the look-up of the name to the end of the answer.
    pub limit: Duration,
}

/// A request whose answer is looked at.
pub struct Exchange {
    pub method: Method,
    pub target: Target,
    pub headers: HeaderMap,
    pub body: reqwest::Body,
    /// For everything from the look-up of the name to the end of the answer.
    pub limit: Duration,
}

impl Egress {
    /// An egress that also reaches the networks in `allow`, and learns addresses from `lookup`.
    pub fn new(allow: &[IpNet], lookup: Lookup) -> anyhow::Result<Self> {
        let networks = Arc::new(Networks::new(allow));
        let client = |lookup, idle| {
            reqwest::Client::builder()
                .dns_resolver(CheckedLookup::new(lookup, networks.clone()))
                .redirect(redirect::Policy::none())
                .retry(retry::never())
                .no_proxy()
                .referer(false)
                .http1_only()
                .tls_version_min(tls::Version::TLS_1_2)
                .pool_max_idle_per_host(idle)
                .pool_idle_timeout(KEPT_IDLE)
                .build()
        };
        // No receiver of a webhook keeps a connection of ours, and no call fails because one had been closed meanwhile.
        Ok(Self { http: client(lookup.clone(), 0)?, kept: client(lookup, KEPT_PER_HOST)?, networks })
    }

    /// What can be said of an address without asking anyone: its form, its port, and its host when that is a number.
    pub fn check(&self, text: &str) -> Result<Target, EgressError> {
        if text.len() > LONGEST_ADDRESS {
            return Err(EgressError::TooLong(LONGEST_ADDRESS));
        }
        let url = Url::parse(text.trim()).map_err(|_| EgressError::NotAnAddress)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(EgressError::NotAnAddress);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(EgressError::Userinfo);
        }
        // Below 1024 live mail, name and file services that a request could be made to speak to.
        if !matches!(url.port_or_known_default(), Some(80 | 443 | 1_024..)) {
            return Err(EgressError::Port);
        }
        // A host that is a number is never looked up, so this is where it is checked.
        let is_reachable = match url.host() {
            None => return Err(EgressError::NotAnAddress),
            Some(Host::Domain(name)) => !name.is_empty(),
            Some(Host::Ipv4(address)) => self.networks.may_reach(address.into()),
            Some(Host::Ipv6(address)) => self.networks.may_reach(address.into()),
        };
        if is_reachable { Ok(Target(url)) } else { Err(EgressError::Forbidden) }
    }

    /// Makes the request, once, and gives the status of the answer whatever it is.
    pub async fn call(&self, call: Call) -> Result<StatusCode, EgressError> {
        let limit = call.limit;
        tokio::time::timeout(limit, self.send(call)).await.unwrap_or(Err(EgressError::TooSlow(limit.as_secs())))
    }

    /// Makes the request, once, and gives the answer whatever it is; one that is longer than `largest` is an error.
    pub async fn exchange(
        &self,
        exchange: Exchange,
        largest: usize,
    ) -> Result<(StatusCode, HeaderMap, Bytes), EgressError> {
        let limit = exchange.limit;
        let read = async {
            let mut response = self.open(exchange).await?;
            let (status, headers) = (response.status(), response.headers().clone());
            let mut body = BytesMut::new();
            while let Some(piece) = response.chunk().await.map_err(|error| EgressError::of(&error))? {
                if body.len() + piece.len() > largest {
                    return Err(EgressError::AnswerTooLarge(largest));
                }
                body.extend_from_slice(&piece);
            }
            Ok((status, headers, body.freeze()))
        };
        tokio::time::timeout(limit, read).await.unwrap_or(Err(EgressError::TooSlow(limit.as_secs())))
    }

    /// As [`Egress::exchange`], for whoever reads the answer as it comes. The limit is for its beginning.
    pub async fn open(&self, exchange: Exchange) -> Result<reqwest::Response, EgressError> {
        let limit = exchange.limit;
        let request = self.kept.request(exchange.method, exchange.target.0).header(USER_AGENT, OWN_NAME);
        let sent = request.headers(exchange.headers).body(exchange.body).send();
        let sent = tokio::time::timeout(limit, sent).await;
        sent.map_err(|_| EgressError::TooSlow(limit.as_secs()))?.map_err(|error| EgressError::of(&error))
    }

    async fn send(&self, call: Call) -> Result<StatusCode, EgressError> {
        let mut request = self.http.request(call.method, call.target.0).header(USER_AGENT, OWN_NAME);
        // These stand in for ours of the same name.
        request = request.headers(call.headers);
        if !call.body.is_empty() {
            request = request.body(call.body);
        }
        let mut response = request.send().await.map_err(|error| EgressError::of(&error))?;
        let mut read = 0;
        while let Some(piece) = response.chunk().await.map_err(|error| EgressError::of(&error))? {
            read += piece.len();
            if read >= LARGEST_ANSWER {
                break;
            }
        }
        Ok(response.status())
    }
}

#[cfg(test)]
mod tests;
