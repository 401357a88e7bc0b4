//! Rotating `secret_key`: nothing stops working before, during and after.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use client::Client;
use cloud::secret::Secret;
use cloud::vault::Vault;
use cloud::vault::rotation::{self, Needs, Resealed};
use serde_json::{Value, json};
use testkit::{Parcel, Person, Program, Reply, TestCloud, execute_sql, plain_package};
use wire::packages::PackageBody;
use wire::portals::WritePortal;

use super::backup::scene::{program, refused, run, said};

const NEW: &str = "the next secret of all tests, 32 bytes and more";

fn new_secret() -> Secret {
    Secret::new(NEW)
}

fn user_token(client: &Client) -> String {
    let request = client.request(reqwest::Method::GET, "/").build().unwrap();
    request.headers()["X-User-Token"].to_str().unwrap().to_owned()
}

async fn begin(cloud: &TestCloud) -> bool {
    let app = cloud.app();
    let id = app.ids.next();
    rotation::begin(&app.store, &app.config.secret_key, &new_secret(), id, cloud.now()).await.unwrap()
}

async fn refresh(cloud: &TestCloud) {
    cloud.app().vault.refresh(&cloud.app().store, cloud.now()).await.unwrap();
}

async fn reseal(cloud: &TestCloud) -> Resealed {
    rotation::reseal(&cloud.app().store, &cloud.app().vault, |_| {}).await.unwrap()
}

async fn needs(cloud: &TestCloud) -> Needs {
    Needs::read(&cloud.app().store, &cloud.app().vault).await.unwrap()
}

/// Another server on the same database, with the new secret alone.
async fn with_new_secret(cloud: &TestCloud) -> TestCloud {
    let database = cloud.app().config.database.url.expose().to_owned();
    cloud.beside(&database).with(|config| config.secret_key = new_secret()).start().await
}

async fn portal(owner: &Person, subdomain: &str) -> wire::ids::PortalId {
    let request = WritePortal {
        name: Some("Rushes".to_owned()),
        subdomain: Some(subdomain.to_owned()),
        access_code: Some("sesame".to_owned()),
        ..WritePortal::default()
    };
    owner.client.create_portal(&owner.team_id, &request).await.unwrap().id
}

/// What someone got from a server before.
struct Obtained {
    user: String,
    package: PackageBody,
    zip: String,
}

impl Obtained {
    async fn from(client: &Client, person: &Person) -> Self {
        let sent = Parcel::sent(client, &person.team_id, &plain_package("Sent")).await;
        let zip = sent.client.zip(&sent.id, "").await.unwrap().url;
        Self { user: user_token(client), package: sent.body, zip }
    }

    /// The statuses that it gets at a server now: as a user, with a package token, on a channel, and for a zip.
    async fn statuses(&self, cloud: &TestCloud) -> [u16; 4] {
        let (anyone, id) = (cloud.anyone(), &self.package.id);
        let user = Reply::of(&anyone.with_user_token(&self.user), "GET /v1/auth", &Value::Null).await;
        let holder = anyone.with_package_token(&self.package.access_token);
        let files = Reply::of(&holder, &format!("GET /v1/packages/{id}/files"), &Value::Null).await;
        let channel = &self.package.progress_channels[0].auth;
        let channel = format!("POST /v1/channels/{}/messages?token={}", channel.channel_name, channel.token);
        let progress = json!({ "bytes": 1, "total_bytes": 2, "files": 0, "total_files": 1, "state": "new" });
        let channel = Reply::of(&anyone, &channel, &progress).await;
        let zip = self.zip.splitn(4, '/').last().unwrap();
        let zip = Reply::of(&anyone, &format!("GET /{zip}"), &Value::Null).await;
        [user.status, files.status, channel.status, zip.status].map(|status| status.as_u16())
    }
}

/// A follower may not publish, and the reply says so: its token is accepted.
const ACCEPTED: [u16; 4] = [200, 200, 403, 200];
const REFUSED: [u16; 4] = [401, 401, 401, 404];

