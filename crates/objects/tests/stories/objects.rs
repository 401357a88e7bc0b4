//! Single objects from put to delete.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::StreamExt as _;
use objects::Body;
use rusty_s3::S3Action as _;

use crate::harness::{HOUR, REGION, TestStore, credentials, noise};
use crate::signing::{Call, Mode};

#[tokio::test]
async fn small_and_large_objects_come_back_as_they_went() {
    let store = TestStore::start().await;
    for length in [0, 1, 100, 65_536, 65_537, 1 << 20, (3 << 20) + 17] {
        let body = noise(length as u64, length);
        let put = store.put("thing", &body).await.expect(200);
        let got = store.get("thing").await.expect(200);
        assert!(got.body == body, "{length} bytes");
        assert_eq!(got.header("etag"), put.header("etag"));
        assert_eq!(got.header("content-length"), length.to_string());
        let head = store.signed(Call::new("HEAD", "/shelf/thing")).await.expect(200);
        assert_eq!(head.header("content-length"), length.to_string());
        assert_eq!(head.header("last-modified"), "Thu, 01 Jan 2026 00:00:00 GMT");
    }
    store.wait_for_files(1).await;
}

#[tokio::test]
async fn a_pre_signed_url_works_with_another_client() {
    let store = TestStore::start().await;
    let (bucket, credentials) = (store.bucket(), credentials());
    let url = bucket.put_object(Some(&credentials), "a folder/naïve + ☃.txt").sign(HOUR);
    let reply = store.http.put(url).body("hello").send().await.unwrap();
    assert_eq!(reply.status(), 200);
    let url = bucket.get_object(Some(&credentials), "a folder/naïve + ☃.txt").sign(HOUR);
    assert_eq!(store.http.get(url).send().await.unwrap().text().await.unwrap(), "hello");
}

#[tokio::test]
async fn an_etag_is_never_taken_for_an_md5() {
    let store = TestStore::start().await;
    let first = store.put("thing", b"same").await.expect(200).header("etag");
    let second = store.put("thing", b"same").await.expect(200).header("etag");
    assert_ne!(first, second, "every write gets its own ETag");
    let bare = first.trim_matches('"');
    assert_eq!((bare.len(), &bare[32..]), (34, "-1"));
}

#[tokio::test]
async fn headers_and_metadata_return_and_can_be_overridden() {
    let store = TestStore::start().await;
    let put = Call::new("PUT", "/shelf/page")
        .header("content-type", "text/html")
        .header("cache-control", "max-age=5")
        .header("content-disposition", "inline")
        .header("content-encoding", "gzip")
        .header("content-language", "en")
        .header("expires", "Thu, 01 Dec 2033 16:00:00 GMT")
        .header("x-amz-meta-colour", "red")
        .body(b"<p>");
    store.signed(put).await.expect(200);
    for method in ["GET", "HEAD"] {
        let got = store.signed(Call::new(method, "/shelf/page")).await.expect(200);
        assert_eq!(got.header("content-type"), "text/html");
        assert_eq!(got.header("cache-control"), "max-age=5");
        assert_eq!(got.header("content-disposition"), "inline");
        assert_eq!(got.header("content-encoding"), "gzip");
        assert_eq!(got.header("content-language"), "en");
        assert_eq!(got.header("expires"), "Thu, 01 Dec 2033 16:00:00 GMT");
        assert_eq!(got.header("x-amz-meta-colour"), "red");
        let overridden = Call::new(method, "/shelf/page")
            .query("response-content-disposition", "attachment; filename=\"a.html\"")
            .query("response-content-type", "application/octet-stream");
        let got = store.send(&overridden.sign(&store.address, &Mode::in_query())).await.expect(200);
        assert_eq!(got.header("content-disposition"), "attachment; filename=\"a.html\"");
        assert_eq!(got.header("content-type"), "application/octet-stream");
    }
}

