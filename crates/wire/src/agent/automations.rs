//! Automations of the agent: what it does by itself, again and again.
//!
//! Each type has fields of its own. Passwords are taken and never shown again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::ids::AutomationId;
use crate::packages::TagChoice;
use crate::time::Time;

/// What an automation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AutomationType {
    PortalDownload,
    AllPortalsDownload,
    TeamUpload,
    PortalUpload,
    TeamStream,
    PortalStream,
}

impl AutomationType {
    pub const ALL: &[Self] = &[
        Self::PortalDownload,
        Self::AllPortalsDownload,
        Self::TeamUpload,
        Self::PortalUpload,
        Self::TeamStream,
        Self::PortalStream,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PortalDownload => "portal_download",
            Self::AllPortalsDownload => "all_portals_download",
            Self::TeamUpload => "team_upload",
            Self::PortalUpload => "portal_upload",
            Self::TeamStream => "team_stream",
            Self::PortalStream => "portal_stream",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.as_str() == text)
    }
}

/// Downloads whatever arrives in one Portal of the Team.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PortalDownload {
    pub name: String,
    pub portal_subdomain: String,
    /// Absolute.
    pub dst_folder: String,
    /// Whether every package gets a folder of its own.
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub create_package_folder: bool,
    /// Packages that were sent after it are downloaded, also those of the past.
    #[schema(value_type = String, format = DateTime)]
    pub effective_time: Time,
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub enabled: bool,
    /// Higher goes first.
    pub download_priority: i64,
}

/// Downloads whatever arrives in any Portal of the Team.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AllPortalsDownload {
    pub name: String,
    pub team_id: String,
    /// Absolute.
    pub dst_folder: String,
    /// Whether every Portal gets a folder of its own.
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub create_portal_subfolder: bool,
    /// Packages that were sent after it are downloaded, also those of the past.
    #[schema(value_type = String, format = DateTime)]
    pub effective_time: Time,
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub enabled: bool,
    /// Higher goes first.
    pub download_priority: i64,
}

/// What `timeout` counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimeoutUnit {
    #[default]
    Minutes,
    Seconds,
}

/// Sends every subfolder of a folder for a Team, once nothing in it changes any more.
#[expect(clippy::struct_excessive_bools, reason = "the interface has them as fields of their own")]
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct TeamUpload {
    pub name: String,
    /// Absolute.
    pub path: String,
    /// How long nothing may have changed.
    pub timeout: u32,
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub timeout_unit: TimeoutUnit,
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub enabled: bool,
    pub team_id: String,
    pub recipient_emails: Vec<String>,
    /// Glob patterns of what is left out.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub blacklist: Vec<String>,
    /// Days to keep each package.
    pub delete_after: Option<i64>,
    /// Only what is proven to have been delivered is deleted.
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub delete_files_after_upload: bool,
    pub download_limit: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download_password: Option<String>,
    pub message: Option<String>,
    pub package_name_suffix: Option<String>,
    /// Whether files that lie directly in the folder are sent too, each as a package of its own.
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub send_loose_files: bool,
    pub tag: Option<TagChoice>,
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub unlimited_storage: bool,
    /// Higher goes first.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub upload_priority: i64,
}

/// Answers to the form of a Portal, for every package that is sent to it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FormMetadata {
    /// By the names of its fields.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub metadata: BTreeMap<String, String>,
    /// The name of a JSON file beside or among what is sent, whose answers count more. It is not sent itself.
    pub metadata_file: Option<String>,
}

/// Sends every subfolder of a folder through a Portal, once nothing in it changes any more.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct PortalUpload {
    pub name: String,
    /// Absolute.
    pub path: String,
    /// How long nothing may have changed.
    pub timeout: u32,
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub timeout_unit: TimeoutUnit,
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub enabled: bool,
    pub portal_subdomain: String,
    pub sender_email: String,
    /// Glob patterns of what is left out.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub blacklist: Vec<String>,
    /// Only what is proven to have been delivered is deleted.
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub delete_files_after_upload: bool,
    pub message: Option<String>,
    pub package_name_suffix: Option<String>,
    /// The access code of the Portal, where it asks for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portal_password: Option<String>,
    /// Whether files that lie directly in the folder are sent too, each as a package of its own.
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub send_loose_files: bool,
    /// Higher goes first.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub upload_priority: i64,
    #[serde(flatten)]
    pub form: FormMetadata,
}

