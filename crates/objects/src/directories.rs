//! Where the files of a store are, and directories that survive a power failure.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

pub(crate) fn data_directory(root: &Path) -> PathBuf {
    root.join("data")
}

pub(crate) fn blob_path(data: &Path, id: &str) -> PathBuf {
    data.join(shard(id)).join(id)
}

pub(crate) fn shards(data: &Path) -> impl Iterator<Item = PathBuf> {
    (0..=u8::MAX).map(|shard| data.join(format!("{shard:02x}")))
}

pub(crate) fn shard(id: &str) -> &str {
    id.get(..2).unwrap_or("00")
}

/// Creates a directory and its parents. Each new name is synced: durable files inside a directory are lost if the
/// directory's own name is.
pub(crate) fn make_directory(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    make_directory(parent)?;
    match fs::create_dir(path) {
        Err(error) if !path.is_dir() => Err(error),
        _ => sync_directory(parent),
    }
}

pub(crate) fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}
