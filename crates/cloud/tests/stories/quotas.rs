//! Limits on what a Team and a Portal store, and on what a Portal receives in an hour.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{GrowingFile, Parcel, Person, Reply, TestCloud, file, plain_package};
use wire::ids::PortalId;
use wire::segments::RequestSegments;
use wire::webhooks::WriteWebhook;

use super::webhook_scene::{Scene, neighbourly, plain};

const HOUR: Duration = Duration::from_hours(1);

async fn limit(owner: &Person, bytes: i64) -> Reply {
    Reply::of(&owner.client, &format!("PUT /v1/teams/{}", owner.team_id), &json!({ "max_stored_bytes": bytes })).await
}

async fn held(owner: &Person) -> Value {
    let path = format!("GET /v1.1/teams/{}/usage", owner.team_id);
    Reply::of(&owner.client, &path, &Value::Null).await.expect(200)["held"].clone()
}

async fn portal(owner: &Person, fields: Value) -> PortalId {
    let mut body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    let created = Reply::of(&owner.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &body).await;
    created.expect(201)["id"].as_str().unwrap().parse().unwrap()
}

async fn add(parcel: &Parcel, name: &str, size: usize) -> Reply {
    parcel.reply("POST /files", &json!(file("", name, size))).await
}

async fn begin(cloud: &TestCloud, portal: &PortalId) -> Reply {
    begin_from(cloud, portal, "127.0.0.1").await
}

/// Another address counts only if the service trusts the test as its proxy.
async fn begin_from(cloud: &TestCloud, portal: &PortalId, address: &str) -> Reply {
    let body = json!({ "name": "Reel", "description": "", "sender": "cleo@example.net" });
    let request = cloud.anyone().request(reqwest::Method::POST, &format!("/v1/portals/{portal}/packages"));
    Reply::to(request.header("X-Forwarded-For", address).json(&body)).await
}

fn behind_a_proxy() -> testkit::Setup {
    TestCloud::setup().with(|config| config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()])
}

fn directories(prefix: &str, count: usize) -> Value {
    (0..count).map(|number| json!({ "kind": "directory", "name": format!("{prefix}{number}") })).collect()
}

#[tokio::test]
async fn a_team_stores_what_its_owner_allows() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    assert_eq!(held(&owner).await, json!({ "bytes": 0, "limit": 0, "is_near": false }));
    assert_eq!(limit(&owner, 1_000).await.expect(200)["max_stored_bytes"], 1_000);
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    add(&parcel, "a", 600).await.expect(201);
    let refused = add(&parcel, "b", 401).await;
    assert_eq!(refused.status, 413);
    assert!(refused.error().message.contains("1000 bytes, and 400 are left"), "{}", refused.text);
    let both = parcel.reply("POST /files/batch", &json!([file("", "c", 300), file("", "d", 200)])).await.expect(200);
    assert!(both[0]["file"].is_object() && both[1]["error"]["message"].as_str().unwrap().contains("are left"));
    assert_eq!(held(&owner).await, json!({ "bytes": 900, "limit": 1_000, "is_near": true }));

    add(&parcel, "e", 100).await.expect(201);
    add(&parcel, "empty", 0).await.expect(201);
    let unknown = parcel.reply("POST /files", &json!({ "name": "of unknown size" })).await;
    assert_eq!(unknown.status, 413, "{}", unknown.text);
    let line = format!("POST /v1/teams/{}/packages", owner.team_id);
    let refused = Reply::of(&owner.client, &line, &json!(plain_package("Next"))).await;
    assert_eq!((refused.status.as_u16(), refused.error().message.contains("0 are left")), (413, true));

    parcel.client.delete_package(&parcel.id).await.unwrap();
    assert_eq!(held(&owner).await["bytes"], 1_000, "its content is still there");
    cloud.advance(HOUR * 25);
    cloud.run_due_jobs().await;
    assert_eq!(held(&owner).await, json!({ "bytes": 0, "limit": 1_000, "is_near": false }));
    Reply::of(&owner.client, &line, &json!(plain_package("Next"))).await.expect(201);
}

