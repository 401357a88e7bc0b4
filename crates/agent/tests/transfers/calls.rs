//! Pausing, resuming and deleting at any moment, twice, and concurrently.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use testkit::{Fault as Mishap, FaultProxy, Operation, Reply, TestCloud};

use super::bench::{Bench, MIB, tree};

const CALLS: usize = 300;
const DEEP_CALLS: usize = 10_000;
const TRANSFERS: usize = 3;

/// Several transfers, and the ones that replace deleted ones.
struct Storm {
    bench: Bench,
    source: PathBuf,
    link: String,
    uploads: Vec<(String, String)>,
    downloads: Vec<(String, PathBuf)>,
    /// Packages of deleted uploads, with the state before.
    deleted: Vec<(String, String)>,
    places: usize,
}

impl Storm {
    async fn start() -> Self {
        let rate = Some(20 * MIB as u64);
        let bench = Bench::with(TestCloud::start().await, |options| {
            options.max_upload_rate = rate;
            options.max_download_rate = rate;
        })
        .await;
        for (name, length) in [("show/large", 18 * MIB), ("show/middle", 6 * MIB), ("show/small", 900)] {
            bench.file(name, length);
        }
        let source = bench.source("show");
        let link = bench.sent(&[&source]).await;
        let mut storm = Self { bench, source, link, uploads: vec![], downloads: vec![], deleted: vec![], places: 0 };
        for _ in 0..TRANSFERS {
            storm.fill_up().await;
        }
        storm
    }

    async fn fill_up(&mut self) {
        if self.uploads.len() < TRANSFERS {
            let id = self.bench.upload(&[&self.source], json!({ "chunk_size": 5 * MIB })).await;
            let upload = self.get("uploads", &id).await;
            self.uploads.push((id, upload["package_id"].as_str().unwrap().to_owned()));
        }
        if self.downloads.len() < TRANSFERS {
            self.places += 1;
            let to = self.bench.agent.place(&format!("to-{}", self.places));
            self.downloads.push((self.bench.download(&self.link, &to).await, to));
        }
    }

    async fn get(&self, kind: &str, id: &str) -> Value {
        let transfer = self.bench.agent.call(&format!("GET /api/v1/{kind}/{id}"), &Value::Null).await.expect(200);
        let state = transfer["state"].as_str().unwrap();
        let known = matches!(state, "transferring" | "paused" | "complete") || (kind == "uploads" && state == "idle");
        assert!(known, "{transfer}");
        transfer
    }

    /// A random call.
    fn line(&self, random: &mut StdRng) -> String {
        let (kind, ids): (_, Vec<&String>) = if random.random_bool(0.5) {
            ("uploads", self.uploads.iter().map(|(id, _)| id).collect())
        } else {
            ("downloads", self.downloads.iter().map(|(id, _)| id).collect())
        };
        let id = ids[random.random_range(0..ids.len())];
        match random.random_range(0..20) {
            0 if kind == "uploads" => "POST /api/v1/uploads/pause".into(),
            1 if kind == "uploads" => "POST /api/v1/uploads/resume".into(),
            2 => format!("GET /api/v1/{kind}/{id}"),
            3 => format!("GET /api/v1/{kind}"),
            4..=10 => format!("POST /api/v1/{kind}/{id}/pause"),
            11 if random.random_bool(0.4) => format!("DELETE /api/v1/{kind}/{id}"),
            _ => format!("POST /api/v1/{kind}/{id}/resume"),
        }
    }

    async fn call(&self, line: &str, context: &str) -> Reply {
        let called = self.bench.agent.call(line, &Value::Null);
        let reply = tokio::time::timeout(Duration::from_secs(30), called).await;
        let reply = reply.unwrap_or_else(|_| panic!("{context}: {line} does not answer"));
        let status = reply.status.as_u16();
        assert!(matches!(status, 200 | 404 | 409), "{context}: {line}: {status} {}", reply.text);
        reply
    }

