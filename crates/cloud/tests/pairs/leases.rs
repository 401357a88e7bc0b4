//! Leases of jobs, between servers whose clocks differ.

use std::time::Duration;

use reqwest::Method;
use serving::clock::Clock;
use testkit::{Parcel, Reaction, Reply, TestCloud, TestReceiver, portal_with_webhook, until};
use wire::connections::{ConnectionChoice, GatewayCredential, WriteCloudConnection};
use wire::portals::WritePortal;

use super::bed::neighbourly;

/// Longer than a lease of a job, or of a gateway.
const AHEAD: Duration = Duration::from_secs(150);

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

/// The package that a gateway is to fetch now, if there is one.
async fn work(cloud: &TestCloud, gateway: &GatewayCredential) -> Option<String> {
    let path = format!("/v1/gateways/{}/work", gateway.id);
    let reply = Reply::to(cloud.anyone().request(Method::GET, &path).bearer_auth(&gateway.token)).await;
    if reply.status == 204 {
        return None;
    }
    reply.expect(200)["package"]["id"].as_str().map(str::to_owned)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_clock_is_ahead_gives_no_package_to_a_gateway_that_has_it() {
    let first = neighbourly().with_clock(Clock::System).start().await;
    let database = first.app().config.database.url.expose().to_owned();
    let second = first.beside(&database).with_clock(Clock::Ahead(AHEAD)).start().await;
    let owner = first.owner("Film", "owner@example.org").await;
    let connection = WriteCloudConnection {
        name: Some("Editing".to_owned()),
        provider: Some("desktop_sg".to_owned()),
        ..WriteCloudConnection::default()
    };
    let connection = owner.client.create_connection(&owner.team_id, &connection).await.unwrap();
    let gateway = connection.gateway.unwrap();
    let portal = WritePortal {
        name: Some("Dailies".to_owned()),
        subdomain: Some("dailies".to_owned()),
        active: Some(true),
        cloud_connections: Some(vec![ConnectionChoice { id: connection.id.to_string(), filter_id: None }]),
        ..WritePortal::default()
    };
    let portal = owner.client.create_portal(&owner.team_id, &portal).await.unwrap();
    let parcel = Parcel::through(&first.anyone(), &portal.id, "Day").await;
    parcel.put("", "clip", b"frame").await;
    parcel.finalize().await;

    assert_eq!(work(&first, &gateway).await, Some(parcel.id.to_string()));
    assert_eq!(work(&second, &gateway).await, None, "the first server has just leased it");
    second.execute_sql("UPDATE transfers SET lease_until = lease_until - 121000").await;
    assert_eq!(work(&second, &gateway).await, Some(parcel.id.to_string()));
    assert_eq!(work(&first, &gateway).await, None, "the second server has just leased it");
}