#[tokio::test]
async fn only_the_owner_and_the_operator_decide() {
    let cloud = TestCloud::setup().with(|config| config.limits.team_stored_bytes = 500).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let admin = cloud.member(&owner, "admin", "admin@example.org").await;
    assert_eq!(held(&owner).await["limit"], 500, "what the operator set for all Teams");
    assert_eq!(limit(&admin, 400).await.status, 403);
    limit(&admin, 0).await.expect(200);
    limit(&owner, 400).await.expect(200);
    limit(&admin, 400).await.expect(200);
    assert_eq!(held(&owner).await["limit"], 400);
    limit(&owner, 900).await.expect(200);
    assert_eq!(held(&owner).await["limit"], 500, "the Owner cannot raise it");
    for wrong in [-1, i64::MAX] {
        assert_eq!(limit(&owner, wrong).await.field(), "max_stored_bytes");
    }
}

#[tokio::test]
async fn what_is_removed_makes_room() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    limit(&owner, 100).await.expect(200);
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let added = parcel.add("", "a", 100).await;
    assert_eq!(add(&parcel, "b", 1).await.status, 413);
    parcel.client.remove_file(&parcel.id, &added.file.id).await.unwrap();
    parcel.put("", "b", b"hello").await;
    limit(&owner, 1).await.expect(200);
    assert_eq!(parcel.finalize().await.state, "finalized", "a stricter limit takes nothing away");
    assert_eq!(held(&owner).await, json!({ "bytes": 5, "limit": 1, "is_near": true }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_at_once_do_not_exceed_a_limit() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    limit(&owner, 1_000).await.expect(200);
    let parcels = (0..20).map(|_| async { Parcel::create(&owner.client, &owner.team_id, &plain_package("P")).await });
    let parcels = join_all(parcels).await;
    let replies = join_all(parcels.iter().map(|parcel| async move {
        loop {
            let reply = add(parcel, "a", 150).await;
            // Others were faster: what is left shows in the next attempt.
            if reply.status != 503 {
                return reply.status.as_u16();
            }
        }
    }));
    let replies = replies.await;
    assert_eq!(replies.iter().filter(|status| **status == 201).count(), 6, "{replies:?}");
    assert!(replies.iter().all(|status| [201, 413].contains(status)), "{replies:?}");
    assert_eq!(held(&owner).await["bytes"], 900);
}

#[tokio::test]
async fn content_of_unknown_size_fits_what_is_left() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    limit(&owner, 1_000).await.expect(200);
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let growing = GrowingFile::add(&parcel, "live.mov").await;
    let ask = async || {
        let request = RequestSegments { first: 1, count: 1, checksums: None };
        growing.client.request_segments(&parcel.id, &growing.id, &request).await.unwrap().remove(0)
    };
    let send = async |size: usize| {
        testkit::request_of(&ask().await).body(vec![7; size]).send().await.unwrap().status().as_u16()
    };
    assert_eq!((send(1_001).await, send(1_000).await), (400, 200));
    add(&parcel, "a", 600).await.expect(201);
    assert_eq!((send(401).await, send(400).await), (400, 200));
}

#[tokio::test]
async fn a_portal_has_limits_of_its_own() {
    let cloud = behind_a_proxy().start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let id = portal(&owner, json!({ "max_stored_bytes": 100, "max_packages_per_hour": 2 })).await;
    let parcel = Parcel::through(&cloud.anyone(), &id, "Reel").await;
    add(&parcel, "a", 90).await.expect(201);
    let refused = add(&parcel, "b", 11).await;
    assert!(refused.error().message.contains("this Portal can store 100 bytes, and 10 are left"), "{}", refused.text);
    let shown = Reply::of(&owner.client, &format!("GET /v1/portals/{id}"), &Value::Null).await.expect(200);
    assert_eq!(shown["held"], json!({ "bytes": 90, "limit": 100, "is_near": true }));
    let sent = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    add(&sent, "a", 1_000).await.expect(201);

    begin_from(&cloud, &id, "198.51.100.1").await.expect(201);
    let refused = begin_from(&cloud, &id, "198.51.100.2").await;
    assert_eq!(refused.status, 429);
    assert!(refused.error().message.contains("2 packages in an hour, and 0 are left"), "{}", refused.text);
    let seconds: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((3_500..=3_600).contains(&seconds), "{seconds}");
    cloud.advance(Duration::from_secs(seconds));
    begin(&cloud, &id).await.expect(201);
}

