//! A foreign page in a real browser on the agent's machine: whatever it tries, it cannot reach the agent.
//!
//! The page is served from loopback, where browsers block least.

use std::process::{Command, Stdio};

use testkit::{TestAgent, TestCloud};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// Six ways in which pages can send requests to other origins.
fn page(agent: &str) -> String {
    let start = r#"{"url":"http://x/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=s","dst_folder":"/tmp/reached"}"#;
    format!(
        r#"<!doctype html><title>waiting</title>
<iframe name="hidden"></iframe>
<form id="form" method="post" enctype="text/plain" target="hidden" action="{agent}/api/v1/downloads">
  <input name='{{"url":"http://x/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=s","dst_folder":"/tmp/reached","x":"' value='"}}'>
</form>
<script>
const said = [];
const tried = (name, promise) => promise.then(reply => said.push(name + " " + reply.type + " " + reply.status), () => said.push(name + " failed"));
const image = new Promise(done => {{
  const element = new Image();
  element.onload = element.onerror = () => done({{ type: "image", status: 0 }});
  element.src = "{agent}/api/v1/uploads";
}});
document.getElementById("form").submit();
navigator.sendBeacon("{agent}/api/v1/uploads/pause", "x");
Promise.all([
  tried("json", fetch("{agent}/api/v1/downloads", {{ method: "POST", headers: {{ "content-type": "application/json" }}, body: '{start}' }})),
  tried("plain", fetch("{agent}/api/v1/downloads", {{ method: "POST", mode: "no-cors", headers: {{ "content-type": "text/plain" }}, body: '{start}' }})),
  tried("read", fetch("{agent}/api/v1/uploads")),
  tried("opaque", fetch("{agent}/api/v1/uploads", {{ mode: "no-cors" }})),
  tried("image", image),
]).then(() => setTimeout(() => {{ document.body.innerHTML = "<p>tried: " + said.join(", ") + "</p>"; }}, 300));
</script>"#
    )
}

/// Serves the page and returns its URL.
async fn serve(page: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound listener has an address");
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let page = page.clone();
            tokio::spawn(async move {
                let _ = stream.read(&mut [0; 4096]).await;
                let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n", page.len());
                let _ = stream.write_all(format!("{head}Connection: close\r\n\r\n{page}").as_bytes()).await;
            });
        }
    });
    format!("http://localhost:{}/", address.port())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_in_a_browser_reaches_nothing() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    let url = serve(page(agent.api())).await;
    let profile = tempfile::tempdir().expect("a temporary directory");
    let mut browser = Command::new("chromium");
    browser
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(["--timeout=30000", "--virtual-time-budget=10000", "--dump-dom", &url])
        .stderr(Stdio::null());
    let ended = tokio::task::spawn_blocking(move || browser.output()).await.expect("the browser is waited for");
    let ended = ended.expect("chromium is installed: `cargo xtask test` does that");
    let shown = String::from_utf8_lossy(&ended.stdout);
    for way in ["json", "plain", "read", "opaque", "image"] {
        assert!(shown.contains(way), "{way} was tried: {shown}");
    }
    assert!(!shown.contains(" 200"), "the page reads no reply: {shown}");
    assert!(shown.contains("tried: "), "the page ran to its end: {shown}");
    assert_eq!(agent.admitted(), 0, "no request passed the guard");
    assert!(!std::path::Path::new("/tmp/reached").exists());
    // A program on the machine still can.
    let reply = agent.call("GET /api/v1/uploads", &serde_json::Value::Null).await;
    assert_eq!((reply.expect(200), agent.admitted()), (serde_json::json!([]), 1));
}