#[tokio::test(flavor = "multi_thread")]
async fn tokens_and_sealed_values_outlive_the_secret() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = portal(&owner, "rushes").await;
    let before = Obtained::from(&owner.client, &owner).await;
    assert!(!needs(&cloud).await.has_former());

    assert!(begin(&cloud).await);
    assert!(!begin(&cloud).await, "once");
    let other = with_new_secret(&cloud).await;
    let by_other = other.anyone().with_user_token(&user_token(&owner.client));
    assert_eq!(by_other.portal(&portal).await.unwrap().access_code, "sesame");
    let during = Obtained::from(&other.sign_in(&owner.email, testkit::PASSWORD).await, &owner).await;
    for server in [&cloud, &other] {
        assert_eq!(before.statuses(server).await, ACCEPTED);
        assert_eq!(during.statuses(server).await, ACCEPTED);
    }

    cloud.advance(Duration::from_secs(61));
    for server in [&cloud, &other] {
        refresh(server).await;
        assert!(server.app().vault.is_on_newest());
    }
    let after = Obtained::from(&cloud.sign_in(&owner.email, testkit::PASSWORD).await, &owner).await;
    assert!(needs(&other).await.sealed_values > 0);
    let resealed = reseal(&other).await;
    assert!(resealed.done > 0 && resealed.failed == 0, "{resealed:?}");
    assert_eq!(needs(&other).await.sealed_values, 0);
    assert_eq!(reseal(&cloud).await, Resealed::default(), "nothing is left");
    assert_eq!(owner.client.portal(&portal).await.unwrap().access_code, "sesame");
    for server in [&cloud, &other] {
        for obtained in [&before, &during, &after] {
            assert_eq!(obtained.statuses(server).await, ACCEPTED);
        }
    }

    rotation::finish(&other.app().store, &new_secret(), cloud.now()).await.unwrap();
    refresh(&other).await;
    assert_eq!(before.statuses(&other).await, REFUSED);
    assert_eq!(after.statuses(&other).await, ACCEPTED);
    assert!(!needs(&other).await.has_former());
    let (store, clock) = (&cloud.app().store, &cloud.app().clock);
    assert!(Vault::open(store, &cloud.app().config.secret_key, clock).await.is_err(), "the old secret opens nothing");
    assert!(Vault::open(store, &new_secret(), clock).await.is_ok());
}

/// Both servers write and read sealed values and tokens of each other all the time.
#[tokio::test(flavor = "multi_thread")]
async fn servers_under_load_notice_nothing() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    assert!(begin(&cloud).await);
    let other = with_new_secret(&cloud).await;
    let (is_over, token) = (Arc::new(AtomicBool::new(false)), user_token(&owner.client));
    let clients = [&cloud, &other].map(|server| server.anyone().with_user_token(&token));
    let mut working = Vec::new();
    for number in 0..4 {
        let (is_over, team) = (Arc::clone(&is_over), owner.team_id.clone());
        let (here, there) = (clients[number % 2].clone(), clients[(number + 1) % 2].clone());
        working.push(tokio::spawn(async move {
            let mut rounds = 0;
            while !is_over.load(Ordering::Relaxed) || rounds == 0 {
                let request = WritePortal {
                    name: Some(format!("Portal {number} {rounds}")),
                    subdomain: Some(format!("portal-{number}-{rounds}")),
                    access_code: Some("sesame".to_owned()),
                    ..WritePortal::default()
                };
                let portal = here.create_portal(&team, &request).await.unwrap();
                assert_eq!(there.portal(&portal.id).await.unwrap().access_code, "sesame");
                let package = here.create_package(&team, &plain_package("Load")).await.unwrap();
                let holder = there.with_package_token(&package.access_token);
                assert!(holder.files(&package.id, "").await.is_ok());
                rounds += 1;
            }
            rounds
        }));
    }
    // Each server learns of it at its own time.
    refresh(&cloud).await;
    cloud.advance(Duration::from_secs(61));
    refresh(&other).await;
    reseal(&other).await;
    refresh(&cloud).await;
    reseal(&cloud).await;
    is_over.store(true, Ordering::Relaxed);
    for worker in working {
        assert!(worker.await.unwrap() > 0);
    }
    reseal(&cloud).await;
    assert_eq!(needs(&cloud).await.sealed_values, 0);
}

