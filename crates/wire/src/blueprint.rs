//! A complete description of a request that a client sends to object storage.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One HTTP request to object storage. It works only if it is sent exactly as described.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Blueprint {
    #[schema(example = "PUT")]
    pub method: String,
    /// Pre-signed, and valid for a limited time.
    pub url: String,
    /// All of them must be sent.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub body: String,
}
