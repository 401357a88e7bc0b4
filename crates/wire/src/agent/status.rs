//! Problems of the agent itself.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AgentStatus {
    /// Journals that were damaged and set aside, oldest first. The transfers in them are not resumed. Remove a file when
    /// you no longer need it, and it is no longer listed.
    pub damaged_journals: Vec<String>,
    /// Whether transfers wait because the agent has too many open files. Raise its limit (`ulimit -n`) if that does not
    /// pass.
    #[serde(default)]
    pub too_many_open_files: bool,
    /// Of the agent. Agents of earlier versions do not send it.
    #[serde(default)]
    pub version: String,
    /// URL of the server for which the agent works. Agents of earlier versions do not send it.
    #[serde(default)]
    pub server: String,
}
