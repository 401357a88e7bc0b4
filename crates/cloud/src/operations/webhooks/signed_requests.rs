//! The stored parts of a webhook's requests, sealed at rest, and the signatures that prove who sent them.
//!
//! The signature scheme is described in [`protocols::signed_message`]. After a rotation the old secret also signs for a
//! day, so that receivers can switch.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use protocols::signed_message::signature;
use serde::{Deserialize, Serialize};
use store::webhooks::WebhookRow;
use wire::ids::CustomWebhookId;
use wire::time::Time;

use crate::error::{ApiError, ApiResult};
use crate::vault::{Column, Vault};

const PREFIX: &str = "whsec_";
const SECRET_BYTES: usize = 32;

/// The parts that may contain secrets of the receiver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub url: String,
    pub headers: BTreeMap<String, String>,
    pub body_extras: BTreeMap<String, String>,
}

impl Request {
    pub fn seal(&self, vault: &Vault, id: &CustomWebhookId) -> ApiResult<String> {
        let text = serde_json::to_vec(self).map_err(anyhow::Error::from)?;
        Ok(vault.seal(Column::WebhookRequest, id.as_str(), &text)?)
    }

    pub fn open(vault: &Vault, webhook: &WebhookRow) -> ApiResult<Self> {
        let text = vault.open_sealed(Column::WebhookRequest, webhook.id.as_str(), &webhook.request)?;
        Ok(serde_json::from_slice(&text).map_err(anyhow::Error::from)?)
    }
}

/// A secret in the format that receivers use.
pub fn new_secret() -> String {
    let bytes: [u8; SECRET_BYTES] = rand::random();
    format!("{PREFIX}{}", STANDARD.encode(bytes))
}

/// The value of `webhook-signature`: one signature for each secret that is valid at the time.
pub fn signatures(vault: &Vault, webhook: &WebhookRow, message_id: &str, now: Time, body: &[u8]) -> ApiResult<String> {
    let previous = webhook.previous_secret.as_ref().filter(|(_, until)| now < *until).map(|(secret, _)| secret);
    let mut signatures = Vec::new();
    for sealed in std::iter::once(&webhook.signing_secret).chain(previous) {
        let secret = vault.open_sealed(Column::WebhookSecret, webhook.id.as_str(), sealed)?;
        signatures.push(signature(&key(&secret)?, message_id, now, body));
    }
    Ok(signatures.join(" "))
}

/// The key that a secret encodes.
fn key(secret: &[u8]) -> ApiResult<Vec<u8>> {
    let text = secret.strip_prefix(PREFIX.as_bytes()).and_then(|text| STANDARD.decode(text).ok());
    text.ok_or_else(|| ApiError::Internal(anyhow::anyhow!("a signing secret has an unknown format")))
}
