//! Many small files at once, sent by single PUTs: each gets its own answer.

use serde_json::{Value, json};
use testkit::{Parcel, TestCloud, fetch, file, plain_package, request_of};
use wire::blueprint::Blueprint;
use wire::error::ErrorCode;

async fn begin() -> (TestCloud, Parcel) {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    (cloud, parcel)
}

fn put_of(added: &Value) -> Blueprint {
    serde_json::from_value(added["put_blueprint"].clone()).unwrap()
}

/// Sends a file by its blueprint, and returns its `ETag`.
async fn send(added: &Value, content: &'static str) -> String {
    let reply = request_of(&put_of(added)).body(content).send().await.unwrap();
    assert_eq!(reply.status(), 200);
    reply.headers()["etag"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_batch_answers_in_order_and_each_for_itself() {
    let (_cloud, parcel) = begin().await;
    let requests = json!([
        file("x", "a", 5),
        { "name": "..", "size": 5 },
        7,
        file("x", "a", 5),
        { "name": "folder", "kind": "directory" },
        { "name": "unknown size" },
        { "name": "more than a chunk", "size": 200_000_000 },
        { "name": "with a sum", "size": 5, "checksum": "sum" },
        { "name": "b", "size": 5 },
        { "name": "b\u{0}" },
    ]);
    let replies = parcel.reply("POST /files/batch", &requests).await.expect(200);
    let kinds: Vec<(u64, bool)> = replies
        .as_array()
        .unwrap()
        .iter()
        .map(|reply| (reply["error"]["code"].as_u64().unwrap_or(0), reply["put_blueprint"].is_object()))
        .collect();
    let (bad, twice) = (u64::from(ErrorCode::InvalidField.number()), u64::from(ErrorCode::Duplicate.number()));
    let plain = (0, false);
    let expected = [
        (0, true),
        (bad, false),
        (bad, false),
        (twice, false),
        plain,
        plain,
        plain,
        (bad, false),
        (0, true),
        (bad, false),
    ];
    assert_eq!(kinds, expected, "{replies}");
    assert_eq!((&replies[0]["file"]["name"], &replies[0]["file"]["path"]), (&json!("a"), &json!("x")));
    assert_eq!(replies[1]["error"]["details"][0]["field"], "name");
    assert_eq!(replies[7]["error"]["details"][0]["field"], "checksum");
    assert_eq!(replies[8]["file"]["name"], "b");
    let blueprint = put_of(&replies[0]);
    assert_eq!(blueprint.method, "PUT");
    assert_eq!(blueprint.headers["if-none-match"], "*");
    assert_eq!(parcel.client.files(&parcel.id, "").await.unwrap().len(), 5);

    let too_many: Vec<Value> = (0..1_001).map(|number| json!({ "name": number.to_string() })).collect();
    assert_eq!(parcel.reply("POST /files/batch", &json!(too_many)).await.error().code, ErrorCode::LimitExceeded);
    assert_eq!(parcel.reply("POST /files/finalize", &json!(too_many)).await.error().code, ErrorCode::LimitExceeded);
    for path in ["POST /files/batch", "POST /files/finalize"] {
        assert_eq!(parcel.reply(path, &json!({ "name": "no list" })).await.error().code, ErrorCode::InvalidField);
        assert_eq!(parcel.reply(path, &json!([])).await.expect(200), json!([]));
    }
    assert_eq!(parcel.client.files(&parcel.id, "").await.unwrap().len(), 5);
    let added = parcel.reply("POST /files/batch", &json!(too_many[..1_000])).await.expect(200);
    assert_eq!((added[0]["file"]["name"].as_str(), added[999]["file"]["name"].as_str()), (Some("0"), Some("999")));
    assert_eq!(parcel.client.files(&parcel.id, "").await.unwrap().len(), 1_005, "more than one page is streamed");
}

#[tokio::test]
async fn a_bulk_finalize_answers_in_order_and_each_for_itself() {
    let (_cloud, parcel) = begin().await;
    let names: Vec<Value> = (0..6).map(|number| json!({ "name": number.to_string(), "size": 5 })).collect();
    let added = parcel.reply("POST /files/batch", &json!(names)).await.expect(200);
    let id = |number: usize| added[number]["file"]["id"].clone();
    let etags = [send(&added[0], "hello").await, send(&added[1], "hello").await, send(&added[2], "hello").await];
    send(&added[3], "hello").await;
    // The file after the next is sent in chunks, and still finalized with the others.
    let upload_id = parcel.begin(&serde_json::from_value(added[5].clone()).unwrap()).await;
    let chunks = parcel.send(&id(5).as_str().unwrap().parse().unwrap(), &upload_id, b"world", 5 << 20).await;
    let mut in_chunks = json!(chunks);
    in_chunks["file_id"] = id(5);

    let nobody = json!("01KA2B3C4D5E6F7G8H9JKMNPQR");
    let requests = json!([
        { "file_id": id(0), "size": 5, "etag": etags[0] },
        { "file_id": id(1), "size": 5, "etag": "0123456789abcdef0123456789abcdef" },
        { "file_id": id(2), "size": 5 },
        { "file_id": id(3), "size": 4 },
        { "file_id": id(4), "size": 5 },
        in_chunks,
        { "file_id": nobody, "size": 5 },
        { "size": 5 },
        { "file_id": id(1), "size": "5" },
        { "file_id": id(1) },
        { "file_id": "no id", "size": 5 },
        { "file_id": id(1), "size": 5, "chunk_extras": [{ "partNumber": 0, "etag": "a" }] },
        "nothing",
    ]);
    let replies = parcel.reply("POST /files/finalize", &requests).await.expect(200);
    let field = |number: usize| replies[number]["error"]["details"][0]["field"].clone();
    for number in [0, 2, 5] {
        assert_eq!((&replies[number]["id"], &replies[number]["state"]), (&id(number), &json!("finalized")), "{number}");
    }
    for (number, file_id, named) in [
        (1, id(1), "etag"),
        (3, id(3), "size"),
        (4, id(4), "etag"),
        (7, json!(null), "file_id"),
        (8, id(1), "size"),
        (9, id(1), "size"),
        (10, json!("no id"), "file_id"),
        (11, id(1), "chunk_extras[0].partNumber"),
        (12, json!(null), "body"),
    ] {
        assert_eq!((&replies[number]["file_id"], field(number)), (&file_id, json!(named)), "{}", replies[number]);
        assert!(replies[number]["error"]["message"].as_str().is_some_and(|message| !message.is_empty()));
    }
    assert_eq!(replies[6]["file_id"], nobody);
    assert_eq!(replies[6]["error"]["code"], json!(ErrorCode::NotFound));

    let again = parcel.reply("POST /files/finalize", &json!([requests[0], requests[5], requests[5]])).await.expect(200);
    assert_eq!((&again[0], &again[1], &again[2]), (&replies[0], &replies[5], &replies[5]), "a repetition");
    let files = parcel.client.files(&parcel.id, "").await.unwrap();
    let open = files.iter().filter(|file| file.state == "new").map(|file| file.id.clone());
    for file in open.collect::<Vec<_>>() {
        parcel.client.remove_file(&parcel.id, &file).await.unwrap();
    }
    let package = parcel.finalize().await;
    assert_eq!((package.total_files, package.size), (3, 15));
}

#[tokio::test]
async fn addresses_used_after_the_removal_leave_nothing() {
    let (cloud, parcel) = begin().await;
    let added = parcel.reply("POST /files/batch", &json!([file("", "a", 5)])).await.expect(200);
    let id = added[0]["file"]["id"].as_str().unwrap().parse().unwrap();
    parcel.client.remove_file(&parcel.id, &id).await.unwrap();
    cloud.run_due_jobs().await;
    let put = async || request_of(&put_of(&added[0])).body("hello").send().await.unwrap();
    assert_eq!(put().await.status(), 403);
    // Our own requests are not refused, and nor are those of a client in a store of another make.
    let key = domain::file::object_key(&parcel.id, &id);
    cloud.app().storage.put(&key, "hello".into()).await.unwrap();
    cloud.app().storage.begin_upload(&key).await.unwrap();
    cloud.advance(std::time::Duration::from_mins(62));
    cloud.run_due_jobs().await;
    assert!(cloud.app().storage.look_at(&key).await.unwrap().is_none());
    assert!(cloud.app().storage.uploads("packages/", None).await.unwrap().uploads.is_empty());
}

#[tokio::test]
async fn a_second_put_changes_nothing_and_the_lost_etag_is_no_loss() {
    let (_cloud, parcel) = begin().await;
    let added = parcel.reply("POST /files/batch", &json!([file("", "a", 5)])).await.expect(200);
    send(&added[0], "hello").await;
    let second = request_of(&put_of(&added[0])).body("world").send().await.unwrap();
    assert_eq!(second.status(), 412);
    let bare = reqwest::Client::new().put(&put_of(&added[0]).url).body("world").send().await.unwrap();
    assert_eq!(bare.status(), 403, "the condition cannot be left out");
    let id = added[0]["file"]["id"].clone();
    let wrong = json!([{ "file_id": id, "size": 5, "checksum": "AAAAAAAAAAA=" }]);
    let refused = parcel.reply("POST /files/finalize", &wrong).await.expect(200);
    assert_eq!(refused[0]["error"]["details"][0]["field"], "checksum", "size and checksum decide");
    let done = parcel.reply("POST /files/finalize", &json!([{ "file_id": id, "size": 5 }])).await.expect(200);
    assert_eq!(done[0]["state"], "finalized");
    parcel.finalize().await;
    let address = parcel.client.download_address(&parcel.id, &id.as_str().unwrap().parse().unwrap()).await.unwrap();
    assert_eq!(fetch(&address.url).await, b"hello");
}