#[tokio::test]
async fn directories_are_entries_too() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let fields =
        json!({ "package_size_restriction_enabled": true, "max_file_count": 1, "max_entries_per_hour": 1_000 });
    let id = portal(&owner, fields).await;
    let parcel = Parcel::through(&cloud.anyone(), &id, "Reel").await;
    let replies = parcel.reply("POST /files/batch", &directories("a", 500)).await.expect(200);
    let replies = replies.as_array().unwrap();
    assert_eq!(replies.iter().filter(|reply| reply["file"].is_object()).count(), 101);
    assert!(replies[101]["error"]["message"].as_str().unwrap().contains("101 empty directories"), "{}", replies[101]);
    let first = replies[0]["file"]["id"].as_str().unwrap();
    parcel.reply(&format!("DELETE /files/{first}"), &Value::Null).await.expect(204);
    assert!(parcel.reply("POST /files/batch", &directories("b", 1)).await.expect(200)[0]["file"].is_object());

    // What was refused does not count: 102 of 1,000 are used.
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "package_size_restriction_enabled": false });
    Reply::of(&owner.client, &format!("PUT /v1/portals/{id}"), &body).await.expect(200);
    let other = Parcel::through(&cloud.anyone(), &id, "Reel").await;
    let refused = other.reply("POST /files/batch", &directories("c", 899)).await;
    assert_eq!(refused.status, 429);
    let expected = "1000 files and directories in an hour, and 898 are left";
    assert!(refused.error().message.contains(expected), "{}", refused.text);
    other.reply("POST /files/batch", &directories("c", 898)).await.expect(200);
    assert_eq!(add(&other, "x", 1).await.status, 429);
    cloud.advance(HOUR);
    add(&other, "x", 1).await.expect(201);
}

#[tokio::test]
async fn people_see_how_much_of_an_hour_is_used() {
    let cloud = behind_a_proxy().start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let id = portal(&owner, json!({ "max_packages_per_hour": 5 })).await;
    let hourly = async |what: &str| {
        let shown = Reply::of(&owner.client, &format!("GET /v1/portals/{id}"), &Value::Null).await.expect(200);
        shown["hourly"][what].clone()
    };
    assert_eq!(hourly("packages").await, json!({ "used": 0, "limit": 5, "is_near": false, "ends_at": null }));
    let parcel = Parcel::through(&cloud.anyone(), &id, "Reel").await;
    parcel.reply("POST /files/batch", &directories("a", 7)).await.expect(200);
    let entries = hourly("entries").await;
    assert_eq!(
        (&entries["used"], &entries["limit"], &entries["is_near"]),
        (&json!(7), &json!(1_000_000), &json!(false))
    );
    for address in ["198.51.100.1", "198.51.100.2", "198.51.100.3"] {
        begin_from(&cloud, &id, address).await.expect(201);
    }
    let packages = hourly("packages").await;
    assert_eq!((&packages["used"], &packages["is_near"]), (&json!(4), &json!(true)));
    assert!(packages["ends_at"].is_string(), "{packages}");
    let strangers = Reply::of(&cloud.anyone().with_access_code("any"), &format!("GET /v1/portals/{id}"), &Value::Null)
        .await
        .expect(200);
    assert!(strangers.get("hourly").is_none() && strangers.get("held").is_none(), "{strangers}");
    cloud.advance(HOUR);
    assert_eq!(hourly("packages").await, json!({ "used": 0, "limit": 5, "is_near": false, "ends_at": null }));
}

#[tokio::test]
async fn limits_must_make_sense() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let id = portal(&owner, json!({})).await;
    let cases = [
        ("max_stored_bytes", -1),
        ("max_packages_per_hour", -1),
        ("max_entries_per_hour", -1),
        ("max_entries_per_hour", 999),
    ];
    for (field, value) in cases {
        let body = json!({ "name": "Rushes", "subdomain": "rushes", field: value });
        let reply = Reply::of(&owner.client, &format!("PUT /v1/portals/{id}"), &body).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{value}");
    }
}

fn about_quotas() -> WriteWebhook {
    WriteWebhook { events: vec!["quota.near".to_owned(), "quota.reached".to_owned()], ..plain("") }
}

