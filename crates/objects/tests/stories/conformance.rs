//! Details of S3 that clients rely on: conditions, ranges, dates, and what a refusal leaves behind.

use std::fmt::Write as _;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest as _, Md5};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::harness::{RawRequest, Reply, TestStore, complete_call, noise};
use crate::signing::{Call, Mode, moment};

fn copy(from: &str, to: &str) -> Call {
    Call::new("PUT", &format!("/{to}")).header("x-amz-copy-source", &format!("/shelf/{from}"))
}

#[tokio::test]
async fn a_copy_obeys_its_conditions() {
    let store = TestStore::start().await;
    let first = store.put("first", b"one").await.expect(200).header("etag");
    let second = store.put("second", b"two").await.expect(200).header("etag");
    let onto = || copy("first", "shelf/second");
    store.signed(onto().header("if-none-match", "*")).await.expect_error(412, "PreconditionFailed");
    store.signed(onto().header("if-match", &first)).await.expect_error(412, "PreconditionFailed");
    store.signed(onto().header("if-match", "no ETag")).await.expect_error(400, "InvalidArgument");
    let mut twice = onto().sign(&store.address, &Mode::default());
    twice.headers.extend([&second, &first].map(|etag| ("if-match".to_owned(), etag.clone())));
    store.send(&twice).await.expect_error(400, "InvalidArgument");
    assert_eq!(store.get("second").await.body, b"two", "nothing was overwritten");
    store.signed(copy("first", "shelf/third").header("if-none-match", "*")).await.expect(200);
    store.signed(onto().header("if-match", &second)).await.expect(200);
    assert_eq!(store.get("second").await.body, b"one");
    store.signed(copy("first", "nowhere/x")).await.expect_error(404, "NoSuchBucket");
}

/// A request that deletes a list of keys, each with an `ETag` if there is one.
fn delete_call(keys: &[(&str, &str)]) -> Call {
    let object = |(key, etag): &(&str, &str)| {
        let etag =
            if etag.is_empty() { String::new() } else { format!("<ETag>{}</ETag>", etag.replace('"', "&quot;")) };
        format!("<Object><Key>{key}</Key>{etag}</Object>")
    };
    let list: String = keys.iter().map(object).collect();
    Call::new("POST", "/shelf").query("delete", "").body(format!("<Delete>{list}</Delete>").as_bytes())
}

#[tokio::test]
async fn a_list_of_deletes_obeys_its_conditions() {
    let store = TestStore::start().await;
    let first = store.put("first", b"one").await.expect(200).header("etag");
    let second = store.put("second", b"two").await.expect(200).header("etag");
    store.put("third", b"three").await.expect(200);
    let reply = store.signed(delete_call(&[("first", &first), ("second", &first), ("third", "")])).await.expect(200);
    let error = reply.between("<Error>", "</Error>");
    assert!(error.contains("<Key>second</Key>") && error.contains("<Code>PreconditionFailed</Code>"), "{error}");
    assert_eq!(reply.all_between("<Deleted>", "</Deleted>").len(), 2);
    store.get("first").await.expect(404);
    store.get("third").await.expect(404);
    assert_eq!(store.get("second").await.expect(200).header("etag"), second);
    let by_size = b"<Delete><Object><Key>second</Key><Size>3</Size></Object></Delete>";
    let by_size = Call::new("POST", "/shelf").query("delete", "").body(by_size);
    store.signed(by_size).await.expect_error(501, "NotImplemented");
    let by_size = Call::new("DELETE", "/shelf/second").header("x-amz-if-match-size", "7");
    store.signed(by_size).await.expect_error(501, "NotImplemented");
    store.get("second").await.expect(200);
}

fn md5_of(body: &[u8]) -> String {
    STANDARD.encode(Md5::digest(body))
}

