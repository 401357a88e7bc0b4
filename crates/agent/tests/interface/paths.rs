//! Completion of paths.

use serde_json::{Value, json};
use testkit::{TestAgent, TestCloud};
use wire::error::ErrorCode;

#[tokio::test]
async fn a_path_goes_on_as_far_as_it_may() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    let place = agent.place("watched folder");
    std::fs::create_dir(&place).unwrap();
    std::fs::create_dir(place.join("day 1")).unwrap();
    std::fs::write(place.join("day.txt"), "x").unwrap();
    let ask = async |prefix: &str, kind: &str| {
        let encoded: String = url::form_urlencoded::byte_serialize(prefix.as_bytes()).collect();
        agent.call(&format!("GET /api/v1/paths?prefix={encoded}{kind}"), &Value::Null).await
    };
    let folder = place.to_str().unwrap();
    let found = ask(&format!("{folder}/da"), "").await.expect(200);
    let expected = json!([
        { "path": format!("{folder}/day 1/"), "kind": "folder" },
        { "path": format!("{folder}/day.txt"), "kind": "file" },
    ]);
    assert_eq!(found, expected);
    let folders = ask(&format!("{folder}/da"), "&kind=folder").await.expect(200);
    assert_eq!(folders, json!([expected[0]]));
    assert_eq!(ask("/proc/", "").await.error().code, ErrorCode::PathRefused);
    for (prefix, kind, field) in [("", "", "prefix"), ("home", "", "prefix"), ("/", "&kind=link", "kind")] {
        let reply = ask(prefix, kind).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field));
    }
}
