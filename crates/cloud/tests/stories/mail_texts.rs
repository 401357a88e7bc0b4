//! All mails, as people read them.

use std::fmt::Write as _;
use std::path::Path;

use cloud::mail::Samples;
use testkit::{Program, compare_snapshot};
use texts::Language;

const SNAPSHOTS: &str = "tests/stories/snapshots";

#[test]
fn mails_in_english_read_as_kept() {
    let samples = Samples::new().unwrap();
    for (name, message) in samples.messages() {
        let content = message.render_in(Language::English, samples.server()).unwrap();
        let whole = format!("Subject: {}\n\n{}\n\n{}\n", content.subject, content.text, content.html);
        compare_snapshot(SNAPSHOTS, &format!("mail_{name}.txt"), &whole);
    }
}

#[test]
fn mails_in_other_languages_read_as_kept() {
    let samples = Samples::new().unwrap();
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        let mut all = String::new();
        for (name, message) in samples.messages() {
            let content = message.render_in(language, samples.server()).unwrap();
            write!(all, "=== {name}\nSubject: {}\n\n{}\n\n", content.subject, content.text).unwrap();
        }
        compare_snapshot(SNAPSHOTS, &format!("mails_in_{language}.txt"), &all);
    }
}

#[test]
fn all_mails_can_be_looked_at_without_a_server() {
    let directory = tempfile::tempdir().unwrap();
    let mails = directory.path().join("mails");
    let arguments = ["mail", "preview", mails.to_str().unwrap()];
    let output = Program::run(Path::new(env!("CARGO_BIN_EXE_tonnage")), &[], &arguments);
    assert!(output.status.success(), "{output:?}");
    let index = std::fs::read_to_string(mails.join("index.html")).unwrap();
    for (name, _) in Samples::new().unwrap().messages() {
        for language in Language::ALL {
            for ending in ["html", "txt"] {
                let file = format!("{name}.{language}.{ending}");
                assert!(index.contains(&file) && mails.join(&file).is_file(), "{file}");
            }
        }
    }
    std::fs::write(directory.path().join("file"), "").unwrap();
    let blocked = directory.path().join("file/mails");
    let refused =
        Program::run(Path::new(env!("CARGO_BIN_EXE_tonnage")), &[], &["mail", "preview", blocked.to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("cannot create the directory"), "{refused:?}");
}
