//! Reads one file while the sender may still be appending to it.
//!
//! Segments are fetched as they appear, several in parallel if there are several, and written in order to a `.part`
//! file. Each is verified against the sender's checksum. Once the file is finalized, missing data is fetched from its
//! object. The part file gets its name when size and checksum match the whole file.

mod piece;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use client::Client;
use futures_util::{StreamExt as _, stream};
use tokio_util::sync::CancellationToken;
use wire::ids::{FileId, PackageId};
use wire::segments::{SegmentBody, SegmentPage};
use wire::time::OptionalTime;

use crate::checksum::{self, Sum};
use crate::download::sum_of;
use crate::engine::Engine;
use crate::fault::Fault;
use crate::folder::{Folder, Identity, PartFile, Resume, Whole};
use crate::progress::Progress;
use crate::running::{Running, blocking};

use piece::{Piece, Stop};

/// How many seconds the server may wait for new data before it responds.
const WAIT: u64 = 50;
const AT_ONCE: usize = 4;
/// Bytes per request for the object.
const RANGE: u64 = 16 << 20;
/// How many times a corrupted file is fetched, and a URL is requested without progress.
const TRIES: u32 = 3;

/// What to read and where to store it.
pub struct Following {
    /// Has a token for the package.
    pub cloud: Client,
    pub package: PackageId,
    pub file: FileId,
    pub folder: Arc<Folder>,
    /// Below the folder.
    pub path: PathBuf,
    pub last_modified: OptionalTime,
}

/// Progress for display.
#[derive(Debug, Default)]
pub struct Seen {
    progress: Arc<Progress>,
    there: AtomicU64,
}

impl Seen {
    /// Bytes that arrived or are in transfer.
    pub fn bytes(&self) -> u64 {
        self.progress.acknowledged() + self.progress.under_way()
    }

    /// Bytes that exist, as far as we know.
    pub fn there(&self) -> u64 {
        self.there.load(Ordering::Relaxed).max(self.bytes())
    }
}

/// Records the progress of a file. Lost records only mean that data is fetched again. All functions block.
pub trait FollowLedger: Send + Sync + 'static {
    /// The part file that was created, and the sums of what was written to it, in order.
    fn known(&self) -> Result<Option<(Identity, Vec<Sum>)>, Fault>;
    /// Records a new, empty part file.
    fn begun(&self, part: &Identity) -> Result<(), Fault>;
    fn arrived(&self, piece: Sum) -> Result<(), Fault>;
    /// The file has got its name.
    fn ended(&self) -> Result<(), Fault>;
}

/// A complete file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// Below the folder.
    pub path: PathBuf,
    pub size: u64,
}

/// Reads the file until it is finalized and complete.
pub async fn follow<L: FollowLedger>(
    engine: &Engine,
    following: Following,
    ledger: Arc<L>,
    seen: Arc<Seen>,
    stop: &CancellationToken,
) -> Result<Followed, Fault> {
    let engine = engine.inner();
    let lane = Arc::clone(&engine.down);
    let running = Running::new(engine, lane, 0, Arc::clone(&seen.progress), stop);
    let run = Run { running, following, ledger, seen };
    let mut followed = None;
    let work = async {
        followed = Some(run.to_the_end().await?);
        Ok::<(), Fault>(())
    };
    run.running.to_its_end(work).await?;
    followed.ok_or(Fault::Stopped)
}

struct Run<L> {
    running: Running,
    following: Following,
    ledger: Arc<L>,
    seen: Arc<Seen>,
}

/// What we have of the file.
struct Got {
    part: Arc<PartFile>,
    pieces: u64,
    whole: Sum,
}

impl<L: FollowLedger> Run<L> {
    async fn to_the_end(&self) -> Result<Followed, Fault> {
        let Following { cloud, package, file, .. } = &self.following;
        let (mut got, mut stuck) = (self.resumed().await?, 0);
        loop {
            let after = got.as_ref().map_or(0, |got| got.pieces);
            let page = self.running.repeat(|| cloud.segments(package, file, after, WAIT)).await?;
            self.seen.there.store(page.size, Ordering::Relaxed);
            if page.is_final {
                return self.finished(got, &page).await;
            }
            if page.segments.is_empty() {
                continue;
            }
            let mut begun = match got.take() {
                Some(got) => got,
                None => self.begun().await?,
            };
            let pieces = segments_behind(begun.whole.length, page.segments);
            let received = self.receive(&mut begun, pieces).await;
            stuck = if begun.pieces > after { 0 } else { stuck + 1 };
            match received {
                Err(Stop::Fault(fault)) => return Err(fault),
                Err(Stop::Stale(fault)) if stuck >= TRIES => return Err(fault),
                // URLs expire, and segments disappear when the file is finalized: the next page has the current state.
                Ok(()) | Err(Stop::Stale(_)) => {}
            }
            got = Some(begun);
        }
    }

