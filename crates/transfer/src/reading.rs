//! Reads one file from its first byte to its last, for a caller that passes the bytes on at once.
//!
//! Pieces are fetched several at a time and handed out in order. A piece that breaks off is fetched again before any of it
//! is handed out. The checksum of the whole is compared at the end: until this returns without an error, what was handed
//! out is not known to be the file.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use wire::ids::FileId;

use crate::checksum::{Sum, Summing};
use crate::download::Addresses;
use crate::engine::Engine;
use crate::fault::{Fault, Setback};
use crate::progress::Progress;
use crate::running::Running;
use crate::storage::{Range, passing};

/// Bytes of a piece: what is lost if a connection breaks, and what each connection keeps in memory.
const PIECE: u64 = 8 << 20;
const AT_ONCE: usize = 4;

/// What to read.
pub struct Reading {
    pub addresses: Arc<dyn Addresses>,
    pub file: FileId,
    /// Its name, for errors.
    pub name: String,
    pub size: u64,
    /// `None` if the server does not know it: then only the size is compared.
    pub crc64: Option<u64>,
}

/// Sends the content to `out`. It ends early if nobody receives it any more.
pub async fn read(
    engine: &Engine,
    reading: Reading,
    out: mpsc::Sender<Bytes>,
    stop: &CancellationToken,
) -> Result<(), Fault> {
    let engine = engine.inner();
    let lane = Arc::clone(&engine.down);
    let run = Run { running: Running::new(engine, lane, 0, Arc::new(Progress::default()), stop), reading };
    run.running.to_its_end(run.all(&out)).await
}

struct Run {
    running: Running,
    reading: Reading,
}

impl Run {
    async fn all(&self, out: &mpsc::Sender<Bytes>) -> Result<(), Fault> {
        let Reading { name, size, crc64, .. } = &self.reading;
        let firsts = (0..size.div_ceil(PIECE)).map(|number| number * PIECE);
        let mut pieces = stream::iter(firsts).map(|first| self.piece(first)).buffered(AT_ONCE);
        let mut whole = Sum::EMPTY;
        while let Some(piece) = pieces.next().await {
            let (frames, sum) = piece?;
            whole = whole.then(sum);
            for frame in frames {
                out.send(frame).await.map_err(|_| Fault::Stopped)?;
            }
        }
        if crc64.is_some_and(|crc64| crc64 != whole.crc64) {
            return Err(Fault::Corrupted { path: name.clone(), tries: 1 });
        }
        Ok(())
    }

    async fn piece(&self, first: u64) -> Result<(Vec<Bytes>, Sum), Fault> {
        let last = (first + PIECE).min(self.reading.size) - 1;
        // Counted from the first failure: before it, the reader may have let a piece wait for long.
        let (mut tries, mut renewed) = (None, false);
        let mut url = self.address("").await?;
        loop {
            let place = self.running.place(last - first + 1).await;
            let fetched = self.try_once(&url, first, last).await;
            drop(place);
            match fetched {
                Ok(done) => return Ok(done),
                Err(Setback::Passing { cause, wait }) => {
                    tracing::debug!(cause, "fetching a piece again");
                    if !tries.get_or_insert_with(|| self.running.tries()).again(wait).await {
                        return Err(Fault::Unreachable(cause));
                    }
                }
                Err(Setback::Lasting(fault)) => return Err(fault),
                Err(_) if renewed => return Err(Fault::AddressesRunOut),
                Err(_) => {
                    renewed = true;
                    url = self.address(&url).await?;
                }
            }
        }
    }

    async fn address(&self, old: &str) -> Result<String, Fault> {
        let Reading { addresses, file, .. } = &self.reading;
        self.running.repeat(|| addresses.instead_of(file, old)).await
    }

    async fn try_once(&self, url: &str, first: u64, last: u64) -> Result<(Vec<Bytes>, Sum), Setback> {
        let of = self.reading.size;
        let mut content = self.running.engine.storage.get(url, Some(Range { first, last, of })).await?;
        let length = last - first + 1;
        if !content.is_range && length != of {
            return Err(passing("storage sent the whole content instead of the requested range"));
        }
        let (mut frames, mut summing, mut left) = (Vec::new(), Summing::new(), length);
        while let Some(frame) = content.next().await? {
            let bytes = u64::try_from(frame.len()).unwrap_or(u64::MAX);
            left = left.checked_sub(bytes).ok_or_else(|| passing("storage sent more bytes than requested"))?;
            self.running.lane.pass(frame.len()).await;
            summing.update(&frame);
            frames.push(frame);
        }
        if left > 0 {
            return Err(passing("storage sent fewer bytes than requested"));
        }
        Ok((frames, summing.sum()))
    }
}
