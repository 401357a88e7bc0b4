//! Names of files: what people call them, and what a package cannot hold.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Parcel, Person, Reply, TestCloud, file, plain_package};
use wire::error::ErrorCode;

async fn begin() -> (TestCloud, Person, Parcel) {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    (cloud, owner, parcel)
}

async fn add(parcel: &Parcel, path: &str, name: &str) -> Reply {
    parcel.reply("POST /files", &serde_json::to_value(file(path, name, 5)).unwrap()).await
}

#[tokio::test]
async fn everyday_names_are_good_names() {
    let (_cloud, _owner, parcel) = begin().await;
    let long = "é".repeat(255);
    for (path, name, kept) in [
        ("", "A:B roll.mov", ""),
        ("", "C:", ""),
        ("C:clips", "a", "C:clips"),
        ("x/C:", "a", "x/C:"),
        ("", long.as_str(), ""),
        ("x", long.as_str(), "x"),
        ("a//b", "one", "a/b"),
        ("a/./b", "two", "a/b"),
        ("//./a/b/.//", "three", "a/b"),
    ] {
        let added = add(&parcel, path, name).await.expect(201);
        assert_eq!((&added["file"]["path"], &added["file"]["name"]), (&json!(kept), &json!(name)));
    }
    assert_eq!(add(&parcel, "a///b", "one").await.error().code, ErrorCode::Duplicate, "it is the same place");
    let too_long = "é".repeat(256);
    for (path, name, field) in [
        ("C:", "a", "path"),
        ("C:/", "a", "path"),
        ("C:/clips", "a", "path"),
        ("/C:/clips", "a", "path"),
        ("C:\\clips", "a", "path"),
        ("", "C:\\a", "name"),
        ("", too_long.as_str(), "name"),
        (too_long.as_str(), "a", "path"),
    ] {
        let refused = add(&parcel, path, name).await;
        assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, field), "{path:?} {name:?}");
    }
}

#[tokio::test]
async fn a_file_and_a_folder_cannot_share_a_name() {
    let (_cloud, _owner, parcel) = begin().await;
    let inner = add(&parcel, "day/reel", "clip").await.expect(201)["file"]["id"].as_str().unwrap().to_owned();
    for (path, name, field) in
        [("", "day", "name"), ("day", "reel", "name"), ("day/reel/clip", "x", "path"), ("day/reel/clip/y", "x", "path")]
    {
        let refused = add(&parcel, path, name).await;
        assert_eq!((refused.error().code, refused.field().as_str()), (ErrorCode::Duplicate, field), "{path} {name}");
    }
    add(&parcel, "", "Day").await.expect(201);
    let directory = json!({ "kind": "directory", "name": "reel", "path": "day" });
    parcel.reply("POST /files", &directory).await.expect(201);
    let below = json!({ "kind": "directory", "name": "empty", "path": "Day" });
    assert_eq!(parcel.reply("POST /files", &below).await.error().code, ErrorCode::Duplicate);

    // The directory is still there when the file in it is removed; the folder above is free once both are.
    parcel.reply(&format!("DELETE /files/{inner}"), &Value::Null).await.expect(204);
    assert_eq!(add(&parcel, "", "day").await.error().code, ErrorCode::Duplicate);
    let listed = parcel.client.files(&parcel.id, "").await.unwrap();
    let reel = listed.iter().find(|file| file.name == "reel").unwrap();
    parcel.reply(&format!("DELETE /files/{}", reel.id), &Value::Null).await.expect(204);
    add(&parcel, "", "day").await.expect(201);
}

#[tokio::test]
async fn the_entries_of_one_batch_do_not_collide_either() {
    let (_cloud, _owner, parcel) = begin().await;
    let batch = json!([file("a", "b", 5), file("", "a", 5), file("", "c", 5), file("c/d", "e", 5), file("a", "d", 5)]);
    let replies = parcel.reply("POST /files/batch", &batch).await.expect(200);
    let codes: Vec<&Value> = replies.as_array().unwrap().iter().map(|reply| &reply["error"]["code"]).collect();
    let taken = json!(ErrorCode::Duplicate.number());
    assert_eq!(codes, [&Value::Null, &taken, &Value::Null, &taken, &Value::Null], "{replies}");
}

#[tokio::test]
async fn a_body_that_may_be_empty_may_be_missing() {
    let (_cloud, owner, parcel) = begin().await;
    let path = format!("/v1/packages/{}/links", parcel.id);
    let request = || parcel.client.request(Method::POST, &path);
    Reply::to(request()).await.expect(201);
    Reply::to(request().header("content-type", "text/plain")).await.expect(201);
    Reply::to(request().header("content-type", "application/json").body("")).await.expect(201);
    let stream = futures_util::stream::empty::<Result<Vec<u8>, std::io::Error>>();
    Reply::to(request().body(reqwest::Body::wrap_stream(stream))).await.expect(201);
    assert_eq!(Reply::to(request().body("{}")).await.error().code, ErrorCode::NotJson);
    assert_eq!(Reply::to(request().header("content-type", "text/plain").body("{}")).await.status, 415);

    let create = format!("/v1/teams/{}/packages", owner.team_id);
    let refused = Reply::to(owner.client.request(Method::POST, &create)).await;
    assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, "name"), "what is required is named");
}
