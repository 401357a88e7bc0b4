//! Reads recorded ranges again when a download is resumed.
//!
//! The disk may have lost them in the meantime: after a power loss, or because it lost its cache while the machine kept
//! running. Nothing tells us, so every resume compares them with their checksums before the file gets its name.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{DownloadItem, DownloadLedger, RangeDone, Run, range_length};
use crate::checksum::{Sum, Summing};
use crate::fault::Fault;
use crate::folder::PartFile;
use crate::running::blocking;

/// Files of one download that are read again at the same time, each with one thread.
pub(super) const AT_ONCE: usize = 2;

/// The indexes of ranges that the part file no longer contains. Each is removed from the ledger when it is found.
pub(super) async fn lost<L: DownloadLedger>(
    run: &Run<L>,
    item: &DownloadItem,
    part: &Arc<PartFile>,
    recorded: Vec<RangeDone>,
) -> Result<BTreeSet<u64>, Fault> {
    let (mut lost, step) = (BTreeSet::new(), range_length(item.size));
    if !recorded.is_empty() {
        let file = Arc::clone(part);
        blocking(move || Ok(file.read_from_disk()?)).await?;
    }
    for RangeDone { index, sum } in recorded {
        let file = Arc::clone(part);
        let found = blocking(move || Ok(sum_of(&file, index * step, sum.length).ok())).await?;
        // A range that cannot be read is written again, which often repairs the disk.
        if found != Some(sum) {
            run.ledger.range_lost(item.number, index).await?;
            run.running.progress.lost(sum.length);
            lost.insert(index);
        }
    }
    if !lost.is_empty() {
        tracing::warn!(file = %item.path.display(), ranges = lost.len(), "the disk lost received data; fetching it again");
    }
    Ok(lost)
}

pub(crate) fn sum_of(file: &PartFile, offset: u64, length: u64) -> Result<Sum, Fault> {
    let mut summing = Summing::new();
    let mut block = vec![0; 1 << 20];
    let mut read = 0;
    while read < length {
        let step = usize::try_from(length - read).unwrap_or(usize::MAX).min(block.len());
        let got = file.read_at(offset + read, &mut block[..step])?;
        if got == 0 {
            break;
        }
        summing.update(&block[..got]);
        read += u64::try_from(got).unwrap_or(u64::MAX);
    }
    Ok(summing.sum())
}