#[tokio::test]
async fn a_list_that_is_not_what_was_claimed_changes_nothing() {
    let store = TestStore::start().await;
    store.put("thing", b"x").await.expect(200);
    let delete = || delete_call(&[("thing", "")]);
    let crc32 = |body: &[u8]| STANDARD.encode(crc_fast::crc32_iso_hdlc(body).to_be_bytes());
    for (name, wrong) in [("content-md5", md5_of(b"else")), ("x-amz-checksum-crc32", crc32(b"else"))] {
        store.signed(delete().header(name, &wrong)).await.expect_error(400, "BadDigest");
        store.get("thing").await.expect(200);
    }
    store.signed(delete().header("content-md5", "!")).await.expect_error(400, "InvalidDigest");
    let body = delete().body;
    let right = delete().header("content-md5", &md5_of(&body)).header("x-amz-checksum-crc32", &crc32(&body));
    store.signed(right).await.expect(200);
    store.get("thing").await.expect(404);

    let upload = store.new_upload("parts").await;
    let part = store.put_part("parts", &upload, 1, b"content").await.expect(200).header("etag");
    let complete = || complete_call("parts", &upload, &[(1, part.clone())]);
    let wrong = complete().header("content-md5", &md5_of(b"else"));
    store.signed(wrong).await.expect_error(400, "BadDigest");
    store.get("parts").await.expect(404);
    let (body, sum) = (complete().body, crc32(b"content"));
    // A checksum is that of the object, and not of the list.
    let right = complete().header("content-md5", &md5_of(&body)).header("x-amz-checksum-crc32", &sum);
    store.signed(right).await.expect(200);
}

#[tokio::test]
async fn a_trailer_that_was_announced_must_come() {
    let store = TestStore::start().await;
    let mode = Mode { payload: "STREAMING-UNSIGNED-PAYLOAD-TRAILER".into(), ..Mode::default() };
    let put = |announced: &str, trailers: &str| {
        let call = Call::new("PUT", "/shelf/thing").header("content-encoding", "aws-chunked");
        let call = call.header("x-amz-trailer", announced).header("x-amz-decoded-content-length", "4");
        call.body(format!("4\r\nbody\r\n0\r\n{trailers}\r\n").as_bytes()).sign(&store.address, &mode)
    };
    let other = "x-amz-checksum-crc32:aaaaaa==\r\n";
    for (announced, trailers) in [("x-amz-checksum-sha256", ""), ("x-amz-checksum-sha256", "x-amz-meta-a:b\r\n")] {
        store.send(&put(announced, trailers)).await.expect_error(400, "IncompleteBody");
    }
    assert_eq!(store.send(&put("x-amz-checksum-sha256", other)).await.status, 400);
    store.send(&put("x-amz-checksum-md4", other)).await.expect_error(400, "InvalidArgument");
    store.get("thing").await.expect(404);
}

/// Sends a request without its body on a connection that stays open.
async fn begin(store: &TestStore, request: &RawRequest) -> TcpStream {
    let mut stream = TcpStream::connect(&store.address).await.unwrap();
    let mut head = format!("{} {} HTTP/1.1\r\n", request.method, request.target);
    for (name, value) in &request.headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
    stream
}

/// Reads until the store closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let reading = tokio::time::timeout(Duration::from_mins(1), stream.read_to_end(&mut bytes));
    reading.await.expect("the store closes the connection").unwrap();
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn a_refused_client_that_waits_for_permission_keeps_its_next_request() {
    let store = TestStore::start().await;
    let put = |length: usize| Call::new("PUT", "/shelf/thing").header("expect", "100-continue").body(&noise(1, length));
    for length in [10, 100_000] {
        let wrong = Mode { secret: "another secret that is long".into(), ..Mode::default() };
        let mut stream = begin(&store, &put(length).sign(&store.address, &wrong)).await;
        // Two replies: one that asks for the body after the refusal would make it part of the next request.
        let replies = rest(&mut stream).await;
        assert_eq!(replies.matches("HTTP/1.1 ").count(), 1, "{replies}");
        assert!(replies.starts_with("HTTP/1.1 403"), "{replies}");
        assert!(replies.to_lowercase().contains("connection: close"), "{replies}");

        let good = put(length).header("connection", "close").sign(&store.address, &Mode::default());
        let mut stream = begin(&store, &good).await;
        let mut asked = [0; 25];
        stream.read_exact(&mut asked).await.unwrap();
        assert_eq!(&asked, b"HTTP/1.1 100 Continue\r\n\r\n");
        stream.write_all(&good.body).await.unwrap();
        assert!(rest(&mut stream).await.starts_with("HTTP/1.1 200"));
    }
}

