//! Sends a file whole, with one plain PUT.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::adding::add_again;
use super::piece::{self, Stretch};
use super::ready::{Ready, SmallFile, SmallSent};
use super::{ALTERED_MOST, Run, SourceFile, UploadLedger};
use crate::fault::{Fault, Setback};
use crate::gate::Place;
use crate::progress::Moving;
use crate::source::Source;

pub(super) async fn send<L: UploadLedger>(
    run: Arc<Run<L>>,
    file: SmallFile,
    place: Place,
    sent: mpsc::UnboundedSender<SmallSent>,
) -> Result<(), Fault> {
    let item = file.item.number;
    match send_whole(&run, file, place).await {
        Ok(Some(done)) => {
            let _ = sent.send(done);
            Ok(())
        }
        Ok(None) => Ok(()),
        Err(fault) => run.file_failed(item, fault).await,
    }
}

/// `None` if the package refused the file, which is then recorded.
pub(super) async fn send_whole<L: UploadLedger>(
    run: &Run<L>,
    mut file: SmallFile,
    mut place: Place,
) -> Result<Option<SmallSent>, Fault> {
    let mut tries = run.running.tries();
    let (mut altered, mut renewed) = (0, false);
    loop {
        let moving = Arc::new(Moving::new(&run.running.progress, file.item.number));
        let outcome = try_whole(run, &file, &moving).await;
        drop(place);
        tries.moved(moving.last());
        if outcome.is_err() {
            moving.take();
        }
        match outcome {
            Ok(sent) => return Ok(Some(sent)),
            Err(Setback::Lasting(fault)) => return Err(fault),
            Err(Setback::Passing { cause, wait }) => {
                if !tries.again(wait).await {
                    return Err(Fault::Unreachable(cause));
                }
            }
            Err(Setback::Address) if renewed => return Err(Fault::AddressesRunOut),
            Err(setback) => {
                altered += u32::from(matches!(setback, Setback::Altered));
                renewed |= matches!(setback, Setback::Address);
                if altered >= ALTERED_MOST {
                    return Err(Fault::Corrupted { path: file.item.name, tries: altered });
                }
                match add_again(run, &file.item, &file.file).await? {
                    Some(Ready::Small(again)) => file = again,
                    // The store no longer accepts a plain PUT: the next resume sends it in parts.
                    Some(_) => return Err(Fault::AddressesRunOut),
                    None => return Ok(None),
                }
            }
        }
        place = run.running.place(file.source.identity.size).await;
    }
}

async fn try_whole<L: UploadLedger>(
    run: &Run<L>,
    small: &SmallFile,
    moving: &Arc<Moving>,
) -> Result<SmallSent, Setback> {
    let SourceFile { path, identity } = small.source.clone();
    let source = Arc::new(run.running.with_files(move || Source::open(&path, identity)).await?);
    let stretch = Stretch { offset: 0, length: identity.size };
    let sending = piece::send(&run.running, &source, stretch, &small.put, moving);
    let (etag, sum) = match run.running.in_flight(stretch.length, moving, sending).await {
        Ok((taken, sum)) => (Some(taken.etag), sum),
        // An earlier try arrived, but its response was lost. Size and checksum decide whether it is the right content.
        Err(Setback::Present) => (None, piece::sum(&run.running, source, stretch).await?),
        Err(setback) => return Err(setback),
    };
    moving.arrived();
    let (item, source, file) = (small.item.clone(), small.source.clone(), small.file.clone());
    Ok(SmallSent { item, source, file, etag, sum, is_noted: false })
}
