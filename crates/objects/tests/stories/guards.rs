//! Requests that must not reach or pass the protocol layer.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use objects::Store;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::harness::{RawRequest, SECRET, TestStore, noise, options};
use crate::signing::{Call, Mode, hmac};

#[tokio::test]
async fn nothing_works_without_a_signature() {
    let store = TestStore::start().await;
    store.put("thing", b"x").await.expect(200);
    for (method, target) in [
        ("GET", "/"),
        ("GET", "/shelf"),
        ("HEAD", "/shelf"),
        ("PUT", "/new"),
        ("GET", "/shelf/thing"),
        ("PUT", "/shelf/thing"),
        ("DELETE", "/shelf/thing"),
        ("POST", "/shelf/thing?uploads"),
        ("POST", "/shelf?delete"),
        ("GET", "/shelf?list-type=2"),
        ("PATCH", "/shelf/thing"),
    ] {
        let mut request = Call::new(method, "/").sign(&store.address, &Mode::default());
        request.headers.retain(|(name, _)| name == "host");
        request.target = target.into();
        assert_eq!(store.send(&request).await.status, 403, "{method} {target}");
    }
    assert_eq!(store.get("thing").await.expect(200).body, b"x");
}

#[tokio::test]
async fn forms_are_refused_before_they_are_read() {
    let store = TestStore::start().await;
    let form = Call::new("POST", "/shelf").header("content-type", "multipart/form-data; boundary=x");
    let mut request = form.header("content-length", "500000000").sign(&store.address, &Mode::default());
    request.body = noise(1, 100_000);
    store.send(&request).await.expect_error(405, "MethodNotAllowed");
    for (_, value) in request.headers.iter_mut().filter(|(name, _)| name == "content-type") {
        *value = " Multipart/Form-Data; boundary=x".into();
    }
    request.headers.retain(|(name, _)| name != "authorization");
    store.send(&request).await.expect(405);
}

#[tokio::test]
async fn signatures_of_version_two_are_refused() {
    let store = TestStore::start().await;
    store.put("thing", b"x").await.expect(200);
    let (_, time) = crate::signing::moment(0);
    let mut request = Call::new("GET", "/shelf/thing").sign(&store.address, &Mode::default());
    request.headers.retain(|(name, _)| name == "host");
    request.headers.push(("date".into(), time));
    let signature = hmac(SECRET.as_bytes(), b"whatever");
    request.headers.push(("authorization".into(), format!("AWS tonnage-test:{}", hex::encode(signature))));
    store.send(&request).await.expect_error(403, "AccessDenied");
    request.headers.retain(|(name, _)| name == "host");
    request.target = "/shelf/thing?AWSAccessKeyId=tonnage-test&Expires=4102444800&Signature=abc".into();
    store.send(&request).await.expect_error(403, "AccessDenied");
}

