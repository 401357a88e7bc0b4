//! The description of a backup: `manifest.json`, protected by `manifest.sha256`.
//!
//! It lists the SHA-256 of every file that we write. The bytes of objects are protected by the CRC-64 that the store
//! keeps of each piece, in `objects.jsonl`: another checksum would require reading all of them for every backup.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read as _, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};
use serving::private::PRIVATE_FILE;
use sha2::{Digest as _, Sha256};
use store::tables::Table;

pub(super) const OBJECTS: &str = "objects.jsonl";
/// The folder of the pieces that `objects.jsonl` names.
pub(super) const PIECES: &str = "objects";
pub(super) const SECRET_KEY: &str = "secret_key";
pub(super) const CONFIG: &str = "config.toml";
const MANIFEST: &str = "manifest.json";
const SEAL: &str = "manifest.sha256";
const FORMAT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    format: u32,
    /// The version of the program that wrote it.
    pub(super) program: String,
    pub(super) schema_version: usize,
    pub(super) created_at: String,
    /// In the order in which they can be restored.
    pub(super) tables: Vec<TableFile>,
    /// `None` if the objects are in an external store, which this backup does not contain.
    pub(super) objects: Option<Objects>,
    /// The external store.
    pub(super) external_store: Option<String>,
    /// All other files.
    pub(super) files: Vec<FileSum>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct TableFile {
    #[serde(flatten)]
    pub(super) table: Table,
    pub(super) rows: u64,
    pub(super) file: FileSum,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Objects {
    pub(super) count: u64,
    pub(super) bytes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileSum {
    /// Relative to the directory of the backup.
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

impl Manifest {
    pub(super) fn new(schema_version: usize, created_at: String) -> Self {
        Self {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            schema_version,
            created_at,
            tables: Vec::new(),
            objects: None,
            external_store: None,
            files: Vec::new(),
        }
    }

    pub(super) fn read(directory: &Path) -> anyhow::Result<Self> {
        let path = directory.join(MANIFEST);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                bail!("{} is not a complete backup: it has no {MANIFEST}", directory.display())
            }
            other => other.with_context(|| format!("cannot read {}", path.display()))?,
        };
        let seal = fs::read_to_string(directory.join(SEAL)).with_context(|| format!("cannot read {SEAL}"))?;
        if seal != sealed(&text) {
            bail!("{} is damaged: it does not match {SEAL}", path.display());
        }
        let manifest: Self = serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))?;
        if manifest.format != FORMAT {
            let (found, known) = (manifest.format, FORMAT);
            bail!("the backup has format {found}, but this program supports {known}: use the version that wrote it");
        }
        if let Some(file) = manifest.all_files().find(|file| !is_below(&file.path)) {
            bail!("{} names a file outside the backup: {}", path.display(), file.path.display());
        }
        Ok(manifest)
    }

    /// Must be written last.
    pub(super) fn write(&self, directory: &Path) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        serving::private::write(&directory.join(MANIFEST), &text)?;
        serving::private::write(&directory.join(SEAL), &sealed(&text))
    }

    /// Every file that has a SHA-256.
    pub(super) fn all_files(&self) -> impl Iterator<Item = &FileSum> {
        self.tables.iter().map(|table| &table.file).chain(&self.files)
    }

    pub(super) fn table(&self, name: &str) -> anyhow::Result<&TableFile> {
        let found = self.tables.iter().find(|table| table.table.name == name);
        found.with_context(|| format!("the backup has no table {name}"))
    }

    pub(super) fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }
}

impl TableFile {
    pub(super) fn open(&self, directory: &Path) -> anyhow::Result<BufReader<File>> {
        let path = directory.join(&self.file.path);
        Ok(BufReader::new(File::open(&path).with_context(|| format!("cannot read {}", path.display()))?))
    }

    /// The index of a column in every row.
    pub(super) fn place_of(&self, column: &str) -> anyhow::Result<usize> {
        let found = self.table.columns.iter().position(|found| found.name == column);
        found.with_context(|| format!("the table {} has no column {column}", self.table.name))
    }
}

