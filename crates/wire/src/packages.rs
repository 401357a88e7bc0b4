//! Packages: what is sent, listed and changed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::{PackageId, TagId, TeamspaceId};
use crate::links::LinkBody;
use crate::time::{OptionalTime, Time};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "the interface has these flags")]
pub struct PackageBody {
    pub id: PackageId,
    pub name: String,
    pub description: String,
    /// `new`, `finalized`, `expired` or `archived`.
    pub state: String,
    /// The sender's email address.
    pub sender: String,
    pub recipients: Vec<String>,
    /// Bytes of the finalized files.
    pub size: i64,
    pub total_files: i64,
    pub created_at: Time,
    /// When the package's own data was last changed.
    pub updated_at: Time,
    /// When something was last downloaded.
    pub usage_updated_at: OptionalTime,
    /// Bytes for which download URLs were issued.
    pub usage_total_bytes: i64,
    /// The zero date-time means that it never expires.
    pub expiry: OptionalTime,
    pub custom_expiry: bool,
    pub unlimited_storage: bool,
    /// Whether the expiry is beyond the Team's free days.
    pub extra_storage: bool,
    pub extra_storage_updated_at: OptionalTime,
    pub extra_storage_days: i64,
    pub extras: PackageExtras,
    /// Default number of downloads per new link; 0 means no default.
    pub access_limit: i64,
    /// `****` if new links get a password by default.
    pub password: String,
    /// Send it as `X-Package-Token` to access this package.
    pub access_token: String,
    pub contains_virus: bool,
    pub custom_metadata_id: String,
    /// Bytes per chunk; 0 means not specified.
    pub chunk_size: i64,
    pub teamspace: TeamspaceReference,
    pub teamspace_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<TagReference>,
    /// The Portal through which it came, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portal_id: Option<String>,
    pub links: Vec<LinkBody>,
    pub progress_channels: Vec<ProgressChannel>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PackageExtras {
    /// The store that has the content.
    pub storage_id: String,
    /// Until when the package can be restored, if it has ended and its content is still there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restorable_until: Option<Time>,
    /// Lists show the first 100 links of a package. If it has more, this is how many are left out; read the package to get
    /// all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more_links: Option<i64>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamspaceReference {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<TeamspaceId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TagReference {
    pub id: TagId,
    pub name: String,
}

/// A tag by its id or its name. A new name creates a new tag.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TagChoice {
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub id: String,
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProgressChannel {
    pub auth: ChannelAuth,
    /// `upload` or `zip`.
    pub topic: String,
    /// `tonnage`: the events are served by this server.
    pub provider: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChannelAuth {
    /// For `?token=` or `Authorization: Bearer` of the channel's calls.
    pub token: String,
    pub channel_name: String,
    pub publish_key: String,
    pub subscribe_key: String,
}

/// A message of a progress channel: always the complete state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProgressMessage {
    pub topic: String,
    pub package_id: PackageId,
    pub bytes: i64,
    pub total_bytes: i64,
    pub files: i64,
    pub total_files: i64,
    /// The package's state, or what the uploader reports.
    pub state: String,
    pub at: Time,
}

/// The progress that an uploader publishes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublishProgress {
    pub bytes: i64,
    pub total_bytes: i64,
    #[serde(default)]
    pub files: i64,
    #[serde(default)]
    pub total_files: i64,
    #[serde(default)]
    pub state: String,
}

example! {
    PublishProgress,
    {
        "bytes": 52_428_800,
        "total_bytes": 104_857_600,
        "files": 1,
        "total_files": 2,
        "state": "uploading",
    }
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct CreatePackage {
    pub name: String,
    /// Shown to recipients as a message.
    pub description: String,
    /// Email addresses; an empty list creates a package that is only shared by links.
    pub recipients: Vec<String>,
    /// Downloads per link.
    pub access_limit: Option<i64>,
    /// Required for downloads.
    pub password: Option<String>,
    pub unlimited_storage: Option<bool>,
    /// Bytes per chunk.
    pub chunk_size: Option<i64>,
    pub tag: Option<TagChoice>,
    pub teamspace_id: Option<String>,
}

example! {
    CreatePackage,
    {
        "name": "Dailies",
        "description": "Day 4, two cameras",
        "recipients": ["ben@example.org"],
        "access_limit": 5,
        "tag": { "name": "Dailies" },
    }
}

/// Renames the package if it only has `name`; with any other field of a package, updates name and tag.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct UpdatePackage {
    pub name: String,
    /// Null, empty, or missing while other fields are present: removes the tag.
    #[serde(default, deserialize_with = "crate::lenient::present", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<TagChoice>)]
    pub tag: Option<Option<TagChoice>>,
    /// The other fields of a package, which this call does not change.
    #[serde(flatten)]
    #[schema(ignore)]
    pub others: serde_json::Map<String, serde_json::Value>,
}

example! { UpdatePackage, { "name": "Dailies, day 4" } }

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct ChangeExpiry {
    #[serde(default)]
    pub expiry: OptionalTime,
    #[serde(default)]
    pub unlimited_storage: Option<bool>,
}

example! { ChangeExpiry, { "expiry": "2026-12-01T00:00:00.000Z" } }

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ArchiveRange {
    pub expiry_start: Time,
    pub expiry_end: Time,
}

example! {
    ArchiveRange,
    {
        "expiry_start": "2026-01-01T00:00:00.000Z",
        "expiry_end": "2026-06-30T23:59:59.000Z",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Archived {
    pub total_updated: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PackagePage {
    pub metadata: PageMetadata,
    pub records: Vec<PackageBody>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PageMetadata {
    /// Number of matches on all pages.
    pub total: i64,
}
