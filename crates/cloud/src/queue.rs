//! The tasks for the workers, and how they get into the queue.
//!
//! A task is the name and the input of a job, saved in the transaction of the change that needs it. How it is carried
//! out is in `crate::jobs`, a layer above the operations that create tasks.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use store::jobs::{NewJob, insert};
use store::{StoreError, StoreResult, Tx, tasks};
use wire::ids::{
    CloudConnectionId, DeliveryId, FileId, JobId, MailId, PackageId, PortalId, TagId, TeamId, TransferId, UserId,
};
use wire::time::Time;

use crate::ids::Ids;

/// A worker that does not renew its lease for this long loses its job.
pub const LEASE_SECONDS: i64 = 60;

pub trait Task: Serialize + DeserializeOwned + Send + Sync {
    /// Stored in the database: must never change.
    const NAME: &'static str;
    const MAX_ATTEMPTS: i64 = 25;

    /// The external party that the task calls. Such tasks have their own workers, and only a few with the same subject
    /// run at once.
    fn subject(&self) -> Option<&str> {
        None
    }
}

/// Sends one mail of the mail queue.
#[derive(Serialize, Deserialize)]
pub struct SendMail {
    pub mail: MailId,
}

impl Task for SendMail {
    const NAME: &'static str = "send_mail";
    /// Five days: as long as mail servers try.
    const MAX_ATTEMPTS: i64 = 130;
}

/// Mails a password reset, if the address has an account.
#[derive(Serialize, Deserialize)]
pub struct MailPasswordReset {
    pub email: String,
}

impl Task for MailPasswordReset {
    const NAME: &'static str = "mail_password_reset";
    const MAX_ATTEMPTS: i64 = 5;
}

/// Records a sign-in that failed, if the address has an account.
#[derive(Serialize, Deserialize)]
pub struct NoteWrongPassword {
    /// As it was typed, in lower case.
    pub email: String,
    pub address: String,
    pub at: Time,
    pub detail: String,
}

impl Task for NoteWrongPassword {
    const NAME: &'static str = "note_wrong_password";
    const MAX_ATTEMPTS: i64 = 5;
}

/// Mails the recipients of a package who have not been notified yet.
#[derive(Serialize, Deserialize)]
pub struct NotifyRecipients {
    pub package: PackageId,
}

impl Task for NotifyRecipients {
    const NAME: &'static str = "notify_recipients";
}

/// Removes all content of a package that has ended.
#[derive(Serialize, Deserialize)]
pub struct DeleteContent {
    pub package: PackageId,
    /// Upload URLs live longer than the package: a second pass removes what they uploaded since the first.
    pub is_second: bool,
}

impl DeleteContent {
    pub const fn first(package: PackageId) -> Self {
        Self { package, is_second: false }
    }
}

impl Task for DeleteContent {
    const NAME: &'static str = "delete_content";
    // Three weeks of retries: storage may be down for days, and nothing else removes the content.
    const MAX_ATTEMPTS: i64 = 500;
}

/// Removes all objects below a key, and aborts the uploads there.
#[derive(Serialize, Deserialize)]
pub struct DeleteObjects {
    pub below: String,
}

impl Task for DeleteObjects {
    const NAME: &'static str = "delete_objects";
    const MAX_ATTEMPTS: i64 = 500;
}

/// Has one file scanned for viruses.
#[derive(Serialize, Deserialize)]
pub struct ScanFile {
    pub package: PackageId,
    pub file: FileId,
}

impl Task for ScanFile {
    const NAME: &'static str = "scan_file";
    /// About three hours: longer than a scanner takes to restart, short enough for people who wait for the verdict.
    const MAX_ATTEMPTS: i64 = 14;
}

/// Joins the segments of a growing file.
#[derive(Serialize, Deserialize)]
pub struct JoinSegments {
    pub package: PackageId,
    pub file: FileId,
}

impl Task for JoinSegments {
    const NAME: &'static str = "join_segments";
    /// About three hours: as long as a sender waits for storage that is down.
    const MAX_ATTEMPTS: i64 = 14;
}

/// Computes the checksums that the zip of a package still needs.
#[derive(Serialize, Deserialize)]
pub struct PrepareZip {
    pub package: PackageId,
}

impl Task for PrepareZip {
    const NAME: &'static str = "prepare_zip";
    const MAX_ATTEMPTS: i64 = 10;
}

/// Makes one attempt to send one event to one webhook.
#[derive(Serialize, Deserialize)]
pub struct DeliverWebhook {
    pub delivery: DeliveryId,
    /// Counted from 1. If this attempt is already recorded, the task does nothing.
    pub attempt: usize,
    /// The receiver that the webhook puts load on.
    pub endpoint: String,
}

impl Task for DeliverWebhook {
    const NAME: &'static str = "deliver_webhook";

    fn subject(&self) -> Option<&str> {
        Some(&self.endpoint)
    }
}

/// Sends a package to a connection.
#[derive(Serialize, Deserialize)]
pub struct ForwardPackage {
    pub transfer: TransferId,
    pub connection: CloudConnectionId,
}

impl Task for ForwardPackage {
    const NAME: &'static str = "forward_package";

    fn subject(&self) -> Option<&str> {
        Some(self.connection.as_str())
    }
}

/// Aborts the uploads that a transfer has begun at the provider and will not finish.
#[derive(Serialize, Deserialize)]
pub struct AbandonUploads {
    pub transfer: TransferId,
    pub connection: CloudConnectionId,
}

impl Task for AbandonUploads {
    const NAME: &'static str = "abandon_uploads";
    /// A week: as long as the credentials of a deleted connection are kept for this.
    const MAX_ATTEMPTS: i64 = 180;

