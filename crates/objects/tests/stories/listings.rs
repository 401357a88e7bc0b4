//! Listings in byte order, page by page.

use crate::harness::{Reply, TestStore, noise};
use crate::signing::Call;

fn list() -> Call {
    Call::new("GET", "/shelf").query("list-type", "2")
}

fn keys(reply: &Reply) -> Vec<String> {
    reply.all_between("<Key>", "</Key>")
}

fn prefixes(reply: &Reply) -> Vec<String> {
    reply.all_between("<CommonPrefixes><Prefix>", "</Prefix>")
}

#[tokio::test]
async fn keys_come_in_byte_order_with_all_they_need() {
    let store = TestStore::start().await;
    for key in ["b", "a/2", "a/1", "B", "é", "a", "~", "a-"] {
        store.put(key, b"xyz").await.expect(200);
    }
    let reply = store.signed(list()).await.expect(200);
    assert_eq!(keys(&reply), ["B", "a", "a-", "a/1", "a/2", "b", "~", "é"]);
    assert_eq!(reply.all_between("<Size>", "</Size>"), vec!["3"; 8]);
    assert_eq!(reply.all_between("<LastModified>", "</LastModified>"), vec!["2026-01-01T00:00:00.000Z"; 8]);
    assert_eq!(reply.between("<KeyCount>", "</KeyCount>"), "8");
    let reply = store.signed(list().query("prefix", "a/")).await.expect(200);
    assert_eq!(keys(&reply), ["a/1", "a/2"]);
    let reply = store.signed(list().query("start-after", "a/1")).await.expect(200);
    assert_eq!(keys(&reply), ["a/2", "b", "~", "é"]);
    let reply = store.signed(list().query("encoding-type", "url").query("prefix", "é")).await.expect(200);
    assert_eq!(keys(&reply), ["%C3%A9"]);
    let reply = store.signed(Call::new("GET", "/shelf").query("marker", "b")).await.expect(200);
    assert_eq!(keys(&reply), ["~", "é"]);
}

#[tokio::test]
async fn the_owner_is_named_as_clients_expect() {
    let store = TestStore::start().await;
    store.put("a", b"xyz").await.expect(200);
    let owners = |reply: &Reply| reply.all_between("<Owner>", "</Owner>").len();
    assert_eq!(owners(&store.signed(Call::new("GET", "/shelf")).await.expect(200)), 1);
    assert_eq!(owners(&store.signed(list()).await.expect(200)), 0);
    assert_eq!(owners(&store.signed(list().query("fetch-owner", "false")).await.expect(200)), 0);
    assert_eq!(owners(&store.signed(list().query("fetch-owner", "true")).await.expect(200)), 1);
    store.signed(Call::new("POST", "/shelf/b").query("uploads", "")).await.expect(200);
    assert_eq!(owners(&store.signed(Call::new("GET", "/shelf").query("uploads", "")).await.expect(200)), 1);
}

#[tokio::test]
async fn an_empty_delimiter_is_none() {
    let store = TestStore::start().await;
    store.put("a/b", b"xyz").await.expect(200);
    for call in [list(), Call::new("GET", "/shelf")] {
        let reply = store.signed(call.query("delimiter", "")).await.expect(200);
        assert_eq!(keys(&reply), ["a/b"]);
        assert!(!reply.text().contains("<Delimiter"), "{}", reply.text());
    }
}

#[tokio::test]
async fn every_page_size_gives_the_same_whole() {
    let store = TestStore::start().await;
    for folder in 0..5 {
        for file in 0..4 {
            store.put(&format!("f{folder}/{file}"), b"x").await.expect(200);
        }
        store.put(&format!("top{folder}"), b"x").await.expect(200);
    }
    for size in ["1", "2", "3", "7", "1000"] {
        for version in [1, 2] {
            let (mut all_keys, mut all_prefixes, mut token) = (Vec::new(), Vec::new(), None::<String>);
            loop {
                let mut call = if version == 2 { list() } else { Call::new("GET", "/shelf") };
                call = call.query("delimiter", "/").query("max-keys", size);
                if let Some(token) = &token {
                    call = call.query(if version == 2 { "continuation-token" } else { "marker" }, token);
                }
                let reply = store.signed(call).await.expect(200);
                all_keys.extend(keys(&reply));
                all_prefixes.extend(prefixes(&reply));
                let next = if version == 2 { "NextContinuationToken" } else { "NextMarker" };
                token = reply.all_between(&format!("<{next}>"), &format!("</{next}>")).pop();
                assert_eq!(token.is_some(), reply.text().contains("<IsTruncated>true"));
                if token.is_none() {
                    break;
                }
            }
            assert_eq!(all_keys, ["top0", "top1", "top2", "top3", "top4"], "pages of {size}, version {version}");
            assert_eq!(all_prefixes, ["f0/", "f1/", "f2/", "f3/", "f4/"], "pages of {size}, version {version}");
        }
    }
    let none = store.signed(list().query("max-keys", "0")).await.expect(200);
    assert!(keys(&none).is_empty() && none.text().contains("<IsTruncated>false"));
    store.signed(list().query("continuation-token", "!!")).await.expect_error(400, "InvalidArgument");
}

