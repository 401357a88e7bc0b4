//! Sends one file while it grows.
//!
//! A part is sent as soon as its bytes exist, several in parallel if there is a backlog, and a short last one when the
//! file has ended. It has ended when neither its size nor its modification time changed for a while, measured with a
//! monotonic clock. A file that becomes shorter ends the stream with an error. The file is kept open and never looked
//! up by name again, so a renamed or deleted file is still sent to its end, and a new file with its name is not part of
//! this stream.
//!
//! Only files that are appended to can be sent this way. Changes to bytes that were already sent are detected where
//! that is cheap. The first part is compared before the file is declared complete, because programs that seek back do
//! so to write their headers; the file is then sent again. The last part is compared when a stream resumes after an
//! interruption. Changes between them that do not change the size are not detected.

mod growing;
mod opening;
mod sending;
mod watching;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use domain::growing_plan::{full_parts, length_of, offset_of, parts_of};
use tokio_util::sync::CancellationToken;
use wire::ids::FileId;

use crate::engine::Engine;
use crate::fault::Fault;
use crate::progress::{Item, Progress};
use crate::source::Identity;
use crate::upload::adding::forget;
use crate::upload::parts::{Broken, RESTARTS};
use crate::upload::piece::Stretch;
use crate::upload::{PartDone, Run, Stage, Upload, UploadItem, UploadLedger};

/// What to send, where, and when it has ended.
pub struct Stream {
    pub upload: Upload,
    /// The file has ended if it did not change for this long.
    pub idle: Duration,
    /// Whether the ledger has recorded that it ended, and with which size.
    pub is_ended: bool,
    /// Whether members of the Team can read it while it grows.
    pub is_followed: bool,
}

/// The ledger of an upload with one growing file.
pub trait StreamLedger: UploadLedger {
    /// Records the current state of the file. Bytes after its end do not belong to the stream.
    fn seen(&self, item: Item, identity: Identity, is_ended: bool) -> impl Future<Output = Result<(), Fault>> + Send;
}

/// The current extent of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Extent {
    identity: Identity,
    is_ended: bool,
}

impl Extent {
    /// How many parts can be sent by now.
    fn parts(self) -> u64 {
        if self.is_ended { parts_of(self.identity.size) } else { full_parts(self.identity.size) }
    }

    /// The bytes of a complete part.
    fn stretch(self, index: u64) -> Stretch {
        let offset = offset_of(index);
        Stretch { offset, length: length_of(index).min(self.identity.size.saturating_sub(offset)) }
    }
}

/// The file of a stream, and its progress.
struct Following {
    item: UploadItem,
    extent: Extent,
    idle: Duration,
    is_followed: bool,
}

/// Sends the one pending file and returns when it has ended.
pub async fn follow<L: StreamLedger>(
    engine: &Engine,
    stream: Stream,
    ledger: Arc<L>,
    progress: Arc<Progress>,
    stop: &CancellationToken,
) -> Result<(), Fault> {
    let Stream { upload, idle, is_ended, is_followed } = stream;
    let run = Run::new(engine, upload, ledger, progress, stop);
    run.running.to_its_end(follow_pending(&run, idle, is_ended, is_followed)).await
}

async fn follow_pending<L: StreamLedger>(
    run: &Arc<Run<L>>,
    idle: Duration,
    is_ended: bool,
    is_followed: bool,
) -> Result<(), Fault> {
    for item in run.ledger.pending(None, 1).await? {
        let Some(source) = &item.source else { continue };
        let extent = Extent { identity: source.identity, is_ended };
        let mut following = Following { item, extent, idle, is_followed };
        following.extent.identity.size = following.noted_size();
        follow_to_its_end(run, following).await?;
    }
    run.running.failure()
}

async fn follow_to_its_end<L: StreamLedger>(run: &Arc<Run<L>>, mut following: Following) -> Result<(), Fault> {
    for restarts in 0.. {
        let fault = match sending::attempt(run, &mut following).await {
            Ok(()) => return Ok(()),
            Err(Broken::Restart(fault)) if restarts < RESTARTS => fault,
            Err(Broken::Restart(fault) | Broken::Fault(fault)) => {
                if let Some(file) = following.file().filter(|_| fault.is_of_one_file()) {
                    forget(run, file).await?;
                }
                return run.file_failed(following.item.number, fault).await;
            }
        };
        tracing::warn!(%fault, file = following.item.name, "a stream starts again");
        if let Some(file) = following.file().cloned() {
            following.item.stage = Stage::Added(file);
        }
    }
    Ok(())
}

impl Following {
    /// The id of the file in the package, if it was added.
    fn file(&self) -> Option<&FileId> {
        match &self.item.stage {
            Stage::Waiting => None,
            Stage::Added(file) | Stage::Begun { file, .. } | Stage::Sent { file, .. } => Some(file),
        }
    }

    /// The recorded size: parts are recorded at once, the size only now and then.
    fn noted_size(&self) -> u64 {
        let sent = self.done().last_key_value().map(|(index, part)| offset_of(*index) + part.sum.length);
        self.extent.identity.size.max(sent.unwrap_or_default())
    }

    /// The parts that storage has.
    fn done(&self) -> BTreeMap<u64, PartDone> {
        match &self.item.stage {
            Stage::Begun { parts, .. } => parts.iter().map(|part| (part.index, part.clone())).collect(),
            _ => BTreeMap::new(),
        }
    }
}