    fn subject(&self) -> Option<&str> {
        Some(self.connection.as_str())
    }
}

/// Fetches files from a connection into a package.
#[derive(Serialize, Deserialize)]
pub struct ImportFiles {
    pub transfer: TransferId,
    pub connection: CloudConnectionId,
    #[serde(default)]
    pub at_end: AtEndOfImport,
}

/// What the caller who starts an import wants when it has ended.
#[derive(Default, Serialize, Deserialize)]
pub struct AtEndOfImport {
    pub finalize: bool,
    pub notify_email: Option<String>,
    /// As it was called then: it may be deleted before the end.
    pub connection_name: String,
}

impl Task for ImportFiles {
    const NAME: &'static str = "import_files";

    fn subject(&self) -> Option<&str> {
        Some(self.connection.as_str())
    }
}

/// Takes a deleted tag off everything that had it.
#[derive(Serialize, Deserialize)]
pub struct ClearTag {
    pub team: TeamId,
    pub tag: TagId,
}

impl Task for ClearTag {
    const NAME: &'static str = "clear_tag";
}

/// Puts the packages of a Portal into the Teamspace of the Portal.
#[derive(Serialize, Deserialize)]
pub struct MovePackages {
    pub portal: PortalId,
}

impl Task for MovePackages {
    const NAME: &'static str = "move_packages";
}

/// Packages that a Team sends, or those that it receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Sent,
    Received,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArchiveStep {
    Archive,
    Unarchive,
}

/// Archives the packages of a period that a member can see, or takes them out of the archive.
#[derive(Serialize, Deserialize)]
pub struct ArchivePackages {
    pub team: TeamId,
    pub user: UserId,
    pub side: Side,
    pub step: ArchiveStep,
    pub expiry_start: Time,
    pub expiry_end: Time,
    pub asked_at: Time,
}

impl Task for ArchivePackages {
    const NAME: &'static str = "archive_packages";
}

/// Confirms to a sender, in one mail, what a Portal received from them in an hour beyond the mails of that hour.
#[derive(Serialize, Deserialize)]
pub struct MailReceipts {
    pub portal: PortalId,
    pub sender: String,
    /// When the hour ends.
    pub until: Time,
}

impl Task for MailReceipts {
    const NAME: &'static str = "mail_receipts";
}

/// The state of a task that is saved only once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enqueued {
    Waiting,
    /// It failed for good, and was not saved again.
    Dead,
}

/// Saves a task unless it is saved already. The caller must hold a row lock that every caller saving the same task
/// holds.
pub async fn enqueue_once<T: Task>(tx: &mut Tx, ids: &Ids, task: &T, now: Time) -> StoreResult<Enqueued> {
    enqueue_once_at(tx, ids, task, now, now).await
}

/// As [`enqueue_once`], but the task does not run before `run_at`.
pub async fn enqueue_once_at<T: Task>(
    tx: &mut Tx,
    ids: &Ids,
    task: &T,
    run_at: Time,
    now: Time,
) -> StoreResult<Enqueued> {
    match tasks::state_of(tx, T::NAME, &payload(task)?).await?.as_deref() {
        Some("dead") => Ok(Enqueued::Dead),
        Some(_) => Ok(Enqueued::Waiting),
        None => enqueue_at(tx, ids, task, run_at, now).await.map(|()| Enqueued::Waiting),
    }
}

/// Has a task done that failed for good, with all its attempts. It is saved again if it is gone.
pub async fn retry<T: Task>(tx: &mut Tx, ids: &Ids, task: &T, now: Time) -> StoreResult<()> {
    if !revive(tx, task, now).await? {
        enqueue(tx, ids, task, now).await?;
    }
    Ok(())
}

/// As [`retry`], if the task is still there. Returns whether it was.
pub async fn revive<T: Task>(tx: &mut Tx, task: &T, now: Time) -> StoreResult<bool> {
    Ok(tasks::revive(tx, T::NAME, &payload(task)?, now).await? > 0)
}

/// Says how far a task is, for the operator.
pub async fn report<T: Task>(tx: &mut Tx, task: &T, progress: &str) -> StoreResult<()> {
    tasks::report(tx, T::NAME, &payload(task)?, progress).await
}

/// Takes a task back that nobody has begun.
pub async fn take_back<T: Task>(tx: &mut Tx, task: &T) -> StoreResult<()> {
    tasks::take_back(tx, T::NAME, &payload(task)?).await
}

fn payload<T: Task>(task: &T) -> StoreResult<String> {
    serde_json::to_string(task).map_err(|error| StoreError::Corrupt { column: "payload", value: error.to_string() })
}

/// Saves a task in the transaction of the change that needs it.
pub async fn enqueue<T: Task>(tx: &mut Tx, ids: &Ids, task: &T, now: Time) -> StoreResult<()> {
    enqueue_at(tx, ids, task, now, now).await
}

/// As [`enqueue`], but the task does not run before `run_at`.
pub async fn enqueue_at<T: Task>(tx: &mut Tx, ids: &Ids, task: &T, run_at: Time, now: Time) -> StoreResult<()> {
    enqueue_as(tx, ids.next(), task, run_at, now).await
}

/// As [`enqueue_at`], with an id by which the job can be taken back.
pub async fn enqueue_as<T: Task>(tx: &mut Tx, id: JobId, task: &T, run_at: Time, now: Time) -> StoreResult<()> {
    let payload = payload(task)?;
    let max_attempts = T::MAX_ATTEMPTS;
    let job = NewJob {
        id,
        name: T::NAME,
        payload,
        subject: task.subject().unwrap_or_default(),
        run_at,
        max_attempts,
        created_at: now,
    };
    insert(tx, job).await
}
