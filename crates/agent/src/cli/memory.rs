//! What commands remember from one run to the next: small files in the state directory, each used by one command at a
//! time.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serving::private::{self, FileLock};
use sha2::{Digest as _, Sha256};

use super::exit::Exit;
use super::problem::{Outcome, Problem};

pub(super) struct Memory<T> {
    path: PathBuf,
    pub(super) content: T,
    /// Released when the command ends, in any way.
    _lock: FileLock,
}

impl<T: Serialize + DeserializeOwned + Default> Memory<T> {
    /// What is remembered of `subject`, in the folder of this kind. Without anything, it is the default.
    pub(super) fn open(state_dir: &Path, kind: &str, subject: &str) -> Outcome<Self> {
        let directory = state_dir.join(kind);
        private::make_directory("the directory", &directory)?;
        let name = hex::encode(Sha256::digest(subject));
        let path = directory.join(format!("{name}.json"));
        let lock = private::lock(&directory.join(format!("{name}.lock")))?.ok_or_else(|| {
            Problem::new(Exit::Failed, "another command is doing the same").next("wait for it to end")
        })?;
        let content = match std::fs::read_to_string(&path) {
            Ok(text) => {
                let read = serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()));
                read.map_err(|error| Problem::from(error).next("remove it, and everything is transferred again"))?
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => T::default(),
            Err(error) => return Err(anyhow::anyhow!("cannot read {}: {error}", path.display()).into()),
        };
        Ok(Self { path, content, _lock: lock })
    }

    /// Replaced as a whole: a command that ends in the middle leaves the old content.
    pub(super) fn save(&self) -> Outcome<()> {
        let text = serde_json::to_string(&self.content).map_err(anyhow::Error::from)?;
        let new = self.path.with_extension("new");
        private::write(&new, &text)?;
        let renamed = std::fs::rename(&new, &self.path);
        renamed.with_context(|| format!("cannot write {}", self.path.display()))?;
        Ok(private::sync_directory(self.path.parent().unwrap_or(Path::new("/")))?)
    }
}

#[cfg(test)]
mod tests {
    use super::Memory;

    #[test]
    fn what_was_saved_is_there_again_and_only_one_command_uses_it() {
        let directory = tempfile::tempdir().unwrap();
        let open = |subject: &str| Memory::<Vec<String>>::open(directory.path(), "kind", subject);
        let mut first = open("a").unwrap();
        assert!(first.content.is_empty() && open("a").is_err());
        first.content.push("one".to_owned());
        first.save().unwrap();
        drop(first);
        assert_eq!(open("a").unwrap().content, ["one"]);
        assert!(open("b").unwrap().content.is_empty());
        let path = open("a").unwrap().path.clone();
        std::fs::write(&path, "{").unwrap();
        let damaged = open("a").err().unwrap();
        assert!(damaged.what.contains("is damaged") && damaged.next.is_some(), "{damaged:?}");
    }
}
