//! The credentials of a bucket: a pair of keys, a role that is assumed for an hour at a time, or a token.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use protocols::s3::{Request, Signer, unsigned};
use tokio::sync::Mutex;
use wire::time::Time;

use super::Location;
use super::assumed_role::{AssumedRole, assume};
use crate::http_client::{HttpClient, Sending};
use crate::{Fault, ProviderError, ProviderResult};
use serving::secret::Secret;

#[derive(Clone)]
pub(crate) struct Keys {
    pub(crate) client_id: String,
    pub(crate) client_secret: Secret,
}

/// Must outlive the sending of a large part.
const SIGNATURE_LIFE: Duration = Duration::from_hours(6);
/// A role is assumed again when it expires in less than this.
const RENEW_SECONDS: i64 = 15 * 60;

pub(super) enum Credentials {
    Keys(Keys),
    Role { role: AssumedRole, current: Mutex<Option<SessionKeys>> },
    Token(Box<dyn TokenSource>),
}

/// Issues bearer tokens, which need no signature.
#[async_trait]
pub(crate) trait TokenSource: Send + Sync {
    /// A token that is valid for at least some minutes.
    async fn token(&self, http: &HttpClient) -> ProviderResult<Secret>;
}

/// Temporary signing keys.
#[derive(Clone)]
pub(super) struct SessionKeys {
    signer: Arc<Signer>,
    expires_at: Time,
}

impl Credentials {
    pub(super) fn role(role: AssumedRole) -> Self {
        Self::Role { role, current: Mutex::new(None) }
    }

    /// A call with its authorization.
    pub(super) async fn sending(
        &self,
        http: &HttpClient,
        location: &Location,
        action: &'static str,
        request: &Request<'_>,
    ) -> ProviderResult<Sending<'static>> {
        let (method, now) = (request.method.clone(), http.now());
        let (role, current) = match self {
            Self::Keys(keys) => {
                let credentials = rusty_s3::Credentials::new(keys.client_id.clone(), keys.client_secret.expose());
                let url = signer(location, credentials)?.sign(request, now, SIGNATURE_LIFE);
                return Ok(Sending::new(action, method, url));
            }
            Self::Token(source) => {
                let url = unsigned(&bucket(location)?, request);
                return Ok(Sending::new(action, method, url).bearer(&source.token(http).await?));
            }
            Self::Role { role, current } => (role, current),
        };
        let keys = Self::session(http, location, role, current).await?;
        Ok(Sending::new(action, method, keys.signer.sign(request, now, SIGNATURE_LIFE)))
    }

    async fn session(
        http: &HttpClient,
        location: &Location,
        role: &AssumedRole,
        current: &Mutex<Option<SessionKeys>>,
    ) -> ProviderResult<SessionKeys> {
        // Locked while it is requested: many concurrent parts need only one answer.
        let mut current = current.lock().await;
        let renew_at = http.now().plus_seconds(RENEW_SECONDS);
        if let Some(keys) = current.as_ref().filter(|keys| keys.expires_at > renew_at) {
            return Ok(keys.clone());
        }
        let (credentials, expires_at) = assume(http, role, &location.region).await?;
        let keys = SessionKeys { signer: signer(location, credentials)?, expires_at };
        *current = Some(keys.clone());
        Ok(keys)
    }
}

fn signer(location: &Location, credentials: rusty_s3::Credentials) -> ProviderResult<Arc<Signer>> {
    let (bucket, region) = (location.bucket.clone(), location.region.clone());
    let signer = Signer::new(location.endpoint.clone(), location.path_style, bucket, region, credentials);
    signer.map(Arc::new).map_err(|_| no_bucket())
}

fn bucket(location: &Location) -> ProviderResult<rusty_s3::Bucket> {
    let style = if location.path_style { rusty_s3::UrlStyle::Path } else { rusty_s3::UrlStyle::VirtualHost };
    let (bucket, region) = (location.bucket.clone(), location.region.clone());
    rusty_s3::Bucket::new(location.endpoint.clone(), style, bucket, region).map_err(|_| no_bucket())
}

fn no_bucket() -> ProviderError {
    ProviderError::new(Fault::Refused, "the name of the bucket does not fit the endpoint")
}
