//! The session is lost during transfers.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{FaultProxy, Operation, TestCloud, until};
use wire::api_keys::WriteApiKey;
use wire::ids::ApiKeyId;
use wire::portals::WritePortal;

use super::bench::{Bench, MIB, tree};

/// A slow upload with its own key, and a counting proxy between agent and cloud.
struct Scene {
    bench: Bench,
    between: FaultProxy,
    key: ApiKeyId,
    cloud_url: String,
}

impl Scene {
    async fn start() -> Self {
        let cloud = TestCloud::start().await;
        let cloud_url = cloud.anyone().base_url().to_owned();
        let between = FaultProxy::start(cloud_url.trim_start_matches("http://").parse().unwrap()).await;
        let url = between.url();
        let bench = Bench::with(cloud, |options| {
            options.cloud_url = url.parse().unwrap();
            options.max_upload_rate = Some(10 * MIB as u64);
        })
        .await;
        let key = bench.owner.client.create_api_key(&bench.owner.team_id, &WriteApiKey::named("")).await.unwrap();
        let Bench { cloud, owner, agent } = bench;
        let secret = serving::secret::Secret::new(key.key);
        let agent = agent.restart(|options| options.api_key = secret).await;
        Self { bench: Bench { cloud, owner, agent }, between, key: key.api_key.id, cloud_url }
    }

    fn calls(&self) -> usize {
        use Operation::{Bucket, Complete, Create, Delete, FinalizePackage, Get, Put};
        [Get, Bucket, Complete, Put, Delete, Create, FinalizePackage]
            .map(|operation| self.between.count(operation))
            .iter()
            .sum()
    }

    async fn lose(&self, how: &str) {
        match how {
            "inactive" => self.bench.owner.client.switch_api_key(&self.key, "inactive").await.unwrap(),
            _ => self.bench.cloud.set_suspended(&self.bench.owner.team_id, true).await,
        }
    }

