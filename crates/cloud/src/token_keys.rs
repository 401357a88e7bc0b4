//! The keys that sign and verify tokens.

use std::sync::Arc;

use parking_lot::RwLock;

use crate::keys::Keys;

/// The first one signs, and all of them verify. Clones share them: a new data key is used by all as soon as it is known.
#[derive(Clone)]
pub struct TokenKeys(Arc<RwLock<Arc<[Keys]>>>);

impl TokenKeys {
    pub fn new(first: Keys) -> Self {
        Self(Arc::new(RwLock::new([first].into())))
    }

    /// There is always at least one.
    pub fn all(&self) -> Arc<[Keys]> {
        Arc::clone(&self.0.read())
    }

    /// Replaces them; without any, they stay.
    pub(crate) fn replace(&self, keys: Vec<Keys>) {
        if !keys.is_empty() {
            *self.0.write() = keys.into();
        }
    }
}

impl From<&Keys> for TokenKeys {
    fn from(keys: &Keys) -> Self {
        Self::new(keys.clone())
    }
}
