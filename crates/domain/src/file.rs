//! A file of a package: added, sent to storage, finalized.

use wire::ids::{FileId, PackageId};
use wire::time::Time;

use crate::chunk_plan::ChunkPlan;
use crate::file_path::FilePath;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    File,
    Directory,
}

impl FileKind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Directory => "directory",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::File, Self::Directory].into_iter().find(|kind| kind.as_str() == text)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileState {
    New,
    Finalized,
}

impl FileState {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Finalized => "finalized",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::New, Self::Finalized].into_iter().find(|state| state.as_str() == text)
    }
}

/// The result of the virus scan; files that were not scanned are reported as such.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScanState {
    Pending,
    Clean,
    Infected,
    NotScanned,
}

impl ScanState {
    pub const ALL: [Self; 4] = [Self::Pending, Self::Clean, Self::Infected, Self::NotScanned];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Clean => "clean",
            Self::Infected => "infected",
            Self::NotScanned => "not_scanned",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub id: FileId,
    pub package_id: PackageId,
    pub kind: FileKind,
    pub place: FilePath,
    /// As announced until it is finalized, then as stored.
    pub size: i64,
    pub chunk_size: i64,
    pub last_modified: Option<Time>,
    pub state: FileState,
    /// Digest of the finalize request, to recognize a repetition.
    pub seal: Option<String>,
    /// Base64.
    pub crc64nvme: Option<String>,
    pub crc32: Option<u32>,
    pub scan_state: ScanState,
    pub scan_reason: String,
    /// Whether it is sent as segments, which can be read before it is finalized.
    pub is_growing: bool,
    /// Whether the size was announced.
    pub is_sized: bool,
    /// The multipart upload for which chunks were requested last, if the store does not see to it that there is only one.
    pub upload_id: Option<String>,
    pub created_at: Time,
    pub finalized_at: Option<Time>,
}

impl File {
    /// Where the content is in storage. The key belongs to this file only and is never reused.
    pub fn object_key(&self) -> String {
        object_key(&self.package_id, &self.id)
    }

    /// How it is split, if its size was announced.
    pub fn plan(&self) -> Option<ChunkPlan> {
        let plan = ChunkPlan { size: self.size.unsigned_abs(), chunk_size: self.chunk_size.unsigned_abs().max(1) };
        self.is_sized.then_some(plan)
    }

    pub fn is_stored(&self) -> bool {
        self.kind == FileKind::File && self.state == FileState::Finalized
    }
}

/// See [`File::object_key`].
pub fn object_key(package: &PackageId, file: &FileId) -> String {
    format!("{}{file}", content_prefix(package))
}

/// All content of a package is below this.
pub fn content_prefix(package: &PackageId) -> String {
    format!("packages/{package}/")
}
