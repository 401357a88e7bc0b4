//! Hostile names from an unknown sender, downloaded by an automation.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use testkit::{Parcel, hostile_strings};
use wire::files::{AddFile, AddedOne, FinalizeFile, FinalizeFileOf};

use super::scene::{Scene, tree};

const WANTED: usize = 500;
const WANTED_DEEP: usize = 5_000;

/// Pieces from which hostile names are built.
const PIECES: &[&str] = &[
    "..",
    ".",
    "/",
    "\\",
    "~",
    "-rf",
    "$(id)",
    "`id`",
    "%2e%2e",
    "C:",
    "CON",
    "aux.txt",
    "NUL",
    "\u{202e}",
    "\u{200b}",
    "é",
    "e\u{301}",
    "a",
    "A",
    ".part",
    " (2)",
    " ",
    ":",
    "*",
    "?",
    "<",
    "|",
    "\"",
    "'",
    ";",
    "&",
    "#",
    "\u{7f}",
    "ß",
    "SS",
    "🎬",
    "İ",
    "desktop.ini",
    "authorized_keys",
    "passwd",
    "etc",
    ".hidden",
    "x",
];

/// Distinct pairs of path and name.
fn corpus(wanted: usize) -> Vec<(String, String)> {
    let strings = hostile_strings();
    let mut names: BTreeSet<(String, String)> =
        strings.iter().flat_map(|text| [(String::new(), text.clone()), (text.clone(), "in it".to_owned())]).collect();
    for (place, first) in PIECES.iter().enumerate() {
        for second in PIECES {
            names.insert((String::new(), format!("{first}{second}")));
            let third = PIECES[(place * 7 + second.len()) % PIECES.len()];
            names.insert((format!("{first}{second}/{third}"), format!("{second}{third}{place}")));
            names.insert((format!("deep/{second}"), format!("{third}{first}{place}")));
            names.insert((format!("{third}/{first}"), format!("{second}.{place}")));
        }
    }
    // More than needed, because the cloud refuses some of them.
    let step = (names.len() / (wanted * 2)).max(1);
    names.into_iter().step_by(step).collect()
}

/// Sends the names that the cloud accepts; each file contains its own name.
async fn fill(parcel: &Parcel, names: &[(String, String)], contents: &mut BTreeMap<Vec<u8>, String>) {
    for batch in names.chunks(100) {
        let content = |(path, name): &(String, String)| format!("{} {path:?} {name:?}", parcel.id).into_bytes();
        let requests: Vec<AddFile> =
            batch.iter().map(|name| testkit::file(&name.0, &name.1, content(name).len())).collect();
        let mut sent = Vec::new();
        for (name, added) in batch.iter().zip(parcel.client.add_files(&parcel.id, &requests).await.unwrap()) {
            let AddedOne::Done(added) = added else { continue };
            let put = added.put_blueprint.as_ref().expect("a small file is put whole");
            let body = content(name);
            let size = body.len();
            let reply =
                testkit::request_of(put).header("content-length", size).body(body.clone()).send().await.unwrap();
            assert!(reply.status().is_success(), "{}", reply.status());
            let etag = Some(reply.headers()["etag"].to_str().unwrap().to_owned());
            let finalize = FinalizeFile { size: i64::try_from(size).unwrap(), etag, ..FinalizeFile::default() };
            sent.push(FinalizeFileOf { file_id: added.file.id.clone(), finalize });
            contents.insert(body, format!("{name:?}"));
        }
        for done in parcel.client.finalize_files(&parcel.id, &sent).await.unwrap() {
            assert!(matches!(done, wire::files::FinalizedOne::Done(_)));
        }
    }
}

/// Existing files in and around the destination.
fn put_canaries(jail: &Path) -> BTreeSet<PathBuf> {
    let places = ["canary", "x", "etc/passwd", "to/a", "to/.bashrc", "to/_/canary", "to/CON.part", "to/Evil/canary"];
    places
        .iter()
        .map(|place| {
            let path = jail.join(place);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, "canary").unwrap();
            path
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_names_arrive_inside_once_each_and_overwrite_nothing() {
    let wanted = if testkit::is_deep() { WANTED_DEEP } else { WANTED };
    let scene = Scene::start().await;
    let rushes = scene.portal("Rushes", "rushes").await;
    let jail = scene.agent.place("jail");
    let canaries = put_canaries(&jail);
    let names = corpus(wanted);
    let mut contents = BTreeMap::new();
    let packages = ["../../Evil\u{202e}", "..", "/etc/passwd", "~", "Evil"];
    for (place, package) in packages.into_iter().enumerate() {
        let parcel = Parcel::through(&scene.cloud.anyone(), &rushes, package).await;
        let some = if place == 0 { &names[..] } else { &names[..40] };
        fill(&parcel, some, &mut contents).await;
        parcel.finalize().await;
    }
    assert!(contents.len() >= wanted, "the cloud took {} names", contents.len());
    scene.download_rushes(&jail.join("to")).await;
    scene.until_complete(packages.len()).await;
    let mut missing = contents;
    for (path, content) in tree(&jail) {
        if canaries.contains(&jail.join(&path)) {
            assert_eq!(content, b"canary", "{} was overwritten", path.display());
            continue;
        }
        assert!(path.starts_with("to") && path.components().count() >= 3, "{} is outside", path.display());
        assert!(missing.remove(&content).is_some(), "{} is there twice, or of no package", path.display());
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(jail.join(&path)).unwrap().permissions());
        assert_eq!(mode & 0o111, 0, "{} can be run", path.display());
    }
    assert!(missing.is_empty(), "{missing:?}");
}
