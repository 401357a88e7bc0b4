//! Checksums that the store does not compute for everything come back if a client gave them, and what S3 says besides the
//! content: attributes, versions, configuration.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::harness::{Reply, TestStore, complete_call, noise};
use crate::signing::Call;

const PART: usize = 5 << 20;
const ALGORITHMS: [&str; 3] = ["crc32c", "sha1", "sha256"];

fn sum(algorithm: &str, bytes: &[u8]) -> Vec<u8> {
    use s3s::crypto::{Checksum as _, Sha1};
    match algorithm {
        "crc32c" => crc_fast::crc32_iscsi(bytes).to_be_bytes().to_vec(),
        "sha1" => Sha1::checksum(bytes).to_vec(),
        "sha256" => <sha2::Sha256 as sha2::Digest>::digest(bytes).to_vec(),
        other => panic!("{other}"),
    }
}

fn text(algorithm: &str, bytes: &[u8]) -> String {
    STANDARD.encode(sum(algorithm, bytes))
}

fn name(algorithm: &str) -> String {
    format!("x-amz-checksum-{algorithm}")
}

async fn read(store: &TestStore, method: &str, key: &str) -> Reply {
    let call = Call::new(method, &format!("/shelf/{key}")).header("x-amz-checksum-mode", "ENABLED");
    store.signed(call).await.expect(200)
}

#[tokio::test]
async fn what_was_given_with_an_object_comes_back() {
    let store = TestStore::start().await;
    for length in [10, 200_000] {
        let body = noise(1, length);
        for algorithm in ALGORITHMS {
            let put = Call::new("PUT", "/shelf/thing").header(&name(algorithm), &text(algorithm, &body)).body(&body);
            store.signed(put).await.expect(200);
            let copy = Call::new("PUT", "/shelf/copy").header("x-amz-copy-source", "/shelf/thing");
            store.signed(copy.header("x-amz-metadata-directive", "REPLACE")).await.expect(200);
            for (method, key) in [("GET", "thing"), ("HEAD", "thing"), ("GET", "copy")] {
                let reply = read(&store, method, key).await;
                assert_eq!(reply.header(&name(algorithm)), text(algorithm, &body), "{method} {key}");
                assert_eq!(reply.header("x-amz-checksum-type"), "FULL_OBJECT");
                assert!(!reply.header("x-amz-checksum-crc64nvme").is_empty());
            }
        }
    }
}

/// Uploads two parts with a checksum of each, and returns them with the list of parts.
async fn parts_with(store: &TestStore, algorithm: &str, create: Call) -> (Vec<u8>, String, Vec<(usize, String)>) {
    let body = noise(2, PART + 333);
    let upload = store.signed(create).await.expect(200).between("<UploadId>", "</UploadId>");
    let mut parts = Vec::new();
    for (number, part) in [(1, &body[..PART]), (2, &body[PART..])] {
        let call = Call::new("PUT", "/shelf/big").query("partNumber", &number.to_string()).query("uploadId", &upload);
        let call = call.header(&name(algorithm), &text(algorithm, part)).body(part);
        parts.push((number, store.signed(call).await.expect(200).header("etag")));
    }
    (body, upload, parts)
}

#[tokio::test]
async fn parts_give_their_object_a_checksum_of_checksums() {
    let store = TestStore::start().await;
    for algorithm in ALGORITHMS {
        let element = algorithm.to_uppercase();
        let create = Call::new("POST", "/shelf/big").query("uploads", "");
        let create = create.header("x-amz-checksum-algorithm", &element);
        let (body, upload, parts) = parts_with(&store, algorithm, create).await;
        let listed = store.signed(Call::new("GET", "/shelf/big").query("uploadId", &upload)).await.expect(200);
        let (open, close) = (format!("<Checksum{element}>"), format!("</Checksum{element}>"));
        assert_eq!(listed.all_between(&open, &close), [text(algorithm, &body[..PART]), text(algorithm, &body[PART..])]);

        let joined = [sum(algorithm, &body[..PART]), sum(algorithm, &body[PART..])].concat();
        let whole = format!("{}-2", text(algorithm, &joined));
        let complete = || complete_call("big", &upload, &parts);
        let wrong = complete().header(&name(algorithm), &format!("{}-2", text(algorithm, b"other")));
        store.signed(wrong).await.expect_error(400, "BadDigest");
        let mut other = complete();
        let part = format!("</ETag>{open}{}{close}</Part>", text(algorithm, b"other"));
        other.body = String::from_utf8(other.body).unwrap().replace("</ETag></Part>", &part).into_bytes();
        store.signed(other).await.expect_error(400, "InvalidPart");

        for _ in 0..2 {
            let done = store.signed(complete().header(&name(algorithm), &whole)).await.expect(200);
            assert_eq!(done.between(&open, &close), whole, "also if it is repeated");
            assert_eq!(done.between("<ChecksumType>", "</ChecksumType>"), "COMPOSITE");
        }
        for method in ["GET", "HEAD"] {
            let reply = read(&store, method, "big").await;
            assert_eq!(reply.header(&name(algorithm)), whole);
            assert_eq!(reply.header("x-amz-checksum-type"), "COMPOSITE");
        }
        store.signed(Call::new("PUT", "/shelf/copy").header("x-amz-copy-source", "/shelf/big")).await.expect(200);
        let copy = read(&store, "HEAD", "copy").await;
        assert!(!copy.headers.contains_key(&name(algorithm)), "the copy is one piece");
        assert_eq!(copy.header("x-amz-checksum-type"), "FULL_OBJECT");
    }
}

