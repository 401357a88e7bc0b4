//! What clients do with blueprints and URLs, against a store that checks every signature.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use cloud::storage::{Completion, UploadPlace};
use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};
use testkit::{Fault, Operation};

use crate::storage_faults::harness::Harness;

/// CRC-64/NVME of `123456789`.
const SUM: &str = "rosUhgp5mIg=";
const KEY: &str = "teams/a b/ü+&?#%.bin";

#[tokio::test]
async fn a_put_is_checked_and_never_replaces() {
    let harness = Harness::start().await;
    let put = harness.storage.put_blueprint(KEY, 9, Some(SUM)).unwrap();
    assert_eq!(harness.follow(&put, b"123456780").await.status(), 400, "other bytes");
    assert_eq!(harness.follow(&put, b"123456789").await.status(), 200);
    assert_eq!(harness.follow(&put, b"123456789").await.status(), 412, "it is there already");
    let mut stripped = put.clone();
    stripped.headers.clear();
    assert_eq!(harness.follow(&stripped, b"123456789").await.status(), 403, "a header that was signed must be sent");
    let stored = harness.storage.look_at(KEY).await.unwrap().unwrap();
    assert_eq!((stored.size, stored.crc64nvme.as_deref()), (9, Some(SUM)));
}

#[tokio::test]
async fn a_put_whose_reply_was_lost_is_a_412_the_second_time() {
    let harness = Harness::start().await;
    let put = harness.storage.put_blueprint("file", 9, Some(SUM)).unwrap();
    harness.proxy.inject(Operation::Put, Fault::DoneBut(testkit::Answer::error(500, "InternalError")));
    assert_eq!(harness.follow(&put, b"123456789").await.status(), 500);
    assert_eq!(harness.follow(&put, b"123456789").await.status(), 412);
    assert_eq!(harness.storage.look_at("file").await.unwrap().unwrap().crc64nvme.as_deref(), Some(SUM));
}

#[tokio::test]
async fn parts_are_checked_and_joined_with_a_checksum_of_the_whole() {
    let harness = Harness::start().await;
    let upload_id = harness.create_upload(KEY).await;
    let chunk = harness.storage.chunk_blueprint(UploadPlace { key: KEY, upload_id: &upload_id }, 1, Some(9), Some(SUM));
    assert_eq!(harness.follow(&chunk, b"123456780").await.status(), 400, "other bytes");
    harness.proxy.inject(Operation::Part, Fault::expired());
    assert_eq!(harness.follow(&chunk, b"123456789").await.status(), 403, "the URL has run out");
    let part = harness.put_part(KEY, &upload_id, 1, b"123456789").await;
    harness.storage.complete(KEY, &upload_id, &[part]).await.unwrap();
    assert_eq!(harness.storage.look_at(KEY).await.unwrap().unwrap().crc64nvme.as_deref(), Some(SUM));
    assert_eq!(harness.follow(&chunk, b"123456789").await.status(), 404, "no URL changes a finished object");
}

/// Bytes that say how many of their kind there are.
struct Counted(Vec<u8>, Arc<Held>);

#[derive(Default)]
struct Held {
    now: AtomicUsize,
    most: AtomicUsize,
}

impl Counted {
    fn bytes(length: usize, held: &Arc<Held>) -> Bytes {
        let now = held.now.fetch_add(length, Ordering::SeqCst) + length;
        held.most.fetch_max(now, Ordering::SeqCst);
        Bytes::from_owner(Self(vec![7; length], held.clone()))
    }
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.1.now.fetch_sub(self.0.len(), Ordering::SeqCst);
    }
}

const CHUNK: usize = 128 << 10;
const CHUNKS: usize = 256;

/// A part in chunks, of which only the first are read.
fn arriving(read: usize, held: &Arc<Held>) -> BoxStream<'static, io::Result<Bytes>> {
    let (held, broken) = (held.clone(), (read < CHUNKS).then(|| Err(io::Error::other("the provider hung up"))));
    stream::iter(0..read).map(move |_| Ok(Counted::bytes(CHUNK, &held))).chain(stream::iter(broken)).boxed()
}

#[tokio::test]
async fn a_part_that_arrives_is_passed_on_and_never_held() {
    let harness = Harness::start().await;
    let (held, length) = (Arc::new(Held::default()), (CHUNK * CHUNKS) as u64);
    let upload_id = harness.create_upload(KEY).await;
    let place = UploadPlace { key: KEY, upload_id: &upload_id };
    let send = |read| harness.storage.send_arriving_part(place, 1, length, arriving(read, &held));
    send(CHUNKS / 2).await.unwrap_err();
    let part = send(CHUNKS).await.unwrap();
    assert_eq!(harness.storage.complete(KEY, &upload_id, &[part]).await.unwrap(), Completion::Done);
    assert_eq!(harness.storage.look_at(KEY).await.unwrap().unwrap().size, length);
    let most = held.most.load(Ordering::SeqCst);
    assert!(most <= 4 << 20, "{most} bytes of a part of {length} were in memory at once");
}

#[tokio::test]
async fn a_download_is_a_file_and_never_a_page() {
    let harness = Harness::start().await;
    harness.put(KEY, b"<script>alert(1)</script>").await;
    let url = harness.storage.download_url(KEY, "ü \"quoted\"\r\nSet-Cookie: a.html");
    let reply = reqwest::get(url.clone()).await.unwrap();
    let header = |name: &str| reply.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(reply.status(), 200);
    assert_eq!(header("content-type"), "application/octet-stream");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!((header("cache-control"), header("content-encoding")), ("private, no-store".into(), "identity".into()));
    let expected = "attachment; filename=\"_ _quoted___Set-Cookie_ a.html\"; \
        filename*=UTF-8''%C3%BC%20%22quoted%22__Set-Cookie%3A%20a.html";
    assert_eq!(header("content-disposition"), expected);
    assert!(!reply.headers().contains_key("set-cookie"));

    let range = reqwest::Client::new().get(url.clone()).header("range", "bytes=1-6").send().await.unwrap();
    assert_eq!((range.status().as_u16(), range.text().await.unwrap().as_str()), (206, "script"));
    let other = url.as_str().replace("attachment", "inline");
    assert_eq!(reqwest::get(other).await.unwrap().status(), 403, "how it is shown is signed");
}
