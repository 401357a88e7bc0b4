//! Files that no row of the index refers to. A crash leaves some behind; an index that was restored from an old copy
//! does not know many that matter. So nothing is deleted on a guess: they are set aside for some days first.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::futimens;

use crate::clock::NOW;
use crate::directories::data_directory;
use crate::error::Error;
use crate::names::is_id;

/// A crash leaves one file behind for each upload that was being received.
const MOST_AFTER_A_CRASH: u64 = 1000;
/// So few are never suspicious, even if there is hardly anything else.
const FEW: u64 = 64;

/// A clock that differs by more has been set.
const JUMP: Duration = Duration::from_mins(10);

pub(crate) struct Lost {
    directory: PathBuf,
    kept: Duration,
}

impl Lost {
    pub(crate) fn new(root: &Path, kept: Duration) -> Self {
        Self { directory: lost_directory(root), kept }
    }

    /// Fails if more files are unknown than a crash can explain: then the index is probably not the newest one.
    pub(crate) fn judge(unknown: u64, known: u64) -> Result<(), Error> {
        let is_suspicious = unknown > MOST_AFTER_A_CRASH || unknown > FEW.max(known);
        if is_suspicious { Err(Error::UnknownFiles(unknown)) } else { Ok(()) }
    }

    /// Moves a file away. Its time becomes the present, from which its days are counted.
    pub(crate) fn set_aside(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(&self.directory)?;
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        futimens(File::open(path)?, &NOW)?;
        fs::rename(path, self.directory.join(name))
    }

    /// How many files are set aside.
    pub(crate) fn count(&self) -> io::Result<u64> {
        Ok(set_aside_in(&self.directory)?.len() as u64)
    }

    /// Deletes what was set aside long enough ago. Returns how many files are left.
    pub(crate) fn expire(&self, now: SystemTime) -> io::Result<u64> {
        let mut left = 0;
        for path in set_aside_in(&self.directory)? {
            let modified = fs::metadata(&path).and_then(|metadata| metadata.modified());
            let is_old = modified.is_ok_and(|modified| now.duration_since(modified).unwrap_or_default() > self.kept);
            if is_old && fs::remove_file(&path).is_ok() {
                tracing::info!(file = %path.display(), "deleted a file that was set aside long ago");
            } else {
                left += 1;
            }
        }
        Ok(left)
    }
}

/// Whether the file system's time was not set meanwhile. A clock that is wrong for a moment deletes nothing; one that has
/// been wrong since the last sweep, an hour ago, is believed.
pub(crate) fn has_passed_steadily(then: SystemTime, now: SystemTime, steady: Duration) -> bool {
    now.duration_since(then).is_ok_and(|passed| passed.abs_diff(steady) < JUMP)
}

/// The files that were set aside.
pub(crate) fn lost_files(root: &Path) -> io::Result<Vec<PathBuf>> {
    set_aside_in(&lost_directory(root))
}

/// Only our own files: at the root of a disk, the directory also belongs to the file system, which puts there what it
/// has recovered, and may let nobody else read it.
fn set_aside_in(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match entries(directory) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(Vec::new()),
        other => other?,
    };
    let is_ours = |entry: &fs::DirEntry| {
        entry.file_name().to_str().is_some_and(is_id) && entry.file_type().is_ok_and(|kind| kind.is_file())
    };
    Ok(entries.flatten().filter(is_ours).map(|entry| entry.path()).collect())
}

/// The entries of a directory, which may be missing.
pub(crate) fn entries(directory: &Path) -> io::Result<impl Iterator<Item = io::Result<fs::DirEntry>>> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        other => Some(other?),
    };
    Ok(entries.into_iter().flatten())
}

/// Next to the index, or next to the files if these are on another disk: moving must not copy.
fn lost_directory(root: &Path) -> PathBuf {
    let data = data_directory(root);
    let device = |path: &Path| fs::metadata(path).map(|metadata| metadata.dev()).ok();
    if device(root) == device(&data) { root.join("lost+found") } else { data.join("lost") }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::{Duration, SystemTime};

    use super::{Lost, has_passed_steadily};

    const HOUR: Duration = Duration::from_hours(1);

    #[test]
    fn a_clock_that_was_set_is_noticed() {
        let then = SystemTime::UNIX_EPOCH + 24 * HOUR;
        let cases = [
            (then + HOUR, HOUR, true),
            (then + HOUR + Duration::from_mins(5), HOUR, true),
            (then + 24 * HOUR, HOUR, false),
            (then - HOUR, HOUR, false),
            (then + HOUR, 3 * HOUR, false),
        ];
        for (now, steady, expected) in cases {
            assert_eq!(has_passed_steadily(then, now, steady), expected, "{now:?} {steady:?}");
        }
    }

    #[test]
    fn what_was_set_aside_is_deleted_after_its_days() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("data")).unwrap();
        let lost = Lost::new(root.path(), 24 * HOUR);
        let name = "0123456789abcdef0123456789abcdef";
        fs::write(root.path().join(name), "x").unwrap();
        lost.set_aside(&root.path().join(name)).unwrap();
        let kept = root.path().join("lost+found").join(name);
        let written = File::open(&kept).unwrap().metadata().unwrap().modified().unwrap();
        assert_eq!((lost.expire(written + 23 * HOUR).unwrap(), lost.count().unwrap()), (1, 1));
        assert_eq!((lost.expire(written + 25 * HOUR).unwrap(), kept.exists()), (0, false));
    }
}
