//! A dry run refuses what the service would refuse, and changes nothing.

use serde_json::json;
use testkit::TestCloud;

use super::bed::{Bed, MIB};
use super::send_and_get::portal;

/// The exit code of a dry run, which must be that of the real command.
fn same(bed: &Bed, arguments: &[&str], said: &str) -> i32 {
    let planned = bed.run(&[arguments, &["--dry-run"]].concat());
    let sent = bed.run(&[arguments, &["--no-resume"]].concat());
    assert_eq!(planned.code, sent.code, "{planned:?}\n{sent:?}");
    assert!(planned.stderr.contains(said) && sent.stderr.contains(said), "{planned:?}\n{sent:?}");
    planned.code
}

fn package_count(bed: &Bed) -> usize {
    let all = ["ls", "--json", "--state", "new", "--state", "finalized"];
    bed.run(&all).exits(0).json().as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_team_may_not_send_is_refused() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 10);
    let long = "x".repeat(2_000);
    assert_eq!(same(&bed, &["send", "cut.mov", "--to", "nobody"], "recipients"), 2);
    assert_eq!(same(&bed, &["send", "cut.mov", "--link", "--name", &long], "name"), 2);
    assert_eq!(same(&bed, &["send", "cut.mov", "--link", "--expires", "2020-01-01"], "future"), 2);
    assert_eq!(package_count(&bed), 0);
    let planned = bed.run(&["send", "cut.mov", "--to", "ben@example.org", "--dry-run", "--json"]).exits(0).json();
    assert_eq!((&planned["refused"], &planned["bytes"]), (&json!(0), &json!(10)));
    assert_eq!(package_count(&bed), 0, "nothing was created");
    assert_eq!(bed.run(&["uploads", "--json"]).exits(0).json(), json!([]));
    bed.cloud.run_due_jobs().await;
    bed.cloud.set_suspended(&bed.owner.team_id, true).await;
    assert_ne!(same(&bed, &["send", "cut.mov", "--link"], "suspended"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_the_service_refuses_are_all_named() {
    let bed = Bed::start().await;
    bed.file("show/cut.mov", 10);
    for name in ["control \u{1}.mov", "back\\slash.mov"] {
        bed.file(&format!("show/{name}"), 10);
    }
    let planned = bed.run(&["send", "show", "--link", "--dry-run", "--json"]);
    let sent = bed.run(&["send", "show", "--link", "--json"]);
    assert_eq!(planned.code, sent.code, "{planned:?}\n{sent:?}");
    if sent.code != 0 {
        let refused = planned.json()["refused"].as_u64().unwrap();
        assert!(refused > 0, "{planned:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_portal_does_not_take_is_refused() {
    let bed = Bed::start().await;
    let rules = json!({ "package_size_restriction_enabled": true, "max_file_size": 100,
        "file_type_restriction_enabled": true, "file_types": [".mov"] });
    portal(&bed, &rules).await;
    for (name, length) in [("large.mov", 101), ("small.exe", 99), ("small.mov", 99)] {
        bed.file(name, length);
    }
    bed.file("both/good.mov", 10);
    bed.file("both/bad.exe", 10);
    for (name, code, said) in
        [("large.mov", 7, "large.mov"), ("small.exe", 7, "small.exe"), ("small.mov", 0, ""), ("both", 6, "bad.exe")]
    {
        assert_eq!(same(&bed, &["send", name, "--portal", "rushes"], said), code, "{name}");
    }
    assert_eq!(same(&bed, &["send", "small.mov", "--portal", "other"], ""), 3);
    let sender = ["send", "small.mov", "--portal", "rushes", "--sender", "nobody"];
    assert_eq!(same(&bed, &sender, "sender"), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_beyond_a_quota_is_refused_over_many_files() {
    let most = i64::try_from(MIB).unwrap();
    let bed = Bed::of(TestCloud::setup().with(|config| config.limits.team_stored_bytes = most).start().await).await;
    bed.file("large.mov", 2 * MIB);
    for number in 0..3 {
        bed.file(&format!("many/{number}.mov"), MIB / 2);
    }
    let planned = bed.run(&["send", "large.mov", "--link", "--dry-run"]).exits(7);
    assert!(planned.stderr.contains("large.mov"), "{planned:?}");
    bed.run(&["send", "many", "--link", "--dry-run"]).exits(6);
    assert_ne!(bed.run(&["send", "large.mov", "--link"]).code, 0);
    bed.run(&["send", "many/0.mov", "--link", "--dry-run"]).exits(0);
}
