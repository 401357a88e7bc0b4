//! Valid and invalid requests.

use serde_json::{Value, json};
use testkit::{Reply, TestCloud};
use wire::portals::WritePortal;

use super::bench::{Bench, MIB};

const NO_SUCH: &str = "0b6f7a52-6b3c-4c53-9c1b-0d7a5d0a0c11";

#[tokio::test(flavor = "multi_thread")]
async fn wrong_bodies_name_the_field() {
    let bench = Bench::start().await;
    let file = bench.file("a", 10);
    let team = &bench.owner.team_id;
    let good = json!({ "team_id": team, "paths": [file] });
    let with = |name: &str, value: Value| {
        let mut body = good.clone();
        body[name] = value;
        body
    };
    for (name, value) in [
        ("paths", json!([])),
        ("paths", json!("/tmp/x")),
        ("paths", json!(["relative"])),
        ("paths", json!([bench.source("nothing there")])),
        ("paths", json!([bench.agent.state_dir()])),
        ("paths", json!(["/proc/self/environ"])),
        ("paths", Value::Null),
        ("team_id", json!(7)),
        ("chunk_size", json!(1)),
        ("chunk_size", json!(-1)),
        ("chunk_size", json!("many")),
        ("delete_after", json!(0)),
        ("delete_after", json!(-3)),
        ("delete_after", json!(65_536)),
        ("priority", json!("first")),
        ("recipients", json!("ben@example.org")),
        ("recipients", json!(["nobody"])),
        ("download_limit", json!(-1)),
        ("unlimited_storage", json!("perhaps")),
        ("tag", json!("red")),
        ("password", json!(5)),
        ("package_name", json!({})),
    ] {
        let refused = bench.agent.call("POST /api/v1/uploads", &with(name, value.clone())).await;
        assert!(matches!(refused.status.as_u16(), 400 | 403), "{name} {value}: {} {}", refused.status, refused.text);
        assert!(refused.text.contains(name), "{name} {value}: {}", refused.text);
    }
    for (name, value) in [("team_id", json!("x")), ("team_id", json!("01KA2B3C4D5E6F7G8H9JKMNPQR"))] {
        let refused = bench.agent.call("POST /api/v1/uploads", &with(name, value.clone())).await;
        assert!(matches!(refused.status.as_u16(), 403 | 404), "{value}: {}", refused.text);
    }
    assert_nothing_left(&bench).await;
}