#[tokio::test]
async fn urls_live_for_seven_days_at_most() {
    let store = TestStore::start().await;
    store.put("thing", b"x").await.expect(200);
    let get = |life| Call::new("GET", "/shelf/thing").sign(&store.address, &Mode { life, ..Mode::in_query() });
    store.send(&get(604_800)).await.expect(200);
    store.send(&get(604_801)).await.expect_error(403, "AccessDenied");
    store.send(&get(4_294_967_295)).await.expect_error(403, "AccessDenied");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_in_the_middle_of_a_large_body_learns_why_it_is_refused() {
    let store = TestStore::start().await;
    store.put("taken", b"x").await.expect(200);
    let body = noise(1, 32 << 20);
    let expired = Mode { seconds_ago: 3600, ..Mode::in_query() };
    let taken = Call::new("PUT", "/shelf/taken").header("if-none-match", "*");
    let no_upload = Call::new("PUT", "/shelf/x").query("partNumber", "1").query("uploadId", "none");
    for _ in 0..5 {
        for (request, status) in [
            (Call::new("PUT", "/shelf/x").sign(&store.address, &expired), 403),
            (Call::new("PUT", "/shelf/x").sign(&store.address, &Mode { life: 9_999_999, ..Mode::in_query() }), 403),
            (no_upload.sign(&store.address, &Mode::in_query()), 404),
            (taken.sign(&store.address, &Mode::in_query()), 412),
        ] {
            let mut sending = store.http.put(format!("http://{}{}", store.address, request.target)).body(body.clone());
            for (name, value) in request.headers.iter().filter(|(name, _)| name == "if-none-match") {
                sending = sending.header(name, value);
            }
            assert_eq!(sending.send().await.unwrap().status(), status, "{}", request.target);
        }
    }
}

#[tokio::test]
async fn bodies_have_a_length_and_a_limit() {
    let store = TestStore::start().await;
    let upload = store.new_upload("big").await;
    let calls = [
        Call::new("PUT", "/shelf/thing"),
        Call::new("PUT", "/shelf/big").query("partNumber", "1").query("uploadId", &upload),
    ];
    let mut hidden = Call::new("PUT", "/shelf/thing");
    hidden.path = "/shelf%2Fthing".into();
    for call in calls.into_iter().chain([hidden]) {
        for mode in [Mode::default(), Mode::in_query()] {
            let mut chunked = call.clone().sign(&store.address, &mode);
            chunked.headers.retain(|(name, _)| name != "content-length");
            chunked.headers.push(("transfer-encoding".into(), "chunked".into()));
            chunked.body = b"3\r\nabc\r\n0\r\n\r\n".to_vec();
            store.send(&chunked).await.expect_error(411, "MissingContentLength");
            let mut huge = call.clone().sign(&store.address, &mode);
            huge.headers.retain(|(name, _)| name != "content-length");
            huge.headers.push(("content-length".into(), ((5_u64 << 30) + 1).to_string()));
            store.send(&huge).await.expect_error(400, "EntityTooLarge");
        }
    }
    store.get("thing").await.expect(404);
    for path in ["/other.shelf-1", "/another/"] {
        let mut bucket = Call::new("PUT", path).sign(&store.address, &Mode::default());
        bucket.headers.retain(|(name, _)| name != "content-length");
        store.send(&bucket).await.expect(200);
    }
}

#[tokio::test]
async fn a_body_that_ends_early_leaves_nothing() {
    let store = TestStore::start().await;
    for length in ["100", "200000"] {
        let call = Call::new("PUT", "/shelf/thing").header("content-length", length).body(b"only this");
        let request = call.sign(&store.address, &Mode::default());
        assert!(
            crate::harness::send_raw_and_hang_up(&store.address, &request)
                .await
                .is_none_or(|reply| reply.status == 400)
        );
        store.get("thing").await.expect(404);
    }
    store.wait_for_files(0).await;
}

/// A store with a bucket, which waits this long for a client's next bytes.
async fn patient(directory: &Path, patience: Duration) -> TestStore {
    let opened = Store::open(options(directory)).unwrap().with_patience(patience);
    let store = TestStore::serve(opened, directory.to_owned()).await;
    store.signed(Call::new("PUT", "/shelf")).await.expect(200);
    store
}

#[tokio::test]
async fn a_client_that_stops_sending_is_not_waited_for() {
    let directory = tempfile::tempdir().unwrap();
    let store = patient(directory.path(), Duration::from_secs(1)).await;
    let upload = store.new_upload("thing").await;
    let complete = Call::new("POST", "/shelf/thing").query("uploadId", &upload);
    let put = Call::new("PUT", "/shelf/thing");
    for (call, length) in [(put.clone(), "100"), (put, "200000"), (complete, "300")] {
        let call = call.header("content-length", length).body(b"only this");
        let request = call.sign(&store.address, &Mode::default());
        store.send(&request).await.expect_error(400, "RequestTimeout");
        store.get("thing").await.expect(404);
    }
    store.wait_for_files(0).await;
}

/// Sends a request, then its body in pieces with a pause before each, until the server has enough of it. Returns the
/// reply.
async fn trickle(store: &TestStore, request: &RawRequest, piece: &[u8], pause: Duration, pieces: usize) -> String {
    let mut head = format!("{} {} HTTP/1.1\r\nConnection: close\r\n", request.method, request.target);
    for (name, value) in &request.headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    let (mut reader, mut writer) = tokio::net::TcpStream::connect(&store.address).await.unwrap().into_split();
    writer.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
    let piece = piece.to_owned();
    let sending = tokio::spawn(async move {
        for _ in 0..pieces {
            tokio::time::sleep(pause).await;
            if writer.write_all(&piece).await.is_err() {
                break;
            }
        }
        // Kept until the reply has come: dropping it would end the connection.
        writer
    });
    let mut reply = Vec::new();
    // A connection that is reset has answered before.
    let _ = reader.read_to_end(&mut reply).await;
    sending.abort();
    String::from_utf8_lossy(&reply).into_owned()
}

#[tokio::test]
async fn a_slow_client_is_waited_for_as_long_as_enough_comes() {
    let directory = tempfile::tempdir().unwrap();
    let patience = Duration::from_secs(2);
    let store = patient(directory.path(), patience).await;
    let slow = Call::new("PUT", "/shelf/slow").header("content-length", "24000").sign(&store.address, &Mode::default());
    let reply = trickle(&store, &slow, &[7; 1_500], patience / 5, 16).await;
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
}

#[tokio::test]
async fn a_body_that_trickles_is_cut() {
    let directory = tempfile::tempdir().unwrap();
    let store = patient(directory.path(), Duration::from_secs(1)).await;
    let call = Call::new("PUT", "/shelf/thing").header("content-length", "100");
    let request = call.sign(&store.address, &Mode::default());
    let reply = trickle(&store, &request, b"x", Duration::from_millis(200), 100).await;
    assert!(reply.contains("RequestTimeout"), "{reply}");
    store.get("thing").await.expect(404);
}

#[tokio::test]
async fn the_body_of_a_refused_request_is_read_for_ten_seconds_at_most() {
    let store = TestStore::start().await;
    let call = Call::new("PUT", "/shelf/thing").header("content-length", "100");
    let mut request = call.sign(&store.address, &Mode::default());
    request.headers.retain(|(name, _)| name != "authorization");
    let started = Instant::now();
    let reply = trickle(&store, &request, b"x", Duration::from_millis(300), 100).await;
    assert!(reply.contains("AccessDenied"), "{reply}");
    assert!(started.elapsed() < Duration::from_secs(20), "held for {:?}", started.elapsed());
}

#[tokio::test]
async fn a_pre_signed_upload_cannot_be_turned_into_a_copy() {
    let store = TestStore::start().await;
    store.put("private", b"secret").await.expect(200);
    let upload = store.new_upload("mine").await;
    let part = Call::new("PUT", "/shelf/mine").query("partNumber", "1").query("uploadId", &upload);
    for call in [part, Call::new("PUT", "/shelf/mine")] {
        let mut request = call.sign(&store.address, &Mode::in_query());
        request.headers.push(("x-amz-copy-source".into(), "/shelf/private".into()));
        store.send(&request).await.expect_error(403, "AccessDenied");
    }
    store.get("mine").await.expect(404);
}

#[tokio::test]
async fn promises_that_are_not_kept_are_not_taken() {
    let store = TestStore::start().await;
    for (name, value) in
        [("x-amz-server-side-encryption", "AES256"), ("x-amz-tagging", "a=b"), ("x-amz-object-lock-mode", "GOVERNANCE")]
    {
        let put = Call::new("PUT", "/shelf/thing").header(name, value).body(b"x");
        store.signed(put).await.expect_error(501, "NotImplemented");
    }
    store.signed(Call::new("GET", "/shelf/thing").query("versionId", "7")).await.expect_error(501, "NotImplemented");
    store.signed(Call::new("PUT", "/shelf").query("acl", "")).await.expect_error(501, "NotImplemented");
    let versioning = Call::new("PUT", "/shelf").query("versioning", "");
    let versioning = versioning.body(b"<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>");
    store.signed(versioning).await.expect_error(501, "NotImplemented");
}
