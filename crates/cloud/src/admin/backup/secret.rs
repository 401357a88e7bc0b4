//! The secret key of a backup: without it, the encrypted values in the database cannot be read.

use std::io::BufRead as _;
use std::path::Path;

use anyhow::{Context as _, bail};

use super::manifest::{Manifest, SECRET_KEY};
use crate::config::Config;
use crate::data_dir;
use crate::keys::Keys;
use crate::secret::Secret;
use crate::vault::opens;

/// The secret for the restored installation. It is saved in the data directory unless the configuration contains it.
pub(super) fn restored(config: &Config, backup: &Path) -> anyhow::Result<Secret> {
    let path = backup.join(SECRET_KEY);
    let (saved, present) = (data_dir::read_secret(&path)?, data_dir::present_secret(config)?);
    let secret = match (saved, present) {
        (Some(saved), Some(present)) if saved != present => bail!(
            "secret_key is not the one of the backup: set it to the content of {}, or remove it from your configuration and from {}",
            path.display(),
            config.data_dir.display()
        ),
        (_, Some(present)) => present,
        (Some(saved), None) => saved,
        (None, None) => bail!(
            "the backup has no secret key, because its server had one in its configuration: set secret_key to that value"
        ),
    };
    data_dir::keep_secret(config, &secret)?;
    Ok(secret)
}

/// Refuses a secret that does not open the sealed values of the backup, before anything is written.
pub(super) fn check(backup: &Path, manifest: &Manifest, secret: &Secret) -> anyhow::Result<()> {
    let keys = Keys::derive(secret);
    let all = pairs(backup, manifest, "data_keys", "id")?;
    // During a rotation, a backup opens with the old secret and with the new one.
    let also = match manifest.table("wrapped_keys") {
        Ok(_) => pairs(backup, manifest, "wrapped_keys", "data_key_id")?,
        Err(_) => Vec::new(),
    };
    let is_open = |id: &str| all.iter().chain(&also).any(|(key, wrapped)| key == id && opens(&keys, key, wrapped));
    if !all.iter().all(|(id, _)| is_open(id)) {
        bail!("secret_key is not the one that the backup was made with: set it to that one");
    }
    Ok(())
}

/// The data keys of a table, and how they are wrapped there.
fn pairs(backup: &Path, manifest: &Manifest, table: &str, id: &str) -> anyhow::Result<Vec<(String, String)>> {
    let table = manifest.table(table)?;
    let (id, wrapped) = (table.place_of(id)?, table.place_of("wrapped")?);
    let mut pairs = Vec::new();
    for line in table.open(backup)?.lines() {
        let row: Vec<serde_json::Value> = serde_json::from_str(&line?)?;
        let text = |place: usize| row.get(place).and_then(serde_json::Value::as_str).map(str::to_owned);
        pairs.push(text(id).zip(text(wrapped)).context("a row with a data key is not valid")?);
    }
    Ok(pairs)
}
