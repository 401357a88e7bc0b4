//! The paths of an upload as a list: stable, without links, and nothing left out in silence.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use transfer::tree::{Entry, Kind, Tree, TreeError};

fn walk(paths: &[&Path]) -> (Vec<Entry>, Vec<TreeError>) {
    let (mut entries, mut errors) = (Vec::new(), Vec::new());
    for found in Tree::new(paths.iter().map(|path| (*path).to_owned()).collect()) {
        match found {
            Ok(entry) => entries.push(entry),
            Err(error) => errors.push(error),
        }
    }
    (entries, errors)
}

/// Folders and name in one, with a slash behind a directory.
fn shown(entries: &[Entry]) -> Vec<String> {
    let shown = |entry: &Entry| {
        let slash = if entry.kind == Kind::Directory { "/" } else { "" };
        let between = if entry.path.is_empty() { "" } else { "/" };
        format!("{}{between}{}{slash}", entry.path, entry.name)
    };
    entries.iter().map(shown).collect()
}

fn make(root: &Path, files: &[&str]) {
    for file in files {
        let path = root.join(file);
        if file.ends_with('/') {
            fs::create_dir_all(path).unwrap();
        } else {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
    }
}

#[test]
fn a_tree_is_a_list_in_the_order_of_its_names() {
    let root = tempfile::tempdir().unwrap();
    let ignored = ["day/.DS_Store", "day/b/desktop.ini", "only/Desktop.ini", "day/.fcpcache/x"];
    make(
        root.path(),
        &["day/b/2", "day/b/1", "day/a", "day/é", "day/empty/", "day/nest/ed/", "only/", "loose", "x/day"],
    );
    make(root.path(), &ignored);
    let paths = ["day", "only", "loose", "x/day", "loose"].map(|path| root.path().join(path));
    let (entries, errors) = walk(&paths.each_ref().map(PathBuf::as_path));
    let expected = [
        "day/a",
        "day/b/1",
        "day/b/2",
        "day/empty/",
        "day/nest/ed/",
        "day/é",
        "only/",
        "loose",
        "day (2)",
        "loose (2)",
    ];
    assert_eq!((shown(&entries), errors), (expected.map(str::to_owned).to_vec(), Vec::new()));
    assert_eq!((entries[1].size, &entries[1].source), (7, &root.path().join("day/b/1")));
    assert!(entries.iter().all(|entry| entry.modified.as_millis() > 1_600_000_000_000));
    assert_eq!(walk(&paths.each_ref().map(PathBuf::as_path)).0, entries, "the same again");
}

#[test]
fn what_is_left_out_is_named() {
    let root = tempfile::tempdir().unwrap();
    make(root.path(), &["t/good", "t/back\\slash", "t/C:drive", "t/sub/x"]);
    let at = |name: &str| root.path().join("t").join(name);
    let broken = root.path().join("t").join(OsStr::from_bytes(b"bad\xff"));
    fs::write(&broken, "x").unwrap();
    mknodat(CWD, at("fifo"), FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
    let _socket = UnixListener::bind(at("socket")).unwrap();
    symlink("loop", at("loop")).unwrap();
    symlink("..", at("sub/up")).unwrap();
    symlink("/etc/passwd", at("out")).unwrap();
    let (entries, mut errors) = walk(&[&root.path().join("t")]);
    assert_eq!(shown(&entries), ["t/good", "t/sub/x"]);
    errors.sort_by_key(|error| format!("{error:?}"));
    let is_refused = |error: &TreeError| matches!(error, TreeError::Refused { .. });
    let refused: Vec<String> = errors.iter().filter(|error| is_refused(error)).map(ToString::to_string).collect();
    assert!(refused.len() == 2 && refused[0].contains("C:drive") && refused[1].contains("slash"), "{refused:?}");
    errors.retain(|error| !is_refused(error));
    let links = [at("loop"), at("out"), at("sub/up")].map(TreeError::Link);
    let special = [at("fifo"), at("socket")].map(TreeError::Special);
    let expected: Vec<TreeError> = links.into_iter().chain([TreeError::NotText(broken)]).chain(special).collect();
    assert_eq!(errors, expected);
}

#[test]
fn paths_that_mean_nothing_are_named_and_the_others_go_on() {
    let root = tempfile::tempdir().unwrap();
    make(root.path(), &["a", "d/b"]);
    symlink(root.path().join("d"), root.path().join("link")).unwrap();
    let missing = root.path().join("missing");
    let paths = [Path::new("relative"), Path::new("/"), Path::new(""), &missing, &root.path().join("link/")];
    let (entries, errors) = walk(&[&paths[..], &[&root.path().join("a"), &root.path().join("d/")]].concat());
    assert_eq!(shown(&entries), ["a", "d/b"]);
    let not_absolute = |path: &str| TreeError::NotAbsolute(path.into());
    let link = TreeError::Link(root.path().join("link"));
    assert_eq!(
        errors,
        [not_absolute("relative"), not_absolute("/"), not_absolute(""), TreeError::Missing(missing), link]
    );
}

#[test]
fn depth_and_width_are_no_trouble() {
    let root = tempfile::tempdir().unwrap();
    let deep = vec!["d"; 200].join("/");
    make(root.path(), &[&format!("{deep}/f")]);
    fs::create_dir(root.path().join("wide")).unwrap();
    for number in 0..3_000 {
        fs::write(root.path().join(format!("wide/{number:05}")), "").unwrap();
    }
    let (entries, errors) = walk(&[&root.path().join("d"), &root.path().join("wide")]);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!((entries.len(), entries[0].path.len(), entries[3_000].name.as_str()), (3_001, 399, "02999"));
}

#[test]
fn a_folder_that_cannot_be_read_is_named() {
    let root = tempfile::tempdir().unwrap();
    make(root.path(), &["t/closed/x", "t/open"]);
    let closed = root.path().join("t/closed");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    // Whoever may read everything has nothing that cannot be read.
    let may_read = fs::read_dir(&closed).is_ok();
    let (entries, errors) = walk(&[&root.path().join("t")]);
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
    if may_read {
        assert_eq!((shown(&entries), errors), (vec!["t/closed/x".to_owned(), "t/open".to_owned()], Vec::new()));
    } else {
        assert_eq!(shown(&entries), ["t/open"]);
        assert!(matches!(&errors[..], [TreeError::Unreadable { path, .. }] if *path == closed), "{errors:?}");
    }
}
