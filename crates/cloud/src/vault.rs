//! Encryption of secrets at rest.
//!
//! Secrets are sealed with XChaCha20-Poly1305 under a data key that is created at the first start and stored wrapped in
//! the database. The owner of a secret is part of the seal: copied to another row, it does not open.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use store::{AuditKey, Store, StoreError, data_keys};
use wire::ids::DataKeyId;

use crate::clock::Clock;
use crate::keys::{Keys, derived};

const NONCE_LENGTH: usize = 24;

/// The same in all processes, so that those that start together on an empty database agree on one key.
const FIRST_KEY: &str = "00000000000000000000000000";

#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The same error for every way in which opening can fail.
    #[error("a sealed value cannot be opened: was secret_key changed?")]
    Sealed,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone)]
pub struct Vault {
    current: DataKeyId,
    ciphers: HashMap<DataKeyId, XChaCha20Poly1305>,
    audit_key: AuditKey,
}

impl Vault {
    /// Reads the data keys, and creates the first one if there is none.
    pub async fn open(store: &Store, keys: &Keys, clock: &Clock) -> Result<Self, VaultError> {
        let wrapping = cipher(&keys.wrapping);
        let mut tx = store.begin().await?;
        let mut rows = data_keys::all(&mut tx).await?;
        if rows.is_empty() {
            let id: DataKeyId = FIRST_KEY.parse().map_err(|_| VaultError::Sealed)?;
            let data_key: [u8; 32] = rand::random();
            let row = data_keys::DataKeyRow { wrapped: seal(&wrapping, id.as_str(), &data_key)?, id };
            data_keys::insert_unless_exists(&mut tx, &row, clock.now()).await?;
            rows = data_keys::all(&mut tx).await?;
        }
        tx.commit().await?;
        let mut ciphers = HashMap::new();
        let (mut current, mut audit_key) = (None, None);
        for row in rows {
            let data_key = open(&wrapping, row.id.as_str(), &row.wrapped)?;
            let data_key: [u8; 32] = data_key.try_into().map_err(|_| VaultError::Sealed)?;
            ciphers.insert(row.id.clone(), cipher(&data_key));
            if row.id.as_str() == FIRST_KEY {
                audit_key = Some(AuditKey::new(derived(&data_key, "audit record")));
            }
            current = Some(row.id);
        }
        let (current, audit_key) = current.zip(audit_key).ok_or(VaultError::Sealed)?;
        Ok(Self { current, ciphers, audit_key })
    }

    /// The key of the audit record. It comes from the first data key, so that it stays the same for ever, and is lost
    /// only with everything that is sealed.
    pub fn audit_key(&self) -> AuditKey {
        self.audit_key.clone()
    }

    /// Seals `secret` for the row that `owner` names.
    pub fn seal(&self, owner: &str, secret: &[u8]) -> Result<String, VaultError> {
        let cipher = self.ciphers.get(&self.current).ok_or(VaultError::Sealed)?;
        Ok(format!("{}.{}", self.current, seal(cipher, owner, secret)?))
    }

    pub fn open_sealed(&self, owner: &str, sealed: &str) -> Result<Vec<u8>, VaultError> {
        let (id, rest) = sealed.split_once('.').ok_or(VaultError::Sealed)?;
        let id: DataKeyId = id.parse().map_err(|_| VaultError::Sealed)?;
        open(self.ciphers.get(&id).ok_or(VaultError::Sealed)?, owner, rest)
    }
}

/// Whether a data key was wrapped under this secret.
pub fn opens(keys: &Keys, id: &str, wrapped: &str) -> bool {
    open(&cipher(&keys.wrapping), id, wrapped).is_ok()
}

fn cipher(key: &[u8; 32]) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(key.into())
}

fn seal(cipher: &XChaCha20Poly1305, owner: &str, secret: &[u8]) -> Result<String, VaultError> {
    let nonce: [u8; NONCE_LENGTH] = rand::random();
    let payload = Payload { msg: secret, aad: owner.as_bytes() };
    let sealed = cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| VaultError::Sealed)?;
    Ok(STANDARD_NO_PAD.encode([nonce.as_slice(), &sealed].concat()))
}

fn open(cipher: &XChaCha20Poly1305, owner: &str, sealed: &str) -> Result<Vec<u8>, VaultError> {
    let bytes = STANDARD_NO_PAD.decode(sealed).map_err(|_| VaultError::Sealed)?;
    let (nonce, sealed) = bytes.split_first_chunk::<NONCE_LENGTH>().ok_or(VaultError::Sealed)?;
    let payload = Payload { msg: sealed, aad: owner.as_bytes() };
    cipher.decrypt(&XNonce::from(*nonce), payload).map_err(|_| VaultError::Sealed)
}

#[cfg(test)]
mod tests {
    use super::{cipher, open, seal};

    #[test]
    fn only_the_same_key_and_owner_open_a_seal() {
        let (key, other) = (cipher(&[1; 32]), cipher(&[2; 32]));
        let sealed = seal(&key, "user 1", b"secret").unwrap();
        assert_eq!(open(&key, "user 1", &sealed).unwrap(), b"secret");
        assert!(open(&key, "user 2", &sealed).is_err());
        assert!(open(&other, "user 1", &sealed).is_err());
        for broken in ["", "AAAA", &sealed[..sealed.len() - 2], "not base64!"] {
            assert!(open(&key, "user 1", broken).is_err(), "{broken:?}");
        }
        assert_ne!(seal(&key, "user 1", b"secret").unwrap(), sealed, "a nonce is never used twice");
    }
}