/// As a client sends that does not know the length of what it sends beforehand.
fn in_http_chunks(body: &[u8]) -> Vec<u8> {
    let mut framed = Vec::new();
    for piece in body.chunks(1000) {
        framed.extend_from_slice(format!("{:x}\r\n", piece.len()).as_bytes());
        framed.extend_from_slice(piece);
        framed.extend_from_slice(b"\r\n");
    }
    framed.extend_from_slice(b"0\r\n\r\n");
    framed
}

#[tokio::test]
async fn content_in_chunks_can_come_in_chunks_of_http() {
    let store = TestStore::start().await;
    let mode = Mode { payload: "STREAMING-UNSIGNED-PAYLOAD-TRAILER".into(), ..Mode::default() };
    for length in [4, 200_000] {
        let body = noise(2, length);
        let sum = STANDARD.encode(crc_fast::crc32_iso_hdlc(&body).to_be_bytes());
        let mut framed = format!("{length:x}\r\n").into_bytes();
        framed.extend_from_slice(&body);
        framed.extend_from_slice(format!("\r\n0\r\nx-amz-checksum-crc32:{sum}\r\n\r\n").as_bytes());
        let put = |decoded: &str| {
            let call = Call::new("PUT", "/shelf/thing").header("content-encoding", "aws-chunked");
            let call = call.header("x-amz-trailer", "x-amz-checksum-crc32");
            let call = call.header("x-amz-decoded-content-length", decoded).body(&in_http_chunks(&framed));
            let mut request = call.sign(&store.address, &mode);
            request.headers.retain(|(name, _)| name != "content-length");
            request.headers.push(("transfer-encoding".into(), "chunked".into()));
            request
        };
        assert_eq!(store.send(&put(&(length + 1).to_string())).await.status, 400, "it has another length");
        assert_eq!(store.send(&put(&(length - 1).to_string())).await.status, 400, "it has another length");
        store.get("thing").await.expect(404);
        store.send(&put(&length.to_string())).await.expect(200);
        assert!(store.get("thing").await.body == body);
        store.signed(Call::new("DELETE", "/shelf/thing")).await.expect(204);
    }
    let mut plain = Call::new("PUT", "/shelf/thing").sign(&store.address, &Mode::default());
    plain.headers.retain(|(name, _)| name != "content-length");
    plain.headers.push(("transfer-encoding".into(), "chunked".into()));
    plain.body = in_http_chunks(b"body");
    store.send(&plain).await.expect_error(411, "MissingContentLength");
}

/// The last chunk, and the checksum of all.
fn end_of_chunks(crc32: u32) -> String {
    format!("0\r\nx-amz-checksum-crc32:{}\r\n\r\n", STANDARD.encode(crc32.to_be_bytes()))
}

/// Sends one chunk of this size, piece by piece, without having it in memory.
async fn put_in_one_chunk(store: &TestStore, size: usize) -> String {
    let mode = Mode { payload: "STREAMING-UNSIGNED-PAYLOAD-TRAILER".into(), ..Mode::default() };
    let call = Call::new("PUT", "/shelf/large").header("content-encoding", "aws-chunked");
    let call = call.header("x-amz-decoded-content-length", &size.to_string()).header("connection", "close");
    let call = call.header("x-amz-trailer", "x-amz-checksum-crc32");
    let piece = noise(9, 1 << 20);
    let mut sum = crc_fast::Digest::new(crc_fast::CrcAlgorithm::Crc32IsoHdlc);
    (0..size / piece.len()).for_each(|_| sum.update(&piece));
    let sum = u32::try_from(sum.finalize()).unwrap();
    let (first, last) = (format!("{size:x}\r\n"), format!("\r\n{}", end_of_chunks(sum)));
    let mut request = call.sign(&store.address, &mode);
    request.headers.retain(|(name, _)| name != "content-length");
    request.headers.push(("content-length".into(), (first.len() + size + last.len()).to_string()));
    let mut stream = begin(store, &request).await;
    stream.write_all(first.as_bytes()).await.unwrap();
    for _ in 0..size / piece.len() {
        stream.write_all(&piece).await.unwrap();
    }
    stream.write_all(last.as_bytes()).await.unwrap();
    rest(&mut stream).await
}