#[tokio::test]
async fn stored_content_cannot_run_and_browsers_may_ask() {
    let store = TestStore::start().await;
    store.put("page", b"<script>").await.expect(200);
    for reply in [store.get("page").await, store.get("missing").await, store.signed(Call::new("GET", "/")).await] {
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("content-security-policy"), "sandbox");
        assert_eq!(reply.header("access-control-allow-origin"), "*");
        assert!(reply.header("access-control-expose-headers").contains("ETag"));
    }
    let mut asked = Call::new("OPTIONS", "/shelf/page").sign(&store.address, &Mode::default());
    asked.headers.retain(|(name, _)| name == "host");
    asked.headers.push(("origin".into(), "https://elsewhere.example".into()));
    asked.headers.push(("access-control-request-method".into(), "PUT".into()));
    asked.headers.push(("access-control-request-headers".into(), "x-amz-checksum-crc64nvme".into()));
    let reply = store.send(&asked).await.expect(204);
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    assert_eq!(reply.header("access-control-allow-methods"), "GET, PUT, POST, HEAD, DELETE");
    assert_eq!(reply.header("access-control-allow-headers"), "x-amz-checksum-crc64nvme");
}

#[tokio::test]
async fn writes_keep_their_conditions() {
    let store = TestStore::start().await;
    let put = |body: &[u8]| Call::new("PUT", "/shelf/thing").body(body);
    for body in [noise(1, 10), noise(2, 100_000)] {
        store.signed(Call::new("DELETE", "/shelf/thing")).await.expect(204);
        let first = store.signed(put(&body).header("if-none-match", "*")).await.expect(200);
        store.signed(put(b"other").header("if-none-match", "*")).await.expect_error(412, "PreconditionFailed");
        store.signed(put(&noise(3, 90_000)).header("if-none-match", "*")).await.expect_error(412, "PreconditionFailed");
        assert!(store.get("thing").await.expect(200).body == body);
        store.signed(put(b"other").header("if-match", "\"wrong\"")).await.expect_error(412, "PreconditionFailed");
        store.signed(put(&body).header("if-match", &first.header("etag"))).await.expect(200);
        let gone = Call::new("PUT", "/shelf/absent").header("if-match", "\"x\"").body(b"x");
        store.signed(gone).await.expect_error(404, "NoSuchKey");
    }
}

#[tokio::test]
async fn reads_keep_their_conditions() {
    let store = TestStore::start().await;
    let etag = store.put("thing", b"x").await.expect(200).header("etag");
    let get = |name: &str, value: &str| Call::new("GET", "/shelf/thing").header(name, value);
    store.signed(get("if-match", &etag)).await.expect(200);
    store.signed(get("if-match", "\"other\"")).await.expect_error(412, "PreconditionFailed");
    store.signed(get("if-none-match", "\"other\"")).await.expect(200);
    store.signed(get("if-none-match", &etag)).await.expect(304);
    store.signed(get("if-modified-since", "Thu, 01 Jan 2026 00:00:00 GMT")).await.expect(304);
    store.signed(get("if-modified-since", "Wed, 31 Dec 2025 23:59:59 GMT")).await.expect(200);
    store.signed(get("if-unmodified-since", "Thu, 01 Jan 2026 00:00:00 GMT")).await.expect(200);
    store.signed(get("if-unmodified-since", "Wed, 31 Dec 2025 23:59:59 GMT")).await.expect(412);
}

/// Cached data and data on the disk are served by different code.
#[tokio::test]
async fn what_memory_has_lost_is_read_from_the_disk() {
    use rustix::fs::{Advice, fadvise};
    let store = TestStore::start().await;
    let parts = [noise(1, 5 << 20), noise(2, (5 << 20) + 77), noise(3, 300)];
    store.put_in_parts("thing", &parts.each_ref().map(Vec::as_slice)).await;
    let body = parts.concat();
    let forget = |kept: u64| {
        for file in store.blob_files() {
            let file = std::fs::File::open(file).unwrap();
            file.sync_all().unwrap();
            fadvise(&file, kept, None, Advice::DontNeed).unwrap();
        }
    };
    for kept in [0, 64 << 10, 700 << 10, 3 << 20] {
        forget(kept);
        assert!(store.get("thing").await.expect(200).body == body, "{kept} bytes of each file in memory");
        forget(kept);
        let range = Call::new("GET", "/shelf/thing").header("range", "bytes=1000000-9999999");
        assert!(store.signed(range).await.expect(206).body == body[1_000_000..10_000_000]);
    }
}

