//! All keys of the server.
//!
//! The operator's secret wraps the data keys in the database, and everything else comes from a data key: so the secret can
//! be replaced without replacing what it protects. Before there were several data keys, all keys came from the secret, and
//! tokens from then are still accepted. Each purpose has its own key, so that a key cannot be used for another purpose.

use hkdf::Hkdf;
use sha2::Sha256;
use wire::ids::DataKeyId;

use crate::secret::Secret;

const KEY_LENGTH: usize = 32;

#[derive(Clone)]
pub struct Keys {
    /// The data key that they come from; empty if they come from a secret.
    pub id: String,
    /// Recognizes the secret that they come from, and reveals nothing of it.
    pub fingerprint: String,
    /// Signs user tokens.
    pub user_token: [u8; KEY_LENGTH],
    /// Signs package tokens.
    pub package_token: [u8; KEY_LENGTH],
    /// Signs tokens of progress channels.
    pub channel_token: [u8; KEY_LENGTH],
    /// Signs URLs of zips.
    pub zip_token: [u8; KEY_LENGTH],
    /// Hashes recovery codes, which are too short for a plain hash.
    pub recovery_code: [u8; KEY_LENGTH],
    /// Hashes requests with an `Idempotency-Key`: they can contain passwords and access codes, which people choose.
    pub repeated_request: [u8; KEY_LENGTH],
    /// Wraps the data keys in the database.
    pub wrapping: [u8; KEY_LENGTH],
    /// Separates the wake-ups of this installation from those of others on the same bus. Not a secret.
    pub bus_name: String,
    /// Credentials of the embedded object store, unless the operator sets them.
    pub storage_access_key: String,
    pub storage_secret_key: Secret,
}

impl Keys {
    pub fn derive(secret: &Secret) -> Self {
        Self::of(String::new(), secret.expose().as_bytes())
    }

    pub fn of_data_key(id: &DataKeyId, data_key: &[u8; KEY_LENGTH]) -> Self {
        Self::of(id.to_string(), data_key)
    }

    fn of(id: String, secret: &[u8]) -> Self {
        let key = |purpose: &str| derived(secret, purpose);
        Self {
            id,
            fingerprint: hex::encode(&key("fingerprint")[..8]),
            user_token: key("user token"),
            package_token: key("package token"),
            channel_token: key("channel token"),
            zip_token: key("zip token"),
            recovery_code: key("recovery code"),
            repeated_request: key("repeated request"),
            wrapping: key("data key wrapping"),
            bus_name: hex::encode(&key("bus name")[..8]),
            storage_access_key: format!("TN{}", hex::encode_upper(&key("storage access key")[..9])),
            storage_secret_key: Secret::new(hex::encode(key("storage secret key"))),
        }
    }
}

/// The key for one purpose.
pub fn derived(secret: &[u8], purpose: &str) -> [u8; KEY_LENGTH] {
    let mut key = [0; KEY_LENGTH];
    // Fails only for outputs longer than 8,160 bytes.
    let expanded = Hkdf::<Sha256>::new(Some(b"tonnage"), secret).expand(purpose.as_bytes(), &mut key);
    debug_assert!(expanded.is_ok());
    key
}

#[cfg(test)]
mod tests {
    use super::Keys;
    use crate::secret::Secret;

    #[test]
    fn purposes_and_secrets_give_different_keys() {
        let one = Keys::derive(&Secret::new("one secret of at least 32 bytes......"));
        let two = Keys::derive(&Secret::new("two secret of at least 32 bytes......"));
        let again = Keys::derive(&Secret::new("one secret of at least 32 bytes......"));
        assert_ne!(one.user_token, one.wrapping);
        assert_ne!(one.user_token, two.user_token);
        assert_eq!(one.user_token, again.user_token);
        assert_eq!(one.storage_access_key.len(), 20);
        assert_eq!(one.bus_name, again.bus_name);
        assert_ne!(one.bus_name, two.bus_name);
        assert_ne!(one.user_token, [0; 32]);
    }
}
