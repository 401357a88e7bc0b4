//! Keys are returned exactly or refused; none becomes a path.

use std::collections::BTreeMap;

use crate::harness::{TestStore, files_under, noise};
use crate::signing::Call;

#[tokio::test]
async fn odd_keys_round_trip_and_leave_no_trace_outside() {
    let canary = tempfile::tempdir().unwrap();
    let inside = canary.path().join("a/b/store");
    std::fs::create_dir_all(&inside).unwrap();
    std::fs::write(canary.path().join("a/secret"), "untouched").unwrap();
    let store = TestStore::open(&inside).await;
    store.signed(Call::new("PUT", "/shelf")).await.expect(200);
    let outside = || {
        let files = files_under(canary.path()).into_iter().filter(|path| !path.starts_with(&inside));
        files.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect::<BTreeMap<_, _>>()
    };
    let before = outside();
    let longest = "k".repeat(1024);
    let keys = [
        "..",
        "../../secret",
        "../secret",
        "./x",
        "/absolute",
        "//",
        "a//b",
        "a/../b",
        "a/",
        ".",
        "C:\\x",
        "a\\..\\b",
        "😀/🚀",
        "ünïcödé",
        "blank and + and %2F and & and ? and #",
        "<xml>&amp;",
        "index.db",
        "data/00/x",
        &longest,
    ];
    for (index, key) in keys.iter().enumerate() {
        for length in [10, 70_000] {
            let body = noise(index as u64, length);
            store.put(key, &body).await.expect(200);
            assert!(store.get(key).await.expect(200).body == body, "{key}");
        }
    }
    let listed = store.signed(Call::new("GET", "/shelf").query("list-type", "2")).await.expect(200);
    let mut expected: Vec<String> = keys.iter().map(ToString::to_string).collect();
    expected.sort();
    let unescape = |key: String| key.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let found: Vec<String> = listed.all_between("<Key>", "</Key>").into_iter().map(unescape).collect();
    assert_eq!(found, expected);
    assert_eq!(outside(), before);
    let names_are_random = store.blob_files().iter().all(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    assert!(names_are_random);
}

#[tokio::test]
async fn impossible_keys_are_refused() {
    let store = TestStore::start().await;
    for key in ["nul\0byte", "line\nbreak", "bell\u{7}", "\u{ffff}"] {
        store.put(key, b"x").await.expect_error(400, "InvalidArgument");
        let create = Call::new("POST", &format!("/shelf/{key}")).query("uploads", "");
        store.signed(create).await.expect_error(400, "InvalidArgument");
    }
    store.put(&"k".repeat(1025), b"x").await.expect_error(400, "KeyTooLongError");
    let mut broken = Call::new("PUT", "/shelf/x").body(b"x");
    broken.path = "/shelf/%ff".into();
    assert_eq!(store.signed(broken).await.status, 400);
}
