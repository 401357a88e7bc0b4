//! A bucket that is accessed by a service account: its key signs a request for a token, which is valid for an hour.
//!
//! Except for the authorization of calls, the bucket uses the S3 API.

use std::sync::Arc;

use async_trait::async_trait;
use domain::Refusal;
use domain::connection::{Direction, ProviderKind};
use http::Method;
use protocols::jwt::RsaKey;
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use wire::time::Time;

use super::s3::{self, Location, TokenSource};
use crate::http_client::{Answer, HttpClient, Said, Sending};
use crate::{Access, Fault, Fields, Place, ProviderError, ProviderResult, Shown};
use serving::secret::Secret;

const PROVIDER: &str = "vendor_g_storage";
const SCOPE: &str = "https://www.googleapis.com/auth/devstorage.read_write";
const GRANT: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/// The longest life that the provider allows.
const LIFE_SECONDS: i64 = 3_600;
/// Must outlive the sending of a part.
const RENEW_SECONDS: i64 = 15 * 60;

struct AccountAccess {
    client_email: String,
    key: RsaKey,
    destination: String,
}

pub(super) fn parse(fields: Fields<'_>, _: ProviderKind, _: Direction) -> Result<Box<dyn Access>, Refusal> {
    let client_email = fields.text("client_email")?;
    let is_address = client_email.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    if !is_address {
        let reason = "must be the address of a service account, such as name@project.iam.gserviceaccount.com";
        return Err(Fields::refuse("client_email", reason));
    }
    let key = fields.private_key("private_key")?;
    let key = RsaKey::from_pem(key.expose()).ok_or_else(|| {
        let reason = "must be a private RSA key of 2048, 3072 or 4096 bits in PEM form, without a passphrase";
        Fields::refuse("private_key", reason)
    })?;
    let destination = s3::bucket_name(&fields)?;
    fields.finish()?;
    Ok(Box::new(AccountAccess { client_email, key, destination }))
}

impl Access for AccountAccess {
    fn shown(&self) -> Shown {
        Shown { destination: self.destination.clone(), region: String::new() }
    }

    fn open(&self, http: &Arc<HttpClient>) -> ProviderResult<Place> {
        let endpoint = http.address(PROVIDER, "base_url", "https://storage.googleapis.com")?;
        let (bucket, region) = (self.destination.clone(), "auto".to_owned());
        let location = Location { endpoint, path_style: true, bucket, region };
        let (client_email, key) = (self.client_email.clone(), self.key.clone());
        let account = ServiceAccount { client_email, key, current: Mutex::new(None) };
        Ok(s3::place_by_token(http, location, Box::new(account)))
    }
}

struct ServiceAccount {
    client_email: String,
    key: RsaKey,
    current: Mutex<Option<(Secret, Time)>>,
}

#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    scope: &'a str,
    aud: &'a str,
    iat: i64,
    exp: i64,
}

#[derive(Deserialize)]
struct Granted {
    access_token: String,
    expires_in: i64,
}

#[derive(Deserialize)]
struct NotGranted {
    error: String,
    #[serde(default)]
    error_description: String,
}

#[async_trait]
impl TokenSource for ServiceAccount {
    async fn token(&self, http: &HttpClient) -> ProviderResult<Secret> {
        // Locked while it is requested: many concurrent parts need only one answer.
        let mut current = self.current.lock().await;
        let now = http.now();
        if let Some((token, end)) = current.as_ref()
            && *end > now.plus_seconds(RENEW_SECONDS)
        {
            return Ok(token.clone());
        }
        let url = http.address(PROVIDER, "token_url", "https://oauth2.googleapis.com/token")?;
        let issued = now.as_millis() / 1_000;
        let (iat, exp) = (issued, issued + LIFE_SECONDS);
        let claims = Claims { iss: &self.client_email, scope: SCOPE, aud: url.as_str(), iat, exp };
        let unsigned = |_| ProviderError::new(Fault::Credentials, "the private key of the service account cannot sign");
        let assertion = self.key.sign(None, &claims).map_err(unsigned)?;
        let form = [("grant_type", GRANT), ("assertion", assertion.as_str())];
        let sending = Sending::new("grant a token", Method::POST, url).form(&form);
        let granted: Granted = http.call(&sending, read_error).await?.json()?;
        let token = Secret::new(granted.access_token);
        *current = Some((token.clone(), now.plus_seconds(granted.expires_in)));
        Ok(token)
    }
}

fn read_error(answer: &Answer) -> Said {
    let Ok(said) = answer.json::<NotGranted>() else { return Said::default() };
    let is_theirs = matches!(said.error.as_str(), "invalid_grant" | "invalid_client" | "unauthorized_client");
    Said { code: said.error, message: said.error_description, fault: is_theirs.then_some(Fault::Credentials) }
}

#[cfg(test)]
mod tests {
    use domain::connection::{Direction, ProviderKind};
    use serde_json::{Value, json};

    use crate::access;
    use crate::fields::refused_field;

    const NO_KEY: &str = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----";

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        let given = |email: Value, key: Value, bucket: Value| json!({ "client_email": email, "private_key": key, "destination": bucket });
        let email = "a@b.example";
        let cases = [
            (json!({}), "client_email", "is required"),
            (given(5.into(), NO_KEY.into(), "box".into()), "client_email", "must be text"),
            (given("nobody".into(), NO_KEY.into(), "box".into()), "client_email", "service account"),
            (json!({ "client_email": email }), "private_key", "is required"),
            (given(email.into(), "MIIE".into(), "box".into()), "private_key", "whole key"),
            (given(email.into(), NO_KEY.into(), "box".into()), "private_key", "RSA"),
        ];
        for (authorization, field, reason) in cases {
            let parsed = access(ProviderKind::VendorGStorage, Direction::ServiceToCloud, &authorization);
            let (found, said) = refused_field(parsed);
            assert_eq!(found, format!("authorization.{field}"), "{authorization}: {said}");
            assert!(said.contains(reason), "{said}");
        }
    }
}