    async fn find_again(&self, how: &str) {
        match how {
            "inactive" => self.bench.owner.client.switch_api_key(&self.key, "active").await.unwrap(),
            _ => self.bench.cloud.set_suspended(&self.bench.owner.team_id, false).await,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_waits_for_its_session_and_goes_on_by_itself() {
    for how in ["inactive", "suspended"] {
        let scene = Scene::start().await;
        let bench = &scene.bench;
        let source = bench.file("show/clip", 60 * MIB).parent().unwrap().to_owned();
        let id = bench.upload(&[&source], json!({ "chunk_size": 5 * MIB })).await;
        bench.until_moving("uploads", &id).await;
        scene.lose(how).await;
        // Normally happens once a minute.
        bench.agent.app().sessions.check().await;
        let upload = bench.until("uploads", &id, &["paused", "error", "idle", "complete"]).await;
        assert_eq!(upload["state"], "paused", "{how}: {upload}");
        let message = upload["error"]["message"].as_str().unwrap_or_default();
        assert!(!message.is_empty() && upload["error"]["recoverable"] == true, "{how}: {upload}");
        // Calls that were under way when the upload was paused end first. The interface does not show them.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let before = scene.calls();
        // Calls that do not come can only be counted over a time.
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert!(scene.calls() <= before + 1, "{how}: {} calls in three seconds", scene.calls() - before);
        let refused = bench.agent.call(&format!("POST /api/v1/uploads/{id}/resume"), &Value::Null).await;
        assert_eq!(refused.status, 401, "{how}: {}", refused.text);
        scene.find_again(how).await;
        bench.agent.app().sessions.check().await;
        let upload = bench.until("uploads", &id, &["complete", "error"]).await;
        assert_eq!((&upload["state"], &upload["error"]), (&json!("complete"), &Value::Null), "{how}: {upload}");
        let link = bench.link(&id).await.replace(&scene.between.url(), &scene.cloud_url);
        let to = bench.received(&link, "received").await;
        assert!(tree(&to.join("show")) == tree(&source), "{how}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_doubt_that_was_unfounded_does_not_hold_an_upload_for_ever() {
    let scene = Scene::start().await;
    let bench = &scene.bench;
    let file = bench.file("clip", 20 * MIB);
    let id = bench.upload(&[&file], json!({ "chunk_size": 5 * MIB })).await;
    scene.lose("inactive").await;
    let agent = bench.agent.app();
    bench.until("uploads", &id, &["paused", "idle", "complete"]).await;
    scene.find_again("inactive").await;
    agent.sessions.check().await;
    agent::upkeep::look(agent).await.unwrap();
    let upload = bench.until("uploads", &id, &["complete", "error"]).await;
    assert_eq!(upload["state"], "complete", "{upload}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_all_sent_is_finalized_when_the_session_is_back() {
    let scene = Scene::start().await;
    let bench = &scene.bench;
    let file = bench.file("clip", 30 * MIB);
    let id = bench.upload(&[&file], json!({})).await;
    // The session is not checked before the package is finalized.
    scene.lose("inactive").await;
    let upload = bench.until("uploads", &id, &["paused", "complete", "error", "idle"]).await;
    assert!(matches!(upload["state"].as_str(), Some("idle" | "paused")), "{upload}");
    let upload = until("the upload has an error", async || {
        let upload = bench.until("uploads", &id, &["paused", "idle", "complete", "error"]).await;
        if upload["error"] == Value::Null { Err(upload) } else { Ok(upload) }
    })
    .await;
    assert_eq!(upload["error"]["recoverable"], true, "{upload}");
    scene.find_again("inactive").await;
    bench.agent.app().sessions.check().await;
    let upload = bench.until("uploads", &id, &["complete", "error"]).await;
    assert_eq!(upload["state"], "complete", "{upload}");
}

#[tokio::test(flavor = "multi_thread")]
async fn portals_and_downloads_need_no_session() {
    let cloud = TestCloud::start().await;
    let bench = Bench::on(cloud).await;
    let source = bench.file("show/clip", 6 * MIB).parent().unwrap().to_owned();
    let url = bench.sent(&[&source]).await;
    let portal = WritePortal {
        name: Some("Dailies".into()),
        subdomain: Some("dailies".into()),
        active: Some(true),
        has_access_code: Some(true),
        access_code: Some("sesame".into()),
        ..WritePortal::default()
    };
    bench.owner.client.create_portal(&bench.owner.team_id, &portal).await.unwrap();
    let Bench { cloud, owner, agent } = bench;
    let agent = agent.restart(|options| options.api_key = serving::secret::Secret::default()).await;
    let bench = Bench { cloud, owner, agent };
    let to = bench.received(&url, "received").await;
    assert!(tree(&to.join("show")) == tree(&source));
    let body = |code: Option<&str>| {
        json!({ "subdomain": "dailies", "sender_email": "stranger@example.net", "paths": [source],
            "access_code": code, "package_name": "From outside" })
    };
    for wrong in [None, Some("wrong")] {
        let refused = bench.agent.call("POST /api/v1/portals/uploads", &body(wrong)).await;
        assert!(matches!(refused.status.as_u16(), 401 | 403), "{}", refused.text);
    }
    let started = bench.agent.call("POST /api/v1/portals/uploads", &body(Some("sesame"))).await.expect(200);
    let id = started["upload_id"].as_str().unwrap();
    let upload = bench.until("uploads", id, &["complete", "error", "paused"]).await;
    assert_eq!((&upload["state"], &upload["package_name"]), (&json!("complete"), &json!("From outside")), "{upload}");
    let none = bench.agent.call("POST /api/v1/uploads", &json!({ "team_id": "x", "paths": [source] })).await;
    assert_eq!((none.status.as_u16(), none.text.as_str()), (401, r#"{"code":262146,"message":"session is nil"}"#));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_auto_resume_what_ran_is_paused_at_the_start() {
    let rate = Some(6 * MIB as u64);
    let slow = |options: &mut agent::options::Options| {
        options.max_upload_rate = rate;
        options.max_download_rate = rate;
    };
    let bench = Bench::with(TestCloud::start().await, |_| {}).await;
    let source = bench.file("show/clip", 24 * MIB).parent().unwrap().to_owned();
    let url = bench.sent(&[&source]).await;
    let Bench { cloud, owner, agent } = bench;
    let bench = Bench { cloud, owner, agent: agent.restart(slow).await };
    let to = bench.agent.place("received");
    let (upload, download) = (bench.upload(&[&source], json!({})).await, bench.download(&url, &to).await);
    bench.until("downloads", &download, &["transferring"]).await;
    let Bench { cloud, owner, agent } = bench;
    let agent = agent.restart(|options| options.auto_resume = false).await;
    let bench = Bench { cloud, owner, agent };
    for (kind, id) in [("uploads", &upload), ("downloads", &download)] {
        let transfer = bench.until(kind, id, &["paused", "transferring", "idle", "complete"]).await;
        assert_eq!(transfer["state"], "paused", "{transfer}");
        bench.agent.call(&format!("POST /api/v1/{kind}/{id}/resume"), &Value::Null).await.expect(200);
        assert_eq!(bench.until(kind, id, &["complete", "error"]).await["state"], "complete");
    }
    assert!(tree(&to.join("show")) == tree(&source));
}
