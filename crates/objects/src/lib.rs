//! The embedded object store: an S3-compatible server on top of one directory.
//!
//! Everything that it acknowledges is on the disk: bytes are synced before the index refers to them, and the index is
//! synced before the reply. Object names exist only in the index and never become paths. A part is written once, at its
//! final location; completing an upload copies nothing.

mod allowance;
mod backend;
mod blobs;
mod catalogue;
mod checksum;
mod claimed_body;
mod clock;
mod credentials;
mod damage;
mod directories;
mod error;
mod fsck;
mod guard;
mod health;
mod hold;
mod identity;
mod index;
mod ingest;
mod keeper;
mod locked;
mod lost;
mod marker;
mod names;
mod options;
mod pins;
mod reading;
mod reply;
mod scrub;
mod set_aside;
mod signed_body;
mod small_chunks;
mod snapshot;
mod space;
mod store;
mod unread;

pub use allowance::{CLOSE, CLOSED_SECONDS, LIMIT_BELOW, SIGNED_LENGTH, UPLOAD_LIMIT};
pub use catalogue::{Catalogue, Entry};
pub use clock::Clock;
pub use fsck::{FsckError, Report, fsck};
pub use health::Health;
pub use hold::Hold;
pub use options::{OpenError, Options, OtherCredentials, SyncPolicy};
pub use s3s::Body;
pub use scrub::{ScrubReport, scrub_report};
pub use set_aside::set_aside;
pub use snapshot::{Piece, PiecePlace, Snapshot};
pub use store::Store;
