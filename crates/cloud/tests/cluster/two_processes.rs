//! Two servers on one PostgreSQL: an operation that is done on both at once takes effect once.
//!
//! Needs `TEST_DATABASE_URL`, which `cargo xtask test` sets in its step `cluster`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use client::{Client, ClientError};
use futures_util::StreamExt as _;
use futures_util::stream;
use tempfile::TempDir;
use testkit::{
    Parcel, Program, SmtpSink, Subscription, file, fresh_database, number_of_sql, plain_package, request_of, until,
};
use wire::error::ErrorCode;
use wire::files::{AddedOne, FinalizeFile, FinalizeFileOf, FinalizedOne};
use wire::ids::TeamId;
use wire::links::CreateLink;
use wire::packages::{CreatePackage, PublishProgress};

const CALLERS: usize = 8;
const PACKAGES: usize = 200;
const STARTS: usize = 10_000;
const LIMIT: i64 = 100;
const SECRET_KEY: &str = "the secret of both processes, 32 bytes and more";

/// Two servers, one database, one store, one mail server.
struct Pair {
    servers: [Program; 2],
    database: String,
    mails: SmtpSink,
    team: TeamId,
    key: String,
    _directory: TempDir,
}

impl Pair {
    async fn start() -> Self {
        testkit::prepare();
        let program = Path::new(env!("CARGO_BIN_EXE_tonnage"));
        let directory = tempfile::tempdir().unwrap();
        let database = fresh_database(directory.path()).await;
        assert!(database.starts_with("postgres"), "run this with cargo xtask test --only cluster");
        let mails = SmtpSink::start().await;
        let smtp = mails.url();
        let shared = [
            ("TONNAGE_DATABASE__URL", database.as_str()),
            ("TONNAGE_SECRET_KEY", SECRET_KEY),
            ("TONNAGE_MAIL__SMTP_URL", &smtp),
            ("TONNAGE_STORAGE__ACCESS_KEY", "AKEYOFBOTH"),
            ("TONNAGE_STORAGE__SECRET_KEY", "a secret of both that is long"),
            ("TONNAGE_STORAGE__SYNC", "relaxed"),
            ("TONNAGE_LOG__LEVEL", "warn"),
        ];
        let data = |name: &str| directory.path().join(name);
        let with_sync = Program::serve(program, &data("one"), &shared);
        let endpoint = [("TONNAGE_STORAGE__ENDPOINT", with_sync.storage.as_str())];
        let without_sync = shared.into_iter().filter(|(name, _)| *name != "TONNAGE_STORAGE__SYNC");
        let variables: Vec<_> = without_sync.chain(endpoint).collect();
        let other = Program::serve(program, &data("two"), &variables);
        let (team, key) = Program::bootstrap_with(program, &data("one"), &shared);
        Self { servers: [with_sync, other], database, mails, team, key, _directory: directory }
    }

    /// A client of one of the two.
    fn client(&self, number: usize) -> Client {
        Client::new(&self.servers[number % 2].api).unwrap().with_api_key(&self.key)
    }

    async fn number(&self, statement: &str) -> i64 {
        number_of_sql(&self.database, statement).await
    }

    async fn until(&self, what: &str, statement: &str, wanted: i64) {
        until(what, async || {
            let found = self.number(statement).await;
            if found == wanted { Ok(()) } else { Err(format!("{found}, not {wanted}")) }
        })
        .await;
    }
}

