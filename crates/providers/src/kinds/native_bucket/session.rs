//! The account: a token that lives for up to a day, and calls that renew it when it expires.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::Method;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use url::Url;

use crate::http_client::{Answer, HttpClient, Said, Sending};
use crate::{Fault, ProviderError, ProviderResult};
use serving::secret::Secret;

const PROVIDER: &str = "vendor_c_b2";
const VERSION: &str = "b2api/v3";

pub(super) struct Account {
    pub(super) http: Arc<HttpClient>,
    address: Url,
    client_id: String,
    client_secret: Secret,
    destination: String,
    current: Mutex<Option<Session>>,
}

#[derive(Clone)]
struct Session {
    token: Secret,
    address: Url,
    bucket: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Authorized {
    account_id: String,
    authorization_token: String,
    api_info: ApiInfo,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ApiInfo {
    storage_api: StorageApi,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StorageApi {
    api_url: String,
    /// Set if the key is restricted to one bucket.
    bucket_id: Option<String>,
    bucket_name: Option<String>,
}

#[derive(Deserialize)]
struct Buckets {
    buckets: Vec<Bucket>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Bucket {
    bucket_id: String,
    bucket_name: String,
}

#[derive(Deserialize)]
struct Words {
    code: String,
    #[serde(default)]
    message: String,
}

impl Account {
    pub(super) fn new(
        http: Arc<HttpClient>,
        client_id: String,
        client_secret: Secret,
        destination: String,
    ) -> ProviderResult<Self> {
        let address = http.address(PROVIDER, "base_url", "https://api.backblazeb2.com")?;
        Ok(Self { http, address, client_id, client_secret, destination, current: Mutex::new(None) })
    }

    pub(super) fn identity(&self) -> String {
        format!("{} {}", self.address.as_str().trim_end_matches('/'), self.destination)
    }

    /// The provider's id of the bucket.
    pub(super) async fn bucket(&self) -> ProviderResult<String> {
        Ok(self.session().await?.bucket)
    }

    /// Makes a call; if it fails because the token has expired, it is repeated with a new one.
    pub(super) async fn call<T: DeserializeOwned>(
        &self,
        action: &'static str,
        name: &str,
        body: &Value,
    ) -> ProviderResult<T> {
        let session = self.session().await?;
        match self.call_with(&session, action, name, body).await {
            Err(error) if is_ended(&error) => {}
            other => return other?.json(),
        }
        self.forget(&session).await;
        let session = self.session().await?;
        self.call_with(&session, action, name, body).await?.json()
    }

    /// As [`Account::call`], but a call without an answer is not repeated.
    pub(super) async fn call_once<T: DeserializeOwned>(
        &self,
        action: &'static str,
        name: &str,
        body: &Value,
    ) -> ProviderResult<T> {
        let session = self.session().await?;
        match self.call_once_with(&session, action, name, body).await {
            Err(error) if is_ended(&error) => {}
            other => return other?.json(),
        }
        self.forget(&session).await;
        let session = self.session().await?;
        self.call_once_with(&session, action, name, body).await?.json()
    }

    async fn call_once_with(
        &self,
        session: &Session,
        action: &'static str,
        name: &str,
        body: &Value,
    ) -> ProviderResult<Answer> {
        self.http.ask_once(&sending(session, action, name, body)).await?.success(read_error)
    }

    async fn call_with(
        &self,
        session: &Session,
        action: &'static str,
        name: &str,
        body: &Value,
    ) -> ProviderResult<Answer> {
        self.http.call(&sending(session, action, name, body), read_error).await
    }

    async fn session(&self) -> ProviderResult<Session> {
        // Locked while it is requested: many concurrent parts need only one answer.
        let mut current = self.current.lock().await;
        if let Some(session) = current.as_ref() {
            return Ok(session.clone());
        }
        let session = self.authorize().await?;
        *current = Some(session.clone());
        Ok(session)
    }

    /// Drops a token, unless another sender has already fetched a new one.
    async fn forget(&self, old: &Session) {
        let mut current = self.current.lock().await;
        if current.as_ref().is_some_and(|session| session.token == old.token) {
            *current = None;
        }
    }

    async fn authorize(&self) -> ProviderResult<Session> {
        let pair = STANDARD.encode(format!("{}:{}", self.client_id, self.client_secret.expose()));
        let url = joined(&self.address, "b2_authorize_account");
        let sending = Sending::new("authorize the account", Method::GET, url);
        let sending = sending.header("authorization", &format!("Basic {pair}"));
        let authorized: Authorized = self.http.call(&sending, read_error).await?.json()?;
        let StorageApi { api_url, bucket_id, bucket_name } = authorized.api_info.storage_api;
        let token = Secret::new(authorized.authorization_token);
        let mut session = Session { token, address: given_address(&api_url)?, bucket: String::new() };
        session.bucket = match (bucket_id, bucket_name) {
            (Some(id), Some(name)) if name == self.destination => id,
            (Some(_), Some(_)) => {
                let reason = format!("the key is for another bucket than {:?}", self.destination);
                return Err(ProviderError::new(Fault::Credentials, reason));
            }
            _ => self.find_bucket(&session, &authorized.account_id).await?,
        };
        Ok(session)
    }

    async fn find_bucket(&self, session: &Session, account: &str) -> ProviderResult<String> {
        let asked = json!({ "accountId": account, "bucketName": self.destination });
        let answer = self.call_with(session, "find the bucket", "b2_list_buckets", &asked).await?;
        let found: Buckets = answer.json()?;
        let found = found.buckets.into_iter().find(|bucket| bucket.bucket_name == self.destination);
        let missing = || ProviderError::new(Fault::Missing, format!("there is no bucket {:?}", self.destination));
        found.map(|bucket| bucket.bucket_id).ok_or_else(missing)
    }
}

/// A URL that the provider told us to use.
pub(super) fn given_address(text: &str) -> ProviderResult<Url> {
    text.parse().map_err(|_| ProviderError::unusable("the provider returned an invalid URL"))
}

fn joined(address: &Url, name: &str) -> Url {
    let mut url = address.clone();
    url.set_path(&format!("{}/{VERSION}/{name}", address.path().trim_end_matches('/')));
    url
}

fn sending(session: &Session, action: &'static str, name: &str, body: &Value) -> Sending<'static> {
    let sending = Sending::new(action, Method::POST, joined(&session.address, name)).json(body);
    sending.header("authorization", session.token.expose())
}

fn is_ended(error: &ProviderError) -> bool {
    matches!(error.code.as_str(), "expired_auth_token" | "bad_auth_token")
}

pub(super) fn read_error(answer: &Answer) -> Said {
    let Ok(Words { code, message }) = answer.json::<Words>() else { return Said::default() };
    let fault = match code.as_str() {
        "bad_auth_token" | "expired_auth_token" | "unauthorized" | "access_denied" => Some(Fault::Credentials),
        "cap_exceeded" | "storage_cap_exceeded" | "transaction_cap_exceeded" => Some(Fault::Full),
        "bad_bucket_id" | "not_found" | "no_such_file" | "file_not_present" => Some(Fault::Missing),
        "bad_request" if message.to_ascii_lowercase().contains("sha1") => Some(Fault::Unusable),
        _ => None,
    };
    Said { code, message, fault }
}
