//! More changes at once than the kernel reports.

use serde_json::json;

use super::scene::Scene;

/// By default, the kernel queues 16,384 notifications and drops the rest.
const FILES: usize = 20_000;
const DEEP_FILES: usize = 100_000;
const FOLDERS: usize = 20;
const CONTENT: &[u8] = b"ten bytes.";

#[tokio::test(flavor = "multi_thread")]
async fn all_files_are_found_although_hints_are_lost() {
    let scene = Scene::start().await;
    scene.watch(&json!({ "timeout": 8 })).await;
    let count = if testkit::is_deep() { DEEP_FILES } else { FILES };
    let root = scene.root.clone();
    let write = move || {
        for folder in 0..FOLDERS {
            std::fs::create_dir_all(root.join(format!("{folder}/a/b"))).unwrap();
        }
        for number in 0..count {
            let place = ["", "a/", "a/b/"][number % 3];
            std::fs::write(root.join(format!("{}/{place}{number}", number % FOLDERS)), CONTENT).unwrap();
        }
    };
    tokio::task::spawn_blocking(write).await.unwrap();
    // The deep test takes longer than `until` waits, so each hundredth has its own wait.
    let all = (count * CONTENT.len()) as u64;
    for part in 1..100 {
        scene.until_moved(all * part / 100).await;
    }
    let uploads = scene.sent(FOLDERS).await;
    let bytes: u64 = uploads.iter().map(|upload| upload["size"].as_u64().unwrap()).sum();
    assert_eq!(bytes, all);
}
