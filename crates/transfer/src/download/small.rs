//! Fetches a file whole, with one request.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::adding::{Fetch, address};
use super::finishing::Received;
use super::open_part::part_of;
use super::receiving::write;
use super::{DownloadLedger, Run, WHOLE_LARGEST};
use crate::fault::{Fault, Setback};
use crate::folder::PartFile;
use crate::gate::Place;
use crate::progress::Moving;

/// How many times a file that arrives corrupted is fetched.
pub(super) const ALTERED_MOST: u32 = 3;

pub(super) async fn receive<L: DownloadLedger>(
    run: Arc<Run<L>>,
    fetch: Fetch,
    handle: OwnedSemaphorePermit,
    place: Place,
    received: mpsc::UnboundedSender<Received>,
) -> Result<(), Fault> {
    let item = fetch.item.number;
    match receive_whole(&run, fetch, handle, place).await {
        Ok(done) => {
            let _ = received.send(done);
            Ok(())
        }
        Err(fault) => run.file_failed(item, fault).await,
    }
}

pub(super) async fn receive_whole<L: DownloadLedger>(
    run: &Run<L>,
    mut fetch: Fetch,
    handle: OwnedSemaphorePermit,
    mut place: Place,
) -> Result<Received, Fault> {
    let part = part_of(run, &fetch, handle).await?;
    let mut tries = run.running.tries();
    let (mut altered, mut renewed) = (0, false);
    loop {
        let moving = Moving::new(&run.running.progress, fetch.item.number);
        let outcome = try_whole(run, &fetch, &part.part, &moving).await;
        drop(place);
        tries.moved(moving.last());
        if outcome.is_err() {
            moving.take();
        }
        match outcome {
            Ok(()) => {
                return Ok(Received { item: fetch.item, file: fetch.file, part, moving: vec![moving] });
            }
            Err(Setback::Lasting(fault)) => return Err(fault),
            Err(Setback::Address) if renewed => return Err(Fault::AddressesRunOut),
            Err(Setback::Passing { cause, wait }) => {
                tracing::debug!(cause, "fetching a file again");
                if !tries.again(wait).await {
                    return Err(Fault::Unreachable(cause));
                }
            }
            Err(Setback::Altered) => altered += 1,
            Err(_) => renewed = true,
        }
        if altered >= ALTERED_MOST {
            return Err(Fault::Corrupted { path: fetch.item.path.display().to_string(), tries: altered });
        }
        fetch.url = address(run, &fetch.file, &fetch.url).await?;
        place = run.running.place(fetch.item.size.min(WHOLE_LARGEST)).await;
    }
}

async fn try_whole<L: DownloadLedger>(
    run: &Run<L>,
    fetch: &Fetch,
    part: &Arc<PartFile>,
    moving: &Moving,
) -> Result<(), Setback> {
    let size = fetch.item.size;
    let fetching = async {
        let mut content = run.running.engine.storage.get(&fetch.url, None).await?;
        write(&run.running, &mut content, part, 0, size, moving).await
    };
    let sum = run.running.in_flight(size, moving, fetching).await?;
    if fetch.item.crc64.is_some_and(|crc64| crc64 != sum.crc64) {
        return Err(Setback::Altered);
    }
    Ok(())
}