#[tokio::test]
async fn parts_can_give_their_object_the_crc32c_of_its_bytes() {
    let store = TestStore::start().await;
    let create = Call::new("POST", "/shelf/big").query("uploads", "").header("x-amz-checksum-algorithm", "CRC32C");
    let create = create.header("x-amz-checksum-type", "FULL_OBJECT");
    let (body, upload, parts) = parts_with(&store, "crc32c", create).await;
    store.complete("big", &upload, &parts).await.expect(200);
    let reply = read(&store, "HEAD", "big").await;
    assert_eq!(reply.header("x-amz-checksum-crc32c"), text("crc32c", &body));
    assert_eq!(reply.header("x-amz-checksum-type"), "FULL_OBJECT");
}

/// Who sends the parts may add checksums to a URL. Who created the upload decides what kind the object has.
#[tokio::test]
async fn parts_do_not_change_the_kind_of_checksums_that_was_chosen() {
    let store = TestStore::start().await;
    for (name, value) in [("x-amz-checksum-type", "FULL_OBJECT"), ("x-amz-checksum-algorithm", "CRC64NVME")] {
        for algorithm in ["sha1", "sha256"] {
            let create = Call::new("POST", "/shelf/big").query("uploads", "").header(name, value);
            let (body, upload, parts) = parts_with(&store, algorithm, create).await;
            store.complete("big", &upload, &parts).await.expect(200);
            let reply = read(&store, "HEAD", "big").await;
            assert_eq!(reply.header("x-amz-checksum-type"), "FULL_OBJECT", "{name} {algorithm}");
            let crc64 = STANDARD.encode(crc_fast::crc64_nvme(&body).to_be_bytes());
            assert_eq!(reply.header("x-amz-checksum-crc64nvme"), crc64, "{name} {algorithm}");
        }
    }
}

#[tokio::test]
async fn attributes_describe_an_object_and_its_parts() {
    let store = TestStore::start().await;
    let create = Call::new("POST", "/shelf/big").query("uploads", "");
    let (body, upload, parts) = parts_with(&store, "sha256", create).await;
    let etag = store.complete("big", &upload, &parts).await.expect(200).between("<ETag>", "</ETag>");
    let ask = |key: &str, names: &str| {
        let call = Call::new("GET", &format!("/shelf/{key}")).query("attributes", "");
        call.header("x-amz-object-attributes", names)
    };
    let all = "ETag,Checksum,ObjectParts,StorageClass,ObjectSize";
    let reply = store.signed(ask("big", all)).await.expect(200);
    assert_eq!(reply.between("<ETag>", "</ETag>"), etag.trim_matches('"'));
    assert_eq!(reply.between("<ObjectSize>", "</ObjectSize>"), body.len().to_string());
    assert_eq!(reply.between("<StorageClass>", "</StorageClass>"), "STANDARD");
    assert_eq!(reply.all_between("<PartNumber>", "</PartNumber>"), ["1", "2"]);
    assert_eq!(reply.all_between("<Size>", "</Size>"), [PART.to_string(), "333".to_owned()]);
    assert_eq!(reply.all_between("<ChecksumSHA256>", "</ChecksumSHA256>").len(), 3);
    let first = store.signed(ask("big", "ObjectParts").header("x-amz-max-parts", "1")).await.expect(200);
    assert_eq!(first.between("<NextPartNumberMarker>", "</NextPartNumberMarker>"), "1");
    let second = ask("big", "ObjectParts").header("x-amz-part-number-marker", "1");
    let second = store.signed(second).await.expect(200);
    assert_eq!(second.all_between("<PartNumber>", "</PartNumber>"), ["2"]);
    assert!(!second.text().contains("<ETag>"), "only what was asked for");

    store.put("small", b"x").await.expect(200);
    let small = store.signed(ask("small", all)).await.expect(200);
    assert!(!small.text().contains("<ObjectParts>") && small.text().contains("<ChecksumCRC64NVME>"));
    store.signed(ask("missing", all)).await.expect_error(404, "NoSuchKey");
    store.signed(ask("small", "ETag,Colour")).await.expect_error(400, "InvalidArgument");
}

