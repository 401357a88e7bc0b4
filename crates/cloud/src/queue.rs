//! What is asked of the workers, and how it gets into the queue.
//!
//! A task is the name and the input of a job, saved in the transaction of the
//! change that calls for it. How it is carried out is in `crate::jobs`, which
//! stands above the operations that give the orders.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wire::ids::MailId;
use wire::time::Time;

use crate::ids::Ids;
use crate::store::jobs::{NewJob, insert};
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

/// Saves a task with the change that calls for it.
pub async fn enqueue<T: Task>(tx: &mut Tx, ids: &Ids, task: &T, now: Time) -> StoreResult<()> {
    let payload = serde_json::to_string(task)
        .map_err(|error| StoreError::Corrupt { column: "payload", value: error.to_string() })?;
    let (id, max_attempts) = (ids.next(), T::MAX_ATTEMPTS);
    insert(tx, NewJob { id, name: T::NAME, payload, run_at: now, max_attempts, created_at: now }).await
}
