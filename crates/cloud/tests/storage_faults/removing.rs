//! Deleting, aborting and listing uploads.

use cloud::storage::{StorageError, UploadMarker};
use testkit::{Answer, Fault, Operation};

use crate::storage_faults::harness::Harness;

const ODD: [&str; 4] = ["p/1/ü &<>\"'+%", "p/1/two%0Alines", "p/1/a+b c", "p/1/sub/x"];

#[tokio::test]
async fn objects_are_deleted_and_gone_is_fine() {
    let harness = Harness::start().await;
    let keys: Vec<String> = ODD.iter().map(|key| (*key).to_owned()).collect();
    let faults = [
        None,
        Some(Fault::internal_error()),
        Some(Fault::slow_down(1)),
        Some(Fault::ResetBefore),
        Some(Fault::ResetAfter),
        Some(Fault::Truncated),
        Some(Fault::TruncatedUnnoticed),
        Some(Fault::Instead(Answer::error(200, "InternalError"))),
        Some(Fault::Instead(Answer::error(501, "NotImplemented"))),
    ];
    for fault in faults {
        for key in &keys {
            harness.put(key, b"x").await;
        }
        if let Some(fault) = fault.clone() {
            harness.proxy.inject(Operation::Delete, fault);
        }
        harness.storage.delete(&keys).await.unwrap();
        harness.storage.delete(&keys).await.unwrap();
        harness.storage.delete(&[]).await.unwrap();
        for key in &keys {
            assert_eq!(harness.storage.look_at(key).await.unwrap(), None, "{key:?} {fault:?}");
        }
    }
}

#[tokio::test]
async fn an_error_inside_a_success_is_an_error() {
    let harness = Harness::start().await;
    let result = |code: &str| {
        let error = format!("<Error><Key>a</Key><Code>{code}</Code><Message>no</Message></Error>");
        Fault::Instead(Answer::new(200, format!("<DeleteResult>{error}</DeleteResult>")))
    };
    let keys = ["a".to_owned()];
    harness.proxy.inject(Operation::Delete, result("AccessDenied"));
    assert!(matches!(harness.storage.delete(&keys).await, Err(StorageError::Refused { .. })));
    harness.proxy.inject(Operation::Delete, result("InternalError"));
    assert!(matches!(harness.storage.delete(&keys).await, Err(StorageError::Unavailable(_))));
    harness.proxy.inject(Operation::Delete, result("NoSuchKey"));
    harness.storage.delete(&keys).await.unwrap();
    harness.proxy.inject(Operation::Delete, Fault::expired());
    assert!(matches!(harness.storage.delete(&keys).await, Err(StorageError::Refused { .. })));
}

#[tokio::test]
async fn a_key_that_xml_cannot_write_is_deleted_by_itself() {
    let harness = Harness::start().await;
    harness.put("plain", b"x").await;
    let before = harness.proxy.count(Operation::Delete);
    // The batch passes; the store with such a key is another one.
    harness.proxy.inject(Operation::Delete, Fault::Header("x-nothing", None));
    harness.proxy.inject(Operation::Delete, Fault::Instead(Answer::new(204, "")));
    harness.storage.delete(&["two\u{1}lines".to_owned(), "plain".to_owned()]).await.unwrap();
    assert_eq!(harness.proxy.count(Operation::Delete), before + 2);
    assert_eq!(harness.storage.look_at("plain").await.unwrap(), None);
}

#[tokio::test]
async fn everything_below_a_prefix_goes_and_nothing_else() {
    let harness = Harness::start().await;
    for key in ODD.iter().chain(&["p/10", "p/2/x"]) {
        harness.put(key, b"x").await;
    }
    // Not the keys of objects: a file is sent whole or in parts, and what comes second is refused.
    for key in ["p/1/one ü &<>\"'+%", "p/1/two", "p/1/three", "p/11"] {
        harness.upload(key, b"x").await;
    }
    assert!(harness.storage.delete_below("").await.is_err(), "not everything there is");
    for operation in [Operation::List, Operation::Abort, Operation::Delete] {
        harness.proxy.inject(operation, Fault::ResetAfter);
        harness.proxy.inject(operation, Fault::internal_error());
    }
    harness.proxy.inject(Operation::List, Fault::TruncatedUnnoticed);
    assert_eq!(harness.storage.delete_below("p/1/").await.unwrap(), 7);
    assert_eq!(harness.proxy.clear(), 0);
    assert_eq!(harness.storage.delete_below("p/1/").await.unwrap(), 0);
    for key in ODD {
        assert_eq!(harness.storage.look_at(key).await.unwrap(), None);
    }
    assert!(harness.storage.look_at("p/10").await.unwrap().is_some());
    assert!(harness.storage.look_at("p/2/x").await.unwrap().is_some());
    let left = harness.storage.uploads("", None).await.unwrap();
    assert_eq!(left.uploads.len(), 1);
    assert_eq!(left.uploads[0].key, "p/11");
}