/// A cached file never waits, but must not occupy a thread for itself.
#[tokio::test]
async fn a_long_read_lets_others_have_their_turn() {
    let store = TestStore::start().await;
    store.put("large", &vec![7; 64 << 20]).await.expect(200);
    let signed = Call::new("GET", "/shelf/large").sign(&store.address, &Mode::default());
    let mut request = http::Request::builder().uri(format!("http://{}{}", store.address, signed.target));
    for (name, value) in &signed.headers {
        request = request.header(name, value);
    }
    let turns = Arc::new(AtomicU32::new(0));
    let other = tokio::spawn({
        let turns = Arc::clone(&turns);
        async move {
            loop {
                turns.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
            }
        }
    });
    let mut body = store.store.handle_own(request.body(Body::empty()).unwrap()).await.into_body();
    let (before, mut length) = (turns.load(Ordering::Relaxed), 0);
    while let Some(block) = body.next().await {
        length += block.unwrap().len();
    }
    assert_eq!(length, 64 << 20);
    assert!(turns.load(Ordering::Relaxed) - before >= 3, "no other task got its turn");
    other.abort();
}

#[tokio::test]
async fn ranges_of_single_objects() {
    let store = TestStore::start().await;
    for length in [1000, 200_000] {
        let body = noise(7, length);
        store.put("thing", &body).await.expect(200);
        let ask = |range: &str| {
            Call::new("GET", "/shelf/thing").header("range", range).header("x-amz-checksum-mode", "ENABLED")
        };
        for (range, bytes) in [
            ("bytes=0-0", 0..1),
            ("bytes=5-9", 5..10),
            ("bytes=990-", 990..length),
            ("bytes=-7", length - 7..length),
            ("bytes=0-99999999", 0..length),
            ("bytes=-99999999", 0..length),
        ] {
            let got = store.signed(ask(range)).await.expect(206);
            assert!(got.body == body[bytes.clone()], "{range}");
            assert_eq!(got.header("content-range"), format!("bytes {}-{}/{length}", bytes.start, bytes.end - 1));
            assert!(
                !got.headers.contains_key("x-amz-checksum-crc64nvme"),
                "a part does not have the checksum of the whole"
            );
        }
        store.signed(ask(&format!("bytes={length}-"))).await.expect_error(416, "InvalidRange");
        for odd in ["bytes=1-2,5-6", "bytes=x", "lines=1-2", "bytes=9-3"] {
            let mut request = Call::new("GET", "/shelf/thing").sign(&store.address, &Mode::in_query());
            request.headers.push(("range".into(), odd.into()));
            assert!(store.send(&request).await.expect(200).body == body, "{odd} is not a range");
        }
    }
}

#[tokio::test]
async fn what_is_missing_is_named() {
    let store = TestStore::start().await;
    store.get("missing").await.expect_error(404, "NoSuchKey");
    store.signed(Call::new("HEAD", "/shelf/missing")).await.expect(404);
    store.signed(Call::new("GET", "/nowhere/missing")).await.expect_error(404, "NoSuchBucket");
    store.signed(Call::new("PUT", "/nowhere/x").body(b"x")).await.expect_error(404, "NoSuchBucket");
    store.signed(Call::new("PUT", "/nowhere/x").body(&noise(1, 70_000))).await.expect_error(404, "NoSuchBucket");
    store.signed(Call::new("DELETE", "/nowhere/x")).await.expect_error(404, "NoSuchBucket");
    store.signed(Call::new("GET", "/nowhere").query("list-type", "2")).await.expect_error(404, "NoSuchBucket");
}

#[tokio::test]
async fn objects_are_deleted_alone_and_in_batches() {
    let store = TestStore::start().await;
    for index in 0..6 {
        store.put(&format!("k{index}"), &noise(index, 100_000)).await.expect(200);
    }
    assert_eq!(store.blob_files().len(), 6);
    store.signed(Call::new("DELETE", "/shelf/k0")).await.expect(204);
    store.signed(Call::new("DELETE", "/shelf/k0")).await.expect(204);
    store.get("k0").await.expect(404);
    let batch = |quiet: bool, keys: &[&str]| {
        let objects: Vec<String> = keys.iter().map(|key| format!("<Object><Key>{key}</Key></Object>")).collect();
        let body = format!("<Delete><Quiet>{quiet}</Quiet>{}</Delete>", objects.concat());
        Call::new("POST", "/shelf").query("delete", "").body(body.as_bytes())
    };
    let reply = store.signed(batch(false, &["k1", "k2", "never"])).await.expect(200);
    assert_eq!(reply.all_between("<Key>", "</Key>"), ["k1", "k2", "never"]);
    let reply = store.signed(batch(true, &["k3"])).await.expect(200);
    assert!(reply.all_between("<Key>", "</Key>").is_empty());
    for key in ["k1", "k2", "k3"] {
        store.get(key).await.expect(404);
    }
    store.get("k4").await.expect(200);
    store.wait_for_files(2).await;
}

