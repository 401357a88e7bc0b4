//! What the journal saves of a file of the asset manager.

use serde::{Deserialize, Serialize};
use url::Url;

use crate::{ProviderError, ProviderResult};

/// A file that the manager is waiting for.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct NewFile {
    pub(super) asset: String,
    pub(super) file: String,
    /// The URL for uploading it at once.
    #[serde(skip)]
    pub(super) whole: Option<Url>,
    /// The URL that returns the URLs of its parts.
    #[serde(skip)]
    pub(super) in_parts: Option<Url>,
}

/// A file that is sent in parts, as the journal saves it.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct PartedFile {
    #[serde(flatten)]
    pub(super) file: NewFile,
    pub(super) upload: String,
}

/// What the journal saves before a file has an asset: its external id. Nothing else is ever removed.
#[derive(Serialize, Deserialize)]
pub(super) struct Marked {
    pub(super) mark: String,
    pub(super) collection: String,
}

pub(super) fn written(entry: &impl Serialize) -> ProviderResult<String> {
    serde_json::to_string(entry).map_err(|_| ProviderError::unusable("an upload cannot be serialized"))
}
