//! Encryption of secrets at rest.
//!
//! Secrets are sealed with XChaCha20-Poly1305 under a data key that is created at the first start and stored wrapped in
//! the database. The column and the owner of a secret are part of the seal: copied to another column or row, it does not
//! open. Seals from before the column was part of them still open, and are replaced when their row is written.

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

/// The columns with sealed values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    AccessCode,
    Answer,
    Authorization,
    DownloadPassword,
    MailContent,
    ProviderUpload,
    SecondFactor,
    WebhookRequest,
    /// The secret that a webhook signs with, and the previous one, which it becomes.
    WebhookSecret,
}

impl Column {
    /// Part of seals in the database, so a name never changes.
    const fn name(self) -> &'static str {
        match self {
            Self::AccessCode => "portals.access_code",
            Self::Answer => "idempotent_requests.answer",
            Self::Authorization => "cloud_connections.authorization",
            Self::DownloadPassword => "portals.download_password",
            Self::MailContent => "mails.content",
            Self::ProviderUpload => "transfer_files.upload",
            Self::SecondFactor => "users.mfa_secret",
            Self::WebhookRequest => "custom_webhooks.request",
            Self::WebhookSecret => "custom_webhooks.signing_secret",
        }
    }

    fn of(self, owner: &str) -> String {
        format!("{} {owner}", self.name())
    }
}

/// Between the id of the data key and the rest of a seal that binds its column.
const BINDS_COLUMN: char = ':';
/// The same, in seals from before.
const BINDS_OWNER: char = '.';

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

    /// Seals `secret` for the column in the row that `owner` names.
    pub fn seal(&self, column: Column, owner: &str, secret: &[u8]) -> Result<String, VaultError> {
        let cipher = self.ciphers.get(&self.current).ok_or(VaultError::Sealed)?;
        Ok(format!("{}{BINDS_COLUMN}{}", self.current, seal(cipher, &column.of(owner), secret)?))
    }

    pub fn open_sealed(&self, column: Column, owner: &str, sealed: &str) -> Result<Vec<u8>, VaultError> {
        let (id, rest) = sealed.split_once([BINDS_COLUMN, BINDS_OWNER]).ok_or(VaultError::Sealed)?;
        let cipher = id.parse().ok().and_then(|id: DataKeyId| self.ciphers.get(&id)).ok_or(VaultError::Sealed)?;
        let bound = if sealed[id.len()..].starts_with(BINDS_COLUMN) { column.of(owner) } else { owner.to_owned() };
        open(cipher, &bound, rest)
    }

    /// A seal for writing it again: the same, or a new one if it does not bind its column.
    pub fn renewed(&self, column: Column, owner: &str, sealed: &str) -> Result<String, VaultError> {
        if sealed.contains(BINDS_COLUMN) {
            return Ok(sealed.to_owned());
        }
        self.seal(column, owner, &self.open_sealed(column, owner, sealed)?)
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
    use store::AuditKey;

    use super::{Column, FIRST_KEY, Vault, cipher, open, seal};

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

    #[test]
    fn a_seal_binds_its_column_and_one_from_before_is_renewed() {
        let (current, key) = (FIRST_KEY.parse::<wire::ids::DataKeyId>().unwrap(), cipher(&[1; 32]));
        let ciphers = [(current.clone(), key.clone())].into();
        let vault = Vault { current, ciphers, audit_key: AuditKey::new([0; 32]) };
        let opened = |column, sealed: &str| vault.open_sealed(column, "portal", sealed).ok();
        let (right, wrong) = (Column::AccessCode, Column::DownloadPassword);
        let sealed = vault.seal(right, "portal", b"code").unwrap();
        assert_eq!(opened(right, &sealed).unwrap(), b"code");
        assert_eq!(opened(wrong, &sealed), None);
        assert_eq!(opened(right, &sealed.replace(':', ".")), None, "it does not pass for one from before");
        assert_eq!(vault.renewed(right, "portal", &sealed).unwrap(), sealed);

        let old = format!("{FIRST_KEY}.{}", seal(&key, "portal", b"code").unwrap());
        assert_eq!(opened(right, &old).unwrap(), b"code");
        let renewed = vault.renewed(right, "portal", &old).unwrap();
        assert_eq!(opened(right, &renewed).unwrap(), b"code");
        assert_eq!(opened(wrong, &renewed), None);
    }
}