#[tokio::test]
async fn everything_may_come_in_one_chunk() {
    let store = TestStore::start().await;
    let size = 40 << 20;
    assert!(put_in_one_chunk(&store, size).await.starts_with("HTTP/1.1 200"));
    let head = store.signed(Call::new("HEAD", "/shelf/large")).await.expect(200);
    assert_eq!(head.header("content-length"), size.to_string());
}

#[tokio::test]
async fn chunks_that_are_not_what_their_lines_say_are_refused() {
    let store = TestStore::start().await;
    let send = |mode: &'static str, chunks: &[u8]| {
        let mode = Mode { payload: mode.into(), ..Mode::default() };
        let body = [chunks, end_of_chunks(crc_fast::crc32_iso_hdlc(b"body")).as_bytes()].concat();
        let call = Call::new("PUT", "/shelf/thing").header("content-encoding", "aws-chunked").body(&body);
        let call = call.header("x-amz-trailer", "x-amz-checksum-crc32");
        let request = call.header("x-amz-decoded-content-length", "4").sign(&store.address, &mode);
        let store = &store;
        async move { store.send(&request).await }
    };
    let unsigned = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
    let long = [&b"4"[..], &[b';'; 2000], b"\r\nbody\r\n"].concat();
    let wrong: [&[u8]; 7] = [
        b"4\r\nbody",
        b"3\r\nbody\r\n",
        b"5\r\nbody\r\n",
        b"+4\r\nbody\r\n",
        b"100000004\r\nbody\r\n",
        b"\r\nbody\r\n",
        &long,
    ];
    for chunks in wrong {
        let shown = String::from_utf8_lossy(&chunks[..chunks.len().min(40)]).into_owned();
        send(unsigned, chunks).await.expect_error(400, "IncompleteBody");
        assert_eq!(store.get("thing").await.status, 404, "{shown:?}");
    }
    let signed = format!("1000001;chunk-signature={}\r\nbody", "0".repeat(64));
    let refused = send("STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER", signed.as_bytes()).await;
    assert!(refused.expect(400).text().contains("up to 16 MiB"));
    for right in [&b"4\r\nbody\r\n"[..], b"2\r\nbo\r\n2\r\ndy\r\n", b"00004;any=thing\r\nbody\r\n"] {
        send(unsigned, right).await.expect(200);
        assert_eq!(store.get("thing").await.body, b"body");
        store.signed(Call::new("DELETE", "/shelf/thing")).await.expect(204);
    }
}

#[tokio::test]
async fn a_range_counts_only_for_the_version_that_the_client_has() {
    let store = TestStore::start().await;
    let old = store.put("thing", b"old version").await.expect(200).header("etag");
    let new = store.put("thing", b"new version").await.expect(200).header("etag");
    let modified = store.get("thing").await.header("last-modified");
    let get = |version: &str| Call::new("GET", "/shelf/thing").header("range", "bytes=4-").header("if-range", version);
    for version in [&new, &modified] {
        assert_eq!(store.signed(get(version)).await.expect(206).body, b"version", "{version}");
    }
    let weak = format!("W/{new}");
    for version in [old.as_str(), &weak, "Thu, 01 Jan 1970 00:00:00 GMT", "nonsense"] {
        assert_eq!(store.signed(get(version)).await.expect(200).body, b"new version", "{version}");
    }
}

#[tokio::test]
async fn a_refused_read_says_what_there_is() {
    let store = TestStore::start().await;
    let put = Call::new("PUT", "/shelf/thing").header("cache-control", "max-age=60").body(b"content");
    let etag = store.signed(put).await.expect(200).header("etag");
    for method in ["GET", "HEAD"] {
        let read = |name: &str, value: &str| store.signed(Call::new(method, "/shelf/thing").header(name, value));
        let unchanged: Reply = read("if-none-match", &etag).await.expect(304);
        assert_eq!(unchanged.header("etag"), etag);
        assert_eq!(unchanged.header("cache-control"), "max-age=60");
        assert!(unchanged.header("last-modified").ends_with(" GMT"));
        let beyond = read("range", "bytes=7-").await.expect(416);
        assert_eq!(beyond.header("content-range"), "bytes */7");
    }
}

