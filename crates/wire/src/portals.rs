//! Portals: pages where others send files to a Team.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::connections::{ConnectionChoice, PortalConnection};
use crate::example::example;
use crate::forms::FormElement;
use crate::ids::{CustomWebhookId, MembershipId, PortalId};
use crate::packages::{PageMetadata, TagChoice, TagReference, TeamspaceReference};
use crate::time::{OptionalTime, Time};
use crate::usage::{HeldBody, HourlyBody};

/// The texts and rules of a Portal's page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "the interface has these flags")]
pub struct PortalSettings {
    /// Shown on the upload page.
    pub message: String,
    pub has_access_code: bool,
    pub has_download_password: bool,
    /// Days for which packages are kept: 0 is the Team's default, -1 is forever.
    pub custom_expiry_days: i64,
    pub logo_url: String,
    pub background_url: String,
    /// `#rrggbb`.
    pub primary_color: String,
    /// Whether uploaders get no confirmation by email.
    pub disable_upload_receipt: bool,
    pub terms_of_service_enabled: bool,
    pub terms_of_service: TermsOfService,
    pub package_size_restriction_enabled: bool,
    /// Bytes; 0 means no limit.
    pub max_package_size: i64,
    /// Bytes; 0 means no limit.
    pub max_file_size: i64,
    /// 0 means no limit.
    pub max_file_count: i64,
    /// Bytes that all packages of the Portal together may hold; 0 means no limit.
    pub max_stored_bytes: i64,
    /// 0 means the limit that the operator set for all Portals.
    pub max_packages_per_hour: i64,
    /// Files and directories; 0 means the limit that the operator set for all Portals, otherwise at least 1,000.
    pub max_entries_per_hour: i64,
    pub file_type_restriction_enabled: bool,
    /// File extensions with their dot.
    pub file_types: Vec<String>,
    /// Whether the listed types are refused, instead of being the only ones allowed.
    pub file_type_restriction_exclude: bool,
    pub expiry_enabled: bool,
    pub package_name_format: PackageNameFormat,
    pub package_name_format_enabled: bool,
    /// Language of the page, such as `en` or `pt-BR`; empty means the visitor's own.
    pub language: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct TermsOfService {
    #[serde(deserialize_with = "crate::lenient::null_is_default")]
    pub title: String,
    #[serde(deserialize_with = "crate::lenient::null_is_default")]
    pub description: String,
    #[serde(deserialize_with = "crate::lenient::null_is_default")]
    pub checkbox_label: String,
    #[serde(deserialize_with = "crate::lenient::null_is_default")]
    pub checkbox_url: String,
}

/// The required format of package names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PackageNameFormat {
    /// A description for people.
    #[serde(deserialize_with = "crate::lenient::null_is_default")]
    pub label: String,
    /// A regular expression (RE2) that must match the whole name.
    #[serde(deserialize_with = "crate::lenient::null_is_default")]
    pub value: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PortalBody {
    pub id: PortalId,
    pub name: String,
    pub subdomain: String,
    /// Whether the page is active.
    pub active: bool,
    /// For callers who may manage the Portal; `****` for others.
    pub access_code: String,
    /// For callers who may manage the Portal; `****` for others.
    pub download_password: String,
    /// `regular` or `private`.
    pub access_level: String,
    #[serde(flatten)]
    pub settings: PortalSettings,
    /// If `expiry_enabled`, the Portal accepts no new uploads after this time.
    pub expiry: OptionalTime,
    pub teamspace: TeamspaceReference,
    pub teamspace_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<TagReference>,
    /// Email addresses that are notified of uploads. This and the following three fields are missing for callers with
    /// an access code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipients: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access_list: Option<Vec<AccessListEntry>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_webhooks: Option<Vec<PortalWebhook>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cloud_connections: Option<Vec<PortalConnection>>,
    /// The form fields, if the Portal has a form; only if a single Portal is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_metadata: Option<Vec<FormElement>>,
    /// What counts against `max_stored_bytes`; only if a member reads a single Portal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<HeldBody>,
    /// What counts against the limits per hour; only if a member reads a single Portal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hourly: Option<HourlyBody>,
    pub created_at: Time,
    pub updated_at: Time,
}

/// A member who may see a private Portal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AccessListEntry {
    pub membership_id: MembershipId,
    pub name: String,
    pub email: String,
}

/// A webhook as shown by the Portals that use it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PortalWebhook {
    pub id: CustomWebhookId,
    pub active: bool,
    pub events: Vec<String>,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PortalPage {
    pub metadata: PageMetadata,
    pub records: Vec<PortalBody>,
}

/// An element of a list by its id, alone or in an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(value_type = String)]
pub struct Named(pub String);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Plain(String),
            Member { membership_id: String },
            Object { id: String },
        }
        let form = Form::deserialize(deserializer);
        let form = form.map_err(|_| serde::de::Error::custom("must be an id, or an object with one"))?;
        Ok(Self(match form {
            Form::Plain(id) | Form::Member { membership_id: id } | Form::Object { id } => id,
        }))
    }
}

