//! A file of a package: added, uploaded, finalized, removed.

use serde_json::{Value, json};

#[derive(Debug, Clone)]
pub(crate) struct File {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) size: i64,
    pub(crate) is_finalized: bool,
    pub(crate) is_removed: bool,
    /// Whether storage has its content.
    pub(crate) is_stored: bool,
}

impl File {
    pub(crate) fn facts(&self) -> Value {
        let state = if self.is_finalized { "finalized" } else { "new" };
        json!({ "id": self.id, "name": self.name, "size": self.size, "state": state })
    }
}
