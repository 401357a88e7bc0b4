//! Automations of the agent: recurring transfers that run without a user.
//!
//! Each type has its own fields. Passwords are write-only.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::ids::AutomationId;
use crate::example::example;
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

/// Downloads every package that arrives in one Portal of the Team.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PortalDownload {
    pub name: String,
    pub portal_subdomain: String,
    /// Absolute path.
    pub dst_folder: String,
    /// Whether every package gets its own folder.
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub create_package_folder: bool,
    /// Packages sent after this time are downloaded, including past ones.
    #[schema(value_type = String, format = DateTime)]
    pub effective_time: Time,
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub enabled: bool,
    /// Transfers with a higher priority run first.
    pub download_priority: i64,
}

/// Downloads every package that arrives in any Portal of the Team.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AllPortalsDownload {
    pub name: String,
    pub team_id: String,
    /// Absolute path.
    pub dst_folder: String,
    /// Whether every Portal gets its own folder.
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub create_portal_subfolder: bool,
    /// Packages sent after this time are downloaded, including past ones.
    #[schema(value_type = String, format = DateTime)]
    pub effective_time: Time,
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub enabled: bool,
    /// Transfers with a higher priority run first.
    pub download_priority: i64,
}

/// The unit of `timeout`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimeoutUnit {
    #[default]
    Minutes,
    Seconds,
}

/// Sends every subfolder of a folder to a Team, once it no longer changes.
#[expect(clippy::struct_excessive_bools, reason = "the interface has them as fields of their own")]
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct TeamUpload {
    pub name: String,
    /// Absolute path.
    pub path: String,
    /// How long nothing must change before a subfolder is sent.
    pub timeout: u32,
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub timeout_unit: TimeoutUnit,
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub enabled: bool,
    pub team_id: String,
    pub recipient_emails: Vec<String>,
    /// Glob patterns of files to exclude.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub blacklist: Vec<String>,
    /// Days to keep each package.
    pub delete_after: Option<i64>,
    /// Whether to delete sources. Only files that are verified to be delivered are deleted.
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub delete_files_after_upload: bool,
    pub download_limit: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download_password: Option<String>,
    pub message: Option<String>,
    pub package_name_suffix: Option<String>,
    /// Whether files directly in the folder are sent too, each as its own package.
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub send_loose_files: bool,
    pub tag: Option<TagChoice>,
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub unlimited_storage: bool,
    /// Transfers with a higher priority run first.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub upload_priority: i64,
}

/// Answers to the form of a Portal, for every package that is sent to it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FormMetadata {
    /// Values by field name.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub metadata: BTreeMap<String, String>,
    /// The name of a JSON file with answers, in the folder or next to the file that is sent. Its answers take
    /// precedence. It is not sent itself.
    pub metadata_file: Option<String>,
}

/// Sends every subfolder of a folder through a Portal, once it no longer changes.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct PortalUpload {
    pub name: String,
    /// Absolute path.
    pub path: String,
    /// How long nothing must change before a subfolder is sent.
    pub timeout: u32,
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub timeout_unit: TimeoutUnit,
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub enabled: bool,
    pub portal_subdomain: String,
    pub sender_email: String,
    /// Glob patterns of files to exclude.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub blacklist: Vec<String>,
    /// Whether to delete sources. Only files that are verified to be delivered are deleted.
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub delete_files_after_upload: bool,
    pub message: Option<String>,
    pub package_name_suffix: Option<String>,
    /// The access code of the Portal, if it requires one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portal_password: Option<String>,
    /// Whether files directly in the folder are sent too, each as its own package.
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub send_loose_files: bool,
    /// Transfers with a higher priority run first.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub upload_priority: i64,
    #[serde(flatten)]
    pub form: FormMetadata,
}

/// Sends files to a Team while they grow.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct TeamStream {
    pub name: String,
    pub team_id: String,
    /// Absolute path. Files directly in it are sent, each as its own package.
    pub path: String,
    /// A file is complete if it has not changed for this many seconds.
    pub timeout: u32,
    pub recipient_emails: Vec<String>,
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub enabled: bool,
    /// Glob patterns of files to send; empty means all files.
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
    /// Transfers with a higher priority run first.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub upload_priority: i64,
    /// Whether members of the Team can read the file while it grows.
    #[serde(default, deserialize_with = "crate::lenient::flag_or_false")]
    #[schema(value_type = Option<bool>)]
    pub followable: bool,
}

/// Sends files through a Portal while they grow.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct PortalStream {
    pub name: String,
    /// Absolute path. Files directly in it are sent, each as its own package.
    pub path: String,
    /// A file is complete if it has not changed for this many seconds.
    pub timeout: u32,
    #[serde(deserialize_with = "crate::lenient::required_flag")]
    pub enabled: bool,
    pub portal_subdomain: String,
    pub sender_email: String,
    /// Glob patterns of files to send; empty means all files.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub whitelist: Vec<String>,
    pub message: Option<String>,
    /// The access code of the Portal, if it requires one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portal_password: Option<String>,
    /// Transfers with a higher priority run first.
    #[serde(default, deserialize_with = "crate::lenient::null_is_default")]
    pub upload_priority: i64,
    #[serde(flatten)]
    pub form: FormMetadata,
}

/// The state of an automation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AutomationState {
    /// Not enabled.
    Off,
    Running,
    /// It is blocked, and retries automatically.
    Error,
}

/// The status of an automation, or why it is blocked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AutomationStatus {
    pub state: AutomationState,
    /// A message, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Items that wait until they no longer change, or until others are done.
    pub waiting: u64,
    /// The first hundred items that cannot be sent or received, each with the reason.
    #[serde(default)]
    pub troubles: Vec<AutomationTrouble>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AutomationTrouble {
    /// The name of a folder, file or package.
    pub name: String,
    pub reason: String,
}

/// One automation, together with the fields of its type.
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

/// An exported automation, to be imported by this agent or another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExportedAutomation {
    /// Base64 of a versioned document. Passwords are included only if a passphrase was given, encrypted with it.
    pub data: String,
}

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ImportAutomations {
    /// The output of an export.
    pub data: String,
    /// The passphrase that was used for the export.
    pub passphrase: Option<String>,
}

example! { ImportAutomations, { "data": "dG9ubmFnZS1hdXRvbWF0aW9ucw==", "passphrase": "a passphrase of your own" } }

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

/// What a watch folder would do with one subfolder or loose file now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PreviewedParcel {
    /// Name of the subfolder or file.
    pub name: String,
    /// Name of its package.
    pub package_name: String,
    pub files: u64,
    /// Bytes.
    pub size: u64,
    /// Why it is not sent; empty if it would be sent once nothing has changed for the timeout.
    pub reason: String,
}
