//! An agent with a key, and a folder that it watches.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::until;

use crate::transfers::bench::{Bench, tree};

pub(super) struct Scene {
    pub(super) bench: Bench,
    pub(super) root: PathBuf,
}

impl Scene {
    pub(super) async fn start() -> Self {
        let bench = Bench::start().await;
        let root = bench.agent.place("watched");
        std::fs::create_dir(&root).unwrap();
        Self { bench, root }
    }

    /// The fields of a watch folder that sends what has not changed for a second.
    pub(super) fn fields(&self, more: &Value) -> Value {
        let mut fields = json!({
            "name": "Dailies", "path": self.root, "timeout": 1, "timeout_unit": "seconds", "enabled": true,
            "team_id": self.bench.owner.team_id, "recipient_emails": ["ben@example.org"],
        });
        fields.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        fields
    }

    pub(super) async fn watch(&self, more: &Value) -> String {
        let created = self.call("POST team_upload", &self.fields(more)).await.expect(200);
        created["automation_id"].as_str().unwrap().to_owned()
    }

    /// Calls a method and a path below the automations.
    pub(super) async fn call(&self, line: &str, body: &Value) -> testkit::Reply {
        let (method, path) = line.split_once(' ').unwrap();
        let path = if path.is_empty() { String::new() } else { format!("/{path}") };
        self.bench.agent.call(&format!("{method} /api/v1/automations{path}"), body).await
    }

    pub(super) async fn list(&self) -> Vec<Value> {
        self.call("GET ", &Value::Null).await.expect(200).as_array().unwrap().clone()
    }

    /// Waits until the only automation meets the condition.
    pub(super) async fn until(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        until(what, async || {
            let automation = self.list().await.into_iter().next().unwrap();
            if is_so(&automation) { Ok(automation) } else { Err(automation) }
        })
        .await
    }

    pub(super) fn write(&self, path: &str, content: &[u8]) -> PathBuf {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    pub(super) async fn uploads(&self) -> Vec<Value> {
        self.bench.agent.call("GET /api/v1/uploads", &Value::Null).await.expect(200).as_array().unwrap().clone()
    }

    /// Waits until this many bytes are sent or being sent, in all uploads together.
    pub(super) async fn until_moved(&self, wanted: u64) {
        until(&format!("{wanted} bytes are sent"), async || {
            let bytes = |upload: &Value| upload["progress"].as_u64().unwrap() + upload["under_way"].as_u64().unwrap();
            let moved: u64 = self.uploads().await.iter().map(bytes).sum();
            if moved >= wanted { Ok(()) } else { Err(moved) }
        })
        .await;
    }

    /// Waits until this many uploads are complete, and returns them by package name, newest last.
    pub(super) async fn sent(&self, count: usize) -> Vec<Value> {
        until(&format!("{count} uploads are complete"), async || {
            let uploads = self.uploads().await;
            let complete = uploads.iter().filter(|upload| upload["state"] == "complete").count();
            if complete >= count {
                assert_eq!((uploads.len(), complete), (count, count), "{uploads:?}");
                return Ok(uploads);
            }
            Err(format!("{complete} of {count}: {uploads:?}, {:?}", self.list().await))
        })
        .await
    }

    /// Checks that nothing more is sent in the time in which it would be. The agent does not show that it found nothing
    /// new, so only time can.
    pub(super) async fn stays_at(&self, count: usize) {
        let since = Instant::now();
        while since.elapsed() < Duration::from_millis(2_500) {
            self.sent(count).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Downloads what an upload delivered.
    pub(super) async fn delivered(&self, upload: &Value) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let id = upload["upload_id"].as_str().unwrap();
        let url = self.bench.link(id).await;
        tree(&self.bench.received(&url, &format!("received-{id}")).await)
    }

    pub(super) fn names(uploads: &[Value]) -> Vec<&str> {
        let mut names: Vec<_> = uploads.iter().map(|upload| upload["package_name"].as_str().unwrap()).collect();
        names.sort_unstable();
        names
    }
}

pub(super) fn files(tree: &BTreeMap<PathBuf, Option<Vec<u8>>>) -> Vec<&Path> {
    tree.iter().filter(|(_, content)| content.is_some()).map(|(path, _)| path.as_path()).collect()
}
