//! How the listeners handle slow, odd and late clients.

use std::time::Duration;

use reqwest::Method;
use testkit::{Reply, TestCloud};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use wire::error::{ErrorBody, ErrorCode};

/// Sends bytes and reads until the server closes the connection.
async fn converse(cloud: &TestCloud, bytes: &[u8]) -> String {
    let address = cloud.anyone().base_url().trim_start_matches("http://").to_owned();
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that refuses may stop reading; its answer still counts.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
    read.expect("the server closes the connection").unwrap();
    String::from_utf8(answer).unwrap()
}

#[tokio::test]
async fn headers_that_never_end_are_cut() {
    let cloud = TestCloud::setup().with(|config| config.limits.header_seconds = 1).start().await;
    let answer = converse(&cloud, b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow:").await;
    assert!(!answer.contains("200 OK"), "{answer}");
    assert_eq!(cloud.get("/healthz").await.text, "ok\n", "others are still served");
}

#[tokio::test]
async fn silence_is_cut_too() {
    let cloud = TestCloud::setup().with(|config| config.limits.header_seconds = 1).start().await;
    assert_eq!(converse(&cloud, b"").await, "");
    assert!(!converse(&cloud, b"PRI * HTTP/2.0\r\n\r\n").await.contains("200 OK"));
}

/// The HTTP library refuses these before it asks us, and has no hook for a body: the status must be right, and arrive.
#[tokio::test]
async fn what_the_http_library_refuses_gets_a_status_and_ends_the_connection() {
    let cloud = TestCloud::start().await;
    let headers = (0..600).map(|number| format!("X-{number}: y\r\n")).collect::<Vec<_>>().concat();
    let refused = [
        ("400 Bad Request", "hello\r\n\r\n".to_owned()),
        ("400 Bad Request", "GET /healthz HTTP/1.1\r\nHost: x\r\nNo Name: y\r\n\r\n".to_owned()),
        ("414 URI Too Long", format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(70_000))),
        ("431 Request Header Fields Too Large", format!("GET /healthz HTTP/1.1\r\nHost: x\r\n{headers}\r\n")),
        ("431 Request Header Fields Too Large", format!("GET /healthz HTTP/1.1\r\nX: {}", "y".repeat(600_000))),
    ];
    for (status, request) in refused {
        let answer = converse(&cloud, request.as_bytes()).await;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert_eq!(head.lines().next(), Some(format!("HTTP/1.1 {status}").as_str()), "{head}");
        let head = head.to_ascii_lowercase();
        assert!(head.contains("connection: close") && head.contains("content-length: 0"), "{head}");
        assert_eq!(body, "");
    }
    assert_eq!(cloud.get("/healthz").await.text, "ok\n", "others are still served");
}

/// Sends a request on an open connection.
async fn ask_again(stream: &mut TcpStream) -> String {
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let mut answer = vec![0; 4_096];
    let length = stream.read(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer[..length]).into_owned()
}

/// A proxy keeps its connections for longer than the timeout for headers.
#[tokio::test]
async fn a_connection_may_rest_between_requests_but_not_within_one() {
    let cloud = TestCloud::setup().with(|config| config.limits.header_seconds = 1).start().await;
    let mut stream = TcpStream::connect(cloud.anyone().base_url().trim_start_matches("http://")).await.unwrap();
    for _ in 0..2 {
        assert!(ask_again(&mut stream).await.contains("200 OK"));
        // Only real time can show this: a connection that stays open looks the same at any moment.
        tokio::time::sleep(Duration::from_millis(2_500)).await;
    }
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow:").await.unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut Vec::new())).await;
    ended.expect("headers that have begun are not waited for as long").unwrap();
}

#[tokio::test]
async fn nobody_rests_on_a_place_that_others_need() {
    for places in [1, 2] {
        let limits = |config: &mut cloud::config::Config| {
            (config.limits.header_seconds, config.limits.connections) = (1, places);
        };
        let cloud = TestCloud::setup().with(limits).start().await;
        let address = cloud.anyone().base_url().trim_start_matches("http://").to_owned();
        let mut resting = Vec::new();
        for _ in 0..places {
            let mut stream = TcpStream::connect(&address).await.unwrap();
            assert!(ask_again(&mut stream).await.contains("200 OK"));
            resting.push(stream);
        }
        let served = async { while cloud.get("/v1/system/packages/spec").await.status != 200 {} };
        tokio::time::timeout(Duration::from_secs(20), served).await.expect("a place becomes free");
    }
}

