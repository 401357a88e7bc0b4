//! URLs that uploaders were given outlive what they were given for. Once the owner of the store has closed a prefix,
//! nothing can be stored under them.

use std::time::Duration;

use fixtures::{Need, SmallDisk};
use futures_util::future::join_all;
use objects::{SIGNED_LENGTH, UPLOAD_LIMIT, fsck};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

use crate::allowances::begin;
use crate::harness::{RawRequest, Reply, TestStore, complete_call, files_under, noise};
use crate::signing::{Call, Mode};

const LARGE: usize = 5 << 20;

async fn close(store: &TestStore, prefix: &str) -> Reply {
    store.signed(Call::new("POST", "/shelf").query("x-tonnage-close", prefix).query("x-tonnage-seconds", "60")).await
}

fn sized(key: &str, body: &[u8]) -> Call {
    Call::new("PUT", &format!("/shelf/{key}")).query(SIGNED_LENGTH, &body.len().to_string()).body(body)
}

fn create(key: &str, limit: usize) -> Call {
    Call::new("POST", &format!("/shelf/{key}")).query("uploads", "").query(UPLOAD_LIMIT, &limit.to_string())
}

fn part(key: &str, upload: &str, body: &[u8]) -> Call {
    sized(key, body).query("partNumber", "1").query("uploadId", upload)
}

async fn upload_of(store: &TestStore, key: &str) -> String {
    store.signed(create(key, LARGE)).await.expect(200).between("<UploadId>", "</UploadId>")
}

#[tokio::test]
async fn a_closed_prefix_takes_nothing_from_uploaders() {
    let store = TestStore::start().await;
    let body = noise(1, LARGE);
    store.signed(sized("p/a/1", &body)).await.expect(200);
    let upload = upload_of(&store, "p/a/2").await;
    let etag = store.signed(part("p/a/2", &upload, &body)).await.expect(200).header("etag");
    for _ in 0..2 {
        close(&store, "p/a/").await.expect(200);
    }
    let attempts = [
        sized("p/a/1", b"small"),
        sized("p/a/1", &body),
        sized("p/a/new", &body),
        Call::new("PUT", "/shelf/p/a/3").query(UPLOAD_LIMIT, "5").body(b"small"),
        create("p/a/2", LARGE),
        part("p/a/2", &upload, &body),
        part("p/a/2", "gone", &body),
        complete_call("p/a/2", &upload, &[(1, etag)]),
    ];
    let attempts = attempts.map(|call| call.sign(&store.address, &Mode::in_query()));
    for attempt in &attempts {
        store.send(attempt).await.expect_error(403, "KeyClosed");
    }
    store.wait_for_files(2).await;
    assert!(store.get("p/a/1").await.expect(200).body == body, "closing deletes nothing");

    // What is next to the prefix is open, and so is everything for the owner, who has no limit.
    for key in ["p/a", "p/b/1", "p"] {
        store.signed(sized(key, b"small")).await.expect(200);
    }
    store.put("p/a/4", &body).await.expect(200);
    let own = store.new_upload("p/a/5").await;
    let etag = store.put_part("p/a/5", &own, 1, &body).await.expect(200).header("etag");
    store.complete("p/a/5", &own, &[(1, etag)]).await.expect(200);

    // It is still closed after a restart, and deleting works.
    let (directory, temporary) = store.close().await;
    let store = TestStore::open(&directory).await;
    for call in [sized("p/a/1", b"small"), create("p/a/2", LARGE)] {
        store.signed(call).await.expect_error(403, "KeyClosed");
    }
    for key in ["p/a/1", "p/a/4", "p/a/5"] {
        store.signed(Call::new("DELETE", &format!("/shelf/{key}"))).await.expect(204);
    }
    let abort = || Call::new("DELETE", "/shelf/p/a/2").query("uploadId", &upload);
    store.signed(abort()).await.expect(204);
    store.signed(abort()).await.expect_error(404, "NoSuchUpload");
    store.wait_for_files(0).await;
    let (directory, _) = store.close().await;
    assert!(fsck(&directory, true).unwrap().is_clean());
    drop(temporary);
}

#[tokio::test]
async fn only_a_signed_request_with_a_prefix_and_a_time_closes() {
    let store = TestStore::start().await;
    let call = |prefix: &str, seconds: &str| {
        Call::new("POST", "/shelf").query("x-tonnage-close", prefix).query("x-tonnage-seconds", seconds)
    };
    for wrong in [call("", "60"), call("p/", ""), call("p/", "-1"), call("p/", "99999999"), call("p/\u{1}", "60")] {
        store.signed(wrong).await.expect_error(400, "InvalidArgument");
    }
    let elsewhere = Call::new("POST", "/nowhere").query("x-tonnage-close", "p/").query("x-tonnage-seconds", "60");
    store.signed(elsewhere).await.expect_error(404, "NoSuchBucket");
    // Someone adds the parameters to a URL that they were given.
    let mut given = create("p/a", LARGE).sign(&store.address, &Mode::in_query());
    given.target.push_str("&x-tonnage-close=p/&x-tonnage-seconds=60");
    store.send(&given).await.expect_error(403, "SignatureDoesNotMatch");
    store.signed(sized("p/a", b"small")).await.expect(200);
}