/// Refused requests have left nothing.
async fn assert_nothing_left(bench: &Bench) {
    assert_eq!(bench.agent.call("GET /api/v1/uploads", &Value::Null).await.expect(200), json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_bodies_for_a_portal_name_the_field() {
    let bench = Bench::start().await;
    let file = bench.file("a", 10);
    let portal = json!({ "subdomain": "none", "sender_email": "a@example.net", "paths": [file] });
    for (name, value, status) in [
        ("subdomain", json!(""), 400),
        ("subdomain", json!("../admin"), 400),
        ("subdomain", json!("none"), 404),
        ("subdomain", Value::Null, 400),
        ("sender_email", Value::Null, 400),
        ("paths", json!([]), 400),
        ("metadata", json!("x"), 400),
        ("metadata", json!({ "a": 1 }), 400),
        ("chunk_size", json!(3), 400),
    ] {
        let mut body = portal.clone();
        body[name] = value.clone();
        let refused = bench.agent.call("POST /api/v1/portals/uploads", &body).await;
        assert_eq!(refused.status.as_u16(), status, "{name} {value}: {}", refused.text);
        assert!(status == 404 || refused.text.contains(name), "{name} {value}: {}", refused.text);
    }
    assert_nothing_left(&bench).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_not_found() {
    let bench = Bench::start().await;
    for kind in ["uploads", "downloads"] {
        let mut lines = vec![format!("GET /api/v1/{kind}/ID"), format!("DELETE /api/v1/{kind}/ID")];
        lines.extend(["pause", "resume"].map(|action| format!("POST /api/v1/{kind}/ID/{action}")));
        if kind == "uploads" {
            lines.extend(["finalize", "link"].map(|action| format!("POST /api/v1/{kind}/ID/{action}")));
        }
        for line in lines {
            let unknown = bench.agent.call(&line.replace("ID", NO_SUCH), &Value::Null).await;
            assert_eq!(unknown.status, 404, "{line}: {}", unknown.text);
            for malformed in ["x", "%00", "..%2f..%2fetc", "0b6f7a52-6b3c-4c53-9c1b-0d7a5d0a0c1", "%27%20OR%201=1"] {
                let refused = bench.agent.call(&line.replace("ID", malformed), &Value::Null).await;
                assert!(matches!(refused.status.as_u16(), 400 | 404), "{line} {malformed}: {}", refused.text);
                assert!(!refused.error().message.is_empty());
            }
        }
        for query in ["states=sleeping", "states=complete,x"] {
            let refused = bench.agent.call(&format!("DELETE /api/v1/{kind}?{query}"), &Value::Null).await;
            assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, "states"), "{kind} {query}");
        }
    }
    let refused = bench.agent.call("DELETE /api/v1/downloads?remove_files=perhaps", &Value::Null).await;
    assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, "remove_files"));
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_by_states_takes_only_those() {
    let bench = Bench::start().await;
    let source = bench.file("show/a", 1_000).parent().unwrap().to_owned();
    let url = bench.sent(&[&source]).await;
    let keep = bench.received(&url, "keep").await;
    let gone = bench.received(&url, "gone").await;
    let wrong = bench.download(&url.replace("secret=", "secret=x"), &bench.agent.place("never")).await;
    bench.until("downloads", &wrong, &["error"]).await;
    let ids = |listed: Value, name: &str| -> Vec<String> {
        listed.as_array().unwrap().iter().map(|one| one[name].as_str().unwrap().to_owned()).collect()
    };
    bench.agent.call("DELETE /api/v1/downloads?states=error,paused", &Value::Null).await.expect(200);
    let left = ids(bench.agent.call("GET /api/v1/downloads", &Value::Null).await.expect(200), "download_id");
    assert!(left.len() == 2 && !left.contains(&wrong), "{left:?}");
    bench.agent.call(&format!("DELETE /api/v1/downloads/{}", left[0]), &Value::Null).await.expect(200);
    assert!(keep.join("show/a").exists());
    bench.agent.call("DELETE /api/v1/downloads?states=complete&remove_files=true", &Value::Null).await.expect(200);
    assert!(!gone.join("show").exists() && keep.join("show/a").exists());
    for none in ["states=paused", "states=,", "states="] {
        bench.agent.call(&format!("DELETE /api/v1/uploads?{none}"), &Value::Null).await.expect(200);
    }
    let uploads = ids(bench.agent.call("GET /api/v1/uploads", &Value::Null).await.expect(200), "upload_id");
    assert_eq!(uploads.len(), 1);
    bench.agent.call("DELETE /api/v1/uploads", &Value::Null).await.expect(200);
    // The package of a complete upload is kept.
    bench.received(&url, "still").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_are_made_as_they_are_asked_for() {
    let bench = Bench::start().await;
    let file = bench.file("a", 10);
    let id = bench.upload(&[&file], json!({ "delete_after": 30, "password": "default" })).await;
    let upload = bench.until("uploads", &id, &["complete", "error"]).await;
    assert_eq!((&upload["state"], &upload["error"]), (&json!("complete"), &Value::Null), "{upload}");
    let owner = &bench.owner;
    let package = upload["package_id"].as_str().unwrap().parse().unwrap();
    let package = owner.client.package(&owner.team_id, &package).await.unwrap();
    let days = |time: wire::time::Time| time.as_millis() / 86_400_000;
    let today = i64::try_from(std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs() / 86_400).unwrap();
    assert!((days(package.expiry.0.unwrap()) - today - 30).abs() <= 1, "{:?}", package.expiry);
    let link = async |body: Value| bench.agent.call(&format!("POST /api/v1/uploads/{id}/link"), &body).await;
    let mailed = link(json!({ "email": "ben@example.org" })).await.expect(200);
    assert_eq!((&mailed["email"], &mailed["secret"]), (&json!("ben@example.org"), &json!("")), "{mailed}");
    let own = link(json!({ "active": "true", "password": "own", "access_limit": 3 })).await.expect(200);
    let off = link(json!({ "active": "false" })).await.expect(200);
    let url = |link: &Value| {
        let base = bench.cloud.anyone().base_url().to_owned();
        format!("{base}/d/{}?secret={}", link["id"].as_str().unwrap(), link["secret"].as_str().unwrap())
    };
    for (number, (url, password, state)) in [
        (url(&own), Some("own"), "complete"),
        (url(&own), Some("default"), "error"),
        (url(&own), None, "error"),
        (url(&off), Some("default"), "error"),
        (bench.link(&id).await, Some("default"), "complete"),
        (bench.link(&id).await, None, "error"),
    ]
    .into_iter()
    .enumerate()
    {
        let to = bench.agent.place(&format!("to-{number}"));
        let body = json!({ "url": url, "dst_folder": to, "password": password });
        let started = bench.agent.call("POST /api/v1/downloads", &body).await.expect(200);
        let id = started["download_id"].as_str().unwrap();
        let download = bench.until("downloads", id, &["complete", "error"]).await;
        assert_eq!(download["state"], state, "{number}: {download}");
        let shown = bench.agent.call("GET /api/v1/downloads", &Value::Null).await.text;
        assert!(!shown.contains("secret=") && !shown.contains("\"own\""), "no secret is shown");
    }
    for (name, value) in [
        ("active", json!("perhaps")),
        ("access_limit", json!(-1)),
        ("email", json!("nobody")),
        ("expiry", json!("soon")),
    ] {
        let refused = link(json!({ name: value })).await;
        assert_eq!(refused.status, 400, "{name}: {}", refused.text);
        assert!(refused.text.contains(name), "{name}: {}", refused.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metadata_becomes_the_form_of_the_portal() {
    let bench = Bench::on(TestCloud::start().await).await;
    let owner = &bench.owner;
    let portal = WritePortal {
        name: Some("Dailies".into()),
        subdomain: Some("dailies".into()),
        active: Some(true),
        ..WritePortal::default()
    };
    let portal = owner.client.create_portal(&owner.team_id, &portal).await.unwrap().id;
    let form = json!({ "name": "Camera report", "delivery_formats": ["json"], "fields": [
        { "name": "camera", "type": "short_text", "visibility": "required" }, { "name": "note", "type": "long_text" }] });
    Reply::of(&owner.client, &format!("POST /v1/portals/{portal}/form"), &form).await.expect(201);
    let file = bench.file("a", MIB);
    let start = async |metadata: Value| {
        let body =
            json!({ "subdomain": "dailies", "sender_email": "s@example.net", "paths": [file], "metadata": metadata });
        bench.agent.call("POST /api/v1/portals/uploads", &body).await
    };
    let started = start(json!({ "camera": "A", "note": "wet" })).await.expect(200);
    let upload = bench.until("uploads", started["upload_id"].as_str().unwrap(), &["complete", "error"]).await;
    assert_eq!(upload["state"], "complete", "{upload}");
    let package = started["package_id"].as_str().unwrap().parse().unwrap();
    let package = owner.client.package(&owner.team_id, &package).await.unwrap();
    let holder = owner.client.with_package_token(&package.access_token);
    let filled = serde_json::to_string(&holder.package_metadata(&package.id).await.unwrap()).unwrap();
    assert!(filled.contains("\"A\"") && filled.contains("wet"), "{filled}");
    let refused = start(json!({ "note": "no camera" })).await;
    assert!(refused.status == 400 && refused.text.contains("camera"), "{}", refused.text);
}
