//! How much a Team stores and transfers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::time::Time;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UsageBody {
    /// Bytes of all packages whose content exists now.
    pub storage_bytes: i64,
    /// How many packages those are.
    pub packages: i64,
    /// What counts against the limit of the Team.
    #[serde(default)]
    #[schema(required = true)]
    pub held: HeldBody,
    /// One for every requested day, oldest first.
    pub days: Vec<UsageDay>,
}

/// Bytes that packages hold, and how many they may hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HeldBody {
    /// Of all packages, from when their files are added until their content is gone.
    pub bytes: i64,
    /// 0 means no limit.
    pub limit: i64,
    /// Whether at least 80 % of the limit is used.
    pub is_near: bool,
}

/// What a Portal received in its current hours, and how much it accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HourlyBody {
    pub packages: HourlyCount,
    /// Files and directories.
    pub entries: HourlyCount,
}

/// An hour begins with the first package or file that comes after the last hour has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HourlyCount {
    pub used: i64,
    pub limit: i64,
    /// Whether at least 80 % of the limit is used.
    pub is_near: bool,
    /// When the hour ends; null if none has begun.
    pub ends_at: Option<Time>,
}

/// A day in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UsageDay {
    #[schema(format = Date, example = "2026-11-15")]
    pub day: String,
    /// Bytes stored at the end of the day; for today, until now.
    pub stored_bytes: i64,
    /// Bytes of finalized packages.
    pub uploaded_bytes: i64,
    /// Bytes for which download URLs were issued.
    pub downloaded_bytes: i64,
    /// Bytes that arrived at cloud connections.
    pub forwarded_bytes: i64,
    /// Finalized packages.
    pub packages: i64,
}
