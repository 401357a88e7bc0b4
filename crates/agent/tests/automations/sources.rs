//! Sources are deleted once they are delivered, and never before.

use serde_json::json;
use testkit::until;

use super::scene::{Scene, files};
use crate::transfers::bench::{MIB, tree};

#[tokio::test(flavor = "multi_thread")]
async fn what_was_delivered_is_deleted_and_nothing_else() {
    let scene = Scene::start().await;
    scene.write("one/large", &vec![3; 20 * MIB]);
    scene.write("one/inner/small", b"small");
    scene.write("one/inner/left out.tmp", b"stays");
    scene.write("two/b", b"b");
    std::fs::create_dir_all(scene.root.join("two/empty")).unwrap();
    scene.write("loose", b"stays");
    let before = tree(&scene.root);
    scene.watch(&json!({ "delete_files_after_upload": true, "blacklist": ["*.tmp"] })).await;
    let uploads = scene.sent(2).await;
    for upload in &uploads {
        for (path, content) in scene.delivered(upload).await {
            assert_eq!(before.get(&path), Some(&content), "{}", path.display());
        }
    }
    let left = until("what was delivered is deleted", async || {
        let left = tree(&scene.root);
        if files(&left).len() == 2 { Ok(left) } else { Err(format!("{:?}", files(&left))) }
    })
    .await;
    assert_eq!(files(&left), [std::path::Path::new("loose"), std::path::Path::new("one/inner/left out.tmp")]);
    scene.stays_at(2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changed_after_it_was_sent_stays_and_is_sent_anew() {
    let mut scene = Scene::start().await;
    // The package is not finalized automatically, so there is a moment in which everything is sent and nothing is
    // confirmed.
    scene.bench.agent = scene.bench.agent.restart(|options| options.auto_finalize = false).await;
    scene.write("one/a", b"first");
    scene.write("one/b", b"unchanged");
    scene.watch(&json!({ "delete_files_after_upload": true })).await;
    let idle = async || {
        let found = until("an upload is idle", async || {
            let uploads = scene.uploads().await;
            let found = uploads.iter().find(|upload| upload["state"] == "idle").cloned();
            found.ok_or_else(|| format!("{uploads:?}"))
        });
        found.await["upload_id"].as_str().unwrap().to_owned()
    };
    let first = idle().await;
    assert!(scene.root.join("one/b").exists(), "nothing is deleted before the service has confirmed the package");
    // Same size and same modification time: only reading reveals the change.
    let path = scene.root.join("one/a");
    let modified = std::fs::metadata(&path).unwrap().modified().unwrap();
    std::fs::write(&path, b"FIRST").unwrap();
    std::fs::File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
    scene
        .bench
        .agent
        .call(&format!("POST /api/v1/uploads/{first}/finalize"), &serde_json::Value::Null)
        .await
        .expect(200);
    let unchanged = scene.root.join("one/b");
    let deleted = async || if unchanged.exists() { Err("one/b is still there") } else { Ok(()) };
    until("what was delivered is deleted", deleted).await;
    assert_eq!(std::fs::read(&path).unwrap(), b"FIRST", "it was never sent");
    let second = idle().await;
    scene
        .bench
        .agent
        .call(&format!("POST /api/v1/uploads/{second}/finalize"), &serde_json::Value::Null)
        .await
        .expect(200);
    let uploads = scene.sent(2).await;
    let newer = uploads.iter().find(|upload| upload["upload_id"] == second.as_str()).unwrap();
    let delivered = scene.delivered(newer).await;
    assert_eq!(delivered[std::path::Path::new("one/a")].as_deref(), Some(&b"FIRST"[..]));
}
