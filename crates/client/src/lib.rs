//! Typed clients of the cloud's and the agent's API, used by the agent, the command line and all tests.

mod agent;
mod calls;
mod connections;
mod error;
mod filters;
mod forms;
mod gateways;
mod packages;
mod portals;
mod retry_after;
mod segments;
mod webhooks;

use std::time::Duration;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, RequestBuilder, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use agent::{AgentAddress, AgentClient};
pub use error::ClientError;
pub use retry_after::retry_after;

/// How long a call may take. File bytes do not pass through this client.
const TIMEOUT: Duration = Duration::from_mins(1);
/// Idle connections are not reused after this time: servers and proxies close them, possibly at the very moment when
/// the next call is sent.
const KEPT_IDLE: Duration = Duration::from_secs(10);
/// Bytes of the longest reply of a server: several times a page of a thousand files with the longest names. One that
/// sends more is broken, or wants to fill our memory.
const LONGEST_REPLY: usize = 32 << 20;

/// The common settings of all calls.
fn builder() -> reqwest::ClientBuilder {
    reqwest::Client::builder().timeout(TIMEOUT).pool_idle_timeout(KEPT_IDLE).redirect(reqwest::redirect::Policy::none())
}

#[derive(Clone)]
enum Credential {
    None,
    ApiKey(String),
    UserToken(String),
    PackageToken(String),
    AccessCode(String),
    Bearer(String),
}

/// A client of one server with one credential. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    base_url: String,
    credential: Credential,
    /// Sent with everything that creates something.
    idempotency_key: Option<String>,
    /// Bytes of the longest reply that is read.
    longest_reply: usize,
}

impl Client {
    /// A client without a credential. `base_url` is the URL that the server prints as `api` when it starts.
    pub fn new(base_url: &str) -> Result<Self, ClientError> {
        let http = builder().build()?;
        let base_url = base_url.trim_end_matches('/').to_owned();
        Ok(Self { http, base_url, credential: Credential::None, idempotency_key: None, longest_reply: LONGEST_REPLY })
    }

    /// The same client with an API key.
    #[must_use]
    pub fn with_api_key(&self, key: &str) -> Self {
        Self { credential: Credential::ApiKey(key.to_owned()), ..self.clone() }
    }

    /// The same client with a user's token.
    #[must_use]
    pub fn with_user_token(&self, token: &str) -> Self {
        Self { credential: Credential::UserToken(token.to_owned()), ..self.clone() }
    }

    /// The same client with the token of one package.
    #[must_use]
    pub fn with_package_token(&self, token: &str) -> Self {
        Self { credential: Credential::PackageToken(token.to_owned()), ..self.clone() }
    }

    /// The same client with the token of a storage gateway.
    #[must_use]
    pub fn with_gateway_token(&self, token: &str) -> Self {
        Self { credential: Credential::Bearer(token.to_owned()), ..self.clone() }
    }

    /// The same client without an account, with the access code of a Portal.
    #[must_use]
    pub fn with_access_code(&self, code: &str) -> Self {
        let encoded = utf8_percent_encode(code, NON_ALPHANUMERIC).to_string();
        Self { credential: Credential::AccessCode(encoded), ..self.clone() }
    }

    /// The same client for one request that creates something, so that the request can be repeated.
    #[must_use]
    pub fn with_idempotency_key(&self, key: &str) -> Self {
        Self { idempotency_key: Some(key.to_owned()), ..self.clone() }
    }

    /// The same client with a new key.
    #[must_use]
    pub fn with_new_key(&self) -> Self {
        self.with_idempotency_key(&format!("{:032x}", rand::random::<u128>()))
    }

    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// A request with the credential, for calls without their own method.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base_url));
        let request = match &self.idempotency_key {
            Some(key) => request.header("Idempotency-Key", key),
            None => request,
        };
        match &self.credential {
            Credential::None => request,
            Credential::ApiKey(key) => request.header("X-API-KEY", key),
            Credential::UserToken(token) => request.header("X-User-Token", token),
            Credential::PackageToken(token) => request.header("X-Package-Token", token),
            Credential::AccessCode(code) => request.header("X-Access-Code", code),
            Credential::Bearer(token) => request.bearer_auth(token),
        }
    }

    async fn call<T: DeserializeOwned>(&self, method: Method, path: &str) -> Result<T, ClientError> {
        self.read(self.request(method, path).send().await?).await
    }

    async fn call_with<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &(impl Serialize + Sync + ?Sized),
    ) -> Result<T, ClientError> {
        self.read(self.request(method, path).json(body).send().await?).await
    }

    /// Parses a successful reply; a reply without a body is parsed as `null`.
    async fn read<T: DeserializeOwned>(&self, response: Response) -> Result<T, ClientError> {
        let status = response.status();
        let retry_after = retry_after(response.headers());
        let is_json =
            response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        let bytes = whole(response, self.longest_reply).await?;
        if !status.is_success() {
            return Err(match serde_json::from_slice(&bytes) {
                Ok(body) if is_json => ClientError::Refused { status, body, retry_after },
                _ => ClientError::Unexpected { status, retry_after },
            });
        }
        let bytes: &[u8] = if bytes.is_empty() { b"null" } else { &bytes };
        serde_json::from_slice(bytes).map_err(|_| ClientError::Unexpected { status, retry_after: None })
    }
}

/// The body of a reply, unless it is longer than `longest`.
async fn whole(mut response: Response, longest: usize) -> Result<Vec<u8>, ClientError> {
    let mut bytes = Vec::new();
    while let Some(more) = response.chunk().await? {
        if bytes.len() + more.len() > longest {
            return Err(ClientError::TooLong);
        }
        bytes.extend_from_slice(&more);
    }
    Ok(bytes)
}
