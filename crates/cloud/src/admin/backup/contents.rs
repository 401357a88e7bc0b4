//! Objects and the pieces they consist of: listed from a backup or a store, and read with all checksums verified.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Lines, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crc_fast::{CrcAlgorithm, Digest};
use serde::{Deserialize, Serialize};

use super::PREFIX;
use super::manifest::{OBJECTS, PIECES, is_below};
use crate::interruption;

const PAGE: u32 = 500;
const BLOCK: usize = 1 << 18;

/// A line of `objects.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Object {
    pub(super) key: String,
    pub(super) size: u64,
    /// Base64, as in S3.
    pub(super) crc64nvme: String,
    pub(super) pieces: Vec<Piece>,
}

impl Object {
    fn unreadable(&self, piece: usize, error: &io::Error) -> Damaged {
        Damaged(format!("cannot read {}: {error}", name(self, piece)))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Piece {
    pub(super) size: u64,
    pub(super) crc64nvme: String,
    #[serde(flatten)]
    pub(super) place: Place,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Place {
    /// A path below the folder of pieces.
    File(String),
    /// In base64: small pieces are not worth a file.
    Bytes(String),
}

/// Objects in the order of their keys.
pub(super) enum Source {
    Listed { lines: Lines<BufReader<File>>, directory: PathBuf },
    Stored { snapshot: Box<objects::Snapshot>, bucket: String, page: std::vec::IntoIter<Object>, last: String },
}

impl Source {
    pub(super) fn of_backup(directory: &Path) -> anyhow::Result<Self> {
        let path = directory.join(OBJECTS);
        let file = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self::Listed { lines: BufReader::new(file).lines(), directory: directory.to_owned() })
    }

    pub(super) fn of_store(snapshot: objects::Snapshot, bucket: &str) -> Self {
        Self::Stored {
            snapshot: Box::new(snapshot),
            bucket: bucket.to_owned(),
            page: Vec::new().into_iter(),
            last: PREFIX.to_owned(),
        }
    }

    /// The folder with the files of pieces.
    pub(super) fn pieces(&self) -> PathBuf {
        match self {
            Self::Listed { directory, .. } => directory.join(PIECES),
            Self::Stored { snapshot, .. } => snapshot.data().to_owned(),
        }
    }

    pub(super) fn next(&mut self) -> anyhow::Result<Option<Object>> {
        match self {
            Self::Listed { lines, .. } => match lines.next().transpose()? {
                Some(line) => Ok(Some(serde_json::from_str(&line).context("a line of objects.jsonl is not valid")?)),
                None => Ok(None),
            },
            Self::Stored { snapshot, bucket, page, last } => {
                if page.len() == 0 {
                    let found = snapshot.after(bucket, last, PAGE)?;
                    *page = found.into_iter().map(object).collect::<Vec<_>>().into_iter();
                }
                let object = page.next().filter(|object| object.key.starts_with(PREFIX));
                if let Some(object) = &object {
                    last.clone_from(&object.key);
                }
                Ok(object)
            }
        }
    }

    /// Releases the index of a store, but still keeps its files.
    pub(super) fn into_hold(self) -> Option<objects::Hold> {
        match self {
            Self::Listed { .. } => None,
            Self::Stored { snapshot, .. } => Some(snapshot.into_hold()),
        }
    }

    /// Starts over with the first object.
    pub(super) fn rewind(self) -> anyhow::Result<Self> {
        match self {
            Self::Listed { directory, .. } => Self::of_backup(&directory),
            Self::Stored { snapshot, bucket, .. } => Ok(Self::of_store(*snapshot, &bucket)),
        }
    }
}

fn object((entry, pieces): (objects::Entry, Vec<objects::Piece>)) -> Object {
    let place = |place: objects::PiecePlace| match place {
        objects::PiecePlace::File(file) => Place::File(file),
        objects::PiecePlace::Bytes(bytes) => Place::Bytes(STANDARD.encode(bytes)),
    };
    let piece =
        |piece: objects::Piece| Piece { size: piece.size, crc64nvme: piece.crc64nvme, place: place(piece.place) };
    Object {
        key: entry.key,
        size: entry.size,
        crc64nvme: entry.crc64nvme,
        pieces: pieces.into_iter().map(piece).collect(),
    }
}

/// A running CRC-64/NVME.
pub(super) struct Sum(Digest);

impl Sum {
    pub(super) fn new() -> Self {
        Self(Digest::new(CrcAlgorithm::Crc64Nvme))
    }

    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(super) fn text(&self) -> String {
        STANDARD.encode(self.0.finalize().to_be_bytes())
    }

    pub(super) fn of(bytes: &[u8]) -> String {
        let mut sum = Self::new();
        sum.update(bytes);
        sum.text()
    }
}

/// The bytes of an object cannot be read as they were stored. Commands that copy many objects continue with the others.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Damaged(String);

/// The bytes of an object in order. Reading to the end returns exactly what was stored, or an error that names the
/// file.
pub(super) struct Content<'a> {
    object: &'a Object,
    pieces: &'a Path,
    /// Index of the next piece; the one before it is being read.
    next: usize,
    open: Option<(Box<dyn Read + Send>, Sum, u64)>,
    whole: Sum,
}

impl<'a> Content<'a> {
    pub(super) fn new(object: &'a Object, pieces: &'a Path) -> Self {
        Self { object, pieces, next: 0, open: None, whole: Sum::new() }
    }