#[tokio::test]
async fn webhooks_hear_of_limits_once_a_day() {
    let scene = Scene::with(neighbourly(), about_quotas()).await;
    let (cloud, owner) = (&scene.cloud, &scene.owner);
    let body = json!({ "name": "Dailies", "subdomain": "dailies", "max_stored_bytes": 100 });
    Reply::of(&owner.client, &format!("PUT /v1/portals/{}", scene.portal), &body).await.expect(200);
    let parcel = scene.package().await;
    add(&parcel, "a", 79).await.expect(201);
    cloud.run_due_jobs().await;
    assert!(scene.bodies().is_empty());
    add(&parcel, "b", 1).await.expect(201);
    add(&parcel, "c", 1).await.expect(201);
    for _ in 0..3 {
        assert_eq!(add(&parcel, "d", 50).await.status, 413);
    }
    cloud.run_due_jobs().await;
    let heard: Vec<(String, Value)> =
        scene.bodies().iter().map(|body| (body["event_type"].to_string(), body["object"].clone())).collect();
    let quota = |used: i64| json!({ "type": "quota", "quota": "portal_bytes", "limit": 100, "used": used, "portal_id": scene.portal });
    assert_eq!(heard, [("\"quota.near\"".to_owned(), quota(80)), ("\"quota.reached\"".to_owned(), quota(81))]);

    cloud.advance(HOUR * 24);
    assert_eq!(add(&parcel, "d", 50).await.status, 413);
    limit(owner, 100).await.expect(200);
    let sent = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    assert_eq!(add(&sent, "a", 50).await.status, 413);
    cloud.run_due_jobs().await;
    let quotas: Vec<String> = scene.bodies()[2..].iter().map(|body| body["object"]["quota"].to_string()).collect();
    assert_eq!(quotas, ["\"portal_bytes\"", "\"team_bytes\""], "the Team's limits are for all its webhooks");
}

/// A figure of the metrics, whose token is `figures`.
async fn figure(cloud: &TestCloud, name: &str) -> f64 {
    let request = cloud.anyone().request(reqwest::Method::GET, "/metrics").bearer_auth("figures");
    let page = Reply::to(request).await.text;
    let line = page.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name}: {page}"));
    line.trim().parse().unwrap()
}

fn figures_token() -> cloud::secret::Secret {
    cloud::secret::Secret::new("figures")
}

#[tokio::test]
async fn the_operator_sees_limits_in_the_metrics() {
    let cloud = TestCloud::setup().with(|config| config.metrics.token = figures_token()).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (near, refused) =
        ("tonnage_quotas_near{quota=\"team_bytes\"}", "tonnage_quota_refusals_total{quota=\"team_bytes\"}");
    let before = (figure(&cloud, near).await, figure(&cloud, refused).await);
    assert!(before.0.abs() < 0.5);
    limit(&owner, 10).await.expect(200);
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    add(&parcel, "a", 8).await.expect(201);
    assert_eq!(add(&parcel, "b", 8).await.status, 413);
    assert!((figure(&cloud, near).await - 1.0).abs() < 0.5);
    // Other tests of this process count too.
    assert!(figure(&cloud, refused).await >= before.1 + 1.0);
}

#[tokio::test]
async fn the_operator_sees_limits_per_hour_in_the_metrics() {
    let setup = behind_a_proxy().with(|config| {
        config.metrics.token = figures_token();
        config.limits.portal_all_packages_per_hour = 5;
    });
    let cloud = setup.start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let near = async || {
        let of = async |quota: &str| figure(&cloud, &format!("tonnage_quotas_near{{quota=\"{quota}\"}}")).await;
        (of("portal_packages").await.to_string(), of("portal_entries").await.to_string())
    };
    let body = json!({ "name": "Stills", "subdomain": "stills", "active": true, "max_packages_per_hour": 2 });
    let line = format!("POST /v1/teams/{}/portals", owner.team_id);
    let strict = Reply::of(&owner.client, &line, &body).await.expect(201)["id"].as_str().unwrap().parse().unwrap();
    let usual = portal(&owner, json!({ "max_entries_per_hour": 1_000 })).await;
    let near_are = |packages: u32, entries: u32| (packages.to_string(), entries.to_string());
    assert_eq!(near().await, near_are(0, 0));
    begin(&cloud, &strict).await.expect(201);
    let parcel = Parcel::through(&cloud.anyone(), &usual, "Reel").await;
    for address in ["198.51.100.1", "198.51.100.2"] {
        begin_from(&cloud, &usual, address).await.expect(201);
    }
    assert_eq!(near().await, near_are(0, 0), "half, and three fifths");
    begin_from(&cloud, &strict, "198.51.100.1").await.expect(201);
    assert_eq!(near().await, near_are(1, 0), "a limit of its own");
    begin_from(&cloud, &usual, "198.51.100.3").await.expect(201);
    parcel.reply("POST /files/batch", &directories("a", 800)).await.expect(200);
    assert_eq!(near().await, near_are(2, 1), "the limit of all Portals too");
    cloud.advance(HOUR);
    assert_eq!(near().await, near_are(0, 0));
}
