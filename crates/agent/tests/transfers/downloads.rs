//! Downloads.

use serde_json::{Value, json};

use super::bench::{Bench, MIB};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_there_already_is_adopted_or_left_alone() {
    let bench = Bench::start().await;
    let (same, other) = (bench.file("same", 2 * MIB), bench.file("other.txt", 100));
    let url = bench.sent(&[&same, &other]).await;
    let to = bench.agent.place("received");
    std::fs::create_dir_all(&to).unwrap();
    std::fs::copy(&same, to.join("same")).unwrap();
    std::fs::write(to.join("other.txt"), "mine").unwrap();
    std::fs::write(to.join("other.txt.part"), "also mine").unwrap();
    bench.received(&url, "received").await;
    assert_eq!(std::fs::read(to.join("other.txt")).unwrap(), b"mine");
    assert_eq!(std::fs::read(to.join("other.txt.part")).unwrap(), b"also mine");
    assert_eq!(std::fs::read(to.join("other (2).txt")).unwrap(), std::fs::read(&other).unwrap());
    let id = bench.agent.call("GET /api/v1/downloads", &Value::Null).await.expect(200)[0]["download_id"].clone();
    let id = id.as_str().unwrap();
    bench.agent.call(&format!("DELETE /api/v1/downloads/{id}?remove_files=true"), &Value::Null).await.expect(200);
    assert!(to.join("same").exists() && to.join("other.txt").exists(), "existing files are kept");
    assert!(!to.join("other (2).txt").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_fetched_says_why() {
    let bench = Bench::start().await;
    let file = bench.file("a", 10);
    let url = bench.sent(&[&file]).await;
    for (wrong, code) in [(url.replace("secret=", "secret=x"), 196_610), (url.clone(), 0)] {
        let id = bench.download(&wrong, &bench.agent.place("to")).await;
        let download = bench.until("downloads", &id, &["complete", "error"]).await;
        assert_eq!(download["error"]["code"].as_u64().unwrap_or_default(), code, "{download}");
    }
    for (body, field) in [
        (json!({ "url": "nonsense", "dst_folder": "/tmp/x" }), "url"),
        (json!({ "url": url, "dst_folder": "relative" }), "dst_folder"),
        (json!({ "url": url, "dst_folder": "/proc/x" }), "dst_folder"),
        (json!({ "url": url }), "dst_folder"),
    ] {
        let refused = bench.agent.call("POST /api/v1/downloads", &body).await;
        assert!(matches!(refused.status.as_u16(), 400 | 403), "{body}");
        assert!(refused.text.contains(field), "{body}: {}", refused.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_cannot_place_keys_and_start_files() {
    let bench = Bench::start().await;
    let tree = bench.source("home");
    for path in ["home/.ssh/authorized_keys", "home/.bashrc", "home/films/clip"] {
        bench.file(path, 10);
    }
    let url = bench.sent(&[&tree]).await;
    let to = bench.agent.place("received");
    let id = bench.download(&url, &to).await;
    let download = bench.until("downloads", &id, &["complete", "error"]).await;
    assert_eq!(download["state"], "error");
    let message = download["error"]["message"].as_str().unwrap();
    assert!(message.contains("keys or programs"), "{message}");
    assert!(to.join("home/films/clip").exists() && !to.join("home/.ssh").exists() && !to.join("home/.bashrc").exists());
}
