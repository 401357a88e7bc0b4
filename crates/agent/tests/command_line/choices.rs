//! What is sent and what is not, for how long, and to whom.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use serde_json::json;

use super::bed::{Bed, tree};

fn project(bed: &Bed) {
    for file in ["project/a.mov", "project/a.tmp", "project/cache/x", "project/day/b.mov", "project/day/.DS_Store"] {
        bed.file(file, 10);
    }
    std::os::unix::fs::symlink("/etc/passwd", bed.place("source/project/link")).unwrap();
}

/// Sends the project and returns what arrives.
fn arrived(bed: &Bed, arguments: &[&str], folder: &str) -> Vec<String> {
    let sent = bed.run(&[&["send", "project", "--link"], arguments].concat()).exits(0);
    let to = format!("../{folder}");
    bed.run(&["get", sent.stdout.trim(), "--to", &to]).exits(0);
    let files = tree(&bed.place(folder)).into_iter().filter(|(_, content)| content.is_some());
    files.map(|(path, _)| path.to_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn patterns_and_ignore_files_say_what_is_sent() {
    let bed = Bed::start().await;
    project(&bed);
    let all = ["project/a.mov", "project/a.tmp", "project/cache/x", "project/day/b.mov"];
    assert_eq!(arrived(&bed, &[], "all"), all);
    assert_eq!(arrived(&bed, &["--exclude", "*.tmp", "--exclude", "cache/"], "less"), [all[0], all[3]]);
    assert_eq!(arrived(&bed, &["--include", "*.mov"], "only"), [all[0], all[3]]);
    std::fs::write(bed.place("source/patterns"), "# not these\n\n*.mov\n").unwrap();
    assert_eq!(arrived(&bed, &["--exclude-from", "patterns"], "from"), [all[1], all[2]]);
    std::fs::write(bed.place("source/project/.tonnageignore"), "cache/\n").unwrap();
    assert_eq!(arrived(&bed, &[], "ignored"), [all[0], all[1], all[3]]);
    let with_all = arrived(&bed, &["--no-ignore"], "unignored");
    assert!(with_all.contains(&all[2].to_owned()) && with_all.len() == 5, "{with_all:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_out_in_silence() {
    let bed = Bed::start().await;
    project(&bed);
    let send = ["send", "project", "--link", "--exclude", "*.tmp"];
    let told = bed.run(&send).exits(0);
    assert!(told.stderr.lines().last().unwrap().contains(", 3 left out"), "{told:?}");
    let listed = bed.run(&[&send[..], &["-v", "--log-level", "error"]].concat()).exits(0).stderr;
    for said in ["a.tmp is excluded", "link is a link", ".DS_Store belongs to the operating system"] {
        assert!(
            listed.contains(&format!("project/{said}")) || listed.contains(&format!("day/{said}")),
            "{said}: {listed}"
        );
    }
    let document = bed.run(&[&send[..], &["--json"]].concat()).exits(0).json();
    assert_eq!((&document["files"], &document["skipped"]), (&json!(3), &json!(3)));
    assert_eq!(document["skipped_items"][0]["reason"], "is excluded", "{document}");
    let planned = bed.run(&[&send[..], &["--dry-run", "--json"]].concat()).exits(0).json();
    assert_eq!((planned["files"].as_array().unwrap().len(), planned["skipped"].as_array().unwrap().len()), (3, 3));
    for wrong in ["--exclude", "--include"] {
        let refused = bed.run(&["send", "project", "--link", wrong, "a{b"]).exits(2);
        assert!(refused.stderr.contains(&format!("{wrong}[0]: ")), "{refused:?}");
    }
    assert!(bed.run(&["send", "project", "--link", "--exclude-from", "missing"]).exits(2).stderr.contains("missing"));
}

#[tokio::test(flavor = "multi_thread")]
async fn through_a_portal_the_same_is_left_out() {
    let bed = Bed::start().await;
    project(&bed);
    super::send_and_get::portal(&bed, &json!({})).await;
    let send = ["send", "project", "--portal", "rushes", "--exclude", "*.mov", "--json"];
    let told = bed.run(&send).exits(0).json();
    // Two files, and a directory in which nothing is left.
    assert_eq!((&told["files"], &told["skipped"]), (&json!(3), &json!(4)), "{told}");
    let refused = bed.run(&["send", "project", "--portal", "rushes", "--password", "sesame"]).exits(2);
    assert!(refused.stderr.contains("--password"), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn recipients_and_a_link_go_together_with_an_end_and_a_limit() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 10);
    let send = ["send", "cut.mov", "--to", "ben@example.org", "--link", "--expires", "36h", "--max-downloads", "2"];
    let told = bed.run(&[&send[..], &["--json"]].concat()).exits(0).json();
    assert!(told["url"].as_str().unwrap().contains("?secret="), "{told}");
    let shown = bed.run(&["info", told["package_id"].as_str().unwrap(), "--json"]).exits(0).json();
    // The clock of the test stands still, so it was finalized when it was created.
    let time = |name: &str| shown[name].as_str().unwrap().parse::<wire::time::Time>().unwrap();
    assert_eq!(time("expires_at"), time("created_at").plus_seconds(36 * 3_600), "{shown}");
    let links = shown["links"].as_array().unwrap();
    assert!(links.len() == 2 && links.iter().all(|link| link["max_downloads"] == 2), "{shown}");
    bed.cloud.run_due_jobs().await;
    assert!(bed.cloud.mails.take_to("ben@example.org").readable().contains("cut.mov"));

    let kept = bed.run(&["send", "cut.mov", "--link", "--expires", "never", "--json"]).exits(0).json();
    let shown = bed.run(&["info", kept["package_id"].as_str().unwrap(), "--json"]).exits(0).json();
    assert_eq!(shown["expires_at"], serde_json::Value::Null);
    bed.run(&["send", "cut.mov", "--link", "--portal", "rushes"]).exits(2);
    bed.run(&["send", "cut.mov"]).exits(2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ignore_file_that_cannot_be_used_stops_the_upload() {
    let bed = Bed::start().await;
    project(&bed);
    let ignore_file = bed.place("source/project/day/.tonnageignore");
    std::fs::write(bed.place("patterns"), "b.mov\n").unwrap();
    std::os::unix::fs::symlink(bed.place("patterns"), &ignore_file).unwrap();
    let send = ["send", "project", "--link"];
    for dry_run in [&[][..], &["--dry-run"]] {
        let refused = bed.run(&[&send[..], dry_run].concat());
        assert!(refused.code != 0 && refused.stderr.contains("day/.tonnageignore"), "{refused:?}");
    }
    std::fs::remove_file(&ignore_file).unwrap();
    std::fs::write(&ignore_file, "*.tmp\na{b\n").unwrap();
    let refused = bed.run(&send);
    assert!(refused.code != 0 && refused.stderr.contains("line 2 of the ignore file"), "{refused:?}");
    assert_eq!(bed.run(&["ls", "--json"]).exits(0).json(), json!([]), "nothing was sent");
    bed.run(&["send", "project", "--link", "--no-ignore"]).exits(0);
}

#[tokio::test(flavor = "multi_thread")]
async fn named_files_are_sent_and_later_patterns_win() {
    let bed = Bed::start().await;
    project(&bed);
    std::fs::create_dir_all(bed.place("source/project/day/empty")).unwrap();
    let unfit = bed.place("source/project").join(OsStr::from_bytes(b"broken \xff.txt"));
    std::fs::write(&unfit, "x").unwrap();
    // The file that has an impossible name is not included, so it does not keep the others.
    let named = ["send", "project", "project/a.tmp", "--link", "--include", "day", "--json"];
    let sent = bed.run(&named).exits(0).json();
    bed.run(&["get", sent["url"].as_str().unwrap(), "--to", "../named"]).exits(0);
    let arrived: Vec<_> = tree(&bed.place("named")).into_keys().map(|path| path.to_str().unwrap().to_owned()).collect();
    assert_eq!(arrived, ["a.tmp", "project", "project/a.tmp", "project/day", "project/day/b.mov", "project/day/empty"]);
    std::fs::remove_file(unfit).unwrap();
    std::fs::write(bed.place("source/patterns"), "\u{feff}*.mov\n").unwrap();
    let planned = ["send", "project", "--link", "--dry-run", "--exclude-from", "patterns", "--exclude", "!a.mov"];
    let planned = bed.run(&planned).exits(0).stdout;
    assert!(planned.contains("project/a.mov") && !planned.contains("b.mov"), "{planned}");
    std::fs::write(bed.place("source/patterns"), "# wrong\na{b\n").unwrap();
    let refused = bed.run(&["send", "project", "--link", "--exclude-from", "patterns"]).exits(2);
    assert!(refused.stderr.contains("patterns: line 2"), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_end_in_the_past_is_refused_before_anything_is_sent() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 10);
    let refused = bed.run(&["send", "cut.mov", "--to", "ben@example.org", "--expires", "2020-01-01"]).exits(2);
    assert!(refused.stderr.contains("must be in the future"), "{refused:?}");
    assert_eq!(bed.run(&["ls", "--json"]).exits(0).json(), json!([]));
    bed.run(&["send", "cut.mov", "--link", "--password", ""]).exits(2);
}
