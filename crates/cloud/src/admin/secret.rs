//! `tonnage admin secret`

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use store::data_keys;
use wire::time::Time;

use crate::config::Config;
use crate::data_dir;
use crate::foundation::Foundation;
use crate::interruption;
use crate::keys::Keys;
use crate::secret::Secret;
use crate::vault::Vault;
use crate::vault::rotation::{self, Needs};

/// Package tokens of members live this long, and user tokens as long as sessions.
const PACKAGE_TOKEN_DAYS: i64 = 7;
/// After how many values progress is reported.
const TOLD_EVERY: i64 = 10_000;
/// Servers record the secret they use more often than this.
const IN_USE_SECONDS: i64 = 900;

#[derive(clap::Subcommand)]
pub enum SecretCommand {
    /// Show which secret keys are accepted, and what still needs the former ones
    Status,
    /// Replace the secret key; servers can run, and it can be repeated after an interruption
    Rotate {
        /// File with the new key, which is generated if the file does not exist; only if `secret_key` is set
        #[arg(long, value_name = "FILE")]
        new_key_file: Option<PathBuf>,
    },
    /// Stop accepting former secret keys, and tokens that were signed with them
    Forget {
        /// Also if something still needs them: users sign in again, old recovery codes stop working
        #[arg(long)]
        now: bool,
    },
}

pub(super) async fn run(config: &Config, foundation: &Foundation, command: SecretCommand) -> anyhow::Result<()> {
    match command {
        SecretCommand::Status => status(config, foundation).await,
        SecretCommand::Rotate { .. } | SecretCommand::Forget { .. } if !foundation.vault.has_keyed_record() => {
            bail!("no server of this version has run yet: start one first")
        }
        SecretCommand::Rotate { new_key_file } => rotate(config, foundation, new_key_file).await,
        SecretCommand::Forget { now } => forget(config, foundation, now).await,
    }
}

async fn status(config: &Config, foundation: &Foundation) -> anyhow::Result<()> {
    let needs = Needs::read(&foundation.store, &foundation.vault).await?;
    if !needs.has_former() {
        say!("one secret key is accepted, and no rotation is under way");
        return Ok(());
    }
    match &needs.added_secret {
        Some(added) if added == foundation.vault.secret_id() => say!("secret_key is the new one"),
        Some(_) => say!("secret_key is the old one; the new one is accepted as well"),
        None => say!("tokens of a former key are accepted"),
    }
    let reasons = reasons(config, foundation, &needs);
    for reason in &reasons {
        say!("needed: {reason}");
    }
    if reasons.is_empty() {
        say!("nothing needs the former key: run `tonnage admin secret forget`");
    }
    Ok(())
}

/// What still needs a former key.
fn reasons(config: &Config, foundation: &Foundation, needs: &Needs) -> Vec<String> {
    let now = foundation.clock.now();
    let mut reasons = Vec::new();
    if needs.added_secret.as_deref().is_some_and(|added| added != foundation.vault.secret_id()) {
        reasons.push("this configuration has the old secret_key: set the new one, and restart all servers".to_owned());
    }
    if let Some(used) = needs.other_secret_used.filter(|used| used.plus_seconds(IN_USE_SECONDS) > now) {
        reasons.push(format!("a server ran with another secret_key at {used}: restart it with the new one"));
    }
    if !foundation.vault.is_on_newest() {
        reasons.push("the new data key is announced to all servers: this takes a minute".to_owned());
    }
    if needs.sealed_values > 0 {
        let count = needs.sealed_values;
        reasons.push(format!("{count} values are encrypted with an older data key: run `tonnage admin secret rotate`"));
    }
    if needs.recovery_codes > 0 {
        let count = needs.recovery_codes;
        reasons.push(format!("{count} recovery codes: they work until their users set up the second factor again"));
    }
    if needs.visitors > 0 {
        let count = needs.visitors;
        reasons.push(format!(
            "{count} packages that visitors have begun and not finished: their tokens were signed with it"
        ));
    }
    if let Some(end) = tokens_end(config, needs).filter(|end| *end > now) {
        reasons.push(format!("tokens that were signed with it: the last one of a user ends by {end}"));
    }
    reasons
}

/// Tokens for downloads end with their link, perhaps never. Their holders open the link again, so they are not counted.
fn tokens_end(config: &Config, needs: &Needs) -> Option<Time> {
    let days = config.limits.session_days.max(PACKAGE_TOKEN_DAYS);
    needs.signed_until.map(|signed| signed.plus_days(days))
}

