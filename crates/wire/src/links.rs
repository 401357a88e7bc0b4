//! Download links of a package, and what their holders can see.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::{LinkId, PackageId};
use crate::time::OptionalTime;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LinkBody {
    pub id: LinkId,
    /// How many downloads may be started before the link is locked.
    pub access_limit: i64,
    pub access_limit_enabled: bool,
    /// Whether the link can be used to download.
    pub active: bool,
    /// The recipient, or the uploader if none was given.
    pub email: String,
    pub expiry: OptionalTime,
    /// `****` if a password is required.
    pub password: String,
    pub accessed_at: OptionalTime,
    pub created_at: OptionalTime,
    pub usage_updated_at: OptionalTime,
    /// When the mail server took the email to the recipient; empty until then.
    pub recipient_notified: String,
    pub unlimited_storage: bool,
    /// In the reply to its creation, and only if no `email` was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub download_secret: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct CreateLink {
    /// The recipient, who gets the link by email. If empty, the link is returned for sharing.
    pub email: Option<String>,
    pub password: Option<String>,
    pub access_limit: Option<i64>,
    #[serde(default, deserialize_with = "crate::lenient::flag")]
    #[schema(value_type = Option<bool>)]
    pub active: Option<bool>,
    /// Must be before the package's expiry.
    #[serde(default)]
    pub expiry: OptionalTime,
}

example! {
    CreateLink,
    {
        "email": "ben@example.org",
        "password": "for Ben only",
        "access_limit": 3,
        "expiry": "2026-12-01T00:00:00.000Z",
    }
}

/// What opens a link.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct LinkSecret {
    pub id: LinkId,
    pub download_secret: String,
}

/// What the holder of a link and its secret can see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ResolvedLink {
    pub id: LinkId,
    /// The package's name.
    pub name: String,
    pub message: String,
    pub package_id: PackageId,
    pub package_size: i64,
    pub total_files: i64,
    /// Send it as `X-Package-Token` to list and download the files.
    pub package_token: String,
    pub expiry: OptionalTime,
    pub sender_email: String,
    /// The name of the Team that sent the package, or that received it through a Portal.
    #[serde(default)]
    pub team_name: String,
    pub recipient_email: String,
    pub branding: Branding,
    /// The language of the Portal through which the package came; empty means the visitor's own.
    #[serde(default)]
    pub language: String,
    /// Whether the link was opened with a password.
    #[serde(default)]
    pub has_password: bool,
    #[serde(default)]
    pub access_limit_enabled: bool,
    /// How many downloads may be started before the link is locked; only used if `access_limit_enabled`.
    #[serde(default)]
    pub access_limit: i64,
    /// How many of them are left; null if there is no limit.
    #[serde(default)]
    pub downloads_left: Option<i64>,
}

/// The secret and password that open a link.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct OpenLink {
    pub secret: String,
    /// The password, if the link has one.
    #[serde(default)]
    pub password: Option<String>,
}

example! { OpenLink, { "secret": "Yx8n1Jm3ZpQ7vT5c", "password": "for Ben only" } }

/// The branding of the sender's pages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Branding {
    pub logo_url: String,
    pub background_url: String,
    pub primary_color: String,
}
