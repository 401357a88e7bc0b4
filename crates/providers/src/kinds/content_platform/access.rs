//! The authorization of `vendor_d_box`: an app with a key pair, which acts for its enterprise.

use std::sync::Arc;

use async_trait::async_trait;
use domain::Refusal;
use domain::connection::{Direction, ProviderKind};
use http::Method;
use protocols::jwt::RsaKey;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::private_key::unlock;
use super::{PROVIDER, Platform, PlatformTarget};
use crate::address::below;
use crate::http_client::{Answer, HttpClient, Said, Sending};
use crate::session::{Grant, Session};
use crate::{Access, Fault, Fields, Place, ProviderError, ProviderResult};
use serving::secret::Secret;

/// The audience of an assertion, wherever it is sent.
const AUDIENCE: &str = "https://api.box.com/oauth2/token";
/// The platform rejects assertions that are valid for more than a minute.
const ASSERTION_SECONDS: i64 = 45;

#[derive(Clone)]
struct App {
    client_id: String,
    client_secret: Secret,
    public_key_id: String,
    key: RsaKey,
    enterprise_id: String,
}

pub(crate) fn parse(fields: Fields<'_>, _: ProviderKind, _: Direction) -> Result<Box<dyn Access>, Refusal> {
    let private_key = fields.private_key("private_key")?;
    let passphrase = fields.optional("passphrase")?.map(Secret::new).unwrap_or_default();
    let app = App {
        client_id: fields.text("client_id")?,
        client_secret: fields.secret("client_secret")?,
        public_key_id: fields.text("public_key_id")?,
        enterprise_id: fields.text("enterprise_id")?,
        key: unlock(&private_key, &passphrase)?,
    };
    fields.finish()?;
    Ok(Box::new(app))
}

impl Access for App {
    fn open(&self, http: &Arc<HttpClient>) -> ProviderResult<Place> {
        let api = http.address(PROVIDER, "base_url", "https://api.box.com")?;
        let upload = http.address(PROVIDER, "upload_url", "https://upload.box.com")?;
        let token_url = below(&api, &["oauth2", "token"]);
        let identity = format!("{} {} {}", api.as_str().trim_end_matches('/'), self.enterprise_id, self.client_id);
        let session = Session::new(http, Assertion { app: self.clone(), token_url });
        let platform = Platform { session, api: below(&api, &["2.0"]), upload: below(&upload, &["api", "2.0"]) };
        Ok(Place::Target(Box::new(PlatformTarget::new(platform, identity))))
    }
}

pub(super) struct Assertion {
    app: App,
    token_url: Url,
}

#[derive(Deserialize)]
struct Token {
    access_token: Secret,
    expires_in: i64,
}

impl Assertion {
    /// Each assertion is valid once, so a repeated call needs another one.
    fn signed(&self, http: &HttpClient) -> ProviderResult<String> {
        let claims = json!({
            "iss": self.app.client_id,
            "sub": self.app.enterprise_id,
            "box_sub_type": "enterprise",
            "aud": AUDIENCE,
            "jti": hex::encode(rand::random::<[u8; 24]>()),
            "exp": http.now().as_millis().div_euclid(1_000) + ASSERTION_SECONDS,
        });
        let unusable = |_| ProviderError::new(Fault::Credentials, "the private key cannot sign");
        self.app.key.sign(Some(&self.app.public_key_id), &claims).map_err(unusable)
    }

    async fn ask(&self, http: &HttpClient) -> ProviderResult<Answer> {
        let assertion = self.signed(http)?;
        let form = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
            ("client_id", &self.app.client_id),
            ("client_secret", self.app.client_secret.expose()),
            ("assertion", &assertion),
        ];
        let sending = Sending::new("issue a token", Method::POST, self.token_url.clone()).form(&form);
        http.ask_once(&sending).await?.success(read_refusal)
    }
}

#[async_trait]
impl Grant for Assertion {
    async fn token(&self, http: &HttpClient) -> ProviderResult<(Secret, i64)> {
        let mut tries = 1;
        let answer = loop {
            match self.ask(http).await {
                Err(error) => http.before_another_try(error, tries).await?,
                Ok(answer) => break answer,
            }
            tries += 1;
        };
        let token: Token = answer.json()?;
        Ok((token.access_token, token.expires_in))
    }
}

/// All refusals of an assertion are about the credentials.
fn read_refusal(answer: &Answer) -> Said {
    #[derive(Deserialize, Default)]
    #[serde(default)]
    struct Refused {
        error: String,
        error_description: String,
    }
    let refused: Refused = serde_json::from_slice(&answer.body).unwrap_or_default();
    let is_refusal = matches!(answer.status.as_u16(), 400 | 401 | 403);
    let fault = is_refusal.then_some(Fault::Credentials);
    Said { code: refused.error, message: refused.error_description, fault }
}

#[cfg(test)]
mod tests;
