//! API keys.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::ApiKeyId;
use crate::time::{OptionalTime, Time};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ApiKeyBody {
    pub id: ApiKeyId,
    pub name: String,
    pub description: String,
    /// The zero date-time if the key does not expire.
    pub expiry: OptionalTime,
    /// `active`, `inactive` or `suspended`.
    #[schema(example = "active")]
    pub state: String,
    /// What the key may be used for: `read`, `send`, `receive`, `manage`.
    pub scopes: Vec<String>,
    pub created_at: Time,
    pub updated_at: Time,
    /// The zero date-time if the key was never used.
    pub last_request_at: OptionalTime,
}

/// The only reply that contains the secret.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct CreatedApiKey {
    #[serde(flatten)]
    pub api_key: ApiKeyBody,
    /// The secret for `X-API-KEY`. It cannot be read again.
    pub key: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WriteApiKey {
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub expiry: OptionalTime,
    /// `active` or `inactive`.
    pub state: String,
    /// What the key may be used for: `read`, `send`, `receive`, `manage`. All of them if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<String>>,
}

example! {
    WriteApiKey,
    {
        "name": "Nightly ingest",
        "description": "Sends the day's camera cards",
        "expiry": "2027-06-30T00:00:00.000Z",
        "state": "active",
        "scopes": ["read", "send"],
    }
}

impl WriteApiKey {
    /// An active key that does not expire and may be used for everything. The name can be empty.
    pub fn named(name: &str) -> Self {
        let state = "active".to_owned();
        Self { name: Some(name.to_owned()), description: None, expiry: OptionalTime(None), state, scopes: None }
    }
}

/// Missing fields keep their values.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct UpdateApiKey {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The zero date-time for a key that does not expire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = OptionalTime)]
    pub expiry: Option<OptionalTime>,
    /// `active` or `inactive`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// What the key may be used for: `read`, `send`, `receive`, `manage`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<String>>,
}

example! { UpdateApiKey, { "name": "Nightly ingest", "state": "inactive" } }
