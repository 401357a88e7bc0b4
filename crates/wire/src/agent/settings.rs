//! Settings of the agent that can be changed while it runs.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// When uploads or downloads are slowed down, and to what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RateLimit {
    pub enabled: bool,
    /// Bits per second.
    pub rate_limit_bps: u64,
    /// Whether the limit holds only in the windows of `schedule`.
    pub schedule_enabled: bool,
    pub schedule: Schedule,
}

/// By local time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Schedule {
    pub mon: Day,
    pub tue: Day,
    pub wed: Day,
    pub thu: Day,
    pub fri: Day,
    pub sat: Day,
    pub sun: Day,
}

/// The window that begins on a day. One that ends before it begins goes on into the next day; one that ends when it
/// begins lasts 24 hours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Day {
    pub enabled: bool,
    #[schema(example = "08:00")]
    pub start: String,
    #[schema(example = "18:00")]
    pub end: String,
}

/// How many transfers run at once; the others wait their turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FifoMode {
    pub enabled: bool,
    pub active_upload_count: u32,
    pub active_download_count: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Concurrency {
    /// Connections to storage at once, over all transfers.
    pub max_connections: u32,
}

/// All of them, as the event stream tells them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SettingsBody {
    pub upload_rate_limit: RateLimit,
    pub download_rate_limit: RateLimit,
    pub fifo_mode: FifoMode,
    pub concurrency: Concurrency,
}

/// Fields that are left out keep their value.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct WriteRateLimit {
    #[serde(default, deserialize_with = "crate::lenient::flag")]
    #[schema(value_type = Option<bool>)]
    pub enabled: Option<bool>,
    /// Bits per second.
    pub rate_limit_bps: Option<i64>,
    #[serde(default, deserialize_with = "crate::lenient::flag")]
    #[schema(value_type = Option<bool>)]
    pub schedule_enabled: Option<bool>,
    pub schedule: Option<WriteSchedule>,
}

/// Days that are left out keep their window.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct WriteSchedule {
    pub mon: Option<WriteDay>,
    pub tue: Option<WriteDay>,
    pub wed: Option<WriteDay>,
    pub thu: Option<WriteDay>,
    pub fri: Option<WriteDay>,
    pub sat: Option<WriteDay>,
    pub sun: Option<WriteDay>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct WriteDay {
    #[serde(default, deserialize_with = "crate::lenient::flag")]
    #[schema(value_type = Option<bool>)]
    pub enabled: Option<bool>,
    /// `HH:MM`, from 00:00 to 23:59.
    pub start: Option<String>,
    /// `HH:MM`, from 00:00 to 24:00.
    pub end: Option<String>,
}

/// Fields that are left out keep their value.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct WriteFifoMode {
    #[serde(default, deserialize_with = "crate::lenient::flag")]
    #[schema(value_type = Option<bool>)]
    pub enabled: Option<bool>,
    pub active_upload_count: Option<i64>,
    pub active_download_count: Option<i64>,
}

/// Fields that are left out keep their value.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct WriteConcurrency {
    pub max_connections: Option<i64>,
}
