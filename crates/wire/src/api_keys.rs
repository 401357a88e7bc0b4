//! API keys.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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

/// Create and update take the same body.
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
}
