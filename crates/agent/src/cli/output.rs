//! `get --stdout`: one file of a package, to the program behind a pipe.
//!
//! It needs no running agent. Whatever goes wrong, the command does not end with 0, and says that the output is not the
//! whole file.

use std::io::Write as _;
use std::sync::Arc;

use bytes::Bytes;
use serving::terminal::plain_line;
use tokio::sync::mpsc;
use transfer::download::OfPackage;
use transfer::reading::{Reading, read};
use transfer::{Engine, Fault, checksum};
use wire::files::FileBody;

use super::exit::Exit;
use super::problem::{Outcome, Problem};
use super::source::{Opened, check_matches, full_name};
use super::{Context, units};
use crate::downloads::Only;

/// Pieces of a piece that wait until they can be written.
const WAITING_MOST: usize = 16;

pub(super) fn check_place(context: &Context) -> Outcome<()> {
    if context.is_terminal {
        // What someone else has sent must not control the terminal.
        return Err(
            Problem::usage("--stdout: standard output is a terminal").next("redirect it to a file or a program")
        );
    }
    Ok(())
}

/// Writes the only chosen file of the package to standard output.
pub(super) async fn run(opened: &Opened, only: &mut Only, context: &Context) -> Outcome<Exit> {
    let file = context.unless_interrupted(chosen(opened, only)).await?;
    let (name, id) = (full_name(&file), file.id.clone());
    let engine = Engine::start(context.options.retry_policy).map_err(anyhow::Error::from)?;
    engine.limit_downloads(context.options.max_download_rate.filter(|rate| *rate > 0));
    let addresses = Arc::new(OfPackage { cloud: opened.holder.clone(), package: opened.package.clone() });
    let crc64 = checksum::parse(&file.checksum.crc64nvme);
    let reading = Reading {
        addresses: Arc::clone(&addresses) as Arc<_>,
        file: file.id,
        name: name.clone(),
        size: u64::try_from(file.size).unwrap_or_default(),
        crc64,
    };
    let size = reading.size;
    let (sender, receiver) = mpsc::channel(WAITING_MOST);
    let writing = tokio::task::spawn_blocking(move || written(receiver));
    let arrived = read(&engine, reading, sender, &context.interrupt).await;
    let written = tokio::select! {
        written = writing => written.map_err(anyhow::Error::from)?,
        () = context.interrupt.cancelled() => return Err(incomplete(Exit::Interrupted, "interrupted")),
    };
    match (arrived, written) {
        (_, Err(error)) => return Err(incomplete(Exit::Failed, &format!("cannot write: {error}"))),
        (Err(Fault::Stopped), _) => return Err(incomplete(Exit::Interrupted, "interrupted")),
        (Err(fault), _) => {
            let Problem { exit, what, .. } = Problem::of_fault(&fault);
            return Err(incomplete(exit, &what));
        }
        (Ok(()), Ok(count)) if count != size => {
            return Err(incomplete(Exit::Failed, &format!("{count} of {size} bytes were written")));
        }
        (Ok(()), Ok(_)) => {}
    }
    // The sender may want to know. The output is complete in any case.
    let _ = opened.holder.confirm_downloads(&opened.package, &[id]).await;
    context.talk.say(&format!("{}, {}", plain_line(&name), units::bytes(size)));
    if crc64.is_none() {
        context.talk.warn("only the size was compared: the package has no checksum of this file");
    }
    Ok(Exit::Done)
}

async fn chosen(opened: &Opened, only: &mut Only) -> Outcome<FileBody> {
    let (mut found, mut count) = (None, 0_u64);
    for page in 1_usize.. {
        let (files, is_last) = opened.files(page).await?;
        for file in files {
            if only.contains(&file) && file.kind != "directory" {
                count += 1;
                found.get_or_insert(file);
            }
        }
        if is_last {
            break;
        }
    }
    check_matches(only)?;
    match (found, count) {
        (Some(file), 1) => Ok(file),
        (_, 0) => Err(Problem::new(Exit::Missing, "the package has no file")),
        (_, count) => {
            let what = format!("--stdout writes one file, and these are {count}");
            Err(Problem::usage(what).next("choose one by its name: tonnage-agent get PACKAGE 'folder/file' --stdout"))
        }
    }
}

/// Writes all that comes, and returns how many bytes that were.
fn written(mut frames: mpsc::Receiver<Bytes>) -> std::io::Result<u64> {
    let (mut output, mut count) = (std::io::stdout().lock(), 0);
    while let Some(frame) = frames.blocking_recv() {
        output.write_all(&frame)?;
        count += u64::try_from(frame.len()).unwrap_or(u64::MAX);
    }
    output.flush()?;
    Ok(count)
}

fn incomplete(exit: Exit, why: &str) -> Problem {
    Problem::new(exit, format!("the output is incomplete: {why}")).next("discard it and run the command again")
}
