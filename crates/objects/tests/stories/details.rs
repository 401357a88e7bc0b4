//! Replies that a public suite of S3 tests expects down to their codes and elements.

use crate::harness::{ACCESS, RawRequest, Reply, TestStore};
use crate::signing::{Call, Mode};

#[tokio::test]
async fn a_list_of_buckets_has_pages() {
    let store = TestStore::start().await;
    for name in ["apples", "pears", "plums"] {
        store.signed(Call::new("PUT", &format!("/{name}"))).await.expect(200);
    }
    let names = |reply: &Reply| reply.all_between("<Name>", "</Name>");
    let list = || Call::new("GET", "/");
    assert_eq!(names(&store.signed(list()).await.expect(200)), ["apples", "pears", "plums", "shelf"]);
    let first = store.signed(list().query("max-buckets", "3")).await.expect(200);
    assert_eq!(names(&first), ["apples", "pears", "plums"]);
    let token = first.between("<ContinuationToken>", "</ContinuationToken>");
    let next = list().query("continuation-token", &token).query("max-buckets", "3");
    let second = store.signed(next).await.expect(200);
    assert_eq!(names(&second), ["shelf"]);
    assert!(!second.text().contains("ContinuationToken"), "{}", second.text());
    let exact = store.signed(list().query("max-buckets", "4")).await.expect(200);
    assert!(!exact.text().contains("ContinuationToken"), "a page that ends with the list is the last one");
    let with_prefix = store.signed(list().query("prefix", "p")).await.expect(200);
    assert_eq!(names(&with_prefix), ["pears", "plums"]);
    assert_eq!(with_prefix.between("<Prefix>", "</Prefix>"), "p");
    assert!(names(&store.signed(list().query("bucket-region", "elsewhere-1")).await.expect(200)).is_empty());
    for malformed in [list().query("max-buckets", "0"), list().query("max-buckets", "10001")] {
        store.signed(malformed).await.expect_error(400, "InvalidArgument");
    }
    store.signed(list().query("continuation-token", "!")).await.expect_error(400, "InvalidArgument");
}

#[tokio::test]
async fn an_upload_cannot_be_completed_without_parts() {
    let store = TestStore::start().await;
    let upload = store.new_upload("thing").await;
    store.complete("thing", &upload, &[]).await.expect_error(400, "MalformedXML");
    let without_body = Call::new("POST", "/shelf/thing").query("uploadId", &upload);
    store.signed(without_body).await.expect_error(400, "MalformedXML");
}

#[tokio::test]
async fn uploads_and_their_parts_name_who_began_them() {
    let store = TestStore::start().await;
    let upload = store.new_upload("thing").await;
    let uploads = store.signed(Call::new("GET", "/shelf").query("uploads", "")).await.expect(200);
    let parts = store.signed(Call::new("GET", "/shelf/thing").query("uploadId", &upload)).await.expect(200);
    for listing in [uploads, parts] {
        for person in [listing.between("<Initiator>", "</Initiator>"), listing.between("<Owner>", "</Owner>")] {
            assert!(person.contains("<ID>tonnage</ID>"), "{person}");
        }
        assert_eq!(listing.between("<StorageClass>", "</StorageClass>"), "STANDARD");
    }
}

#[tokio::test]
async fn a_part_that_does_not_exist_has_its_own_error() {
    let store = TestStore::start().await;
    store.put("plain", b"body").await.expect(200);
    store.put_in_parts("parts", &[b"body".as_slice()]).await;
    for key in ["plain", "parts"] {
        let part = |method: &str, number: &str| Call::new(method, &format!("/shelf/{key}")).query("partNumber", number);
        store.signed(part("GET", "2")).await.expect_error(416, "InvalidPartNumber");
        store.signed(part("HEAD", "2")).await.expect(416);
        assert_eq!(store.signed(part("GET", "1")).await.expect(200).body, b"body");
    }
}

#[tokio::test]
async fn attributes_name_the_etag_without_quotes() {
    let store = TestStore::start().await;
    let quoted = store.put("thing", b"body").await.expect(200).header("etag");
    let asked = Call::new("GET", "/shelf/thing").query("attributes", "").header("x-amz-object-attributes", "ETag");
    let attributes = store.signed(asked).await.expect(200);
    assert_eq!(attributes.between("<ETag>", "</ETag>"), quoted.trim_matches('"'));
}

#[tokio::test]
async fn an_empty_claim_about_the_content_is_refused() {
    let store = TestStore::start().await;
    let put = |name: &str| Call::new("PUT", "/shelf/thing").header(name, "").body(b"body");
    store.signed(put("content-md5")).await.expect_error(400, "InvalidDigest");
    for name in ["x-amz-checksum-crc32", "x-amz-checksum-sha256"] {
        store.signed(put(name)).await.expect_error(400, "InvalidRequest");
    }
    store.get("thing").await.expect(404);
}

#[tokio::test]
async fn the_expected_owner_is_compared() {
    let store = TestStore::start().await;
    store.put("thing", b"body").await.expect(200);
    let name = "x-amz-expected-bucket-owner";
    let read = |owner: &str| Call::new("GET", "/shelf/thing").header(name, owner);
    store.signed(read("tonnage")).await.expect(200);
    store.signed(read("somebody")).await.expect_error(403, "AccessDenied");
    let mut unsigned = Call::new("GET", "/shelf/thing").sign(&store.address, &Mode::default());
    unsigned.headers.push((name.into(), ACCESS.into()));
    store.send(&unsigned).await.expect_error(403, "AccessDenied");
    let copy = |owner: &str| {
        let copy = Call::new("PUT", "/shelf/copy").header("x-amz-copy-source", "/shelf/thing");
        copy.header("x-amz-source-expected-bucket-owner", owner)
    };
    store.signed(copy("somebody")).await.expect_error(403, "AccessDenied");
    store.signed(copy("tonnage")).await.expect(200);
}

#[tokio::test]
async fn a_preflight_request_says_where_it_comes_from() {
    let store = TestStore::start().await;
    let preflight = |headers: &[(&str, &str)]| RawRequest {
        method: "OPTIONS".into(),
        target: "/shelf/thing".into(),
        headers: headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        body: Vec::new(),
    };
    store.send(&preflight(&[("host", "x")])).await.expect_error(400, "BadRequest");
    store.send(&preflight(&[("host", "x"), ("origin", "https://elsewhere.example")])).await.expect(204);
}
