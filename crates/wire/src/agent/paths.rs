//! Completion of paths on the agent's machine.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PathKind {
    Folder,
    File,
}

/// A completion of a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PathCompletion {
    /// The full path; that of a folder ends in `/`.
    pub path: String,
    pub kind: PathKind,
}
