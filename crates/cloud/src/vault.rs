//! Encryption of secrets at rest, and the keys that everything else is derived from.
//!
//! Secrets are sealed with XChaCha20-Poly1305 under a data key. The first data key is created at the first start, and a
//! rotation adds another one. They are stored in the database, wrapped under the operator's secret. The column and the
//! owner of a value are part of its seal: copied to another column or row, it does not open. Seals from before the
//! column was part of them still open, and are replaced when their row is written.

pub mod rotation;

use std::collections::HashMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use parking_lot::RwLock;
use store::data_keys::{self, HeldDataKey};
use store::secrets::{self, FormerSecret};
use store::{AuditKey, Connection, Store, StoreError};
use wire::ids::DataKeyId;
use wire::time::Time;

use crate::clock::Clock;
use crate::keys::{Keys, derived};
use crate::secret::Secret;
use crate::token_keys::TokenKeys;

const NONCE_LENGTH: usize = 24;

/// The same in all processes, so that those that start together on an empty database agree on one key.
const FIRST_KEY: &str = "00000000000000000000000000";

/// A new data key is used after this time. By then every process has read it, so that each can open what others seal.
pub const ANNOUNCED_SECONDS: i64 = 60;

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
    FormerSecret,
    LinkSecret,
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
            Self::FormerSecret => "former_secrets.sealed",
            Self::LinkSecret => "links.sealed_secret",
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

/// Clones share the data keys.
#[derive(Clone)]
pub struct Vault {
    /// From the secret of this process, which unwraps the data keys.
    own: Arc<Keys>,
    data_keys: Arc<RwLock<DataKeys>>,
    token_keys: TokenKeys,
    /// From the first data key.
    first: Arc<Keys>,
    audit_key: AuditKey,
    has_keyed_record: bool,
}

struct DataKeys {
    /// The one that seals. All of them open.
    current: DataKeyId,
    newest: DataKeyId,
    ciphers: HashMap<DataKeyId, XChaCha20Poly1305>,
}

/// An unwrapped data key.
struct DataKey {
    id: DataKeyId,
    key: [u8; 32],
    created_at: Time,
    is_retired: bool,
    signs: bool,
    /// Whether its wrapping says that the audit record has a key.
    says_keyed: bool,
}

impl Vault {
    /// Reads the data keys, and creates the first one if there is none.
    pub async fn open(store: &Store, secret: &Secret, clock: &Clock) -> Result<Self, VaultError> {
        let (own, now) = (Keys::derive(secret), clock.now());
        let mut tx = store.begin().await?;
        let mut keys = read(&mut tx, &own).await?;
        if keys.is_empty() {
            let id: DataKeyId = FIRST_KEY.parse().map_err(|_| VaultError::Sealed)?;
            let data_key: [u8; 32] = rand::random();
            data_keys::insert_unless_exists(&mut tx, &wrapped(&own, id, &data_key)?, now).await?;
            keys = read(&mut tx, &own).await?;
        }
        if let Some(key) = keys.iter().find(|key| !key.signs) {
            // The version before has signed tokens with the secret itself.
            let id = own.fingerprint.clone();
            let sealed = seal(&cipher(&key.key), &Column::FormerSecret.of(&id), secret.expose().as_bytes())?;
            let sealed = format!("{}{BINDS_COLUMN}{sealed}", key.id);
            secrets::keep_former(&mut tx, &FormerSecret { id, sealed, signed_until: now }).await?;
        }
        let former = secrets::former(&mut tx).await?;
        tx.commit().await?;
        Self::of(own, &keys, &former, now)
    }

    fn of(own: Keys, keys: &[DataKey], former: &[FormerSecret], now: Time) -> Result<Self, VaultError> {
        let first = keys.iter().find(|key| key.id.as_str() == FIRST_KEY).ok_or(VaultError::Sealed)?;
        let has_keyed_record = first.says_keyed;
        let audit_key = AuditKey::new(derived(&first.key, "audit record"), has_keyed_record);
        let first = Keys::of_data_key(&first.id, &first.key);
        let data_keys = Arc::new(RwLock::new(sealing(keys, now)?));
        let (own, token_keys, first) = (Arc::new(own), TokenKeys::new(first.clone()), Arc::new(first));
        let vault = Self { own, data_keys, token_keys, first, audit_key, has_keyed_record };
        vault.use_for_tokens(keys, former)?;
        Ok(vault)
    }

    /// Reads the data keys again: a rotation may have added one.
    pub async fn refresh(&self, store: &Store, now: Time) -> Result<(), VaultError> {
        let mut connection = store.read().await?;
        let keys = read(&mut connection, &self.own).await?;
        let former = secrets::former(&mut connection).await?;
        drop(connection);
        *self.data_keys.write() = sealing(&keys, now)?;
        self.use_for_tokens(&keys, &former)
    }

