//! Hostile names of packages and files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use testkit::{Parcel, hostile_strings};
use wire::files::{AddFile, AddedOne, FinalizeFile, FinalizeFileOf};

use super::scene::{Scene, tree};

/// Names that have caused harm in other programs.
const BAD: &[&str] = &[
    "..",
    "../x",
    "a/../../b",
    "/etc/passwd",
    "..\\..\\x",
    "C:\\x",
    "CON",
    "trailing.",
    "a:stream",
    "-rf",
    "~",
    ".",
    "$(id)",
    "a\u{202e}vom.exe",
    "\u{200b}",
    "é",
    "e\u{301}",
    "a",
    "A",
    "a.part",
    "a (2)",
];

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
    let places = ["canary", "x", "b", "etc/passwd", "to/a", "to/.bashrc", "to/_/canary", "to/CON.part"];
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
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let jail = scene.agent.place("jail");
    let canaries = put_canaries(&jail);
    let strings = hostile_strings();
    let mut names: Vec<(String, String)> = BAD.iter().map(|name| (String::new(), (*name).to_owned())).collect();
    names.extend(BAD.iter().map(|path| ((*path).to_owned(), "in it".to_owned())));
    names.extend(strings.iter().map(|text| (String::new(), text.clone())));
    let mut contents = BTreeMap::new();
    let mut parcels = Vec::new();
    for package in ["../../Evil\u{202e}", "..", "/etc/passwd", "~", "a"] {
        let parcel = Parcel::through(&scene.cloud.anyone(), &portal, package).await;
        let some: &[(String, String)] = if parcels.is_empty() { &names } else { &names[..2 * BAD.len()] };
        fill(&parcel, some, &mut contents).await;
        parcel.finalize().await;
        parcels.push(parcel);
    }
    assert!(contents.len() >= 150, "the cloud took {} names", contents.len());
    scene.serve(&gateway, &jail.join("to")).await;
    for parcel in &parcels {
        scene.until_complete(&parcel.id).await;
    }
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
