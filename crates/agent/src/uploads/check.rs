//! Whether an upload could be started: the files are found as it would find them, and the service is asked about each.

use std::path::{Path, PathBuf};

use client::{Client, ClientError};
use tokio::sync::mpsc;
use transfer::tree::Entry;
use transfer::upload::part_size;
use wire::agent::{CheckedUpload, SkippedItem, StartPortalUpload, StartUpload};
use wire::files::AddFile;
use wire::forms::FormAnswers;
use wire::ids::{PortalId, TeamId};
use wire::package_checks::{CheckPackage, CheckPortalPackage, CheckedBefore, CheckedPackage};
use wire::packages::CreatePackage;
use wire::portals::CreatePortalPackage;
use wire::time::{OptionalTime, Time};

use super::start::{Beginning, Start, Through, for_team, refused, through_portal};
use crate::app::App;
use crate::choice::Chooser;
use crate::error::{AgentError, AgentResult};
use crate::journal::uploads::Choice;

/// Files per request.
const BATCH: usize = 1_000;
/// Bytes of their names per request: the service takes no longer body than 1 MB.
const BATCH_BYTES: usize = 256 << 10;
/// Files that are named with the reason.
const NAMED_MOST: usize = 1_000;

pub async fn check_for_team(app: &App, request: StartUpload) -> AgentResult<CheckedUpload> {
    let session = app.sessions.require()?;
    let (team, package, beginning) = for_team(app, request, Start::default()).await?;
    all(app, beginning, &Receiver::Team { cloud: session.client, team, package }).await
}

pub async fn check_through_portal(app: &App, request: StartPortalUpload) -> AgentResult<CheckedUpload> {
    let Through { cloud, portal, answers, package, beginning } = through_portal(app, request, Start::default()).await?;
    all(app, beginning, &Receiver::Portal { cloud, portal, package, answers }).await
}

/// Where the package would go.
enum Receiver {
    Team { cloud: Client, team: TeamId, package: CreatePackage },
    Portal { cloud: Client, portal: PortalId, package: CreatePortalPackage, answers: Option<FormAnswers> },
}

impl Receiver {
    async fn ask(&self, files: Vec<AddFile>, before: CheckedBefore) -> Result<CheckedPackage, ClientError> {
        match self {
            Self::Team { cloud, team, package } => {
                cloud.check_package(team, &CheckPackage { package: package.clone(), files, before }).await
            }
            Self::Portal { cloud, portal, package, answers } => {
                let (package, answers) = (package.clone(), answers.clone());
                cloud.check_portal_package(portal, &CheckPortalPackage { package, answers, files, before }).await
            }
        }
    }
}

async fn all(app: &App, beginning: Beginning, receiver: &Receiver) -> AgentResult<CheckedUpload> {
    let Beginning { paths, chunk_size, choice, .. } = beginning;
    let (sender, mut found) = mpsc::channel(2);
    let walking = tokio::task::spawn_blocking({
        let app = app.clone();
        move || walk(&app, paths, &choice, chunk_size, &sender)
    });
    let (mut before, mut checked, mut is_asked) = (CheckedBefore::default(), CheckedUpload::default(), false);
    while let Some(Batch { files, unfit, .. }) = found.recv().await {
        for item in unfit {
            checked.entries += 1;
            note(&mut checked, item);
        }
        let after = sum(before, &files);
        let names: Vec<String> = files.iter().map(whole_name).collect();
        let answer = receiver.ask(files, before).await.map_err(|error| refused(app, &error))?;
        for file in answer.refused {
            let name = usize::try_from(file.place).ok().and_then(|place| names.get(place));
            note(&mut checked, SkippedItem { path: name.cloned().unwrap_or_default(), reason: file.error.message });
        }
        (before, is_asked) = (after, true);
    }
    walking.await.map_err(|error| AgentError::Internal(error.into()))??;
    if !is_asked {
        receiver.ask(Vec::new(), before).await.map_err(|error| refused(app, &error))?;
    }
    let entries = positive(before.files.saturating_add(before.directories));
    Ok(CheckedUpload { entries: entries + checked.entries, bytes: positive(before.bytes), ..checked })
}

fn positive(count: i64) -> u64 {
    u64::try_from(count).unwrap_or_default()
}

fn note(checked: &mut CheckedUpload, item: SkippedItem) {
    checked.refused += 1;
    if checked.refused_items.len() < NAMED_MOST {
        checked.refused_items.push(item);
    }
}

fn whole_name(file: &AddFile) -> String {
    match file.path.as_deref() {
        None | Some("") => file.name.clone(),
        Some(path) => format!("{path}/{}", file.name),
    }
}

fn sum(before: CheckedBefore, files: &[AddFile]) -> CheckedBefore {
    files.iter().fold(before, |sum, file| match file.size {
        None => CheckedBefore { directories: sum.directories + 1, ..sum },
        Some(size) => CheckedBefore { files: sum.files + 1, bytes: sum.bytes.saturating_add(size), ..sum },
    })
}

#[derive(Default)]
struct Batch {
    files: Vec<AddFile>,
    unfit: Vec<SkippedItem>,
    /// Of the names.
    bytes: usize,
}

impl Batch {
    fn add(&mut self, file: AddFile) {
        self.bytes += file.name.len() + file.path.as_ref().map_or(0, String::len);
        self.files.push(file);
    }

    fn is_full(&self) -> bool {
        self.files.len() == BATCH || self.unfit.len() == BATCH || self.bytes >= BATCH_BYTES
    }
}

fn walk(
    app: &App,
    paths: Vec<PathBuf>,
    choice: &Choice,
    chunk_size: Option<u64>,
    sender: &mpsc::Sender<Batch>,
) -> AgentResult<()> {
    let chooser = Chooser::new(&paths, choice)?;
    let may_read = |path: &Path| app.paths.require_readable("paths", path).map_err(|error| error.message());
    let entries = chooser.walk(paths, |path| chooser.leaves_out(path), || false, may_read);
    let mut batch = Batch::default();
    for entry in entries {
        match entry {
            Entry::File { identity, path, name, .. } => {
                let size = i64::try_from(identity.size).unwrap_or(i64::MAX);
                let part_size = i64::try_from(part_size(identity.size, chunk_size)).unwrap_or(i64::MAX);
                let last_modified = moment(identity.modified);
                let (size, chunk_size) = (Some(size), Some(part_size));
                let kind = Some("file".to_owned());
                let path = Some(path);
                batch.add(AddFile { kind, name, path, last_modified, size, chunk_size, ..AddFile::default() });
            }
            Entry::EmptyDirectory { path, name, modified, .. } => {
                let (kind, path) = (Some("directory".to_owned()), Some(path));
                batch.add(AddFile { kind, name, path, last_modified: moment(modified), ..AddFile::default() });
            }
            Entry::Skipped { .. } => {}
            Entry::Unfit { source, why } => {
                batch.unfit.push(SkippedItem { path: source.to_string_lossy().into_owned(), reason: why });
            }
        }
        // The receiver is gone if the service has refused the package.
        if batch.is_full() && sender.blocking_send(std::mem::take(&mut batch)).is_err() {
            return Ok(());
        }
    }
    if !batch.files.is_empty() || !batch.unfit.is_empty() {
        let _ = sender.blocking_send(batch);
    }
    chooser.trouble().map_or(Ok(()), |fault| Err(AgentError::Cloud(fault)))
}

fn moment(nanoseconds: i128) -> OptionalTime {
    OptionalTime(i64::try_from(nanoseconds / 1_000_000).ok().map(Time::from_millis))
}
