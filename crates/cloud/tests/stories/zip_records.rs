//! A zip counts as downloaded when its last byte was sent.

use std::fmt::Debug;

use client::Client;
use reqwest::StatusCode;
use testkit::{Parcel, Person, TestCloud, number_of_sql, plain_package, until};
use wire::files::ZipAddress;

struct Scene {
    cloud: TestCloud,
    owner: Person,
    parcel: Parcel,
    reader: Client,
}

impl Scene {
    /// A sent package with two files, and someone who has opened its link.
    async fn new(first: &[u8]) -> Self {
        let cloud = TestCloud::start().await;
        let owner = cloud.owner("Film", "owner@example.org").await;
        let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
        parcel.put("", "a", first).await;
        parcel.put("", "b", b"the world").await;
        parcel.finalize().await;
        let reader = parcel.open(&parcel.link().await).await.unwrap().1;
        cloud.run_due_jobs().await;
        cloud.mails.take();
        Self { cloud, owner, parcel, reader }
    }

    async fn zip(&self, query: &str) -> ZipAddress {
        self.reader.zip(&self.parcel.id, query).await.unwrap()
    }

    async fn state(&self) -> String {
        let found = self.owner.client.activities(&self.owner.team_id, "kind=download").await.unwrap();
        found.records[0].state.clone()
    }

    async fn becomes(&self, expected: &str) {
        is(expected.to_owned(), async || self.state().await).await;
    }

    /// Waits until a part is recorded.
    async fn has_part(&self, ranges: &str) {
        let statement = format!("SELECT COUNT(*) FROM served_zips WHERE ranges = '{ranges}'");
        is(1, async || self.number(&statement).await).await;
    }

    async fn number(&self, statement: &str) -> i64 {
        number_of_sql(self.cloud.app().config.database.url.expose(), statement).await
    }

    async fn receipts(&self) -> usize {
        self.cloud.run_due_jobs().await;
        let mails = self.cloud.mails.take();
        assert!(mails.iter().all(|mail| mail.recipients == ["owner@example.org"]), "{mails:?}");
        mails.len()
    }
}

/// The record is written when the reader has gone.
async fn is<T: PartialEq + Debug>(expected: T, mut ask: impl AsyncFnMut() -> T) {
    until("the record of what was sent", async || {
        let found = ask().await;
        if found == expected { Ok(()) } else { Err(format!("{found:?} instead of {expected:?}")) }
    })
    .await;
}

async fn get(zip: &ZipAddress, range: &str) -> Vec<u8> {
    let response = reqwest::Client::new().get(&zip.url).header("Range", range).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::PARTIAL_CONTENT);
    response.bytes().await.unwrap().to_vec()
}

#[tokio::test]
async fn a_zip_has_arrived_with_its_last_byte() {
    let scene = Scene::new(b"hello").await;
    let zip = scene.zip("").await;
    assert_eq!((scene.state().await.as_str(), scene.receipts().await), ("started", 0), "a URL is no download");
    let last = zip.size - 1;
    get(&zip, &format!("bytes=0-{}", last - 1)).await;
    scene.has_part(&format!("0-{last}")).await;
    assert_eq!((scene.state().await.as_str(), scene.receipts().await), ("started", 0), "one byte is missing");

    let again = scene.zip("").await;
    get(&again, &format!("bytes={last}-")).await;
    scene.becomes("complete").await;
    assert_eq!(scene.receipts().await, 1, "whichever URL the rest comes from");
    assert_eq!(scene.number("SELECT COUNT(*) FROM served_zips").await, 0);
}

#[tokio::test]
async fn a_zip_in_one_go_has_arrived_and_is_confirmed_once() {
    let scene = Scene::new(b"hello").await;
    let zip = scene.zip("").await;
    let head = reqwest::Client::new().head(&zip.url).send().await.unwrap();
    assert_eq!((head.status(), scene.state().await.as_str()), (StatusCode::OK, "started"));
    for _ in 0..2 {
        let whole = testkit::fetch(&zip.url).await;
        assert_eq!(i64::try_from(whole.len()).unwrap(), zip.size);
        scene.becomes("complete").await;
    }
    assert_eq!(scene.receipts().await, 1);
    let team = &scene.owner.team_id;
    let download = scene.owner.client.activities(team, "kind=download").await.unwrap().records.remove(0);
    let steps = scene.owner.client.activity_events(team, &download.id).await.unwrap();
    assert_eq!(steps.iter().filter(|step| step.state == "complete").count(), 1);
}

#[tokio::test]
async fn the_ranges_of_a_zip_may_come_in_any_order() {
    let scene = Scene::new(b"hello").await;
    let zip = scene.zip("").await;
    let (third, two_thirds) = (zip.size / 3, zip.size / 3 * 2);
    get(&zip, &format!("bytes={two_thirds}-")).await;
    scene.has_part(&format!("{two_thirds}-{}", zip.size)).await;
    get(&zip, &format!("bytes=0-{}", third - 1)).await;
    scene.has_part(&format!("0-{third},{two_thirds}-{}", zip.size)).await;
    get(&zip, &format!("bytes=0-{}", third - 1)).await;
    assert_eq!(scene.state().await, "started", "the same part twice is no other part");
    get(&zip, &format!("bytes={third}-{two_thirds}")).await;
    scene.becomes("complete").await;
}

/// What the kernel and the connection hold back is less than this.
#[tokio::test]
async fn a_zip_that_breaks_off_has_not_arrived() {
    let scene = Scene::new(&vec![7; 48 << 20]).await;
    let zip = scene.zip("").await;
    let mut response = reqwest::get(&zip.url).await.unwrap();
    response.chunk().await.unwrap().expect("the first bytes");
    drop(response);
    is(1, async || scene.number("SELECT COUNT(*) FROM served_zips").await).await;
    assert_eq!((scene.state().await.as_str(), scene.receipts().await), ("started", 0));
}

#[tokio::test]
async fn a_zip_of_some_files_completes_what_was_asked_for() {
    let scene = Scene::new(b"hello").await;
    let files = scene.reader.files(&scene.parcel.id, "").await.unwrap();
    scene.reader.download_address(&scene.parcel.id, &files[0].id).await.unwrap();
    let zip = scene.zip(&format!("files={}", files[1].id)).await;
    testkit::fetch(&zip.url).await;
    is(1, async || scene.number("SELECT confirmed FROM downloads").await).await;
    assert_eq!((scene.state().await.as_str(), scene.receipts().await), ("started", 1), "the other file is under way");
    scene.reader.confirm_download(&scene.parcel.id, &files[0].id).await.unwrap();
    assert_eq!(scene.state().await, "complete");
}
