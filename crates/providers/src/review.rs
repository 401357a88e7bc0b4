//! Common parts of both generations of the video review platform: files in folders of a project, sent to URLs that the
//! platform signs.
//!
//! The platform does not accept empty files. So that nobody thinks one was lost, an empty folder is created in its
//! place, with the file's name followed by `(empty file)`.

use std::collections::BTreeMap;

use async_trait::async_trait;
use domain::target_path::NameRules;
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use super::http_client::HttpClient;
use super::part_target::PartTarget;
use super::parts::send_ranges;
use super::piece::{Piece, Source};
use super::shelves::{Shelf, Shelves};
use super::signed_parts::SignedUpload;
use super::{AbandonedFile, BegunUpload, Fault, Journal, OutgoingFile, ProviderError, ProviderResult, Target};

const PROBE: &str = ".tonnage-check";
const AT_ONCE: usize = 4;
/// How often we check whether the platform has joined the parts.
const LOOKS: u32 = 60;

/// One generation of the platform.
#[async_trait]
pub(super) trait Platform: Shelf {
    fn identity(&self) -> String;

    /// The folder of the project that contains all others.
    async fn root(&self) -> ProviderResult<String>;

    /// Announces a file, without retries.
    async fn announce(&self, folder: &str, name: &str, size: u64) -> ProviderResult<SignedUpload>;

    async fn progress(&self, id: &str) -> ProviderResult<Progress>;

    /// The storage that the plan of the account has in all; `None` if the platform does not tell. No file can be larger.
    async fn plan(&self) -> Option<u64>;
}

/// A plan with less than this is given in another unit than bytes.
const SMALLEST_PLAN: u64 = 1 << 30;

/// What the journal saves before a file is announced. Files with its name that are there already are of others.
#[derive(Serialize, Deserialize)]
struct Announcing {
    folder: String,
    before: Vec<String>,
}

/// The platform's progress with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    Waiting,
    /// With the size that the platform reports, if it does.
    Complete(Option<u64>),
    Failed,
}

pub(super) struct ReviewTarget<P> {
    platform: P,
    shelves: Shelves,
    root: Mutex<Option<String>>,
}

impl<P: Platform> ReviewTarget<P> {
    pub(super) fn new(platform: P) -> Self {
        Self { platform, shelves: Shelves::default(), root: Mutex::default() }
    }

    async fn root(&self) -> ProviderResult<String> {
        let mut root = self.root.lock().await;
        if let Some(id) = root.as_ref() {
            return Ok(id.clone());
        }
        let id = self.platform.root().await?;
        *root = Some(id.clone());
        Ok(id)
    }

