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

use bytes::Bytes;
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
const OWN_NAME: &str = concat!("Tonnage/", env!("CARGO_PKG_VERSION"));

pub struct Egress {
    networks: Arc<Networks>,
    http: reqwest::Client,
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

impl Egress {
    /// An egress that also reaches the networks in `allow`, and learns addresses from `lookup`.
    pub fn new(allow: &[IpNet], lookup: Lookup) -> anyhow::Result<Self> {
        let networks = Arc::new(Networks::new(allow));
        let http = reqwest::Client::builder()
            .dns_resolver(CheckedLookup::new(lookup, networks.clone()))
            .redirect(redirect::Policy::none())
            .retry(retry::never())
            .no_proxy()
            .referer(false)
            .http1_only()
            .tls_version_min(tls::Version::TLS_1_2)
            // No receiver keeps a connection of ours, and no call fails because one had been closed meanwhile.
            .pool_max_idle_per_host(0)
            .build()?;
        Ok(Self { networks, http })
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