async fn rotate(config: &Config, foundation: &Foundation, file: Option<PathBuf>) -> anyhow::Result<()> {
    let present = data_dir::present_secret(config)?.context("there is no secret key")?;
    let added = data_keys::added_secret(&mut *foundation.store.read().await?).await?;
    interruption::leaves("the secret key is being replaced: run the same command again to continue");
    if added.as_deref() != Some(foundation.vault.secret_id()) {
        let new = new_secret(config, file.as_deref(), added.is_some())?;
        if let Some(new) = new {
            add(foundation, &present, &new, added.as_deref()).await?;
        }
    }
    wait_until_known(foundation).await?;
    let mut told = 0;
    let resealed = rotation::reseal(&foundation.store, &foundation.vault, |step| {
        if step.done >= told + TOLD_EVERY {
            told = step.done;
            say!("{told} values encrypted again");
        }
    });
    let resealed = resealed.await?;
    say!("{} values encrypted again with the new data key", resealed.done);
    if resealed.failed > 0 {
        say!("{} values cannot be decrypted and stay as they are", resealed.failed);
    }
    if data_dir::secret_file(config).is_some() {
        // Nothing would open any more if it were another one.
        if let Some(next) = data_dir::read_secret(&data_dir::next_secret_file(config))? {
            Vault::open(&foundation.store, &next, &foundation.clock)
                .await
                .context("the new secret key does not fit")?;
        }
        data_dir::adopt_next_secret(config)?;
        say!("the new secret key is in the data directory: restart the server, then run `tonnage admin secret status`");
    } else if let Some(file) = file {
        say!("set secret_key to the content of {} and restart all servers, one by one", file.display());
        say!("then run `tonnage admin secret status`");
    }
    Ok(())
}

/// The new secret: from the file, or generated. `None` if a rotation under way is continued without its file.
fn new_secret(config: &Config, file: Option<&Path>, is_under_way: bool) -> anyhow::Result<Option<Secret>> {
    let next = data_dir::next_secret_file(config);
    match (file, data_dir::secret_file(config)) {
        (Some(_), Some(saved)) => bail!("the secret key is in {}, which this command replaces itself", saved.display()),
        (None, Some(_)) if is_under_way && !next.exists() => {
            bail!("a rotation is under way, but {} is missing: restore it from a backup", next.display())
        }
        (None, Some(_)) => Ok(Some(data_dir::new_secret(&next)?)),
        (Some(file), None) => Ok(Some(data_dir::new_secret(file)?)),
        (None, None) if is_under_way => Ok(None),
        (None, None) => bail!("choose a file for the new key with --new-key-file; it is generated if there is none"),
    }
}

async fn add(foundation: &Foundation, present: &Secret, new: &Secret, added: Option<&str>) -> anyhow::Result<()> {
    let id = Keys::derive(new).fingerprint;
    if present == new {
        bail!("the new key is the present one: choose another file");
    }
    if added.is_some_and(|added| added != id) {
        bail!("a rotation to another key is under way: use the file with that key");
    }
    let now = foundation.clock.now();
    if rotation::begin(&foundation.store, present, new, foundation.ids.next(), now).await? {
        say!("servers can run with the present secret key and with the new one");
        return Ok(());
    }
    // Another command may have been faster, with another key.
    if data_keys::added_secret(&mut *foundation.store.read().await?).await?.is_some_and(|added| added != id) {
        bail!("a rotation to another key is under way: use the file with that key");
    }
    Ok(())
}

/// A data key is used when every server has read it.
async fn wait_until_known(foundation: &Foundation) -> anyhow::Result<()> {
    let mut is_said = false;
    if rotation::correct_clock(&foundation.store, foundation.clock.now()).await? {
        say!("the clock that made the new data key was ahead: its time is corrected");
    }
    loop {
        foundation.vault.refresh(&foundation.store, foundation.clock.now()).await?;
        if foundation.vault.is_on_newest() {
            return Ok(());
        }
        if !is_said {
            say!("waiting a minute, until all servers know the new data key");
            is_said = true;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn forget(config: &Config, foundation: &Foundation, now: bool) -> anyhow::Result<()> {
    let needs = Needs::read(&foundation.store, &foundation.vault).await?;
    if !needs.has_former() {
        say!("nothing to forget");
        return Ok(());
    }
    let secret = data_dir::present_secret(config)?.context("there is no secret key")?;
    if needs.added_secret.as_deref().is_some_and(|added| added != foundation.vault.secret_id()) {
        bail!("this configuration has the old secret_key: set the new one first, or nothing could be decrypted");
    }
    if !foundation.vault.is_on_newest() {
        bail!("the new data key is not in use yet: run `tonnage admin secret rotate` first");
    }
    let reasons = reasons(config, foundation, &needs);
    if !reasons.is_empty() && !now {
        bail!("the former key is still needed (--now forgets it anyway): {}", reasons.join("; "));
    }
    rotation::finish(&foundation.store, &secret, foundation.clock.now()).await?;
    say!("only the present secret key is accepted");
    Ok(())
}

/// What `tonnage doctor` says about former keys.
pub(super) async fn leftover(config: &Config, foundation: &Foundation) -> anyhow::Result<Option<String>> {
    let needs = Needs::read(&foundation.store, &foundation.vault).await?;
    if !needs.has_former() {
        return Ok(None);
    }
    let reasons = reasons(config, foundation, &needs);
    Ok(Some(if reasons.is_empty() {
        "a former secret key is accepted, but nothing needs it: run `tonnage admin secret forget`".to_owned()
    } else {
        format!("a former secret key is accepted; needed: {}", reasons.join("; "))
    }))
}