#[tokio::test]
async fn objects_are_copied() {
    let store = TestStore::start().await;
    let body = noise(5, 300_000);
    let put = Call::new("PUT", "/shelf/from me").header("x-amz-meta-colour", "red").body(&body);
    store.signed(put).await.expect(200);
    let copy = Call::new("PUT", "/shelf/to").header("x-amz-copy-source", "/shelf/from%20me");
    store.signed(copy).await.expect(200);
    let plus = Call::new("PUT", "/shelf/to").header("x-amz-copy-source", "shelf%2Ffrom+me");
    store.signed(plus).await.expect(200);
    store.signed(Call::new("DELETE", "/shelf/from me")).await.expect(204);
    let got = store.get("to").await.expect(200);
    assert!(got.body == body);
    assert_eq!(got.header("x-amz-meta-colour"), "red");
    store.put("a+b", &body).await.expect(200);
    for (source, status) in [("/shelf/a%2Bb", 200), ("/shelf/a+b", 404)] {
        store.signed(Call::new("PUT", "/shelf/to").header("x-amz-copy-source", source)).await.expect(status);
    }
}

#[tokio::test]
async fn an_unknown_access_key_is_named_as_the_fault() {
    let store = TestStore::start().await;
    let stranger = Mode { access: "somebody".into(), ..Mode::default() };
    let call = Call::new("GET", "/shelf").sign(&store.address, &stranger);
    store.send(&call).await.expect_error(403, "InvalidAccessKeyId");
}

#[tokio::test]
async fn a_copy_to_itself_must_change_something() {
    let store = TestStore::start().await;
    store.put("same", b"body").await.expect(200);
    let copy = || Call::new("PUT", "/shelf/same").header("x-amz-copy-source", "/shelf/same");
    store.signed(copy()).await.expect_error(400, "InvalidRequest");
    let replaced = copy().header("x-amz-metadata-directive", "REPLACE").header("x-amz-meta-colour", "red");
    store.signed(replaced).await.expect(200);
    assert_eq!(store.get("same").await.expect(200).header("x-amz-meta-colour"), "red");
}

#[tokio::test]
async fn buckets_are_made_found_and_removed() {
    let store = TestStore::start().await;
    store.signed(Call::new("PUT", "/shelf")).await.expect_error(409, "BucketAlreadyOwnedByYou");
    store.signed(Call::new("PUT", "/No")).await.expect_error(400, "InvalidBucketName");
    store.signed(Call::new("HEAD", "/shelf")).await.expect(200);
    store.signed(Call::new("HEAD", "/nowhere")).await.expect(404);
    let location = store.signed(Call::new("GET", "/shelf").query("location", "")).await.expect(200);
    assert!(location.text().contains(">eu-test-1</LocationConstraint>"), "{}", location.text());
    let bare = rusty_s3::Bucket::new(
        store.bucket().base_url().clone().join("/").unwrap(),
        rusty_s3::UrlStyle::Path,
        "second",
        REGION,
    )
    .unwrap();
    let made = store.http.put(bare.create_bucket(&credentials()).sign(HOUR)).send().await.unwrap();
    assert_eq!(made.status(), 200, "a request without a body needs no length");
    let list = store.signed(Call::new("GET", "/")).await.expect(200);
    assert_eq!(list.all_between("<Name>", "</Name>"), ["second", "shelf"]);
    store.put("x", b"x").await.expect(200);
    store.signed(Call::new("DELETE", "/shelf")).await.expect_error(409, "BucketNotEmpty");
    store.signed(Call::new("DELETE", "/second")).await.expect(204);
    store.signed(Call::new("HEAD", "/second")).await.expect(404);
}
