//! Settings of the agent that can be changed while it runs.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;

/// The rate limit of uploads or downloads, and when it applies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RateLimit {
    pub enabled: bool,
    /// Bits per second.
    pub rate_limit_bps: u64,
    /// Whether the limit only applies in the windows of `schedule`.
    pub schedule_enabled: bool,
    pub schedule: Schedule,
}

/// In local time.
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

/// The window that begins on a day. A window that ends before it begins continues into the next day; one that ends when
/// it begins lasts 24 hours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Day {
    pub enabled: bool,
    #[schema(example = "08:00")]
    pub start: String,
    #[schema(example = "18:00")]
    pub end: String,
}

/// How many transfers run in parallel; the others wait.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FifoMode {
    pub enabled: bool,
    pub active_upload_count: u32,
    pub active_download_count: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Concurrency {
    /// Parallel connections to storage, over all transfers.
    pub max_connections: u32,
}

/// All settings, as shown in the event stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SettingsBody {
    pub upload_rate_limit: RateLimit,
    pub download_rate_limit: RateLimit,
    pub fifo_mode: FifoMode,
    pub concurrency: Concurrency,
}

/// Missing fields keep their values.
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

example! {
    WriteRateLimit,
    {
        "enabled": true,
        "rate_limit_bps": 200_000_000,
        "schedule_enabled": true,
        "schedule": { "mon": { "enabled": true, "start": "08:00", "end": "18:00" } },
    }
}

/// Missing days keep their windows.
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

/// Missing fields keep their values.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct WriteFifoMode {
    #[serde(default, deserialize_with = "crate::lenient::flag")]
    #[schema(value_type = Option<bool>)]
    pub enabled: Option<bool>,
    pub active_upload_count: Option<i64>,
    pub active_download_count: Option<i64>,
}

example! { WriteFifoMode, { "enabled": true, "active_upload_count": 1, "active_download_count": 1 } }

/// Missing fields keep their values.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct WriteConcurrency {
    pub max_connections: Option<i64>,
}

example! { WriteConcurrency, { "max_connections": 16 } }
