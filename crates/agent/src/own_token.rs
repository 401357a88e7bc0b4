//! The token with which programs of the agent's user call it.
//!
//! Every user of the machine can connect to a loopback address, but only the owner can read this file. Commands read it by
//! themselves. The token is new at every start: a program that listens on the address while no agent runs, and is sent
//! the old one, has nothing.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serving::private::PRIVATE_FILE;
use serving::secret::Secret;

/// Writes a new token to the state directory.
pub fn create(state_dir: &Path) -> anyhow::Result<Secret> {
    let (path, token) = (file(state_dir), random());
    write(&path, &token).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Secret::new(token))
}

/// In place, so that it works on a full disk, too.
fn write(path: &Path, token: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(false).mode(PRIVATE_FILE).open(path)?;
    file.set_permissions(Permissions::from_mode(PRIVATE_FILE))?;
    let line = format!("{token}\n");
    file.write_all(line.as_bytes())?;
    file.set_len(line.len() as u64)
}

/// The token of the agent that has this state directory, if the caller may read it.
pub fn read(state_dir: &Path) -> Option<Secret> {
    let text = fs::read_to_string(file(state_dir)).ok()?;
    Some(text.trim()).filter(|token| !token.is_empty()).map(Secret::new)
}

pub fn remove(state_dir: &Path) {
    let _ = fs::remove_file(file(state_dir));
}

fn file(state_dir: &Path) -> PathBuf {
    state_dir.join("token")
}

pub fn random() -> String {
    let bytes: [u8; 32] = rand::random();
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::{create, read, remove};

    #[test]
    fn every_token_is_new_and_only_its_owner_reads_it() {
        let directory = tempfile::tempdir().unwrap();
        assert!(read(directory.path()).is_none());
        let file = directory.path().join("token");
        std::fs::write(&file, "longer than a token ".repeat(10)).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        let first = create(directory.path()).unwrap();
        assert_eq!(read(directory.path()).unwrap().expose(), first.expose());
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let second = create(directory.path()).unwrap();
        assert_ne!(first.expose(), second.expose());
        assert_eq!(read(directory.path()).unwrap().expose(), second.expose());
        remove(directory.path());
        assert!(read(directory.path()).is_none());
    }
}
