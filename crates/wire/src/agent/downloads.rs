//! Downloads of the agent.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ids::DownloadId;
use super::transfers::{DownloadState, ItemBody, TransferError};

#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct StartDownload {
    /// The whole download link, with its secret.
    pub url: String,
    /// The absolute path of a directory; what is missing of it is made.
    pub dst_folder: String,
    /// Where the link asks for one.
    pub password: Option<String>,
    /// Whether the files go to a directory of their own, named after the package.
    #[serde(default, deserialize_with = "crate::lenient::flag")]
    #[schema(value_type = Option<bool>)]
    pub create_package_folder: Option<bool>,
    /// Higher goes first; 0 by default.
    pub priority: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StartedDownload {
    pub download_id: DownloadId,
}

/// A download without its items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DownloadSummary {
    pub download_id: DownloadId,
    /// Empty until the link has been opened.
    pub package_id: String,
    /// The package's; empty until the link has been opened.
    pub name: String,
    pub state: DownloadState,
    /// Bytes that have arrived.
    pub progress: u64,
    /// Bytes in all.
    pub size: u64,
    pub dst_folder: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<TransferError>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DownloadBody {
    #[serde(flatten)]
    pub summary: DownloadSummary,
    pub items: Vec<ItemBody>,
}
