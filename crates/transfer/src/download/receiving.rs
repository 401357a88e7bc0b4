//! One request that fetches content into a part file.

use std::sync::Arc;

use bytes::Bytes;

use crate::checksum::{Sum, Summing};
use crate::fault::{Fault, Setback};
use crate::folder::PartFile;
use crate::progress::Moving;
use crate::running::{PATIENCE, Running, blocking};
use crate::storage::{Content, passing};

/// Bytes per write. Every connection may buffer this much, so it bounds our memory.
const WRITE: usize = 256 << 10;

/// Writes `length` bytes of the content starting at `offset`. More or fewer bytes are an error.
pub(crate) async fn write(
    running: &Running,
    content: &mut Content,
    part: &Arc<PartFile>,
    offset: u64,
    length: u64,
    moving: &Moving,
) -> Result<Sum, Setback> {
    let mut summing = Summing::new();
    let mut gathered = Gathered { frames: Vec::new(), length: 0, offset };
    let (mut left, mut patience) = (length, PATIENCE);
    while let Some(frame) = content.next().await? {
        let bytes = u64::try_from(frame.len()).unwrap_or(u64::MAX);
        left = left.checked_sub(bytes).ok_or_else(|| passing("storage sent more bytes than requested"))?;
        running.give_way(&mut patience).await;
        running.lane.pass(frame.len()).await;
        moving.add(bytes);
        gathered.length += frame.len();
        gathered.frames.push(frame);
        if gathered.length >= WRITE {
            (gathered, summing) = gathered.written(part, summing).await?;
        }
    }
    if left > 0 {
        return Err(passing("storage sent fewer bytes than requested"));
    }
    let (_, summing) = gathered.written(part, summing).await?;
    Ok(summing.sum())
}

/// Bytes that are buffered to be written together.
struct Gathered {
    frames: Vec<Bytes>,
    length: usize,
    offset: u64,
}

impl Gathered {
    async fn written(mut self, part: &Arc<PartFile>, mut summing: Summing) -> Result<(Self, Summing), Fault> {
        let part = Arc::clone(part);
        blocking(move || {
            for frame in self.frames.drain(..) {
                summing.update(&frame);
                part.write_at(self.offset, &frame)?;
                self.offset += u64::try_from(frame.len()).unwrap_or(u64::MAX);
            }
            self.length = 0;
            Ok((self, summing))
        })
        .await
    }
}
