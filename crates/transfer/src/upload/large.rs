//! Sends a file in parallel parts.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::chunk_plan::ChunkPlan;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinSet;

use super::adding::{add_again, forget};
use super::parts::{self, Broken, Form, Outgoing, RESTARTS, Target};
use super::piece::Stretch;
use super::ready::{Begin, LargeFile, Ready};
use super::{PartDone, Run, SourceFile, UploadLedger};
use crate::fault::Fault;
use crate::source::Source;

/// Shared by all parts of one upload.
struct Sending {
    target: Arc<Target>,
    plan: ChunkPlan,
    source: Arc<Source>,
}

/// Holds `turn` until all its parts are started; then the next file starts.
pub(super) async fn send<L: UploadLedger>(
    run: Arc<Run<L>>,
    mut file: LargeFile,
    turn: OwnedSemaphorePermit,
) -> Result<(), Fault> {
    let (item, mut id) = (file.item.clone(), file.file.clone());
    let mut turn = Some(turn);
    for restarts in 0.. {
        id.clone_from(&file.file);
        let fault = match send_once(&run, file, turn.take()).await {
            Ok(()) => return Ok(()),
            Err(Broken::Restart(fault)) if restarts < RESTARTS => fault,
            Err(Broken::Restart(fault) | Broken::Fault(fault)) => {
                if fault.is_of_one_file() {
                    forget(&run, &id).await?;
                }
                return run.file_failed(item.number, fault).await;
            }
        };
        tracing::warn!(%fault, file = item.name, "an upload starts again");
        match add_again(&run, &item, &id).await? {
            Some(Ready::Large(again)) => file = again,
            _ => return Ok(()),
        }
        turn = Some(run.running.turn().await?);
    }
    Ok(())
}

async fn send_once<L: UploadLedger>(
    run: &Arc<Run<L>>,
    file: LargeFile,
    turn: Option<OwnedSemaphorePermit>,
) -> Result<(), Broken> {
    let SourceFile { path, identity } = file.source;
    let source = Arc::new(run.running.with_files(move || Source::open(&path, identity)).await?);
    let plan = ChunkPlan::new(identity.size, file.item.part_size)
        .map_err(|refusal| Fault::SourceUnfit { path: source.path().to_owned(), cause: refusal.to_string() })?;
    let upload = match file.begin {
        Begin::Begun(upload) => upload,
        Begin::Create(create) => {
            let upload = parts::begin(run, &create).await?;
            run.ledger.begun(file.item.number, file.file.clone(), upload.clone()).await?;
            upload
        }
    };
    let form = Form::Upload(upload);
    let target = Arc::new(Target { item: file.item.number, name: file.item.name, file: file.file, form });
    let sending = Sending { target, plan, source };
    let mut done: BTreeMap<u64, PartDone> = file.parts.into_iter().map(|part| (part.index, part)).collect();
    let sent = send_parts(run, &sending, &mut done, turn).await;
    let sent = match sent {
        Ok(()) => finalize(run, &sending, &done).await,
        Err(broken) => Err(broken),
    };
    if matches!(sent, Err(Broken::Restart(_))) || matches!(&sent, Err(Broken::Fault(fault)) if fault.is_of_one_file()) {
        run.running.progress.lost(done.values().map(|part| part.sum.length).sum());
    }
    sent
}

/// Sends the parts that are missing in `done`, and adds them to it.
async fn send_parts<L: UploadLedger>(
    run: &Arc<Run<L>>,
    Sending { target, plan, source }: &Sending,
    done: &mut BTreeMap<u64, PartDone>,
    turn: Option<OwnedSemaphorePermit>,
) -> Result<(), Broken> {
    let mut tasks = JoinSet::new();
    for missing in parts::missing(0..plan.count(), done) {
        let addresses = target.addresses(run, &missing).await?;
        for (index, address) in missing.zip(addresses) {
            let stretch =
                Stretch { offset: index * plan.chunk_size, length: plan.length_of(index).unwrap_or_default() };
            let place = run.running.place(stretch.length).await;
            let part = Outgoing { index, stretch, address };
            tasks.spawn(parts::send(Arc::clone(run), Arc::clone(target), Arc::clone(source), part, place));
            while let Some(ended) = tasks.try_join_next() {
                parts::take(ended, done)?;
            }
        }
    }
    drop(turn);
    while let Some(ended) = tasks.join_next().await {
        parts::take(ended, done)?;
    }
    Ok(())
}

/// Has the server assemble the parts, if the source is unchanged.
async fn finalize<L: UploadLedger>(
    run: &Run<L>,
    sending: &Sending,
    done: &BTreeMap<u64, PartDone>,
) -> Result<(), Broken> {
    let source = Arc::clone(&sending.source);
    run.running.with_files(move || source.check_name()).await?;
    sending.target.finalize(run, done, Some(sending.plan.chunk_size)).await
}
