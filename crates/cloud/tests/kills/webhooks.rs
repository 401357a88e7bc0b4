//! The real server is killed while it delivers a thousand events to receivers.
//!
//! Five receivers fail 0 to 4 times before they accept an event. Whatever is killed, every event arrives with one
//! `event_id`, no delivery has more than five recorded attempts, and nothing is sent more often than recorded except
//! what was being sent when the server died. `TONNAGE_TEST_ROUNDS` sets the number of kills.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use client::Client;
use futures_util::StreamExt as _;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use standardwebhooks::Webhook;
use testkit::{Program, Reaction, TestReceiver, number_of_sql, until};
use tokio::time::sleep;
use wire::ids::{CustomWebhookId, PackageId, PortalId, TeamId};
use wire::portals::{CreatePortalPackage, Named, WritePortal};

const KILLS: usize = 20;
const DEEP_KILLS: usize = 200;
const EVENTS_PER_KILL: usize = 50;
const KILLED_WITHIN_MILLIS: u64 = 500;
/// Two to each of the five receivers.
const CALLS_AT_ONCE: usize = 10;

const VARIABLES: &[(&str, &str)] = &[
    ("TONNAGE_EGRESS__ALLOW", "127.0.0.0/8"),
    ("TONNAGE_WEBHOOKS__BACKOFF_SECONDS", "0,0,0,0"),
    ("TONNAGE_WORKERS__POLL_SECONDS", "1"),
];

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tonnage"))
}

fn kills() -> usize {
    testkit::rounds(KILLS, DEEP_KILLS)
}

/// A Portal, and a receiver that fails this many times before it accepts an event.
struct Line {
    portal: PortalId,
    receiver: TestReceiver,
    secret: String,
}

struct Installation {
    data_dir: PathBuf,
    server: Program,
    team: TeamId,
    key: String,
}

impl Installation {
    fn new(data_dir: PathBuf) -> Self {
        let server = Program::serve(program(), &data_dir, VARIABLES);
        let (team, key) = Program::bootstrap(program(), &data_dir);
        Self { data_dir, server, team, key }
    }

    fn client(&self) -> Client {
        Client::new(&self.server.api).unwrap().with_api_key(&self.key)
    }

    async fn number(&self, statement: &str) -> i64 {
        let database = format!("sqlite://{}", self.data_dir.join("tonnage.db").display());
        number_of_sql(&database, statement).await
    }

    /// Kills the server, and starts another, which takes over what the killed one was working on.
    fn kill(&mut self) {
        self.server.kill();
        self.server = Program::serve(program(), &self.data_dir, VARIABLES);
    }

    async fn line(&self, failures: usize) -> Line {
        let receiver = TestReceiver::start().await;
        let seen = Arc::new(Mutex::new(HashMap::<String, usize>::new()));
        receiver.react_by(move |request| {
            let mut seen = seen.lock().unwrap();
            let times = seen.entry(request.event_id()).or_default();
            *times += 1;
            Reaction::Answer(if *times > failures { 200 } else { 503 })
        });
        let webhook = receiver.webhook("package.created");
        let webhook = self.client().create_webhook(&self.team, &webhook).await.unwrap();
        let portal = self.portal(&format!("dailies-{failures}"), &webhook.webhook.id).await;
        Line { portal, receiver, secret: webhook.signing_secret }
    }

    async fn portal(&self, subdomain: &str, webhook: &CustomWebhookId) -> PortalId {
        let request = WritePortal {
            name: Some("Dailies".to_owned()),
            subdomain: Some(subdomain.to_owned()),
            active: Some(true),
            custom_webhooks: Some(vec![Named(webhook.to_string())]),
            ..WritePortal::default()
        };
        self.client().create_portal(&self.team, &request).await.unwrap().id
    }
}

/// Begins packages in all Portals, and returns those that were acknowledged.
async fn begin_packages(client: Client, portals: Vec<PortalId>, count: usize) -> Vec<PackageId> {
    let request = CreatePortalPackage {
        name: Some("Day 1".to_owned()),
        description: Some(String::new()),
        sender: Some("ben@example.org".to_owned()),
        ..CreatePortalPackage::default()
    };
    let begin = |number: usize| {
        let (client, portal, request) = (client.clone(), portals[number % portals.len()].clone(), request.clone());
        // The reply may never come: then nothing was acknowledged.
        async move { client.create_portal_package(&portal, &request).await.ok().map(|package| package.id) }
    };
    let packages = futures_util::stream::iter((0..count).map(begin)).buffer_unordered(4);
    packages.filter_map(std::future::ready).collect().await
}

