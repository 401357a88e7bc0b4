//! What every reply has besides its meaning: a version that clients can ask about, and a form that saves bytes.

use std::io::Read as _;

use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING, ETAG, HeaderMap, IF_NONE_MATCH, VARY};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, Reply, TestCloud};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

async fn list(person: &Person, path: &str, known: &str) -> Reply {
    let request = person.client.request(Method::GET, path);
    Reply::to(if known.is_empty() { request } else { request.header(IF_NONE_MATCH, known) }).await
}

fn tag(reply: &Reply) -> String {
    reply.headers[ETAG].to_str().unwrap().to_owned()
}

async fn make_tag(owner: &Person, name: &str) {
    let path = format!("POST /v1/teams/{}/tags", owner.team_id);
    Reply::of(&owner.client, &path, &json!({ "name": name })).await.expect(201);
}

#[tokio::test]
async fn a_list_that_a_client_has_is_not_sent_again() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let tags = format!("/v1/teams/{}/tags", owner.team_id);
    make_tag(&owner, "red").await;
    let first = list(&owner, &tags, "").await;
    first.expect(200);
    let known = tag(&first);
    for named in [known.as_str(), "*", &format!("\"other\", {known}")] {
        let again = list(&owner, &tags, named).await;
        assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""), "{named}");
        assert_eq!(tag(&again), known);
        assert!(again.headers.contains_key("x-request-id"));
    }
    make_tag(&owner, "blue").await;
    let changed = list(&owner, &tags, &known).await;
    assert_eq!(changed.expect(200).as_array().map(Vec::len), Some(2));
    assert_ne!(tag(&changed), known);
    let portals = format!("/v1.1/teams/{}/portals", owner.team_id);
    assert!(list(&owner, &portals, "").await.headers.contains_key(ETAG), "pages have one too");
}

#[tokio::test]
async fn what_is_new_at_every_read_has_no_version() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let team = &owner.team_id;
    let package = owner.client.create_package(team, &testkit::plain_package("Rushes")).await.unwrap();
    for path in [
        format!("/v1.1/teams/{team}/packages"),
        format!("/v1/teams/{team}/packages?new=true"),
        format!("/v1.1/teams/{team}/inbox"),
        format!("/v1.1/teams/{team}/packages/{}", package.id),
    ] {
        let reply = list(&owner, &path, "*").await;
        reply.expect(200);
        assert!(!reply.headers.contains_key(ETAG), "{path}");
    }
    let refused = list(&owner, "/v1/teams/nothing/tags", "*").await;
    assert!(refused.status.is_client_error() && !refused.headers.contains_key(ETAG), "nor has an error");
}

async fn encoded(owner: &Person, path: &str, accept: &str) -> (HeaderMap, Vec<u8>) {
    let reply = owner.client.request(Method::GET, path).header(ACCEPT_ENCODING, accept).send().await.unwrap();
    let headers = reply.headers().clone();
    (headers, reply.bytes().await.unwrap().to_vec())
}

fn decoded(encoding: &str, bytes: &[u8]) -> Value {
    let mut text = Vec::new();
    match encoding {
        "gzip" => flate2::read::GzDecoder::new(bytes).read_to_end(&mut text).unwrap(),
        "br" => brotli::Decompressor::new(bytes, 4096).read_to_end(&mut text).unwrap(),
        "zstd" => zstd::Decoder::new(bytes).unwrap().read_to_end(&mut text).unwrap(),
        other => panic!("{other}"),
    };
    serde_json::from_slice(&text).unwrap()
}

#[tokio::test]
async fn long_json_is_compressed_as_the_client_likes() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let tags = format!("/v1/teams/{}/tags", owner.team_id);
    make_tag(&owner, "first").await;
    let (headers, short) = encoded(&owner, &tags, "gzip, br, zstd").await;
    assert!(short.len() < 1000 && !headers.contains_key(CONTENT_ENCODING), "a short reply stays as it is");
    for number in 0..20 {
        make_tag(&owner, &format!("tag {number}")).await;
    }
    let (headers, plain) = encoded(&owner, &tags, "identity").await;
    assert!(plain.len() > 1000 && !headers.contains_key(CONTENT_ENCODING));
    let whole: Value = serde_json::from_slice(&plain).unwrap();
    for encoding in ["gzip", "br", "zstd"] {
        let (headers, bytes) = encoded(&owner, &tags, encoding).await;
        assert_eq!(headers[CONTENT_ENCODING], encoding);
        assert!(headers.get_all(VARY).iter().any(|vary| vary.to_str().unwrap().contains("accept-encoding")));
        assert!(bytes.len() < plain.len(), "{encoding}: {} of {} bytes", bytes.len(), plain.len());
        assert_eq!(decoded(encoding, &bytes), whole);
        let known = headers[ETAG].to_str().unwrap();
        assert_eq!(list(&owner, &tags, known).await.status, StatusCode::NOT_MODIFIED, "{encoding}");
    }
}

#[tokio::test]
async fn lists_that_are_sent_as_they_are_read_are_compressed_to_their_end() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let team = &owner.team_id;
    for name in ["one", "two"] {
        owner.client.create_package(team, &testkit::plain_package(name)).await.unwrap();
    }
    for path in [format!("/v1/teams/{team}/packages?new=true"), format!("/v1/teams/{team}/portals")] {
        let (_, plain) = encoded(&owner, &path, "identity").await;
        let plain: Value = serde_json::from_slice(&plain).unwrap();
        for encoding in ["gzip", "br", "zstd"] {
            let (headers, bytes) = encoded(&owner, &path, encoding).await;
            assert_eq!(headers[CONTENT_ENCODING], encoding, "{path}");
            let found = decoded(encoding, &bytes);
            assert_eq!(found.as_array().map(Vec::len), plain.as_array().map(Vec::len), "{path}");
        }
    }
}

/// Sends these lines and reads the reply.
async fn ask(cloud: &TestCloud, lines: &str) -> String {
    let address = cloud.anyone().base_url().trim_start_matches("http://").to_owned();
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("{lines}Connection: close\r\n\r\n").as_bytes()).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    reply
}

#[tokio::test]
async fn a_request_says_once_for_whom_it_is() {
    let cloud = TestCloud::start().await;
    for hosts in ["", "Host: x\r\nHost: x\r\n", "Host: x\r\nhost: y\r\n"] {
        let reply = ask(&cloud, &format!("GET /v1/auth HTTP/1.1\r\n{hosts}")).await;
        assert!(reply.starts_with("HTTP/1.1 400"), "{hosts}: {reply}");
        assert!(reply.contains(r#""field":"Host""#), "{hosts}: {reply}");
    }
    for good in ["GET /healthz HTTP/1.1\r\nHost: x\r\n", "GET /healthz HTTP/1.0\r\n"] {
        let reply = ask(&cloud, good).await;
        assert!(reply.contains(" 200 OK"), "{good}: {reply}");
    }
}
