//! Storage gateways of the agent: their settings and status.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::transfers::TransferError;
use crate::example::example;
use crate::ids::{GatewayId, PackageId};

/// Adds a gateway to the agent.
// Without `Debug`: it holds a secret.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct AddGateway {
    /// As shown once when the connection was created.
    pub token: String,
    /// The absolute path of the directory for package folders; it is created if it does not exist.
    pub dst_folder: String,
    /// Only needed for older tokens, which do not contain the id of their gateway.
    pub gateway_id: Option<String>,
}

example! { AddGateway, { "token": "the token that was shown with the connection", "dst_folder": "/media/incoming" } }

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AddedGateway {
    pub gateway_id: GatewayId,
}

/// A gateway and its status. Its token is never shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GatewayBody {
    pub gateway_id: GatewayId,
    pub dst_folder: String,
    /// Whether the last request to the cloud succeeded.
    pub connected: bool,
    /// Why the gateway is not connected, or else why the last package could not be delivered. Both are retried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<TransferError>,
    /// The package that is being delivered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivering: Option<DeliveringBody>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeliveringBody {
    pub package_id: PackageId,
    pub name: String,
    /// Bytes that have arrived and are recorded. An interruption does not lose them.
    pub progress: u64,
    /// Bytes that are being transferred. They are not part of `progress` yet, and an interruption may lose them.
    #[serde(default)]
    pub under_way: u64,
    /// Total bytes.
    pub size: u64,
}
