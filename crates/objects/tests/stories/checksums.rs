//! Checksums: verified if sent, in the header or after the body; stored for everything; returned on reading.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::harness::{TestStore, noise};
use crate::signing::{Call, Mode};

fn crc64(bytes: &[u8]) -> String {
    STANDARD.encode(crc_fast::crc64_nvme(bytes).to_be_bytes())
}

fn crc32(bytes: &[u8]) -> String {
    STANDARD.encode(crc_fast::crc32_iso_hdlc(bytes).to_be_bytes())
}

/// Header name, value for `bytes`.
fn claims(bytes: &[u8]) -> Vec<(&'static str, String)> {
    use sha2::Digest as _;
    vec![
        ("x-amz-checksum-crc64nvme", crc64(bytes)),
        ("x-amz-checksum-crc32", crc32(bytes)),
        ("x-amz-checksum-crc32c", STANDARD.encode(crc_fast::crc32_iscsi(bytes).to_be_bytes())),
        ("x-amz-checksum-sha256", STANDARD.encode(sha2::Sha256::digest(bytes))),
    ]
}

#[tokio::test]
async fn known_values() {
    let store = TestStore::start().await;
    let put = store.put("check", b"123456789").await.expect(200);
    assert_eq!(put.header("x-amz-checksum-crc64nvme"), STANDARD.encode(0xae8b_1486_0a79_9888_u64.to_be_bytes()));
    assert_eq!(put.header("x-amz-checksum-crc32"), STANDARD.encode(0xcbf4_3926_u32.to_be_bytes()));
}

#[tokio::test]
async fn a_claim_in_the_header_is_verified() {
    let store = TestStore::start().await;
    for length in [50, 200_000] {
        let body = noise(3, length);
        for ((name, right), (_, wrong)) in claims(&body).into_iter().zip(claims(b"something else")) {
            let put = |value: &str| Call::new("PUT", "/shelf/thing").header(name, value).body(&body);
            store.signed(put(&wrong)).await.expect_error(400, "BadDigest");
            store.get("thing").await.expect(404);
            for malformed in ["!!!", "AAAA"] {
                store.signed(put(malformed)).await.expect_error(400, "InvalidRequest");
            }
            store.signed(put(&right)).await.expect(200);
            store.signed(Call::new("DELETE", "/shelf/thing")).await.expect(204);
        }
    }
    store.wait_for_files(0).await;
}

#[tokio::test]
async fn md5_and_sha1_are_verified_when_sent() {
    let store = TestStore::start().await;
    // The checksums of the nine bytes 123456789.
    for (name, right) in
        [("content-md5", "JfnnlDI7RTiF9RgfG2JNCw=="), ("x-amz-checksum-sha1", "98O8HYCOBHMq32eZZczDTKeuNEE=")]
    {
        let put = |body: &[u8]| Call::new("PUT", "/shelf/thing").header(name, right).body(body);
        let reply = store.signed(put(b"123456789")).await;
        assert_eq!(reply.status, 200, "{name}: {}", reply.text());
        store.signed(put(b"123456780")).await.expect_error(400, "BadDigest");
    }
}

/// A body in one chunk with a checksum trailer.
fn with_trailer(body: &[u8], name: &str, value: &str) -> Call {
    let mut framed = format!("{:x}\r\n", body.len()).into_bytes();
    framed.extend_from_slice(body);
    framed.extend_from_slice(format!("\r\n0\r\n{name}:{value}\r\n\r\n").as_bytes());
    Call::new("PUT", "/shelf/thing")
        .header("content-encoding", "aws-chunked")
        .header("x-amz-trailer", name)
        .header("x-amz-decoded-content-length", &body.len().to_string())
        .body(&framed)
}

#[tokio::test]
async fn a_claim_behind_the_body_is_verified() {
    let store = TestStore::start().await;
    let mode = Mode { payload: "STREAMING-UNSIGNED-PAYLOAD-TRAILER".into(), ..Mode::default() };
    for length in [50, 200_000] {
        let body = noise(4, length);
        for ((name, right), (_, wrong)) in claims(&body).into_iter().zip(claims(b"something else")) {
            let send = |value: &str| with_trailer(&body, name, value).sign(&store.address, &mode);
            store.send(&send(&wrong)).await.expect_error(400, "BadDigest");
            store.get("thing").await.expect(404);
            store.send(&send(&right)).await.expect(200);
            let got = store.get("thing").await.expect(200);
            assert!(got.body == body);
            assert!(!got.headers.contains_key("content-encoding"));
            store.signed(Call::new("DELETE", "/shelf/thing")).await.expect(204);
        }
    }
    let mut lost = with_trailer(b"body", "x-amz-checksum-crc32", "x");
    lost.body = b"4\r\nbody\r\n0\r\n\r\n".to_vec();
    assert_eq!(store.send(&lost.sign(&store.address, &mode)).await.status, 400);
    store.get("thing").await.expect(404);
}