/// In the format of `sha256sum -c`.
fn sealed(text: &str) -> String {
    format!("{}  {MANIFEST}\n", hex::encode(Sha256::digest(text)))
}

pub(super) fn is_below(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_))) && path.components().count() > 0
}

/// A file of a backup that is being written. Only its owner may read it, and its checksum is computed on the way.
pub(super) struct NewFile {
    path: PathBuf,
    output: BufWriter<File>,
    sum: Summed,
}

impl NewFile {
    pub(super) fn create(directory: &Path, path: impl Into<PathBuf>) -> anyhow::Result<Self> {
        let path = path.into();
        let mut options = fs::OpenOptions::new();
        let opened = options.write(true).create_new(true).mode(PRIVATE_FILE).open(directory.join(&path));
        let file = opened.with_context(|| format!("cannot write {}", directory.join(&path).display()))?;
        Ok(Self { path, output: BufWriter::with_capacity(1 << 18, file), sum: Summed::default() })
    }

    /// The file is synced to disk when this returns.
    pub(super) fn finish(mut self) -> anyhow::Result<FileSum> {
        self.output.flush()?;
        self.output.get_ref().sync_all()?;
        let (bytes, sha256) = self.sum.finish();
        Ok(FileSum { path: self.path, bytes, sha256 })
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.output.write(bytes)?;
        self.sum.write_all(&bytes[..count])?;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Computes the checksum of the bytes and discards them.
#[derive(Default)]
pub(super) struct Summed {
    sum: Sha256,
    bytes: u64,
}

impl Summed {
    /// Number of bytes, and SHA-256 in hexadecimal digits.
    pub(super) fn finish(self) -> (u64, String) {
        (self.bytes, hex::encode(self.sum.finalize()))
    }
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sum.update(bytes);
        self.bytes += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads a file of a backup, and returns what is wrong with it.
pub(super) fn problem_of(directory: &Path, file: &FileSum) -> Option<String> {
    let shown = file.path.display();
    match sum_of(&directory.join(&file.path)) {
        Ok((bytes, _)) if bytes != file.bytes => Some(format!("{shown} has {bytes} bytes instead of {}", file.bytes)),
        Ok((_, sha256)) if sha256 != file.sha256 => Some(format!("the bytes of {shown} do not match their checksum")),
        Ok(_) => None,
        Err(error) => Some(format!("{shown} cannot be read: {error}")),
    }
}

fn sum_of(path: &Path) -> io::Result<(u64, String)> {
    let (mut file, mut sum, mut block) = (File::open(path)?, Summed::default(), vec![0; 1 << 18]);
    loop {
        match file.read(&mut block)? {
            0 => return Ok(sum.finish()),
            count => sum.write_all(&block[..count])?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Manifest;

    #[test]
    fn a_changed_manifest_is_none() {
        let directory = tempfile::tempdir().unwrap();
        assert!(Manifest::read(directory.path()).unwrap_err().to_string().contains("not a complete backup"));
        Manifest::new(1, "now".to_owned()).write(directory.path()).unwrap();
        assert_eq!(Manifest::read(directory.path()).unwrap().schema_version, 1);
        let path = directory.path().join("manifest.json");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("\"now\"", "\"noW\"")).unwrap();
        assert!(Manifest::read(directory.path()).unwrap_err().to_string().contains("damaged"));
    }

    #[test]
    fn a_manifest_reaches_nothing_outside() {
        let directory = tempfile::tempdir().unwrap();
        for path in ["../secret", "/etc/passwd", "a/../../b", ""] {
            let mut manifest = Manifest::new(1, String::new());
            manifest.files.push(super::FileSum { path: path.into(), bytes: 0, sha256: String::new() });
            manifest.write(directory.path()).unwrap();
            let error = Manifest::read(directory.path()).unwrap_err().to_string();
            assert!(error.contains("outside"), "{path}: {error}");
        }
    }
}
