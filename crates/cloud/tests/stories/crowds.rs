//! One client cannot take what all clients share: connections, streams, and the operator's pages.

use std::time::Duration;

use cloud::config::Config;
use reqwest::{Method, Response};
use testkit::{Parcel, TestCloud, plain_package};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// Of the metrics.
const TOKEN: &str = "a token that only the operator has";
const SOON: Duration = Duration::from_secs(8);

/// A service with few connections, and a package whose progress can be followed.
async fn scene(limits: impl FnOnce(&mut Config)) -> (TestCloud, Parcel) {
    let cloud = TestCloud::setup().with(limits).start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    (cloud, parcel)
}

async fn soon<T>(answer: impl Future<Output = T>) -> T {
    tokio::time::timeout(SOON, answer).await.expect("an answer comes soon")
}

/// Opens a stream of events, and does not read it.
async fn follow(cloud: &TestCloud, parcel: &Parcel, address: &str) -> Response {
    let auth = &parcel.body.progress_channels[0].auth;
    let path = format!("/v1/channels/{}/events", auth.channel_name);
    let request = cloud.anyone().request(Method::GET, &path).bearer_auth(&auth.token);
    soon(request.header("X-Forwarded-For", address).send()).await.unwrap()
}

/// The addresses of one client that takes what it can get, and of another one.
const GREEDY: &str = "127.0.0.2:0";
const OTHER: &str = "127.0.0.3:0";

/// Opens connections that send nothing.
async fn occupy(url: &str, count: usize) -> Vec<TcpStream> {
    let mut held = Vec::new();
    for _ in 0..count {
        held.push(connect(url, GREEDY).await);
    }
    held
}

async fn connect(url: &str, from: &str) -> TcpStream {
    let address = url.trim_start_matches("http://").split('/').next().unwrap().parse().unwrap();
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(from.parse().unwrap()).unwrap();
    socket.connect(address).await.unwrap()
}

/// Sends a request on a new connection, and returns the reply.
async fn ask(url: &str, from: &str, path: &str) -> String {
    let mut stream = connect(url, from).await;
    let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut reply = String::new();
    soon(stream.read_to_string(&mut reply)).await.unwrap();
    reply
}

async fn is_alive(cloud: &TestCloud) {
    assert_eq!(soon(cloud.get("/healthz")).await.text, "ok\n");
}

#[tokio::test]
async fn streams_take_half_of_the_connections_and_no_more() {
    let (cloud, parcel) = scene(|config| config.limits.connections = 16).await;
    let mut open = Vec::new();
    let refused = loop {
        let answer = follow(&cloud, &parcel, "").await;
        if answer.status() != 200 {
            break answer;
        }
        open.push(answer);
        assert!(open.len() <= 8, "streams take everything");
    };
    assert_eq!((open.len(), refused.status().as_u16()), (8, 503));
    assert!(refused.headers().contains_key("retry-after"));
    is_alive(&cloud).await;
    assert_eq!(soon(cloud.get("/v1/system/packages/spec")).await.status, 200, "others are served");
    open.pop();
    // The server notices a moment later that the reader is gone.
    while follow(&cloud, &parcel, "").await.status() != 200 {}
}

#[tokio::test]
async fn a_package_has_few_streams() {
    let (cloud, parcel) = scene(|config| config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()]).await;
    let mut open = Vec::new();
    for number in 0..50 {
        open.push(follow(&cloud, &parcel, &format!("198.51.100.{}", number / 10)).await);
        assert_eq!(open[number].status(), 200, "{number}");
    }
    for (address, reason) in [("198.51.100.0", "your IP address with this package has 10"), ("198.51.100.9", "has 50")]
    {
        let refused = follow(&cloud, &parcel, address).await;
        assert_eq!((refused.status().as_u16(), refused.headers()["retry-after"].to_str().unwrap()), (429, "5"));
        assert!(refused.text().await.unwrap().contains(reason));
    }
}

#[tokio::test]
async fn the_operator_is_answered_while_every_connection_is_taken() {
    let (cloud, _) = scene(|config| {
        (config.limits.connections, config.metrics.token) = (4, cloud::secret::Secret::new(TOKEN));
    })
    .await;
    let api = cloud.anyone().base_url().to_owned();
    let _held = occupy(&api, 12).await;
    for (path, end) in [("/healthz", "ok\n"), ("/readyz", "ready\n"), ("/metrics", "\n")] {
        let reply = ask(&api, OTHER, path).await;
        assert!(reply.starts_with("HTTP/1.1 200") && reply.ends_with(end), "{path}: {reply}");
    }
    let refused = ask(&api, OTHER, "/v1/system/packages/spec").await;
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("no free connection"), "{refused}");
    assert!(refused.contains("retry-after: 5"), "{refused}");
}

#[tokio::test]
async fn an_address_has_its_share_of_the_connections() {
    let (cloud, _) = scene(|config| config.limits.connections_per_address = 3).await;
    let (api, storage) = (cloud.anyone().base_url().to_owned(), cloud.app().storage.endpoint().to_string());
    let _held = (occupy(&api, 3).await, occupy(&storage, 3).await);
    let refused = ask(&api, GREEDY, "/v1/system/packages/spec").await;
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("has 3 connections"), "{refused}");
    assert!(refused.contains("retry-after: 5"), "{refused}");
    assert!(ask(&api, GREEDY, "/healthz").await.ends_with("ok\n"), "even there the operator is answered");
    let refused = ask(&storage, GREEDY, "/").await;
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("SlowDown"), "{refused}");
    assert!(refused.contains("retry-after: 5"), "{refused}");
    assert_eq!(soon(cloud.get("/v1/system/packages/spec")).await.status, 200, "another address is served");
    let url = soon(cloud.store_object("thing", b"content".to_vec())).await;
    assert_eq!(soon(testkit::fetch(&url)).await, b"content");
}

/// All connections are the proxy's, so it is the requests of a client that count, and its streams.
#[tokio::test]
async fn behind_a_proxy_each_client_has_its_own_share() {
    let (cloud, parcel) = scene(|config| {
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
        config.limits.connections_per_address = 5;
    })
    .await;
    let first = follow(&cloud, &parcel, "198.51.100.1").await;
    assert_eq!(first.status(), 200);
    let refused = follow(&cloud, &parcel, "198.51.100.1").await;
    assert_eq!(refused.status(), 429, "a fifth of what an address has");
    assert!(refused.text().await.unwrap().contains("your IP address has 1 progress streams"));
    let others = [follow(&cloud, &parcel, "198.51.100.2").await, follow(&cloud, &parcel, "2001:db8::1").await];
    assert!(others.iter().all(|other| other.status() == 200), "{others:?}");
    assert_eq!(follow(&cloud, &parcel, "2001:db8::2").await.status(), 429, "one network is one household");
    drop(first);
    while follow(&cloud, &parcel, "198.51.100.1").await.status() != 200 {}
    let _held = occupy(cloud.anyone().base_url(), 20).await;
    assert_eq!(soon(cloud.get("/v1/system/packages/spec")).await.status, 200, "the proxy's connections do not count");
}
