//! Replacing the operator's secret, and with it the data key that seals and signs.
//!
//! 1. [`begin`] wraps the data keys under the new secret as well, and adds a data key. From now on a process can start
//!    with either secret, and finds the same keys.
//! 2. [`reseal`] seals again what older data keys sealed, a few rows at a time. It can be repeated.
//! 3. [`finish`] removes the wrapping under the old secret, and retires the older data keys: their tokens end.
//!
//! The first and the last are one transaction each, so that a crash leaves nothing half done.

use store::data_keys;
use store::sealed_values::{self, SealedColumn};
use store::{Store, packages, secrets};
use wire::ids::DataKeyId;
use wire::time::Time;

use super::{Column, Vault, VaultError, read, wrapped};
use crate::keys::Keys;
use crate::secret::Secret;

/// How many rows one transaction seals again.
const ROWS_AT_ONCE: i64 = 100;

const fn place(table: &'static str, column: &'static str, owner: &'static str) -> SealedColumn {
    SealedColumn { table, column, owner }
}

const OWNER_OF_ANSWER: &str = "CAST('answer ' || caller || ' ' || idempotency_key AS TEXT)";

/// Where sealed values are. IDs of uploads to providers are left out: a running transfer recognizes its upload by the
/// seal, and they are gone when it ends. Until then their data key opens them, even if it is retired.
const SEALED: [(Column, SealedColumn); 11] = [
    (Column::SecondFactor, place("users", "mfa_secret", "id")),
    (Column::AccessCode, place("portals", "access_code", "id")),
    (Column::DownloadPassword, place("portals", "download_password", "id")),
    (Column::Authorization, place("cloud_connections", "sealed_authorization", "id")),
    (Column::WebhookRequest, place("custom_webhooks", "request", "id")),
    (Column::WebhookSecret, place("custom_webhooks", "signing_secret", "id")),
    (Column::WebhookSecret, place("custom_webhooks", "previous_secret", "id")),
    (Column::LinkSecret, place("links", "sealed_secret", "id")),
    (Column::MailContent, place("mails", "content", "id")),
    (Column::Answer, place("idempotent_requests", "answer", OWNER_OF_ANSWER)),
    (Column::FormerSecret, place("former_secrets", "sealed", "id")),
];

/// Lets processes start with a new secret as well as with the present one, and adds a data key. Returns false if a
/// rotation is under way.
pub async fn begin(
    store: &Store,
    present: &Secret,
    new: &Secret,
    id: DataKeyId,
    now: Time,
) -> Result<bool, VaultError> {
    let (present, new) = (Keys::derive(present), Keys::derive(new));
    let mut tx = store.begin().await?;
    data_keys::lock(&mut tx).await?;
    if data_keys::added_secret(&mut tx).await?.is_some() {
        return Ok(false);
    }
    // The new key must be the newest.
    let before = now.plus_millis(-1);
    data_keys::bring_forward(&mut tx, before, before).await?;
    let data_key: [u8; 32] = rand::random();
    data_keys::insert_unless_exists(&mut tx, &wrapped(&present, id, &data_key)?, now).await?;
    for key in read(&mut tx, &present).await? {
        data_keys::wrap_also(&mut tx, &new.fingerprint, &wrapped(&new, key.id, &key.key)?, now).await?;
    }
    tx.commit().await?;
    Ok(true)
}

/// Corrects the time of a data key that a clock made which was ahead, so that a rotation does not wait for that time.
/// Servers use it a minute from now.
pub async fn correct_clock(store: &Store, now: Time) -> Result<bool, VaultError> {
    let mut tx = store.begin().await?;
    let is_corrected = data_keys::bring_forward(&mut tx, now.plus_seconds(super::ANNOUNCED_SECONDS), now).await?;
    tx.commit().await?;
    Ok(is_corrected)
}

/// What was sealed again, and what could not be opened.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Resealed {
    pub done: i64,
    pub failed: i64,
}

