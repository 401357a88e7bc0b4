//! Storage gateways that the agent serves: what they are given, and how they stand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::transfers::TransferError;
use crate::ids::{GatewayId, PackageId};

/// Has the agent serve a gateway from now on.
// Without `Debug`: it holds a secret.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct AddGateway {
    /// As the creation of the connection showed it, once.
    pub token: String,
    /// The absolute path of the directory in which package folders are placed; what is missing of it is made.
    pub dst_folder: String,
    /// Only for older tokens, which do not name their gateway.
    pub gateway_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AddedGateway {
    pub gateway_id: GatewayId,
}

/// A gateway as it stands now. Its token is never shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GatewayBody {
    pub gateway_id: GatewayId,
    pub dst_folder: String,
    /// Whether the cloud answered when it was asked last.
    pub connected: bool,
    /// Why the gateway is not connected; else why the last package could not be delivered. Either is tried again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<TransferError>,
    /// The package that is on its way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivering: Option<DeliveringBody>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeliveringBody {
    pub package_id: PackageId,
    pub name: String,
    /// Bytes that have arrived.
    pub progress: u64,
    /// Bytes in all.
    pub size: u64,
}
