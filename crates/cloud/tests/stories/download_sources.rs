//! The record says from where each file was downloaded, also if a token is used from several addresses.

use client::Client;
use reqwest::Method;
use testkit::{Parcel, Person, Reply, TestCloud, plain_package};
use wire::ids::FileId;

const FIRST: &str = "198.51.100.1";
const SECOND: &str = "203.0.113.1";

struct Scene {
    cloud: TestCloud,
    owner: Person,
    parcel: Parcel,
    files: Vec<FileId>,
    reader: Client,
}

impl Scene {
    /// A sent package with three files, and someone who has opened its link.
    async fn new() -> Self {
        let trusted = vec!["127.0.0.0/8".parse().unwrap()];
        let cloud = TestCloud::setup().with(|config| config.trusted_proxies = trusted).start().await;
        let owner = cloud.owner("Film", "owner@example.org").await;
        let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
        let mut files = Vec::new();
        for name in ["a", "b", "c"] {
            files.push(parcel.put("", name, name.as_bytes()).await.id);
        }
        parcel.finalize().await;
        let reader = parcel.open(&parcel.link().await).await.unwrap().1;
        Self { cloud, owner, parcel, files, reader }
    }

    async fn get(&self, address: &str, rest: &str) {
        let path = format!("/v1/packages/{}{rest}", self.parcel.id);
        Reply::to(self.reader.request(Method::GET, &path).header("X-Forwarded-For", address)).await.expect(200);
    }

    async fn download(&self, address: &str, file: usize) {
        self.get(address, &format!("/files/{}/download", self.files[file])).await;
    }

    /// What the record says, without the two steps with which a download begins.
    async fn record(&self) -> Vec<String> {
        let team = &self.owner.team_id;
        let download = self.owner.client.activities(team, "kind=download").await.unwrap().records.remove(0);
        let steps = self.owner.client.activity_events(team, &download.id).await.unwrap();
        steps.into_iter().skip(2).map(|step| step.detail).collect()
    }
}

#[tokio::test]
async fn each_file_is_recorded_with_each_address_it_went_to() {
    let scene = Scene::new().await;
    scene.download(FIRST, 0).await;
    for _ in 0..3 {
        // Every range of a file asks again.
        scene.download(SECOND, 1).await;
        scene.download(SECOND, 0).await;
    }
    scene.get(FIRST, "/zip").await;
    let expected = ["198.51.100.1: a", "203.0.113.1: b", "203.0.113.1: a", "198.51.100.1: zip"];
    let expected: Vec<String> = expected.iter().map(|line| format!("from {line}")).collect();
    assert_eq!(scene.record().await, expected);
    // Nothing that another address asks for is counted twice.
    let package = scene.owner.client.package(&scene.owner.team_id, &scene.parcel.id).await.unwrap();
    assert_eq!(package.usage_total_bytes, 3);
}

#[tokio::test]
async fn a_new_address_does_not_reopen_a_download() {
    let scene = Scene::new().await;
    scene.download(FIRST, 0).await;
    scene.reader.confirm_download(&scene.parcel.id, &scene.files[0]).await.unwrap();
    scene.download(SECOND, 0).await;
    let download =
        scene.owner.client.activities(&scene.owner.team_id, "kind=download").await.unwrap().records.remove(0);
    assert_eq!(download.state, "complete");
    assert_eq!(scene.record().await.last().unwrap(), "from 203.0.113.1: a");
}

#[tokio::test]
async fn a_token_that_goes_around_does_not_fill_the_record() {
    let scene = Scene::new().await;
    for number in 0..30 {
        scene.download(&format!("198.51.100.{number}"), 0).await;
    }
    let record = scene.record().await;
    assert_eq!(record.len(), 20, "{record:?}");
    scene.download("198.51.100.5", 1).await;
    assert_eq!(scene.record().await.last().unwrap(), "from 198.51.100.5: b", "known ones go on");
    drop(scene.cloud);
}
