//! What a watch folder is told: every type that watches one gives the same.

use std::time::Duration;

use wire::agent::FormMetadata;

/// What distinguishes one watch folder from another.
pub(super) struct Rules {
    pub(super) root: String,
    /// How long nothing may have changed.
    pub(super) quiet: Duration,
    pub(super) blacklist: Vec<String>,
    pub(super) sends_loose_files: bool,
    pub(super) deletes_sources: bool,
    pub(super) suffix: String,
    pub(super) form: Option<FormMetadata>,
}
