//! The store as it was at one moment, for those who copy it away beside a running one: what the index said then, and the
//! files that it named, which stay until the hold is let go.

use std::path::{Path, PathBuf};

use crate::blobs::data_directory;
use crate::catalogue::{Catalogue, Entry};
use crate::error::Error;
use crate::fsck::FsckError;
use crate::hold::Hold;
use crate::index::audit::{self, StoredPiece};

pub struct Snapshot {
    catalogue: Catalogue,
    hold: Hold,
    data: PathBuf,
}

/// One of the runs of bytes that an object is made of, in their order.
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
    /// From here on nothing that the store has is lost to whoever holds this.
    pub fn take(directory: &Path) -> Result<Self, FsckError> {
        let hold = |error: std::io::Error| FsckError::Failed(error.to_string());
        let catalogue = Catalogue::open(directory)?;
        let hold = Hold::take(directory).map_err(hold)?;
        audit::stand_still(catalogue.connection()).map_err(failed)?;
        Ok(Self { catalogue, hold, data: data_directory(directory) })
    }

    /// Where the files of pieces are.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Objects of a bucket in the order of their keys, beginning after one, each with its pieces.
    pub fn after(&self, bucket: &str, key: &str, limit: u32) -> Result<Vec<(Entry, Vec<Piece>)>, FsckError> {
        let found = self.catalogue.contents_after(bucket, key, limit)?;
        let with_pieces = |(entry, content)| Ok((entry, self.pieces(content)?));
        found.into_iter().map(with_pieces).collect()
    }

    fn pieces(&self, content: i64) -> Result<Vec<Piece>, FsckError> {
        let found = audit::pieces(self.catalogue.connection(), content).map_err(failed)?;
        Ok(found.into_iter().map(piece).collect())
    }

    /// Lets the index go on, which grows as long as someone looks at an old state of it. The files still stay.
    pub fn into_hold(self) -> Hold {
        self.hold
    }
}

fn piece(stored: StoredPiece) -> Piece {
    let place = match (stored.file, stored.bytes) {
        (Some(file), _) => PiecePlace::File(format!("{}/{file}", crate::blobs::shard(&file))),
        (None, bytes) => PiecePlace::Bytes(bytes.unwrap_or_default()),
    };
    Piece { size: stored.sums.size, crc64nvme: stored.sums.crc64_text(), place }
}

#[expect(clippy::needless_pass_by_value, reason = "it is called by map_err")]
fn failed(error: Error) -> FsckError {
    FsckError::Failed(error.to_string())
}