/// Seals again what older data keys sealed; `tell` learns how far it is. Values that cannot be opened stay as they are.
pub async fn reseal(store: &Store, vault: &Vault, mut tell: impl FnMut(Resealed)) -> Result<Resealed, VaultError> {
    let mut all = Resealed::default();
    for (column, place) in SEALED {
        let mut after = Some(String::new());
        while let Some(owner) = after {
            after = reseal_some(store, vault, (column, place), &owner, &mut all).await?;
            tell(all);
        }
    }
    Ok(all)
}

/// Seals some values again, of owners after this one. Returns the last owner, or `None` if there is no more to do.
async fn reseal_some(
    store: &Store,
    vault: &Vault,
    (column, place): (Column, SealedColumn),
    after: &str,
    all: &mut Resealed,
) -> Result<Option<String>, VaultError> {
    let mut tx = store.begin().await?;
    let values = sealed_values::outside(&mut tx, place, &vault.current(), after, ROWS_AT_ONCE).await?;
    for value in &values {
        match vault.renewed(column, &value.owner, &value.sealed) {
            Ok(renewed) => {
                sealed_values::replace(&mut tx, place, value, &renewed).await?;
                all.done += 1;
            }
            Err(_) => all.failed += 1,
        }
    }
    tx.commit().await?;
    Ok(values.into_iter().next_back().map(|value| value.owner))
}

/// What still needs a former secret or an older data key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// The new secret, while it replaces the present one.
    pub added_secret: Option<String>,
    pub sealed_values: i64,
    pub recovery_codes: i64,
    /// When a server last ran with another secret than the one of this process.
    pub other_secret_used: Option<Time>,
    /// Packages that visitors have begun with tokens of former keys, and not finished.
    pub visitors: i64,
    /// Until when something else than the current data key has signed; `None` if nothing else is accepted.
    pub signed_until: Option<Time>,
}

impl Needs {
    pub async fn read(store: &Store, vault: &Vault) -> Result<Self, VaultError> {
        let current = vault.current();
        let mut connection = store.read().await?;
        let mut sealed = 0;
        for (_, place) in SEALED {
            sealed += sealed_values::count_outside(&mut connection, place, &current).await?;
        }
        let former = secrets::former(&mut connection).await?;
        let keys = data_keys::held_by(&mut connection, vault.secret_id()).await?;
        let is_accepted = keys.iter().any(|key| key.id != current && !key.is_retired);
        let begun = keys.iter().find(|key| key.id == current).filter(|_| is_accepted);
        let begun = begun.map(|key| key.created_at.plus_seconds(super::ANNOUNCED_SECONDS));
        let signed_until = former.iter().map(|secret| secret.signed_until).chain(begun).max();
        let visitors = match signed_until {
            Some(until) => packages::unfinished_since_before(&mut connection, until).await?,
            None => 0,
        };
        Ok(Self {
            visitors,
            signed_until,
            added_secret: data_keys::added_secret(&mut connection).await?,
            sealed_values: sealed,
            recovery_codes: sealed_values::recovery_codes_outside(&mut connection, &current).await?,
            other_secret_used: secrets::last_use_of_others(&mut connection, vault.secret_id()).await?,
        })
    }

    /// Whether there is anything that [`finish`] would remove.
    pub const fn has_former(&self) -> bool {
        self.added_secret.is_some() || self.signed_until.is_some()
    }
}

/// Ends what is not of this secret and of the newest data key.
pub async fn finish(store: &Store, secret: &Secret, now: Time) -> Result<(), VaultError> {
    let own = Keys::derive(secret);
    let mut tx = store.begin().await?;
    let mut newest = None;
    for key in read(&mut tx, &own).await? {
        newest = Some(key.id.clone());
        data_keys::wrap(&mut tx, &wrapped(&own, key.id, &key.key)?).await?;
    }
    data_keys::retire_all_but(&mut tx, &newest.ok_or(VaultError::Sealed)?, now).await?;
    data_keys::remove_also_wrapped(&mut tx).await?;
    secrets::forget_former(&mut tx).await?;
    secrets::forget_uses_of_others(&mut tx, &own.fingerprint).await?;
    tx.commit().await?;
    Ok(())
}
