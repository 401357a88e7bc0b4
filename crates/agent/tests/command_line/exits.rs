//! How commands fail: exit code, reason, next step.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::json;
use serving::secret::Secret;
use testkit::{Answer, Fault, FaultProxy, Operation, TestAgent, compare_snapshot, until};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use wire::error::ErrorCode;

use super::bed::{Bed, MIB, NOWHERE, run};
use super::send_and_get::portal;

const SNAPSHOTS: &str = "tests/command_line/snapshots";

#[test]
fn wrong_usage_is_said_with_what_would_be_right() {
    let mut printed = String::new();
    for line in [
        "stats a.mov",
        "send",
        "send /etc/hostname",
        "send /etc/hostname --link --portal rushes",
        "send /etc/hostname --link --sender a@example.org",
        "send /etc/hostname --portal rushes --metadata colour",
        "send /etc/hostname --link --delete-after soon",
        "get",
        "get https://files.example.org/d/01KA2B3C4D5E6F7G8H9JKMNPQR",
        "uploads pause",
        "uploads show 7",
        "gateways add",
        "gateways add /tmp",
        "gateways remove 7",
        "settings set --state-dir /tmp --upload-limit fast",
        "status --json --ndjson",
        "status --log-level info --cloud-url ftp://example.org",
        "completions tcsh",
    ] {
        let ran = run(line).exits(2);
        assert_eq!(ran.stdout, "", "{line}");
        writeln!(printed, "$ tonnage-agent {line}\n{}", ran.stderr).unwrap();
    }
    compare_snapshot(SNAPSHOTS, "usage.txt", &printed);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_three() {
    let bed = Bed::start().await;
    let missing = bed.run(&["send", "nothing.mov", "--link"]).exits(3);
    assert!(missing.stderr.starts_with("error: cannot send nothing.mov: No such file"), "{missing:?}");
    let base = bed.cloud.anyone().base_url().to_owned();
    let unknown = bed.run(&["get", &format!("{base}/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=s")]).exits(3);
    assert!(unknown.stderr.starts_with("error: "), "{unknown:?}");
    assert_eq!(bed.run(&["downloads", "--json"]).exits(0).json(), json!([]), "nothing is left of it");
    let id = "9f1c2d3e-4b5a-4978-8c6d-0e1f2a3b4c5d";
    bed.run(&["uploads", "show", id]).exits(3);
    let paused = bed.run(&["downloads", "pause", id]).exits(3);
    assert!(paused.stderr.contains("next: see tonnage-agent downloads"), "{paused:?}");

    bed.file("cut.mov", 9);
    let url = bed.run(&["send", "cut.mov", "--link", "-q"]).exits(0).stdout.trim().to_owned();
    bed.cloud.advance(Duration::from_hours(24 * 400));
    bed.cloud.run_due_jobs().await;
    let expired = bed.run(&["get", &url, "--json"]).exits(3);
    assert_eq!(expired.json()["exit_code"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_is_missing_or_wrong_is_four() {
    let mut bed = Bed::start().await;
    bed.file("cut.mov", 9);
    bed.set("API_KEY", "wrong");
    let wrong = bed.run(&["send", "cut.mov", "--link", "--json"]).exits(4);
    assert!(wrong.json()["error"]["message"].as_str().unwrap().contains("refused the API key"), "{wrong:?}");
    bed.set("API_KEY", "");
    let none = bed.run(&["send", "cut.mov", "--link"]).exits(4);
    assert!(none.stderr.contains("needs an API key") && none.stderr.contains("next: "), "{none:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_with_a_password_asks_for_it() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 9);
    let url = bed.run(&["send", "cut.mov", "--link", "--password", "sesame"]).exits(0).stdout.trim().to_owned();
    let locked = bed.run(&["get", &url, "--to", "../received"]).exits(4);
    assert!(locked.stderr.contains("--password"), "{locked:?}");
    bed.run(&["get", &url, "--to", "../received", "--password", "sesame"]).exits(0);
    assert!(bed.place("received/cut.mov").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_away_is_five() {
    let mut bed = Bed::start().await;
    bed.file("cut.mov", 9);
    bed.set("TONNAGE_AGENT_CLOUD_URL", &format!("http://{NOWHERE}"));
    let sent = bed.run(&["send", "cut.mov", "--link"]).exits(5);
    assert!(sent.stderr.contains("cannot be reached") && sent.stderr.contains("--cloud-url"), "{sent:?}");
    let portal = bed.run(&["send", "cut.mov", "--portal", "rushes", "--sender", "a@example.org"]).exits(5);
    assert!(portal.stderr.contains("error: "), "{portal:?}");
    let got = bed.run(&["get", &format!("http://{NOWHERE}/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=s")]).exits(5);
    assert!(got.stderr.contains("cannot reach"), "{got:?}");
}

/// Also if the service cannot finalize the package for some seconds, or the answer is lost.
#[tokio::test(flavor = "multi_thread")]
async fn zero_is_delivered() {
    let mut bed = Bed::start().await;
    let address = bed.cloud.anyone().base_url().trim_start_matches("http://").parse().unwrap();
    let between = FaultProxy::start(address).await;
    bed.set("TONNAGE_AGENT_CLOUD_URL", &between.url());
    bed.file("cut.mov", 9);
    let busy = Fault::Instead(Answer::new(503, "{}"));
    for fault in [busy, Fault::ResetAfter] {
        between.inject_times(5, Operation::FinalizePackage, &fault);
        let sent = bed.run(&["send", "cut.mov", "--to", "ben@example.org", "--ndjson"]).exits(0);
        let started = sent.lines().into_iter().find(|line| line["event"] == "started").unwrap();
        let package = started["package_id"].as_str().unwrap().parse().unwrap();
        let package = bed.owner.client.package(&bed.owner.team_id, &package).await.unwrap();
        assert_eq!(package.state.as_str(), "finalized", "{sent:?}");
        between.clear();
    }
}

/// The agent has ended in the middle of a transfer. Commands that look at it change nothing.
#[tokio::test(flavor = "multi_thread")]
async fn looking_at_a_stopped_agent_changes_nothing() {
    let mut bed = Bed::start().await;
    bed.file("cut.mov", 8 * MIB);
    let agent = agent_of(&mut bed, Some(256 << 10)).await;
    let started = bed.run(&["send", "cut.mov", "--to", "ben@example.org", "--detach", "--json"]).exits(0).json();
    let id = started["upload_id"].as_str().unwrap().to_owned();
    agent.shut_down().await;
    bed.set("TONNAGE_AGENT_LISTEN", NOWHERE);
    for look in ["uploads", "uploads --json", "downloads", "status", "settings", "automations", "gateways"] {
        bed.run(&look.split(' ').collect::<Vec<_>>()).exits(0);
    }
    let shown = bed.run(&["uploads", "show", &id]).exits(0);
    assert!(shown.stdout.contains("paused"), "nothing runs it: {shown:?}");
    bed.run(&["get", &format!("http://{NOWHERE}/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=s")]).exits(5);
    let _agent = agent_of(&mut bed, None).await;
    until("the upload is complete", async || {
        let upload = bed.run(&["uploads", "show", &id, "--json"]).exits(0).json();
        if upload["state"] == "complete" { Ok(()) } else { Err(upload.to_string()) }
    })
    .await;
}

/// An agent with the state directory that commands of the bed use.
async fn agent_of(bed: &mut Bed, rate: Option<u64>) -> TestAgent {
    let (state, key) = (bed.place("state"), bed.owner.api_key.clone().unwrap());
    let setup = TestAgent::setup(&bed.cloud).with(|options| {
        options.state_dir = state;
        options.api_key = Secret::new(&key);
        options.max_upload_rate = rate;
    });
    let agent = setup.start().await;
    bed.set("TONNAGE_AGENT_LISTEN", &format!("127.0.0.1:{}", agent.port()));
    agent
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_portal_does_not_take_is_seven() {
    let bed = Bed::start().await;
    portal(
        &bed,
        &json!({ "package_size_restriction_enabled": true, "max_file_size": 100,
        "file_type_restriction_enabled": true, "file_types": [".mov"] }),
    )
    .await;
    bed.file("large.mov", 101);
    bed.file("small.mov", 99);
    bed.file("small.exe", 99);
    for (name, code) in [("large.mov", 7), ("small.exe", 7), ("small.mov", 0)] {
        let sent = bed.run(&["send", name, "--portal", "rushes"]).exits(code);
        assert!(code == 0 || sent.stderr.contains(name), "{sent:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_directory_in_use_is_said() {
    let mut bed = Bed::start().await;
    let agent = bed.run_agent().await;
    bed.set("TONNAGE_AGENT_STATE_DIR", agent.state_dir().to_str().unwrap());
    bed.set("TONNAGE_AGENT_LISTEN", NOWHERE);
    let refused = bed.run(&["status"]).exits(1);
    assert!(refused.stderr.contains("another agent is running") && refused.stderr.contains("--listen"), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_teams_must_be_told_apart() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 9);
    let foreign = bed.run(&["send", "cut.mov", "--link", "--team-id", "01KA2B3C4D5E6F7G8H9JKMNPQR"]).exits(2);
    let own = bed.owner.team_id.as_str();
    assert!(foreign.stderr.contains("--team-id") && foreign.stderr.contains(own), "{foreign:?}");
    bed.run(&["send", "cut.mov", "--link", "--team-id", own]).exits(0);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_to_another_server_than_was_named() {
    let mut bed = Bed::start().await;
    bed.file("cut.mov", 10);
    let _agent = bed.run_agent().await;
    let elsewhere = bed.run(&["send", "cut.mov", "--link", "--cloud-url", "http://127.0.0.1:9"]).exits(2);
    assert!(elsewhere.stderr.contains("--alone") && elsewhere.stderr.contains("127.0.0.1:9"), "{elsewhere:?}");
    bed.run(&["send", "cut.mov", "--link"]).exits(0);
}

/// An agent that answers as those of earlier versions do.
async fn earlier_agent() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = vec![0; 4096];
            let length = stream.read(&mut request).await.unwrap_or_default();
            let is_status = request[..length].starts_with(b"GET /api/v1/status");
            let (line, body) = if is_status {
                ("200 OK", json!({ "damaged_journals": [] }))
            } else {
                let code = ErrorCode::SessionMissing.number();
                ("401 Unauthorized", json!({ "code": code, "message": "there is no session" }))
            };
            let body = body.to_string();
            let head = format!("HTTP/1.1 {line}\r\nContent-Type: application/json\r\nConnection: close");
            let reply = format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
            let _ = stream.write_all(reply.as_bytes()).await;
        }
    });
    port
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_would_ignore_a_part_of_the_command_is_not_used() {
    let mut bed = Bed::start().await;
    bed.file("cut.mov", 10);
    bed.set("TONNAGE_AGENT_LISTEN", &format!("127.0.0.1:{}", earlier_agent().await));
    for command in [&["send", "cut.mov", "--link", "--exclude", "*.tmp"][..], &["get", "01KA2B3C4D5E6F7G8H9JKMNPQR"]] {
        let refused = bed.run(command).exits(1);
        assert!(refused.stderr.contains("earlier version") && refused.stderr.contains("--alone"), "{refused:?}");
    }
    bed.run(&["send", "cut.mov", "--link", "--alone"]).exits(0);
}
