//! Files of a package: added, split into chunks, finalized, downloaded.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::blueprint::Blueprint;
use crate::error::ErrorBody;
use crate::example::example;
use crate::ids::FileId;
use crate::time::OptionalTime;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChunkParameters {
    pub max_chunk_count: u64,
    pub max_chunk_size: u64,
    pub min_chunk_size: u64,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AddFile {
    /// `file` (the default) or `directory`.
    pub kind: Option<String>,
    pub name: String,
    /// Folders, relative to the package and separated by `/`.
    pub path: Option<String>,
    #[serde(default)]
    pub last_modified: OptionalTime,
    /// Bytes, if known.
    pub size: Option<i64>,
    /// Bytes per chunk of this file.
    pub chunk_size: Option<i64>,
    /// Base64 CRC-64/NVME of a file that is sent with one plain PUT: the store verifies it.
    pub checksum: Option<String>,
    /// Whether it is sent as segments, which members of the Team can read before the file is finalized.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growing: Option<bool>,
}

example! {
    AddFile,
    {
        "kind": "file",
        "name": "camera-a.mov",
        "path": "day 4",
        "last_modified": "2026-11-15T09:30:00.000Z",
        "size": 12_000_000,
        "chunk_size": 5_242_880,
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AddedFile {
    /// `s3`.
    pub storage_type: String,
    pub max_chunk_size: u64,
    pub min_chunk_size: u64,
    pub max_chunks_count: u64,
    /// Starts the upload; null for a directory and for a growing file.
    pub create_blueprint: Option<Blueprint>,
    /// Sends a small file whole; only in replies of the batch call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub put_blueprint: Option<Blueprint>,
    pub file: FileBody,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FileBody {
    pub id: FileId,
    pub kind: String,
    pub name: String,
    pub path: String,
    pub size: i64,
    /// Bytes per chunk with which the upload was planned.
    pub chunk_size: i64,
    pub last_modified: OptionalTime,
    /// `new` or `finalized`.
    pub state: String,
    /// Whether the whole content has arrived.
    #[serde(default)]
    pub completed: bool,
    pub virus_detected: bool,
    /// `clean`, `infected`, `not_scanned` or `pending`.
    pub scan_state: String,
    /// Why a file was not scanned: `off`, `too large` or `timeout`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub scan_reason: String,
    /// Set while the file is sent as segments that can be read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub growing: bool,
    pub checksum: FileChecksum,
}

/// Empty if not known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FileChecksum {
    /// Base64.
    pub crc64nvme: String,
    /// Hexadecimal.
    pub crc32: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RequestChunks {
    /// The `UploadId` in the response to the create blueprint.
    pub upload_id: String,
    /// Base64 CRC-64/NVME of each requested chunk, in order: the store verifies them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksums: Option<Vec<String>>,
}

example! { RequestChunks, { "upload_id": "5f3c9a7e1b2d4c6f8a0e9d7c5b3a1f2e" } }

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FinalizeFile {
    /// Bytes of the whole file; must match what arrived.
    pub size: i64,
    pub chunk_size: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_extras: Option<FileExtras>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunk_extras: Option<Vec<ChunkExtras>>,
    /// Base64 CRC-64/NVME of the whole file.
    pub checksum: Option<String>,
    /// `ETag` of a file that was sent with one plain PUT.
    pub etag: Option<String>,
    /// How many segments a growing file has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub segments: Option<i64>,
}

example! {
    FinalizeFile,
    {
        "size": 12_000_000,
        "file_extras": { "upload_id": "5f3c9a7e1b2d4c6f8a0e9d7c5b3a1f2e" },
        "chunk_extras": [
            { "partNumber": 1, "etag": "9bb58f26192e4ba00f01e2e7b136bbd8" },
            { "partNumber": 2, "etag": "37b51d194a7513e45b56f6524f2d51f2" },
            { "partNumber": 3, "etag": "5d41402abc4b2a76b9719d911017c592" },
        ],
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FileExtras {
    pub upload_id: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChunkExtras {
    /// Starts at 1. A number, or its digits as text.
    #[schema(schema_with = crate::lenient::part_number_schema)]
    #[serde(rename = "partNumber", alias = "part_number", deserialize_with = "crate::lenient::part_number")]
    pub part_number: u16,
    /// With or without quotes.
    pub etag: String,
}

/// One of many files to finalize.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FinalizeFileOf {
    pub file_id: FileId,
    #[serde(flatten)]
    pub finalize: FinalizeFile,
}

example! {
    FinalizeFileOf,
    {
        "file_id": "01KA2B3C4D5E6F7G8H9JKMNPQR",
        "size": 12_000_000,
        "file_extras": { "upload_id": "5f3c9a7e1b2d4c6f8a0e9d7c5b3a1f2e" },
        "chunk_extras": [
            { "partNumber": 1, "etag": "9bb58f26192e4ba00f01e2e7b136bbd8" },
            { "partNumber": 2, "etag": "37b51d194a7513e45b56f6524f2d51f2" },
            { "partNumber": 3, "etag": "5d41402abc4b2a76b9719d911017c592" },
        ],
    }
}

/// Why one item of a batch failed, while the others succeeded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RefusedOne {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_id: Option<String>,
    pub error: ErrorBody,
}

/// One result of the call that adds many files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum AddedOne {
    Refused(RefusedOne),
    Done(Box<AddedFile>),
}

/// One result of the call that finalizes many files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum FinalizedOne {
    Refused(RefusedOne),
    Done(FileBody),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DownloadAddress {
    /// For a plain GET, with or without a range; valid for 15 minutes.
    pub url: String,
}

/// The URL of one of many files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FileAddress {
    pub file_id: FileId,
    /// For a plain GET, with or without a range; valid for 15 minutes.
    pub url: String,
}

/// One result of the call that returns the URLs of many files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum AddressedOne {
    Refused(RefusedOne),
    Done(FileAddress),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ZipAddress {
    /// Empty while `state` is `preparing`.
    pub url: String,
    /// File name, with `.zip`.
    pub name: String,
    /// Bytes.
    pub size: i64,
    /// `ready` or `preparing`.
    pub state: String,
}
