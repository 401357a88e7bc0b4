//! The directory of blob files: `data/<two digits>/<random id>`, each written once at its final location.
//!
//! A file becomes visible only through the index. Until then it belongs to a `NewFile`, which deletes it if the upload
//! fails.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::directories::{blob_path, data_directory, shard, shards, sync_directory};
use crate::error::Error;
use crate::health::Indicators;
use crate::marker;
use crate::names::random_id;
use crate::space::Space;
use crate::{Options, SyncPolicy};

pub(crate) struct Blobs {
    root: PathBuf,
    data: PathBuf,
    index: PathBuf,
    /// Device and inode of the index: a directory that disappeared or was replaced must not be written to.
    identity: (u64, u64),
    /// The data directory may be on a separate disk, which can disappear alone.
    data_device: u64,
    /// The id of the store.
    id: String,
    sync: SyncPolicy,
    in_flight: Mutex<HashSet<String>>,
    health: Arc<Indicators>,
    space: Space,
}

impl Blobs {
    /// Creates the shard directories now, so that later only the directory entries of files have to be synced.
    pub(crate) fn open(options: &Options, index: &Path, id: &str, health: Arc<Indicators>) -> io::Result<Self> {
        let root = options.directory.as_path();
        let data = data_directory(root);
        for shard in shards(&data) {
            fs::create_dir_all(shard)?;
        }
        // Under either policy: it happens once per start, and without these names no later sync is worth anything.
        sync_directory(&data)?;
        sync_directory(root)?;
        let metadata = fs::metadata(index)?;
        Ok(Self {
            root: root.to_owned(),
            data_device: fs::metadata(&data)?.dev(),
            space: Space::new(root, &data, options.reserve_bytes),
            data,
            index: index.to_owned(),
            identity: (metadata.dev(), metadata.ino()),
            id: id.to_owned(),
            sync: options.sync,
            in_flight: Mutex::default(),
            health,
        })
    }

    pub(crate) fn is_relaxed(&self) -> bool {
        self.sync == SyncPolicy::Relaxed
    }

    pub(crate) fn shards(&self) -> impl Iterator<Item = PathBuf> {
        shards(&self.data)
    }

    pub(crate) fn path(&self, id: &str) -> PathBuf {
        blob_path(&self.data, id)
    }

    pub(crate) fn is_in_flight(&self, id: &str) -> bool {
        self.in_flight.lock().contains(id)
    }

    /// Fails while the opened directory is no longer in its place.
    pub(crate) fn check_present(&self) -> Result<(), Error> {
        let index = metadata_if_there(&self.index)?;
        if index.is_none_or(|metadata| (metadata.dev(), metadata.ino()) != self.identity) {
            return Err(Error::DirectoryMissing);
        }
        // A deleted data directory can be created again, but only on the disk where it was.
        let data = metadata_if_there(&self.data)?;
        if data.map_or(self.identity.0, |metadata| metadata.dev()) != self.data_device {
            return Err(Error::DirectoryMissing);
        }
        Ok(())
    }

    /// Whether something did not fit on the disk, and nothing has since.
    pub(crate) fn is_full(&self) -> bool {
        self.health.is_full() || !self.space.has_reserve()
    }

    pub(crate) fn space(&self) -> &Space {
        &self.space
    }

    /// Fails unless there is room for something new of this length.
    pub(crate) fn admit(&self, length: u64) -> Result<(), Error> {
        self.check_present()?;
        self.space.admit(length)
    }