    /// The one that seals signs, and all that are not retired verify, as do secrets that once signed.
    fn use_for_tokens(&self, keys: &[DataKey], former: &[FormerSecret]) -> Result<(), VaultError> {
        let current = self.current();
        let (mut signing, mut verifying) = (Vec::new(), Vec::new());
        for key in keys.iter().rev() {
            let derived = Keys::of_data_key(&key.id, &key.key);
            if key.id == current {
                signing.push(derived);
            } else if !key.is_retired {
                verifying.push(derived);
            }
        }
        for secret in former {
            let opened = self.open_sealed(Column::FormerSecret, &secret.id, &secret.sealed)?;
            let opened = String::from_utf8(opened).map_err(|_| VaultError::Sealed)?;
            verifying.push(Keys::derive(&Secret::new(opened)));
        }
        signing.append(&mut verifying);
        self.token_keys.replace(signing);
        Ok(())
    }

    /// The data key that seals and signs.
    pub fn current(&self) -> DataKeyId {
        self.data_keys.read().current.clone()
    }

    /// Whether the newest data key seals and signs.
    pub fn is_on_newest(&self) -> bool {
        let keys = self.data_keys.read();
        keys.current == keys.newest
    }

    pub fn token_keys(&self) -> TokenKeys {
        self.token_keys.clone()
    }

    /// Recognizes the secret that this process has.
    pub fn secret_id(&self) -> &str {
        &self.own.fingerprint
    }

    /// For what must be the same in all processes, and must not change when a data key is added.
    pub fn first_keys(&self) -> &Keys {
        &self.first
    }

    /// The key of the audit record. It comes from the first data key, so that it stays the same for ever, and is lost
    /// only with everything that is sealed.
    pub fn audit_key(&self) -> AuditKey {
        self.audit_key.clone()
    }

    /// Whether the audit record has had a key before. The wrapping of the data keys says so, since nothing works
    /// without them, and nobody can wrap them without the secret.
    pub const fn has_keyed_record(&self) -> bool {
        self.has_keyed_record
    }

    /// Wraps the data keys so that they say that the audit record has a key.
    pub async fn note_keyed_record(&self, connection: &mut Connection) -> Result<(), VaultError> {
        for key in read(connection, &self.own).await? {
            data_keys::wrap(connection, &wrapped(&self.own, key.id, &key.key)?).await?;
        }
        Ok(())
    }

    /// Seals `secret` for the column in the row that `owner` names.
    pub fn seal(&self, column: Column, owner: &str, secret: &[u8]) -> Result<String, VaultError> {
        let keys = self.data_keys.read();
        let cipher = keys.ciphers.get(&keys.current).ok_or(VaultError::Sealed)?;
        Ok(format!("{}{BINDS_COLUMN}{}", keys.current, seal(cipher, &column.of(owner), secret)?))
    }

    pub fn open_sealed(&self, column: Column, owner: &str, sealed: &str) -> Result<Vec<u8>, VaultError> {
        let (id, rest) = sealed.split_once([BINDS_COLUMN, BINDS_OWNER]).ok_or(VaultError::Sealed)?;
        let keys = self.data_keys.read();
        let cipher = id.parse().ok().and_then(|id: DataKeyId| keys.ciphers.get(&id)).ok_or(VaultError::Sealed)?;
        let bound = if sealed[id.len()..].starts_with(BINDS_COLUMN) { column.of(owner) } else { owner.to_owned() };
        open(cipher, &bound, rest)
    }

    /// A seal for writing it again: the same, or a new one if it does not bind its column or an older data key made it.
    pub fn renewed(&self, column: Column, owner: &str, sealed: &str) -> Result<String, VaultError> {
        let made_by = sealed.split_once(BINDS_COLUMN).map(|(id, _)| id);
        if made_by == Some(self.current().as_str()) {
            return Ok(sealed.to_owned());
        }
        self.seal(column, owner, &self.open_sealed(column, owner, sealed)?)
    }
}

/// Unwraps the data keys with a secret, oldest first.
async fn read(connection: &mut Connection, own: &Keys) -> Result<Vec<DataKey>, VaultError> {
    let wrapping = cipher(&own.wrapping);
    let held = data_keys::held_by(connection, &own.fingerprint).await?;
    held.into_iter().map(|key| unwrapped(&wrapping, key)).collect()
}

fn unwrapped(wrapping: &XChaCha20Poly1305, held: HeldDataKey) -> Result<DataKey, VaultError> {
    let HeldDataKey { id, wrapped, also_wrapped, created_at, is_retired, signs } = held;
    let mut wrapped = [Some(wrapped), also_wrapped].into_iter().flatten();
    let found = wrapped.find_map(|wrapped| unwrap(wrapping, id.as_str(), &wrapped));
    let (key, says_keyed) = found.ok_or(VaultError::Sealed)?;
    let key: [u8; 32] = key.try_into().map_err(|_| VaultError::Sealed)?;
    Ok(DataKey { id, key, created_at, is_retired, signs, says_keyed })
}

