//! Uploads of the agent, and the links to what they sent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ids::UploadId;
use super::transfers::{ItemBody, TransferError, UploadState};
use crate::ids::{LinkId, PackageId};
use crate::packages::TagChoice;
use crate::time::OptionalTime;

/// A package for people of one's own choice. Without `recipients` it is for those who get a link.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct StartUpload {
    pub team_id: String,
    /// Absolute paths of files and directories; a directory is sent under its own name.
    pub paths: Vec<String>,
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub recipients: Vec<String>,
    /// Without it the package is named after what is sent.
    pub package_name: Option<String>,
    pub package_description: Option<String>,
    /// Downloads ask for it, unless their link has a password of its own.
    pub password: Option<String>,
    /// Bytes; 104857600 by default, and more where a file would have too many chunks.
    pub chunk_size: Option<i64>,
    /// Higher goes first; 0 by default.
    pub priority: Option<i64>,
    /// Days to keep the package.
    pub delete_after: Option<i64>,
    pub download_limit: Option<i64>,
    pub tag: Option<TagChoice>,
    /// The whole Team when left out.
    pub teamspace_id: Option<String>,
    #[serde(default, deserialize_with = "crate::lenient::flag")]
    #[schema(value_type = Option<bool>)]
    pub unlimited_storage: Option<bool>,
}

/// A package for whoever looks after a Portal. It needs no session.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct StartPortalUpload {
    /// The Portal's.
    pub subdomain: String,
    pub sender_email: String,
    /// Absolute paths of files and directories; a directory is sent under its own name.
    pub paths: Vec<String>,
    /// Where the Portal asks for one.
    pub access_code: Option<String>,
    pub package_name: Option<String>,
    pub package_description: Option<String>,
    /// Answers to the Portal's form, by the names of its fields.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub metadata: BTreeMap<String, String>,
    /// Bytes; 104857600 by default, and more where a file would have too many chunks.
    pub chunk_size: Option<i64>,
    /// Higher goes first; 0 by default.
    pub priority: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StartedUpload {
    pub package_id: PackageId,
    pub upload_id: UploadId,
}

/// An upload without its items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UploadSummary {
    pub upload_id: UploadId,
    pub package_id: PackageId,
    pub name: String,
    pub package_name: String,
    pub state: UploadState,
    /// Bytes that have arrived.
    pub progress: u64,
    /// Bytes in all.
    pub size: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<TransferError>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UploadBody {
    #[serde(flatten)]
    pub summary: UploadSummary,
    pub items: Vec<ItemBody>,
}

/// A link to what an upload sent.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct AgentLink {
    pub id: LinkId,
    /// Given once, and only when no `email` was; else empty.
    pub secret: String,
    /// The whole address to hand on, where there is a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    pub email: String,
    pub expiry: OptionalTime,
    /// Whether its downloads are used up.
    pub locked: bool,
}
