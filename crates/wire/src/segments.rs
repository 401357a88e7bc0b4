//! Segments of a file that is read while it grows.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RequestSegments {
    /// Number of the first segment, from 1.
    pub first: i64,
    /// How many, 1 to 100.
    pub count: i64,
    /// Base64 CRC-64/NVME of each segment asked for, in order: the store verifies them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksums: Option<Vec<String>>,
}

/// A segment that is in storage.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NoteSegment {
    /// From 1.
    pub number: i64,
    /// Bytes; at least 5 MiB, but for the last.
    pub size: i64,
    /// Base64 CRC-64/NVME.
    pub checksum: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SegmentBody {
    pub number: u64,
    /// Bytes.
    pub size: u64,
    /// Base64 CRC-64/NVME.
    pub checksum: String,
    /// A plain GET, also of a range, for a quarter of an hour.
    pub url: String,
}

/// What there is of a growing file behind a segment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SegmentPage {
    /// In order and without a gap; empty when there is nothing new, and when the file is finalized.
    pub segments: Vec<SegmentBody>,
    /// Whether the file is finalized: from now on it is downloaded as any other.
    pub is_final: bool,
    /// Bytes that are noted; of the whole file, once it is finalized.
    pub size: u64,
    /// Base64 CRC-64/NVME of the whole file, once it is finalized and where it is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub checksum: String,
}