#[tokio::test]
async fn a_signed_hash_of_the_body_is_verified() {
    use sha2::Digest as _;
    let store = TestStore::start().await;
    for length in [50, 200_000] {
        let body = noise(5, length);
        let mode = Mode { payload: hex::encode(sha2::Sha256::digest(&body)), ..Mode::default() };
        let mut request = Call::new("PUT", "/shelf/thing").body(&body).sign(&store.address, &mode);
        store.send(&request).await.expect(200);
        request.body[7] ^= 1;
        store.send(&request).await.expect_error(400, "BadDigest");
        assert!(store.get("thing").await.expect(200).body == body);
    }
}

fn md5(bytes: &[u8]) -> String {
    use md5::Digest as _;
    STANDARD.encode(md5::Md5::digest(bytes))
}

/// As rclone sends parts: the hash of the body in the signature, its MD5 in a header.
fn hashed_twice(path: &str, md5_of: &[u8], sha256_of: &[u8]) -> (Call, Mode) {
    use sha2::Digest as _;
    let mode = Mode { payload: hex::encode(sha2::Sha256::digest(sha256_of)), ..Mode::default() };
    (Call::new("PUT", path).header("content-md5", &md5(md5_of)), mode)
}

#[tokio::test]
async fn a_signed_hash_and_an_md5_are_verified_together() {
    let store = TestStore::start().await;
    let upload = store.new_upload("thing").await;
    for length in [1, 50, 65_536, 200_001] {
        let (body, other) = (noise(7, length), noise(8, length));
        for query in [&[][..], &[("partNumber", "1"), ("uploadId", upload.as_str())]] {
            let put = |md5_of: &[u8], sha256_of: &[u8]| {
                let (call, mode) = hashed_twice("/shelf/thing", md5_of, sha256_of);
                query
                    .iter()
                    .fold(call.body(&body), |call, (name, value)| call.query(name, value))
                    .sign(&store.address, &mode)
            };
            store.send(&put(&body, &body)).await.expect(200);
            for wrong in [put(&other, &body), put(&body, &other), put(&other, &other)] {
                store.send(&wrong).await.expect_error(400, "BadDigest");
            }
        }
        assert!(store.get("thing").await.expect(200).body == body);
    }
}

/// The list of keys to delete is read by different code than an upload.
#[tokio::test]
async fn a_signed_hash_of_a_document_is_verified() {
    use sha2::Digest as _;
    let store = TestStore::start().await;
    store.put("thing", b"stays").await.expect(200);
    let list = b"<Delete><Object><Key>thing</Key></Object></Delete>";
    let mode = Mode { payload: hex::encode(sha2::Sha256::digest(list)), ..Mode::default() };
    let call = Call::new("POST", "/shelf").query("delete", "");
    let mut request = call.clone().body(list).sign(&store.address, &mode);
    request.body[21] = b'T';
    store.send(&request).await.expect_error(400, "BadDigest");
    store.send(&call.sign(&store.address, &mode)).await.expect_error(400, "BadDigest");
    store.get("thing").await.expect(200);
    request.body[21] = b't';
    store.send(&request).await.expect(200);
    store.get("thing").await.expect(404);
}

#[tokio::test]
async fn an_empty_body_has_a_hash_too() {
    let store = TestStore::start().await;
    for (sha256_of, status) in [(&b"something"[..], 400), (b"", 200)] {
        let (call, mode) = hashed_twice("/shelf/nothing", b"", sha256_of);
        store.send(&call.sign(&store.address, &mode)).await.expect(status);
    }
}

/// A pre-signed URL does not bind the body, but a hash sent with it is still verified.
#[tokio::test]
async fn a_hash_beside_a_presigned_url_is_verified() {
    use sha2::Digest as _;
    let store = TestStore::start().await;
    let body = noise(9, 200_000);
    let hash = |bytes: &[u8]| hex::encode(sha2::Sha256::digest(bytes));
    for (claimed, status) in [(hash(b"other"), 400), (hash(&body), 200)] {
        let mut request = Call::new("PUT", "/shelf/thing").body(&body).sign(&store.address, &Mode::in_query());
        request.headers.push(("x-amz-content-sha256".into(), claimed));
        store.send(&request).await.expect(status);
    }
    assert!(store.get("thing").await.expect(200).body == body);
}