/// Reads the reply to a request whose body was never sent to its end.
async fn reply_to(mut stream: TcpStream) -> Reply {
    let mut reply = Vec::new();
    let ended = tokio::time::timeout(Duration::from_mins(1), stream.read_to_end(&mut reply)).await.unwrap();
    Reply::parse(&reply, false, ended.is_err()).expect("an answer")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_ends_what_is_being_written() {
    let store = TestStore::start().await;
    let body = noise(1, LARGE);
    let mut requests: Vec<RawRequest> = Vec::new();
    for number in 0..10 {
        requests.push(sized(&format!("p/a/{number}"), &body).sign(&store.address, &Mode::in_query()));
        let key = format!("p/a/parts{number}");
        let upload = upload_of(&store, &key).await;
        requests.push(part(&key, &upload, &body).sign(&store.address, &Mode::in_query()));
    }
    let mut waiting = Vec::new();
    for request in &requests {
        waiting.push(begin(&store, request).await);
    }
    store.wait_for_files(20).await;
    close(&store, "p/a/").await.expect(200);
    for stream in waiting {
        let reply = reply_to(stream).await;
        assert_eq!((reply.status, reply.between("<Code>", "</Code>").as_str()), (403, "KeyClosed"));
    }
    store.wait_for_files(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn objects_below_a_prefix_share_a_limit() {
    let store = TestStore::start().await;
    let limit = 2 * LARGE + 10;
    let put = |key: &str, body: &[u8]| {
        let call = Call::new("PUT", &format!("/shelf/p/a/{key}")).query(UPLOAD_LIMIT, &limit.to_string());
        call.query("x-tonnage-below", "p/a/").body(body)
    };
    let body = noise(1, LARGE);
    store.put("p/b", &body).await.expect(200);
    for key in ["1", "2", "1"] {
        store.signed(put(key, &body)).await.expect(200);
    }
    store.signed(put("3", &body)).await.expect_error(400, "EntityTooLarge");
    store.signed(put("3", &[7; 11])).await.expect_error(400, "EntityTooLarge");
    store.signed(put("3", &[7; 10])).await.expect(200);
    store.signed(Call::new("DELETE", "/shelf/p/a/2")).await.expect(204);
    store.wait_for_files(2).await;

    // What is under way counts, too, so that many at once get no more.
    let mut waiting = Vec::new();
    for key in 4..14 {
        waiting.push(begin(&store, &put(&key.to_string(), &body).sign(&store.address, &Mode::in_query())).await);
    }
    let files = || files_under(&store.directory.join("data")).len();
    let first = waiting.remove(0);
    for stream in waiting {
        reply_to(stream).await.expect_error(400, "EntityTooLarge");
    }
    assert!(files() <= 5, "{} files", files());
    drop(first);
    store.wait_for_files(2).await;
}

#[tokio::test]
async fn parts_are_refused_once_the_object_is_there_also_if_there_is_room_for_both() {
    let store = TestStore::start().await;
    let upload = upload_of(&store, "a").await;
    let etag = store.signed(part("a", &upload, b"short")).await.expect(200).header("etag");
    store.complete("a", &upload, &[(1, etag)]).await.expect(200);
    let again = upload_of(&store, "a").await;
    store.put_part("a", &again, 1, b"more").await.expect_error(400, "EntityTooLarge");
    store.put_part("a", &again, 2, &noise(1, LARGE - 5)).await.expect_error(400, "EntityTooLarge");
    store.wait_for_files(0).await;
}

/// Many files are removed within the hour in which their URLs still work.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thousands_of_closings_cost_an_upload_nothing() {
    let (store, other) = (TestStore::start().await, TestStore::start().await);
    for hundred in 0..30 {
        let prefixes: Vec<String> = (0..100).map(|one| format!("p/{}/{:05}", one % 7, hundred * 100 + one)).collect();
        join_all(prefixes.iter().map(|prefix| close(&store, prefix))).await;
    }
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for _ in 0..51 {
        // In turn, so that whatever else the machine does delays both.
        for (store, times) in [(&store, &mut with), (&other, &mut without)] {
            let started = std::time::Instant::now();
            store.signed(sized("z/z/z", &noise(1, 70_000))).await.expect(200);
            times.push(started.elapsed());
        }
    }
    let [with, without] = [with, without].map(|mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    });
    println!("an upload takes {without:?}, and {with:?} next to 3,000 closings");
    assert!(with < without * 3, "{without:?}, and {with:?} next to 3,000 closings");
    store.signed(sized("p/3/00203", b"small")).await.expect_error(403, "KeyClosed");
    close(&store, "p/").await.expect(200);
    store.signed(sized("p/3/new", b"small")).await.expect_error(403, "KeyClosed");
    store.signed(sized("p/3/00003", b"small")).await.expect_error(403, "KeyClosed");
}

#[tokio::test]
async fn an_index_from_before_closings_gets_them() {
    let store = TestStore::start().await;
    store.put("a", b"old").await.expect(200);
    let (directory, temporary) = store.close().await;
    let index = rusqlite::Connection::open(directory.join("index.db")).unwrap();
    index.execute_batch("DROP TABLE IF EXISTS closed").unwrap();
    drop(index);
    let store = TestStore::open(&directory).await;
    close(&store, "p/").await.expect(200);
    store.signed(sized("p/a", b"small")).await.expect_error(403, "KeyClosed");
    assert_eq!(store.get("a").await.expect(200).body, b"old");
    store.close().await;
    drop(temporary);
}

#[tokio::test]
async fn a_prefix_can_be_closed_on_a_full_disk() {
    if fixtures::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let disk = SmallDisk::mount("size=24m");
    let store = TestStore::open(disk.path()).await;
    store.signed(Call::new("PUT", "/shelf")).await.expect(200);
    let mut number = 0;
    while store.put(&format!("k{number}"), &noise(number, 60_000)).await.status == 200 {
        number += 1;
    }
    for number in 0..50 {
        close(&store, &format!("p/{number}")).await.expect(200);
    }
    store.signed(sized("p/7", b"small")).await.expect_error(403, "KeyClosed");
}
