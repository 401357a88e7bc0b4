//! Listing the folder of a storage gateway: what a caller gets, and what the agent is asked.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::GatewayListingId;
use crate::time::Time;

/// The longest page. An agent's answer with as many of the longest names is below the limit of a body.
pub const GATEWAY_FILES_MOST: i64 = 500;

/// A page of the files and directories directly below a directory of a gateway.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GatewayFiles {
    /// Directories first, then files, each by name.
    pub files: Vec<GatewayFileEntry>,
    /// Whether there are more entries after these.
    pub more_data: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GatewayFileEntry {
    pub name: String,
    /// Its path below the folder of the gateway, with its name.
    pub path: String,
    /// `file` or `directory`.
    pub kind: String,
    /// Bytes; 0 for a directory.
    pub size: i64,
    pub modified_at: Time,
}

/// What the agent of a gateway is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GatewayListing {
    pub id: GatewayListingId,
    /// A directory below the folder of the gateway; empty for the folder itself.
    pub path: String,
    /// How many entries to skip.
    pub offset: i64,
    /// How many entries to list at most.
    pub count: i64,
}

/// The listings that someone waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GatewayListings {
    pub listings: Vec<GatewayListing>,
}

/// The agent's answer: entries, or why there are none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ListingAnswer {
    /// Directories first, then files, each by name.
    pub entries: Vec<ListedEntry>,
    pub more_data: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<ListingFailure>,
}

example! {
    ListingAnswer,
    {
        "entries": [
            { "name": "day 4", "is_directory": true, "size": 0, "modified_at": "2026-11-15T09:30:00.000Z" },
            { "name": "notes.txt", "is_directory": false, "size": 120, "modified_at": "2026-11-15T09:30:00.000Z" },
        ],
        "more_data": false,
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ListedEntry {
    pub name: String,
    pub is_directory: bool,
    pub size: i64,
    pub modified_at: Time,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ListingFailure {
    pub kind: ListingFailureKind,
    /// For people.
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListingFailureKind {
    /// Nothing has this path.
    Missing,
    /// Something else than a directory has this path, such as a file or a link.
    NotADirectory,
    /// The agent does not show this directory to anyone.
    Refused,
    /// The directory cannot be read now.
    #[serde(other)]
    Unreadable,
}
