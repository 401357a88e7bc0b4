//! One request that sends content: a part of a large file, or a small file whole.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::mpsc;
use wire::blueprint::Blueprint;

use crate::blocks::BLOCK;
use crate::checksum::{Sum, Summing};
use crate::fault::{Fault, Setback};
use crate::part_body::PartBody;
use crate::progress::Moving;
use crate::running::{PATIENCE, Running, blocking};
use crate::source::Readable;
use crate::storage::{Taken, passing};

/// Blocks that are read ahead of the connection.
const AHEAD: usize = 1;

/// A stretch of the source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stretch {
    pub(crate) offset: u64,
    pub(crate) length: u64,
}

/// Sends the stretch, and returns the store's response and our checksum once they agree.
pub(crate) async fn send<S: Readable>(
    running: &Running,
    source: &Arc<S>,
    stretch: Stretch,
    blueprint: &Blueprint,
    moving: &Arc<Moving>,
) -> Result<(Taken, Sum), Setback> {
    let (blocks, body) = mpsc::channel(AHEAD);
    let reading = read(running, Arc::clone(source), stretch, blocks, Arc::clone(moving));
    let sending = running.engine.storage.send(blueprint, PartBody::new(stretch.length, body));
    let (read, taken) = tokio::join!(reading, sending);
    // The reason why the source ended is more useful than the connection's error.
    let sum = read?;
    let taken = taken?;
    let Some(sum) = sum else { return Err(passing("storage answered before it received everything")) };
    if taken.crc64.is_some_and(|stored| stored != sum.crc64) {
        return Err(Setback::Altered);
    }
    Ok((taken, sum))
}

/// Reads the stretch block by block as the connection sends it; `None` if the connection stopped early.
async fn read<S: Readable>(
    running: &Running,
    source: Arc<S>,
    stretch: Stretch,
    blocks: mpsc::Sender<Bytes>,
    moving: Arc<Moving>,
) -> Result<Option<Sum>, Fault> {
    let mut summing = Summing::new();
    let (mut offset, end) = (stretch.offset, stretch.offset + stretch.length);
    let mut patience = PATIENCE;
    while offset < end {
        // Without a block, which the more urgent part may need.
        running.give_way(&mut patience).await;
        let Ok(place) = blocks.reserve().await else { return Ok(None) };
        let length = usize::try_from(end - offset).unwrap_or(usize::MAX).min(BLOCK);
        let mut block = running.engine.blocks.take().await;
        let from = Arc::clone(&source);
        let (block, summed) = blocking(move || {
            from.read_at(&mut block.space()[..length], offset)?;
            summing.update(&block.space()[..length]);
            Ok((block, summing))
        })
        .await?;
        summing = summed;
        running.lane.pass(length).await;
        let bytes = u64::try_from(length).unwrap_or(u64::MAX);
        offset += bytes;
        moving.add(bytes);
        place.send(block.filled(length));
    }
    blocking(move || source.check_handle()).await?;
    Ok(Some(summing.sum()))
}

/// Only calculates the checksum of a stretch.
pub(crate) async fn sum<S: Readable>(running: &Running, source: Arc<S>, stretch: Stretch) -> Result<Sum, Fault> {
    let mut block = running.engine.blocks.take().await;
    blocking(move || {
        let mut summing = Summing::new();
        let (mut offset, end) = (stretch.offset, stretch.offset + stretch.length);
        while offset < end {
            let length = usize::try_from(end - offset).unwrap_or(usize::MAX).min(BLOCK);
            source.read_at(&mut block.space()[..length], offset)?;
            summing.update(&block.space()[..length]);
            offset += u64::try_from(length).unwrap_or(u64::MAX);
        }
        Ok(summing.sum())
    })
    .await
}
