//! Settings: defaults, validation, persistence.

use serde_json::{Value, json};
use testkit::{TestAgent, TestCloud};

#[tokio::test]
async fn nothing_is_limited_until_someone_says_so() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    for way in ["upload", "download"] {
        let limit = agent.call(&format!("GET /api/v1/settings/{way}_rate_limit"), &Value::Null).await.expect(200);
        assert_eq!((&limit["enabled"], &limit["schedule_enabled"]), (&json!(false), &json!(false)));
        let days = limit["schedule"].as_object().unwrap();
        assert_eq!(days.len(), 7);
        assert_eq!(days["mon"], json!({ "enabled": false, "start": "08:00", "end": "18:00" }));
    }
    let fifo = agent.call("GET /api/v1/settings/fifo_mode", &Value::Null).await.expect(200);
    assert_eq!(fifo, json!({ "enabled": false, "active_upload_count": 1, "active_download_count": 1 }));
    let concurrency = agent.call("GET /api/v1/settings/concurrency", &Value::Null).await.expect(200);
    assert!(concurrency["max_connections"].as_i64().unwrap() > 0);
}

#[tokio::test]
async fn rates_of_the_start_come_before_those_that_were_saved() {
    let cloud = TestCloud::start().await;
    let mut agent = TestAgent::setup(&cloud).with(|options| options.max_upload_rate = Some(1_000)).start().await;
    let limit = agent.call("GET /api/v1/settings/upload_rate_limit", &Value::Null).await.expect(200);
    assert_eq!((&limit["enabled"], &limit["rate_limit_bps"]), (&json!(true), &json!(8_000)));
    agent.call("POST /api/v1/settings/upload_rate_limit", &json!({ "rate_limit_bps": 80_000 })).await.expect(200);
    let now = agent.call("GET /api/v1/settings/upload_rate_limit", &Value::Null).await.expect(200);
    assert_eq!(now["rate_limit_bps"], json!(80_000));
    for (given, enabled, expected) in [(Some(1_000), true, 8_000), (Some(0), false, 0), (None, true, 80_000)] {
        agent = agent.restart(|options| options.max_upload_rate = given).await;
        let limit = agent.call("GET /api/v1/settings/upload_rate_limit", &Value::Null).await.expect(200);
        assert_eq!((&limit["enabled"], &limit["rate_limit_bps"]), (&json!(enabled), &json!(expected)), "{given:?}");
    }
}

#[tokio::test]
async fn changes_are_told_and_outlive_the_agent() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    let mut watch = agent.app().settings.watch();
    let night = json!({
        "enabled": "true", "rate_limit_bps": 1_000_000, "schedule_enabled": true,
        "schedule": { "fri": { "enabled": true, "start": "22:00", "end": "06:00" } },
    });
    let limit = agent.call("POST /api/v1/settings/download_rate_limit", &night).await.expect(200);
    assert_eq!(limit["schedule"]["fri"], json!({ "enabled": true, "start": "22:00", "end": "06:00" }));
    assert!(watch.has_changed().unwrap());
    watch.mark_unchanged();
    let fifo = json!({ "enabled": true, "active_upload_count": 3 });
    let fifo = agent.call("POST /api/v1/settings/fifo_mode", &fifo).await.expect(200);
    assert_eq!(fifo, json!({ "enabled": true, "active_upload_count": 3, "active_download_count": 1 }));
    agent.call("POST /api/v1/settings/concurrency", &json!({ "max_connections": 7 })).await.expect(200);
    assert_eq!(watch.borrow().concurrency.max_connections, 7);

    let agent = agent.restart(|_| ()).await;
    assert_eq!(agent.call("GET /api/v1/settings/download_rate_limit", &Value::Null).await.expect(200), limit);
    assert_eq!(agent.call("GET /api/v1/settings/fifo_mode", &Value::Null).await.expect(200), fifo);
    let upload = agent.call("GET /api/v1/settings/upload_rate_limit", &Value::Null).await.expect(200);
    assert_eq!(upload["enabled"], json!(false));
}

#[tokio::test]
async fn what_is_wrong_is_named_and_changes_nothing() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    for (route, body, field) in [
        ("upload_rate_limit", json!({ "enabled": true }), "rate_limit_bps"),
        ("upload_rate_limit", json!({ "rate_limit_bps": "fast" }), "rate_limit_bps"),
        ("upload_rate_limit", json!({ "rate_limit_bps": -8 }), "rate_limit_bps"),
        ("upload_rate_limit", json!({ "enabled": "yes" }), "enabled"),
        ("download_rate_limit", json!({ "schedule": { "mon": { "end": "25:00" } } }), "schedule.mon.end"),
        ("download_rate_limit", json!({ "schedule": { "mon": [] } }), "schedule.mon"),
        ("fifo_mode", json!({ "active_upload_count": 0 }), "active_upload_count"),
        ("fifo_mode", json!({ "active_download_count": 1.5 }), "active_download_count"),
        ("concurrency", json!({ "max_connections": 1_000 }), "max_connections"),
        ("concurrency", json!([]), "body"),
    ] {
        let before = agent.call(&format!("GET /api/v1/settings/{route}"), &Value::Null).await.expect(200);
        let refusal = agent.call(&format!("POST /api/v1/settings/{route}"), &body).await;
        assert_eq!((refusal.status.as_u16(), refusal.field().as_str()), (400, field), "{body}");
        assert_eq!(agent.call(&format!("GET /api/v1/settings/{route}"), &Value::Null).await.expect(200), before);
    }
}
