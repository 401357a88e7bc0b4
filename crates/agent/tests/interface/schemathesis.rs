//! A third-party tester reads the description of the agent's API and tries everything in it, with the agent's token.
//!
//! No reply may be a 5xx or differ from the description.

use agent::options::Options;
use agent::routes::document;
use reqwest::Method;
use serde_json::{Value, json};
use serving::secret::Secret;
use testkit::{Reply, Schemathesis, TestCloud};

use crate::transfers::bench::Bench;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";
const CASES_AT_LEAST: u64 = 500;
const EXAMPLES: u32 = 10;
const DEEP_EXAMPLES: u32 = 500;
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_headers_conformance,response_schema_conformance,unsupported_method";
/// An endless reply.
const LEFT_OUT: &str = "/events";
/// Replaces the session that the others need.
const LEFT_OUT_TOO: &str = "POST /api/v1/login";

async fn call(bench: &Bench, method: Method, path: &str, body: &Value) -> Value {
    let request = bench.agent.client().request(method, path).bearer_auth(TOKEN);
    let request = if body.is_null() { request } else { request.json(body) };
    Reply::to(request).await.expect(200)
}

/// One folder of the machine is open: whatever path the tester comes upon, nothing else is read or written.
async fn bench() -> (Bench, tempfile::TempDir) {
    let open = tempfile::tempdir().unwrap();
    std::fs::create_dir(open.path().join("watched")).unwrap();
    std::fs::write(open.path().join("a.mov"), b"content").unwrap();
    let cloud = TestCloud::start().await;
    let change = |options: &mut Options| {
        options.no_token = false;
        options.token = Secret::new(TOKEN);
        options.allow_paths = vec![open.path().to_owned()];
    };
    let bench = Bench::with(cloud, change).await;
    (bench, open)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_interface_is_as_described() {
    let (bench, open) = bench().await;
    let stranger = bench.agent.call("GET /api/v1/status", &Value::Null).await;
    assert_eq!(stranger.status.as_u16(), 401, "the token is needed");
    let upload = json!({ "team_id": bench.owner.team_id, "paths": [open.path().join("a.mov")] });
    let upload = call(&bench, Method::POST, "/api/v1/uploads", &upload).await;
    let watch = json!({
        "name": "Dailies", "path": open.path().join("watched"), "timeout": 1, "enabled": false,
        "team_id": bench.owner.team_id, "recipient_emails": ["ben@example.org"],
    });
    let watch = call(&bench, Method::POST, "/api/v1/automations/team_upload", &watch).await;
    let id = |made: &Value, name: &str| made[name].as_str().unwrap().to_owned();
    let settings = format!(
        "base-url = \"{}\"\n[parameters]\n\"path.type\" = \"team_upload\"\n\"path.automation_id\" = \"{}\"\n\
         \"path.upload_id\" = \"{}\"\n",
        bench.agent.api(),
        id(&watch, "automation_id"),
        id(&upload, "upload_id"),
    );
    let (config, description) = (bench.agent.place("schemathesis.toml"), bench.agent.place("openapi.json"));
    std::fs::write(&config, settings).unwrap();
    std::fs::write(&description, document().as_str()).unwrap();
    let examples = if testkit::is_deep() { DEEP_EXAMPLES } else { EXAMPLES };
    let (description, phases) = (description.to_str().unwrap(), "examples,coverage,fuzzing");
    let tester = Schemathesis { config: &config, description, phases, checks: CHECKS, examples };
    let token = format!("Authorization: Bearer {TOKEN}");
    let choice = ["--header", &token, "--exclude-path-regex", LEFT_OUT, "--exclude-name", LEFT_OUT_TOO];
    let cases = tester.run(&choice);
    assert!(cases >= CASES_AT_LEAST, "{cases} cases");
    call(&bench, Method::GET, "/api/v1/status", &Value::Null).await;
    let login = call(&bench, Method::GET, "/api/v1/login", &Value::Null).await;
    assert!(login.is_object(), "the session is still there: {login}");
}
