//! `--json`: documents that programs can rely on.

use std::collections::BTreeSet;

use client::Client;
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{Parcel, Program, execute_sql, plain_package, until};
use wire::auth::ForgotPassword;
use wire::ids::TeamId;

use super::backup::scene::{program, refused, run, said};

#[track_caller]
fn parsed(text: &str) -> Value {
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(text).unwrap()
}

#[track_caller]
fn names(document: &Value) -> Vec<&str> {
    let names: BTreeSet<&str> = document.as_object().unwrap().keys().map(String::as_str).collect();
    names.into_iter().collect()
}

#[track_caller]
fn is_time(value: &Value) {
    let text = value.as_str().unwrap();
    assert!(text.parse::<wire::time::Time>().is_ok() && text.ends_with('Z'), "{text}");
}

/// An installation with a running server.
struct Bed {
    server: Program,
    directory: TempDir,
    team: TeamId,
    key: String,
}

impl Bed {
    fn new() -> Self {
        testkit::prepare();
        let directory = tempfile::tempdir().unwrap();
        let data = directory.path().join("data");
        let server = Program::serve(program(), &data, &[]);
        let (team, key) = Program::bootstrap(program(), &data);
        Self { server, directory, team, key }
    }

    fn data(&self) -> String {
        self.directory.path().join("data").to_str().unwrap().to_owned()
    }

    async fn execute(&self, statement: &str) {
        execute_sql(&format!("sqlite://{}/tonnage.db", self.data()), statement).await;
    }