    /// Verifies what a part file from before still contains.
    async fn resumed(&self) -> Result<Option<Got>, Fault> {
        let (ledger, folder) = (Arc::clone(&self.ledger), Arc::clone(&self.following.folder));
        let path = self.following.path.clone();
        let resumed = blocking(move || {
            let Some((identity, sums)) = ledger.known()? else { return Ok(None) };
            if !folder.has_part(&identity)? {
                return Ok(None);
            }
            let noted = sums.iter().map(|sum| sum.length).sum();
            let part = folder.part(&path, noted, &Resume::Own(identity))?;
            part.read_from_disk()?;
            let (mut whole, mut kept) = (Sum::EMPTY, Vec::new());
            for sum in sums.into_iter().filter(|_| part.is_resumed()) {
                if sum_of(&part, whole.length, sum.length)? != sum {
                    break;
                }
                whole = whole.then(sum);
                kept.push(sum);
            }
            ledger.begun(part.identity())?;
            kept.iter().try_for_each(|sum| ledger.arrived(*sum))?;
            let pieces = u64::try_from(kept.len()).unwrap_or(u64::MAX);
            Ok(Some(Got { part: Arc::new(part), pieces, whole }))
        })
        .await?;
        if let Some(got) = &resumed {
            self.seen.progress.set_proven(got.whole.length);
        }
        Ok(resumed)
    }

    /// A new part file, recorded before it is visible.
    async fn begun(&self) -> Result<Got, Fault> {
        let (ledger, folder) = (Arc::clone(&self.ledger), Arc::clone(&self.following.folder));
        let path = self.following.path.clone();
        blocking(move || {
            let new = folder.new_part_for(&path, 0)?;
            let mut identity = new.identity().clone();
            ledger.begun(&identity)?;
            if let Some(other) = folder.name_part(&new, &path, 0)? {
                ledger.begun(&other)?;
                identity = other;
            }
            let part = folder.part(&path, 0, &Resume::Own(identity))?;
            if !part.is_resumed() {
                ledger.begun(part.identity())?;
            }
            Ok(Got { part: Arc::new(part), pieces: 0, whole: Sum::EMPTY })
        })
        .await
    }

    /// Discards what was written.
    async fn discarded(&self, got: Got) -> Result<Got, Fault> {
        self.seen.progress.lost(got.whole.length);
        let (ledger, folder) = (Arc::clone(&self.ledger), Arc::clone(&self.following.folder));
        let (path, identity) = (self.following.path.clone(), got.part.identity().clone());
        blocking(move || {
            let part = folder.part(&path, 0, &Resume::Own(identity))?;
            ledger.begun(part.identity())?;
            Ok(Got { part: Arc::new(part), pieces: 0, whole: Sum::EMPTY })
        })
        .await
    }

    /// Fetches pieces in parallel and records them in order.
    async fn receive(&self, got: &mut Got, pieces: Vec<Piece>) -> Result<(), Stop> {
        let part = Arc::clone(&got.part);
        let mut arriving = stream::iter(pieces).map(|piece| piece.fetch(&self.running, &part)).buffered(AT_ONCE);
        while let Some(sum) = arriving.next().await {
            let (sum, ledger) = (sum?, Arc::clone(&self.ledger));
            blocking(move || ledger.arrived(sum)).await?;
            got.whole = got.whole.then(sum);
            got.pieces += 1;
        }
        Ok(())
    }

