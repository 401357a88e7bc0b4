//! Hostile names in a package from an unknown sender.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};
use testkit::{Parcel, hostile_strings, plain_package};
use wire::files::{AddFile, AddedOne, FinalizeFile, FinalizeFileOf};

use super::bench::{Bench, tree};

const WANTED: usize = 500;

/// Names that have caused harm in other programs.
const BAD: &[&str] = &[
    "..",
    "../x",
    "a/../../b",
    "/etc/passwd",
    "\\\\server\\share",
    "..\\..\\x",
    "C:\\x",
    "C:x",
    "A:B roll.mov",
    "CON",
    "aux.txt",
    "NUL",
    "COM1.mov",
    "LPT9",
    "trailing.",
    "trailing ",
    " leading",
    "a:stream",
    "-rf",
    "~",
    "~root",
    ".",
    "...",
    ".bash",
    ".sshd",
    "authorized_keys",
    "$HOME",
    "`id`",
    "$(id)",
    "%SystemRoot%",
    "a\u{202e}vom.exe",
    "\u{200b}",
    "é",
    "e\u{301}",
    "🎬",
    "ß",
    "SS",
    "ss",
    "İ",
    "ı",
    "a",
    "A",
    "a.part",
    "A.PART",
    "a (2)",
    "a (2).part",
    "desktop.ini",
];

/// Pairs of path and name.
fn corpus() -> Vec<(String, String)> {
    let mut names: Vec<(String, String)> = Vec::new();
    names.extend(BAD.iter().map(|name| (String::new(), (*name).to_owned())));
    names.extend(BAD.iter().map(|path| ((*path).to_owned(), "in it".to_owned())));
    names.extend(BAD.iter().map(|path| (format!("deep/{path}/er"), "in it".to_owned())));
    names.push((String::new(), "x".repeat(255)));
    names.push((String::new(), "ü".repeat(127)));
    names.push((String::new(), format!("{}.mov", "y".repeat(251))));
    // Twice as many bytes as a name can have on a disk.
    names.push((String::new(), "ö".repeat(255)));
    names.push((String::new(), format!("{}.mov", "ö".repeat(251))));
    names.push(("ö".repeat(255), format!("{}1.mov", "ö".repeat(250))));
    names.push((vec!["d"; 60].join("/"), "deep".into()));
    let strings = hostile_strings();
    names.extend(strings.iter().map(|text| (String::new(), text.clone())));
    names.extend(strings.iter().map(|text| (text.clone(), "file".to_owned())));
    names.extend(strings.iter().map(|text| ("among others".to_owned(), text.to_uppercase())));
    names
}

/// A package with all of these names that the cloud accepts; each file contains its own name.
async fn package(bench: &Bench) -> (Parcel, BTreeMap<Vec<u8>, String>) {
    let parcel = Parcel::create(&bench.owner.client, &bench.owner.team_id, &plain_package("../../Evil\u{202e}")).await;
    let names = corpus();
    let mut contents = BTreeMap::new();
    for (number, batch) in names.chunks(100).enumerate() {
        let content = |place: usize| format!("file {} of the corpus", number * 100 + place).into_bytes();
        let requests: Vec<AddFile> = (batch.iter().enumerate())
            .map(|(place, (path, name))| testkit::file(path, name, content(place).len()))
            .collect();
        let added = parcel.client.add_files(&parcel.id, &requests).await.unwrap();
        let mut sent = Vec::new();
        for (place, added) in added.into_iter().enumerate() {
            let AddedOne::Done(added) = added else { continue };
            let put = added.put_blueprint.as_ref().expect("a small file is put whole");
            let body = content(place);
            let reply = testkit::request_of(put).header("content-length", body.len()).body(body.clone()).send().await;
            let reply = reply.unwrap();
            assert!(reply.status().is_success(), "{}", reply.status());
            let etag = reply.headers()["etag"].to_str().unwrap().to_owned();
            let size = i64::try_from(body.len()).unwrap();
            let finalize = FinalizeFile { size, etag: Some(etag), ..FinalizeFile::default() };
            sent.push(FinalizeFileOf { file_id: added.file.id.clone(), finalize });
            contents.insert(body, format!("{:?}", batch[place]));
        }
        for done in parcel.client.finalize_files(&parcel.id, &sent).await.unwrap() {
            assert!(matches!(done, wire::files::FinalizedOne::Done(_)));
        }
    }
    parcel.finalize().await;
    (parcel, contents)
}

/// Existing files in and around the destination.
fn put_canaries(jail: &Path, to: &Path) -> BTreeSet<std::path::PathBuf> {
    let mut canaries = BTreeSet::new();
    for place in ["canary", "x", "b", "etc/passwd", "to/a", "to/.bashrc", "to/-rf", "to/CON.part", "to/deep/canary"] {
        let path = jail.join(place);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, "canary").unwrap();
        canaries.insert(path);
    }
    std::os::unix::fs::symlink(jail.join("canary"), to.join("~")).unwrap();
    std::os::unix::fs::symlink(jail, to.join("~root")).unwrap();
    canaries
}

