//! The features of a store are detected, never assumed.

use cloud::clock::Clock;
use cloud::storage::{Capabilities, Lengths, StorageError};
use testkit::{Answer, Fault, Operation, TestCloud};

use crate::storage_faults::harness::Harness;

const ALL: Capabilities =
    Capabilities { verifies_checksums: true, refuses_overwriting: true, knows_crc32: true, lengths: Lengths::InUrl };
const NO_CHECKSUMS: Capabilities = Capabilities { verifies_checksums: false, knows_crc32: false, ..ALL };

#[tokio::test]
async fn the_embedded_store_can_do_everything() {
    let harness = Harness::start_untried().await;
    assert_eq!(harness.storage.capabilities(), Capabilities::default());
    assert_eq!(harness.storage.put_blueprint("file", 1, None), None);
    harness.storage.ready().await.unwrap();
    assert_eq!(harness.storage.capabilities(), ALL);
    let puts = harness.proxy.count(Operation::Put);
    harness.storage.ready().await.unwrap();
    assert_eq!(harness.proxy.count(Operation::Put), puts, "tried once");
    assert_eq!(harness.storage.delete_below("tonnage-probe").await.unwrap(), 0, "nothing is left behind");
}

#[tokio::test]
async fn what_could_not_be_tried_is_tried_again() {
    let harness = Harness::start_untried().await;
    harness.proxy.inject_times(2, Operation::Bucket, &Fault::internal_error());
    assert!(matches!(harness.storage.ready().await, Err(StorageError::Unavailable(_))));
    harness.proxy.inject_times(4, Operation::Create, &Fault::internal_error());
    harness.storage.ready().await.unwrap();
    assert_eq!(harness.storage.capabilities(), Capabilities::default(), "not known yet");
    harness.proxy.inject(Operation::Put, Fault::ResetAfter);
    harness.proxy.inject(Operation::Create, Fault::ResetAfter);
    harness.proxy.inject(Operation::Complete, Fault::Instead(Answer::error(200, "InternalError")));
    harness.storage.ready().await.unwrap();
    assert_eq!(harness.storage.capabilities(), ALL, "a passing fault is no inability");
    assert_eq!(harness.proxy.clear(), 0);
    assert_eq!(harness.storage.delete_below("tonnage-probe").await.unwrap(), 0, "nothing is left behind");
}

#[tokio::test]
async fn readiness_bears_a_connection_that_was_closed() {
    let harness = Harness::start().await;
    harness.proxy.inject(Operation::Bucket, Fault::ResetAfter);
    harness.storage.ready().await.unwrap();
    assert_eq!(harness.proxy.clear(), 0, "the fault was met");
}

#[tokio::test]
async fn a_store_that_cannot_is_not_asked_to() {
    // The reply of a store that does not support If-None-Match, the checksum, or either.
    let accepted = || Fault::Instead(Answer::new(200, "").header("ETag", "\"x\""));
    let refused = || Fault::Instead(Answer::error(501, "NotImplemented"));
    let cases: [(&str, Vec<Option<Fault>>, Capabilities); 6] = [
        ("it replaces", vec![None, Some(accepted())], Capabilities { refuses_overwriting: false, ..ALL }),
        ("it does not know If-None-Match", vec![Some(refused())], Capabilities { refuses_overwriting: false, ..ALL }),
        ("it takes wrong bytes", vec![None, None, Some(accepted())], NO_CHECKSUMS),
        (
            "it refuses every checksum",
            vec![None, None, None, Some(Fault::Instead(Answer::error(400, "InvalidRequest")))],
            NO_CHECKSUMS,
        ),
        (
            "it does not know our parameter",
            vec![None, None, None, None, Some(accepted())],
            Capabilities { lengths: Lengths::InHeader, ..ALL },
        ),
        (
            "it ignores every length",
            vec![None, None, None, None, Some(accepted()), Some(accepted())],
            Capabilities { lengths: Lengths::Unchecked, ..ALL },
        ),
    ];
    for (store, faults, expected) in cases {
        let harness = Harness::start_untried().await;
        for fault in faults {
            // A header that nobody reads means that the reply is not changed.
            harness.proxy.inject(Operation::Put, fault.unwrap_or(Fault::Header("x-nothing", None)));
        }
        harness.storage.ready().await.unwrap();
        assert_eq!(harness.storage.capabilities(), expected, "{store}");
        assert_eq!(harness.proxy.clear(), 0, "{store}");
    }
}

#[tokio::test]
async fn the_doctor_tells_what_was_found() {
    let clock = Clock::System;
    let able = Harness::start().await;
    let report: Vec<String> = able.storage.examine(&clock, false).await.iter().map(ToString::to_string).collect();
    assert!(report.len() == 10 && report.iter().all(|line| line.starts_with("ok")), "{report:?}");

    let poor = Harness::start_untried().await;
    poor.proxy.inject_times(7, Operation::Put, &Fault::Instead(Answer::error(501, "NotImplemented")));
    poor.proxy.inject_times(3, Operation::List, &Fault::Instead(Answer::error(501, "NotImplemented")));
    let report: Vec<String> = poor.storage.examine(&clock, false).await.iter().map(ToString::to_string).collect();
    let notes: Vec<&str> = report.iter().filter_map(|line| line.strip_prefix("note  ")).collect();
    let subjects: Vec<&str> = notes.iter().filter_map(|line| line.split(':').next()).collect();
    assert!(!report.iter().any(|line| line.starts_with("BAD")), "{report:?}");
    assert_eq!(subjects, ["uploads", "checksum", "CRC-32", "overwriting", "lengths"], "{report:?}");
}

#[tokio::test]
async fn a_whole_service_runs_behind_the_proxy() {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let cloud = setup.start().await;
    assert_eq!(cloud.app().storage.capabilities(), ALL);
    assert_eq!(cloud.get("/readyz").await.status, 200);
    store.proxy.inject_times(2, Operation::Bucket, &Fault::internal_error());
    assert_eq!(cloud.get("/readyz").await.status, 503);
    let download = cloud.store_object("file", b"content".to_vec()).await;
    assert!(download.starts_with(&store.proxy.url()));
}
