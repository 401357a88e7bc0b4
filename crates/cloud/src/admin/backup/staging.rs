//! A directory that gets its final name once everything in it is complete and synced to disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serving::private::{self, FileLock, PRIVATE_DIRECTORY, PRIVATE_FILE};

use super::contents::Sum;
use crate::interruption;

const LOCK: &str = "lock";
const BLOCK: usize = 1 << 18;

pub(super) struct Staging {
    partial: PathBuf,
    target: PathBuf,
    _lock: FileLock,
    /// Whether everything in it is there, and on disk.
    is_complete: bool,
}

impl Staging {
    /// Claims `<target>.partial`. The leftovers of an interrupted attempt are removed, those of a running one are not.
    pub(super) fn begin(target: &Path) -> anyhow::Result<Self> {
        let is_free = match fs::read_dir(target) {
            Ok(mut entries) => entries.next().is_none(),
            Err(_) => !target.exists(),
        };
        if !is_free {
            bail!("{} already exists: choose a directory that does not exist", target.display());
        }
        if is_mount_point(target) {
            bail!("{} is a mount point: choose a new directory below it", target.display());
        }
        let name = target.file_name().with_context(|| format!("{} is not a directory name", target.display()))?;
        let partial = target.with_file_name(format!("{}.partial", name.to_string_lossy()));
        private::make_directory("the directory of the backup", &partial)?;
        let lock = private::lock(&partial.join(LOCK))?;
        let lock = lock.with_context(|| format!("another backup is being written to {}", partial.display()))?;
        for entry in fs::read_dir(&partial)? {
            let entry = entry?;
            if entry.file_name() == LOCK {
                continue;
            }
            let removed = if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())
            } else {
                fs::remove_file(entry.path())
            };
            removed.with_context(|| format!("cannot remove {}", entry.path().display()))?;
        }
        Ok(Self { partial, target: target.to_owned(), _lock: lock, is_complete: false })
    }

    pub(super) fn path(&self) -> &Path {
        &self.partial
    }

    pub(super) fn make_directory(&self, name: &str) -> anyhow::Result<PathBuf> {
        let path = self.partial.join(name);
        fs::DirBuilder::new().mode(PRIVATE_DIRECTORY).create(&path)?;
        Ok(path)
    }

    /// The files are already synced; this syncs the directories.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        for entry in fs::read_dir(&self.partial)? {
            let path = entry?.path();
            if path.is_dir() {
                private::sync_directory(&path)?;
            }
        }
        fs::remove_file(self.partial.join(LOCK))?;
        private::sync_directory(&self.partial)?;
        // If it cannot get its name, it is still worth keeping.
        self.is_complete = true;
        let renamed = fs::rename(&self.partial, &self.target);
        renamed.with_context(|| format!("cannot name the backup {}", self.target.display()))?;
        private::sync_directory(self.target.parent().unwrap_or(Path::new(".")))
    }
}

impl Drop for Staging {
    /// A backup that is not complete cannot be restored, and takes the space that the next one needs.
    fn drop(&mut self) {
        if self.is_complete {
            return;
        }
        if let Err(error) = fs::remove_dir_all(&self.partial) {
            interruption::leaves_incomplete(&self.partial, &error);
        }
    }
}

/// The parent of a mount point is on another disk, so the mount point cannot be replaced by a rename.
fn is_mount_point(target: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).map(|metadata| metadata.dev());
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    matches!((device(target), device(parent)), (Ok(own), Ok(around)) if own != around)
}

/// How a file was put into the backup.
pub(super) enum Kept {
    /// As a hard link.
    Linked,
    /// As a copy with this CRC-64.
    Copied(String),
    /// Not at all, or not completely: the disk cannot read it.
    Unreadable(io::Error),
}

/// Hard-links a file, or copies it if a link is impossible or not wanted.
pub(super) fn place(from: &Path, to: &Path, copy: bool) -> anyhow::Result<Kept> {
    if !copy && fs::hard_link(from, to).is_ok() {
        return Ok(Kept::Linked);
    }
    let mut input = match File::open(from) {
        Ok(input) => input,
        Err(error) => return Ok(Kept::Unreadable(error)),
    };
    copy_to(&mut input, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
}

fn copy_to(input: &mut File, to: &Path) -> anyhow::Result<Kept> {
    let (mut sum, mut block) = (Sum::new(), vec![0; BLOCK]);
    let mut output = OpenOptions::new().write(true).create_new(true).mode(PRIVATE_FILE).open(to)?;
    loop {
        interruption::check()?;
        let count = match input.read(&mut block) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) => return Ok(Kept::Unreadable(error)),
        };
        sum.update(&block[..count]);
        output.write_all(&block[..count])?;
    }
    output.sync_all()?;
    Ok(Kept::Copied(sum.text()))
}

#[cfg(test)]
mod tests {
    use super::Staging;

    #[test]
    fn the_name_comes_last_and_only_once() {
        let directory = tempfile::tempdir().unwrap();
        let (target, partial) = (directory.path().join("backup"), directory.path().join("backup.partial"));
        let cut = Staging::begin(&target).unwrap();
        std::fs::write(cut.path().join("half"), b"x").unwrap();
        assert!(Staging::begin(&target).err().unwrap().to_string().contains("another backup"));
        drop(cut);
        assert!(!partial.exists() && !target.exists(), "what is not complete is removed");
        // As after a crash.
        std::fs::create_dir_all(partial.join("folder")).unwrap();
        std::fs::write(partial.join("half"), b"x").unwrap();
        let whole = Staging::begin(&target).unwrap();
        std::fs::write(whole.path().join("all"), b"x").unwrap();
        whole.finish().unwrap();
        let names: Vec<_> = std::fs::read_dir(&target).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["all"]);
        assert!(!partial.exists());
        assert!(Staging::begin(&target).err().unwrap().to_string().contains("already exists"));
    }
}
