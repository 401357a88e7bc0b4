//! The cluster and the services it needs.

use std::time::Duration;

use client::Client;
use tempfile::TempDir;
use testkit::beds::SeaweedFs;
use testkit::{Balancer, Nats, Program, TargetBucket, TestReceiver, fresh_database, number_of_sql, texts_of_sql};
use wire::connections::{ConnectionChoice, WriteCloudConnection};
use wire::ids::{CustomWebhookId, PortalId, TeamId};
use wire::portals::{Named, WritePortal};

use super::process::{Process, TONNAGE};

const BUCKET: &str = "cluster";

pub(super) struct Bed {
    /// Two with the role api, then two with the role worker.
    pub(super) processes: [Process; 4],
    pub(super) balancer: Balancer,
    pub(super) nats: Nats,
    pub(super) database: String,
    pub(super) team: TeamId,
    key: String,
    _store: SeaweedFs,
    _directory: TempDir,
}

/// A Portal whose packages are reported to a webhook and forwarded to a bucket.
pub(super) struct Line {
    pub(super) portal: PortalId,
    pub(super) receiver: TestReceiver,
    pub(super) target: TargetBucket,
}

impl Bed {
    pub(super) async fn start() -> Self {
        testkit::prepare();
        let directory = tempfile::tempdir().unwrap();
        let database = fresh_database(directory.path()).await;
        assert!(database.starts_with("postgres"), "run this with cargo xtask test --only cluster");
        let (store, nats) = tokio::join!(SeaweedFs::start(), Nats::start_with(&["--user", "film", "--pass", "p@ss"]));
        store.make_bucket(BUCKET).await;
        let shared = settings(&database, &store, &nats.url("film:p%40ss@"));
        let process = |name, role| Process::new(name, role, directory.path(), &shared);
        let mut processes =
            [process("one", "api"), process("two", "api"), process("three", "worker"), process("four", "worker")];
        let balancer = Balancer::start(&[processes[0].api, processes[1].api]).await;
        for process in &mut processes {
            process.set("TONNAGE_PUBLIC_URL", &balancer.url());
            process.start().await;
        }
        let shared: Vec<_> = shared.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let (team, key) = Program::bootstrap_with(TONNAGE.as_ref(), &directory.path().join("admin"), &shared);
        Self { processes, balancer, nats, database, team, key, _store: store, _directory: directory }
    }

    /// Through the balancer, as clients connect.
    pub(super) fn client(&self) -> Client {
        Client::new(&self.balancer.url()).unwrap().with_api_key(&self.key)
    }

    /// Directly to one of the two, bypassing the balancer.
    pub(super) fn client_of(&self, number: usize) -> Client {
        Client::new(&format!("http://{}", self.processes[number].api)).unwrap().with_api_key(&self.key)
    }

    pub(super) async fn line(&self, subdomain: &str) -> Line {
        let (receiver, target) = (TestReceiver::start().await, TargetBucket::start().await);
        let webhook = self.webhook(&self.client(), &receiver).await.unwrap();
        let connection = WriteCloudConnection {
            name: Some("Archive".to_owned()),
            provider: Some("vendor_e_s3".to_owned()),
            authorization: Some(target.authorization()),
            ..WriteCloudConnection::default()
        };
        let connection = self.client().create_connection(&self.team, &connection).await.unwrap();
        let portal = WritePortal {
            name: Some("Dailies".to_owned()),
            subdomain: Some(subdomain.to_owned()),
            active: Some(true),
            custom_webhooks: Some(vec![Named(webhook.to_string())]),
            cloud_connections: Some(vec![ConnectionChoice { id: connection.id.to_string(), filter_id: None }]),
            ..WritePortal::default()
        };
        let portal = self.client().create_portal(&self.team, &portal).await.unwrap().id;
        Line { portal, receiver, target }
    }

    pub(super) async fn webhook(
        &self,
        client: &Client,
        receiver: &TestReceiver,
    ) -> Result<CustomWebhookId, client::ClientError> {
        let webhook = receiver.webhook("package.finalized");
        Ok(client.create_webhook(&self.team, &webhook).await?.webhook.id)
    }

    /// The log lines about faults, to find the cause of a failure.
    pub(super) fn complaints(&self) -> String {
        let logs: Vec<String> = self.processes.iter().map(Process::log).collect();
        let is_bad = |line: &&str| line.contains("\"WARN\"") || line.contains("\"ERROR\"");
        logs.iter().flat_map(|log| log.lines().filter(is_bad)).collect::<Vec<_>>().join("\n")
    }

    pub(super) async fn number(&self, statement: &str) -> i64 {
        number_of_sql(&self.database, statement).await
    }

    pub(super) async fn texts(&self, statement: &str) -> Vec<String> {
        texts_of_sql(&self.database, statement).await
    }
}

fn settings(database: &str, store: &SeaweedFs, bus: &str) -> Vec<(&'static str, String)> {
    let (access_key, secret_key) = SeaweedFs::keys();
    // Only a wake-up brings a job to a worker in time.
    let poll = Duration::from_mins(2).as_secs().to_string();
    vec![
        ("TONNAGE_DATABASE__URL", database.to_owned()),
        ("TONNAGE_DATABASE__MAX_CONNECTIONS", "10".to_owned()),
        ("TONNAGE_SECRET_KEY", "the secret of the whole cluster, 32 bytes and more".to_owned()),
        ("TONNAGE_STORAGE__ENDPOINT", format!("http://{}", store.address())),
        ("TONNAGE_STORAGE__BUCKET", BUCKET.to_owned()),
        ("TONNAGE_STORAGE__ACCESS_KEY", access_key.to_owned()),
        ("TONNAGE_STORAGE__SECRET_KEY", secret_key.to_owned()),
        ("TONNAGE_BUS__URL", bus.to_owned()),
        ("TONNAGE_EGRESS__ALLOW", "127.0.0.0/8".to_owned()),
        ("TONNAGE_WEBHOOKS__BACKOFF_SECONDS", "1,1,1,1".to_owned()),
        ("TONNAGE_WORKERS__POLL_SECONDS", poll),
        ("TONNAGE_LIMITS__UNREADY_SECONDS", "2".to_owned()),
        ("TONNAGE_LIMITS__DRAIN_SECONDS", "5".to_owned()),
        ("TONNAGE_LIMITS__PORTAL_PACKAGES_PER_HOUR", "1000000".to_owned()),
    ]
}
