//! The holder of a URL stores what it was signed for, and no more.

use std::fmt::Write as _;
use std::time::Duration;

use objects::{SIGNED_LENGTH, UPLOAD_LIMIT};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::harness::{RawRequest, Reply, TestStore, noise};
use crate::signing::{Call, Mode};

const PART: usize = 5 << 20;

fn create(limit: usize) -> Call {
    Call::new("POST", "/shelf/thing").query("uploads", "").query(UPLOAD_LIMIT, &limit.to_string())
}

async fn upload_of(store: &TestStore, limit: usize) -> String {
    store.signed(create(limit)).await.expect(200).between("<UploadId>", "</UploadId>")
}

fn put(name: &str, length: usize, body: &[u8]) -> Call {
    Call::new("PUT", "/shelf/thing").query(name, &length.to_string()).body(body)
}

#[tokio::test]
async fn a_body_has_the_length_that_was_signed() {
    let store = TestStore::start().await;
    for (name, length, status, code) in [
        (SIGNED_LENGTH, 9, 400, "EntityTooLarge"),
        (SIGNED_LENGTH, 0, 400, "EntityTooLarge"),
        (SIGNED_LENGTH, 11, 400, "EntityTooSmall"),
        (UPLOAD_LIMIT, 9, 400, "EntityTooLarge"),
    ] {
        store.signed(put(name, length, &[7; 10])).await.expect_error(status, code);
    }
    store.get("thing").await.expect(404);
    for (name, length) in [(SIGNED_LENGTH, 10), (UPLOAD_LIMIT, 10), (UPLOAD_LIMIT, 11)] {
        store.signed(put(name, length, &[7; 10])).await.expect(200);
    }
    // The length is part of what was signed.
    let mut other = put(SIGNED_LENGTH, 10, &[7; 11]).sign(&store.address, &Mode::in_query());
    other.target = other.target.replace("x-tonnage-length=10", "x-tonnage-length=11");
    store.send(&other).await.expect_error(403, "SignatureDoesNotMatch");
}

#[tokio::test]
async fn an_upload_is_the_only_one_and_never_has_more_than_its_limit() {
    let store = TestStore::start().await;
    let limit = 2 * PART + 10;
    let upload = upload_of(&store, limit).await;
    assert_eq!(upload_of(&store, limit).await, upload, "the address can be used again");
    assert_ne!(store.new_upload("thing").await, upload, "one without a limit is apart");
    let part = noise(1, PART);
    store.put_part("thing", &upload, 1, &part).await.expect(200);
    store.put_part("thing", &upload, 2, &part).await.expect(200);
    store.put_part("thing", &upload, 1, &part).await.expect(200);
    store.put_part("thing", &upload, 3, &[1; 11]).await.expect_error(400, "EntityTooLarge");
    store.put_part("thing", &upload, 7, &part).await.expect_error(400, "EntityTooLarge");
    store.put_part("thing", &upload, 2, &noise(2, PART + 11)).await.expect_error(400, "EntityTooLarge");
    store.put_part("thing", &upload, 3, &[1; 10]).await.expect(200);
    store.wait_for_files(2).await;
}

#[tokio::test]
async fn a_whole_object_and_its_parts_are_never_both_there() {
    let store = TestStore::start().await;
    let (upload, body) = (upload_of(&store, PART).await, noise(1, PART));
    store.put_part("thing", &upload, 1, &body).await.expect(200);
    store.signed(put(SIGNED_LENGTH, PART, &body)).await.expect(200);
    store.wait_for_files(1).await;
    store.put_part("thing", &upload, 1, &body).await.expect_error(404, "NoSuchUpload");
    let again = upload_of(&store, PART).await;
    store.put_part("thing", &again, 1, &body).await.expect_error(400, "EntityTooLarge");
    assert!(store.get("thing").await.expect(200).body == body);
}

/// Sends all but the last byte of a body and leaves the connection open.
pub(crate) async fn begin(store: &TestStore, request: &RawRequest) -> TcpStream {
    let mut stream = TcpStream::connect(&store.address).await.unwrap();
    let mut head = format!("{} {} HTTP/1.1\r\nConnection: close\r\n", request.method, request.target);
    for (name, value) in &request.headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
    stream.write_all(&request.body[..request.body.len() - 1]).await.unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_request_at_a_time_writes_a_part_and_the_newest_wins() {
    let store = TestStore::start().await;
    let (upload, body) = (upload_of(&store, PART).await, noise(1, PART));
    let part = Call::new("PUT", "/shelf/thing")
        .query("partNumber", "1")
        .query("uploadId", &upload)
        .query(SIGNED_LENGTH, &PART.to_string())
        .body(&body);
    let part = part.sign(&store.address, &Mode::in_query());
    let mut waiting = Vec::new();
    for _ in 0..20 {
        waiting.push(begin(&store, &part).await);
    }
    // However many are under way, one of them has a file.
    store.wait_for_files(1).await;
    let whole = store.send(&part).await.expect(200);
    assert!(!whole.header("etag").is_empty());
    store.wait_for_files(1).await;
    for mut stream in waiting {
        let _ = stream.write_all(&body[PART - 1..]).await;
        let mut reply = Vec::new();
        let ended = tokio::time::timeout(Duration::from_mins(1), stream.read_to_end(&mut reply)).await.unwrap();
        let reply = Reply::parse(&reply, false, ended.is_err()).expect("an answer");
        assert_eq!((reply.status, reply.between("<Code>", "</Code>").as_str()), (409, "OperationAborted"));
    }
    store.wait_for_files(1).await;
}

#[tokio::test]
async fn headers_that_come_back_must_be_signed() {
    let store = TestStore::start().await;
    let described = [
        ("cache-control", "public, max-age=31536000"),
        ("content-disposition", "inline"),
        ("content-encoding", "gzip"),
        ("content-language", "tlh"),
        ("content-type", "text/html"),
        ("expires", "Thu, 01 Dec 2033 16:00:00 GMT"),
    ];
    for mode in [Mode::default(), Mode::in_query()] {
        let mut request = Call::new("PUT", "/shelf/thing").body(b"x").sign(&store.address, &mode);
        request.headers.extend(described.map(|(name, value)| (name.to_owned(), value.to_owned())));
        store.send(&request).await.expect(200);
        let got = store.get("thing").await.expect(200);
        for (name, value) in described {
            assert_ne!(got.headers.get(name).map(String::as_str), Some(value), "{name}");
        }
        let signed = Call::new("PUT", "/shelf/thing").body(b"x");
        let signed = described.iter().fold(signed, |call, (name, value)| call.header(name, value));
        store.send(&signed.sign(&store.address, &mode)).await.expect(200);
        let got = store.get("thing").await.expect(200);
        for (name, value) in described {
            assert_eq!(got.header(name), value);
        }
    }
}
