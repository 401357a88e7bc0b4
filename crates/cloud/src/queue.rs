//! What is asked of the workers, and how it gets into the queue.
//!
//! A task is the name and the input of a job, saved in the transaction of the
//! change that calls for it. How it is carried out is in `crate::jobs`, which
//! stands above the operations that give the orders.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wire::ids::{MailId, PackageId};
use wire::time::Time;

use crate::ids::Ids;
use crate::store::jobs::{NewJob, insert, state_of};
use crate::store::{StoreError, StoreResult, Tx};

pub trait Task: Serialize + DeserializeOwned + Send + Sync {
    /// Written in the database: never changes.
    const NAME: &'static str;
    const MAX_ATTEMPTS: i64 = 25;
}

/// Sends one mail of the outbox.
#[derive(Serialize, Deserialize)]
pub struct SendMail {
    pub mail: MailId,
}

impl Task for SendMail {
    const NAME: &'static str = "send_mail";
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

/// Computes what the zip of a package lacks.
#[derive(Serialize, Deserialize)]
pub struct PrepareZip {
    pub package: PackageId,
}

impl Task for PrepareZip {
    const NAME: &'static str = "prepare_zip";
    const MAX_ATTEMPTS: i64 = 10;
}

/// What has become of a task that is saved only once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enqueued {
    Waiting,
    /// It failed for good, and was not saved again.
    Dead,
}

/// Saves a task unless it is there already. The caller holds a row that all who save the same task hold.
pub async fn enqueue_once<T: Task>(tx: &mut Tx, ids: &Ids, task: &T, now: Time) -> StoreResult<Enqueued> {
    match state_of(tx, T::NAME, &payload(task)?).await?.as_deref() {
        Some("dead") => Ok(Enqueued::Dead),
        Some(_) => Ok(Enqueued::Waiting),
        None => enqueue(tx, ids, task, now).await.map(|()| Enqueued::Waiting),
    }
}

fn payload<T: Task>(task: &T) -> StoreResult<String> {
    serde_json::to_string(task).map_err(|error| StoreError::Corrupt { column: "payload", value: error.to_string() })
}

/// Saves a task with the change that calls for it.
pub async fn enqueue<T: Task>(tx: &mut Tx, ids: &Ids, task: &T, now: Time) -> StoreResult<()> {
    let payload = payload(task)?;
    let (id, max_attempts) = (ids.next(), T::MAX_ATTEMPTS);
    insert(tx, NewJob { id, name: T::NAME, payload, run_at: now, max_attempts, created_at: now }).await
}
