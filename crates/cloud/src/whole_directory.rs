//! Files that appear in a directory all together, or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::interruption;

/// Has `write` fill a directory of its own, and then moves the files to `directory`, which is created if it is missing.
/// If that fails or is interrupted, nothing is left behind.
pub fn fill<T>(directory: &Path, write: impl FnOnce(&Path) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let aside = Aside::make(directory)?;
    let written = write(&aside.path)?;
    interruption::check()?;
    for entry in fs::read_dir(&aside.path)? {
        let entry = entry?;
        let to = directory.join(entry.file_name());
        fs::rename(entry.path(), &to).with_context(|| format!("cannot write {}", to.display()))?;
    }
    Ok(written)
}

/// Where the files are until all are there.
struct Aside {
    path: PathBuf,
    /// The directories that were created for it, the innermost first.
    made: Vec<PathBuf>,
}

impl Aside {
    fn make(directory: &Path) -> anyhow::Result<Self> {
        let missing = directory.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists());
        let made: Vec<PathBuf> = missing.map(Path::to_path_buf).collect();
        let path = directory.join(format!(".incomplete-{}", hex::encode(rand::random::<[u8; 4]>())));
        fs::create_dir_all(&path).with_context(|| format!("cannot create the directory {}", directory.display()))?;
        Ok(Self { path, made })
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.path) {
            interruption::leaves_incomplete(&self.path, &error);
        }
        // Those that have files by now stay.
        for directory in &self.made {
            let _ = fs::remove_dir(directory);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use anyhow::bail;

    use super::fill;

    #[test]
    fn all_files_come_or_none() {
        let parent = tempfile::tempdir().unwrap();
        let directory = parent.path().join("a/b");
        let failed = fill(&directory, |aside| -> anyhow::Result<()> {
            fs::write(aside.join("half"), "x")?;
            bail!("the disk is full")
        });
        assert_eq!(failed.unwrap_err().to_string(), "the disk is full");
        assert!(!parent.path().join("a").exists(), "what was created for it is removed");
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join("kept"), "old").unwrap();
        for text in ["one", "two"] {
            let count = fill(&directory, |aside| Ok(fs::write(aside.join("page"), text).map(|()| 1)?)).unwrap();
            assert_eq!(count, 1);
        }
        let mut names: Vec<_> = fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["kept", "page"]);
        assert_eq!(fs::read_to_string(directory.join("page")).unwrap(), "two");
        assert_eq!(fs::read_to_string(directory.join("kept")).unwrap(), "old");
    }
}
