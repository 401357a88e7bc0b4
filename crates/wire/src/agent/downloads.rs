//! Downloads of the agent.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ids::DownloadId;
use super::transfers::{DownloadState, ItemBody, TransferError};
use crate::example::example;

#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct StartDownload {
    /// The complete download link, with its secret. Give either this or a `package_id`.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub url: String,
    /// A finalized package of the session's Teams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package_id: Option<String>,
    /// Patterns of the files to download, such as `day 4/*`, each matched against the path in the package and against the
    /// name alone. A pattern that matches a directory selects everything in it. All files by default.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default", skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// The absolute path of a directory; it is created if it does not exist.
    pub dst_folder: String,
    /// The password of the link, if it has one.
    pub password: Option<String>,
    /// Whether the files go into a directory named after the package.
    #[serde(default, deserialize_with = "crate::lenient::flag")]
    #[schema(value_type = Option<bool>)]
    pub create_package_folder: Option<bool>,
    /// Transfers with a higher priority run first; 0 by default.
    pub priority: Option<i64>,
    /// Whether an unfinished download of the same files into the same directory is resumed, if there is one, instead of
    /// starting another.
    #[serde(default, deserialize_with = "crate::lenient::flag", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<bool>)]
    pub resume: Option<bool>,
    /// With `create_package_folder`: whether no other package may use the same directory. A new one gets a number if its
    /// name is taken.
    #[serde(default, deserialize_with = "crate::lenient::flag", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<bool>)]
    pub own_folder: Option<bool>,
}

example! {
    StartDownload,
    {
        "url": "https://tonnage.example.org/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=Yx8n1Jm3ZpQ7vT5c",
        "dst_folder": "/media/incoming",
        "create_package_folder": true,
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StartedDownload {
    pub download_id: DownloadId,
    /// Whether it is an earlier download that was resumed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resumed: bool,
}

/// A download without its items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DownloadSummary {
    pub download_id: DownloadId,
    /// Empty until the link has been opened.
    pub package_id: String,
    /// Name of the package; empty until the link has been opened.
    pub name: String,
    pub state: DownloadState,
    /// Bytes that have arrived and are recorded. An interruption does not lose them.
    pub progress: u64,
    /// Bytes that are being transferred. They are not part of `progress` yet, and an interruption may lose them.
    #[serde(default)]
    pub under_way: u64,
    /// Total bytes.
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
