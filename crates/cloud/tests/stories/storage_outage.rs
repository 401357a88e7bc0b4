//! Storage fails in the middle of an operation: errors are clear, nothing is lost, and a retry succeeds.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{
    Answer, Fault, FaultyStore, Operation, Parcel, Reply, TestCloud, fetch, file, plain_package, request_of,
};
use wire::error::ErrorCode;
use wire::files::{AddedFile, FinalizeFile};
use wire::packages::CreatePackage;

const CONTENT: &[u8] = b"the content of a file";

/// Longer than any test should wait.
const FOR_LONG: usize = 20;

async fn begin() -> (TestCloud, FaultyStore, Parcel) {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let cloud = setup.start().await;
    cloud.app().storage.ready().await.unwrap();
    let owner = cloud.owner("Film", "anna@example.org").await;
    let request = CreatePackage { recipients: vec!["ben@example.org".into()], ..plain_package("Dailies") };
    let parcel = Parcel::create(&owner.client, &owner.team_id, &request).await;
    (cloud, store, parcel)
}

async fn sent_file(parcel: &Parcel, name: &str) -> (AddedFile, FinalizeFile) {
    let added = parcel.add("", name, CONTENT.len()).await;
    let upload_id = parcel.begin(&added).await;
    let request = parcel.send(&added.file.id, &upload_id, CONTENT, 5 << 20).await;
    (added, request)
}

async fn finalize(parcel: &Parcel, added: &AddedFile, request: &FinalizeFile) -> Reply {
    parcel.reply(&format!("POST /files/{}/finalize", added.file.id), &json!(request)).await
}

#[tokio::test]
async fn short_faults_are_not_noticed() {
    let (cloud, store, parcel) = begin().await;
    let faults = [
        (Operation::Complete, Fault::internal_error()),
        (Operation::Complete, Fault::slow_down(0)),
        (Operation::Complete, Fault::Instead(Answer::error(200, "InternalError"))),
        (Operation::Complete, Fault::DoneBut(Answer::error(500, "InternalError"))),
        (Operation::Complete, Fault::DoneBut(Answer::error(200, "InternalError"))),
        (Operation::Complete, Fault::ResetBefore),
        (Operation::Complete, Fault::ResetAfter),
        (Operation::Complete, Fault::Truncated),
        (Operation::Complete, Fault::TruncatedUnnoticed),
        (Operation::Complete, Fault::wrong_etag()),
        (Operation::Head, Fault::internal_error()),
        (Operation::Head, Fault::ResetAfter),
    ];
    let count = faults.len();
    for (number, (operation, fault)) in faults.into_iter().enumerate() {
        let (added, request) = sent_file(&parcel, &number.to_string()).await;
        store.proxy.inject(operation, fault.clone());
        let file = finalize(&parcel, &added, &request).await.expect(200);
        assert_eq!((&file["state"], &file["size"]), (&json!("finalized"), &json!(CONTENT.len())), "{fault:?}");
        assert_eq!(store.proxy.clear(), 0, "{fault:?}");
        let address = parcel.client.download_address(&parcel.id, &added.file.id).await.unwrap();
        assert_eq!(fetch(&address.url).await, CONTENT, "{fault:?}");
    }
    let package = parcel.finalize().await;
    assert_eq!(package.total_files, i64::try_from(count).unwrap());
    cloud.run_due_jobs().await;
    cloud.mails.take_to("ben@example.org");
}

#[tokio::test]
async fn long_faults_are_said_and_a_repetition_succeeds() {
    let (_cloud, store, parcel) = begin().await;
    for (name, fault, code) in [
        ("down", Fault::ResetBefore, ErrorCode::StorageUnavailable),
        ("forbidden", Fault::expired(), ErrorCode::StorageRefused),
    ] {
        let (added, request) = sent_file(&parcel, name).await;
        store.proxy.inject_times(FOR_LONG, Operation::Complete, &fault);
        let error = finalize(&parcel, &added, &request).await.error();
        assert_eq!(error.code, code, "{name}");
        assert!(error.message.contains("storage") && !error.message.contains("127.0.0.1"), "{}", error.message);
        store.proxy.clear();
        let open = parcel.reply("POST /finalize", &Value::Null).await;
        assert!(!open.status.is_success(), "unverified content is not sent");
        finalize(&parcel, &added, &request).await.expect(200);
    }
    assert_eq!(parcel.finalize().await.total_files, 2);
}

#[tokio::test]
async fn one_failure_of_many_leaves_the_others() {
    let (_cloud, store, parcel) = begin().await;
    let names: Vec<_> = (0..3).map(|number| file("", &number.to_string(), 5)).collect();
    let added = parcel.reply("POST /files/batch", &json!(names)).await.expect(200);
    let mut requests = Vec::new();
    for one in added.as_array().unwrap() {
        let put = serde_json::from_value(one["put_blueprint"].clone()).unwrap();
        request_of(&put).body("hello").send().await.unwrap();
        requests.push(json!({ "file_id": one["file"]["id"], "size": 5 }));
    }
    // One of the three gets this error, whichever comes first.
    store.proxy.inject(Operation::Head, Fault::expired());
    let replies = parcel.reply("POST /files/finalize", &json!(requests)).await.expect(200);
    let failed: Vec<&Value> = replies.as_array().unwrap().iter().filter(|reply| !reply["error"].is_null()).collect();
    assert_eq!(failed.len(), 1, "{replies}");
    assert!(failed[0]["file_id"].is_string());
    assert_eq!(failed[0]["error"]["code"], json!(ErrorCode::StorageRefused));
    let again = parcel.reply("POST /files/finalize", &json!(requests)).await.expect(200);
    assert!(again.as_array().unwrap().iter().all(|reply| reply["state"] == "finalized"), "{again}");
    let package = parcel.finalize().await;
    assert_eq!((package.total_files, package.size), (3, 15));
}

#[tokio::test]
async fn content_goes_when_storage_is_back() {
    let (cloud, store, parcel) = begin().await;
    let (added, request) = sent_file(&parcel, "a").await;
    finalize(&parcel, &added, &request).await.expect(200);
    parcel.finalize().await;
    cloud.run_due_jobs().await;
    store.proxy.inject_times(FOR_LONG, Operation::List, &Fault::expired());
    parcel.client.delete_package(&parcel.id).await.unwrap();
    cloud.run_due_jobs().await;
    store.proxy.clear();
    let key = domain::file::object_key(&parcel.id, &added.file.id);
    assert!(cloud.app().storage.look_at(&key).await.unwrap().is_some(), "it could not be deleted yet");
    assert_eq!(parcel.reply("GET /files", &Value::Null).await.expect(200), json!([]), "nobody can reach it");
    cloud.advance(Duration::from_hours(1));
    cloud.run_due_jobs().await;
    assert!(cloud.app().storage.look_at(&key).await.unwrap().is_none());
}