/// What a receiver got of each package, checked on the way.
fn check_line(line: &Line, context: &str) -> HashSet<String> {
    let mut events = HashMap::<String, String>::new();
    let verifier = Webhook::new(&line.secret).unwrap();
    for received in line.receiver.deliveries() {
        let body = received.json();
        let package = body["object"]["id"].as_str().unwrap().to_owned();
        let first = events.entry(package).or_insert_with(|| received.event_id()).clone();
        assert_eq!(first, received.event_id(), "{context}: one event, one id");
        let [id, time, signature] =
            ["webhook-id", "webhook-timestamp", "webhook-signature"].map(|name| received.header(name)[0]);
        let signed = verifier.sign(id, time.parse().unwrap(), &received.body).unwrap();
        assert_eq!(signature, signed, "{context}");
    }
    events.into_keys().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_event_is_lost_whatever_is_killed() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    testkit::prepare();
    let mut random = StdRng::seed_from_u64(seed);
    let directory = tempfile::tempdir().unwrap();
    let mut installation = Installation::new(directory.path().join("data"));
    let mut lines = Vec::new();
    for failures in 0..5 {
        lines.push(installation.line(failures).await);
    }
    let portals: Vec<PortalId> = lines.iter().map(|line| line.portal.clone()).collect();
    let (kills, mut promised) = (kills(), Vec::new());
    for killed in 0..kills {
        let wanted = (killed + 1) * EVENTS_PER_KILL - promised.len();
        let sending = tokio::spawn(begin_packages(installation.client(), portals.clone(), wanted));
        sleep(Duration::from_millis(random.random_range(0..KILLED_WITHIN_MILLIS))).await;
        installation.kill();
        promised.extend(sending.await.unwrap());
    }
    while promised.len() < kills * EVENTS_PER_KILL {
        let wanted = kills * EVENTS_PER_KILL - promised.len();
        promised.extend(begin_packages(installation.client(), portals.clone(), wanted).await);
    }
    let open = "SELECT (SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'pending')
         + (SELECT COUNT(*) FROM jobs WHERE name = 'deliver_webhook')";
    until("every event is delivered", async || {
        let left = installation.number(open).await;
        if left == 0 { Ok(()) } else { Err(format!("seed {seed}: {left} are left")) }
    })
    .await;
    check(&installation, &lines, &promised, &format!("seed {seed}")).await;
}

/// Leases last a minute and are renewed every 20 seconds, so that without the next start they would last this long.
const LEASE_LEFT: Duration = Duration::from_secs(40);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_killed_server_was_working_on_goes_on_with_the_next_start() {
    testkit::prepare();
    let directory = tempfile::tempdir().unwrap();
    let mut installation = Installation::new(directory.path().join("data"));
    let line = installation.line(0).await;
    line.receiver.react(Reaction::Silence);
    assert_eq!(begin_packages(installation.client(), vec![line.portal.clone()], 1).await.len(), 1);
    until("the event is being delivered", async || {
        let count = line.receiver.deliveries().len();
        if count == 1 { Ok(()) } else { Err(format!("{count} deliveries")) }
    })
    .await;
    installation.server.kill();
    let killed = Instant::now();
    line.receiver.react(Reaction::Answer(200));
    installation.server = Program::serve(program(), &installation.data_dir, VARIABLES);
    until("the event is delivered again", async || {
        let count = line.receiver.deliveries().len();
        if count == 2 { Ok(()) } else { Err(format!("{count} deliveries")) }
    })
    .await;
    assert!(killed.elapsed() < LEASE_LEFT, "only after {:?}", killed.elapsed());
}

async fn check(installation: &Installation, lines: &[Line], promised: &[PackageId], context: &str) {
    let told: HashSet<String> = lines.iter().flat_map(|line| check_line(line, context)).collect();
    let lost: Vec<_> = promised.iter().filter(|package| !told.contains(package.as_str())).collect();
    assert!(lost.is_empty(), "{context}: lost {lost:?}");
    let number = async |statement: &str| installation.number(statement).await;
    let events = number("SELECT COUNT(*) FROM events WHERE event_type = 'package.created'").await;
    assert_eq!(usize::try_from(events).unwrap(), told.len(), "{context}: what happened, and nothing else");
    let delivered = number("SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'delivered'").await;
    assert_eq!(delivered, events, "{context}: every event is delivered");
    let most = number("SELECT MAX(attempts) FROM webhook_deliveries").await;
    assert!((1..=5).contains(&most), "{context}: {most} attempts");
    let recorded = number("SELECT COUNT(*) FROM webhook_attempts").await;
    assert_eq!(number("SELECT CAST(SUM(attempts) AS BIGINT) FROM webhook_deliveries").await, recorded, "{context}");
    let sent: usize = lines.iter().map(|line| line.receiver.deliveries().len()).sum();
    let unrecorded = sent - usize::try_from(recorded).unwrap();
    assert!(unrecorded <= kills() * CALLS_AT_ONCE, "{context}: {unrecorded} sent beyond {recorded}");
    println!("{events} events, {recorded} attempts recorded, {unrecorded} sends cut by a kill");
}
