//! Blocks requests from web pages and from other users of the machine. Anyone who could reach the API could send any file of
//! the agent's user anywhere.
//!
//! Every request is checked here before any route. `Host` must be exactly an address of ours, whatever a DNS name
//! resolves to. Requests from another origin are refused. A body must be JSON, which no HTML form can send. The token
//! is required, unless the agent was started without one. No CORS header is ever sent. The page itself contains no
//! secrets and needs no token, because it is there that the browser gets the token.

mod host;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, Method, header};
use hyper::body::Body as _;
use serving::RequestError;
use serving::secret::Secret;
use sha2::{Digest as _, Sha256};

use crate::error::{AgentError, AgentResult};

pub use host::{Hosts, is_exposed};

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

pub struct Guard {
    hosts: Hosts,
    token: Secret,
}

impl Guard {
    pub fn new(hosts: Hosts, token: Secret) -> Self {
        Self { hosts, token }
    }

    /// Whether the request is allowed.
    pub fn admit(&self, request: &Request) -> AgentResult<()> {
        let headers = request.headers();
        self.require_our_host(request)?;
        self.require_our_origin(headers)?;
        if !is_page(request) {
            self.require_token(headers)?;
        }
        require_json(request)
    }

    fn require_our_host(&self, request: &Request) -> AgentResult<()> {
        const REFUSAL: AgentError = AgentError::ForeignPage(
            "Host is not the address of this agent: use its address, or start it with --allow-host",
        );
        let mut given = request.headers().get_all(header::HOST).iter();
        let (Some(host), None) = (given.next(), given.next()) else { return Err(REFUSAL) };
        let is_ours = host.to_str().is_ok_and(|host| self.hosts.contains(host));
        let target = request.uri().authority().is_none_or(|authority| self.hosts.contains(authority.as_str()));
        if is_ours && target { Ok(()) } else { Err(REFUSAL) }
    }

    fn require_our_origin(&self, headers: &HeaderMap) -> AgentResult<()> {
        let foreign_origin = headers
            .get_all(header::ORIGIN)
            .iter()
            .any(|origin| !origin.to_str().is_ok_and(|text| self.is_our_origin(text)));
        // Only browsers send this header; it says where a request comes from.
        let foreign_site =
            headers.get_all(FETCH_SITE).iter().any(|site| !matches!(site.as_bytes(), b"same-origin" | b"none"));
        if foreign_origin || foreign_site {
            return Err(AgentError::ForeignPage("the request comes from a page of another origin"));
        }
        Ok(())
    }

    fn is_our_origin(&self, origin: &str) -> bool {
        origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"))
            .is_some_and(|host| self.hosts.contains(host))
    }

    fn require_token(&self, headers: &HeaderMap) -> AgentResult<()> {
        if self.token.is_empty() {
            return Ok(());
        }
        let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        // Compares hashes, so that the timing reveals nothing about the token.
        let matches = given.is_some_and(|given| Sha256::digest(given.trim()) == Sha256::digest(self.token.expose()));
        if matches { Ok(()) } else { Err(AgentError::Token) }
    }
}

/// Files that the browser loads before it can ask for the token.
fn is_page(request: &Request) -> bool {
    let path = request.uri().path();
    matches!(*request.method(), Method::GET | Method::HEAD) && (path == "/" || path.starts_with("/assets/"))
}

/// Also on routes that ignore the body: a form always sends a content type, and it cannot be JSON.
fn require_json(request: &Request) -> AgentResult<()> {
    let mut kinds = request.headers().get_all(header::CONTENT_TYPE).iter().peekable();
    let has_body = !request.body().is_end_stream();
    if kinds.peek().is_none() && !has_body {
        return Ok(());
    }
    let is_json = |value: &axum::http::HeaderValue| {
        let kind = value.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim();
        kind.eq_ignore_ascii_case("application/json")
    };
    if kinds.peek().is_some() && kinds.all(is_json) { Ok(()) } else { Err(RequestError::NotJson.into()) }
}