/// The data key, and whether its wrapping says that the audit record has a key. Those of the version before do not.
fn unwrap(wrapping: &XChaCha20Poly1305, id: &str, wrapped: &str) -> Option<(Vec<u8>, bool)> {
    let keyed = open(wrapping, &says_keyed(id), wrapped).map(|key| (key, true));
    keyed.or_else(|_| open(wrapping, id, wrapped).map(|key| (key, false))).ok()
}

fn says_keyed(id: &str) -> String {
    format!("{id}, keyed record")
}

fn wrapped(by: &Keys, id: DataKeyId, data_key: &[u8; 32]) -> Result<data_keys::DataKeyRow, VaultError> {
    Ok(data_keys::DataKeyRow { wrapped: seal(&cipher(&by.wrapping), &says_keyed(id.as_str()), data_key)?, id })
}

/// The newest data key seals, as soon as every process knows it. A clock that is behind does not bring a retired one back.
fn sealing(keys: &[DataKey], now: Time) -> Result<DataKeys, VaultError> {
    let newest = keys.last().ok_or(VaultError::Sealed)?;
    let is_known = |key: &&DataKey| key.created_at.plus_seconds(ANNOUNCED_SECONDS) <= now;
    let mut usable = keys.iter().filter(|key| !key.is_retired);
    let current = usable.clone().rev().find(is_known).or_else(|| usable.next()).unwrap_or(newest);
    let ciphers = keys.iter().map(|key| (key.id.clone(), cipher(&key.key))).collect();
    Ok(DataKeys { current: current.id.clone(), newest: newest.id.clone(), ciphers })
}

/// Whether a data key was wrapped under this secret.
pub fn opens(keys: &Keys, id: &str, wrapped: &str) -> bool {
    unwrap(&cipher(&keys.wrapping), id, wrapped).is_some()
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
    use wire::time::Time;

    use super::{Column, DataKey, FIRST_KEY, Vault, cipher, open, seal};
    use crate::keys::Keys;
    use crate::secret::Secret;

    const NOW: Time = Time::from_millis(1_700_000_000_000);

    fn key(id: &str, number: u8, created_at: Time) -> DataKey {
        let id = id.parse().unwrap();
        DataKey { id, key: [number; 32], created_at, is_retired: false, signs: true, says_keyed: true }
    }

    fn vault(keys: &[DataKey], now: Time) -> Vault {
        Vault::of(Keys::derive(&Secret::new("a secret for the tests, 32 bytes and more")), keys, &[], now).unwrap()
    }

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
        let vault = vault(&[key(FIRST_KEY, 1, NOW)], NOW);
        let key = cipher(&[1; 32]);
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

    #[test]
    fn a_new_data_key_seals_when_every_process_knows_it() {
        let (first, second) = (|| key(FIRST_KEY, 1, NOW), || key("01KA2B3C4D5E6F7G8H9JKMNPQR", 2, NOW.plus_days(1)));
        let (column, owner) = (Column::AccessCode, "portal");
        let before = vault(&[first()], NOW).seal(column, owner, b"code").unwrap();
        let announced = vault(&[first(), second()], NOW.plus_days(1).plus_seconds(59));
        assert!(!announced.is_on_newest());
        assert_eq!(announced.renewed(column, owner, &before).unwrap(), before);
        let after = vault(&[first(), second()], NOW.plus_days(1).plus_seconds(60));
        assert!(after.is_on_newest());
        let renewed = after.renewed(column, owner, &before).unwrap();
        assert!(renewed.starts_with("01KA2B3C4D5E6F7G8H9JKMNPQR:"));
        for vault in [&announced, &after] {
            for sealed in [&before, &renewed] {
                assert_eq!(vault.open_sealed(column, owner, sealed).unwrap(), b"code");
            }
        }
        let ids = |vault: &Vault| vault.token_keys().all().iter().map(|keys| keys.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(&after), ["01KA2B3C4D5E6F7G8H9JKMNPQR", FIRST_KEY]);
        assert_eq!(ids(&announced), [FIRST_KEY, "01KA2B3C4D5E6F7G8H9JKMNPQR"]);
        for now in [NOW, NOW.plus_days(2)] {
            let retired = vault(&[DataKey { is_retired: true, ..first() }, second()], now);
            assert_eq!(ids(&retired), ["01KA2B3C4D5E6F7G8H9JKMNPQR"]);
            assert!(retired.open_sealed(column, owner, &before).is_ok(), "what is sealed opens");
        }
    }
}