#[tokio::test]
async fn a_whole_object_has_the_checksum_of_its_parts_together() {
    let store = TestStore::start().await;
    let body = noise(6, (5 << 20) + 333);
    let upload = store.new_upload("big").await;
    let mut parts = Vec::new();
    for (number, part) in [(1, &body[..5 << 20]), (2, &body[5 << 20..])] {
        let call = Call::new("PUT", "/shelf/big")
            .query("partNumber", &number.to_string())
            .query("uploadId", &upload)
            .header("x-amz-checksum-crc64nvme", &crc64(part))
            .body(part);
        let reply = store.signed(call.clone()).await.expect(200);
        assert_eq!(reply.header("x-amz-checksum-crc64nvme"), crc64(part));
        let wrong = call.body(b"other");
        store.signed(wrong).await.expect_error(400, "BadDigest");
        parts.push((number, reply.header("etag")));
    }
    let complete = |name: &str, value: &str| {
        crate::harness::complete_call("big", &upload, &parts)
            .header(name, value)
            .header("x-amz-checksum-type", "FULL_OBJECT")
    };
    let other = crc64(b"other");
    store.signed(complete("x-amz-checksum-crc64nvme", &other)).await.expect_error(400, "BadDigest");
    store.signed(complete("x-amz-checksum-crc32", &crc32(b"other"))).await.expect_error(400, "BadDigest");
    store.signed(complete("x-amz-checksum-sha256", &other)).await.expect_error(501, "NotImplemented");
    store.signed(complete("x-amz-mp-object-size", "7")).await.expect_error(400, "InvalidArgument");
    let done = store.signed(complete("x-amz-checksum-crc64nvme", &crc64(&body))).await.expect(200);
    assert_eq!(done.between("<ChecksumCRC64NVME>", "</ChecksumCRC64NVME>"), crc64(&body));
    for method in ["GET", "HEAD"] {
        let plain = store.signed(Call::new(method, "/shelf/big")).await.expect(200);
        assert!(!plain.headers.contains_key("x-amz-checksum-crc64nvme"));
        let call = Call::new(method, "/shelf/big").header("x-amz-checksum-mode", "ENABLED");
        let reply = store.signed(call).await.expect(200);
        assert_eq!(reply.header("x-amz-checksum-crc64nvme"), crc64(&body));
        assert_eq!(reply.header("x-amz-checksum-crc32"), crc32(&body));
        assert_eq!(reply.header("x-amz-checksum-type"), "FULL_OBJECT");
    }
}

/// A body in signed chunks, each signature based on the previous one.
fn in_signed_chunks(body: &[u8], address: &str) -> crate::harness::RawRequest {
    use sha2::{Digest as _, Sha256};
    let mode = Mode { payload: "STREAMING-AWS4-HMAC-SHA256-PAYLOAD".into(), ..Mode::default() };
    let call = Call::new("PUT", "/shelf/thing")
        .header("content-encoding", "aws-chunked")
        .header("x-amz-decoded-content-length", &body.len().to_string());
    let mut request = call.sign(address, &mode);
    let header = |wanted: &str| request.headers.iter().find(|(name, _)| name == wanted).unwrap().1.clone();
    let time = header("x-amz-date");
    let mut before = header("authorization").rsplit('=').next().unwrap().to_owned();
    let date = &time[..8];
    let key = crate::signing::signing_key(&mode, date);
    let scope = format!("{date}/{}/s3/aws4_request", crate::harness::REGION);
    let hash = |bytes: &[u8]| hex::encode(Sha256::digest(bytes));
    let mut framed = Vec::new();
    for chunk in body.chunks(64 << 10).chain([&[][..]]) {
        let text = format!("AWS4-HMAC-SHA256-PAYLOAD\n{time}\n{scope}\n{before}\n{}\n{}", hash(b""), hash(chunk));
        before = hex::encode(crate::signing::hmac(&key, text.as_bytes()));
        framed.extend_from_slice(format!("{:x};chunk-signature={before}\r\n", chunk.len()).as_bytes());
        framed.extend_from_slice(chunk);
        framed.extend_from_slice(b"\r\n");
    }
    request.headers.retain(|(name, _)| name != "content-length");
    request.headers.push(("content-length".into(), framed.len().to_string()));
    request.body = framed;
    request
}

#[tokio::test]
async fn every_signed_chunk_is_verified() {
    let store = TestStore::start().await;
    for length in [100, 200_000] {
        let body = noise(8, length);
        let request = in_signed_chunks(&body, &store.address);
        for at in [120, request.body.len() / 2, request.body.len() - 20] {
            let mut changed = request.clone();
            changed.body[at] ^= 1;
            let status = store.send(&changed).await.status;
            assert!(status == 403 || status == 400, "{status} for a change at {at}");
            store.get("thing").await.expect(404);
        }
        store.send(&request).await.expect(200);
        assert!(store.get("thing").await.expect(200).body == body);
        store.signed(Call::new("DELETE", "/shelf/thing")).await.expect(204);
    }
    store.wait_for_files(0).await;
}
