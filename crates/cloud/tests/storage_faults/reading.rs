//! Inspecting and reading objects.

use std::ops::Range;
use std::time::Duration;

use cloud::storage::StorageError;
use futures_util::StreamExt as _;
use testkit::{Answer, Fault, Operation};

use crate::storage_faults::harness::Harness;

fn content() -> Vec<u8> {
    (0..300_000_u32).map(|number| u8::try_from(number % 251).unwrap()).collect()
}

/// All bytes up to the end or the first error, and that error.
async fn read(harness: &Harness, key: &str, range: Range<u64>) -> (Vec<u8>, Option<StorageError>) {
    let mut stream = match harness.storage.read(key, range).await {
        Ok(stream) => Box::pin(stream),
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut bytes = Vec::new();
    while let Some(piece) = stream.next().await {
        match piece {
            Ok(piece) => bytes.extend_from_slice(&piece),
            Err(error) => {
                assert!(stream.next().await.is_none(), "nothing follows an error");
                return (bytes, Some(error));
            }
        }
    }
    (bytes, None)
}

#[tokio::test]
async fn ranges_are_exact() {
    let harness = Harness::start().await;
    let content = content();
    harness.store("file", &content).await;
    for range in [0..300_000, 0..1, 299_999..300_000, 1_000..250_000, 5..5] {
        let (bytes, error) = read(&harness, "file", range.clone()).await;
        assert!(error.is_none(), "{range:?} {error:?}");
        assert_eq!(bytes, content[usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap()]);
    }
    assert!(matches!(read(&harness, "other", 0..5).await.1, Some(StorageError::NotFound)));
    // The store sends what there is, which is less.
    assert!(matches!(read(&harness, "file", 299_999..300_005).await.1, Some(StorageError::Unusable { .. })));
    let beyond = read(&harness, "file", 300_000..300_005).await.1;
    assert!(matches!(beyond, Some(StorageError::Refused { .. })), "{beyond:?}");
}

#[tokio::test]
async fn a_read_gives_the_bytes_or_an_error() {
    let harness = Harness::start().await;
    let content = content();
    harness.store("file", &content).await;
    let cases = [
        (Fault::internal_error(), "fine"),
        (Fault::slow_down(1), "fine"),
        (Fault::too_many_requests(1), "fine"),
        (Fault::ResetBefore, "fine"),
        (Fault::ResetAfter, "fine"),
        (Fault::wrong_etag(), "fine"),
        (Fault::Slow(Duration::from_millis(5)), "fine"),
        (Fault::Truncated, "unavailable"),
        (Fault::TruncatedUnnoticed, "unavailable"),
        (Fault::Stalled, "unavailable"),
        (Fault::RangeIgnored, "unusable"),
        (Fault::Header("content-range", Some("bytes 0-199999/300000")), "unusable"),
        (Fault::Header("content-range", None), "unusable"),
        (Fault::Header("content-length", Some("7")), "unusable"),
        (Fault::expired(), "refused"),
        (Fault::redirect("http://127.0.0.1:1/elsewhere"), "refused"),
        (Fault::Instead(Answer::error(404, "NoSuchKey")), "not found"),
    ];
    for (fault, expected) in cases {
        harness.proxy.inject(Operation::Get, fault.clone());
        let (bytes, error) = read(&harness, "file", 50_000..250_000).await;
        let told = match &error {
            None => "fine",
            Some(StorageError::Unavailable(_)) => "unavailable",
            Some(StorageError::Unusable { .. }) => "unusable",
            Some(StorageError::Refused { .. }) => "refused",
            Some(StorageError::NotFound) => "not found",
            Some(other) => panic!("{fault:?} gave {other}"),
        };
        assert_eq!(told, expected, "{fault:?} {error:?}");
        assert_eq!(bytes, content[50_000..50_000 + bytes.len()], "{fault:?}: what came is right as far as it came");
        assert_eq!(bytes.len() == 200_000, error.is_none(), "{fault:?}");
        assert_eq!(harness.proxy.clear(), 0);
    }
}

#[tokio::test]
async fn changed_bytes_show_in_the_checksum() {
    let harness = Harness::start().await;
    let content = content();
    harness.store("file", &content).await;
    let stored = harness.storage.look_at("file").await.unwrap().unwrap();
    // No reply contains the checksum of a range: errors that HTTP does not detect are for callers with the whole
    // checksum.
    harness.proxy.inject(Operation::Get, Fault::Corrupted);
    let (bytes, error) = read(&harness, "file", 0..300_000).await;
    assert!(error.is_none() && bytes != content);
    harness.store("copy", &bytes).await;
    let other = harness.storage.look_at("copy").await.unwrap().unwrap();
    assert!(other.size == stored.size && other.crc32 != stored.crc32 && other.crc64nvme != stored.crc64nvme);
}

#[tokio::test]
async fn looking_at_an_object() {
    let harness = Harness::start().await;
    harness.store("file", b"123456789").await;
    assert_eq!(harness.storage.look_at("other").await.unwrap(), None);
    let fine = [
        Fault::internal_error(),
        Fault::slow_down(1),
        Fault::too_many_requests(1),
        Fault::ResetBefore,
        Fault::ResetAfter,
        Fault::Truncated,
    ];
    for fault in fine {
        harness.proxy.inject(Operation::Head, fault.clone());
        let stored = harness.storage.look_at("file").await.unwrap().unwrap();
        assert_eq!((stored.size, stored.crc32), (9, Some(0xcbf4_3926)), "{fault:?}");
        assert_eq!(stored.crc64nvme.as_deref(), Some("rosUhgp5mIg="), "{fault:?}");
        assert!(!stored.etag.is_empty() && !stored.etag.contains('"'), "{}", stored.etag);
    }
    harness.proxy.inject(Operation::Head, Fault::Header("x-amz-checksum-type", Some("COMPOSITE")));
    let stored = harness.storage.look_at("file").await.unwrap().unwrap();
    assert_eq!((stored.size, stored.crc32, stored.crc64nvme), (9, None, None));

    for fault in [Fault::expired(), Fault::redirect("http://127.0.0.1:1/")] {
        harness.proxy.inject(Operation::Head, fault);
        assert!(matches!(harness.storage.look_at("file").await, Err(StorageError::Refused { .. })));
    }
    harness.proxy.inject(Operation::Head, Fault::Header("content-length", None));
    assert!(matches!(harness.storage.look_at("file").await, Err(StorageError::Unusable { .. })));
    harness.proxy.inject_times(4, Operation::Head, &Fault::internal_error());
    assert!(matches!(harness.storage.look_at("file").await, Err(StorageError::Unavailable(_))));
}
