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
    let (keys, table) = (Keys::derive(secret), manifest.table("data_keys")?);
    let (id, wrapped) = (table.place_of("id")?, table.place_of("wrapped")?);
    for line in table.open(backup)?.lines() {
        let row: Vec<String> = serde_json::from_str::<Vec<serde_json::Value>>(&line?)?
            .into_iter()
            .map(|value| value.as_str().unwrap_or_default().to_owned())
            .collect();
        let pair = row.get(id).zip(row.get(wrapped)).context("a row of data_keys is not valid")?;
        if !opens(&keys, pair.0, pair.1) {
            bail!("secret_key is not the one that the backup was made with: set it to that one");
        }
    }
    Ok(())
}
