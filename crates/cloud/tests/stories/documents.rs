//! The documents that are generated from the code, and the page that shows them.

use std::collections::HashSet;
use std::path::Path;

use cloud::error::error_reference;
use cloud::facts;
use cloud::routes::{self, CallerKind, routes};
use serde_json::{Value, json};
use testkit::TestCloud;
use wire::error::ErrorBody;
use wire::example::Sample;

fn committed(name: &str) -> String {
    let path = Path::new("../../docs").join(name);
    std::fs::read_to_string(path).unwrap_or_default()
}

fn document() -> Value {
    serde_json::from_str(routes::document().as_str()).unwrap()
}

/// Every operation with its path.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            found.push((method.to_uppercase(), path.clone(), operation.clone()));
        }
    }
    found
}

fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(reference) = fields.get("$ref") {
                found.push(reference.as_str().unwrap().to_owned());
            }
            fields.values().for_each(|field| references(field, found));
        }
        Value::Array(elements) => elements.iter().for_each(|element| references(element, found)),
        _ => {}
    }
}

#[test]
fn committed_documents_are_those_of_the_code() {
    let is_current = committed("openapi.json") == format!("{}\n", routes::document().as_str());
    assert!(is_current, "docs/openapi.json is not what the code says: run `cargo xtask openapi`");
    let is_current = committed("errors.md") == error_reference();
    assert!(is_current, "docs/errors.md is not what the code says: run `cargo xtask openapi`");
}

#[test]
fn committed_facts_are_those_of_the_code() {
    let folder = Path::new("../../web/src/facts");
    let modules = facts::modules();
    for (name, text) in &modules {
        let is_current = std::fs::read_to_string(folder.join(name)).is_ok_and(|committed| committed == *text);
        assert!(is_current, "web/src/facts/{name} is not what the code says: run `cargo xtask openapi`");
    }
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name();
        let is_written = modules.iter().any(|(known, _)| name == *known);
        assert!(is_written, "web/src/facts/{} is not written by `cargo xtask openapi`: delete it", name.display());
    }
}

#[test]
fn every_route_is_described_once() {
    let document = document();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1."), "{}", document["openapi"]);
    let table = routes().table;
    let operations = operations(&document);
    let described: HashSet<(&str, &str)> =
        operations.iter().map(|(method, path, _)| (method.as_str(), path.as_str())).collect();
    let written: HashSet<(&str, &str)> = table.iter().map(|route| (route.method, route.path)).collect();
    assert_eq!(described, written);
    let refusal = document["components"]["responses"]["Refusal"]["content"]["application/json"]["example"].clone();
    serde_json::from_value::<ErrorBody>(refusal).expect("the example of a refusal is one");
    assert_eq!(document["servers"], json!([{ "url": "/" }]));
    let ids: HashSet<&str> =
        operations.iter().map(|(_, _, operation)| operation["operationId"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), table.len());
    for route in &table {
        let operation = &document["paths"][route.path][route.method.to_lowercase()];
        let security = match route.caller {
            CallerKind::Anyone | CallerKind::LinkSecret => json!([]),
            CallerKind::UserToken => json!([{ "user_token": [] }]),
            CallerKind::TeamKeyOrUserToken => json!([{ "api_key": [] }, { "user_token": [] }]),
            CallerKind::AccessCode => json!([{}, { "access_code": [] }]),
            CallerKind::PortalVisitor => {
                json!([{}, { "access_code": [] }, { "api_key": [] }, { "user_token": [] }])
            }
            CallerKind::TeamKeyOrAccessCode => json!([{ "api_key": [] }, { "user_token": [] }, { "access_code": [] }]),
            CallerKind::PackageToken => json!([{ "package_token": [] }]),
            CallerKind::PackageTokenOrUserToken => json!([{ "package_token": [] }, { "user_token": [] }]),
            CallerKind::ChannelToken => json!([{ "channel_token": [] }]),
            CallerKind::GatewayToken => json!([{ "gateway_token": [] }]),
            CallerKind::MetricsToken => json!([{ "metrics_token": [] }]),
        };
        assert_eq!(operation["security"], security, "{} {}", route.method, route.path);
        assert!(!operation["summary"].as_str().unwrap().is_empty());
        assert_eq!(operation["tags"], json!([route.section.name]));
        let id = operation["operationId"].as_str().unwrap();
        assert!(id.chars().all(|letter| letter.is_ascii_alphanumeric()) && !id.contains("v1"), "{id}");
        assert_eq!(operation["responses"]["4XX"]["$ref"], "#/components/responses/Refusal", "{id}");
    }
}