/// Creates or updates a Portal. On update, missing fields keep their values; only `teamspace_id` and `tag` are removed
/// if they are missing.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct WritePortal {
    #[schema(required = true)]
    pub name: Option<String>,
    /// 3 to 53 characters of a-z, 0-9 and -.
    #[schema(required = true)]
    pub subdomain: Option<String>,
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub active: Option<bool>,
    pub message: Option<String>,
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub has_access_code: Option<bool>,
    /// `****` keeps the stored one.
    pub access_code: Option<String>,
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub has_download_password: Option<bool>,
    /// `****` keeps the stored one.
    pub download_password: Option<String>,
    /// Not supported: must not be true.
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub user_authentication_required: Option<bool>,
    /// Not supported: must not be true.
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub download_user_authentication_required: Option<bool>,
    pub custom_expiry_days: Option<i64>,
    pub logo_url: Option<String>,
    pub background_url: Option<String>,
    pub primary_color: Option<String>,
    #[serde(deserialize_with = "crate::lenient::present", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>)]
    pub recipients: Option<Option<Vec<String>>>,
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub disable_upload_receipt: Option<bool>,
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub terms_of_service_enabled: Option<bool>,
    pub terms_of_service: Option<TermsOfService>,
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub package_size_restriction_enabled: Option<bool>,
    pub max_package_size: Option<i64>,
    pub max_file_size: Option<i64>,
    pub max_file_count: Option<i64>,
    pub max_stored_bytes: Option<i64>,
    pub max_packages_per_hour: Option<i64>,
    pub max_entries_per_hour: Option<i64>,
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub file_type_restriction_enabled: Option<bool>,
    pub file_types: Option<Vec<String>>,
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub file_type_restriction_exclude: Option<bool>,
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub expiry_enabled: Option<bool>,
    pub expiry: Option<OptionalTime>,
    pub package_name_format: Option<PackageNameFormat>,
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub package_name_format_enabled: Option<bool>,
    pub language: Option<String>,
    /// `regular` or `private`.
    pub access_level: Option<String>,
    /// Team membership ids, or objects with `membership_id`.
    #[schema(value_type = Option<Vec<String>>)]
    pub access_list: Option<Vec<Named>>,
    /// The complete list of webhooks; if missing, it is not changed.
    #[schema(value_type = Option<Vec<Object>>)]
    pub custom_webhooks: Option<Vec<Named>>,
    /// The connections. On update they are only changed with `configure_cloud_connections`.
    pub cloud_connections: Option<Vec<ConnectionChoice>>,
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub configure_cloud_connections: Option<bool>,
    /// A filter for all connections except gateways. If neither this nor a connection has a filter, all files are sent.
    pub filter_id: Option<String>,
    /// If empty or missing, the Portal belongs to the Team and not to a Teamspace.
    pub teamspace_id: Option<String>,
    /// Null, empty or missing removes the tag.
    pub tag: Option<TagChoice>,
}

example! {
    WritePortal,
    {
        "name": "Rushes",
        "subdomain": "rushes",
        "active": true,
        "message": "Send us the day's files here.",
        "has_access_code": true,
        "access_code": "sesame street",
        "recipients": ["anna@example.org"],
        "package_size_restriction_enabled": true,
        "max_package_size": 500_000_000_000_i64,
        "access_level": "regular",
    }
}

/// The public data of a Portal whose page is active.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "the interface has these flags")]
pub struct PublicPortal {
    pub id: PortalId,
    pub name: String,
    pub subdomain: String,
    pub message: String,
    pub logo_url: String,
    pub background_url: String,
    pub primary_color: String,
    pub language: String,
    /// The name of the Team that receives the files.
    #[serde(default)]
    pub team_name: String,
    /// Whether uploaders get no confirmation by email.
    #[serde(default)]
    pub disable_upload_receipt: bool,
    /// Whether the Portal accepts no new uploads after `expiry`.
    #[serde(default)]
    pub expiry_enabled: bool,
    #[serde(default)]
    pub expiry: OptionalTime,
    /// Whether uploads and the form need `X-Access-Code`.
    pub has_access_code: bool,
    pub terms_of_service_enabled: bool,
    pub terms_of_service: TermsOfService,
    pub package_size_restriction_enabled: bool,
    pub max_package_size: i64,
    pub max_file_size: i64,
    pub max_file_count: i64,
    pub file_type_restriction_enabled: bool,
    pub file_types: Vec<String>,
    pub file_type_restriction_exclude: bool,
    pub package_name_format: PackageNameFormat,
    pub package_name_format_enabled: bool,
    /// The form fields, if there is a form and no access code is required first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_metadata: Option<Vec<FormElement>>,
}

/// A package that someone sends through a Portal.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CreatePortalPackage {
    /// Required, unless the form provides it.
    pub name: Option<String>,
    /// Required, unless the form provides it.
    pub description: Option<String>,
    /// An email address. Required, unless the form provides it.
    pub sender: Option<String>,
    /// The form response; required if the Portal has an enabled form.
    pub form_data_id: Option<String>,
    /// Bytes per chunk.
    pub chunk_size: Option<i64>,
}

example! {
    CreatePortalPackage,
    {
        "name": "Rushes, day 4",
        "description": "Both cameras",
        "sender": "ben@example.org",
    }
}
