//! Segments of a file that is read while it grows.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RequestSegments {
    /// Number of the first segment, starting at 1.
    pub first: i64,
    /// How many, 1 to 100.
    pub count: i64,
    /// Base64 CRC-64/NVME of each requested segment, in order: the store verifies them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksums: Option<Vec<String>>,
}

example! { RequestSegments, { "first": 1, "count": 4 } }

/// A segment that is in storage.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NoteSegment {
    /// Starts at 1.
    pub number: i64,
    /// Bytes; at least 5 MiB, except for the last.
    pub size: i64,
    /// Base64 CRC-64/NVME.
    pub checksum: String,
}

example! { NoteSegment, { "number": 1, "size": 5_242_880, "checksum": "1Y1c7nP2Ks0=" } }

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SegmentBody {
    pub number: u64,
    /// Bytes.
    pub size: u64,
    /// Base64 CRC-64/NVME.
    pub checksum: String,
    /// For a plain GET, with or without a range; valid for 15 minutes.
    pub url: String,
}

/// The segments of a growing file after a given one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SegmentPage {
    /// In order and without a gap; empty if there is nothing new or if the file is finalized.
    pub segments: Vec<SegmentBody>,
    /// Whether the file is finalized: from now on it is downloaded like any other.
    pub is_final: bool,
    /// Recorded bytes; those of the whole file once it is finalized.
    pub size: u64,
    /// Base64 CRC-64/NVME of the whole file, once it is finalized, if known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub checksum: String,
}