#[tokio::test]
async fn a_reader_that_takes_nothing_is_cut() {
    let cloud = TestCloud::setup().with(|config| config.limits.stall_seconds = 1).start().await;
    let content = vec![7; 64 << 20];
    let url = cloud.store_object("large", content.clone()).await;
    let (address, path) = url.trim_start_matches("http://").split_once('/').unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("GET /{path} HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes()).await.unwrap();
    // Only real time can show this: no request lasts longer than the server's timeout.
    tokio::time::sleep(Duration::from_secs(4)).await;
    let mut taken = Vec::new();
    let ended = stream.read_to_end(&mut taken).await;
    assert!(ended.is_err() || taken.len() < content.len(), "the whole object came");
}

#[tokio::test]
async fn every_connection_beyond_the_limit_is_answered() {
    let cloud = TestCloud::setup().with(|config| config.limits.connections = 1).start().await;
    let answers = (0..20).map(|_| {
        let client = cloud.anyone();
        tokio::spawn(async move {
            let request = client.request(Method::GET, "/v1/system/packages/spec").header("connection", "close");
            Reply::to(request).await.status.as_u16()
        })
    });
    for answer in answers.collect::<Vec<_>>() {
        let status = answer.await.unwrap();
        assert!(matches!(status, 200 | 503), "{status}");
    }
}

#[tokio::test]
async fn a_body_that_never_ends_is_answered_in_our_form() {
    let cloud = TestCloud::setup().with(|config| config.limits.request_seconds = 1).start().await;
    let head = "POST /v1/auth HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n";
    let answer = converse(&cloud, format!("{head}Content-Length: 100\r\n\r\n{{").as_bytes()).await;
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let error: ErrorBody = serde_json::from_str(body).unwrap();
    assert_eq!(error.code, ErrorCode::RequestTimeout, "{answer}");
}

#[tokio::test]
async fn figures_on_a_listener_of_their_own() {
    let cloud = TestCloud::setup().with(|config| config.metrics.listen = "127.0.0.1:0".into()).start().await;
    let operator = cloud.operator();
    let page = Reply::to(operator.request(Method::GET, "/metrics")).await;
    assert_eq!(page.status, 200);
    for figure in
        ["tonnage_jobs_dead 0", "tonnage_storage_ready 1", "tonnage_disk_free_bytes ", "tonnage_database_connections{"]
    {
        assert!(page.text.contains(figure), "{figure} is missing:\n{}", page.text);
    }
    assert_eq!(Reply::to(operator.request(Method::GET, "/v1/auth")).await.error().code, ErrorCode::UnknownRoute);
    assert_eq!(cloud.get("/metrics").await.error().code, ErrorCode::Unauthorized);
}

#[tokio::test]
async fn nobody_waits_long_for_a_store_that_says_nothing() {
    // The kernel completes connections that nobody accepts.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let cloud = TestCloud::setup()
        .with(|config| {
            config.metrics.listen = "127.0.0.1:0".into();
            config.storage.endpoint = format!("http://{}", silent.local_addr().unwrap());
            config.storage.access_key = "access".into();
            config.storage.secret_key = cloud::secret::Secret::new("secret");
        })
        .start()
        .await;
    let operator = cloud.operator();
    let asked = |path| {
        let reply = Reply::to(operator.request(Method::GET, path));
        async {
            // A question to the store ends after 5 seconds; nobody waits that long.
            tokio::time::timeout(Duration::from_millis(4_500), reply)
                .await
                .expect("an answer comes while the store is silent")
        }
    };
    let page = asked("/metrics").await;
    assert!(page.text.contains("tonnage_storage_ready 0"), "{}", page.text);
    for _ in 0..3 {
        assert_eq!(asked("/readyz").await.error().code, ErrorCode::StorageUnavailable);
    }
}

#[tokio::test]
async fn ready_says_what_works() {
    let cloud = TestCloud::start().await;
    assert_eq!(cloud.get("/readyz").await.text, "ready\n");
    let lost = TestCloud::setup()
        .with(|config| {
            config.storage.endpoint = "http://127.0.0.1:9".into();
            config.storage.access_key = "access".into();
            config.storage.secret_key = cloud::secret::Secret::new("secret");
        })
        .start()
        .await;
    let reply = lost.get("/readyz").await;
    assert_eq!(reply.error().code, ErrorCode::StorageUnavailable);
    assert_eq!(reply.headers["retry-after"], "5");
    assert_eq!(lost.get("/healthz").await.text, "ok\n", "the process still runs");
}
