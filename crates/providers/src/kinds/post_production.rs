//! A post-production team's app, which is notified of packages and fetches their files.
//!
//! Its own protocol is not public. Ours is a drop: one JSON request for each package to the address that the operator
//! has set, signed like our webhooks (Standard Webhooks) with the team key as the secret. The key itself is never sent:
//! a receiver finds the team by the SHA-256 of its key. Repeats have the same `webhook-id`, which is the transfer's.

use std::sync::Arc;

use async_trait::async_trait;
use domain::Refusal;
use domain::connection::{Direction, ProviderKind};
use http::Method;
use protocols::signed_message::{signature, timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::http_client::{Answer, HttpClient, Said, Sending};
use crate::{Access, DroppedPackage, Fault, Fields, PackageDrop, Place, ProviderError, ProviderResult};
use serving::secret::Secret;

const PROVIDER: &str = "vendor_n";

#[derive(Clone)]
struct TeamAccess {
    team_key: Secret,
}

pub(super) fn parse(fields: Fields<'_>, _: ProviderKind, _: Direction) -> Result<Box<dyn Access>, Refusal> {
    let access = TeamAccess { team_key: fields.secret("team_id")? };
    fields.finish()?;
    Ok(Box::new(access))
}

impl Access for TeamAccess {
    fn open(&self, http: &Arc<HttpClient>) -> ProviderResult<Place> {
        if http.setting(PROVIDER, "base_url").is_empty() {
            let reason = "the operator has not set where packages are announced (providers.vendor_n.base_url)";
            return Err(ProviderError::new(Fault::Refused, reason));
        }
        let url = http.address(PROVIDER, "base_url", "")?;
        Ok(Place::Drop(Box::new(Announcer { http: http.clone(), url, team_key: self.team_key.clone() })))
    }
}

struct Announcer {
    http: Arc<HttpClient>,
    url: Url,
    team_key: Secret,
}

#[derive(Serialize)]
struct Message<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    /// Identifies the team without revealing the key.
    team: String,
    #[serde(flatten)]
    package: Option<&'a DroppedPackage>,
}

impl Announcer {
    async fn send(&self, id: &str, kind: &'static str, package: Option<&DroppedPackage>) -> ProviderResult<Answer> {
        let team = hex::encode(Sha256::digest(self.team_key.expose()));
        let message = Message { kind, team, package };
        let body =
            serde_json::to_vec(&message).map_err(|_| ProviderError::unusable("a package cannot be serialized"))?;
        let now = self.http.now();
        let sending = Sending::new("announce a package", Method::POST, self.url.clone())
            .header("webhook-id", id)
            .header("webhook-timestamp", &timestamp(now).to_string())
            .header("webhook-signature", &signature(self.team_key.expose().as_bytes(), id, now, &body))
            .bytes("application/json", body);
        self.http.call(&sending, read_error).await
    }

    async fn ask(&self) -> ProviderResult<Answer> {
        let id = format!("check_{}", hex::encode(rand::random::<[u8; 12]>()));
        self.send(&id, "check", None).await
    }
}

#[async_trait]
impl PackageDrop for Announcer {
    async fn check(&self) -> ProviderResult<()> {
        self.ask().await.map(drop)
    }

    /// A receiver may name its limit in the answer to a check.
    async fn largest_file(&self) -> Option<u64> {
        #[derive(Deserialize)]
        struct Limits {
            largest_file: u64,
        }
        self.ask().await.ok()?.json::<Limits>().ok().map(|limits| limits.largest_file)
    }

    async fn deliver(&self, package: &DroppedPackage) -> ProviderResult<()> {
        self.send(&package.id, "package", Some(package)).await.map(drop)
    }
}

/// A receiver's error body may be anything, so it is ignored.
fn read_error(_: &Answer) -> Said {
    Said::default()
}

#[cfg(test)]
mod tests {
    use domain::connection::{Direction, ProviderKind};
    use serde_json::{Value, json};

    use crate::access;
    use crate::fields::refused_field;

    fn refused(authorization: &Value) -> String {
        refused_field(access(ProviderKind::VendorN, Direction::ServiceToCloud, authorization)).0
    }

    #[test]
    fn every_field_that_is_wrong_is_named() {
        assert_eq!(refused(&json!({ "team_id": "k" })), "");
        for wrong in [json!({}), json!({ "team_id": null }), json!({ "team_id": 7 }), json!({ "team_id": " " })] {
            assert_eq!(refused(&wrong), "authorization.team_id");
        }
        assert_eq!(refused(&json!({ "team_id": "k", "key": "k" })), "authorization.key");
    }
}