/// Sends a small file by a single PUT.
async fn put_small(parcel: &Parcel, name: &str, content: &[u8]) {
    let added = parcel.client.add_files(&parcel.id, &[file("", name, content.len())]).await.unwrap();
    let [AddedOne::Done(added)] = added.as_slice() else { panic!("the file is added: {added:?}") };
    let put = added.put_blueprint.as_ref().expect("a small file can be put");
    let reply = request_of(put).body(content.to_vec()).send().await.unwrap();
    let etag = reply.headers()["etag"].to_str().unwrap().to_owned();
    let size = i64::try_from(content.len()).unwrap();
    let finalize = FinalizeFile { size, etag: Some(etag), ..FinalizeFile::default() };
    let request = [FinalizeFileOf { file_id: added.file.id.clone(), finalize }];
    let done = parcel.client.finalize_files(&parcel.id, &request).await.unwrap();
    assert!(matches!(done.as_slice(), [FinalizedOne::Done(_)]), "{done:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn packages_are_finalized_once() {
    let pair = Arc::new(Pair::start().await);
    let send = async |number: usize| {
        let recipients = vec![format!("one-{number}@example.org"), format!("two-{number}@example.org")];
        let request = CreatePackage { recipients, ..plain_package(&format!("Package {number}")) };
        let parcel = Parcel::create(&pair.client(number), &pair.team, &request).await;
        put_small(&parcel, "a.txt", b"content").await;
        // Both servers at once, and then again.
        let other = pair.client(number + 1).with_package_token(&parcel.body.access_token);
        let (one, two) = tokio::join!(parcel.client.finalize_package(&parcel.id), other.finalize_package(&parcel.id));
        for reply in [one, two, other.finalize_package(&parcel.id).await] {
            assert_eq!(reply.unwrap().state, "finalized");
        }
    };
    stream::iter(0..PACKAGES).map(send).buffer_unordered(CALLERS).collect::<Vec<()>>().await;
    let packages = i64::try_from(PACKAGES).unwrap();
    let finalized = "SELECT COUNT(*) FROM packages WHERE state = 'finalized'";
    assert_eq!(pair.number(finalized).await, packages);
    let events = "SELECT COUNT(*) FROM events WHERE event_type = 'package.finalized'";
    assert_eq!(pair.number(events).await, packages);
    assert_eq!(pair.number("SELECT COUNT(*) FROM links").await, 2 * packages);
    // Two for the recipients and one for the sender.
    pair.until("mails sent", "SELECT COUNT(*) FROM mails WHERE state = 'sent'", 3 * packages).await;
    let mut received = HashMap::<String, usize>::new();
    for mail in pair.mails.take() {
        for recipient in mail.recipients {
            *received.entry(recipient).or_default() += 1;
        }
    }
    assert_eq!(received.remove("anna@example.org"), Some(PACKAGES));
    assert_eq!(received.len(), 2 * PACKAGES);
    assert!(received.values().all(|count| *count == 1), "{received:?}");
    pair.until("jobs left over", "SELECT COUNT(*) FROM jobs", 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_access_limit_is_exact() {
    let pair = Arc::new(Pair::start().await);
    let parcel = Parcel::create(&pair.client(0), &pair.team, &plain_package("Dailies")).await;
    put_small(&parcel, "a.txt", b"content").await;
    parcel.finalize().await;
    let request = CreateLink { access_limit: Some(LIMIT), ..CreateLink::default() };
    let link = parcel.client.create_link(&parcel.id, &request).await.unwrap();
    let file = parcel.client.files(&parcel.id, "").await.unwrap().remove(0);
    let secret = link.download_secret.clone().unwrap();
    let clients = [pair.client(0), pair.client(1)];
    let resolve = async |number: usize| {
        let client = &clients[number % 2];
        client.with_package_token(&client.resolve_link(&link.id, &secret, None).await.unwrap().package_token)
    };
    let holders: Vec<Client> = stream::iter(0..STARTS).map(resolve).buffer_unordered(64).collect().await;
    // All want the same row. On a busy machine some wait too long for a connection, and are asked to try again.
    let start = async |holder: &Client| loop {
        match holder.download_address(&parcel.id, &file.id).await {
            Err(ClientError::Refused { body, .. }) if body.code == ErrorCode::Unavailable => {}
            reply => break reply,
        }
    };
    let replies: Vec<_> = stream::iter(&holders).map(start).buffer_unordered(256).collect().await;
    let started = replies.iter().filter(|reply| reply.is_ok()).count();
    assert_eq!(i64::try_from(started).unwrap(), LIMIT);
    for reply in replies.into_iter().filter_map(Result::err) {
        let ClientError::Refused { body, .. } = reply else { panic!("{reply}") };
        assert_eq!(body.code, ErrorCode::LinkLocked);
    }
    assert_eq!(pair.number("SELECT accesses FROM links").await, LIMIT);
    let counted = "SELECT COUNT(*) FROM downloads WHERE link_id <> ''";
    assert_eq!(pair.number(counted).await, LIMIT);
}

#[tokio::test]
async fn an_upload_to_one_is_followed_on_the_other() {
    let pair = Pair::start().await;
    let parcel = Parcel::create(&pair.client(0), &pair.team, &plain_package("Dailies")).await;
    let channel = &parcel.body.progress_channels[0].auth;
    let mut follower = Subscription::open(&pair.client(1), channel).await;
    assert_eq!(follower.next().await.unwrap().total_bytes, 0);
    let told = PublishProgress { bytes: 3, total_bytes: 5, ..PublishProgress::default() };
    pair.client(0).publish_progress(channel, &told).await.unwrap();
    follower.until(|message| (message.bytes, message.total_bytes) == (3, 5)).await;
    parcel.put("", "a.mov", b"12345").await;
    follower.until(|message| (message.bytes, message.files) == (5, 1)).await;
    parcel.finalize().await;
    follower.until(|message| message.state == "finalized").await;
    assert_eq!(follower.next().await, None);
}
