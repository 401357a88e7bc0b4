//! Packages fetched by their id, whole and in part, and compared with what is on the disk.

use std::path::Path;

use serde_json::json;
use testkit::{Parcel, plain_package};

use super::bed::{Bed, tree};

/// Sends a package of five files and returns its id and a link.
fn sent(bed: &Bed) -> (String, String) {
    for file in
        ["shoot/day 1/a.mov", "shoot/day 1/sound/a.wav", "shoot/day 2/b.mov", "shoot/day 2/b.wav", "shoot/notes"]
    {
        bed.file(file, 1_000 + file.len());
    }
    let document = bed.run(&["send", "shoot", "--link", "--json"]).exits(0).json();
    let text = |name: &str| document[name].as_str().unwrap().to_owned();
    (text("package_id"), text("url"))
}

fn files(folder: &Path) -> Vec<String> {
    let files = tree(folder).into_iter().filter(|(_, content)| content.is_some());
    files.map(|(path, _)| path.to_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_is_fetched_by_its_id_whole_and_in_part() {
    let bed = Bed::start().await;
    let (id, url) = sent(&bed);
    bed.run(&["get", &id, "--to", "../whole"]).exits(0);
    assert!(tree(&bed.place("whole")) == tree(&bed.place("source")), "{:?}", files(&bed.place("whole")));
    for (number, (patterns, expected)) in [
        (&["*.wav"][..], &["shoot/day 1/sound/a.wav", "shoot/day 2/b.wav"][..]),
        (&["shoot/day 1"], &["shoot/day 1/a.mov", "shoot/day 1/sound/a.wav"]),
        (&["shoot/day 2/*", "notes"], &["shoot/day 2/b.mov", "shoot/day 2/b.wav", "shoot/notes"]),
    ]
    .into_iter()
    .enumerate()
    {
        for source in [&id, &url] {
            let folder = format!("part-{number}-{}", source.len());
            let to = format!("../{folder}");
            let got = bed.run(&[&["get", source, "--to", &to, "--json"], patterns].concat()).exits(0).json();
            assert_eq!(files(&bed.place(&folder)), expected);
            assert_eq!((&got["files"], &got["package_id"]), (&json!(expected.len()), &json!(id)));
            let planned = bed.run(&[&["get", source, "--dry-run", "--json"], patterns].concat()).exits(0).json();
            assert_eq!(planned["files"].as_array().unwrap().len(), expected.len());
        }
    }
    let nothing = bed.run(&["get", &id, "*.pdf", "--to", "../nothing"]).exits(3);
    assert!(nothing.stderr.contains("no file of the package matches *.pdf"), "{nothing:?}");
    let one_of_two = bed.run(&["get", &id, "shoot/day 1", "dya 2", "--to", "../nothing"]).exits(3);
    assert!(one_of_two.stderr.contains("no file of the package matches dya 2"), "{one_of_two:?}");
    assert!(!bed.place("nothing/shoot").exists());
    assert_eq!(
        bed.run(&["downloads", "--json"]).exits(0).json().as_array().unwrap().len(),
        7,
        "without the failed ones"
    );
    bed.run(&["get", &id, "shoot/day 1/", "--to", "../slash"]).exits(0);
    assert_eq!(files(&bed.place("slash")), ["shoot/day 1/a.mov", "shoot/day 1/sound/a.wav"]);
    bed.run(&["get", &id, "--password", "sesame", "--to", "../nothing"]).exits(2);
    assert!(bed.run(&["get", &id, "[", "--to", "../nothing"]).exits(2).stderr.contains("PATTERN[0]"));
    bed.run(&["get", "neither", "--to", "../nothing"]).exits(2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_agent_fetches_what_its_own_account_may() {
    let mut bed = Bed::start().await;
    let (id, _) = sent(&bed);
    let _agent = bed.run_agent().await;
    bed.run(&["get", &id, "*.wav", "--to", "../received", "--package-folder"]).exits(0);
    assert_eq!(files(&bed.place("received")), ["shoot/shoot/day 1/sound/a.wav", "shoot/shoot/day 2/b.wav"]);
    let unfinished = Parcel::create(&bed.owner.client, &bed.owner.team_id, &plain_package("Live")).await;
    let early = bed.run(&["get", unfinished.id.as_str(), "--to", "../early"]).exits(1);
    assert!(early.stderr.contains("not finalized yet"), "{early:?}");
    bed.run(&["get", "01KA2B3C4D5E6F7G8H9JKMNPQR", "--to", "../early"]).exits(3);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_on_the_disk_is_compared_with_the_package() {
    let bed = Bed::start().await;
    let (id, url) = sent(&bed);
    bed.run(&["get", &id, "--to", "../received"]).exits(0);
    for source in [&id, &url] {
        let good = bed.run(&["verify", "../received", source, "--json"]).exits(0).json();
        assert_eq!((&good["verified"], &good["different"]), (&json!(5), &json!([])));
    }
    let path = |name: &str| bed.place("received/shoot").join(name);
    let mut content = std::fs::read(path("day 1/a.mov")).unwrap();
    content[17] ^= 1;
    std::fs::write(path("day 1/a.mov"), &content).unwrap();
    std::fs::write(path("day 2/b.mov"), "short").unwrap();
    std::fs::remove_file(path("day 2/b.wav")).unwrap();
    std::fs::remove_file(path("notes")).unwrap();
    std::os::unix::fs::symlink(bed.place("source/shoot/notes"), path("notes")).unwrap();
    let bad = bed.run(&["verify", "../received", &id]).exits(1);
    for said in
        ["day 1/a.mov: has other content", "b.mov: has 5 bytes instead of", "b.wav: is missing", "notes: is not a file"]
    {
        assert!(bad.stdout.contains(said), "{said}: {bad:?}");
    }
    assert!(bad.stderr.contains("4 files are not as in the package"), "{bad:?}");
    let document = bed.run(&["verify", "../received", &id, "--json"]).exits(1).json();
    assert_eq!((&document["verified"], document["different"].as_array().unwrap().len()), (&json!(1), 4));
    bed.run(&["verify", "../received", &id, "a.wav"]).exits(0);
    std::os::unix::fs::symlink(bed.place("received"), bed.place("short")).unwrap();
    bed.run(&["verify", "../short", &id, "a.wav"]).exits(0);
    let growing = Parcel::create(&bed.owner.client, &bed.owner.team_id, &plain_package("Live")).await;
    assert!(bed.run(&["verify", "../received", growing.id.as_str()]).exits(1).stderr.contains("not finalized yet"));
    bed.run(&["verify", "../received", &id, "*.pdf"]).exits(3);
    assert!(bed.run(&["verify", "../missing", &id]).exits(3).stderr.contains("is not a directory"));
}
