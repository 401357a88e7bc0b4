//! The checker: do index and disk agree, and are the stored bytes unchanged? It changes nothing and can run while the
//! store does, so everything suspicious is checked twice before it is reported.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::checksum::{Joining, Summing, Sums};
use crate::directories::{blob_path, data_directory, shards};
use crate::error::Error;
use crate::index::audit::{self, StoredBlob, StoredObject};
use crate::index::block_sums::{self, Found};
use crate::index::{Connection, INDEX_FILE, garbage, open_for_audit};
use crate::lost::lost_files;

const PAGE: u32 = 500;
const BLOCK: usize = 1 << 20;
const MOST_PROBLEMS: usize = 100;
/// A newer file without a row may belong to a running upload; an older one is left over.
const STRAY_AGE: Duration = Duration::from_hours(24);

#[derive(Debug, thiserror::Error)]
pub enum FsckError {
    #[error("there is no object store in {}", .0.display())]
    NoStore(PathBuf),
    #[error("cannot check the object store: {0}")]
    Failed(String),
}

/// What was checked and what is wrong.
#[derive(Debug, Clone, Default)]
pub struct Report {
    pub objects: u64,
    /// Parts and single bodies, in files or in the index.
    pub blobs: u64,
    pub bytes: u64,
    /// Whether every byte was read and its checksum recomputed.
    pub read_data: bool,
    /// Files that no row refers to. They are a problem only once they are a day old.
    pub unreferenced: u64,
    /// Files that were set aside because the index did not know them. They are deleted after some days.
    pub lost: Vec<PathBuf>,
    /// One sentence for each of the first hundred problems.
    pub problems: Vec<String>,
    /// All problems, including those beyond the list.
    pub problem_count: u64,
}

impl Report {
    pub fn is_clean(&self) -> bool {
        self.problem_count == 0
    }

    fn problem(&mut self, sentence: String) {
        self.problem_count += 1;
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(sentence);
        }
    }
}

/// Checks the store in `directory`; with `read_data`, every stored byte too.
pub fn fsck(directory: &Path, read_data: bool) -> Result<Report, FsckError> {
    let index = directory.join(INDEX_FILE);
    if !index.exists() {
        return Err(FsckError::NoStore(directory.to_owned()));
    }
    let connection = open_for_audit(&index).map_err(|error| FsckError::Failed(error.to_string()))?;
    let checker = Checker { connection, data: data_directory(directory), read_data };
    let failed = |error: Error| FsckError::Failed(error.to_string());
    let lost = lost_files(directory).map_err(|error| failed(error.into()))?;
    let report = checker.run().map_err(failed)?;
    Ok(Report { lost, ..report })
}

struct Checker {
    connection: Connection,
    data: PathBuf,
    read_data: bool,
}

impl Checker {
    fn run(&self) -> Result<Report, Error> {
        let mut report = Report { read_data: self.read_data, ..Report::default() };
        for line in audit::integrity(&self.connection)? {
            report.problem(format!("The index is damaged: {line}."));
        }
        self.check_blobs(&mut report)?;
        self.check_objects(&mut report)?;
        self.check_strays(&mut report)?;
        Ok(report)
    }

    fn check_blobs(&self, report: &mut Report) -> Result<(), Error> {
        let mut after = 0;
        loop {
            let page = audit::blobs(&self.connection, after, PAGE)?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.id;
            for blob in &page {
                report.blobs += 1;
                report.bytes += blob.sums.size;
                if let Some(problem) = self.check_blob(blob)?
                    && audit::blob_exists(&self.connection, blob.id)?
                {
                    report.problem(problem);
                }
            }
        }
    }

    fn check_blob(&self, blob: &StoredBlob) -> Result<Option<String>, Error> {
        let Some(file) = &blob.file else { return self.check_inline(blob) };
        let path = blob_path(&self.data, file);
        let shown = path.display();
        let metadata = match fs::metadata(&path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Some(format!("The file {shown} is missing.")));
            }
            Err(error) => return Ok(Some(format!("The file {shown} cannot be read: {error}."))),
        };
        if metadata.len() != blob.sums.size {
            let (found, wanted) = (metadata.len(), blob.sums.size);
            return Ok(Some(format!("The file {shown} has {found} bytes instead of {wanted}.")));
        }
        // An index that no store of this version has opened yet has no block sums.
        if matches!(block_sums::find(&self.connection, file, blob.sums), Ok(Found::Damaged)) {
            return Ok(Some(format!("The checksums of the blocks of the file {shown} are damaged.")));
        }
        if !self.read_data {
            return Ok(None);
        }
        match sums_of(&path) {
            Ok(sums) if sums == blob.sums => Ok(None),
            Ok(_) => Ok(Some(format!("The bytes of the file {shown} do not match their checksum."))),
            Err(error) => Ok(Some(format!("The file {shown} cannot be read: {error}."))),
        }
    }

    fn check_inline(&self, blob: &StoredBlob) -> Result<Option<String>, Error> {
        if !self.read_data {
            return Ok(None);
        }
        let Some(bytes) = audit::inline_bytes(&self.connection, blob.id)? else { return Ok(None) };
        let mut summing = Summing::new();
        summing.update(&bytes);
        let problem = || format!("The bytes of blob {} in the index do not match their checksum.", blob.id);
        Ok((summing.finish().0 != blob.sums).then(problem))
    }

    fn check_objects(&self, report: &mut Report) -> Result<(), Error> {
        let (mut bucket, mut key) = (String::new(), Vec::new());
        loop {
            let page = audit::objects(&self.connection, &bucket, &key, PAGE)?;
            let Some(last) = page.last() else { return Ok(()) };
            (bucket, key) = (last.bucket.clone(), last.key.clone());
            for object in &page {
                report.objects += 1;
                if !self.content_fits(object)? && audit::still_stands_for(&self.connection, object)? {
                    let key = String::from_utf8_lossy(&object.key);
                    report.problem(format!("The object {}/{key} does not agree with its parts.", object.bucket));
                }
            }
        }
    }

    fn content_fits(&self, object: &StoredObject) -> Result<bool, Error> {
        let parts = audit::content_sums(&self.connection, object.content)?;
        let whole = Joining::of(parts.iter().copied());
        let count = i64::try_from(parts.len()).unwrap_or(i64::MAX);
        Ok(count == object.parts && whole == object.sums)
    }

    fn check_strays(&self, report: &mut Report) -> Result<(), Error> {
        for shard in shards(&self.data) {
            let Ok(entries) = fs::read_dir(shard) else { continue };
            for entry in entries {
                let entry = entry?;
                let Ok(name) = entry.file_name().into_string() else { continue };
                if garbage::is_known(&self.connection, &name)? {
                    continue;
                }
                let Ok(metadata) = entry.metadata() else { continue };
                report.unreferenced += 1;
                if metadata.modified()?.elapsed().is_ok_and(|age| age > STRAY_AGE) {
                    report.problem(format!("The file {} belongs to nothing.", entry.path().display()));
                }
            }
        }
        Ok(())
    }
}

fn sums_of(path: &Path) -> io::Result<Sums> {
    let mut file = File::open(path)?;
    let mut summing = Summing::new();
    let mut block = vec![0; BLOCK];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(summing.finish().0),
            count => summing.update(&block[..count]),
        }
    }
}
