//! One attempt to send a growing file to its end.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinSet;

use super::growing::Growing;
use super::opening::target;
use super::watching::watch;
use super::{Extent, Following, StreamLedger};
use crate::fault::Fault;
use crate::running::blocking;
use crate::upload::parts::{self, Broken, Outgoing, Target};
use crate::upload::{PartDone, Run, piece};

pub(super) async fn attempt<L: StreamLedger>(run: &Arc<Run<L>>, following: &mut Following) -> Result<(), Broken> {
    let mut done = following.done();
    let extent = following.extent;
    // If the file ended and everything was sent, the source is not needed any more.
    let is_sent = extent.is_ended && parts::missing(0..extent.parts(), &done).is_empty();
    let source = if is_sent { None } else { Some(open(run, following, &done).await?) };
    let target = Arc::new(target(run, following).await?);
    let sent = async {
        if let Some(source) = source {
            send_all(run, following, &target, &source, &mut done).await?;
            check_beginning(run, &source, following.extent, &done).await?;
        }
        target.finalize(run, &done, None).await
    };
    let sent = sent.await;
    if matches!(sent, Err(Broken::Restart(_))) || matches!(&sent, Err(Broken::Fault(fault)) if fault.is_of_one_file()) {
        run.running.progress.lost(done.values().map(|part| part.sum.length).sum());
    }
    sent
}

/// Opens the file and checks that it is the one whose parts were sent.
async fn open<L: StreamLedger>(
    run: &Run<L>,
    following: &Following,
    done: &BTreeMap<u64, PartDone>,
) -> Result<Arc<Growing>, Fault> {
    let identity = following.extent.identity;
    let path = following.item.source.as_ref().map(|source| source.path.clone()).unwrap_or_default();
    let source = Arc::new(blocking(move || Growing::open(&path, identity)).await?);
    if let Some((index, last)) = done.last_key_value() {
        let sum = piece::sum(&run.running, Arc::clone(&source), following.extent.stretch(*index)).await?;
        if sum != last.sum {
            return Err(Fault::SourceChanged { path: source.path().to_owned(), how: "was rewritten" });
        }
    }
    Ok(source)
}

/// Checks that the file still starts with what was sent first.
async fn check_beginning<L: StreamLedger>(
    run: &Run<L>,
    source: &Arc<Growing>,
    extent: Extent,
    done: &BTreeMap<u64, PartDone>,
) -> Result<(), Broken> {
    let sum = piece::sum(&run.running, Arc::clone(source), extent.stretch(0)).await?;
    if done.get(&0).is_none_or(|first| first.sum != sum) {
        let path = source.path().to_owned();
        return Err(Broken::Restart(Fault::SourceChanged { path, how: "was changed at its beginning" }));
    }
    Ok(())
}

/// Sends every part until the file has ended.
async fn send_all<L: StreamLedger>(
    run: &Arc<Run<L>>,
    following: &mut Following,
    target: &Arc<Target>,
    source: &Arc<Growing>,
    done: &mut BTreeMap<u64, PartDone>,
) -> Result<(), Broken> {
    let (tell, extents) = watch::channel(following.extent);
    let watching = async {
        if following.extent.is_ended {
            return Ok(());
        }
        watch(run, target.item, source, following.idle, &tell).await.map_err(Broken::Fault)
    };
    let sending = send_parts(run, target, source, extents, done);
    let sent = tokio::try_join!(watching, sending);
    // What was seen before a failure remains valid.
    following.extent = *tell.borrow();
    sent.map(|_| ())
}

async fn send_parts<L: StreamLedger>(
    run: &Arc<Run<L>>,
    target: &Arc<Target>,
    source: &Arc<Growing>,
    mut extents: watch::Receiver<Extent>,
    done: &mut BTreeMap<u64, PartDone>,
) -> Result<(), Broken> {
    let mut tasks = JoinSet::new();
    let mut next = 0;
    loop {
        let extent = *extents.borrow_and_update();
        for wanted in parts::missing(next..extent.parts(), done) {
            let addresses = target.addresses(run, &wanted).await?;
            for (index, address) in wanted.zip(addresses) {
                let stretch = extent.stretch(index);
                let place = run.running.place(stretch.length).await;
                let part = Outgoing { index, stretch, address };
                tasks.spawn(parts::send(Arc::clone(run), Arc::clone(target), Arc::clone(source), part, place));
                while let Some(ended) = tasks.try_join_next() {
                    parts::take(ended, done)?;
                }
            }
        }
        next = next.max(extent.parts());
        if extent.is_ended {
            break;
        }
        tokio::select! {
            changed = extents.changed() => changed.map_err(|_| Fault::Stopped)?,
            Some(ended) = tasks.join_next() => parts::take(ended, done)?,
        }
    }
    while let Some(ended) = tasks.join_next().await {
        parts::take(ended, done)?;
    }
    Ok(())
}
