//! How much a Team stores and moves.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UsageBody {
    /// Bytes of all packages whose content is there now.
    pub storage_bytes: i64,
    /// How many packages those are.
    pub packages: i64,
    /// One for every day that was asked for, the oldest first.
    pub days: Vec<UsageDay>,
}

/// A day in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UsageDay {
    #[schema(format = Date, example = "2026-11-15")]
    pub day: String,
    /// Bytes that were stored when the day was over; today, until now.
    pub stored_bytes: i64,
    /// Bytes of the packages that were finalized.
    pub uploaded_bytes: i64,
    /// Bytes for which download addresses were given out.
    pub downloaded_bytes: i64,
    /// Bytes that arrived at cloud connections.
    pub forwarded_bytes: i64,
    /// Packages that were finalized.
    pub packages: i64,
}
