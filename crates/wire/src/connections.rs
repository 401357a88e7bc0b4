//! Cloud connections: storage outside of this service, and transfers to and from it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::{CloudConnectionId, FileId, GatewayId, PackageId, TransferId};
use crate::time::Time;

/// Creates or updates a connection. On update, missing fields keep their values; `provider` and `direction` cannot
/// change.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct WriteCloudConnection {
    pub name: Option<String>,
    /// Such as `vendor_a_s3`; required on create. Names of the reference service, such as `amazon_s3`, are accepted too.
    #[schema(required = true)]
    pub provider: Option<String>,
    /// `service_to_cloud` (default) or `cloud_to_service`.
    #[serde(deserialize_with = "crate::names::direction")]
    pub direction: Option<String>,
    /// Credentials; the fields depend on the provider. Gateways have none.
    #[schema(value_type = Option<Object>)]
    pub authorization: Option<serde_json::Value>,
    /// The directory in which package folders are placed; only for `service_to_cloud`. For a gateway, it is below the
    /// folder that its agent was given.
    pub target_directory_id: Option<String>,
    /// The directories that can be listed; only for `cloud_to_service`.
    pub source_directory_ids: Option<Vec<String>>,
    /// Whether a JSON manifest of all files is uploaded after them; only for S3 and S3-compatible providers.
    #[serde(deserialize_with = "crate::lenient::flag")]
    pub upload_transfer_manifest: Option<bool>,
}

example! {
    WriteCloudConnection,
    {
        "name": "Dailies bucket",
        "provider": "vendor_a_s3",
        "direction": "service_to_cloud",
        "authorization": {
            "destination": "film-dailies",
            "region": "eu-central-1",
            "client_id": "the access key",
            "client_secret": "its secret",
        },
        "target_directory_id": "incoming",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CloudConnectionBody {
    pub id: CloudConnectionId,
    pub name: String,
    pub provider: String,
    /// The name of the provider with which a gateway was created, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_alias: Option<String>,
    pub direction: String,
    /// `ok`, or `error` if the last transfer or check failed.
    pub state: String,
    /// Why the state is `error`; else empty.
    pub state_reason: String,
    /// Bucket or container; empty if the provider has none.
    pub destination: String,
    pub region: String,
    pub target_directory_id: String,
    /// Only for `cloud_to_service`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_directory_ids: Option<Vec<String>>,
    pub upload_transfer_manifest: bool,
    /// Number of Portals that use it and that the caller can see.
    pub connections: i64,
    /// Whether the gateway has requested work within 90 seconds; only for gateways.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connected: Option<bool>,
    /// Only in the reply to the creation of a gateway.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gateway: Option<GatewayCredential>,
    pub created_at: Time,
    pub updated_at: Time,
}

/// What an agent needs to serve a gateway. The token is shown once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GatewayCredential {
    pub id: GatewayId,
    pub token: String,
}

/// A connection as shown by the Portals that use it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PortalConnection {
    pub id: CloudConnectionId,
    pub name: String,
    pub provider: String,
    /// The name of the provider with which a gateway was created, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_alias: Option<String>,
    pub direction: String,
    pub state: String,
    pub destination: String,
    pub region: String,
    /// Number of Portals that use it.
    pub connections: i64,
    /// Whether data other than files is sent.
    pub sync_metadata: bool,
    /// `transfer`.
    pub target_action: String,
    /// The filter that selects files; empty for all.
    pub filter_id: String,
    pub created_at: Time,
    pub updated_at: Time,
}

/// A connection that a Portal should use: its id alone, or an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConnectionChoice {
    pub id: String,
    /// Null, empty or missing for none.
    pub filter_id: Option<String>,
}

impl<'de> Deserialize<'de> for ConnectionChoice {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Plain(String),
            Object {
                id: String,
                #[serde(default)]
                filter_id: Option<String>,
            },
        }
        let form = Form::deserialize(deserializer);
        let form = form.map_err(|_| serde::de::Error::custom("must be an id, or an object with one"))?;
        Ok(match form {
            Form::Plain(id) => Self { id, filter_id: None },
            Form::Object { id, filter_id } => Self { id, filter_id: filter_id.filter(|id| !id.is_empty()) },
        })
    }
}

