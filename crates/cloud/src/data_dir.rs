//! The data directory: one server at a time, and a secret of its own.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::config::Config;
use crate::secret::Secret;

const PRIVATE_FILE: u32 = 0o600;
const PRIVATE_DIRECTORY: u32 = 0o700;

/// Held by a running server. Commands open the database beside it.
pub struct ServerLock(#[expect(dead_code, reason = "released when it is dropped")] File);

/// Makes the directory, which nobody else may read.
pub fn prepare(config: &Config) -> anyhow::Result<()> {
    let directory = &config.data_dir;
    let missing = directory.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.is_dir());
    let new: Vec<&Path> = missing.collect();
    let made = fs::DirBuilder::new().recursive(true).mode(PRIVATE_DIRECTORY).create(directory);
    made.with_context(|| format!("cannot make the data directory {}", directory.display()))?;
    // A directory whose name is lost in a power cut takes everything in it along.
    new.into_iter().filter_map(Path::parent).try_for_each(sync_directory)
}

fn sync_directory(directory: &Path) -> anyhow::Result<()> {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let synced = File::open(directory).and_then(|directory| directory.sync_all());
    synced.with_context(|| format!("cannot sync {}", directory.display()))
}

const LOCK: &str = "server.lock";

/// Whether a server ever ran on the directory.
pub fn had_a_server(directory: &Path) -> bool {
    directory.join(LOCK).exists()
}

pub fn lock(directory: &Path) -> anyhow::Result<ServerLock> {
    let path = directory.join(LOCK);
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(ServerLock(file)),
        Err(TryLockError::WouldBlock) => {
            bail!("another server is running on {}: stop it first, or choose another --data-dir", directory.display())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
    }
}

/// The operator's secret, or the one that the first start generates.
pub fn secret_key(config: &Config) -> anyhow::Result<Secret> {
    if !config.secret_key.is_empty() {
        return Ok(config.secret_key.clone());
    }
    let path = config.data_dir.join("secret_key");
    if let Some(secret) = read_secret(&path)? {
        return Ok(secret);
    }
    // Written aside and linked into place, so that whoever reads it reads it whole.
    let aside = aside(&path);
    write_private(&aside, &format!("{}\n", hex::encode(rand::random::<[u8; 32]>())))?;
    let linked = fs::hard_link(&aside, &path);
    fs::remove_file(&aside).ok();
    match linked {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            return Err(error).with_context(|| format!("cannot write {}", path.display()));
        }
        _ => {}
    }
    sync_directory(&config.data_dir)?;
    read_secret(&path)?.with_context(|| format!("{} vanished", path.display()))
}

fn aside(path: &Path) -> PathBuf {
    path.with_extension(hex::encode(rand::random::<[u8; 8]>()))
}

fn read_secret(path: &Path) -> anyhow::Result<Option<Secret>> {
    let mut text = String::new();
    match File::open(path).and_then(|mut file| file.read_to_string(&mut text)) {
        Ok(_) if text.trim().len() >= 32 => Ok(Some(Secret::new(text.trim()))),
        Ok(_) => bail!(
            "{} is shorter than 32 bytes: restore it from a backup, for nothing sealed opens without it",
            path.display()
        ),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Writes a file that only the owner may read, and syncs it.
pub fn write_private(path: &Path, text: &str) -> anyhow::Result<()> {
    let opened = OpenOptions::new().write(true).create(true).truncate(true).mode(PRIVATE_FILE).open(path);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()));
    written.with_context(|| format!("cannot write {}", path.display()))
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
