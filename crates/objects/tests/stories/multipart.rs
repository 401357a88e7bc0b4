//! Multipart uploads from create to complete or abort.

use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt as _;

use crate::harness::{TestStore, complete_call, noise};
use crate::signing::Call;

const PART: usize = 5 << 20;

#[tokio::test]
async fn the_reply_to_create_is_what_our_clients_expect() {
    let store = TestStore::start().await;
    let create = Call::new("POST", "/shelf/a & b")
        .query("uploads", "")
        .header("x-amz-checksum-algorithm", "CRC64NVME")
        .header("x-amz-checksum-type", "FULL_OBJECT");
    let reply = store.signed(create).await.expect(200);
    let upload = reply.between("<UploadId>", "</UploadId>");
    assert_eq!(
        reply.text(),
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<InitiateMultipartUploadResult><Bucket>shelf</Bucket>\
             <Key>a &amp; b</Key><UploadId>{upload}</UploadId></InitiateMultipartUploadResult>"
        )
    );
    assert_eq!(reply.header("x-amz-checksum-algorithm"), "CRC64NVME");
}

#[tokio::test]
async fn parts_become_one_object_and_ranges_cross_their_borders() {
    let store = TestStore::start().await;
    let bodies = [noise(1, PART), noise(2, PART + 3), noise(3, 1000)];
    let whole = bodies.concat();
    let parts: Vec<&[u8]> = bodies.iter().map(Vec::as_slice).collect();
    let completed = store.put_in_parts("big", &parts).await;
    let got = store.signed(Call::new("GET", "/shelf/big").header("x-amz-checksum-mode", "ENABLED")).await.expect(200);
    assert!(got.body == whole);
    assert_eq!(
        format!("\"{}\"", completed.between("<ETag>", "</ETag>").replace("&quot;", "\"").trim_matches('"')),
        got.header("etag")
    );
    assert!(got.header("etag").ends_with("-3\""));
    assert_eq!(got.header("x-amz-checksum-type"), "FULL_OBJECT");
    for range in [PART - 1..PART + 1, 0..whole.len(), PART - 5..2 * PART + 10, 2 * PART + 3..2 * PART + 4] {
        let header = format!("bytes={}-{}", range.start, range.end - 1);
        let got = store.signed(Call::new("GET", "/shelf/big").header("range", &header)).await.expect(206);
        assert!(got.body == whole[range], "{header}");
    }
    let last = store.signed(Call::new("GET", "/shelf/big").query("partNumber", "3")).await.expect(206);
    assert!(last.body == bodies[2]);
    assert_eq!(last.header("x-amz-mp-parts-count"), "3");
    let seed = rand::random::<u64>();
    println!("seed {seed}");
    for round in 0..40 {
        let pick = |salt: u64| {
            let bytes = noise(seed ^ (round * 2 + salt), 8);
            usize::try_from(u64::from_le_bytes(bytes.try_into().unwrap()) % whole.len() as u64).unwrap()
        };
        let (start, end) = (pick(0).min(pick(1)), pick(0).max(pick(1)));
        let header = format!("bytes={start}-{end}");
        let got = store.signed(Call::new("GET", "/shelf/big").header("range", &header)).await.expect(206);
        assert!(got.body == whole[start..=end], "{header}");
    }
}

#[tokio::test]
async fn completing_copies_no_byte() {
    let store = TestStore::start().await;
    let upload = store.new_upload("big").await;
    let mut parts = Vec::new();
    for number in 1..=3 {
        let etag = store.put_part("big", &upload, number, &noise(number as u64, PART)).await.expect(200).header("etag");
        parts.push((number, etag));
    }
    let before = store.blob_files();
    store.complete("big", &upload, &parts).await.expect(200);
    assert_eq!(store.blob_files(), before);
}

#[tokio::test]
async fn completing_again_gives_the_same_answer() {
    let store = TestStore::start().await;
    let upload = store.new_upload("big").await;
    let first = store.put_part("big", &upload, 1, &noise(1, PART)).await.expect(200).header("etag");
    let second = store.put_part("big", &upload, 2, b"end").await.expect(200).header("etag");
    let list = [(1, first.clone()), (2, second)];
    let once = store.complete("big", &upload, &list).await.expect(200);
    let again = store.complete("big", &upload, &list).await.expect(200);
    assert_eq!(once.text(), again.text());
    store.complete("big", &upload, &list[..1]).await.expect_error(404, "NoSuchUpload");
    store.put_part("big", &upload, 1, b"late").await.expect_error(404, "NoSuchUpload");
    let abort = Call::new("DELETE", "/shelf/big").query("uploadId", &upload);
    store.signed(abort).await.expect_error(404, "NoSuchUpload");
    assert_eq!(store.get("big").await.expect(200).body.len(), PART + 3);
    store.signed(Call::new("DELETE", "/shelf/big")).await.expect(204);
    store.complete("big", &upload, &list).await.expect_error(404, "NoSuchUpload");
    store.wait_for_files(0).await;
}

