//! A foreign tester reads `/openapi.json` and tries everything that it describes.
//!
//! No reply may be a 5xx or differ from the description, and no credential may
//! be ignored. What the description allows and a rule refuses, and forms that
//! are taken beyond the described ones, are meant so and not looked at here.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

use std::path::Path;
use std::process::Command;

use client::Client;
use serde_json::{Value, json};
use testkit::{PASSWORD, Parcel, Program, plain_package};
use wire::auth::SignIn;
use wire::portals::WritePortal;

const CASES_AT_LEAST: u64 = 2_000;
const EXAMPLES: &str = "45";
const DEEP_EXAMPLES: &str = "1500";
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_headers_conformance,response_schema_conformance,ignored_auth,unsupported_method";
/// These end the credentials or the package that the others need; `/events` is a reply without an end.
const LEFT_OUT: &str = "logout_all|/password|/mfa|/email|/v1/members|^/v1/auth$|/v1/auth/refresh|/events";

/// Tries are many and fast here, and limits have tests of their own.
const VARIABLES: &[(&str, &str)] = &[
    ("TONNAGE_LOG__LEVEL", "warn"),
    ("TONNAGE_LIMITS__SIGN_IN_TRIES_PER_MINUTE", "1000000"),
    ("TONNAGE_LIMITS__SIGN_IN_TRIES_PER_HOUR", "1000000"),
    ("TONNAGE_LIMITS__ADDRESS_TRIES_PER_MINUTE", "1000000"),
];

const ACCESS_CODE: &str = "sesame";

/// Real ids and credentials, so that requests get beyond the door.
async fn settings(api: &str, made: &Value) -> String {
    let text = |name: &str| made[name].as_str().unwrap().to_owned();
    let client = Client::new(api).unwrap().with_api_key(&text("api_key"));
    let parcel = Parcel::create(&client, &text("team_id").parse().unwrap(), &plain_package("Dailies")).await;
    let file = parcel.add("", "a.mov", 5).await.file.id;
    let link = parcel.link().await.id;
    let team_id = text("team_id").parse().unwrap();
    let portal = WritePortal {
        name: Some("P".into()),
        subdomain: Some("dailies".into()),
        active: Some(true),
        has_access_code: Some(true),
        access_code: Some(ACCESS_CODE.into()),
        ..WritePortal::default()
    };
    let portal = client.create_portal(&team_id, &portal).await.unwrap().id;
    let form = json!({ "name": "F", "delivery_formats": ["json"], "fields": [{ "name": "a", "type": "date" }] });
    let template = serde_json::from_value(form.clone()).unwrap();
    let template = client.create_form_template(&team_id, &template).await.unwrap().id;
    let form = client.create_form(&portal, &serde_json::from_value(form).unwrap()).await.unwrap().id;
    let rule = json!({ "action": "include", "criterion": "file_name", "operator": "regex_match", "values": ["a"] });
    let filter = serde_json::from_value(json!({ "name": "F", "rules": [rule] })).unwrap();
    let filter = client.create_filter(&team_id, &filter).await.unwrap().id;
    let request = SignIn { email: "anna@example.org".into(), password: PASSWORD.into(), otp: None };
    let user_token = client.sign_in(&request).await.unwrap().token;
    let channel = &parcel.body.progress_channels[0].auth;
    let (team, user, key_id) = (text("team_id"), text("user_id"), text("api_key_id"));
    let (package, package_token, key) = (&parcel.id, &parcel.body.access_token, text("api_key"));
    format!(
        r#"
base-url = "{api}"
[parameters]
"path.team_id" = "{team}"
"path.user_id" = "{user}"
"path.api_key_id" = "{key_id}"
"path.package_id" = "{package}"
"path.file_id" = "{file}"
"path.link_id" = "{link}"
"path.portal_id" = "{portal}"
"path.form_id" = "{form}"
"path.form_template_id" = "{template}"
"path.filter_id" = "{filter}"
"path.channel_name" = "{channel_name}"
[auth.openapi.api_key]
api_key = "{key}"
[auth.openapi.user_token]
api_key = "{user_token}"
[auth.openapi.package_token]
api_key = "{package_token}"
[auth.openapi.access_code]
api_key = "{ACCESS_CODE}"
[auth.openapi.channel_token]
bearer = "{channel_token}"
"#,
        channel_name = channel.channel_name,
        channel_token = channel.token,
    )
}

#[tokio::test]
async fn the_interface_is_as_described() {
    let tool = std::env::var("TONNAGE_TEST_SCHEMATHESIS")
        .expect("TONNAGE_TEST_SCHEMATHESIS is not set: run the tests with `cargo xtask test`");
    testkit::prepare();
    let program = Path::new(env!("CARGO_BIN_EXE_tonnage"));
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().join("data");
    let server = Program::serve(program, &data_dir, VARIABLES);
    let arguments = ["admin", "bootstrap", "--team", "Film", "--email", "anna@example.org"];
    let rest = ["--password", PASSWORD, "--json", "--data-dir", data_dir.to_str().unwrap()];
    let output = Program::run(program, &[], &[arguments.as_slice(), &rest].concat());
    let made: Value = serde_json::from_slice(&output.stdout).unwrap();
    let config = directory.path().join("schemathesis.toml");
    std::fs::write(&config, settings(&server.api, &made).await).unwrap();
    let examples = if std::env::var_os("TONNAGE_TEST_DEEP").is_some() { DEEP_EXAMPLES } else { EXAMPLES };
    let output = Command::new(tool)
        .arg("--config-file")
        .arg(&config)
        .args(["run", &format!("{}/openapi.json", server.api), "--no-color", "--workers", "2"])
        .args(["--phases", "examples,coverage,fuzzing", "--max-examples", examples, "--request-timeout", "20"])
        .args(["--checks", CHECKS, "--exclude-path-regex", LEFT_OUT])
        .args(["--exclude-name", "DELETE /v1/packages/{package_id}"])
        .args(["--exclude-name", "DELETE /v1/portals/{portal_id}"])
        .args(["--exclude-name", "PUT /v1/portals/{portal_id}"])
        .args(["--exclude-name", "DELETE /v1/metadata/forms/{form_id}"])
        .args(["--exclude-name", "DELETE /v1/metadata/forms/templates/{form_template_id}"])
        .args(["--exclude-name", "DELETE /v1/filters/{filter_id}"])
        .args(["--exclude-name", "DELETE /v1/api_keys/{api_key_id}"])
        .args(["--exclude-name", "PUT /v1/api_keys/{api_key_id}"])
        .args(["--exclude-name", "PUT /v1/api_keys/{api_key_id}/{state}"])
        .current_dir(directory.path())
        .output()
        .expect("schemathesis starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    let cases = said.lines().find_map(|line| line.trim().split_once(" generated")?.0.parse::<u64>().ok());
    let cases = cases.unwrap_or_else(|| panic!("the number of cases is not told: {said}"));
    println!("{cases} cases");
    assert!(cases >= CASES_AT_LEAST, "{said}");
    let log = server.log();
    assert!(!log.contains("request failed") && !log.contains("panicked"), "{log}");
}
