//! Downloading many files at once: the same rules and the same counts as one by one, in a few steps for all of them.

use client::Client;
use serde_json::{Value, json};
use testkit::{Parcel, Person, Refusal as _, TestCloud, fetch, file, plain_package};
use wire::error::ErrorCode;
use wire::files::{AddFile, AddedOne, AddressedOne, FinalizeFile, FinalizeFileOf, FinalizedOne};
use wire::ids::FileId;
use wire::links::CreateLink;
use wire::packages::PackageBody;

use super::bad_fields::bad_values;

struct Sent {
    cloud: TestCloud,
    owner: Person,
    parcel: Parcel,
    files: Vec<FileId>,
}

/// A sent package with three files.
async fn sent() -> Sent {
    let (cloud, owner, parcel) = begun().await;
    let mut files = Vec::new();
    for content in ["hello", "the", "world!!"] {
        files.push(parcel.put("day 1", content, content.as_bytes()).await.id);
    }
    parcel.finalize().await;
    cloud.run_due_jobs().await;
    cloud.mails.take();
    Sent { cloud, owner, parcel, files }
}

async fn begun() -> (TestCloud, Person, Parcel) {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    (cloud, owner, parcel)
}

impl Sent {
    async fn reader(&self, limit: i64) -> Client {
        let request = CreateLink { access_limit: Some(limit), ..CreateLink::default() };
        let link = self.parcel.client.create_link(&self.parcel.id, &request).await.unwrap();
        self.parcel.open(&link).await.unwrap().1
    }

    async fn addresses(&self, reader: &Client, files: &[FileId]) -> Vec<Result<String, ErrorCode>> {
        let answers = reader.download_addresses(&self.parcel.id, files).await.unwrap();
        let told = |answer| match answer {
            AddressedOne::Done(address) => Ok(address.url),
            AddressedOne::Refused(refused) => Err(refused.error.code),
        };
        answers.into_iter().map(told).collect()
    }

    async fn package(&self) -> PackageBody {
        self.owner.client.package(&self.owner.team_id, &self.parcel.id).await.unwrap()
    }

    /// The steps of the only download.
    async fn steps(&self) -> Vec<(String, String)> {
        let page = self.owner.client.activities(&self.owner.team_id, "kind=download").await.unwrap();
        assert_eq!(page.records.len(), 1);
        let steps = self.owner.client.activity_events(&self.owner.team_id, &page.records[0].id).await.unwrap();
        assert_eq!(steps.last().unwrap().state, page.records[0].state);
        steps.into_iter().map(|step| (step.state, step.detail)).collect()
    }

    async fn receipts(&self) -> usize {
        self.cloud.run_due_jobs().await;
        self.cloud.mails.take().len()
    }
}

#[tokio::test]
async fn each_is_answered_in_its_place_and_counted_once() {
    let sent = sent().await;
    let [a, b, c] = &sent.files[..] else { panic!("three files") };
    let reader = sent.reader(1).await;
    let answers = sent.addresses(&reader, &[c.clone(), a.clone(), c.clone()]).await;
    for (answer, content) in answers.iter().zip(["world!!", "hello", "world!!"]) {
        assert_eq!(fetch(answer.as_ref().unwrap()).await, content.as_bytes());
    }
    assert_eq!(sent.package().await.usage_total_bytes, 12, "the one that was named twice is one");
    reader.download_address(&sent.parcel.id, a).await.unwrap();
    assert_eq!(sent.package().await.usage_total_bytes, 12, "asked for before");
    sent.addresses(&reader, &[a.clone(), b.clone()]).await;
    assert_eq!(sent.package().await.usage_total_bytes, 15);
    sent.addresses(&reader, &sent.files).await;
    assert_eq!(sent.package().await.usage_total_bytes, 15);
    assert_eq!(sent.addresses(&reader, &[]).await, []);
    let links = sent.parcel.client.links(&sent.parcel.id).await.unwrap();
    assert!(!links[0].active, "all that was one access of the link, and its last");
}

