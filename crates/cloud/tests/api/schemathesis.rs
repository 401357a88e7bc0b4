//! A third-party tester reads `/openapi.json` and tries everything that it describes.
//!
//! No reply may be a 5xx or differ from the description, and no credential may be ignored. Requests that the
//! description allows and a rule refuses, and formats that are accepted although not described, are intended and not
//! checked here.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use client::Client;
use serde_json::{Value, json};
use testkit::schemathesis::{GAVE_UP, tool_failure};
use testkit::{PASSWORD, Parcel, Reply, Schemathesis, TestReceiver, plain_package};
use wire::auth::SignIn;

use super::service::{Service, text_of};

const CASES_AT_LEAST: u64 = 4_000;
const EXAMPLES: u32 = 10;
const DEEP_EXAMPLES: u32 = 1_500;
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_headers_conformance,response_schema_conformance,ignored_auth,unsupported_method";
/// These revoke the credentials that the others need; `/events` is an endless reply.
const LEFT_OUT: &str = "logout_all|/password|/mfa|/email|/v1/members|^/v1/auth$|/v1/auth/refresh|/events";
/// In scenarios of several steps also these, which end the credentials that the steps use.
const LEFT_OUT_OF_STEPS: &str =
    "logout_all|/password|/mfa|/email|/v1/members|^/v1/auth$|/v1/auth/refresh|/events|/api_keys|/v1/users";
/// What every step must hold to. Credentials and methods are tried for each operation alone.
const STATEFUL_CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_headers_conformance,response_schema_conformance";
const STATEFUL_SECONDS: &str = "20";
const STATEFUL_SECONDS_DEEP: &str = "300";
const STATEFUL_CASES_AT_LEAST: u64 = 100;
/// Ends what most other operations need, with a token that is good for nothing else: it is tried last.
const LAST: &str = "DELETE /v1/packages/{package_id}";

/// These end or change what others need, so each gets its own objects.
const DESTROYING: &[&str] = &[
    "DELETE /v1/api_keys/{api_key_id}",
    "PUT /v1/api_keys/{api_key_id}",
    "PUT /v1/api_keys/{api_key_id}/{state}",
    "DELETE /v1/packages/{package_id}/files/{file_id}",
    "DELETE /v1/packages/{package_id}/links/{link_id}",
    "DELETE /v1/spaces/{space_id}",
    "DELETE /v1/spaces/{space_id}/members/{teamspace_membership_id}",
    "DELETE /v1/tags/{tag_id}",
    "DELETE /v1/portals/{portal_id}",
    "PUT /v1/portals/{portal_id}",
    "DELETE /v1/filters/{filter_id}",
    "DELETE /v1/metadata/forms/{form_id}",
    "DELETE /v1/metadata/forms/templates/{form_template_id}",
    "DELETE /v1/custom_webhooks/{custom_webhook_id}",
];

const ACCESS_CODE: &str = "sesame";

/// The values of path parameters, by their names in the description.
type Ids = BTreeMap<&'static str, String>;

/// The Team under test, with one package, and a receiver of its events.
struct Scene {
    team: String,
    member: String,
    token: String,
    user: Client,
    parcel: Parcel,
    receiver: TestReceiver,
}

impl Scene {
    async fn make(&self, path: &str, body: &Value) -> Value {
        Reply::of(&self.user, &format!("POST {path}"), body).await.expect(201)
    }

