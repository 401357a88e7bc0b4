//! One visitor cannot use up what a Portal accepts in an hour from all of them.

use std::time::Duration;

use client::Client;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Person, Reply, TestCloud};

const HOUR: Duration = Duration::from_hours(1);
const MINUTE: Duration = Duration::from_mins(1);
const GREEDY: &str = "198.51.100.1";
const OTHER: &str = "203.0.113.1";
const THIRD: &str = "203.0.113.2";

/// A Team with a Portal, and a service that trusts the test as its proxy.
async fn scene(limits: Value) -> (TestCloud, Person, String) {
    let trusted = vec!["127.0.0.0/8".parse().unwrap()];
    let cloud = TestCloud::setup().with(|config| config.trusted_proxies = trusted).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let mut body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true });
    body.as_object_mut().unwrap().extend(limits.as_object().unwrap().clone());
    let created = Reply::of(&owner.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &body).await;
    let portal = created.expect(201)["id"].as_str().unwrap().to_owned();
    (cloud, owner, portal)
}

async fn post(client: &Client, address: &str, path: &str, body: &Value) -> Reply {
    Reply::to(client.request(Method::POST, path).header("X-Forwarded-For", address).json(body)).await
}

async fn begin(client: &Client, address: &str, portal: &str) -> Reply {
    let body = json!({ "name": "Reel", "description": "", "sender": "cleo@example.net" });
    post(client, address, &format!("/v1/portals/{portal}/packages"), &body).await
}

/// The status and the message of a refusal, with the seconds to wait.
fn refusal(reply: &Reply) -> (u16, String, u64) {
    let seconds = reply.headers["retry-after"].to_str().unwrap().parse().unwrap();
    (reply.status.as_u16(), reply.error().message, seconds)
}

#[tokio::test]
async fn one_visitor_can_send_half_of_an_hours_packages() {
    let (cloud, owner, portal) = scene(json!({ "max_packages_per_hour": 4 })).await;
    let anyone = cloud.anyone();
    for _ in 0..2 {
        begin(&anyone, GREEDY, &portal).await.expect(201);
    }
    cloud.advance(MINUTE * 10);
    let (status, message, seconds) = refusal(&begin(&anyone, GREEDY, &portal).await);
    assert!(message.contains("one sender can use 2, and 0 are left"), "{message}");
    assert!(message.contains(&format!("wait {seconds} seconds")), "{message}");
    assert_eq!((status, (2_900..=3_000).contains(&seconds)), (429, true), "{seconds}");
    for _ in 0..2 {
        begin(&anyone, OTHER, &portal).await.expect(201);
    }
    let (_, message, _) = refusal(&begin(&anyone, THIRD, &portal).await);
    assert!(message.contains("this Portal accepts 4 packages in an hour, and 0 are left"), "{message}");

    cloud.advance(MINUTE * 50);
    let by_key = anyone.with_api_key(owner.api_key.as_deref().unwrap());
    for _ in 0..2 {
        begin(&owner.client, GREEDY, &portal).await.expect(201);
        begin(&by_key, GREEDY, &portal).await.expect(201);
    }
    assert_eq!(begin(&owner.client, GREEDY, &portal).await.status, 429, "the whole limits members, too");
    let stranger = cloud.owner("Stills", "someone@example.net").await;
    cloud.advance(HOUR);
    for _ in 0..2 {
        begin(&stranger.client, GREEDY, &portal).await.expect(201);
    }
    assert_eq!(begin(&stranger.client, GREEDY, &portal).await.status, 429, "a member of another Team is a visitor");
}

#[tokio::test]
async fn nobody_gets_two_shares_of_one_hour() {
    let (cloud, _, portal) = scene(json!({ "max_packages_per_hour": 4 })).await;
    let anyone = cloud.anyone();
    begin(&anyone, OTHER, &portal).await.expect(201);
    cloud.advance(MINUTE * 30);
    begin(&anyone, GREEDY, &portal).await.expect(201);
    cloud.advance(MINUTE * 30);
    for _ in 0..2 {
        begin(&anyone, GREEDY, &portal).await.expect(201);
    }
    cloud.advance(MINUTE * 31);
    assert_eq!(begin(&anyone, GREEDY, &portal).await.status, 429, "an hour after its own first package");
    begin(&anyone, OTHER, &portal).await.expect(201);
}

#[tokio::test]
async fn a_portal_with_one_package_an_hour_takes_it_from_anyone() {
    let (cloud, _, portal) = scene(json!({ "max_packages_per_hour": 1 })).await;
    begin(&cloud.anyone(), GREEDY, &portal).await.expect(201);
    let (status, message, _) = refusal(&begin(&cloud.anyone(), OTHER, &portal).await);
    assert!(status == 429 && message.contains("accepts 1 packages in an hour, and 0 are left"), "{message}");
}

/// A package that someone sends through the Portal.
struct Sent {
    client: Client,
    path: String,
}

impl Sent {
    async fn begin(cloud: &TestCloud, client: &Client, address: &str, portal: &str) -> Self {
        let body = begin(client, address, portal).await.expect(201);
        let path = format!("/v1/packages/{}/files/batch", body["id"].as_str().unwrap());
        // Nothing but the token says who it is.
        Self { client: cloud.anyone().with_package_token(body["access_token"].as_str().unwrap()), path }
    }

    async fn add(&self, address: &str, prefix: &str, count: usize) -> Reply {
        let directories: Value =
            (0..count).map(|number| json!({ "kind": "directory", "name": format!("{prefix}{number}") })).collect();
        post(&self.client, address, &self.path, &directories).await
    }
}

#[tokio::test]
async fn one_visitor_can_send_half_of_an_hours_entries() {
    let (cloud, owner, portal) = scene(json!({ "max_entries_per_hour": 3_000 })).await;
    let greedy = Sent::begin(&cloud, &cloud.anyone(), GREEDY, &portal).await;
    greedy.add(GREEDY, "a", 1_000).await.expect(200);
    let (status, message, _) = refusal(&greedy.add(GREEDY, "b", 501).await);
    assert!(status == 429 && message.contains("one sender can use 1500, and 500 are left"), "{message}");
    greedy.add(GREEDY, "b", 500).await.expect(200);
    // Another package does not help, but another household can take the rest.
    let again = Sent::begin(&cloud, &cloud.anyone(), GREEDY, &portal).await;
    assert_eq!(again.add(GREEDY, "a", 1).await.status, 429);
    let other = Sent::begin(&cloud, &cloud.anyone(), OTHER, &portal).await;
    other.add(OTHER, "a", 1_000).await.expect(200);

    cloud.advance(HOUR);
    let member = Sent::begin(&cloud, &owner.client, GREEDY, &portal).await;
    for prefix in ["a", "b", "c"] {
        member.add(GREEDY, prefix, 1_000).await.expect(200);
    }
    assert_eq!(member.add(GREEDY, "d", 1).await.status, 429);
}