    async fn walk<'a>(&self, folder: String, path: impl Iterator<Item = &'a str> + Send) -> ProviderResult<String> {
        let mut folder = folder;
        for part in path {
            folder = self.shelves.enter(&self.platform, &folder, part).await?;
        }
        Ok(folder)
    }

    /// Sends a file, and returns its id. If the platform no longer knows the upload, it starts over, once.
    async fn upload(
        &self,
        folder: &str,
        file: &OutgoingFile<'_>,
        begun: Option<&BegunUpload>,
    ) -> ProviderResult<String> {
        let mut announcing = None;
        if let Some(begun) = begun {
            if let Ok(upload) = SignedUpload::read(&begun.upload) {
                let id = upload.id.clone();
                match self.go_on(file, upload, begun.clone()).await {
                    Err(error) if error.fault == Fault::Missing => self.remove_ours(file, &id).await?,
                    other => return other,
                }
            } else {
                announcing = serde_json::from_str::<Announcing>(&begun.upload).ok();
            }
        }
        let (announcing, mut was_lost) = match announcing {
            Some(announcing) => (announcing, true),
            None => (self.announcing(folder, file).await?, false),
        };
        let mut tries = 0;
        let upload = loop {
            if was_lost {
                file.journal.holds().await?;
                self.remove_strays(file.name, &announcing).await?;
            }
            match self.platform.announce(folder, file.name, file.source.size()).await {
                Err(error) => {
                    (tries, was_lost) = (tries + 1, true);
                    self.platform.http().before_another_try(error, tries).await?;
                }
                Ok(upload) => break upload,
            }
        };
        self.shelves.added(folder, file.name, &upload.id).await;
        let written = upload.written()?;
        if let Err(error) = file.journal.begun(&written).await {
            // The journal does not know it, so nobody else can remove it.
            self.forget(&upload.id).await;
            return Err(error);
        }
        self.go_on(file, upload, BegunUpload { upload: written, receipts: BTreeMap::new() }).await
    }

    /// Records that a file will be announced.
    async fn announcing(&self, folder: &str, file: &OutgoingFile<'_>) -> ProviderResult<Announcing> {
        let before = self.shelves.namesakes(&self.platform, folder, file.name).await?;
        let announcing = Announcing { folder: folder.to_owned(), before };
        let written = serde_json::to_string(&announcing);
        let written = written.map_err(|_| ProviderError::unusable("an upload cannot be serialized"))?;
        file.journal.begun(&written).await?;
        Ok(announcing)
    }

    /// Removes what was announced although no answer said so: files with the name that were not there before, and that
    /// never got any content.
    async fn remove_strays(&self, name: &str, announcing: &Announcing) -> ProviderResult<()> {
        for item in self.platform.list(&announcing.folder).await? {
            let is_new = !item.is_folder && item.name == name && !announcing.before.contains(&item.id);
            if is_new && !matches!(self.platform.progress(&item.id).await?, Progress::Complete(_)) {
                self.platform.remove(&item.id).await?;
            }
        }
        Ok(())
    }

    /// Removes a file that we have announced and that will not be continued.
    async fn remove_ours(&self, file: &OutgoingFile<'_>, id: &str) -> ProviderResult<()> {
        file.journal.holds().await?;
        ProviderError::tells_presence(self.platform.remove(id).await).map(drop)
    }

    async fn go_on(&self, file: &OutgoingFile<'_>, upload: SignedUpload, begun: BegunUpload) -> ProviderResult<String> {
        let ranges = upload.ranges(file.source.size())?;
        let parts = FileParts { platform: &self.platform, upload: &upload };
        let sent = send_ranges(&parts, file, &ranges, AT_ONCE, begun).await;
        if let Err(error) = &sent
            && (ranges.len() == 1 || error.is_damaged() || matches!(error.fault, Fault::Refused | Fault::Unusable))
            && file.journal.holds().await.is_ok()
        {
            // There is nothing to resume, so the announced file would stay behind empty.
            self.forget(&upload.id).await;
        }
        sent.map(|()| upload.id)
    }

    /// Errors are ignored: the next attempt continues the file, or removes it.
    async fn forget(&self, id: &str) {
        if let Err(error) = self.platform.remove(id).await {
            tracing::debug!(%error, "could not remove an abandoned file");
        }
    }
}

#[async_trait]
impl<P: Platform> Target for ReviewTarget<P> {
    fn names(&self) -> &'static NameRules {
        &NameRules::FOLDERS
    }

    fn identity(&self) -> String {
        self.platform.identity()
    }

    async fn check(&self, directory: &str) -> ProviderResult<()> {
        let path = directory.split('/').filter(|part| !part.is_empty());
        let folder = self.walk(self.root().await?, path).await?;
        let source: Source = self.platform.http().source_of(bytes::Bytes::from_static(b"tonnage"));
        let journal = NoJournal;
        let file =
            OutgoingFile { folder: &folder, path: &[], name: PROBE, source: &source, begun: None, journal: &journal };
        let id = self.upload(&folder, &file, None).await?;
        self.platform.remove(&id).await
    }

    async fn take_folder(&self, parts: &[String]) -> ProviderResult<Option<String>> {
        let root = self.root().await?;
        let Some((last, above)) = parts.split_last() else { return Ok(Some(root)) };
        let folder = self.walk(root, above.iter().map(String::as_str)).await?;
        self.shelves.take(&self.platform, &folder, last).await
    }

    async fn has_folder(&self, folder: &str) -> ProviderResult<bool> {
        ProviderError::tells_presence(self.platform.list(folder).await)
    }

    async fn put(&self, file: &OutgoingFile<'_>) -> ProviderResult<()> {
        let folder = self.walk(file.folder.to_owned(), file.path.iter().map(String::as_str)).await?;
        if file.source.size() == 0 {
            let mark = format!("{} (empty file)", file.name);
            return self.shelves.enter(&self.platform, &folder, &mark).await.map(drop);
        }
        self.upload(&folder, file, file.begun.as_ref()).await.map(drop)
    }

    async fn largest_file(&self) -> Option<u64> {
        self.platform.plan().await.filter(|plan| *plan >= SMALLEST_PLAN)
    }

    fn shows_begun(&self) -> bool {
        true
    }

    /// Removes the announced file.
    async fn abandon(&self, file: &AbandonedFile<'_>) -> ProviderResult<()> {
        if let Ok(announcing) = serde_json::from_str::<Announcing>(file.upload) {
            return ProviderError::tells_presence(self.remove_strays(file.name, &announcing).await).map(drop);
        }
        let upload = SignedUpload::read(file.upload)?;
        if let Progress::Complete(_) = self.platform.progress(&upload.id).await.or_else(missing_is_failed)? {
            return Ok(());
        }
        ProviderError::tells_presence(self.platform.remove(&upload.id).await).map(drop)
    }
}