#[tokio::test]
async fn the_head_of_a_part_is_about_the_part() {
    let store = TestStore::start().await;
    let body = noise(3, PART + 10);
    store.put_in_parts("big", &[&body[..PART], &body[PART..]]).await;
    let head = |number: &str| Call::new("HEAD", "/shelf/big").query("partNumber", number);
    let second = store.signed(head("2")).await.expect(206);
    assert_eq!(second.header("content-length"), "10");
    assert_eq!(second.header("content-range"), format!("bytes {PART}-{}/{}", PART + 9, PART + 10));
    assert_eq!(second.header("x-amz-mp-parts-count"), "2");
    store.signed(head("3")).await.expect(416);
}

#[tokio::test]
async fn what_cannot_be_configured_is_not_configured() {
    let store = TestStore::start().await;
    store.put("thing", b"x").await.expect(200);
    let ask = |path: &str, what: &str| store.signed(Call::new("GET", path).query(what, ""));
    for what in ["versioning", "logging", "notification", "accelerate", "requestPayment", "acl"] {
        ask("/shelf", what).await.expect(200);
        ask("/nowhere", what).await.expect_error(404, "NoSuchBucket");
    }
    let absent = [
        ("tagging", "NoSuchTagSet"),
        ("cors", "NoSuchCORSConfiguration"),
        ("encryption", "ServerSideEncryptionConfigurationNotFoundError"),
        ("lifecycle", "NoSuchLifecycleConfiguration"),
        ("ownershipControls", "OwnershipControlsNotFoundError"),
        ("policy", "NoSuchBucketPolicy"),
        ("policyStatus", "NoSuchBucketPolicy"),
        ("replication", "ReplicationConfigurationNotFoundError"),
        ("website", "NoSuchWebsiteConfiguration"),
        ("object-lock", "ObjectLockConfigurationNotFoundError"),
        ("publicAccessBlock", "NoSuchPublicAccessBlockConfiguration"),
    ];
    for (what, code) in absent {
        ask("/shelf", what).await.expect_error(404, code);
        ask("/nowhere", what).await.expect_error(404, "NoSuchBucket");
    }
    assert!(ask("/shelf/thing", "acl").await.expect(200).text().contains("<Permission>FULL_CONTROL</Permission>"));
    assert!(ask("/shelf/thing", "tagging").await.expect(200).text().contains("TagSet"));
    for what in ["acl", "tagging"] {
        ask("/shelf/missing", what).await.expect_error(404, "NoSuchKey");
    }
}

#[tokio::test]
async fn every_object_is_the_only_version_of_itself() {
    let store = TestStore::start().await;
    for key in ["a", "b/1", "b/2", "c", "d"] {
        store.put(key, b"x").await.expect(200);
    }
    for size in ["1", "2", "1000"] {
        let (mut keys, mut prefixes, mut marker) = (Vec::new(), Vec::new(), String::new());
        loop {
            let call = Call::new("GET", "/shelf").query("versions", "").query("delimiter", "/");
            let reply = store.signed(call.query("max-keys", size).query("key-marker", &marker)).await.expect(200);
            keys.extend(reply.all_between("<Key>", "</Key>"));
            let common = reply.all_between("<CommonPrefixes>", "</CommonPrefixes>");
            prefixes.extend(common.iter().map(|text| text.replace("<Prefix>", "").replace("</Prefix>", "")));
            assert!(!reply.text().contains("<IsLatest>false") && !reply.text().contains("DeleteMarker"));
            match reply.all_between("<NextKeyMarker>", "</NextKeyMarker>").pop() {
                Some(next) => marker = next,
                None => break,
            }
        }
        assert_eq!((keys.join(" "), prefixes.join(" ")), ("a c d".into(), "b/".into()), "pages of {size}");
    }
    let all = store.signed(Call::new("GET", "/shelf").query("versions", "")).await.expect(200);
    assert_eq!(all.all_between("<VersionId>", "</VersionId>"), ["null"; 5]);
}