    /// One of everything that a path can name.
    async fn things(&self, label: &str) -> Ids {
        let team = format!("/v1/teams/{}", self.team);
        let id = |made: &Value| made["id"].as_str().unwrap().to_owned();
        let webhook =
            json!({ "active": true, "events": ["package.created"], "method": "POST", "url": self.receiver.url() });
        let webhook = id(&self.make(&format!("{team}/custom_webhooks"), &webhook).await);
        let portal = json!({ "name": "P", "subdomain": format!("dailies-{label}"), "active": true,
            "has_access_code": true, "access_code": ACCESS_CODE, "custom_webhooks": [{ "id": webhook }] });
        let portal = id(&self.make(&format!("{team}/portals"), &portal).await);
        let form = json!({ "name": "F", "delivery_formats": ["json"], "fields": [{ "name": "a", "type": "date" }] });
        let rule = json!({ "action": "include", "criterion": "file_name", "operator": "regex_match", "values": ["a"] });
        let space = json!({ "name": format!("Space {label}"), "member_ids": [self.member] });
        let space = id(&self.make(&format!("{team}/spaces"), &space).await);
        let member = self.user.teamspace_memberships(&space.parse().unwrap()).await.unwrap().remove(0).id;
        let sent = Parcel::through(&self.user.with_access_code(ACCESS_CODE), &portal.parse().unwrap(), "Day 1").await;
        let delivery = self.user.deliveries(&webhook.parse().unwrap()).await.unwrap().remove(0).id;
        let key = json!({ "name": "Key", "expiry": "", "state": "active" });
        Ids::from([
            ("api_key_id", id(&self.make(&format!("{team}/api_keys"), &key).await)),
            ("file_id", self.parcel.add("", &format!("{label}.mov"), 5).await.file.id.to_string()),
            ("link_id", self.parcel.link().await.id.to_string()),
            ("form_id", id(&self.make(&format!("/v1/portals/{portal}/form"), &form).await)),
            ("form_template_id", id(&self.make(&format!("{team}/forms/templates"), &form).await)),
            ("filter_id", id(&self.make(&format!("{team}/filters"), &json!({ "name": "F", "rules": [rule] })).await)),
            ("tag_id", id(&self.make(&format!("{team}/tags"), &json!({ "name": format!("Tag {label}") })).await)),
            ("teamspace_membership_id", member.to_string()),
            ("space_id", space),
            ("subdomain", format!("dailies-{label}")),
            ("portal_id", portal),
            ("custom_webhook_id", webhook),
            ("delivery_id", delivery.to_string()),
            ("activity_id", sent.id.to_string()),
        ])
    }

    /// Whether deleting the object again must fail. A deleted link can be deleted any number of times, so it is not
    /// included.
    async fn is_gone(&self, operation: &str, ids: &Ids) -> bool {
        let path = operation.replace("{package_id}", self.parcel.id.as_str());
        let line = ids.iter().fold(path, |path, (name, id)| path.replace(&format!("{{{name}}}"), id));
        let client = if line.contains("/v1/packages/") { &self.parcel.client } else { &self.user };
        line.contains("/links/") || !Reply::of(client, &line, &Value::Null).await.status.is_success()
    }
}

fn parameters(ids: &Ids) -> String {
    ids.iter().fold(String::new(), |mut lines, (name, id)| {
        writeln!(lines, "\"path.{name}\" = \"{id}\"").unwrap();
        lines
    })
}

fn parameters_of(api: &str, ids: &Ids) -> String {
    format!("base-url = \"{api}\"\n[parameters]\n{}", parameters(ids))
}

/// Real credentials, so that requests get past authentication.
fn credentials(made: &Value, scene: &Scene) -> String {
    format!(
        r#"
[auth.openapi.api_key]
api_key = "{key}"
[auth.openapi.user_token]
api_key = "{token}"
[auth.openapi.package_token]
api_key = "{package_token}"
[auth.openapi.access_code]
api_key = "{ACCESS_CODE}"
[auth.openapi.channel_token]
bearer = "{channel_token}"
"#,
        key = text_of(made, "api_key"),
        token = scene.token,
        package_token = scene.parcel.body.access_token,
        channel_token = scene.parcel.body.progress_channels[0].auth.token,
    )
}

/// Real ids and credentials.
async fn settings(api: &str, made: &Value, scene: &Scene, destroyed: &[(&str, Ids)]) -> String {
    let mut ids = scene.things("kept").await;
    ids.insert("team_id", scene.team.clone());
    ids.insert("user_id", text_of(made, "user_id"));
    ids.insert("package_id", scene.parcel.id.to_string());
    ids.insert("channel_name", scene.parcel.body.progress_channels[0].auth.channel_name.clone());
    let mut settings = parameters_of(api, &ids) + &credentials(made, scene);
    for (operation, ids) in destroyed {
        let parameters = parameters(ids);
        write!(settings, "[[operations]]\ninclude-name = \"{operation}\"\n[operations.parameters]\n{parameters}")
            .unwrap();
    }
    settings
}