#[test]
fn every_body_has_examples_that_fit_it() {
    let mut bodies = 0;
    for route in routes().table {
        let samples = route.doc.samples();
        bodies += usize::from(!samples.is_empty());
        let faults: Vec<String> = samples.iter().filter_map(Sample::fault).collect();
        assert_eq!(faults, Vec::<String>::new(), "{} {}", route.method, route.path);
    }
    let document = document();
    let operations = operations(&document);
    let described = operations.iter().filter_map(|(_, _, operation)| operation.get("requestBody"));
    let shown = described.filter(|body| body["content"]["application/json"].get("example").is_some());
    assert_eq!(shown.count(), bodies);
    assert_eq!(operations.iter().filter(|(_, _, operation)| operation.get("requestBody").is_some()).count(), bodies);
}

#[test]
fn every_reference_and_parameter_resolves() {
    let document = document();
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 30, "{}", found.len());
    for reference in found {
        let pointer = reference.strip_prefix('#').expect("references stay in the document");
        assert!(document.pointer(pointer).is_some(), "{reference} names nothing");
    }
    for (method, path, operation) in operations(&document) {
        let in_path: Vec<&str> = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let (of_path, others): (Vec<_>, Vec<_>) =
            parameters.iter().partition(|parameter| parameter["in"].as_str() == Some("path"));
        let declared: Vec<&str> = of_path.iter().map(|parameter| parameter["name"].as_str().unwrap()).collect();
        assert_eq!(declared, in_path, "{method} {path}");
        assert!(of_path.iter().all(|parameter| parameter["required"] == true));
        assert!(others.iter().all(|parameter| parameter["description"].is_string()), "{method} {path}");
        let of_header: Vec<_> = others.iter().filter(|parameter| parameter["in"] == "header").collect();
        assert!(others.iter().all(|parameter| parameter["in"] == "query" || parameter["in"] == "header"));
        let makes_something = method == "POST" && operation["responses"]["201"].is_object();
        assert!(!makes_something || of_header.iter().any(|header| header["name"] == "Idempotency-Key"), "{path}");
        assert!(operation["responses"]["default"].is_object(), "{method} {path} says what an error looks like");
    }
    for requirement in ["api_key", "user_token", "package_token", "channel_token", "metrics_token"] {
        assert!(document["components"]["securitySchemes"][requirement].is_object(), "{requirement}");
    }
}

#[tokio::test]
async fn the_service_serves_its_own_description() {
    let cloud = TestCloud::start().await;
    let reply = cloud.get("/openapi.json").await;
    assert_eq!(reply.headers["content-type"], "application/json");
    assert_eq!(reply.expect(200), document());
    let operation = &document()["paths"]["/openapi.json"]["get"];
    assert!(
        operation["responses"]["200"]["content"]["application/json"].is_object(),
        "it says what it is: {operation}"
    );
}

/// The values of `src` and `href` in a page.
fn sources(page: &str) -> Vec<&str> {
    let after = |name: &'static str| page.split(name).skip(1).filter_map(|rest| rest.split('"').next());
    after("src=\"").chain(after("href=\"")).collect()
}

#[tokio::test]
async fn the_page_loads_nothing_from_elsewhere() {
    let cloud = TestCloud::start().await;
    let redirected = cloud.get("/docs").await;
    let location = redirected.headers.get("location").map_or("/docs", |value| value.to_str().unwrap()).to_owned();
    assert!(location.starts_with("/docs"), "{location}");
    let page = cloud.get(&location).await;
    assert_eq!(page.status, 200);
    assert!(page.headers["content-type"].to_str().unwrap().starts_with("text/html"));
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    for part in ["default-src 'self'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("http") && !policy.contains('*') && !policy.contains("script-src"), "{policy}");
    let sources = sources(&page.text);
    assert!(sources.len() >= 4, "{}", page.text);
    for source in sources {
        let is_relative = source.starts_with("./") || !source.contains(':') && !source.starts_with("//");
        assert!(is_relative, "{source}");
        let part = cloud.get(&format!("/docs/{}", source.trim_start_matches("./"))).await;
        assert_eq!(part.status, 200, "{source}");
    }
    assert!(!page.text.contains("<script>"), "the policy forbids scripts inside the page");
    let initializer = cloud.get("/docs/swagger-initializer.js").await;
    assert!(initializer.text.contains("\"/openapi.json\""), "{}", initializer.text);
}
