//! Closes what is about to be removed, so that the URLs that were given for it work no longer.

use protocols::s3::Request;
use reqwest::Method;

use super::multipart::is_unknown_to_the_store;
use super::send::Call;
use super::{Lengths, Storage, StorageError};

/// Parameters of our own extension of the embedded store: the prefix that is closed, and for how long.
const CLOSE: &str = "x-tonnage-close";
const CLOSED_SECONDS: &str = "x-tonnage-seconds";
/// Signatures are checked by another clock than the one that ends a closing.
const GRACE_SECONDS: u64 = 60;

impl Storage {
    /// From now on, nothing can be stored under URLs for keys that begin with `prefix`; nothing is deleted. Our own
    /// requests still work. Returns false if the store does not support this: then the URLs work until they expire.
    ///
    /// Idempotent. It lasts until every URL that was given until now has expired, so the keys must not be used again.
    pub async fn close(&self, prefix: &str) -> Result<bool, StorageError> {
        // If the features are not known yet, a store that does not know this request refuses it.
        if self.capabilities.get().is_some_and(|found| found.lengths != Lengths::InUrl) {
            return Ok(false);
        }
        let seconds = self.upload_life.as_secs().saturating_add(GRACE_SECONDS).to_string();
        let request = Request::new(Method::POST, "").query(CLOSE, prefix).query(CLOSED_SECONDS, seconds);
        match self.call_twice(&Call::new("close a prefix", request)).await {
            Ok(_) => Ok(true),
            // An embedded store of an earlier version, in another process.
            Err(StorageError::Refused { status, .. }) if is_unknown_to_the_store(status) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