    async fn list(&self, arguments: &[&str]) -> Value {
        parsed(&said(&[arguments, &["--json", "--data-dir", &self.data()]].concat(), &[]).await)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_of_teams_and_users_are_documents() {
    let bed = Bed::new();
    let teams = bed.list(&["admin", "team", "list"]).await;
    let film = teams["teams"].as_array().unwrap().iter().find(|found| found["id"] == json!(bed.team)).unwrap();
    let fields = [
        "billing_state",
        "created_at",
        "id",
        "max_stored_bytes",
        "name",
        "operator_max_stored_bytes",
        "subdomain",
        "suspended_at",
    ];
    assert_eq!(names(film), fields);
    assert_eq!((&film["name"], &film["billing_state"]), (&json!("Film"), &json!("active")));
    assert!(film["suspended_at"].is_null() && film["max_stored_bytes"].is_u64(), "{film}");
    is_time(&film["created_at"]);

    let users = bed.list(&["admin", "user", "list"]).await;
    let anna = users["users"].as_array().unwrap().iter().find(|user| user["email"] == "anna@example.org").unwrap();
    let fields = [
        "created_at",
        "email",
        "has_password",
        "has_second_factor",
        "id",
        "name",
        "password_change_required",
        "primary_team_id",
        "time_zone",
    ];
    assert_eq!(names(anna), fields);
    assert_eq!((&anna["has_password"], &anna["has_second_factor"]), (&json!(true), &json!(false)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_of_mails_jobs_and_records_are_documents() {
    let bed = Bed::new();
    let forgotten = ForgotPassword { email: "anna@example.org".into() };
    Client::new(&bed.server.api).unwrap().forgot_password(&forgotten).await.unwrap();
    let mails = until("the mail is kept", async || {
        let found = bed.list(&["admin", "mail", "list"]).await;
        if found["mails"][0].is_null() { Err(found) } else { Ok(found) }
    })
    .await;
    let fields = ["created_at", "id", "kind", "last_error", "recipient", "state", "team_id"];
    assert_eq!(names(&mails["mails"][0]), fields);
    assert_eq!((&mails["mails"][0]["state"], &mails["mails"][0]["kind"]), (&json!("kept"), &json!("password_reset")));

    let records = bed.list(&["admin", "audit", "verify"]).await;
    assert_eq!(records["is_intact"], json!(true));
    let fields = ["broken_at", "entries", "finding", "is_intact", "keyed_from", "team_id"];
    assert_eq!(names(&records["records"][0]), fields);
    assert!(records["records"][0]["entries"].is_u64());

    bed.execute(
        "INSERT INTO jobs (id, name, payload, state, run_at, attempts, claims, max_attempts, last_error, created_at)
         VALUES ('01KA2B3C4D5E6F7G8H9JKMNPQ1', 'send_mail', '{}', 'dead', 0, 25, 25, 25, 'refused', 0)",
    )
    .await;
    let jobs = bed.list(&["admin", "jobs", "list"]).await;
    let expected = json!({
        "id": "01KA2B3C4D5E6F7G8H9JKMNPQ1", "name": "send_mail", "state": "dead", "dead_since": "1970-01-01T00:00:00.000Z",
        "leased_until": null, "due_at": null, "attempts": 25, "max_attempts": 25, "progress": "", "last_error": "refused",
        "created_at": "1970-01-01T00:00:00.000Z",
    });
    assert_eq!((&jobs["jobs"][0], &jobs["dead"]), (&expected, &json!(1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn checks_are_documents_with_the_same_exit_codes() {
    let bed = Bed::new();
    let client = Client::new(&bed.server.api).unwrap().with_api_key(&bed.key);
    Parcel::sent(&client, &bed.team, &plain_package("Dailies")).await;
    let data = bed.data();
    let place = ["--json", "--data-dir", &data];
    let report = parsed(&said(&[&["admin", "fsck", "--read-data"][..], &place].concat(), &[]).await);
    assert_eq!(names(&report), ["files", "is_clean", "problems", "read_data", "set_aside", "store", "teams"]);
    assert_eq!(report["files"], json!({ "finalized": 1, "unproven": 0, "segments": 0 }));
    assert_eq!((&report["is_clean"], &report["teams"], &report["problems"]), (&json!(true), &json!(2), &json!([])));
    assert_eq!((&report["store"]["objects"], &report["store"]["bytes"]), (&json!(1), &json!(5)));

    let doctor = |listen: &str| [&["doctor", "--storage-listen", listen][..], &place].concat().join(" ");
    let listen = bed.server.storage.strip_prefix("http://").unwrap().to_owned();
    let good = doctor(&listen);
    let report = parsed(&said(&good.split(' ').collect::<Vec<_>>(), &[]).await);
    assert_eq!(report["is_ok"], json!(true));
    for finding in report["findings"].as_array().unwrap() {
        assert_eq!(names(finding), ["remedy", "state", "subject", "text"]);
        assert!(["ok", "note"].contains(&finding["state"].as_str().unwrap()), "{finding}");
    }
    let broken = [
        ("TONNAGE_STORAGE__ENDPOINT", "http://127.0.0.1:1"),
        ("TONNAGE_STORAGE__ACCESS_KEY", "access"),
        ("TONNAGE_STORAGE__SECRET_KEY", "canary"),
    ];
    let report = refused(&good.split(' ').collect::<Vec<_>>(), &broken).await;
    let report = parsed(&report);
    let findings = report["findings"].as_array().unwrap();
    let bad: Vec<&Value> = findings.iter().filter(|finding| finding["state"] == "bad").collect();
    assert_eq!((&report["is_ok"], bad.len()), (&json!(false), 1), "{report}");
    assert_eq!(
        (&bad[0]["subject"], &bad[0]["remedy"]),
        (&json!("storage"), &json!("check storage.endpoint and the keys"))
    );

    bed.execute("UPDATE audit_entries SET actor = 'nobody'").await;
    let report = parsed(&refused(&[&["admin", "fsck"][..], &place].concat(), &[]).await);
    assert_eq!((&report["is_clean"], &report["read_data"]), (&json!(false), &json!(false)));
    assert!(report["problems"][0].as_str().unwrap().contains("is broken at entry 1"), "{report}");
}

#[tokio::test]
async fn settings_are_values_with_their_sources() {
    let variables = [
        ("TONNAGE_SECRET_KEY", "canary-canary-canary-canary-canary"),
        ("TONNAGE_WORKERS__COUNT", "7"),
        ("TONNAGE_EGRESS__ALLOW", "10.0.0.0/8"),
    ];
    let text = said(&["config", "show", "--json", "--data-dir", "/srv/tonnage"], &variables).await;
    assert!(!text.contains("canary"), "{text}");
    let document = parsed(&text);
    let setting = |key: &str| {
        document["settings"].as_array().unwrap().iter().find(|setting| setting["key"] == key).unwrap().clone()
    };
    let expected = |key: &str, value: Value, is_secret: bool, source: &str, kind: &str| {
        let expected =
            json!({ "key": key, "value": value, "is_secret": is_secret, "source": source, "source_kind": kind });
        assert_eq!(setting(key), expected);
    };
    expected("workers.count", json!(7), false, "TONNAGE_WORKERS__COUNT", "environment");
    expected("egress.allow", json!(["10.0.0.0/8"]), false, "TONNAGE_EGRESS__ALLOW", "environment");
    expected("data_dir", json!("/srv/tonnage"), false, "--data-dir", "flag");
    expected("storage.path_style", json!(true), false, "default", "default");
    expected("secret_key", json!("****"), true, "TONNAGE_SECRET_KEY", "environment");
    expected("metrics.token", json!(""), true, "default", "default");

    let fine = parsed(&said(&["config", "check", "--json"], &[]).await);
    assert_eq!(fine, json!({ "is_valid": true, "faults": [] }));
    let output = run(&["config", "check", "--json"], &[("TONNAGE_LOG__LEVEL", "loud"), ("TONNAGE_LISTN", "x")]).await;
    assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
    let wrong = parsed(std::str::from_utf8(&output.stdout).unwrap());
    assert_eq!(wrong["is_valid"], json!(false));
    let faults = wrong["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 2, "{wrong}");
    let fault = faults.iter().find(|fault| fault["key"] == "log.level").unwrap();
    assert_eq!((&fault["source"], &fault["source_kind"]), (&json!("TONNAGE_LOG__LEVEL"), &json!("environment")));
    assert!(fault["message"].as_str().unwrap().contains("off, error, warn, info, debug and trace"), "{fault}");
}
