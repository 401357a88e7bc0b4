//! Putting jobs into the queue.

use wire::time::Time;

use super::Job;
use crate::ids::Ids;
use crate::store::jobs::{NewJob, insert};
use crate::store::{StoreError, StoreResult, Tx};

/// Saves a job with the change that calls for it.
pub async fn enqueue<J: Job>(tx: &mut Tx, ids: &Ids, job: &J, now: Time) -> StoreResult<()> {
    let payload = serde_json::to_string(job)
        .map_err(|error| StoreError::Corrupt { column: "payload", value: error.to_string() })?;
    let new =
        NewJob { id: ids.next(), name: J::NAME, payload, run_at: now, max_attempts: J::MAX_ATTEMPTS, created_at: now };
    insert(tx, new).await
}