#[tokio::test]
async fn pages_are_followed() {
    let mut harness = Harness::start().await;
    harness.storage = harness.storage.with_page(3);
    harness.storage.ready().await.unwrap();
    for number in 0..7 {
        harness.put(&format!("many/ü {number}"), b"").await;
        // Without a limit, which would make it the only one of its key.
        harness.storage.begin_upload(&format!("many/ü {}", number % 2)).await.unwrap();
    }
    let (mut found, mut after) = (Vec::new(), None);
    for expected in [3, 3, 1] {
        let page = harness.storage.uploads("many/", after).await.unwrap();
        assert_eq!(page.uploads.len(), expected);
        found.extend(page.uploads);
        after = page.next;
    }
    assert_eq!(after, None);
    assert!(found.iter().all(|upload| upload.initiated.to_string() == "2026-01-01T00:00:00.000Z"));
    found.dedup();
    assert_eq!(found.len(), 7, "each once");
    assert_eq!(harness.storage.delete_below("many/").await.unwrap(), 14);
    assert_eq!(harness.storage.delete_below("many/").await.unwrap(), 0);
}

#[tokio::test]
async fn more_than_one_request_may_name_are_deleted() {
    let harness = Harness::start().await;
    let keys: Vec<String> = (0..2_001).map(|number| format!("many/{number}")).collect();
    harness.put(&keys[0], b"x").await;
    harness.put(&keys[2_000], b"x").await;
    let before = harness.proxy.count(Operation::Delete);
    harness.storage.delete(&keys).await.unwrap();
    assert_eq!(harness.proxy.count(Operation::Delete), before + 3);
    assert_eq!(harness.storage.delete_below("many/").await.unwrap(), 0);
}

#[tokio::test]
async fn a_listing_that_runs_in_circles_is_noticed() {
    let harness = Harness::start().await;
    let page = "<ListMultipartUploadsResult><IsTruncated>true</IsTruncated><NextKeyMarker>a</NextKeyMarker>\
        <NextUploadIdMarker>1</NextUploadIdMarker></ListMultipartUploadsResult>";
    harness.proxy.inject(Operation::List, Fault::Instead(Answer::new(200, page)));
    let after = UploadMarker { key: "a".to_owned(), upload_id: "1".to_owned() };
    let error = harness.storage.uploads("", Some(after)).await.unwrap_err();
    assert!(matches!(error, StorageError::Unusable { .. }), "{error}");
    let page = "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>";
    harness.proxy.inject(Operation::List, Fault::ResetBefore);
    let uploads = "<ListMultipartUploadsResult/>";
    harness.proxy.inject(Operation::List, Fault::Instead(Answer::new(200, uploads)));
    harness.proxy.inject(Operation::List, Fault::Instead(Answer::new(200, page)));
    assert!(matches!(harness.storage.delete_below("a").await, Err(StorageError::Unusable { .. })));
}

#[tokio::test]
async fn a_store_that_cannot_list_uploads_loses_its_objects_all_the_same() {
    let harness = Harness::start().await;
    for answer in [Answer::error(501, "NotImplemented"), Answer::error(405, ""), Answer::error(404, "NoSuchUpload")] {
        harness.put("p/1", b"x").await;
        harness.proxy.inject(Operation::List, Fault::Instead(answer));
        assert_eq!(harness.storage.delete_below("p/").await.unwrap(), 1);
    }
}

#[tokio::test]
async fn an_upload_is_aborted_and_gone_is_fine() {
    let harness = Harness::start().await;
    for fault in [Fault::internal_error(), Fault::ResetBefore, Fault::ResetAfter, Fault::slow_down(1)] {
        let (upload_id, _) = harness.upload("file", b"x").await;
        harness.proxy.inject(Operation::Abort, fault.clone());
        harness.storage.abort("file", &upload_id).await.unwrap();
        harness.storage.abort("file", &upload_id).await.unwrap();
        assert_eq!(harness.storage.uploads("", None).await.unwrap().uploads, [], "{fault:?}");
    }
    harness.proxy.inject(Operation::Abort, Fault::expired());
    assert!(matches!(harness.storage.abort("file", "x").await, Err(StorageError::Refused { .. })));
}
