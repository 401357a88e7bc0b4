//! What opens a bucket: a pair of keys, or a role that is assumed for an hour at a time.

use std::sync::Arc;

use tokio::sync::Mutex;
use wire::time::Time;

use super::Location;
use super::assumed_role::{AssumedRole, assume};
use crate::providers::outside::Outside;
use crate::providers::{Fault, ProviderError, ProviderResult};
use crate::s3::Signer;
use crate::secret::Secret;

#[derive(Clone)]
pub(in crate::providers) struct Keys {
    pub(in crate::providers) client_id: String,
    pub(in crate::providers) client_secret: Secret,
}

/// A role is assumed anew when it has less than this to live.
const RENEW_SECONDS: i64 = 15 * 60;

pub(super) enum Credentials {
    Keys(Keys),
    Role { role: AssumedRole, current: Mutex<Option<SessionKeys>> },
}

/// What signs for a while.
#[derive(Clone)]
pub(super) struct SessionKeys {
    pub(super) signer: Arc<Signer>,
    /// None when they do not end.
    pub(super) expires_at: Option<Time>,
}

impl Credentials {
    pub(super) fn role(role: AssumedRole) -> Self {
        Self::Role { role, current: Mutex::new(None) }
    }

    pub(super) async fn current(&self, outside: &Outside, location: &Location) -> ProviderResult<SessionKeys> {
        let (role, current) = match self {
            Self::Keys(keys) => {
                let credentials = rusty_s3::Credentials::new(keys.client_id.clone(), keys.client_secret.expose());
                return Ok(SessionKeys { signer: signer(location, credentials)?, expires_at: None });
            }
            Self::Role { role, current } => (role, current),
        };
        // Held while it is asked for: many parts at once need one answer.
        let mut current = current.lock().await;
        let renew_at = outside.now().plus_seconds(RENEW_SECONDS);
        if let Some(keys) = current.as_ref().filter(|keys| keys.expires_at.is_none_or(|end| end > renew_at)) {
            return Ok(keys.clone());
        }
        let (credentials, expires_at) = assume(outside, role, &location.region).await?;
        let keys = SessionKeys { signer: signer(location, credentials)?, expires_at: Some(expires_at) };
        *current = Some(keys.clone());
        Ok(keys)
    }
}

fn signer(location: &Location, credentials: rusty_s3::Credentials) -> ProviderResult<Arc<Signer>> {
    let named = (location.bucket.clone(), location.region.clone());
    let signer = Signer::new(location.endpoint.clone(), location.path_style, named, credentials);
    let wrong = |_| ProviderError::new(Fault::Refused, "the name of the bucket does not fit the endpoint");
    signer.map(Arc::new).map_err(wrong)
}