/// Files in a home directory that programs read at the next sign-in.
const HOME_FILES: &[(&str, &str)] = &[
    ("", ".bash_aliases"),
    ("", ".inputrc"),
    ("", ".pam_environment"),
    ("", ".vimrc"),
    ("", ".xprofile"),
    ("", ".gitconfig"),
    (".config/environment.d", "a.conf"),
    (".config/autostart", "a.desktop"),
    (".local/share/applications", "a.desktop"),
    (".ssh", "rc"),
];

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_arrives_is_hidden_unless_that_is_allowed() {
    let mut bench = Bench::start().await;
    let parcel = Parcel::create(&bench.owner.client, &bench.owner.team_id, &plain_package(".config")).await;
    for (path, name) in HOME_FILES {
        parcel.put(path, name, b"evil").await;
    }
    parcel.put("day/.thumbnails", ".a", b"fine").await;
    parcel.finalize().await;
    let link = parcel.link().await;
    let base = bench.cloud.anyone().base_url().to_owned();
    let url = format!("{base}/d/{}?secret={}", link.id, link.download_secret.unwrap());
    let home = bench.received(&url, "home").await;
    let names: Vec<_> = tree(&home).into_keys().filter(|path| path.components().count() == 1).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{names:?}");
    assert!(home.join("_.vimrc").exists() && home.join("_.config/autostart/a.desktop").exists(), "{names:?}");
    assert!(home.join("day/.thumbnails/.a").exists());
    let all = bench.agent.call("GET /api/v1/downloads", &Value::Null).await.expect(200);
    let items = all[0]["items"].as_array().unwrap();
    let told = |name: &str| items.iter().find(|item| item["name"] == name).unwrap()["local_path"].clone();
    assert_eq!((told(".vimrc"), told(".a")), ("_.vimrc".into(), Value::Null));
    let own = json!({ "url": url, "dst_folder": bench.agent.place("own"), "create_package_folder": true });
    let started = bench.agent.call("POST /api/v1/downloads", &own).await.expect(200);
    bench.until("downloads", started["download_id"].as_str().unwrap(), &["complete"]).await;
    assert!(bench.agent.place("own/_.config/_.vimrc").exists());

    bench.agent = bench.agent.restart(|options| options.allow_hidden = true).await;
    let to = bench.agent.place("allowed");
    let id = bench.download(&url, &to).await;
    let download = bench.until("downloads", &id, &["complete", "error"]).await;
    assert!(to.join(".vimrc").exists() && !to.join(".ssh").exists(), "{download}");
    assert!(download["error"]["message"].as_str().unwrap().contains("keys or programs"), "{download}");
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_names_arrive_inside_once_each_and_overwrite_nothing() {
    let bench = Bench::start().await;
    let (parcel, contents) = package(&bench).await;
    assert!(contents.len() >= WANTED, "the cloud took {} names", contents.len());
    let link = parcel.link().await;
    let base = bench.cloud.anyone().base_url().to_owned();
    let url = format!("{base}/d/{}?secret={}", link.id, link.download_secret.unwrap());
    let jail = bench.agent.place("jail");
    let to = jail.join("to");
    std::fs::create_dir_all(&to).unwrap();
    let canaries = put_canaries(&jail, &to);
    let id = bench.download(&url, &to).await;
    let download = bench.until("downloads", &id, &["complete", "error"]).await;
    assert_eq!(download["state"], "complete", "{}", download["error"]);
    let mut missing = contents.clone();
    // Not through the existing links, which lead out of the folder.
    std::fs::remove_file(to.join("~")).unwrap();
    std::fs::remove_file(to.join("~root")).unwrap();
    for (path, content) in tree(&jail) {
        let Some(content) = content else { continue };
        if canaries.contains(&jail.join(&path)) {
            assert_eq!(content, b"canary", "{} was overwritten", path.display());
            continue;
        }
        assert!(path.starts_with("to"), "{} is outside", path.display());
        let known = missing.remove(&content);
        assert!(known.is_some(), "{} is there twice, or not of the package", path.display());
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(jail.join(&path)).unwrap().permissions());
        assert_eq!(mode & 0o111, 0, "{} can be run", path.display());
    }
    assert!(missing.is_empty(), "{missing:?}");
    let listed = download["items"].as_array().unwrap();
    assert_eq!(listed.iter().filter(|item| item["state"] == "complete").count(), contents.len());
    let call = format!("DELETE /api/v1/downloads/{id}?remove_files=true");
    bench.agent.call(&call, &Value::Null).await.expect(200);
    let left: BTreeSet<_> =
        tree(&jail).into_iter().filter(|(_, content)| content.is_some()).map(|(path, _)| jail.join(path)).collect();
    assert_eq!(left, canaries, "only the existing files are left");
}