    pub(crate) fn create(self: &Arc<Self>) -> Result<(NewFile, File), Error> {
        let id = random_id();
        let path = self.path(&id);
        self.in_flight.lock().insert(id.clone());
        let guard = NewFile { blobs: Arc::clone(self), id, settled: false };
        let opened = match create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.restore_shard(&guard.id).and_then(|()| Ok(create_new(&path)?))
            }
            other => other.map_err(Error::from),
        };
        self.health.files.note_fault(&opened);
        Ok((guard, opened?))
    }

    /// A second hard link to a blob. The bytes never change and are deleted with the last link. `None` if the file
    /// system does not support hard links or the limit is reached.
    pub(crate) fn link(self: &Arc<Self>, from: &str) -> Option<NewFile> {
        let id = random_id();
        self.in_flight.lock().insert(id.clone());
        let guard = NewFile { blobs: Arc::clone(self), id, settled: false };
        fs::hard_link(self.path(from), self.path(&guard.id)).ok().map(|()| guard)
    }

    pub(crate) fn write(&self, mut file: &File, bytes: &[u8]) -> Result<(), Error> {
        let outcome = file.write_all(bytes).map_err(Error::from);
        self.health.files.note_fault(&outcome);
        outcome
    }

    /// After a failed sync, the state of the disk is unknown: the caller discards the file and never syncs it again.
    pub(crate) fn sync_file(&self, file: &File) -> Result<(), Error> {
        if self.is_relaxed() {
            return Ok(());
        }
        let outcome = file.sync_data().map_err(Error::from);
        self.health.files.note(&outcome);
        outcome
    }

    /// Makes the names of these new files durable, with one sync per directory.
    pub(crate) fn sync_shards<'a>(&self, files: impl Iterator<Item = &'a NewFile>) -> Result<(), Error> {
        if self.is_relaxed() {
            return Ok(());
        }
        let shards: HashSet<&str> = files.map(|file| shard(&file.id)).collect();
        for shard in shards {
            let outcome = sync_directory(&self.data.join(shard)).map_err(Error::from);
            self.health.files.note(&outcome);
            outcome?;
        }
        Ok(())
    }

    pub(crate) fn remove(&self, id: &str) -> io::Result<()> {
        match fs::remove_file(self.path(id)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Writes, syncs and removes a file to check whether uploads would work now.
    pub(crate) fn probe(self: &Arc<Self>) -> Result<(), Error> {
        self.check_present()?;
        let (_guard, file) = self.create()?;
        let outcome = self.write(&file, &[0; 4096]).and_then(|()| self.sync_file(&file));
        self.health.files.note(&outcome);
        outcome
    }

    fn restore_shard(&self, id: &str) -> Result<(), Error> {
        self.check_present()?;
        let directory = self.data.join(shard(id));
        tracing::warn!(directory = %directory.display(), "a directory of the object store was missing; recreating it");
        fs::create_dir_all(&directory)?;
        if !marker::is_marked(&self.data) {
            marker::write_marker(&self.data, &self.id)?;
        }
        if self.sync == SyncPolicy::Always {
            sync_directory(&self.data)?;
            sync_directory(&self.root)?;
        }
        Ok(())
    }
}

/// Whether a store was here. Other entries next to the shards, such as `lost+found`, are not ours.
pub(crate) fn any_file(root: &Path) -> io::Result<bool> {
    let data = data_directory(root);
    if marker::is_marked(&data) {
        return Ok(true);
    }
    for shard in shards(&data) {
        match fs::read_dir(shard) {
            Ok(mut entries) => {
                if entries.next().is_some() {
                    return Ok(true);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(false)
}

fn metadata_if_there(path: &Path) -> io::Result<Option<fs::Metadata>> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// A file that no row refers to yet.
pub(crate) struct NewFile {
    blobs: Arc<Blobs>,
    id: String,
    settled: bool,
}

impl NewFile {
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The index refers to the file now, or may refer to it: from here on only the index decides.
    pub(crate) fn leave(mut self) {
        self.settled = true;
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        let discarded = Discarded { blobs: Arc::clone(&self.blobs), id: std::mem::take(&mut self.id) };
        if self.settled {
            return discarded.keep();
        }
        // A disk may need seconds to remove a large file, and requests that end early are dropped where others wait.
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(move || drop(discarded))),
            Err(_) => drop(discarded),
        }
    }
}

/// A file to remove. A runtime that ends drops it instead of running what would drop it, which removes it as well.
struct Discarded {
    blobs: Arc<Blobs>,
    id: String,
}

impl Discarded {
    fn keep(mut self) {
        self.blobs.in_flight.lock().remove(&std::mem::take(&mut self.id));
    }
}

impl Drop for Discarded {
    fn drop(&mut self) {
        if self.id.is_empty() {
            return;
        }
        if let Err(error) = self.blobs.remove(&self.id) {
            tracing::warn!(%error, file = self.id, "cannot remove a discarded file; a later sweep will");
        }
        self.blobs.in_flight.lock().remove(&self.id);
    }
}
