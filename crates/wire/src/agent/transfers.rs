//! Types that uploads and downloads share.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ids::ItemId;
use crate::error::ErrorCode;

macro_rules! states {
    ($($(#[$doc:meta])* $name:ident { $($state:ident $text:literal)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        // Not `rename = $text`: the description of the interface would not have it.
        #[serde(rename_all = "lowercase")]
        pub enum $name {
            $($state,)*
        }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$state,)*];

            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$state => $text,)*
                }
            }

            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|state| state.as_str() == text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(self.as_str())
            }
        }
    )*};
}

states! {
    UploadState { Transferring "transferring" Paused "paused" Idle "idle" Complete "complete" Error "error" }
    DownloadState { Transferring "transferring" Paused "paused" Complete "complete" Error "error" }
    ItemState { Queued "queued" Transferring "transferring" Complete "complete" Error "error" }
}

/// Why a transfer, or one item of it, stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TransferError {
    /// As in the body of an error.
    #[schema(value_type = u32)]
    pub code: ErrorCode,
    /// What is wrong and how to fix it, for people.
    pub message: String,
    /// Whether `resume` can help.
    pub recoverable: bool,
}

/// A file or an empty directory of a transfer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ItemBody {
    pub id: ItemId,
    /// Its path in the package; empty at the root.
    pub path: String,
    pub name: String,
    pub size: u64,
    /// Bytes that have arrived and are recorded. An interruption does not lose them.
    pub progress: u64,
    /// Bytes that are being transferred. They are not part of `progress` yet, and an interruption may lose them.
    #[serde(default)]
    pub under_way: u64,
    pub state: ItemState,
    /// Of a download: its path below the folder, if that is not `path` and `name`, for example because the name begins
    /// with a dot or is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local_path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<TransferError>,
}

/// The reply of calls that return no data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Done {
    #[schema(example = 200)]
    pub code: u16,
}

impl Default for Done {
    fn default() -> Self {
        Self { code: 200 }
    }
}
