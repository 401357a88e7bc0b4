//! The data directory: it belongs to one server at a time, and holds the generated secret.

use std::fs::{self, File};
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serving::private::{self, FileLock};

use crate::config::Config;
use crate::secret::Secret;

/// Held by a running server. The operator's commands open the database without it.
pub type ServerLock = FileLock;

/// Creates the directory, accessible only to us. One that exists is closed to others only if a server ran on it before:
/// it may be a directory that other programs use.
pub fn prepare(config: &Config) -> anyhow::Result<()> {
    private::make_directory("the data directory", &config.data_dir)?;
    if had_a_server(&config.data_dir)
        && let Err(error) = private::close_to_others(&config.data_dir)
    {
        tracing::warn!(%error, directory = %config.data_dir.display(), "cannot close the data directory to others");
    }
    Ok(())
}

const LOCK: &str = "server.lock";

/// Free space on the disk of the directory, or of its nearest parent that exists.
pub fn free_bytes(config: &Config) -> std::io::Result<u64> {
    let directory = config.data_dir.ancestors().find(|path| path.is_dir()).unwrap_or(Path::new("."));
    let disk = rustix::fs::statvfs(directory)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Whether a server ever ran on the directory.
pub fn had_a_server(directory: &Path) -> bool {
    directory.join(LOCK).exists()
}

pub fn lock(directory: &Path) -> anyhow::Result<ServerLock> {
    private::lock(&directory.join(LOCK))?.with_context(|| {
        let directory = directory.display();
        format!("another server is running on {directory}: stop it first, or choose another --data-dir")
    })
}

/// The operator's secret, or the one that the first start generates.
pub fn secret_key(config: &Config) -> anyhow::Result<Secret> {
    if let Some(secret) = present_secret(config)? {
        return Ok(secret);
    }
    keep_secret(config, &Secret::new(hex::encode(rand::random::<[u8; 32]>())))?;
    present_secret(config)?.with_context(|| format!("{} vanished", secret_path(config).display()))
}

/// The operator's secret, or the one saved in the data directory, if there is one.
pub fn present_secret(config: &Config) -> anyhow::Result<Option<Secret>> {
    if !config.secret_key.is_empty() {
        return Ok(Some(config.secret_key.clone()));
    }
    read_secret(&secret_path(config))
}

/// The file that the secret is in, unless the operator has set it.
pub fn secret_file(config: &Config) -> Option<PathBuf> {
    config.secret_key.is_empty().then(|| secret_path(config))
}

fn secret_path(config: &Config) -> PathBuf {
    config.data_dir.join("secret_key")
}

/// Where a rotation keeps the new secret, until it replaces the one in the data directory.
pub fn next_secret_file(config: &Config) -> PathBuf {
    config.data_dir.join("secret_key.next")
}

/// The secret in a file, which is generated if there is none.
pub fn new_secret(path: &Path) -> anyhow::Result<Secret> {
    if let Some(secret) = read_secret(path)? {
        return Ok(secret);
    }
    let secret = Secret::new(hex::encode(rand::random::<[u8; 32]>()));
    link_secret(path, &secret)?;
    // Another command may have been faster.
    read_secret(path)?.with_context(|| format!("{} vanished", path.display()))
}

/// The new secret replaces the one in the data directory. Does nothing if there is no new one.
pub fn adopt_next_secret(config: &Config) -> anyhow::Result<()> {
    let (next, path) = (next_secret_file(config), secret_path(config));
    match fs::rename(&next, &path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot replace {}", path.display()))
        }
        _ => private::sync_directory(&config.data_dir),
    }
}

/// Saves a secret in the data directory, unless the operator has set one or one is already saved there.
pub fn keep_secret(config: &Config, secret: &Secret) -> anyhow::Result<()> {
    if present_secret(config)?.is_some() {
        return Ok(());
    }
    link_secret(&secret_path(config), secret)
}

/// Writes a secret to a file, unless there is one. It is linked into place, so that nobody reads half of it.
fn link_secret(path: &Path, secret: &Secret) -> anyhow::Result<()> {
    let aside = aside(path);
    private::write(&aside, &format!("{}\n", secret.expose()))?;
    let linked = fs::hard_link(&aside, path);
    fs::remove_file(&aside).ok();
    match linked {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            return Err(error).with_context(|| format!("cannot write {}", path.display()));
        }
        _ => {}
    }
    private::sync_directory(path.parent().unwrap_or(Path::new(".")))
}

fn aside(path: &Path) -> PathBuf {
    path.with_extension(hex::encode(rand::random::<[u8; 8]>()))
}

pub fn read_secret(path: &Path) -> anyhow::Result<Option<Secret>> {
    let mut text = String::new();
    match File::open(path).and_then(|mut file| file.read_to_string(&mut text)) {
        Ok(_) if text.trim().len() >= 32 => Ok(Some(Secret::new(text.trim()))),
        Ok(_) => bail!(
            "{} is shorter than 32 bytes: restore it from a backup, since encrypted values cannot be read without it",
            path.display()
        ),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::{lock, prepare, secret_key};
    use crate::config::Config;

    #[test]
    fn generated_once_and_private() {
        let directory = tempfile::tempdir().unwrap();
        let config = Config { data_dir: directory.path().join("a/b"), ..Config::default() };
        prepare(&config).unwrap();
        let first = secret_key(&config).unwrap();
        assert_eq!(first, secret_key(&config).unwrap());
        assert_eq!(first.expose().len(), 64);
        let file = config.data_dir.join("secret_key");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        std::fs::write(&file, "short").unwrap();
        assert!(secret_key(&config).is_err());
    }

    #[test]
    fn second_server_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let first = lock(directory.path()).unwrap();
        let error = lock(directory.path()).err().unwrap().to_string();
        assert!(error.contains("another server is running"), "{error}");
        drop(first);
        lock(directory.path()).unwrap();
    }
}
