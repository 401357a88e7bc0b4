//! One request for a segment or for a range of the finalized file.

use std::sync::Arc;

use crate::checksum::Sum;
use crate::download::write;
use crate::fault::{Fault, Setback};
use crate::folder::PartFile;
use crate::progress::Moving;
use crate::running::Running;
use crate::storage::{Range, passing};

/// How many times a corrupted piece is fetched.
const ALTERED_MOST: u32 = 3;

pub(super) struct Piece {
    pub(super) url: String,
    /// Offset in the file.
    pub(super) offset: u64,
    pub(super) length: u64,
    /// `None` if only the whole file has one.
    pub(super) crc64: Option<u64>,
    /// For a range, the size of the whole content; `None` for a segment, which is fetched whole.
    pub(super) of: Option<u64>,
}

/// Why a piece did not arrive.
pub(super) enum Stop {
    /// A new URL may help.
    Stale(Fault),
    Fault(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl Piece {
    pub(super) async fn fetch(self, running: &Running, part: &Arc<PartFile>) -> Result<Sum, Stop> {
        let (mut tries, mut altered) = (running.tries(), 0);
        loop {
            let place = running.place(self.length).await;
            let moving = Moving::new(&running.progress, 0);
            let outcome = self.try_once(running, part, &moving).await;
            drop(place);
            tries.moved(moving.last());
            match outcome {
                Ok(sum) => return Ok(sum),
                Err(Setback::Passing { cause, wait }) => {
                    tracing::debug!(cause, "fetching a piece again");
                    if !tries.again(wait).await {
                        return Err(Fault::Unreachable(cause).into());
                    }
                }
                Err(Setback::Altered) => {
                    altered += 1;
                    if altered >= ALTERED_MOST {
                        let path = part.identity().part.display().to_string();
                        return Err(Fault::Corrupted { path, tries: altered }.into());
                    }
                }
                Err(Setback::Lasting(fault @ Fault::StorageRefused { .. })) => return Err(Stop::Stale(fault)),
                Err(Setback::Lasting(fault)) => return Err(fault.into()),
                Err(Setback::Address | Setback::UploadGone | Setback::Present) => {
                    return Err(Stop::Stale(Fault::AddressesRunOut));
                }
            }
        }
    }

    async fn try_once(&self, running: &Running, part: &Arc<PartFile>, moving: &Moving) -> Result<Sum, Setback> {
        let last = (self.offset + self.length).saturating_sub(1);
        let range = self.of.map(|of| Range { first: self.offset, last, of });
        let fetching = async {
            let mut content = running.engine.storage.get(&self.url, range).await?;
            if range.is_some_and(|range| !content.is_range && self.length != range.of) {
                return Err(passing("storage sent the whole content instead of the requested range"));
            }
            write(running, &mut content, part, self.offset, self.length, moving).await
        };
        let sum = running.in_flight(self.length, moving, fetching).await?;
        if self.crc64.is_some_and(|crc64| crc64 != sum.crc64) {
            return Err(Setback::Altered);
        }
        moving.arrived();
        Ok(sum)
    }
}