#[tokio::test]
async fn unfinished_uploads_and_their_parts_are_listed() {
    let store = TestStore::start().await;
    let mut uploads = Vec::new();
    for key in ["a", "b/1", "b/2", "c"] {
        uploads.push(store.new_upload(key).await);
    }
    let call = || Call::new("GET", "/shelf").query("uploads", "");
    assert_eq!(keys(&store.signed(call()).await.expect(200)), ["a", "b/1", "b/2", "c"]);
    assert_eq!(keys(&store.signed(call().query("prefix", "b/")).await.expect(200)), ["b/1", "b/2"]);
    let folded = store.signed(call().query("delimiter", "/")).await.expect(200);
    assert_eq!((keys(&folded), prefixes(&folded)), (vec!["a".into(), "c".into()], vec!["b/".into()]));
    let page = store.signed(call().query("max-uploads", "2")).await.expect(200);
    assert_eq!(page.between("<NextUploadIdMarker>", "</NextUploadIdMarker>"), uploads[1]);
    let rest = call().query("key-marker", "b/1").query("upload-id-marker", &uploads[1]);
    assert_eq!(keys(&store.signed(rest).await.expect(200)), ["b/2", "c"]);

    let none = store.signed(call().query("max-uploads", "0")).await.expect(200);
    assert!(keys(&none).is_empty() && none.text().contains("<IsTruncated>false"));

    for number in [3, 1, 2] {
        store.put_part("a", &uploads[0], number, &noise(1, 10 * number)).await.expect(200);
    }
    let parts = || Call::new("GET", "/shelf/a").query("uploadId", &uploads[0]);
    let reply = store.signed(parts()).await.expect(200);
    assert_eq!(reply.all_between("<PartNumber>", "</PartNumber>"), ["1", "2", "3"]);
    assert_eq!(reply.all_between("<Size>", "</Size>"), ["10", "20", "30"]);
    assert_eq!(reply.all_between("<ChecksumCRC64NVME>", "</ChecksumCRC64NVME>").len(), 3);
    let reply = store.signed(parts().query("max-parts", "1").query("part-number-marker", "1")).await.expect(200);
    assert_eq!(reply.all_between("<PartNumber>", "</PartNumber>"), ["2"]);
    assert_eq!(reply.between("<NextPartNumberMarker>", "</NextPartNumberMarker>"), "2");
    assert!(reply.text().contains("<IsTruncated>true"));
    let none = store.signed(parts().query("max-parts", "0")).await.expect(200);
    assert!(!none.text().contains("<Part>") && none.text().contains("<IsTruncated>false"));
}

#[tokio::test]
async fn pages_of_uploads_fold_what_has_a_delimiter() {
    let store = TestStore::start().await;
    for key in ["a", "b/1", "b/2", "b/3", "c", "c", "d/1", "e"] {
        store.new_upload(key).await;
    }
    for size in ["1", "2", "3", "100"] {
        let (mut all_keys, mut all_prefixes) = (Vec::new(), Vec::new());
        let mut after = Vec::new();
        loop {
            let call =
                Call::new("GET", "/shelf").query("uploads", "").query("delimiter", "/").query("max-uploads", size);
            let call = after.drain(..).fold(call, |call, (name, value): (&str, String)| call.query(name, &value));
            let reply = store.signed(call).await.expect(200);
            all_keys.extend(keys(&reply));
            all_prefixes.extend(prefixes(&reply));
            for (element, name) in [("NextKeyMarker", "key-marker"), ("NextUploadIdMarker", "upload-id-marker")] {
                let found = reply.all_between(&format!("<{element}>"), &format!("</{element}>")).pop();
                after.extend(found.map(|value| (name, value)));
            }
            if !reply.text().contains("<IsTruncated>true") {
                break;
            }
        }
        assert_eq!(all_keys, ["a", "c", "c", "e"], "pages of {size}");
        assert_eq!(all_prefixes, ["b/", "d/"], "pages of {size}");
    }
}