/// Tries the operations that `choice` names.
fn try_out(config: &Path, api: &str, choice: &[&str]) -> u64 {
    let description = &format!("{api}/openapi.json");
    let examples = if testkit::is_deep() { DEEP_EXAMPLES } else { EXAMPLES };
    Schemathesis { config, description, phases: "examples,coverage,fuzzing", checks: CHECKS, examples }.run(choice)
}

#[test]
fn only_a_generator_that_gave_up_is_a_failure_of_the_tool() {
    let errors = |lines: &str| format!("==== ERRORS ====\n{lines}\n==== SUMMARY ====\nmore\n");
    let gave_up = format!("____ POST /v1/x ____\n{GAVE_UP}: a test case failed on the first run but now succeeds");
    assert!(tool_failure(&errors(&gave_up)).is_some_and(|words| words.starts_with(GAVE_UP)));
    let other = "____ GET /v1/y ____\nNetwork Error\nConnection refused";
    assert_eq!(tool_failure(&errors(&format!("{gave_up}\n{other}"))), None);
    assert_eq!(tool_failure(&errors(&format!("{gave_up}\nNetwork Error\nRead timed out"))), None);
    assert_eq!(tool_failure(&format!("==== FAILURES ====\n____ GET /v1/y ____\n{}", errors(&gave_up))), None);
    assert_eq!(tool_failure("==== SUMMARY ====\n1 generated, 1 passed"), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_interface_is_as_described() {
    let service = Service::start();
    let api = &service.server.api;
    let scene = scene(api, &service.made).await;
    let mut destroyed = Vec::new();
    for (number, operation) in DESTROYING.iter().enumerate() {
        destroyed.push((*operation, scene.things(&number.to_string()).await));
    }
    let config = service.write_settings(&settings(api, &service.made, &scene, &destroyed).await);
    let cases = try_out(&config, api, &["--exclude-path-regex", LEFT_OUT, "--exclude-name", LAST]);
    assert!(cases >= CASES_AT_LEAST, "{cases} cases");
    for (operation, ids) in destroyed.iter().filter(|(operation, _)| operation.starts_with("DELETE")) {
        assert!(scene.is_gone(operation, ids).await, "{operation} was tried, and nothing came of it");
    }
    assert!(try_out(&config, api, &["--include-name", LAST]) > 0);
    assert!(scene.is_gone(LAST, &Ids::new()).await);
    service.has_not_failed();
}

/// Operations in a row: what one makes, the next ones change, read and delete.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_made_is_as_described_in_every_later_step() {
    let service = Service::start();
    let api = &service.server.api;
    let scene = scene(api, &service.made).await;
    // Only what cannot be made: every other id comes from an earlier step.
    let ids = Ids::from([("team_id", scene.team.clone()), ("user_id", text_of(&service.made, "user_id"))]);
    let config = service.write_settings(&(parameters_of(api, &ids) + &credentials(&service.made, &scene)));
    let seconds = if testkit::is_deep() { STATEFUL_SECONDS_DEEP } else { STATEFUL_SECONDS };
    let (description, phases, checks) = (&format!("{api}/openapi.json"), "stateful", STATEFUL_CHECKS);
    let tester = Schemathesis { config: &config, description, phases, checks, examples: DEEP_EXAMPLES };
    tester.run_until(STATEFUL_CASES_AT_LEAST, &["--exclude-path-regex", LEFT_OUT_OF_STEPS, "--max-time", seconds]);
    service.has_not_failed();
}

async fn scene(api: &str, made: &Value) -> Scene {
    let team = made["team_id"].as_str().unwrap().to_owned();
    let anyone = Client::new(api).unwrap();
    let request = SignIn { email: "anna@example.org".into(), password: PASSWORD.into(), otp: None };
    let token = anyone.sign_in(&request).await.unwrap().token;
    let key = anyone.with_api_key(made["api_key"].as_str().unwrap());
    let parcel = Parcel::create(&key, &team.parse().unwrap(), &plain_package("Dailies")).await;
    let (member, user) = (made["membership_id"].as_str().unwrap().to_owned(), anyone.with_user_token(&token));
    Scene { team, member, token, user, parcel, receiver: TestReceiver::start_at("127.0.0.9:0").await }
}
