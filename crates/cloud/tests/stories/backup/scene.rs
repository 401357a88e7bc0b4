//! An installation with something of everything, and the check that another one has all of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;

use client::{Client, ClientError};
use tempfile::TempDir;
use testkit::{GrowingFile, Parcel, Program, TestReceiver, fetch, file, plain_package, until};
use wire::error::ErrorCode;
use wire::files::{AddFile, FileBody};
use wire::ids::{CustomWebhookId, PortalId, TeamId};
use wire::links::{CreateLink, LinkBody};
use wire::portals::{Named, WritePortal};

const LINK_PASSWORD: &str = "sesame, open";
/// Objects inside the store's index, and objects with their own files.
const MANY: usize = 24;
/// Fewer syncs: these tests are about other things.
pub(crate) const VARIABLES: &[(&str, &str)] =
    &[("TONNAGE_STORAGE__SYNC", "relaxed"), ("TONNAGE_LOG__LEVEL", "warn"), ("TONNAGE_EGRESS__ALLOW", "127.0.0.0/8")];

pub(crate) fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tonnage"))
}

/// Runs a command while the servers of this test are running.
pub(crate) async fn run(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let owned = |text: &&str| (*text).to_owned();
    let arguments: Vec<String> = arguments.iter().map(owned).collect();
    let variables: Vec<(String, String)> = variables.iter().map(|(name, value)| (owned(name), owned(value))).collect();
    let command = move || {
        let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (&**name, &**value)).collect();
        Program::run(program(), &variables, &arguments)
    };
    tokio::task::spawn_blocking(command).await.unwrap()
}

