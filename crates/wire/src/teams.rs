//! Teams and their settings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::TeamId;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "the interface has these flags")]
pub struct TeamBody {
    pub id: TeamId,
    pub name: String,
    pub subdomain: String,
    /// Days that a package is kept if `custom_expiry_enabled` is true and the sender does not choose.
    pub custom_expiry_default: i64,
    pub custom_expiry_enabled: bool,
    /// Downloads per link if `download_limit_enabled` is true and the sender does not choose.
    pub download_limit_default: i64,
    pub download_limit_enabled: bool,
    pub max_email_recipients: i64,
    /// Days that a package is kept at no extra charge.
    pub free_storage_days: i64,
    /// `active` or `suspended`. Set by the operator.
    pub billing_state: String,
    pub webhooks_enabled: bool,
    /// Whether the secret of a link is shown only when the link is created.
    #[serde(default)]
    #[schema(required = true)]
    pub links_shown_once: bool,
    /// Whether files that came through a Portal and could not be scanned for viruses are kept from connections. Without a
    /// scanner, nothing is held.
    #[serde(default)]
    #[schema(required = true)]
    pub hold_unscanned_files: bool,
    /// How many bytes the Team may store, as its Owner decided; 0 means no limit. The operator can set a stricter one:
    /// the Team's usage shows which counts.
    #[serde(default)]
    #[schema(required = true)]
    pub max_stored_bytes: i64,
    /// What the trust policy of a role must require for a cloud connection with `role_arn`. Each Team has its own.
    #[serde(default)]
    pub external_id: String,
}

/// Missing fields keep their values.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct UpdateTeam {
    pub name: Option<String>,
    pub subdomain: Option<String>,
    pub custom_expiry_default: Option<i64>,
    pub custom_expiry_enabled: Option<bool>,
    pub download_limit_default: Option<i64>,
    pub download_limit_enabled: Option<bool>,
    pub max_email_recipients: Option<i64>,
    pub free_storage_days: Option<i64>,
    pub webhooks_enabled: Option<bool>,
    /// If true, secrets of links are no longer kept, and those that were kept are no longer shown.
    pub links_shown_once: Option<bool>,
    /// If false, files that came through a Portal and could not be scanned are sent to connections.
    pub hold_unscanned_files: Option<bool>,
    /// Only the Owner can change it.
    pub max_stored_bytes: Option<i64>,
}

example! { UpdateTeam, { "name": "Film", "custom_expiry_enabled": true, "custom_expiry_default": 14 } }
