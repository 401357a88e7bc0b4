//! What a watch folder is told: every type that watches one gives the same.

use std::time::Duration;

use wire::agent::FormMetadata;

/// The settings that differ between watch folders.
#[derive(Clone)]
pub(super) struct Rules {
    pub(super) root: String,
    /// How long nothing must change before a folder is sent.
    pub(super) quiet: Duration,
    pub(super) blacklist: Vec<String>,
    pub(super) sends_loose_files: bool,
    pub(super) deletes_sources: bool,
    pub(super) suffix: String,
    pub(super) form: Option<FormMetadata>,
}
