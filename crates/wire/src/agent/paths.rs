//! Paths of the agent's machine, for those who type them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PathKind {
    Folder,
    File,
}

/// How a path can go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PathCompletion {
    /// The whole path; that of a folder ends in `/`.
    pub path: String,
    pub kind: PathKind,
}
