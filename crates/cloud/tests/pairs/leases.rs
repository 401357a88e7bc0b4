//! Leases of jobs, between servers whose clocks differ.

use std::time::Duration;

use serving::clock::Clock;
use testkit::{Parcel, Reaction, TestReceiver, portal_with_webhook, until};

use super::bed::neighbourly;

/// Longer than a lease.
const AHEAD: Duration = Duration::from_secs(90);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_clock_is_ahead_sends_no_slow_webhook_again() {
    let first = neighbourly().with_clock(Clock::System).start().await;
    let database = first.app().config.database.url.expose().to_owned();
    let second = first.beside(&database).with_clock(Clock::Ahead(AHEAD)).start().await;
    let (owner, receiver) = (first.owner("Film", "owner@example.org").await, TestReceiver::start().await);
    let webhook = owner.client.create_webhook(&owner.team_id, &receiver.webhook("package.finalized")).await.unwrap();
    let portal = portal_with_webhook(&owner.client, &owner.team_id, &webhook.webhook).await;
    let parcel = Parcel::through(&first.anyone(), &portal, "Day").await;
    parcel.put("", "clip", b"frame").await;
    parcel.finalize().await;

    receiver.react(Reaction::Silence);
    let slow = tokio::spawn({
        let app = first.app().clone();
        async move { cloud::jobs::run_due(&app).await }
    });
    let delivered = async |times: usize| {
        until("the webhook is called", async || {
            let found = receiver.deliveries().len();
            if found == times { Ok(()) } else { Err(format!("{found} times, not {times}")) }
        })
        .await;
    };
    delivered(1).await;
    receiver.react(Reaction::Answer(204));
    second.run_due_jobs().await;
    assert_eq!(receiver.deliveries().len(), 1, "the first server still waits for the answer");

    second.execute_sql("UPDATE jobs SET lease_end = lease_end - 61000 WHERE lease IS NOT NULL").await;
    second.run_due_jobs().await;
    delivered(2).await;
    slow.abort();
}
