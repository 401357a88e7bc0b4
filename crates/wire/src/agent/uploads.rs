//! Uploads of the agent, and the links to them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ids::UploadId;
use super::transfers::{ItemBody, TransferError, UploadState};
use crate::example::example;
use crate::ids::{LinkId, PackageId};
use crate::packages::TagChoice;
use crate::time::OptionalTime;

/// A package for chosen recipients. Without `recipients`, share it with a link.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct StartUpload {
    pub team_id: String,
    /// Absolute paths of files and directories; a directory is sent with its name.
    pub paths: Vec<String>,
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub recipients: Vec<String>,
    /// Derived from the paths by default.
    pub package_name: Option<String>,
    pub package_description: Option<String>,
    /// The password for downloads, unless a link has its own.
    pub password: Option<String>,
    /// Bytes; 104857600 by default, and more if a file would have too many chunks.
    pub chunk_size: Option<i64>,
    /// Transfers with a higher priority run first; 0 by default.
    pub priority: Option<i64>,
    /// Days to keep the package.
    pub delete_after: Option<i64>,
    pub download_limit: Option<i64>,
    pub tag: Option<TagChoice>,
    /// The whole Team by default.
    pub teamspace_id: Option<String>,
    #[serde(default, deserialize_with = "crate::lenient::flag")]
    #[schema(value_type = Option<bool>)]
    pub unlimited_storage: Option<bool>,
    /// When the package expires; instead of `delete_after`.
    #[serde(default)]
    pub expires_at: OptionalTime,
    /// Seconds to keep the package after it was finalized; instead of `delete_after`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_after: Option<i64>,
    /// Patterns of files and directories that are not sent, with the syntax of gitignore, relative to each directory in
    /// `paths`.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default", skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// If given, only files that match one of these patterns, or are in a directory that does, are sent.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default", skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<String>,
    /// Whether files called `.tonnageignore` in the directories have further patterns to exclude.
    #[serde(default, deserialize_with = "crate::lenient::flag", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<bool>)]
    pub ignore_files: Option<bool>,
    /// What becomes of symbolic links; `skip` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<LinkPolicy>,
    /// If given, only these files and empty directories are sent: their names in the package, such as `shoot/day 4/a.mov`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<BTreeSet<String>>,
    /// What the caller calls this request. It is shown with the upload, so that the same request can find it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// Whether the caller will create a link when the upload is complete. It is shown with the upload until there is one.
    #[serde(default, deserialize_with = "crate::lenient::flag", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<bool>)]
    pub wants_link: Option<bool>,
}

example! {
    StartUpload,
    {
        "team_id": "01KA2B3C4D5E6F7G8H9JKMNPQR",
        "paths": ["/media/card-1"],
        "recipients": ["ben@example.org"],
        "package_name": "Dailies",
        "package_description": "Day 4, two cameras",
        "tag": { "id": "", "name": "Dailies" },
    }
}

/// What becomes of symbolic links.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LinkPolicy {
    /// They are left out, and counted.
    #[default]
    Skip,
    /// What they lead to is sent under their names.
    Follow,
    /// Nothing is sent if there is one.
    Fail,
}

/// A package that is sent through a Portal. It needs no session.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct StartPortalUpload {
    /// Subdomain of the Portal.
    pub subdomain: String,
    pub sender_email: String,
    /// Absolute paths of files and directories; a directory is sent with its name.
    pub paths: Vec<String>,
    /// The access code of the Portal, if it requires one.
    pub access_code: Option<String>,
    pub package_name: Option<String>,
    pub package_description: Option<String>,
    /// Answers to the Portal's form, by field name.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub metadata: BTreeMap<String, String>,
    /// Bytes; 104857600 by default, and more if a file would have too many chunks.
    pub chunk_size: Option<i64>,
    /// Transfers with a higher priority run first; 0 by default.
    pub priority: Option<i64>,
    /// Patterns of files and directories that are not sent, with the syntax of gitignore, relative to each directory in
    /// `paths`.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default", skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// If given, only files that match one of these patterns, or are in a directory that does, are sent.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default", skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<String>,
    /// Whether files called `.tonnageignore` in the directories have further patterns to exclude.
    #[serde(default, deserialize_with = "crate::lenient::flag", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<bool>)]
    pub ignore_files: Option<bool>,
    /// What becomes of symbolic links; `skip` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<LinkPolicy>,
    /// If given, only these files and empty directories are sent: their names in the package, such as `shoot/day 4/a.mov`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<BTreeSet<String>>,
    /// What the caller calls this request. It is shown with the upload, so that the same request can find it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
}

example! {
    StartPortalUpload,
    {
        "subdomain": "rushes",
        "sender_email": "ben@example.org",
        "paths": ["/media/card-1"],
        "package_name": "Rushes, day 4",
        "metadata": { "scene": "12B" },
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StartedUpload {
    pub package_id: PackageId,
    pub upload_id: UploadId,
}

/// What an upload would send. If it could not be started, the reply is the refusal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CheckedUpload {
    /// Files and empty directories.
    pub entries: u64,
    pub bytes: u64,
    /// Files that cannot be read, or that the server would refuse.
    pub refused: u64,
    /// The first of them.
    pub refused_items: Vec<SkippedItem>,
}

/// An upload without its items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UploadSummary {
    pub upload_id: UploadId,
    pub package_id: PackageId,
    pub name: String,
    pub package_name: String,
    pub state: UploadState,
    /// Bytes that have arrived and are recorded. An interruption does not lose them.
    pub progress: u64,
    /// Bytes that are being transferred. They are not part of `progress` yet, and an interruption may lose them.
    #[serde(default)]
    pub under_way: u64,
    /// Total bytes.
    pub size: u64,
    /// Files and directories that were left out: links, special files, and what was excluded.
    #[serde(default)]
    pub skipped: u64,
    /// What the caller called the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// Of the names, sizes and modification times of the files, once they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// Whether a link was asked for that is not created yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wants_link: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<TransferError>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UploadBody {
    #[serde(flatten)]
    pub summary: UploadSummary,
    pub items: Vec<ItemBody>,
    /// What was left out, up to 100 of them; not in lists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped_items: Vec<SkippedItem>,
}

/// A file or a directory that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SkippedItem {
    pub path: String,
    /// Such as `is a link`.
    pub reason: String,
}

/// A link to an upload.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct AgentLink {
    pub id: LinkId,
    /// Returned once, and only if no `email` was given; else empty.
    pub secret: String,
    /// The complete URL to share, if there is a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    pub email: String,
    pub expiry: OptionalTime,
    /// Whether its downloads are used up.
    pub locked: bool,
}
