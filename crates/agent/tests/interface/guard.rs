//! No web page can reach the agent, whatever it sends; programs on this machine can.

use agent::options::ListenAddress;
use agent::routes::routes;
use serde_json::Value;
use serving::secret::Secret;
use testkit::{TestAgent, TestCloud};
use wire::error::{ErrorBody, ErrorCode};

const ID: &str = "9f1c2d3e-4b5a-4978-8c6d-0e1f2a3b4c5d";

/// What a page can send, as headers after the request line. `{port}` is the agent's.
const SHAPES: &[(&str, &str)] = &[
    ("a rebound name", "Host: evil.example:{port}\r\n"),
    ("a rebound name that looks like an address", "Host: 127.evil.example:{port}\r\n"),
    ("a rebound name that ends like ours", "Host: evil-localhost:{port}\r\n"),
    ("every address of the machine", "Host: 0.0.0.0:{port}\r\n"),
    ("our address in another dress", "Host: [::ffff:127.0.0.1]:{port}\r\n"),
    ("our address as one number", "Host: 2130706433:{port}\r\n"),
    ("our name, another port", "Host: localhost:1\r\n"),
    (
        "a form of another site",
        "Host: localhost:{port}\r\nOrigin: https://evil.example\r\nSec-Fetch-Site: cross-site\r\n",
    ),
    ("a sandboxed frame", "Host: localhost:{port}\r\nOrigin: null\r\n"),
    (
        "another program's page on this machine",
        "Host: localhost:{port}\r\nOrigin: http://localhost:1\r\nSec-Fetch-Site: same-site\r\n",
    ),
    ("an image of another site", "Host: 127.0.0.1:{port}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"),
    ("two hosts", "Host: localhost:{port}\r\nHost: evil.example\r\n"),
];

fn request(method: &str, path: &str, headers: &str, kind: &str, port: u16) -> String {
    let path = path.split('/').map(|part| if part.starts_with('{') { ID } else { part }).collect::<Vec<_>>().join("/");
    let headers = headers.replace("{port}", &port.to_string());
    let body = if method == "GET" { "" } else { "{}" };
    let kind = if body.is_empty() { String::new() } else { format!("Content-Type: {kind}\r\n") };
    let length = body.len();
    format!("{method} {path} HTTP/1.1\r\n{headers}{kind}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}")
}

/// Every route of the table, and the paths served in addition.
fn all_routes() -> Vec<(&'static str, &'static str)> {
    let table = routes().table.into_iter().map(|route| (route.method, route.path));
    table.chain([("GET", "/docs/"), ("GET", "/"), ("POST", "/no/such/route"), ("OPTIONS", "/api/v1/login")]).collect()
}

#[tokio::test]
async fn no_shape_of_a_foreign_page_reaches_any_route() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    assert_eq!(SHAPES.len(), 12);
    for (method, path) in all_routes() {
        for (name, headers) in SHAPES {
            let (status, reply) = agent.raw(&request(method, path, headers, "application/json", agent.port())).await;
            assert!(matches!(status, 400 | 403), "{name}: {method} {path} answered {status}");
            assert!(!reply.to_ascii_lowercase().contains("access-control-"), "{name}: {method} {path}: {reply}");
        }
    }
    assert_eq!(agent.admitted(), 0, "no request passed the guard");
    agent.call("GET /api/v1/settings/fifo_mode", &Value::Null).await.expect(200);
    assert_eq!(agent.admitted(), 1);
}

#[tokio::test]
async fn refusals_have_the_form_of_every_error() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    let text =
        request("POST", "/api/v1/settings/concurrency", "Host: evil.example\r\n", "application/json", agent.port());
    let (status, reply) = agent.raw(&text).await;
    let (head, body) = reply.split_once("\r\n\r\n").unwrap();
    let error: ErrorBody = serde_json::from_str(body).unwrap();
    assert_eq!((status, error.code), (403, ErrorCode::ForeignPage));
    assert!(head.to_ascii_lowercase().contains("x-request-id: "), "{head}");
}

#[tokio::test]
async fn a_form_cannot_send_json_by_another_name() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    let host = "Host: localhost:{port}\r\n";
    for (method, path) in all_routes().into_iter().filter(|(method, _)| *method != "GET") {
        for kind in
            ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json", ""]
        {
            let (status, _) = agent.raw(&request(method, path, host, kind, agent.port())).await;
            assert_eq!(status, 415, "{method} {path} with {kind:?}");
        }
    }
    assert_eq!(agent.admitted(), 0);
}

#[tokio::test]
async fn programs_and_our_own_pages_are_served_under_all_our_names() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::setup(&cloud).with(|options| options.allow_hosts.push("agent.example".into())).start().await;
    for headers in [
        "Host: localhost:{port}\r\n",
        "Host: LocalHost:{port}\r\n",
        "Host: 127.0.0.1:{port}\r\n",
        "Host: [::1]:{port}\r\n",
        "Host: agent.example\r\n",
        "Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\nSec-Fetch-Site: same-origin\r\n",
        "Host: 127.0.0.1:{port}\r\nSec-Fetch-Site: none\r\n",
    ] {
        let text =
            request("POST", "/api/v1/settings/concurrency", headers, "application/json; charset=utf-8", agent.port());
        assert_eq!(agent.raw(&text).await.0, 200, "{headers}");
    }
    // The target in the request line counts as a host too.
    let target = format!("http://evil.example:{}/api/v1/login", agent.port());
    let (status, _) = agent.raw(&request("GET", &target, "Host: localhost:{port}\r\n", "", agent.port())).await;
    assert!(matches!(status, 400 | 403), "{status}");
}

#[tokio::test]
async fn where_a_token_is_set_every_call_must_carry_it() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::setup(&cloud).with(|options| options.token = Secret::new("the token")).start().await;
    // The page is where people enter the token; here it does not matter whether it was built.
    let (status, _) = agent.raw(&request("GET", "/", "Host: localhost:{port}\r\n", "", agent.port())).await;
    assert!(matches!(status, 200 | 503), "{status}");
    let pages = agent.admitted();
    for (method, path) in all_routes().into_iter().filter(|route| *route != ("GET", "/")).chain([("POST", "/")]) {
        for wrong in [
            "",
            "Authorization: Bearer the toke\r\n",
            "Authorization: Basic the token\r\n",
            "Authorization: Bearer\r\n",
        ] {
            let headers = format!("Host: localhost:{{port}}\r\n{wrong}");
            let (status, _) = agent.raw(&request(method, path, &headers, "application/json", agent.port())).await;
            assert_eq!(status, 401, "{method} {path} with {wrong:?}");
        }
    }
    assert_eq!(agent.admitted(), pages);
    let headers = "Host: localhost:{port}\r\nAuthorization: Bearer the token\r\n";
    let text = request("GET", "/api/v1/settings/concurrency", headers, "", agent.port());
    assert_eq!(agent.raw(&text).await.0, 200);
}

#[tokio::test]
async fn a_socket_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    let cloud = TestCloud::start().await;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("agent.sock");
    let mut options = TestAgent::options_for(cloud.anyone().base_url(), directory.path().join("state"));
    options.listen = ListenAddress::Unix(path.clone());
    let running = agent::start::start(options).await.unwrap();
    assert_eq!(running.api, format!("unix:{}", path.display()));
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let mut stream = tokio::net::UnixStream::connect(&path).await.unwrap();
    let text = "GET /api/v1/settings/concurrency HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    running.shut_down().await;
    assert!(!path.exists());
}
