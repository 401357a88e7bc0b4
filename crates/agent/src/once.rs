//! Creates things at the cloud exactly once.
//!
//! If the answer to a request is lost, nobody knows whether it was carried out. With the same `Idempotency-Key`, the same
//! request gets the answer that it missed.

use std::time::Duration;

use client::{Client, ClientError};
use wire::error::ErrorCode;

const TRIES: u32 = 3;
const PAUSE: Duration = Duration::from_secs(1);
/// The longest that a caller is made to wait because the cloud asks for it.
const PATIENCE: Duration = Duration::from_secs(10);

/// Calls the cloud with a key for one thing that is created, and again while the answer is lost. The caller waits, so there
/// are few attempts.
pub(crate) async fn once<T, F>(client: &Client, create: impl Fn(Client) -> F) -> Result<T, ClientError>
where
    F: Future<Output = Result<T, ClientError>>,
{
    let keyed = client.with_new_key();
    for number in 1..TRIES {
        match create(keyed.clone()).await {
            Err(error) if is_lost(&error) => {
                tracing::debug!(%error, "the answer of the cloud was lost: it is asked again");
                let asked = error.retry_after().unwrap_or_default();
                if asked > PATIENCE {
                    return Err(error);
                }
                tokio::time::sleep(asked.max(PAUSE * number)).await;
            }
            outcome => return outcome,
        }
    }
    create(keyed).await
}

/// Whether the cloud may have done what was asked.
fn is_lost(error: &ClientError) -> bool {
    match error {
        ClientError::Unreachable(error) => !error.is_connect() && !error.is_builder(),
        ClientError::Refused { body, .. } => body.code == ErrorCode::AlreadyDone,
        // From a proxy.
        ClientError::Unexpected { status, .. } => matches!(status.as_u16(), 502 | 504),
        ClientError::TooLong => false,
    }
}
