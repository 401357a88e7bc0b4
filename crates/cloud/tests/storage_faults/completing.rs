//! Completing an upload: done once, whatever happens to the replies.

use std::time::Duration;

use cloud::storage::{Completion, Part, StorageError};
use testkit::{Answer, Fault, Operation};

use crate::storage_faults::harness::Harness;

const BODY: &[u8] = b"the content of a file";

#[tokio::test]
async fn what_passes_is_waited_out() {
    let harness = Harness::start().await;
    let faults = [
        Fault::internal_error(),
        Fault::slow_down(1),
        Fault::too_many_requests(3_600),
        Fault::Instead(Answer::new(502, "<html>a proxy speaks</html>")),
        Fault::Instead(Answer::error(200, "InternalError")),
        Fault::Instead(Answer::error(200, "SlowDown")),
        Fault::DoneBut(Answer::error(500, "InternalError")),
        Fault::DoneBut(Answer::error(200, "InternalError")),
        Fault::DoneBut(Answer::new(200, "")),
        Fault::ResetBefore,
        Fault::ResetAfter,
        Fault::Truncated,
        Fault::TruncatedUnnoticed,
        Fault::Stalled,
        Fault::Slow(Duration::from_millis(2)),
        Fault::wrong_etag(),
    ];
    for (number, fault) in faults.into_iter().enumerate() {
        let key = format!("files/{number}");
        let (upload_id, parts) = harness.upload(&key, BODY).await;
        harness.proxy.inject(Operation::Complete, fault.clone());
        let done = harness.storage.complete(&key, &upload_id, &parts).await;
        assert_eq!(done.unwrap(), Completion::Done, "{fault:?}");
        assert_eq!(harness.proxy.clear(), 0, "{fault:?}");
        let stored = harness.storage.look_at(&key).await.unwrap().unwrap();
        assert_eq!(stored.size, 21, "{fault:?}");
    }
}

#[tokio::test]
async fn several_faults_in_a_row_are_waited_out_but_not_for_ever() {
    let harness = Harness::start().await;
    let (upload_id, parts) = harness.upload("file", BODY).await;
    harness.proxy.inject_times(20, Operation::Complete, &Fault::slow_down(0));
    let error = harness.storage.complete("file", &upload_id, &parts).await.unwrap_err();
    assert!(matches!(error, StorageError::Unavailable(_)) && error.is_worth_a_retry(), "{error}");
    assert!(error.to_string().contains("SlowDown"), "{error}");
    assert_eq!(harness.proxy.clear(), 16, "it was asked four times");

    harness.proxy.inject(Operation::Complete, Fault::ResetBefore);
    harness.proxy.inject(Operation::Complete, Fault::internal_error());
    harness.proxy.inject(Operation::Complete, Fault::ResetAfter);
    assert_eq!(harness.storage.complete("file", &upload_id, &parts).await.unwrap(), Completion::Done);
}

#[tokio::test]
async fn a_definite_answer_is_not_asked_for_again() {
    let harness = Harness::start().await;
    let (upload_id, parts) = harness.upload("file", BODY).await;
    let refused = |code: &str| Completion::Refused { code: code.to_owned(), message: "made by a test".to_owned() };
    let cases = [
        (Answer::error(400, "InvalidPart"), Some(refused("InvalidPart"))),
        (Answer::error(200, "InvalidPart"), Some(refused("InvalidPart"))),
        (Answer::error(400, "EntityTooSmall"), Some(refused("EntityTooSmall"))),
        (Answer::error(404, "NoSuchUpload"), Some(Completion::NoSuchUpload)),
        (Answer::error(200, "NoSuchUpload"), Some(Completion::NoSuchUpload)),
        // Not the client's fault:
        (Answer::error(403, "AccessDenied"), None),
        (Answer::error(403, "RequestTimeTooSkewed"), None),
        (Answer::error(404, "NoSuchBucket"), None),
        (Answer::error(307, "TemporaryRedirect").header("Location", "http://127.0.0.1:1/"), None),
        (Answer::new(400, "no XML"), None),
    ];
    for (answer, expected) in cases {
        let before = harness.proxy.count(Operation::Complete);
        harness.proxy.inject(Operation::Complete, Fault::Instead(answer.clone()));
        let outcome = harness.storage.complete("file", &upload_id, &parts).await;
        match (outcome, expected) {
            (Ok(outcome), Some(expected)) => assert_eq!(outcome, expected, "{answer:?}"),
            (Err(StorageError::Refused { .. }), None) => {}
            (outcome, _) => panic!("{answer:?} gave {outcome:?}"),
        }
        assert_eq!(harness.proxy.count(Operation::Complete), before + 1, "{answer:?}");
    }
    assert_eq!(harness.storage.look_at("file").await.unwrap(), None);
}

#[tokio::test]
async fn a_reply_that_was_lost_leaves_the_object_to_look_at() {
    let harness = Harness::start().await;
    let (upload_id, parts) = harness.upload("file", BODY).await;
    harness.proxy.inject(Operation::Complete, Fault::DoneBut(Answer::error(500, "InternalError")));
    // A store that drops an upload once it is completed.
    harness.proxy.inject(Operation::Complete, Fault::Instead(Answer::error(404, "NoSuchUpload")));
    assert_eq!(harness.storage.complete("file", &upload_id, &parts).await.unwrap(), Completion::NoSuchUpload);
    let stored = harness.storage.look_at("file").await.unwrap().unwrap();
    assert_eq!(stored.size, 21);
    assert!(stored.crc64nvme.is_some() && stored.crc32.is_some());
}

#[tokio::test]
async fn a_reply_without_end_is_not_read_to_its_end() {
    let harness = Harness::start().await;
    let (upload_id, parts) = harness.upload("file", BODY).await;
    let long = format!("<CompleteMultipartUploadResult>{}</CompleteMultipartUploadResult>", " ".repeat(2 << 20));
    harness.proxy.inject(Operation::Complete, Fault::Instead(Answer::new(200, long)));
    let error = harness.storage.complete("file", &upload_id, &parts).await.unwrap_err();
    assert!(matches!(error, StorageError::Unusable { .. }), "{error}");
    let bomb = "<!DOCTYPE a [<!ENTITY b \"x\">]><CompleteMultipartUploadResult>&b;</CompleteMultipartUploadResult>";
    harness.proxy.inject_times(4, Operation::Complete, &Fault::Instead(Answer::new(200, bomb)));
    assert!(harness.storage.complete("file", &upload_id, &parts).await.is_err());
}

#[tokio::test]
async fn what_the_store_itself_says_of_parts() {
    let harness = Harness::start().await;
    let (upload_id, parts) = harness.upload("file", BODY).await;
    let wrong = [Part { number: 1, etag: "</ETag><other>&\"".to_owned() }];
    let outcome = harness.storage.complete("file", &upload_id, &wrong).await.unwrap();
    assert!(matches!(&outcome, Completion::Refused { code, .. } if code == "InvalidPart"), "{outcome:?}");
    let unquoted = [Part { number: 1, etag: parts[0].etag.trim_matches('"').to_owned() }];
    assert_eq!(harness.storage.complete("file", &upload_id, &unquoted).await.unwrap(), Completion::Done);
    assert_eq!(harness.storage.complete("file", &upload_id, &parts).await.unwrap(), Completion::Done, "again");
    let unknown = harness.storage.complete("file", "no-such-upload", &parts).await.unwrap();
    assert_eq!(unknown, Completion::NoSuchUpload);
}