#[tokio::test]
async fn what_cannot_be_had_is_said_in_its_place_and_costs_nothing() {
    let sent = sent().await;
    let other = Parcel::sent(&sent.owner.client, &sent.owner.team_id, &plain_package("Other")).await;
    let theirs = other.client.files(&other.id, "").await.unwrap()[0].id.clone();
    let nobody: FileId = "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap();
    let reader = sent.reader(1).await;
    let refused = sent.addresses(&reader, &[theirs.clone(), nobody.clone()]).await;
    assert_eq!(refused, [Err(ErrorCode::NotFound), Err(ErrorCode::NotFound)]);
    let links = sent.parcel.client.links(&sent.parcel.id).await.unwrap();
    assert!(links[0].active, "nothing was given, so nothing was used up");
    let mixed = sent.addresses(&reader, &[theirs, sent.files[0].clone(), nobody]).await;
    assert_eq!(mixed.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true, false]);
    let late = sent.reader(1).await;
    sent.addresses(&late, &sent.files).await;

    let new = Parcel::create(&sent.owner.client, &sent.owner.team_id, &plain_package("new")).await;
    let open = new.add("", "open", 5).await.file.id;
    let directory = AddFile { kind: Some("directory".into()), ..file("", "d", 0) };
    let directory = new.client.add_file(&new.id, &directory).await.unwrap().file.id;
    let stored = new.put("", "stored", b"x").await.id;
    let answers = new.reply("POST /files/download", &json!([open, directory, stored])).await.expect(200);
    let wrong = json!(ErrorCode::WrongState);
    assert_eq!((&answers[0]["error"]["code"], &answers[1]["error"]["code"]), (&wrong, &wrong));
    assert_eq!((&answers[0]["file_id"], &answers[2]["file_id"]), (&json!(open), &json!(stored)));
}

#[tokio::test]
async fn the_last_access_of_a_link_is_given_once() {
    let sent = sent().await;
    let request = CreateLink { access_limit: Some(1), ..CreateLink::default() };
    let link = sent.parcel.client.create_link(&sent.parcel.id, &request).await.unwrap();
    let (first, second) = (sent.parcel.open(&link).await.unwrap().1, sent.parcel.open(&link).await.unwrap().1);
    let (one, two) = tokio::join!(
        first.download_addresses(&sent.parcel.id, &sent.files),
        second.download_addresses(&sent.parcel.id, &sent.files),
    );
    let refused = if one.is_ok() { two } else { one };
    assert_eq!(refused.refusal(), ErrorCode::LinkLocked);
    assert_eq!(sent.package().await.usage_total_bytes, 15);
}

#[tokio::test]
async fn many_arrivals_are_one_receipt_and_a_step_each() {
    let sent = sent().await;
    let [a, b, c] = &sent.files[..] else { panic!("three files") };
    let reader = sent.reader(0).await;
    let confirm = async |files: &[&FileId]| {
        let files: Vec<FileId> = files.iter().map(|id| (*id).clone()).collect();
        reader.confirm_downloads(&sent.parcel.id, &files).await
    };
    confirm(&[a, b]).await.unwrap();
    assert_eq!(sent.receipts().await, 0, "what nobody asked for did not arrive");
    sent.addresses(&reader, &sent.files).await;
    let nobody: FileId = "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap();
    assert_eq!(confirm(&[a, &nobody]).await.refusal(), ErrorCode::ReferenceNotFound);
    confirm(&[]).await.unwrap();
    assert_eq!((sent.receipts().await, sent.steps().await.len()), (0, 5), "all or nothing");
    confirm(&[b, a, b]).await.unwrap();
    assert_eq!(sent.receipts().await, 1);
    let step = |state: &str, name: &str| (state.to_owned(), name.to_owned());
    let mut steps = vec![step("pending", ""), step("started", "from 127.0.0.1")];
    let from = |name: &str| step("started", &format!("from 127.0.0.1: {name}"));
    steps.extend([from("day 1/hello"), from("day 1/the"), from("day 1/world!!")]);
    steps.extend([step("started", "day 1/hello"), step("started", "day 1/the")]);
    assert_eq!(sent.steps().await, steps);
    confirm(&[a, b]).await.unwrap();
    assert_eq!(sent.steps().await, steps, "already confirmed");
    confirm(&[a, c]).await.unwrap();
    steps.push(step("complete", "day 1/world!!"));
    assert_eq!(sent.steps().await, steps);
    assert_eq!(sent.receipts().await, 0, "one for each link");
}

#[tokio::test]
async fn who_asked_for_all_confirms_any() {
    let sent = sent().await;
    let reader = sent.reader(0).await;
    reader.zip(&sent.parcel.id, "").await.unwrap();
    assert_eq!(sent.package().await.usage_total_bytes, 15);
    sent.addresses(&reader, &sent.files).await;
    assert_eq!(sent.package().await.usage_total_bytes, 15, "all were asked for with the zip");
    reader.confirm_downloads(&sent.parcel.id, &sent.files).await.unwrap();
    assert_eq!(sent.steps().await.last().unwrap().0, "complete");
}

