//! Download links of a package, and what their holders get.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::{LinkId, PackageId};
use crate::time::OptionalTime;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LinkBody {
    pub id: LinkId,
    /// Downloads that may be started before the link locks.
    pub access_limit: i64,
    pub access_limit_enabled: bool,
    /// Whether the link can be used to download.
    pub active: bool,
    /// The recipient, or the uploader where none was given.
    pub email: String,
    pub expiry: OptionalTime,
    /// `****` when a password is required.
    pub password: String,
    pub accessed_at: OptionalTime,
    pub created_at: OptionalTime,
    pub usage_updated_at: OptionalTime,
    /// When the recipient was written to; empty when not.
    pub recipient_notified: String,
    pub unlimited_storage: bool,
    /// Given once, in the reply to its creation, and only when no `email` was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub download_secret: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct CreateLink {
    /// Who gets it by mail. Empty gives a link to hand on.
    pub email: Option<String>,
    pub password: Option<String>,
    pub access_limit: Option<i64>,
    #[serde(default, deserialize_with = "crate::lenient::flag")]
    #[schema(value_type = Option<bool>)]
    pub active: Option<bool>,
    /// Before the package's own.
    #[serde(default)]
    pub expiry: OptionalTime,
}

/// What the holder of a link and its secret sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ResolvedLink {
    pub id: LinkId,
    /// The package's name.
    pub name: String,
    pub message: String,
    pub package_id: PackageId,
    pub package_size: i64,
    pub total_files: i64,
    /// Sent as `X-Package-Token`, it lists and downloads the files.
    pub package_token: String,
    pub expiry: OptionalTime,
    pub sender_email: String,
    /// The name of the Team that sent the package, or that received it through a Portal.
    #[serde(default)]
    pub team_name: String,
    pub recipient_email: String,
    pub branding: Branding,
    /// The language of the Portal through which the package came; empty is the visitor's own.
    #[serde(default)]
    pub language: String,
    /// Whether the link was opened with a password.
    #[serde(default)]
    pub has_password: bool,
    #[serde(default)]
    pub access_limit_enabled: bool,
    /// Downloads that may be started before the link locks; counts only when `access_limit_enabled`.
    #[serde(default)]
    pub access_limit: i64,
    /// Those of them that are left; null when there is no limit.
    #[serde(default)]
    pub downloads_left: Option<i64>,
}

/// What opens a link.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct OpenLink {
    pub secret: String,
    /// Where the link has one.
    #[serde(default)]
    pub password: Option<String>,
}

/// How the sender's pages look.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Branding {
    pub logo_url: String,
    pub background_url: String,
    pub primary_color: String,
}
