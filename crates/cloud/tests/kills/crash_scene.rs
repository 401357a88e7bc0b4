//! One installation with everything that it affects: mail server, webhook receiver, buckets.

use std::path::{Path, PathBuf};

use client::Client;
use cloud::clock::Clock;
use testkit::{Program, SmtpSink, TargetBucket, TestReceiver, execute_sql, number_of_sql, portal_with_webhook, until};
use wire::connections::WriteCloudConnection;
use wire::ids::{CloudConnectionId, PortalId, TeamId};

/// The object that is imported, and its content.
pub(super) const IMPORTED: [(&str, &[u8]); 2] = [("in/a.mov", &[1; 200_000]), ("in/b.mov", &[2; 1_000])];

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tonnage"))
}

pub(super) struct Scene {
    pub(super) mails: SmtpSink,
    pub(super) receiver: TestReceiver,
    pub(super) target: TargetBucket,
    _origin: TargetBucket,
    pub(super) portal: PortalId,
    pub(super) to: CloudConnectionId,
    pub(super) from: CloudConnectionId,
    pub(super) team: TeamId,
    pub(super) context: String,
    key: String,
    data_dir: PathBuf,
    server: Program,
    _directory: tempfile::TempDir,
}

impl Scene {
    pub(super) async fn new() -> Self {
        testkit::prepare();
        let directory = tempfile::tempdir().unwrap();
        let (mails, receiver) = (SmtpSink::start().await, TestReceiver::start().await);
        let (target, origin) = (TargetBucket::start().await, TargetBucket::start().await);
        for (key, content) in IMPORTED {
            origin.put(key, content).await;
        }
        let data_dir = directory.path().join("data");
        let server = start(&data_dir, &mails, None);
        let (team, key) = Program::bootstrap(program(), &data_dir);
        let client = Client::new(&server.api).unwrap().with_api_key(&key);
        let webhook = client.create_webhook(&team, &receiver.webhook("package.finalized")).await.unwrap();
        let portal = portal_with_webhook(&client, &team, &webhook.webhook).await;
        let to = WriteCloudConnection {
            provider: Some("vendor_e_s3".to_owned()),
            authorization: Some(target.authorization()),
            ..WriteCloudConnection::default()
        };
        let to = client.create_connection(&team, &to).await.unwrap().id;
        let from = WriteCloudConnection {
            provider: Some("vendor_h_s3".to_owned()),
            direction: Some("cloud_to_service".to_owned()),
            authorization: Some(origin.authorization()),
            ..WriteCloudConnection::default()
        };
        let from = client.create_connection(&team, &from).await.unwrap().id;
        Self {
            mails,
            receiver,
            target,
            _origin: origin,
            portal,
            to,
            from,
            team,
            context: String::new(),
            key,
            data_dir,
            server,
            _directory: directory,
        }
    }

    /// Replaces the server by one that dies at a point, or by one that does not.
    pub(super) fn serve(&mut self, crash_at: Option<&str>, context: &str) {
        context.clone_into(&mut self.context);
        if self.server.ended().is_none() {
            self.server.kill();
        }
        self.server = start(&self.data_dir, &self.mails, crash_at);
    }

    pub(super) const fn server(&mut self) -> &mut Program {
        &mut self.server
    }

    pub(super) fn client(&self) -> Client {
        Client::new(&self.server.api).unwrap().with_api_key(&self.key)
    }

    fn database(&self) -> String {
        format!("sqlite://{}", self.data_dir.join("tonnage.db").display())
    }

    pub(super) async fn number(&self, statement: &str) -> i64 {
        number_of_sql(&self.database(), statement).await
    }

    pub(super) async fn execute(&self, statement: &str) {
        execute_sql(&self.database(), statement).await;
    }

    /// Has the next server find the leases of the dead one expired.
    pub(super) async fn end_leases(&self) {
        self.execute("UPDATE jobs SET run_at = 0, lease_end = NULL WHERE state = 'waiting' AND lease IS NOT NULL")
            .await;
    }

    pub(super) async fn until(&self, what: &str, statement: &str, wanted: i64) {
        until(what, async || {
            let found = self.number(statement).await;
            if found == wanted { Ok(()) } else { Err(format!("{}: {found}, not {wanted}", self.context)) }
        })
        .await;
    }

    /// All jobs that are due are done, and none is dead.
    pub(super) async fn jobs_are_done(&self) {
        let now = Clock::System.now().as_millis();
        let due = format!("SELECT COUNT(*) FROM jobs WHERE run_at <= {now} OR lease IS NOT NULL OR state <> 'waiting'");
        self.until("jobs that are not done", &due, 0).await;
    }

    /// Nothing is left in between.
    pub(super) async fn settled(&self) {
        self.jobs_are_done().await;
        for statement in [
            "SELECT COUNT(*) FROM packages WHERE state NOT IN ('finalized', 'expired')",
            "SELECT COUNT(*) FROM transfers WHERE state <> 'complete'",
            "SELECT COUNT(*) FROM webhook_deliveries WHERE state <> 'delivered'",
            "SELECT COUNT(*) FROM mails WHERE state <> 'sent'",
        ] {
            assert_eq!(self.number(statement).await, 0, "{}: {statement}", self.context);
        }
    }

    /// What was put off until upload URLs have expired happens now. Otherwise it would happen when the test has taken an
    /// hour, in a server that is to die in another step, and that server would die too early.
    pub(super) async fn an_hour_later(&self) {
        self.execute("UPDATE jobs SET run_at = 0 WHERE state = 'waiting'").await;
        self.until("jobs that are left", "SELECT COUNT(*) FROM jobs", 0).await;
    }

    pub(super) fn fsck(&self) {
        let data_dir = self.data_dir.to_str().unwrap();
        let output = Program::run(program(), &[], &["admin", "fsck", "--read-data", "--data-dir", data_dir]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}: {text}", self.context);
        assert!(text.contains(" 0 objects without a finalized file"), "{}: {text}", self.context);
    }
}

fn start(data_dir: &Path, mails: &SmtpSink, crash_at: Option<&str>) -> Program {
    let mails = mails.url();
    let mut variables = vec![
        ("TONNAGE_EGRESS__ALLOW", "127.0.0.0/8"),
        ("TONNAGE_MAIL__SMTP_URL", mails.as_str()),
        ("TONNAGE_PACKAGES__GRACE_HOURS", "0"),
        ("TONNAGE_STORAGE__SYNC", "relaxed"),
        ("TONNAGE_WORKERS__POLL_SECONDS", "1"),
    ];
    variables.extend(crash_at.map(|point| ("TONNAGE_TEST_CRASH_AT", point)));
    Program::serve(program(), data_dir, &variables)
}
