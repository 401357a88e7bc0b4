//! The store as it was at one moment, for copying it while it runs: the state of the index, and the files that it
//! refers to, which are kept until the hold is released.

use std::path::{Path, PathBuf};

use crate::catalogue::{Catalogue, Entry};
use crate::directories::{data_directory, shard};
use crate::error::Error;
use crate::fsck::FsckError;
use crate::hold::Hold;
use crate::index::audit::{self, StoredPiece};

pub struct Snapshot {
    catalogue: Catalogue,
    hold: Hold,
    data: PathBuf,
}

/// One of the byte sequences that make up an object, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub size: u64,
    /// Base64.
    pub crc64nvme: String,
    pub place: PiecePlace,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PiecePlace {
    /// Below [`Snapshot::data`].
    File(String),
    Bytes(Vec<u8>),
}

impl Snapshot {
    /// From here on, nothing in the store is deleted until this is dropped.
    pub fn take(directory: &Path) -> Result<Self, FsckError> {
        let hold = |error: std::io::Error| FsckError::Failed(error.to_string());
        let catalogue = Catalogue::open(directory)?;
        let hold = Hold::take(directory).map_err(hold)?;
        audit::stand_still(catalogue.connection()).map_err(failed)?;
        Ok(Self { catalogue, hold, data: data_directory(directory) })
    }

    /// The directory with the files of pieces.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Objects of a bucket, sorted by key, after the given key, each with its pieces.
    pub fn after(&self, bucket: &str, key: &str, limit: u32) -> Result<Vec<(Entry, Vec<Piece>)>, FsckError> {
        let found = self.catalogue.contents_after(bucket, key, limit)?;
        let with_pieces = |(entry, content)| Ok((entry, self.pieces(content)?));
        found.into_iter().map(with_pieces).collect()
    }

    fn pieces(&self, content: i64) -> Result<Vec<Piece>, FsckError> {
        let found = audit::pieces(self.catalogue.connection(), content).map_err(failed)?;
        Ok(found.into_iter().map(piece).collect())
    }

    /// Releases the old state of the index, because its log grows as long as someone reads that. The files are still
    /// kept.
    pub fn into_hold(self) -> Hold {
        self.hold
    }
}

fn piece(stored: StoredPiece) -> Piece {
    let place = match (stored.file, stored.bytes) {
        (Some(file), _) => PiecePlace::File(format!("{}/{file}", shard(&file))),
        (None, bytes) => PiecePlace::Bytes(bytes.unwrap_or_default()),
    };
    Piece { size: stored.sums.size, crc64nvme: stored.sums.crc64_text(), place }
}

#[expect(clippy::needless_pass_by_value, reason = "it is called by map_err")]
fn failed(error: Error) -> FsckError {
    FsckError::Failed(error.to_string())
}
