//! Transfers that are started by hand send exactly what was asked for.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Answer, Fault, Operation, Parcel, Person, TargetBucket, TestCloud, plain_package};
use wire::connections::{CloudConnectionBody, WriteCloudConnection};
use wire::filters::{CreateFilter, FilterRule};
use wire::portals::WritePortal;

use super::connection_scene::{choice, connected, holder, neighbourly, received, transfers, write_portal};

struct Scene {
    cloud: TestCloud,
    bucket: TargetBucket,
    owner: Person,
    connection: CloudConnectionBody,
}

impl Scene {
    async fn new() -> Self {
        let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
        let owner = cloud.owner("Film", "owner@example.org").await;
        let connection = connected(&owner, &bucket).await;
        Self { cloud, bucket, owner, connection }
    }

    async fn sent(&self) -> Vec<String> {
        self.cloud.run_due_jobs().await;
        self.bucket.files().await.into_keys().collect()
    }

    /// Starts a transfer by hand.
    async fn start(&self, parcel: &Parcel, more: &Value) -> Value {
        let client = holder(&self.owner, &parcel.id).await;
        let held = Parcel { client, id: parcel.id.clone(), body: parcel.body.clone() };
        let mut body = json!({ "cloud_connection_id": self.connection.id });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        held.reply("POST /transfer", &body).await.expect(201)
    }

    /// A package that came through a Portal which sends only clips, and could not.
    async fn failed_delivery(&self) -> Parcel {
        let rule = FilterRule {
            action: "include".to_owned(),
            criterion: "file_name".to_owned(),
            operator: "regex_match".to_owned(),
            values: vec![r"\.mov$".to_owned()],
        };
        let request = CreateFilter { name: "Clips".to_owned(), rules: vec![rule] };
        let filter = self.owner.client.create_filter(&self.owner.team_id, &request).await.unwrap();
        let request = WritePortal {
            cloud_connections: Some(vec![choice(&self.connection)]),
            filter_id: Some(filter.id.to_string()),
            ..write_portal("Rushes")
        };
        let portal = self.owner.client.create_portal(&self.owner.team_id, &request).await.unwrap();
        let files: [(&str, &str, &[u8]); 2] = [("", "a.mov", b"1"), ("", "b.txt", b"2")];
        let parcel = received(&self.cloud, &portal.id, "Day", &files).await;
        let refused = Fault::Instead(Answer::error(403, "AccessDenied"));
        self.bucket.proxy().inject_times(1_000, Operation::Put, &refused);
        for _ in 0..30 {
            self.cloud.run_due_jobs().await;
            self.cloud.advance(Duration::from_hours(2));
        }
        assert_eq!(transfers(&self.owner, &parcel.id).await[0].state, "error");
        self.bucket.proxy().clear();
        parcel
    }
}

#[tokio::test]
async fn the_filter_of_a_portal_does_not_hold_for_what_is_sent_by_hand() {
    let scene = Scene::new().await;
    let parcel = scene.failed_delivery().await;
    scene.start(&parcel, &json!({})).await;
    let sent = scene.sent().await;
    assert_eq!(sent.len(), 2, "the whole package was asked for: {sent:?}");
}

#[tokio::test]
async fn a_failed_delivery_continues_as_it_was_begun_if_that_is_asked_for() {
    let scene = Scene::new().await;
    let parcel = scene.failed_delivery().await;
    let failed = transfers(&scene.owner, &parcel.id).await.remove(0).id;
    let revived = scene.start(&parcel, &json!({ "transfer_id": failed })).await;
    assert_eq!(revived["id"], failed.as_str());
    assert_eq!(scene.sent().await, ["Day/a.mov"]);
}

#[tokio::test]
async fn only_chosen_files_are_sent() {
    let scene = Scene::new().await;
    let parcel = Parcel::create(&scene.owner.client, &scene.owner.team_id, &plain_package("Cut")).await;
    let mut ids = Vec::new();
    for name in ["a.txt", "b.txt", "c.txt"] {
        ids.push(parcel.put("x", name, name.as_bytes()).await.id);
    }
    parcel.finalize().await;
    scene.start(&parcel, &json!({ "files": [{ "id": ids[2] }, { "id": ids[0] }, { "id": ids[0] }] })).await;
    assert_eq!(scene.sent().await, ["Cut/x/a.txt", "Cut/x/c.txt"]);
    let done = transfers(&scene.owner, &parcel.id).await.remove(0);
    assert_eq!((done.state.as_str(), done.total_bytes, done.bytes), ("complete", 10, 10));
    scene.start(&parcel, &json!({ "files": [{ "id": ids[1] }] })).await;
    assert_eq!(scene.sent().await, ["Cut (2)/x/b.txt", "Cut/x/a.txt", "Cut/x/c.txt"]);
}

#[tokio::test]
async fn the_directory_is_that_of_the_moment() {
    let scene = Scene::new().await;
    let parcel = Parcel::sent(&scene.owner.client, &scene.owner.team_id, &plain_package("Cut")).await;
    let moved = async |directory: &str| {
        let change =
            WriteCloudConnection { target_directory_id: Some(directory.to_owned()), ..WriteCloudConnection::default() };
        scene.owner.client.update_connection(&scene.connection.id, &change).await.unwrap();
    };
    moved("first").await;
    scene.start(&parcel, &json!({})).await;
    moved("second").await;
    let sent = scene.sent().await;
    assert!(sent.iter().all(|key| key.starts_with("first/Cut/")) && !sent.is_empty(), "{sent:?}");
}
