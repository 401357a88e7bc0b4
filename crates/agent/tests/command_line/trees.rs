//! What becomes of symbolic links.

use std::os::unix::fs::symlink;

use serde_json::json;

use super::bed::{Bed, tree};

fn arrived(bed: &Bed, arguments: &[&str], folder: &str) -> Vec<String> {
    let sent = bed.run(&[&["send", "project", "--link"], arguments].concat()).exits(0);
    let to = format!("../{folder}");
    bed.run(&["get", sent.stdout.trim(), "--to", &to]).exits(0);
    let files = tree(&bed.place(folder)).into_iter().filter(|(_, content)| content.is_some());
    files.map(|(path, _)| path.to_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn links_are_left_out_followed_or_refused() {
    let bed = Bed::start().await;
    for file in ["project/a.mov", "elsewhere/b.mov", "elsewhere/cache/x", "elsewhere/c.tmp", "single.mov"] {
        bed.file(file, 10);
    }
    symlink(bed.place("source/elsewhere"), bed.place("source/project/linked")).unwrap();
    symlink("../single.mov", bed.place("source/project/one.mov")).unwrap();
    symlink("..", bed.place("source/elsewhere/up")).unwrap();
    std::fs::write(bed.place("source/elsewhere/.tonnageignore"), "cache/\n").unwrap();

    assert_eq!(arrived(&bed, &[], "skipped"), ["project/a.mov"]);
    let follow = ["--links", "follow"];
    let all = ["project/a.mov", "project/linked/b.mov", "project/linked/c.tmp", "project/one.mov"];
    assert_eq!(arrived(&bed, &follow, "followed"), all);
    let less = [&follow[..], &["--exclude", "*.tmp"]].concat();
    assert_eq!(arrived(&bed, &less, "excluded"), [all[0], all[1], all[3]]);
    let only = [&follow[..], &["--include", "linked"]].concat();
    assert_eq!(arrived(&bed, &only, "included"), [all[1], all[2]]);

    for dry_run in [&["--dry-run"][..], &[]] {
        let refused = bed.run(&[&["send", "project", "--link", "--links", "fail"], dry_run].concat());
        assert!(refused.code != 0 && refused.stderr.contains("link"), "{refused:?}");
    }
    let sent = bed.run(&["ls", "--json"]).exits(0).json();
    assert_eq!(sent.as_array().unwrap().len(), 4, "nothing of it was sent");
    bed.run(&["send", "elsewhere/b.mov", "--link", "--links", "fail"]).exits(0);
    let told = bed.run(&["send", "project", "--link", "--links", "follow", "--json"]).exits(0).json();
    // The circle and what is ignored.
    assert_eq!(told["skipped"], json!(3), "{told}");
}
