//! Many requests on one connection, by HTTP/2 without TLS.

use std::time::Duration;

use axum::http::{self, Request, Response};
use bytes::Bytes;
use h2::client::{Builder, SendRequest};
use h2::{Reason, RecvStream};
use testkit::TestCloud;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

/// More than the windows of a client and the buffers in between.
const LARGE: usize = 4 << 20;
const LONG: Duration = Duration::from_secs(20);

/// A client with the least windows that there can be: it gets 64 KiB of a reply that it does not read.
async fn connect(url: &str) -> SendRequest<Bytes> {
    let address = url.trim_start_matches("http://").split('/').next().unwrap();
    let stream = TcpStream::connect(address).await.unwrap();
    // The requests share no window that one of them could use up.
    let mut settings = Builder::new();
    settings.initial_connection_window_size(64 << 20);
    let (client, connection) = settings.handshake(stream).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn send(client: &SendRequest<Bytes>, request: http::request::Builder, body: &[u8]) -> Response<RecvStream> {
    let request = request.body(()).unwrap();
    let mut client = client.clone().ready().await.unwrap();
    let (response, mut sender) = client.send_request(request, body.is_empty()).unwrap();
    if !body.is_empty() {
        sender.send_data(Bytes::copy_from_slice(body), true).unwrap();
    }
    tokio::time::timeout(LONG, response).await.expect("a reply comes").unwrap()
}

async fn get(client: &SendRequest<Bytes>, url: &str) -> Response<RecvStream> {
    send(client, Request::get(url), b"").await
}

/// The body, and whether it ended as it should.
async fn read(response: Response<RecvStream>) -> (Vec<u8>, Result<(), h2::Error>) {
    let (mut body, mut content) = (response.into_body(), Vec::new());
    while let Some(piece) = tokio::time::timeout(LONG, body.data()).await.expect("the body goes on") {
        match piece {
            Ok(piece) => content.extend_from_slice(&piece),
            Err(error) => return (content, Err(error)),
        }
        let used = body.flow_control().used_capacity();
        let _ = body.flow_control().release_capacity(used);
    }
    (content, Ok(()))
}

#[tokio::test]
async fn both_listeners_answer() {
    let cloud = TestCloud::start().await;
    let api = connect(cloud.anyone().base_url()).await;
    let url = |path: &str| format!("{}{path}", cloud.anyone().base_url());
    let (health, unknown) = (get(&api, &url("/healthz")).await, get(&api, &url("/v1/auth")).await);
    assert_eq!((health.status().as_u16(), unknown.status().as_u16()), (200, 401));
    assert_eq!(health.headers()["content-length"], "3");
    assert_eq!(read(health).await.0, b"ok\n");
    let bare = send(&api, Request::options(url("/v1/auth")).header("origin", "https://example.org"), b"").await;
    assert!(bare.status().is_success() && bare.headers().get("content-length").is_none_or(|length| length == "0"));
    let head = send(&api, Request::head(url("/openapi.json")), b"").await;
    let whole = get(&api, &url("/openapi.json")).await;
    assert_eq!(head.headers().get("content-length"), whole.headers().get("content-length"));
    let sign_in = Request::post(url("/v1/auth")).header("content-type", "application/json");
    let refused = send(&api, sign_in, br#"{"email": "nobody@example.org", "password": "wrong"}"#).await;
    assert_eq!(refused.status(), 401);

    let storage = &cloud.app().storage;
    let content = vec![7; LARGE];
    let put = storage.presigned_put("large").to_string();
    let store = connect(&put).await;
    assert_eq!(send(&store, Request::put(&put), &content).await.status(), 411);
    let sized = Request::put(&put).header("content-length", LARGE);
    assert_eq!(send(&store, sized, &content).await.status(), 200);
    let (came, ended) = read(get(&store, storage.presigned_get("large").as_str()).await).await;
    assert!(ended.is_ok() && came == content);
    let changed = storage.presigned_get("large").to_string().replace("large", "larger");
    assert_eq!(get(&store, &changed).await.status(), 403);
}

#[tokio::test]
async fn two_hosts_are_refused() {
    let cloud = TestCloud::start().await;
    let api = connect(cloud.anyone().base_url()).await;
    let url = format!("{}/healthz", cloud.anyone().base_url());
    let own = url.trim_start_matches("http://").split('/').next().unwrap().to_owned();
    assert_eq!(send(&api, Request::get(&url).header("host", own), b"").await.status(), 200);
    assert_eq!(send(&api, Request::get(&url).header("host", "other.example.org"), b"").await.status(), 400);
}

#[tokio::test]
async fn each_request_takes_a_place() {
    let cloud = TestCloud::setup().with(|config| config.limits.connections_per_address = 4).start().await;
    // One place is taken by the connection with which the content comes.
    let url = cloud.store_object("large", vec![7; LARGE]).await;
    let store = connect(&url).await;
    let mut unread = Vec::new();
    for _ in 0..6 {
        unread.push(get(&store, &url).await);
    }
    let statuses: Vec<_> = unread.iter().map(|reply| reply.status().as_u16()).collect();
    let served = statuses.iter().filter(|status| **status == 200).count();
    assert!((3..=4).contains(&served), "{statuses:?}");
    assert!(statuses[served..].iter().all(|status| *status == 503), "{statuses:?}");
    for (reply, status) in unread.into_iter().zip(statuses) {
        let (content, ended) = read(reply).await;
        assert!(ended.is_ok() && (status == 503 || content.len() == LARGE));
    }
    assert_eq!(get(&store, &url).await.status(), 200, "read replies take no place");
}

#[tokio::test]
async fn a_reply_that_nobody_reads_is_abandoned() {
    let cloud = TestCloud::setup().with(|config| config.limits.stall_seconds = 1).start().await;
    let url = cloud.store_object("large", vec![7; LARGE]).await;
    let store = connect(&url).await;
    let unread = get(&store, &url).await;
    // Only real time can show this: the server waits for a second.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let (content, ended) = read(unread).await;
    assert!(content.len() < LARGE, "the whole object came");
    assert_eq!(ended.unwrap_err().reason(), Some(Reason::INTERNAL_ERROR), "it must not look whole");
    assert_eq!(read(get(&store, &url).await).await.0.len(), LARGE, "the connection goes on");
}

#[tokio::test]
async fn a_connection_of_many_unread_replies_ends_and_frees_their_places() {
    let limits = |config: &mut cloud::config::Config| {
        (config.limits.stall_seconds, config.limits.connections_per_address) = (1, 10);
    };
    let cloud = TestCloud::setup().with(limits).start().await;
    let url = cloud.store_object("large", vec![7; LARGE]).await;
    let store = connect(&url).await;
    let mut unread = Vec::new();
    for _ in 0..6 {
        unread.push(get(&store, &url).await);
    }
    let ends = async {
        while store.clone().ready().await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(LONG, ends).await.expect("the connection ends");
    for reply in unread {
        assert!(read(reply).await.1.is_err(), "no reply looks whole");
    }
    let next = connect(&url).await;
    let mut replies = Vec::new();
    for _ in 0..8 {
        replies.push(get(&next, &url).await);
    }
    assert!(replies.iter().all(|reply| reply.status() == 200), "the places are free");
}

/// An operator's proxy is answered on a full listener, and others learn why they are refused.
#[tokio::test]
async fn a_full_listener_answers_one_request_of_a_connection() {
    let limits =
        |config: &mut cloud::config::Config| (config.limits.connections, config.limits.request_seconds) = (1, 600);
    let cloud = TestCloud::setup().with(limits).start().await;
    let url = |path: &str| format!("{}{path}", cloud.anyone().base_url());
    // It has the only place for as long as its request runs.
    let address = cloud.anyone().base_url().trim_start_matches("http://").to_owned();
    let mut waiting = TcpStream::connect(address).await.unwrap();
    waiting
        .write_all(b"POST /v1/auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{")
        .await
        .unwrap();
    for (path, status) in [("/healthz", 200), ("/v1/auth", 503)] {
        let client = connect(cloud.anyone().base_url()).await;
        assert_eq!(get(&client, &url(path)).await.status(), status, "{path}");
        let ends = async {
            while client.clone().ready().await.is_ok() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(LONG, ends).await.expect("the connection is for one request");
    }
}

#[tokio::test]
async fn a_connection_that_rests_gives_its_place_to_others() {
    let limits =
        |config: &mut cloud::config::Config| (config.limits.header_seconds, config.limits.connections) = (1, 1);
    let cloud = TestCloud::setup().with(limits).start().await;
    let api = connect(cloud.anyone().base_url()).await;
    assert_eq!(get(&api, &format!("{}/healthz", cloud.anyone().base_url())).await.status(), 200);
    let served = async { while cloud.get("/v1/system/packages/spec").await.status != 200 {} };
    tokio::time::timeout(LONG, served).await.expect("the place becomes free");
    assert!(api.ready().await.is_err(), "the connection was closed");
}

/// Two requests at once on one connection, and then a shutdown: both are answered.
#[tokio::test]
async fn a_shutdown_lets_running_requests_finish() {
    let cloud = TestCloud::start().await;
    let url = cloud.store_object("large", vec![7; LARGE]).await;
    let store = connect(&url).await;
    let replies = [get(&store, &url).await, get(&store, &url).await];
    let shut_down = tokio::spawn(cloud.shut_down());
    for reply in replies {
        let (content, ended) = read(reply).await;
        assert!(ended.is_ok() && content.len() == LARGE);
    }
    shut_down.await.unwrap();
}
