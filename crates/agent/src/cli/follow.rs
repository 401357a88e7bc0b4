//! Follows a transfer to its end, and pauses it cleanly on an interrupt.

use std::time::Duration;

use client::{AgentClient, ClientError};
use serde::Serialize;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use wire::agent::{
    DownloadId, DownloadState, DownloadSummary, ItemBody, ItemState, SkippedItem, TransferError, UploadId, UploadState,
    UploadSummary,
};
use wire::error::ErrorCode;

use super::exit::Exit;
use super::meter::{Meter, per_second};
use super::problem::{Outcome, Problem};
use super::progress::{FILES_SHOWN, Look, MovingFile, Progress};
use super::talk::Talk;
use super::units;

/// Poll short transfers quickly and long ones less often.
const FIRST_WAIT: Duration = Duration::from_millis(20);
const LONGEST_WAIT: Duration = Duration::from_millis(500);
/// How long a pause may take: parts that are more than half done get their time.
const PAUSE_MOST: Duration = Duration::from_secs(15);
/// Tolerates a restart of the agent.
const SILENT_LOOKS_MOST: u32 = 20;
/// An upload whose files have all arrived is finalized within moments, unless the agent leaves that to the caller, which
/// is this command.
const IDLE_LOOKS_MOST: u32 = 10;
/// Files per request, while the transfer runs and at its end.
const WINDOW: u64 = 500;
const PAGE: u64 = 10_000;
/// Failed files that are listed by name.
const NAMED_MOST: usize = 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Transfer {
    Upload(UploadId),
    Download(DownloadId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Moving,
    Idle,
    Paused,
    Complete,
    Failed,
}

struct View {
    state: State,
    progress: u64,
    under_way: u64,
    size: u64,
    error: Option<TransferError>,
    items: Vec<ItemBody>,
    skipped: u64,
    skipped_items: Vec<SkippedItem>,
}

/// How a transfer ended.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Finished {
    pub state: &'static str,
    pub files: u64,
    pub files_failed: u64,
    /// Neither transferred nor failed.
    #[serde(skip)]
    files_open: u64,
    pub bytes: u64,
    pub seconds: f64,
    pub bytes_per_second: u64,
    /// The first failed files.
    pub failed: Vec<FailedFile>,
    /// Files of a download that have another name on the disk, and the first of them.
    pub files_renamed: u64,
    pub renamed: Vec<RenamedFile>,
    /// What an upload left out, and the first of it.
    pub skipped: u64,
    pub skipped_items: Vec<SkippedItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<TransferError>,
    #[serde(skip)]
    pub took: Duration,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct FailedFile {
    pub path: String,
    pub message: String,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct RenamedFile {
    pub path: String,
    pub local_path: String,
}

impl Transfer {
    /// The command that resumes the transfer.
    pub(super) fn resume_command(&self) -> String {
        match self {
            Self::Upload(id) => format!("tonnage-agent uploads resume {id}"),
            Self::Download(id) => format!("tonnage-agent downloads resume {id}"),
        }
    }

    pub(super) async fn pause(&self, agent: &AgentClient) -> Result<(), ClientError> {
        match self {
            Self::Upload(id) => agent.pause_upload(id).await?,
            Self::Download(id) => agent.pause_download(id).await?,
        };
        Ok(())
    }

    /// Finalizes an upload, unless the agent is doing it: the next look tells.
    async fn finalize(&self, agent: &AgentClient) -> Outcome<()> {
        let Self::Upload(id) = self else { return Ok(()) };
        match agent.finalize_upload(id).await {
            Err(ClientError::Refused { body, .. }) if body.code == ErrorCode::Stale => Ok(()),
            Err(ClientError::Unreachable(_)) | Ok(_) => Ok(()),
            Err(error) => Err(Problem::from(error).next(self.resume_command())),
        }
    }

    async fn view(&self, agent: &AgentClient, page: u64, limit: u64) -> Result<View, ClientError> {
        Ok(match self {
            Self::Upload(id) => {
                let body = agent.upload(id, page, limit).await?;
                let state = match body.summary.state {
                    UploadState::Transferring => State::Moving,
                    UploadState::Idle => State::Idle,
                    UploadState::Paused => State::Paused,
                    UploadState::Complete => State::Complete,
                    UploadState::Error => State::Failed,
                };
                let UploadSummary { progress, under_way, size, error, skipped, .. } = body.summary;
                let (items, skipped_items) = (body.items, body.skipped_items);
                View { state, progress, under_way, size, error, items, skipped, skipped_items }
            }
            Self::Download(id) => {
                let body = agent.download(id, page, limit).await?;
                let state = match body.summary.state {
                    DownloadState::Transferring => State::Moving,
                    DownloadState::Paused => State::Paused,
                    DownloadState::Complete => State::Complete,
                    DownloadState::Error => State::Failed,
                };
                let DownloadSummary { progress, under_way, size, error, .. } = body.summary;
                let (skipped, skipped_items) = (0, Vec::new());
                View { state, progress, under_way, size, error, items: body.items, skipped, skipped_items }
            }
        })
    }
}

/// Shows the transfer until it ends. An interrupt pauses it, and the returned problem says how to resume.
pub(super) async fn follow(
    agent: &AgentClient,
    transfer: &Transfer,
    talk: &Talk,
    interrupt: &CancellationToken,
) -> Outcome<Finished> {
    let mut watch = Watch { agent, transfer, meter: Meter::default(), page: 1, begun: Instant::now(), first: None };
    let mut progress = Progress::new(talk);
    let ended = tokio::select! {
        ended = watch.until_the_end(&mut progress, talk) => ended,
        () = interrupt.cancelled() => {
            progress.end();
            return Err(interrupted(agent, transfer, talk).await);
        }
    };
    progress.end();
    let view = ended?;
    let finished = watch.finished(&view).await?;
    judge(view, finished, transfer)
}

async fn interrupted(agent: &AgentClient, transfer: &Transfer, talk: &Talk) -> Problem {
    talk.say("pausing; press Ctrl-C again to stop at once");
    let paused = tokio::time::timeout(PAUSE_MOST, transfer.pause(agent)).await;
    let what = match paused {
        Ok(Ok(())) => "interrupted: the transfer is paused, and transferred data is kept".to_owned(),
        Ok(Err(error)) => format!("interrupted: the transfer could not be paused: {error}"),
        Err(_) => "interrupted: the transfer could not be paused: the agent does not respond".to_owned(),
    };
    Problem::new(Exit::Interrupted, what).next(transfer.resume_command())
}

struct Watch<'a> {
    agent: &'a AgentClient,
    transfer: &'a Transfer,
    meter: Meter,
    /// The first page with unfinished files.
    page: u64,
    begun: Instant,
    /// Bytes that had already arrived when we started to follow.
    first: Option<u64>,
}

impl Watch<'_> {
    async fn until_the_end(&mut self, progress: &mut Progress, talk: &Talk) -> Outcome<View> {
        let (mut wait, mut silent, mut idle) = (FIRST_WAIT, 0, 0);
        loop {
            let limit = if progress.shows_files() { WINDOW } else { 1 };
            match self.transfer.view(self.agent, self.page, limit).await {
                Ok(view) => {
                    silent = 0;
                    idle = if view.state == State::Idle { idle + 1 } else { 0 };
                    if !matches!(view.state, State::Moving | State::Idle) {
                        return Ok(view);
                    }
                    if idle > IDLE_LOOKS_MOST {
                        let finalized = self.transfer.finalize(self.agent).await;
                        // Someone else may have finalized it at the same time, and faster.
                        let is_idle = self.transfer.view(self.agent, 1, 1).await?.state == State::Idle;
                        finalized.or_else(|problem| if is_idle { Err(problem) } else { Ok(()) })?;
                        idle = 0;
                    }
                    let look = self.look(&view);
                    progress.show(&look, talk);
                    self.turn_page(&view, limit);
                }
                Err(ClientError::Unreachable(error)) if silent < SILENT_LOOKS_MOST => {
                    if silent == 0 {
                        progress.note(&format!("the agent does not respond, retrying: {error}"), talk);
                    }
                    silent += 1;
                }
                Err(error) => return Err(error.into()),
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    fn look(&mut self, view: &View) -> Look {
        self.first.get_or_insert(view.progress);
        let at = self.begun.elapsed();
        self.meter.note(at, view.progress + view.under_way);
        let running = view.items.iter().filter(|item| item.state == ItemState::Transferring);
        let file = |item| MovingFile { name: full_name(item), bytes: item.progress + item.under_way, size: item.size };
        let files: Vec<_> = running.take(FILES_SHOWN).map(file).collect();
        let open = view.items.iter().filter(|item| matches!(item.state, ItemState::Transferring | ItemState::Queued));
        Look {
            at,
            bytes: view.progress,
            under_way: view.under_way,
            total: view.size,
            bytes_per_second: self.meter.bytes_per_second(),
            left: self.meter.left(view.size),
            more: open.count().saturating_sub(files.len()),
            more_at_least: u64::try_from(view.items.len()).is_ok_and(|count| count == WINDOW),
            files,
        }
    }

    fn turn_page(&mut self, view: &View, limit: u64) {
        let is_full = limit == WINDOW && u64::try_from(view.items.len()).is_ok_and(|count| count == WINDOW);
        if is_full && view.items.iter().all(|item| matches!(item.state, ItemState::Complete | ItemState::Error)) {
            self.page += 1;
        }
    }

    /// Counts all files.
    async fn finished(&self, view: &View) -> Outcome<Finished> {
        let took = self.begun.elapsed();
        let (mut files, mut files_failed, mut files_open, mut files_renamed) = (0, 0, 0, 0);
        let (mut failed, mut renamed) = (Vec::new(), Vec::new());
        for page in 1.. {
            let items = self.transfer.view(self.agent, page, PAGE).await?.items;
            let count = u64::try_from(items.len()).unwrap_or(PAGE);
            for item in items {
                match (item.state, &item.error) {
                    (ItemState::Complete, _) => files += 1,
                    (_, Some(error)) => {
                        files_failed += 1;
                        if failed.len() < NAMED_MOST {
                            failed.push(FailedFile { path: full_name(&item), message: error.message.clone() });
                        }
                    }
                    (_, None) => files_open += 1,
                }
                if let Some(local_path) = item.local_path.clone() {
                    files_renamed += 1;
                    if renamed.len() < NAMED_MOST {
                        renamed.push(RenamedFile { path: full_name(&item), local_path });
                    }
                }
            }
            if count < PAGE {
                break;
            }
        }
        let moved = view.progress.saturating_sub(self.first.unwrap_or_default());
        let state = match view.state {
            State::Moving => "transferring",
            State::Idle => "idle",
            State::Paused => "paused",
            State::Complete => "complete",
            State::Failed => "error",
        };
        let (seconds, bytes_per_second) = (took.as_secs_f64(), per_second(moved, took).unwrap_or_default());
        let (bytes, error) = (view.progress, view.error.clone());
        Ok(Finished {
            state,
            files,
            files_failed,
            files_open,
            bytes,
            seconds,
            bytes_per_second,
            failed,
            files_renamed,
            renamed,
            skipped: view.skipped,
            skipped_items: view.skipped_items.clone(),
            error,
            took,
        })
    }
}

/// Whether the transfer succeeded.
fn judge(view: View, finished: Finished, transfer: &Transfer) -> Outcome<Finished> {
    let resume = transfer.resume_command();
    match (view.state, view.error) {
        (State::Complete, _) if finished.files_open == 0 => Ok(finished),
        (State::Complete, _) => {
            let what = format!("{} are missing, although the transfer ended", units::files(finished.files_open));
            Err(Problem::new(Exit::PartlyDone, what))
        }
        (State::Idle | State::Moving, None) => {
            Err(Problem::new(Exit::Failed, "the transfer has not ended").next(resume))
        }
        (State::Paused, None) => {
            Err(Problem::new(Exit::Failed, "the transfer was paused by someone else").next(resume))
        }
        (_, Some(error)) => {
            let problem = Problem::of_transfer(&error, &resume);
            if finished.files == 0 || finished.files_failed == 0 {
                return Err(with_files(problem, &finished));
            }
            let what = format!(
                "{} transferred, {} failed: {}",
                units::files(finished.files),
                finished.files_failed,
                problem.what
            );
            Err(with_files(Problem { exit: Exit::PartlyDone, what, ..problem }, &finished))
        }
        (State::Failed, None) => Err(Problem::new(Exit::Failed, "the transfer failed").next(resume)),
    }
}

/// Lists the failed files, unless the message already names the only one.
fn with_files(mut problem: Problem, finished: &Finished) -> Problem {
    if finished.files_failed < 2 && finished.failed.iter().all(|file| problem.what.contains(&file.path)) {
        return problem;
    }
    for file in &finished.failed {
        problem.what = format!("{}\n  {}: {}", problem.what, file.path, file.message);
    }
    let unnamed = usize::try_from(finished.files_failed).unwrap_or(usize::MAX).saturating_sub(finished.failed.len());
    if unnamed > 0 {
        problem.what = format!("{}\n  and {unnamed} more", problem.what);
    }
    problem
}

fn full_name(item: &ItemBody) -> String {
    if item.path.is_empty() { item.name.clone() } else { format!("{}/{}", item.path, item.name) }
}

impl Finished {
    /// Which files have another name on the disk; `None` if none has.
    pub(super) fn renaming(&self) -> Option<String> {
        let first = self.renamed.first()?;
        let (count, RenamedFile { path, local_path }) = (units::files(self.files_renamed), first);
        Some(format!("{count} renamed, such as {path} to {local_path}"))
    }

    /// `3 files, 41.2 GB in 12 min 4 s (57 MB/s), 2 left out`
    pub(super) fn line(&self) -> String {
        let left_out = if self.skipped > 0 { format!(", {} left out", self.skipped) } else { String::new() };
        format!(
            "{}, {} in {} ({}){left_out}",
            units::files(self.files),
            units::bytes(self.bytes),
            units::time(self.took),
            units::rate(self.bytes_per_second)
        )
    }
}
