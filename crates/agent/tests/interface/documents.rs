//! The OpenAPI document, and the page that shows it.

use std::path::Path;

use agent::routes::{document, routes};
use serde_json::Value;
use testkit::{TestAgent, TestCloud};
use wire::example::Sample;

#[test]
fn the_committed_document_is_that_of_the_code() {
    let path = Path::new("../../docs/agent-openapi.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let is_current = committed == format!("{}\n", document().as_str());
    assert!(is_current, "docs/agent-openapi.json is out of date: run `cargo xtask openapi`");
}

#[test]
fn every_body_has_examples_that_fit_it() {
    let document: Value = serde_json::from_str(document().as_str()).unwrap();
    let mut bodies = 0;
    for route in routes().table {
        let samples = route.doc.samples();
        let faults: Vec<String> = samples.iter().filter_map(Sample::fault).collect();
        assert_eq!(faults, Vec::<String>::new(), "{} {}", route.method, route.path);
        let body = &document["paths"][route.path][route.method.to_lowercase()]["requestBody"];
        assert_eq!(body.is_null(), samples.is_empty(), "{} {}", route.method, route.path);
        let content = &body["content"]["application/json"];
        let named = content["examples"].as_object().map_or(0, serde_json::Map::len);
        assert_eq!(
            named + usize::from(content.get("example").is_some()),
            samples.len(),
            "{} {}",
            route.method,
            route.path
        );
        bodies += usize::from(!samples.is_empty());
    }
    assert!(bodies >= 12, "{bodies}");
}

#[tokio::test]
async fn it_is_served_with_a_page_of_its_own() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    let served = agent.call("GET /openapi.json", &Value::Null).await.expect(200);
    assert_eq!(served, serde_json::from_str::<Value>(document().as_str()).unwrap());
    let page = agent.call("GET /docs/", &Value::Null).await;
    assert_eq!(page.status.as_u16(), 200);
    assert!(page.headers["content-security-policy"].to_str().unwrap().contains("default-src 'self'"));
}