/// A file or directory of a `cloud_to_service` connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CloudFile {
    pub id: String,
    pub name: String,
    /// `file` or `directory`.
    pub kind: String,
    /// Bytes; 0 for a directory.
    pub size: i64,
}

/// Sends a package to a connection, or fetches files from one into a new package.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct StartTransfer {
    #[schema(required = true)]
    pub cloud_connection_id: Option<String>,
    /// `service_to_cloud` (default) or `cloud_to_service`.
    #[serde(deserialize_with = "crate::names::direction")]
    pub direction: Option<String>,
    /// `cloud_to_service`: the files to fetch, as listed by the connection. `service_to_cloud`: the ids of the files of the
    /// package to send; all if omitted.
    pub files: Option<Vec<CloudFileChoice>>,
    /// Only for `service_to_cloud`: a failed transfer of the package to the connection, which continues as it was begun.
    pub transfer_id: Option<String>,
    /// Only for `cloud_to_service`: whether the package is finalized when all files have arrived. Default true.
    pub finalize: Option<bool>,
    /// Only for `cloud_to_service`: an address that gets an email when the import has ended.
    pub notify_email: Option<String>,
}

example! {
    StartTransfer,
    {
        "cloud_connection_id": "01KA2B3C4D5E6F7G8H9JKMNPQR",
        "direction": "cloud_to_service",
        "files": [{ "id": "day 4/camera-a.mov", "kind": "file" }],
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CloudFileChoice {
    #[schema(required = true)]
    pub id: Option<String>,
    /// New name; if missing, it keeps its name.
    pub name: Option<String>,
    /// `file` (default) or `directory`, which includes everything in it.
    pub kind: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TransferBody {
    pub id: TransferId,
    /// `pending`, `transferring`, `complete` or `error`.
    pub state: String,
    pub direction: String,
    pub cloud_connection_id: CloudConnectionId,
    /// Bytes that have arrived.
    pub bytes: i64,
    /// Total bytes; 0 until they are counted.
    pub total_bytes: i64,
    /// Why the last attempt failed, or why the package could not be finalized after it; else empty.
    pub error: String,
    /// How many files are not sent although they were asked for.
    #[serde(default)]
    pub withheld_count: i64,
    /// The first 100 of them.
    #[serde(default)]
    pub withheld: Vec<WithheldFile>,
    /// Only in the answer to the start of an import: ids that were chosen more than once, by themselves or with their
    /// directory. Each is imported once.
    #[serde(default)]
    pub chosen_twice: Vec<String>,
    pub created_at: Time,
}

/// A file that is not sent, because it is infected or could not be scanned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WithheldFile {
    pub id: FileId,
    pub path: String,
    pub name: String,
    pub reason: String,
}

/// A work item of a gateway: a package to fetch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GatewayWork {
    pub id: TransferId,
    /// Until then it is leased to this gateway; a heartbeat extends the lease.
    pub lease_expires_at: Time,
    pub package: GatewayPackage,
    /// The directory for the package's folder, below the folder of the gateway; empty for the folder itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub target_directory: String,
    /// Bytes of all its files. Servers of earlier versions do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_bytes: Option<i64>,
    /// All files, or one page of them if `count` was given.
    pub files: Vec<GatewayFile>,
    /// The first file of the next page, for `from`; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_file: Option<FileId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GatewayPackage {
    pub id: PackageId,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GatewayFile {
    pub id: FileId,
    pub path: String,
    pub name: String,
    pub size: i64,
    pub checksum: crate::files::FileChecksum,
    /// A temporary URL; reading the work item again returns new ones.
    pub url: String,
}

/// The progress of a gateway.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct GatewayProgress {
    /// Bytes that have arrived.
    pub bytes: Option<i64>,
}

example! { GatewayProgress, { "bytes": 52_428_800 } }

/// Why a gateway returns a work item.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct GatewayFailure {
    pub reason: Option<String>,
}

example! { GatewayFailure, { "reason": "the disk is full" } }

/// Until when a work item is leased to the gateway.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GatewayLease {
    pub lease_expires_at: Time,
}
