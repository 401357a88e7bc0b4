//! The packages of a Team: listed, shown, kept longer, shared and deleted.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::Reply;

use super::bed::{Bed, hours_left};
use super::send_and_get::portal;

/// Sends a file, a minute after the one before, and returns the id of its package.
fn sent(bed: &Bed, name: &str, arguments: &[&str]) -> String {
    bed.cloud.advance(Duration::from_mins(1));
    bed.file(name, 100);
    let document = bed.run(&[&["send", name, "--json"], arguments].concat()).exits(0).json();
    document["package_id"].as_str().unwrap().to_owned()
}

fn names(listed: &Value) -> Vec<&str> {
    listed.as_array().unwrap().iter().map(|package| package["name"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sent_and_received_packages_are_listed_newest_first() {
    let bed = Bed::start().await;
    portal(&bed, &json!({})).await;
    sent(&bed, "one.mov", &["--link", "--name", "Reel 1"]);
    sent(&bed, "two.mov", &["--to", "ben@example.org", "--name", "Reel 2"]);
    sent(&bed, "three.mov", &["--portal", "rushes", "--sender", "cleo@example.net", "--name", "Rushes 3"]);

    let all = bed.run(&["ls", "--json"]).exits(0);
    assert!(!all.stdout.contains("token") && !all.stdout.contains("secret"), "{}", all.stdout);
    let all = all.json();
    assert_eq!(names(&all), ["Rushes 3", "Reel 2", "Reel 1"]);
    assert_eq!((&all[0]["direction"], &all[0]["sender"]), (&json!("received"), &json!("cleo@example.net")));
    assert_eq!((&all[1]["recipients"], &all[1]["files"]), (&json!(["ben@example.org"]), &json!(1)));

    for (arguments, expected) in [
        (&["--sent"][..], &["Reel 2", "Reel 1"][..]),
        (&["--received"], &["Rushes 3"]),
        (&["--portal", "Rushes"], &["Rushes 3"]),
        (&["--name", "Reel"], &["Reel 2", "Reel 1"]),
        (&["--sender", "cleo@example.net"], &["Rushes 3"]),
        (&["--limit", "1"], &["Rushes 3"]),
        (&["--state", "expired"], &[]),
    ] {
        let listed = bed.run(&[&["ls", "--json"], arguments].concat()).exits(0).json();
        assert_eq!(names(&listed), expected, "{arguments:?}");
    }
    let text = bed.run(&["ls", "--limit", "2"]).exits(0);
    assert!(text.stdout.starts_with("ID ") && text.stdout.contains("cleo@example.net"), "{}", text.stdout);
    assert!(text.stderr.contains("1 older packages are not listed"), "{}", text.stderr);
    assert!(bed.run(&["ls", "--name", "nothing"]).exits(0).stderr.contains("no such packages"));
    bed.run(&["ls", "--state", "gone"]).exits(2);
    bed.run(&["ls", "--limit", "0"]).exits(2);
    bed.run(&["ls", "--team-id", "01KA2B3C4D5E6F7G8H9JKMNPQR"]).exits(2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_is_shown_kept_longer_and_shared() {
    let bed = Bed::start().await;
    let id = sent(&bed, "cut.mov", &["--link", "--message", "the first cut"]);
    let shown = bed.run(&["info", &id]).exits(0).stdout;
    for said in ["the first cut", "            100  cut.mov", "1 file, 100 bytes", "not opened yet"] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    let document = bed.run(&["info", &id, "--json"]).exits(0);
    assert!(!document.stdout.contains("token") && !document.stdout.contains("secret"), "{}", document.stdout);
    assert_eq!(document.json()["listed"][0]["path"], "cut.mov");

    let extended = bed.run(&["extend", &id, "30d", "--json"]).exits(0).json();
    assert_eq!(hours_left(&extended["expires_at"]), 30 * 24, "{extended}");
    assert_eq!(bed.run(&["extend", &id, "never", "--json"]).exits(0).json()["expires_at"], Value::Null);
    assert!(bed.run(&["extend", &id, "2w"]).exits(0).stderr.contains("it expires on "));
    assert!(bed.run(&["extend", &id, "soon"]).exits(2).stderr.contains("such as 12h"));

    bed.file("password", 0);
    std::fs::write(bed.place("source/password"), "sesame\n").unwrap();
    let link = ["link", &id, "--max-downloads", "2", "--expires", "1d", "--password-file", "password"];
    let url = bed.run(&link).exits(0).stdout.trim().to_owned();
    assert!(bed.run(&["get", &url, "--to", "../received"]).exits(4).stderr.contains("--password"));
    let with_password = ["get", &url, "--to", "../received", "--password-file", "-"];
    assert!(bed.run_with(&with_password, "\n").exits(2).stderr.contains("empty"));
    bed.run_with(&with_password, "sesame\n").exits(0);
    let links = bed.run(&["info", &id, "--json"]).exits(0).json()["links"].clone();
    assert!(links.as_array().unwrap().iter().any(|link| link["max_downloads"] == 2 && link["has_password"] == true));
    let mailed = bed.run(&["link", &id, "--email", "ben@example.org"]).exits(0);
    assert_eq!((mailed.stdout.as_str(), mailed.stderr.contains("by email to ben@example.org")), ("", true));
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_asks_first_and_deletes_all_or_nothing() {
    let bed = Bed::start().await;
    let (one, two) = (sent(&bed, "one.mov", &["--link"]), sent(&bed, "two.mov", &["--link"]));
    let missing = "01KA2B3C4D5E6F7G8H9JKMNPQR";
    assert!(bed.run(&["rm", &one]).exits(2).stderr.contains("--yes"));
    assert!(bed.run(&["rm", &one, "--dry-run"]).exits(0).stderr.contains("nothing was deleted"));
    assert!(bed.run(&["rm", &one, missing, "--yes"]).exits(3).stderr.contains(missing));
    bed.run(&["rm", "one.mov", "--yes"]).exits(2);
    assert_eq!(names(&bed.run(&["ls", "--json"]).exits(0).json()).len(), 2);
    let deleted = bed.run(&["rm", &one, &two, "--yes", "--json"]).exits(0).json();
    assert_eq!(deleted["deleted"], json!([one, two]));
    // Repeated, for example because the answer was lost.
    let again = bed.run(&["rm", &one, &one, "--yes", "--json"]).exits(0);
    assert!(again.stderr.contains("has already ended") && again.json()["deleted"] == json!([]), "{again:?}");
    let states = bed.run(&["ls", "--json", "--state", "finalized"]).exits(0).json();
    assert_eq!(states, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn packages_of_others_are_not_found_and_an_account_is_needed() {
    let mut bed = Bed::start().await;
    let id = sent(&bed, "cut.mov", &["--link"]);
    let stranger = bed.cloud.owner("Other", "stranger@example.com").await;
    bed.set("API_KEY", &stranger.api_key.unwrap());
    for command in [&["info", &id][..], &["extend", &id, "1d"], &["link", &id], &["rm", &id, "--yes"]] {
        bed.run(command).exits(3);
    }
    bed.set("API_KEY", "");
    for command in [&["ls"][..], &["info", &id]] {
        assert!(bed.run(command).exits(4).stderr.contains("API_KEY"), "{command:?}");
    }
    bed.set("API_KEY", "wrong");
    bed.run(&["ls"]).exits(4);
    // The key's Team still has it.
    let line = format!("GET /v1.1/teams/{}/packages/{id}", bed.owner.team_id);
    let found = Reply::of(&bed.owner.client, &line, &Value::Null).await.expect(200);
    assert_eq!(found["state"], "finalized");
}