#[tokio::test]
async fn a_wrong_list_is_refused_and_the_upload_stays() {
    let store = TestStore::start().await;
    let upload = store.new_upload("big").await;
    let mut parts = Vec::new();
    for (number, length) in [(1, PART), (2, 100), (3, 100)] {
        let reply = store.put_part("big", &upload, number, &noise(number as u64, length)).await.expect(200);
        parts.push((number, reply.header("etag")));
    }
    let [one, two, three] = [parts[0].clone(), parts[1].clone(), parts[2].clone()];
    let complete = |list: Vec<(usize, String)>| complete_call("big", &upload, &list);
    store.signed(complete(vec![two.clone(), one.clone()])).await.expect_error(400, "InvalidPartOrder");
    store.signed(complete(vec![one.clone(), one.clone()])).await.expect_error(400, "InvalidPartOrder");
    store.signed(complete(vec![(1, two.1.clone())])).await.expect_error(400, "InvalidPart");
    store.signed(complete(vec![one.clone(), (4, two.1.clone())])).await.expect_error(400, "InvalidPart");
    store.signed(complete(parts.clone())).await.expect_error(400, "EntityTooSmall");
    store.signed(complete(vec![])).await.expect(400);
    store.signed(complete_call("other", &upload, &parts)).await.expect_error(404, "NoSuchUpload");
    let exists = complete(vec![one.clone(), two.clone()]).header("if-none-match", "*");
    store.put("big", b"in the way").await.expect(200);
    store.signed(exists.clone()).await.expect_error(412, "PreconditionFailed");
    store.signed(Call::new("DELETE", "/shelf/big")).await.expect(204);
    store.signed(exists).await.expect(200);
    assert_eq!(store.get("big").await.expect(200).body.len(), PART + 100, "part {three:?} was left out");
    assert_eq!(store.blob_files().len(), 1, "the small parts are in the index");
}

#[tokio::test]
async fn a_part_sent_again_replaces_the_first() {
    let store = TestStore::start().await;
    let upload = store.new_upload("big").await;
    store.put_part("big", &upload, 1, &noise(1, 100_000)).await.expect(200);
    let etag = store.put_part("big", &upload, 1, &noise(2, 90_000)).await.expect(200).header("etag");
    store.wait_for_files(1).await;
    store.complete("big", &upload, &[(1, etag)]).await.expect(200);
    assert!(store.get("big").await.expect(200).body == noise(2, 90_000));
    for number in ["0", "10001", "-1"] {
        let call = Call::new("PUT", "/shelf/big").query("partNumber", number).query("uploadId", &upload).body(b"x");
        store.signed(call).await.expect(400);
    }
}

#[tokio::test]
async fn aborting_gives_the_space_back() {
    let store = TestStore::start().await;
    let upload = store.new_upload("big").await;
    for number in 1..=3 {
        store.put_part("big", &upload, number, &noise(1, 100_000)).await.expect(200);
    }
    let abort = Call::new("DELETE", "/shelf/big").query("uploadId", &upload);
    store.signed(abort.clone()).await.expect(204);
    store.signed(abort).await.expect_error(404, "NoSuchUpload");
    store.put_part("big", &upload, 4, b"x").await.expect_error(404, "NoSuchUpload");
    store.wait_for_files(0).await;
}

#[tokio::test]
async fn parts_are_copied_from_objects() {
    let store = TestStore::start().await;
    let body = noise(9, PART + 1000);
    store.put_in_parts("source", &[&body[..PART], &body[PART..]]).await;
    let upload = store.new_upload("copy").await;
    let copy = |number: &str, range: &str| {
        Call::new("PUT", "/shelf/copy")
            .query("partNumber", number)
            .query("uploadId", &upload)
            .header("x-amz-copy-source", "shelf/source")
            .header("x-amz-copy-source-range", range)
    };
    let first = store.signed(copy("1", "bytes=10-5242889")).await.expect(200);
    let second = store.signed(copy("2", "bytes=0-99")).await.expect(200);
    let etag = |reply: &crate::harness::Reply| reply.between("<ETag>", "</ETag>");
    store.complete("copy", &upload, &[(1, etag(&first)), (2, etag(&second))]).await.expect(200);
    assert!(store.get("copy").await.expect(200).body == [&body[10..10 + PART], &body[..100]].concat());
}

/// A copy of a whole object takes neither time nor space, and outlives its source.
#[tokio::test]
async fn a_whole_object_is_copied_by_a_second_name() {
    let store = TestStore::start().await;
    let (first, second) = (noise(3, PART), noise(4, 100_000));
    store.put("first", &first).await.expect(200);
    store.put("second", &second).await.expect(200);
    let upload = store.new_upload("copy").await;
    let etag = |reply: &crate::harness::Reply| reply.between("<ETag>", "</ETag>");
    let mut parts = Vec::new();
    for (number, source) in [(1, "first"), (2, "second")] {
        let call = Call::new("PUT", "/shelf/copy").query("partNumber", &number.to_string()).query("uploadId", &upload);
        let copied = store.signed(call.header("x-amz-copy-source", &format!("/shelf/{source}"))).await.expect(200);
        parts.push((number, etag(&copied)));
    }
    let inodes: BTreeSet<u64> = store.blob_files().iter().map(|file| file.metadata().unwrap().ino()).collect();
    assert_eq!((store.blob_files().len(), inodes.len()), (4, 2));
    store.complete("copy", &upload, &parts).await.expect(200);
    for source in ["first", "second"] {
        store.signed(Call::new("DELETE", &format!("/shelf/{source}"))).await.expect(204);
    }
    store.wait_for_files(2).await;
    assert!(store.get("copy").await.expect(200).body == [first, second].concat());
    let other =
        Call::new("PUT", "/shelf/copy").query("partNumber", "1").query("uploadId", &store.new_upload("copy").await);
    let other = other.header("x-amz-copy-source", "/shelf/copy").header("x-amz-copy-source-if-match", "\"other\"");
    store.signed(other).await.expect_error(412, "PreconditionFailed");
}