    /// Removes deleted transfers from the lists.
    async fn tidy(&mut self, before: &BTreeMap<String, String>) {
        for (id, package) in std::mem::take(&mut self.uploads) {
            match self.bench.agent.call(&format!("GET /api/v1/uploads/{id}"), &Value::Null).await.status.as_u16() {
                200 => self.uploads.push((id, package)),
                _ => self.deleted.push((package, before.get(&id).cloned().unwrap_or_default())),
            }
        }
        for (id, to) in std::mem::take(&mut self.downloads) {
            match self.bench.agent.call(&format!("GET /api/v1/downloads/{id}"), &Value::Null).await.status.as_u16() {
                200 => self.downloads.push((id, to)),
                _ => assert!(litter(&to).is_empty(), "{:?}", litter(&to)),
            }
        }
        self.fill_up().await;
    }

    async fn states(&self) -> BTreeMap<String, String> {
        let mut states = BTreeMap::new();
        for (id, _) in &self.uploads {
            states.insert(id.clone(), self.get("uploads", id).await["state"].as_str().unwrap().to_owned());
        }
        for (id, _) in &self.downloads {
            states.insert(id.clone(), self.get("downloads", id).await["state"].as_str().unwrap().to_owned());
        }
        states
    }

    /// Resumes paused transfers, and all end: none claims to be running without doing so.
    async fn come_to_an_end(&self, context: &str) {
        let uploads = self.uploads.iter().map(|(id, _)| ("uploads", id));
        for (kind, id) in uploads.chain(self.downloads.iter().map(|(id, _)| ("downloads", id))) {
            if self.get(kind, id).await["state"] == "paused" {
                self.call(&format!("POST /api/v1/{kind}/{id}/resume"), context).await.expect(200);
            }
            let ended = self.bench.until(kind, id, &["complete", "error"]).await;
            assert_eq!(ended["state"], "complete", "{context}: {ended}");
        }
        for (_, to) in &self.downloads {
            assert!(tree(&to.join("show")) == tree(&self.source), "{context}: {:?}", tree(to).keys());
        }
    }

    async fn package_state(&self, package: &str) -> String {
        let owner = &self.bench.owner;
        match owner.client.package(&owner.team_id, &package.parse().unwrap()).await {
            Ok(package) => package.state.as_str().to_owned(),
            Err(error) => format!("{}", error.status().map_or(0, |status| status.as_u16())),
        }
    }
}