/// On a database with row locks, clients that confirm the same files in different orders could deadlock.
#[tokio::test(flavor = "multi_thread")]
async fn confirmations_that_cross_wait_for_nobody() {
    let sent = sent().await;
    let reader = sent.reader(0).await;
    sent.addresses(&reader, &sent.files).await;
    let mut calls = Vec::new();
    for turn in 0..24 {
        let (reader, package, mut files) = (reader.clone(), sent.parcel.id.clone(), sent.files.clone());
        files.rotate_left(turn % 3);
        calls.push(tokio::spawn(async move {
            match turn % 4 {
                0 => reader.confirm_download(&package, &files[0]).await,
                1 => reader.download_addresses(&package, &files).await.map(|_| ()),
                _ => reader.confirm_downloads(&package, &files).await,
            }
        }));
    }
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(sent.steps().await.len(), 2 + 2 * sent.files.len());
    assert_eq!((sent.receipts().await, sent.package().await.usage_total_bytes), (1, 15));
}

#[tokio::test]
async fn bad_elements_and_bad_lists_are_named() {
    let sent = sent().await;
    let id = json!(sent.files[0]);
    for bad in bad_values() {
        let body = json!([id, bad]);
        let answers = sent.parcel.reply("POST /files/download", &body).await.expect(200);
        assert!(answers[0]["url"].is_string() && answers[1]["error"]["code"].is_number(), "{answers}");
        let refused = sent.parcel.reply("POST /files/downloaded", &body).await;
        let expected = if bad.is_string() { (404, String::new()) } else { (400, "[1]".to_owned()) };
        assert_eq!((refused.status.as_u16(), refused.field()), expected, "{}", refused.text);
    }
    for path in ["POST /files/download", "POST /files/downloaded"] {
        assert_eq!(sent.parcel.reply(path, &json!({ "files": [id] })).await.field(), "body");
        let many: Vec<Value> = vec![id.clone(); 1_001];
        assert_eq!(sent.parcel.reply(path, &json!(many)).await.error().code, ErrorCode::LimitExceeded);
    }
}

/// Adds and finalizes files without content, as many as a batch takes.
async fn fill(parcel: &Parcel, count: usize) -> Vec<FileId> {
    let requests: Vec<AddFile> = (0..count).map(|number| file("many", &format!("{number:04}"), 0)).collect();
    let added = parcel.client.add_files(&parcel.id, &requests).await.unwrap();
    let id = |one: AddedOne| match one {
        AddedOne::Done(added) => added.file.id,
        AddedOne::Refused(refused) => panic!("{refused:?}"),
    };
    let ids: Vec<FileId> = added.into_iter().map(id).collect();
    let finalize = |id: &FileId| FinalizeFileOf { file_id: id.clone(), finalize: FinalizeFile::default() };
    let requests: Vec<FinalizeFileOf> = ids.iter().map(finalize).collect();
    let done = parcel.client.finalize_files(&parcel.id, &requests).await.unwrap();
    assert!(done.iter().all(|one| matches!(one, FinalizedOne::Done(_))));
    ids
}

#[tokio::test]
async fn a_thousand_at_once() {
    let (_cloud, owner, parcel) = begun().await;
    let ids = fill(&parcel, 1_000).await;
    parcel.finalize().await;
    let (_, reader) = parcel.open(&parcel.link().await).await.unwrap();
    let mut took = Vec::new();
    for _ in 0..2 {
        let started = std::time::Instant::now();
        let answers = reader.download_addresses(&parcel.id, &ids).await.unwrap();
        took.push(started.elapsed());
        let given = answers.iter().zip(&ids).filter(|(answer, id)| match answer {
            AddressedOne::Done(address) => address.file_id == **id && address.url.contains(id.as_str()),
            AddressedOne::Refused(_) => false,
        });
        assert_eq!(given.count(), 1_000);
    }
    let started = std::time::Instant::now();
    reader.confirm_downloads(&parcel.id, &ids).await.unwrap();
    println!("1,000 addresses took {:?}, again {:?}; confirming them {:?}", took[0], took[1], started.elapsed());
    let download = owner.client.activities(&owner.team_id, "kind=download").await.unwrap().records.remove(0);
    let steps = owner.client.activity_events(&owner.team_id, &download.id).await.unwrap();
    assert_eq!((steps.len(), steps.last().unwrap().state.as_str()), (2_002, "complete"));
}