    /// The file is finalized: fetches what is missing from its object.
    async fn finished(&self, mut got: Option<Got>, page: &SegmentPage) -> Result<Followed, Fault> {
        let crc64 = checksum::parse(&page.checksum);
        if got.is_none()
            && let Some(path) = self.there_already(page.size, crc64).await?
        {
            self.confirm().await;
            return Ok(Followed { path, size: page.size });
        }
        for _ in 0..TRIES {
            let mut begun = match got.take() {
                Some(got) => got,
                None => self.begun().await?,
            };
            self.fetch_rest(&mut begun, page.size).await?;
            if begun.whole.length == page.size && crc64.is_none_or(|crc64| crc64 == begun.whole.crc64) {
                return self.named(begun, crc64).await;
            }
            got = Some(self.discarded(begun).await?);
        }
        Err(Fault::Corrupted { path: self.following.path.display().to_string(), tries: TRIES })
    }

    /// Finds the same content under the file's own name, or under the name that our part file got before it was
    /// recorded.
    async fn there_already(&self, size: u64, crc64: Option<u64>) -> Result<Option<PathBuf>, Fault> {
        let (ledger, folder) = (Arc::clone(&self.ledger), Arc::clone(&self.following.folder));
        let path = self.following.path.clone();
        blocking(move || {
            let named = match ledger.known()? {
                Some((part, _)) => folder.named_before(&part, &path, (size, crc64))?,
                None => None,
            };
            let found = match named {
                Some(named) => Some(named),
                None => folder.has(&path, size, crc64)?.then_some(path),
            };
            if found.is_some() {
                ledger.ended()?;
            }
            Ok(found)
        })
        .await
    }

    async fn fetch_rest(&self, got: &mut Got, size: u64) -> Result<(), Fault> {
        let mut stuck = 0;
        // Request a URL even if nothing is missing, because this is where a download is counted.
        loop {
            let (url, before) = (self.address().await?, got.pieces);
            let missing = ranges(&url, got.whole.length, size);
            match self.receive(got, missing).await {
                Ok(()) => return Ok(()),
                Err(Stop::Fault(fault)) => return Err(fault),
                Err(Stop::Stale(fault)) => {
                    stuck = if got.pieces > before { 0 } else { stuck + 1 };
                    if stuck >= TRIES {
                        return Err(fault);
                    }
                }
            }
        }
    }

    async fn address(&self) -> Result<String, Fault> {
        let Following { cloud, package, file, .. } = &self.following;
        Ok(self.running.repeat(|| cloud.download_address(package, file)).await?.url)
    }

    async fn named(&self, got: Got, crc64: Option<u64>) -> Result<Followed, Fault> {
        let size = got.whole.length;
        let whole = Whole {
            part: got.part,
            relative: self.following.path.clone(),
            size,
            crc64,
            modified: self.following.last_modified.0,
        };
        let (ledger, folder) = (Arc::clone(&self.ledger), Arc::clone(&self.following.folder));
        let finished = blocking(move || {
            let finished = folder.finish(&whole)?;
            ledger.ended()?;
            Ok(finished)
        });
        let path = finished.await?.relative;
        self.confirm().await;
        Ok(Followed { path, size })
    }

    /// Notifies the sender. The file is complete whether that works or not.
    async fn confirm(&self) {
        let Following { cloud, package, file, .. } = &self.following;
        if let Err(error) = cloud.confirm_download(package, file).await {
            tracing::debug!(%error, "a download could not be confirmed");
        }
    }
}

fn segments_behind(mut offset: u64, segments: Vec<SegmentBody>) -> Vec<Piece> {
    let piece = |segment: SegmentBody| {
        let piece = Piece {
            url: segment.url,
            offset,
            length: segment.size,
            crc64: checksum::parse(&segment.checksum),
            of: None,
        };
        offset += segment.size;
        piece
    };
    segments.into_iter().map(piece).collect()
}

fn ranges(url: &str, from: u64, size: u64) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut offset = from;
    while offset < size {
        let length = RANGE.min(size - offset);
        pieces.push(Piece { url: url.to_owned(), offset, length, crc64: None, of: Some(size) });
        offset += length;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{RANGE, ranges};

    #[test]
    fn ranges_cover_what_is_missing() {
        for (from, size) in [(0, 0), (5, 5), (0, 1), (7, RANGE + 8), (0, 3 * RANGE)] {
            let pieces = ranges("", from, size);
            let mut offset = from;
            for piece in &pieces {
                assert_eq!(piece.offset, offset);
                assert!((1..=RANGE).contains(&piece.length));
                offset += piece.length;
            }
            assert_eq!(offset, size);
        }
    }
}