    /// The next `most` bytes, fewer at the end, and none after it.
    pub(super) fn take(&mut self, most: usize) -> anyhow::Result<Vec<u8>> {
        let (mut taken, mut filled) = (vec![0; most], 0);
        while filled < most {
            match self.read(&mut taken[filled..])? {
                0 => break,
                count => filled += count,
            }
        }
        taken.truncate(filled);
        Ok(taken)
    }

    /// Reads to the end, only to verify the checksums.
    pub(super) fn check(mut self) -> anyhow::Result<()> {
        let mut block = vec![0; BLOCK];
        while self.read(&mut block)? > 0 {
            interruption::check()?;
        }
        Ok(())
    }

    fn read(&mut self, block: &mut [u8]) -> anyhow::Result<usize> {
        loop {
            if self.open.is_none() && !self.open_next()? {
                return self.end();
            }
            let Some((input, sum, size)) = &mut self.open else { continue };
            let count = input.read(block).map_err(|error| self.object.unreadable(self.next - 1, &error))?;
            sum.update(&block[..count]);
            self.whole.update(&block[..count]);
            *size += u64::try_from(count)?;
            if count > 0 {
                return Ok(count);
            }
            let (piece, found) = (&self.object.pieces[self.next - 1], (*size, sum.text()));
            if found != (piece.size, piece.crc64nvme.clone()) {
                let name = name(self.object, self.next - 1);
                bail!(Damaged(format!("the bytes of {name} do not match their checksum")));
            }
            self.open = None;
        }
    }

    fn open_next(&mut self) -> anyhow::Result<bool> {
        let Some(piece) = self.object.pieces.get(self.next) else { return Ok(false) };
        let input: Box<dyn Read + Send> = match &piece.place {
            Place::File(file) => {
                if !is_below(Path::new(file)) {
                    bail!("{OBJECTS} names a file outside the backup: {file}");
                }
                let opened = File::open(self.pieces.join(file));
                Box::new(opened.map_err(|error| self.object.unreadable(self.next, &error))?)
            }
            Place::Bytes(text) => Box::new(io::Cursor::new(STANDARD.decode(text)?)),
        };
        self.open = Some((input, Sum::new(), 0));
        self.next += 1;
        Ok(true)
    }

    fn end(&self) -> anyhow::Result<usize> {
        let size: u64 = self.object.pieces.iter().map(|piece| piece.size).sum();
        if size != self.object.size || self.whole.text() != self.object.crc64nvme {
            bail!(Damaged(format!("the pieces of the object {} are incomplete", self.object.key)));
        }
        Ok(0)
    }
}

fn name(object: &Object, piece: usize) -> String {
    match object.pieces.get(piece).map(|piece| &piece.place) {
        Some(Place::File(file)) => format!("{PIECES}/{file} of the object {}", object.key),
        _ => format!("the object {} in {OBJECTS}", object.key),
    }
}

#[cfg(test)]
mod tests {
    use super::{Content, Object, Piece, Place, STANDARD, Sum};
    use base64::Engine as _;

    fn object() -> (Object, tempfile::TempDir) {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("one"), b"hello ").unwrap();
        let piece = |bytes: &[u8], place| Piece { size: bytes.len() as u64, crc64nvme: Sum::of(bytes), place };
        let pieces = vec![
            piece(b"hello ", Place::File("one".to_owned())),
            piece(b"world", Place::Bytes(STANDARD.encode(b"world"))),
        ];
        let object = Object { key: "packages/a".to_owned(), size: 11, crc64nvme: Sum::of(b"hello world"), pieces };
        (object, directory)
    }

    #[test]
    fn pieces_are_read_as_one() {
        let (object, directory) = object();
        let mut content = Content::new(&object, directory.path());
        let taken: Vec<Vec<u8>> = (0..4).map(|_| content.take(4).unwrap()).collect();
        assert_eq!(taken, [b"hell".to_vec(), b"o wo".to_vec(), b"rld".to_vec(), Vec::new()]);
        let line = serde_json::to_string(&object).unwrap();
        assert_eq!(serde_json::from_str::<Object>(&line).unwrap(), object);
    }

    #[test]
    fn damage_is_named() {
        let (object, directory) = object();
        let path = directory.path();
        Content::new(&object, path).check().unwrap();
        let problem = |object: &Object| Content::new(object, path).check().unwrap_err().to_string();
        std::fs::write(path.join("one"), b"hellO ").unwrap();
        assert!(problem(&object).contains("objects/one"), "{}", problem(&object));
        std::fs::write(path.join("one"), b"hello").unwrap();
        assert!(problem(&object).contains("objects/one"));
        std::fs::remove_file(path.join("one")).unwrap();
        assert!(problem(&object).contains("cannot read objects/one"));
        let fewer = Object { pieces: object.pieces[1..].to_vec(), ..object.clone() };
        assert!(problem(&fewer).contains("incomplete"), "{}", problem(&fewer));
    }
}