/// Sends files for a Team while they grow.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct TeamStream {
    pub name: String,
    pub team_id: String,
    /// Absolute. Files directly in it are sent, each as a package of its own.
    pub path: String,
    /// Seconds after which a file that did not grow is at its end.
    pub timeout: u32,
    pub recipient_emails: Vec<String>,
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub enabled: bool,
    /// Glob patterns of what is sent; all files when empty.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub whitelist: Vec<String>,
    /// Days to keep each package.
    pub delete_after: Option<i64>,
    pub download_limit: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download_password: Option<String>,
    pub message: Option<String>,
    pub tag: Option<TagChoice>,
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub unlimited_storage: bool,
    /// Higher goes first.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub upload_priority: i64,
    /// Whether people of the Team can read the file while it grows.
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub followable: bool,
}

/// Sends files through a Portal while they grow.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct PortalStream {
    pub name: String,
    /// Absolute. Files directly in it are sent, each as a package of its own.
    pub path: String,
    /// Seconds after which a file that did not grow is at its end.
    pub timeout: u32,
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub enabled: bool,
    pub portal_subdomain: String,
    pub sender_email: String,
    /// Glob patterns of what is sent; all files when empty.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub whitelist: Vec<String>,
    pub message: Option<String>,
    /// The access code of the Portal, where it asks for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portal_password: Option<String>,
    /// Higher goes first.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub upload_priority: i64,
    #[serde(flatten)]
    pub form: FormMetadata,
}

/// The fields of one type; an update carries those that change.
#[derive(Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AutomationFields {
    PortalDownload(PortalDownload),
    AllPortalsDownload(AllPortalsDownload),
    TeamUpload(TeamUpload),
    PortalUpload(PortalUpload),
    TeamStream(TeamStream),
    PortalStream(PortalStream),
}

/// How an automation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AutomationState {
    /// Not enabled.
    Off,
    Running,
    /// It cannot do its work now, and tries again by itself.
    Error,
}

/// What an automation is about, or why it cannot do its work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AutomationStatus {
    pub state: AutomationState,
    /// A sentence, where there is something to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Things that wait until nothing changes any more, or until others are done.
    pub waiting: u64,
    /// Things that cannot be sent or received as they are, each with the reason; the first hundred.
    #[serde(default)]
    pub troubles: Vec<AutomationTrouble>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AutomationTrouble {
    /// The name of a folder, file or package.
    pub name: String,
    pub reason: String,
}

/// One automation with the fields of its type beside these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AutomationBody {
    pub automation_id: AutomationId,
    #[serde(rename = "type")]
    pub kind: AutomationType,
    pub status: AutomationStatus,
    #[serde(flatten)]
    #[schema(value_type = Object)]
    pub fields: Map<String, Value>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CreatedAutomation {
    pub automation_id: AutomationId,
}

/// An automation for another agent, or for this one later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExportedAutomation {
    /// Base64 of a versioned document. Passwords are in it only if a passphrase was given, and sealed by that.
    pub data: String,
}

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ImportAutomations {
    /// What an export gave.
    pub data: String,
    /// The one that the export was given.
    pub passphrase: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportedAutomations {
    pub automations: Vec<ImportedAutomation>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportedAutomation {
    pub automation_id: AutomationId,
    #[serde(rename = "type")]
    pub kind: AutomationType,
}

/// What a watch folder would make of one subfolder or loose file now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PreviewedParcel {
    /// Of the subfolder or file.
    pub name: String,
    /// What its package would be called.
    pub package_name: String,
    pub files: u64,
    /// Bytes.
    pub size: u64,
    /// Why it is not sent as it is; empty when it would be sent, once nothing changes for the timeout.
    pub reason: String,
}