/// Tokens that were signed by the secret itself, in the version before.
#[tokio::test]
async fn a_secret_of_the_version_before_is_remembered() {
    let cloud = TestCloud::start().await;
    let (app, owner) = (cloud.app(), cloud.owner("Film", "owner@example.org").await);
    let keys = cloud::keys::Keys::derive(&app.config.secret_key);
    let signed = cloud::credentials::UserTokens::new(&keys, 3, 30);
    let token = signed.issue(&owner.user_id, 0, cloud.now(), cloud.now()).unwrap();
    let status = async || {
        let client = cloud.anyone().with_user_token(&token);
        Reply::of(&client, "GET /v1/auth", &Value::Null).await.status.as_u16()
    };
    assert_eq!(status().await, 401, "a new installation has never signed with it");
    cloud.execute_sql("UPDATE data_keys SET signs = 0").await;
    Vault::open(&app.store, &app.config.secret_key, &app.clock).await.unwrap();
    refresh(&cloud).await;
    assert_eq!(status().await, 200);
    assert_eq!(needs(&cloud).await.signed_until, Some(cloud.now()));
    rotation::finish(&app.store, &app.config.secret_key, cloud.now()).await.unwrap();
    refresh(&cloud).await;
    assert_eq!(status().await, 401);
}

#[tokio::test]
async fn a_killed_rotation_continues_and_the_old_key_is_then_useless() {
    testkit::prepare();
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let data_dir = data.to_str().unwrap();
    let server = Program::serve(program(), &data, &[]);
    let (team, key) = Program::bootstrap(program(), &data);
    let client = Client::new(&server.api).unwrap().with_api_key(&key);
    let sent = Parcel::sent(&client, &team, &plain_package("Sent")).await;
    let secret = || std::fs::read_to_string(data.join("secret_key")).unwrap();
    let old = secret();

    let rotate = ["admin", "secret", "rotate", "--data-dir", data_dir];
    let mut killed = Command::new(program()).args(rotate).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(killed.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("waiting a minute")));
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(secret(), old);
    let status = said(&["admin", "secret", "status", "--data-dir", data_dir], &[]).await;
    assert!(status.contains("secret_key is the old one"), "{status}");

    // A backup from now opens with either key.
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (backup, restored) = (path("backup"), path("restored"));
    said(&["backup", "create", &backup, "--data-dir", data_dir], &[]).await;
    said(&["backup", "restore", &backup, "--data-dir", &restored], &[]).await;
    for key in [&old, &std::fs::read_to_string(data.join("secret_key.next")).unwrap()] {
        std::fs::write(directory.path().join("restored/secret_key"), key).unwrap();
        assert!(said(&["admin", "user", "list", "--data-dir", &restored], &[]).await.contains("anna@example.org"));
    }

    let database = format!("sqlite://{}", data.join("tonnage.db").display());
    execute_sql(&database, "UPDATE data_keys SET created_at = created_at - 120000").await;
    let printed = said(&rotate, &[]).await;
    assert!(printed.contains("restart the server"), "{printed}");
    let new = secret();
    assert_ne!(new, old);
    assert!(!printed.contains(new.trim()) && !printed.contains(old.trim()));
    drop(server);

    let server = Program::serve(program(), &data, &[]);
    let holder = Client::new(&server.api).unwrap().with_package_token(&sent.body.access_token);
    assert_eq!(holder.files(&sent.id, "").await.unwrap().len(), 1, "a token from before");
    let forget = ["admin", "secret", "forget", "--data-dir", data_dir];
    let reason = refused(&forget, &[]).await;
    assert!(reason.contains("tokens that were signed with it"), "{reason}");
    drop(server);
    said(&[&forget[..], &["--now"]].concat(), &[]).await;
    let doctor = run(&["doctor", "--data-dir", data_dir, "--storage-listen", "127.0.0.1:1"], &[]).await;
    assert!(String::from_utf8_lossy(&doctor.stdout).contains("secret key: one is accepted"));
    std::fs::write(data.join("secret_key"), &old).unwrap();
    let useless = refused(&["admin", "user", "list", "--data-dir", data_dir], &[]).await;
    assert!(useless.contains("was secret_key changed?"), "{useless}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_was_ahead_does_not_delay_the_next_rotation() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = portal(&owner, "rushes").await;
    let (app, ahead) = (cloud.app(), cloud.now().plus_days(1));
    assert!(rotation::begin(&app.store, &app.config.secret_key, &new_secret(), app.ids.next(), ahead).await.unwrap());
    app.vault.refresh(&app.store, ahead.plus_seconds(61)).await.unwrap();
    reseal(&cloud).await;
    rotation::finish(&app.store, &new_secret(), ahead).await.unwrap();

    let other = with_new_secret(&cloud).await;
    let (app, third) = (other.app(), Secret::new("the third secret of all tests, 32 bytes and more"));
    assert!(rotation::begin(&app.store, &new_secret(), &third, app.ids.next(), other.now()).await.unwrap());
    other.advance(Duration::from_secs(61));
    refresh(&other).await;
    assert!(app.vault.is_on_newest(), "the rotation waits for the time of an older data key");
    assert!(reseal(&other).await.done > 0);
    let by_other = other.anyone().with_user_token(&user_token(&owner.client));
    assert_eq!(by_other.portal(&portal).await.map(|portal| portal.access_code).ok(), None, "its key is retired");
    let again = other.sign_in(&owner.email, testkit::PASSWORD).await;
    assert_eq!(again.portal(&portal).await.unwrap().access_code, "sesame");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rotation_whose_clock_was_ahead_is_corrected() {
    let cloud = TestCloud::start().await;
    let (app, ahead) = (cloud.app(), cloud.now().plus_days(1));
    assert!(rotation::begin(&app.store, &app.config.secret_key, &new_secret(), app.ids.next(), ahead).await.unwrap());
    assert!(rotation::correct_clock(&app.store, cloud.now()).await.unwrap());
    assert!(!rotation::correct_clock(&app.store, cloud.now()).await.unwrap(), "once");
    refresh(&cloud).await;
    assert!(!app.vault.is_on_newest(), "the other servers must know it first");
    cloud.advance(Duration::from_secs(61));
    refresh(&cloud).await;
    assert!(app.vault.is_on_newest());
}

/// The commands run at the time of the machine, when all tokens of users have ended.
#[tokio::test(flavor = "multi_thread")]
async fn forget_waits_for_visitors_who_are_still_sending() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let request = WritePortal {
        name: Some("Rushes".to_owned()),
        subdomain: Some("rushes".to_owned()),
        active: Some(true),
        ..WritePortal::default()
    };
    let portal = owner.client.create_portal(&owner.team_id, &request).await.unwrap().id;
    let sending = Parcel::through(&cloud.anyone(), &portal, "Reel").await;
    assert!(begin(&cloud).await);
    cloud.advance(Duration::from_secs(61));
    refresh(&cloud).await;
    reseal(&cloud).await;
    let config = &cloud.app().config;
    let data_dir = config.data_dir.to_str().unwrap();
    let settings = [("TONNAGE_SECRET_KEY", NEW), ("TONNAGE_DATABASE__URL", config.database.url.expose())];
    let forget = ["admin", "secret", "forget", "--data-dir", data_dir];
    let reason = refused(&forget, &settings).await;
    assert!(reason.contains("1 packages that visitors have begun and not finished"), "{reason}");
    sending.put("", "a", b"hello").await;
    sending.finalize().await;
    let printed = said(&forget, &settings).await;
    assert!(printed.contains("only the present secret key is accepted"), "{printed}");
}