#[tokio::test]
async fn a_part_that_is_sent_again_has_the_same_etag() {
    let store = TestStore::start().await;
    let upload = store.new_upload("thing").await;
    let body = noise(3, 100_000);
    let first = store.put_part("thing", &upload, 1, &body).await.expect(200).header("etag");
    let other = store.put_part("thing", &upload, 1, b"other").await.expect(200).header("etag");
    let again = store.put_part("thing", &upload, 1, &body).await.expect(200).header("etag");
    assert_eq!(first, again);
    assert_ne!(first, other);
    store.complete("thing", &upload, &[(1, other)]).await.expect_error(400, "InvalidPart");
    store.complete("thing", &upload, &[(1, first)]).await.expect(200);
    assert!(store.get("thing").await.body == body);
}

#[tokio::test]
async fn a_copied_part_has_exactly_the_bytes_that_were_asked_for() {
    let store = TestStore::start().await;
    store.put("source", b"0123456789").await.expect(200);
    let upload = store.new_upload("thing").await;
    let part = |range: &str| {
        let call = copy("source", "shelf/thing").query("partNumber", "1").query("uploadId", &upload);
        call.header("x-amz-copy-source-range", range)
    };
    for beyond in ["bytes=5-10", "bytes=10-10", "bytes=0-99"] {
        store.signed(part(beyond)).await.expect_error(416, "InvalidRange");
    }
    for malformed in ["bytes=5-", "bytes=-5", "bytes=3-2", "5-6"] {
        store.signed(part(malformed)).await.expect_error(400, "InvalidArgument");
    }
    let copied = store.signed(part("bytes=2-4")).await.expect(200);
    let etag = copied.between("<ETag>", "</ETag>").replace("&quot;", "\"");
    store.complete("thing", &upload, &[(1, etag)]).await.expect(200);
    assert_eq!(store.get("thing").await.body, b"234");
}

#[tokio::test]
async fn metadata_may_have_any_letters() {
    let store = TestStore::start().await;
    // Headers are ASCII, so S3 returns other letters in the form of mails (RFC 2047).
    let encoded = "=?UTF-8?B?R3LDtsOfZSDlpKc=?=";
    for sent in ["Größe 大", encoded] {
        store.signed(Call::new("PUT", "/shelf/thing").header("x-amz-meta-title", sent)).await.expect(200);
        assert_eq!(store.get("thing").await.expect(200).header("x-amz-meta-title"), encoded);
    }
}

#[tokio::test]
async fn every_reply_has_an_id() {
    let store = TestStore::start().await;
    let refused = store.get("nothing").await.expect(404);
    assert_eq!(refused.between("<RequestId>", "</RequestId>"), refused.header("x-amz-request-id"));
    let guarded = store.send(&RawRequest { headers: vec![("host".into(), "x".into())], ..get_thing(&store) }).await;
    assert_eq!(guarded.expect(403).all_between("<RequestId>", "</RequestId>").len(), 1);
    let put = store.put("thing", b"x").await.expect(200);
    assert_ne!(put.header("x-amz-request-id"), refused.header("x-amz-request-id"));
}

fn get_thing(store: &TestStore) -> RawRequest {
    Call::new("GET", "/shelf/thing").sign(&store.address, &Mode::default())
}

#[tokio::test]
async fn the_date_of_a_request_may_be_in_its_usual_header() {
    let store = TestStore::start().await;
    store.put("thing", b"x").await.expect(200);
    let (_, time) = moment(0);
    let written = jiff::civil::DateTime::strptime("%Y%m%dT%H%M%SZ", &time).unwrap();
    let usual = written.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
    for date in [usual.as_str(), &time] {
        let request = Call::new("GET", "/shelf/thing").header("date", date).sign_dated(&store.address);
        assert_eq!(store.send(&request).await.expect(200).body, b"x", "{date}");
    }
    for date in ["yesterday", "Thu, 01 Jan 1970 00:00:00 GMT"] {
        let request = Call::new("GET", "/shelf/thing").header("date", date).sign_dated(&store.address);
        assert_eq!(store.send(&request).await.status, 403, "{date}");
    }
}