/// As [`run`], for a command that succeeds: its standard output.
pub(crate) async fn said(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let output = run(arguments, variables).await;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{arguments:?}: {}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// As [`run`], for a command that fails: both outputs.
pub(crate) async fn refused(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let output = run(arguments, variables).await;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let all = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {all}");
    all
}

pub(crate) struct Scene {
    pub(crate) directory: TempDir,
    pub(crate) data: PathBuf,
    pub(crate) server: Program,
    pub(crate) team: TeamId,
    key: String,
    parcel: Parcel,
    contents: BTreeMap<String, Vec<u8>>,
    link: LinkBody,
    portal: PortalId,
    webhook: CustomWebhookId,
    receiver: TestReceiver,
    growing: GrowingFile,
    segments: [Vec<u8>; 2],
}

impl Scene {
    pub(crate) async fn new() -> Self {
        testkit::prepare();
        let directory = tempfile::tempdir().unwrap();
        let data = directory.path().join("data");
        let server = Program::serve(program(), &data, VARIABLES);
        let (team, key) = Program::bootstrap(program(), &data);
        let client = Client::new(&server.api).unwrap().with_api_key(&key);
        let receiver = TestReceiver::start_at("127.0.0.1:0").await;
        let webhook = client.create_webhook(&team, &receiver.webhook("package.finalized")).await.unwrap().webhook.id;
        let portal = client.create_portal(&team, &portal(&webhook)).await.unwrap().id;
        let parcel = Parcel::create(&client, &team, &plain_package("Dailies")).await;
        let contents = fill(&parcel).await;
        let folder = AddFile { kind: Some("directory".to_owned()), size: None, ..file("", "stills", 0) };
        parcel.client.add_file(&parcel.id, &folder).await.unwrap();
        parcel.finalize().await;
        let request = CreateLink { password: Some(LINK_PASSWORD.to_owned()), ..CreateLink::default() };
        let link = parcel.client.create_link(&parcel.id, &request).await.unwrap();
        let live = Parcel::create(&client, &team, &plain_package("Live")).await;
        let growing = GrowingFile::add(&live, "take.mxf").await;
        let segments = [vec![1; 5 << 20], vec![2; 200_000]];
        for (number, segment) in (1..).zip(&segments) {
            growing.send(number, segment).await;
        }
        Self {
            directory,
            data,
            server,
            team,
            key,
            parcel,
            contents,
            link,
            portal,
            webhook,
            receiver,
            growing,
            segments,
        }
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.directory.path().join(name).display().to_string()
    }

    pub(crate) fn data(&self) -> &str {
        self.data.to_str().unwrap()
    }

    pub(crate) fn client(&self, api: &str) -> Client {
        Client::new(api).unwrap().with_api_key(&self.key)
    }

    /// Backs up the installation, and returns the output of the command.
    pub(crate) async fn save(&self, name: &str, more: &[&str]) -> serde_json::Value {
        let path = self.path(name);
        let arguments = [&["backup", "create", &path, "--json", "--data-dir", self.data()], more].concat();
        let summary: serde_json::Value = serde_json::from_str(&said(&arguments, &[]).await).unwrap();
        assert_eq!(summary["problems"], serde_json::json!([]));
        summary
    }

    /// Checks that users of the old installation find everything.
    pub(crate) async fn is_found_at(&self, api: &str) {
        let client = self.client(api);
        let secret = self.link.download_secret.as_deref().unwrap();
        let wrong = client.resolve_link(&self.link.id, secret, Some("another")).await;
        assert!(wrong.is_err(), "the password of the link still counts");
        let resolved = client.resolve_link(&self.link.id, secret, Some(LINK_PASSWORD)).await.unwrap();
        let holder = client.with_package_token(&resolved.package_token);
        let mut found = BTreeMap::new();
        for file in holder.files(&self.parcel.id, "").await.unwrap() {
            if file.kind == "file" {
                let address = holder.download_address(&self.parcel.id, &file.id).await.unwrap();
                found.insert(file.name, fetch(&address.url).await);
            }
        }
        assert!(found == self.contents, "every file has the bytes that it had");
        assert_eq!(client.portal(&self.portal).await.unwrap().name, "Uploads");
        let webhook = client.webhook(&self.webhook).await.unwrap();
        assert_eq!(webhook.url, self.receiver.url(), "sealed values can be opened");
        let file = self.joined(&client).await;
        let live = client.package(&self.team, &self.growing.package).await.unwrap();
        let address = client.with_package_token(&live.access_token);
        let address = address.download_address(&self.growing.package, &file.id).await.unwrap();
        assert!(fetch(&address.url).await == self.segments.concat(), "the growing file is complete");
    }

    /// The growing file, which is finalized after the move.
    async fn joined(&self, client: &Client) -> FileBody {
        let live = client.package(&self.team, &self.growing.package).await.unwrap();
        let client = client.with_package_token(&live.access_token);
        let request = GrowingFile::whole(&[&self.segments[0], &self.segments[1]]);
        until("the segments are joined", async || {
            match client.finalize_file(&self.growing.package, &self.growing.id, &request).await {
                Ok(file) => Ok(file),
                Err(ClientError::Refused { body, .. }) if body.code == ErrorCode::StillJoining => Err(body.message),
                Err(error) => panic!("the segments are not joined: {error}"),
            }
        })
        .await
    }

    pub(crate) fn stop(&mut self) {
        self.server.terminate();
        assert!(self.server.wait().success());
    }
}

fn portal(webhook: &CustomWebhookId) -> WritePortal {
    WritePortal {
        name: Some("Uploads".to_owned()),
        subdomain: Some("reels".to_owned()),
        active: Some(true),
        custom_webhooks: Some(vec![Named(webhook.to_string())]),
        ..WritePortal::default()
    }
}

/// Files without a byte, with few, with some and with several parts.
async fn fill(parcel: &Parcel) -> BTreeMap<String, Vec<u8>> {
    let mut contents = BTreeMap::from([
        ("empty.txt".to_owned(), Vec::new()),
        ("middle.bin".to_owned(), vec![5; 400_000]),
        ("large.mov".to_owned(), (0..18_000_000_u32).map(|index| index.to_le_bytes()[1]).collect()),
    ]);
    for index in 0..MANY {
        contents.insert(format!("note-{index}.txt"), format!("note {index} 'é' \u{1f4e6}").into_bytes());
    }
    for (name, content) in &contents {
        parcel.put("reel", name, content).await;
    }
    contents
}