fn litter(to: &std::path::Path) -> Vec<PathBuf> {
    if !to.exists() {
        return Vec::new();
    }
    tree(to).into_keys().filter(|path| path.extension().is_some_and(|ending| ending == "part")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn any_call_at_any_moment_leaves_a_known_state() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut storm = Storm::start().await;
    let calls = if testkit::is_deep() { DEEP_CALLS } else { CALLS };
    for number in (0..calls).step_by(3) {
        let context = format!("seed {seed}, call {number}");
        let before = storm.states().await;
        let lines = [storm.line(&mut random), storm.line(&mut random), storm.line(&mut random)];
        // One of the calls may be sent twice at the same time.
        let again = if random.random_bool(0.5) { &lines[0] } else { &lines[2] };
        tokio::join!(storm.call(&lines[0], &context), storm.call(&lines[1], &context), storm.call(again, &context),);
        if lines.iter().any(|line| line.starts_with("DELETE")) {
            storm.tidy(&before).await;
        }
        tokio::time::sleep(Duration::from_millis(random.random_range(0..20))).await;
    }
    storm.come_to_an_end(&format!("seed {seed}")).await;
    let mut unfinished = 0;
    for (package, before) in &storm.deleted {
        let state = storm.package_state(package).await;
        if matches!(before.as_str(), "transferring" | "paused") && state != "finalized" {
            assert!(matches!(state.as_str(), "404" | "deleted" | "expired"), "seed {seed}: {package} is {state}");
            unfinished += 1;
        }
    }
    println!("{} deleted, {unfinished} of them unfinished", storm.deleted.len());
    for (id, _) in storm.uploads {
        assert!(storm.bench.agent.app().uploads.progress(&id.parse().unwrap()).is_none(), "seed {seed}: {id} runs");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resume_in_the_middle_of_a_pause_is_not_lost() {
    let storm = Storm::start().await;
    for round in 0..if testkit::is_deep() { 2_000 } else { 60 } {
        for (kind, id) in [("uploads", &storm.uploads[0].0), ("downloads", &storm.downloads[0].0)] {
            let context = format!("{kind} {round}");
            let (pause, resume) =
                (format!("POST /api/v1/{kind}/{id}/pause"), format!("POST /api/v1/{kind}/{id}/resume"));
            tokio::join!(storm.call(&pause, &context), async {
                tokio::time::sleep(Duration::from_micros(round * 97 % 3_000)).await;
                storm.call(&resume, &context).await
            });
            if storm.get(kind, id).await["state"] != "transferring" {
                storm.call(&resume, &context).await;
            }
        }
    }
    storm.come_to_an_end("pause and resume together").await;
}

/// Everything has arrived, only the answer has not: what was delivered stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_package_whose_finalize_got_no_answer_outlives_its_upload() {
    let cloud = TestCloud::start().await;
    let address = cloud.anyone().base_url().trim_start_matches("http://").parse().unwrap();
    let between = FaultProxy::start(address).await;
    let url = between.url();
    let bench = Bench::with(cloud, |options| options.cloud_url = url.parse().unwrap()).await;
    between.inject_times(1_000, Operation::FinalizePackage, &Mishap::ResetAfter);
    let id = bench.upload(&[&bench.file("clip", MIB)], json!({})).await;
    let upload = bench.until("uploads", &id, &["idle"]).await;
    let package = upload["package_id"].as_str().unwrap().parse().unwrap();
    let owner = &bench.owner;
    let state = async || owner.client.package(&owner.team_id, &package).await.unwrap().state.as_str().to_owned();
    testkit::until("the package is finalized", async || match state().await.as_str() {
        "finalized" => Ok(()),
        other => Err(other.to_owned()),
    })
    .await;
    bench.agent.call(&format!("DELETE /api/v1/uploads/{id}"), &Value::Null).await.expect(200);
    bench.agent.call(&format!("GET /api/v1/uploads/{id}"), &Value::Null).await.expect(404);
    agent::uploads::sweep_removed(bench.agent.app()).await.unwrap();
    assert_eq!(state().await, "finalized");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_package_of_a_deleted_upload_goes_also_when_the_cloud_was_away() {
    let cloud = TestCloud::start().await;
    let address = cloud.anyone().base_url().trim_start_matches("http://").parse().unwrap();
    let between = FaultProxy::start(address).await;
    let url = between.url();
    let bench = Bench::with(cloud, |options| {
        options.max_upload_rate = Some(4 * MIB as u64);
        options.cloud_url = url.parse().unwrap();
    })
    .await;
    let file = bench.file("large", 20 * MIB);
    let id = bench.upload(&[&file], json!({})).await;
    let upload = bench.until("uploads", &id, &["transferring"]).await;
    let package = upload["package_id"].as_str().unwrap().parse().unwrap();
    between.inject_times(1_000, Operation::Delete, &Mishap::ResetBefore);
    bench.agent.call(&format!("DELETE /api/v1/uploads/{id}"), &Value::Null).await.expect(200);
    bench.agent.call(&format!("GET /api/v1/uploads/{id}"), &Value::Null).await.expect(404);
    let owner = &bench.owner;
    assert_eq!(owner.client.package(&owner.team_id, &package).await.unwrap().state.as_str(), "new");
    between.clear();
    let agent = bench.agent.restart(|_| {}).await;
    agent::uploads::sweep_removed(agent.app()).await.unwrap();
    let state = owner.client.package(&owner.team_id, &package).await.map(|package| package.state.as_str().to_owned());
    assert!(state.as_ref().is_err() || state.as_ref().is_ok_and(|state| state != "new"), "{state:?}");
}
