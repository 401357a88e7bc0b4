//! The token of someone who signed in, kept while the agent does not run. Only the owner can read it.
//!
//! It is replaced as a whole: a process that ends in the middle leaves the old token or the new one. It is sent only to
//! the cloud that issued it.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use serving::private::{PRIVATE_FILE, sync_directory};
use serving::secret::Secret;

const NAME: &str = "session";
const UNFINISHED: &str = "session.new";

pub struct KeptSession {
    state_dir: PathBuf,
    cloud: String,
}

/// A token, and the second since 1970 in which it was obtained.
pub struct KeptToken {
    pub token: Secret,
    pub obtained_at: i64,
}

// Without `Debug`: it holds a secret.
#[derive(Serialize, Deserialize)]
struct Content {
    cloud: String,
    token: String,
    obtained_at: i64,
}

impl KeptSession {
    pub fn new(state_dir: &Path, cloud: &str) -> Self {
        Self { state_dir: state_dir.to_owned(), cloud: cloud.to_owned() }
    }

    /// The token, if someone has signed in to this cloud.
    pub fn read(&self) -> Option<KeptToken> {
        let text = fs::read_to_string(self.state_dir.join(NAME)).ok()?;
        let content: Content = serde_json::from_str(&text).ok()?;
        (content.cloud == self.cloud && !content.token.is_empty())
            .then(|| KeptToken { token: Secret::new(content.token), obtained_at: content.obtained_at })
    }

    pub fn write(&self, token: &KeptToken) -> anyhow::Result<()> {
        let content = Content {
            cloud: self.cloud.clone(),
            token: token.token.expose().to_owned(),
            obtained_at: token.obtained_at,
        };
        let (unfinished, path) = (self.state_dir.join(UNFINISHED), self.state_dir.join(NAME));
        // One from before may be readable by others.
        let _ = fs::remove_file(&unfinished);
        let written = OpenOptions::new().write(true).create_new(true).mode(PRIVATE_FILE).open(&unfinished).and_then(
            |mut file| {
                file.write_all(serde_json::to_string(&content)?.as_bytes())?;
                file.sync_all()?;
                fs::rename(&unfinished, &path)
            },
        );
        written.with_context(|| format!("cannot write {}", path.display()))?;
        sync_directory(&self.state_dir)
    }

    pub fn remove(&self) -> anyhow::Result<()> {
        let path = self.state_dir.join(NAME);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", path.display()))
            }
            _ => sync_directory(&self.state_dir),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use serving::secret::Secret;

    use super::{KeptSession, KeptToken};

    #[test]
    fn a_token_is_kept_for_its_owner_and_its_cloud() {
        let directory = tempfile::tempdir().unwrap();
        let kept = KeptSession::new(directory.path(), "https://a.example");
        assert!(kept.read().is_none());
        for token in ["first", "second"] {
            kept.write(&KeptToken { token: Secret::new(token), obtained_at: 7 }).unwrap();
            let read = kept.read().unwrap();
            assert_eq!((read.token.expose(), read.obtained_at), (token, 7));
        }
        let mode = directory.path().join("session").metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(KeptSession::new(directory.path(), "https://b.example").read().is_none());
        std::fs::write(directory.path().join("session"), "{").unwrap();
        assert!(kept.read().is_none());
        kept.remove().unwrap();
        kept.remove().unwrap();
        assert!(kept.read().is_none());
    }
}
