//! The key of the audit record. Without it, nobody can write an entry that verifies, even with access to the database.

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::Sha256;
use wire::ids::TeamId;

/// Deliberately without `Debug`, because it is a secret.
#[derive(Clone)]
pub struct AuditKey {
    key: [u8; 32],
    is_established: bool,
}

impl AuditKey {
    /// `is_established` if all records of the installation have this key: then a record without it was tampered with.
    pub const fn new(key: [u8; 32], is_established: bool) -> Self {
        Self { key, is_established }
    }

    pub(super) const fn is_established(&self) -> bool {
        self.is_established
    }

    /// The hash of an entry.
    pub(super) fn of_entry(&self, fields: &Value) -> String {
        self.hash("entry", fields)
    }

    /// Binds the first keyed entry of a Team to its number and to the hash before it, so that it cannot be moved.
    pub(super) fn of_changeover(&self, team: &TeamId, keyed_from: i64, last_hash: &str) -> String {
        self.hash("changeover", &serde_json::json!([team, keyed_from, last_hash]))
    }

    fn hash(&self, purpose: &str, fields: &Value) -> String {
        let Ok(mut hash) = Hmac::<Sha256>::new_from_slice(&self.key) else { unreachable!("any key length is good") };
        // As one JSON array, so that nothing runs into the next.
        hash.update(serde_json::json!([purpose, fields]).to_string().as_bytes());
        hex::encode(hash.finalize().into_bytes())
    }
}