/// A file that somebody removed needs no further work.
fn missing_is_failed(error: ProviderError) -> ProviderResult<Progress> {
    if error.fault == Fault::Missing { Ok(Progress::Failed) } else { Err(error) }
}

/// One file that is being sent.
struct FileParts<'a, P> {
    platform: &'a P,
    upload: &'a SignedUpload,
}

#[async_trait]
impl<P: Platform> PartTarget for FileParts<'_, P> {
    fn http(&self) -> &HttpClient {
        self.platform.http()
    }

    /// The file was announced before its parts were known.
    async fn begin(&self, _mark: &str) -> ProviderResult<String> {
        self.upload.written()
    }

    async fn send(&self, _: &str, number: u32, piece: &Piece) -> ProviderResult<String> {
        let headers = BTreeMap::from([("x-amz-acl", "private")]);
        let error = match self.upload.send(self.platform.http(), number, piece, &headers).await {
            Err(error) if error.fault == Fault::Credentials => error,
            other => return other,
        };
        // URLs expire after a day. If the platform still accepts our token and waits for the file, that is the reason.
        match self.platform.progress(&self.upload.id).await? {
            Progress::Failed => Err(error),
            _ => Err(ProviderError::new(Fault::Missing, "the URLs for the parts of a file have expired")),
        }
    }

    async fn finish(&self, _: &str, _: &BTreeMap<u32, String>) -> ProviderResult<()> {
        for look in 1..=LOOKS {
            match self.platform.progress(&self.upload.id).await? {
                Progress::Complete(size) => return self.compare(size),
                Progress::Failed => {
                    return Err(ProviderError::new(Fault::Missing, "the provider could not join the parts"));
                }
                Progress::Waiting => {
                    let seconds = u64::from(look.min(5));
                    self.platform.http().pause(std::time::Duration::from_secs(seconds)).await;
                }
            }
        }
        Err(ProviderError::new(Fault::Unavailable, "the provider did not join the parts in time"))
    }
}

impl<P> FileParts<'_, P> {
    fn compare(&self, told: Option<u64>) -> ProviderResult<()> {
        let sent: u64 = self.upload.parts.iter().map(|part| part.size).sum();
        match told.filter(|told| *told != sent) {
            None => Ok(()),
            Some(told) => {
                Err(ProviderError::unusable(format!("the provider reports {told} bytes of {sent} that were sent")))
            }
        }
    }
}

/// For uploads that are not worth resuming.
struct NoJournal;

#[async_trait]
impl Journal for NoJournal {
    async fn begun(&self, _: &str) -> ProviderResult<()> {
        Ok(())
    }

    async fn holds(&self) -> ProviderResult<()> {
        Ok(())
    }

    async fn part(&self, _: u32, _: &str) -> ProviderResult<()> {
        Ok(())
    }

    fn arrived(&self, _: u64) {}
}

/// Whether an error message mentions a quota.
pub(super) fn speaks_of_room(text: &str) -> bool {
    let text = text.to_lowercase();
    let is_about = text.contains("storage") || text.contains("quota") || text.contains("space");
    is_about
        && ["limit", "exceed", "full", "insufficient", "not enough", "reached"].iter().any(|word| text.contains(word))
}
