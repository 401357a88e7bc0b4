//! What is infected or could not be scanned is withheld from connections, and named.

use serde_json::{Value, json};
use testkit::{FakeClamd, Parcel, Person, Reply, Scan, TargetBucket, TestCloud};
use wire::connections::{CloudConnectionBody, WriteCloudConnection};

use super::connection_scene::{holder, neighbourly, portal_to, to, transfers};

struct Scene {
    cloud: TestCloud,
    clamd: FakeClamd,
    bucket: TargetBucket,
    owner: Person,
    connection: CloudConnectionBody,
}

impl Scene {
    async fn new() -> Self {
        let (clamd, bucket) = (FakeClamd::start().await, TargetBucket::start().await);
        let address = clamd.address();
        let setup = neighbourly().with(|config| {
            config.scan = cloud::config::Scan { clamd: address, timeout_seconds: 60 };
        });
        let cloud = setup.start().await;
        let owner = cloud.owner("Film", "owner@example.org").await;
        let request =
            WriteCloudConnection { upload_transfer_manifest: Some(true), ..to("vendor_e_s3", bucket.authorization()) };
        let connection = owner.client.create_connection(&owner.team_id, &request).await.unwrap();
        Self { cloud, clamd, bucket, owner, connection }
    }

    /// A package with a clean file, an infected one, and one that is too large for the scanner.
    async fn received(&self) -> Parcel {
        let portal = portal_to(&self.owner, "Rushes", &[&self.connection]).await;
        let parcel = Parcel::through(&self.cloud.anyone(), &portal.id, "Day").await;
        for (name, scan) in
            [("clean", Scan::Clean), ("infected", Scan::Found("Eicar")), ("unscanned", Scan::TooLarge(1))]
        {
            self.clamd.set(scan);
            parcel.put("x", name, name.as_bytes()).await;
            self.cloud.run_due_jobs().await;
        }
        parcel.finalize().await;
        self.cloud.run_due_jobs().await;
        self.cloud.advance(std::time::Duration::from_secs(20));
        self.cloud.run_due_jobs().await;
        parcel
    }

    async fn sent(&self) -> Vec<String> {
        let keys = self.bucket.files().await.into_keys();
        keys.filter(|key| !key.contains(".json")).collect()
    }

    async fn hold(&self, hold: bool) {
        let line = format!("PUT /v1/teams/{}", self.owner.team_id);
        let team = Reply::of(&self.owner.client, &line, &json!({ "hold_unscanned_files": hold })).await.expect(200);
        assert_eq!(team["hold_unscanned_files"], json!(hold));
    }
}

#[tokio::test]
async fn what_could_not_be_scanned_is_held_and_named() {
    let scene = Scene::new().await;
    let parcel = scene.received().await;
    assert_eq!(scene.sent().await, ["Day/x/clean"]);
    let done = transfers(&scene.owner, &parcel.id).await.remove(0);
    assert_eq!((done.state.as_str(), done.withheld_count, done.total_bytes), ("complete", 2, 5));
    let named: Vec<(&str, &str)> =
        done.withheld.iter().map(|file| (file.name.as_str(), file.reason.as_str())).collect();
    assert_eq!(named, [("infected", "infected: Eicar"), ("unscanned", "could not be scanned: too large")]);
    let manifest = scene.bucket.get("Day/transfer-manifest.json").await;
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(manifest["files"].as_array().unwrap().len(), 1);
    let withheld: Vec<&str> =
        manifest["withheld"].as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(withheld, ["infected", "unscanned"]);
    let mails = scene.cloud.mails.take();
    let told = mails.iter().find(|mail| mail.header("Subject")[0].contains("not sent")).expect("a mail");
    assert_eq!(
        (told.recipients.as_slice(), told.header("Subject")[0].as_str()),
        (["owner@example.org".to_owned()].as_slice(), "2 files were not sent to Archive")
    );
    let text = told.part("text/plain");
    assert!(text.contains("unscanned (could not be scanned: too large)") && text.contains("Day"), "{text}");

    // Someone who chooses a file has decided about it.
    let chosen = json!({ "cloud_connection_id": scene.connection.id, "files": [{ "id": done.withheld[1].id }] });
    let client = holder(&scene.owner, &parcel.id).await;
    let held = Parcel { client, id: parcel.id.clone(), body: parcel.body.clone() };
    held.reply("POST /transfer", &chosen).await.expect(201);
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.sent().await, ["Day (2)/x/unscanned", "Day/x/clean"]);
}

#[tokio::test]
async fn a_team_may_let_it_through() {
    let scene = Scene::new().await;
    scene.hold(false).await;
    let parcel = scene.received().await;
    assert_eq!(scene.sent().await, ["Day/x/clean", "Day/x/unscanned"]);
    assert_eq!(transfers(&scene.owner, &parcel.id).await[0].withheld_count, 1, "never what is infected");
}
