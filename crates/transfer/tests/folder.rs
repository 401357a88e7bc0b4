//! The folder of a download: nothing outside of it changes, nothing is overwritten, and every failure has a clear
//! error.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use crc_fast::{CrcAlgorithm, checksum};
use domain::local_name::{Names, Platform};
use fixtures::{Need, SmallDisk, hostile_strings};
use transfer::folder::{Existing, Finished, Folder, FolderError, PartFile, Resume, Whole};
use wire::time::Time;

fn crc(content: &[u8]) -> u64 {
    checksum(CrcAlgorithm::Crc64Nvme, content)
}

fn written(folder: &Folder, relative: &str, content: &[u8]) -> Result<Whole, FolderError> {
    let part = folder.part(Path::new(relative), content.len() as u64, &Resume::New)?;
    part.write_at(0, content)?;
    Ok(whole(part, relative, content))
}

fn whole(part: PartFile, relative: &str, content: &[u8]) -> Whole {
    let size = content.len() as u64;
    let modified = Some(Time::from_millis(1_700_000_000_500));
    Whole { part: part.into(), relative: relative.into(), size, crc64: Some(crc(content)), modified }
}

fn put(folder: &Folder, relative: &str, content: &[u8]) -> Result<Finished, FolderError> {
    folder.finish(&written(folder, relative, content)?)
}

/// Everything below a path with its kind and content.
fn picture(path: &Path) -> BTreeMap<PathBuf, String> {
    let mut all = BTreeMap::new();
    let mut waiting = vec![path.to_owned()];
    while let Some(path) = waiting.pop() {
        let found = fs::symlink_metadata(&path).unwrap();
        if found.is_dir() {
            waiting.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            all.insert(path, "directory".to_owned());
        } else if found.is_symlink() {
            all.insert(path.clone(), format!("link to {}", fs::read_link(&path).unwrap().display()));
        } else {
            all.insert(path.clone(), format!("{:?}", fs::read(&path).unwrap()));
        }
    }
    all
}

/// Names that have caused problems elsewhere, each also below a folder, above one, and with an extension.
fn hostile_places() -> Vec<(String, String)> {
    let mut names = hostile_strings();
    let fixed = [
        "..",
        "../x",
        "a/../../b",
        "/etc/passwd",
        "a\0b",
        "a\\b",
        "C:",
        "C:x",
        "CON",
        "aux.txt",
        "dot.",
        "space ",
        "file::$DATA",
        "\u{202e}gpj.exe",
        "🎬",
        "\u{e9}",
        "e\u{301}",
        "Case",
        "case",
        "-rf",
        "~",
        "~root",
        "x.part",
        "x",
        "link",
        "loop",
        "canary",
        "inside",
        "..././x",
        "....//x",
        "%2e%2e/x",
        ".\u{200e}.",
        "a/./b",
        "//",
        "",
    ];
    names.extend(fixed.map(str::to_owned));
    names.extend([254, 255, 256, 300].map(|length| "n".repeat(length)));
    names.push("é".repeat(128));
    let mut places: Vec<(String, String)> = Vec::new();
    for name in &names {
        places.push((String::new(), name.clone()));
        places.push((name.clone(), "f".to_owned()));
        places.push((format!("../{name}/.."), format!("{name}.mov")));
    }
    places.push(("doorway".to_owned(), "f".to_owned()));
    places.push((vec!["d".repeat(250); 20].join("/"), "deep".to_owned()));
    places
}

#[test]
fn hostile_names_stay_inside_and_overwrite_nothing() {
    let jail = tempfile::tempdir().unwrap();
    let (outside, inside) = (jail.path().join("outside"), jail.path().join("a/b/inside"));
    fs::create_dir_all(outside.join("sub")).unwrap();
    fs::create_dir_all(&inside).unwrap();
    for canary in ["outside/canary", "outside/sub/f", "canary", "a/canary", "a/b/canary", "a/b/x", "a/b/inside/canary"]
    {
        fs::write(jail.path().join(canary), "alive").unwrap();
    }
    symlink(&outside, inside.join("link")).unwrap();
    symlink(&outside, inside.join("doorway")).unwrap();
    symlink("loop", inside.join("loop")).unwrap();
    symlink(outside.join("canary"), inside.join("x")).unwrap();
    let before = picture(jail.path());

    let folder = Folder::open(&inside).unwrap();
    let mut names = Names::new(Platform::Linux, inside.as_os_str().len());
    let places = hostile_places();
    assert!(places.len() > 500, "{}", places.len());
    let (mut parts, mut refused) = (Vec::new(), Vec::new());
    for (number, (path, name)) in places.iter().enumerate() {
        let place = names.file(path, name);
        match written(&folder, &place, number.to_string().as_bytes()) {
            Ok(whole) => parts.push((whole, number)),
            Err(FolderError::Link { .. } | FolderError::NotADirectory { .. }) => refused.push(place),
            Err(error) => panic!("{path:?} {name:?}: {error}"),
        }
    }
    assert_eq!(refused, ["x/f", "doorway/f"], "only paths that go through a link");
    let (wholes, numbers): (Vec<Whole>, Vec<usize>) = parts.into_iter().unzip();
    for (answer, number) in folder.finish_many(&wholes).into_iter().zip(numbers) {
        let finished = answer.unwrap();
        assert_eq!(fs::read(inside.join(&finished.relative)).unwrap(), number.to_string().as_bytes());
    }

    let after = picture(jail.path());
    for (path, content) in &before {
        assert_eq!(after.get(path), Some(content), "{path:?}");
    }
    let is_new = |path: &&PathBuf| !before.contains_key(*path);
    assert!(after.keys().filter(is_new).all(|path| path.starts_with(&inside)));
    assert!(!after.keys().any(|path| is_new(&path) && path.to_string_lossy().ends_with(".part.part")));
}

#[test]
fn paths_that_are_no_names_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let folder = Folder::open(&directory.path().join("new/folder")).unwrap();
    for path in ["..", "../x", "a/../x", "/etc/x", ".", "", "./x", "a\0b"] {
        let answer = folder.part(Path::new(path), 1, &Resume::New);
        assert!(matches!(answer, Err(FolderError::Outside { .. })), "{path:?} {answer:?}");
        assert!(matches!(folder.remove_file(Path::new(path)), Err(FolderError::Outside { .. })), "{path:?}");
    }
    assert_eq!(picture(directory.path()).len(), 3, "nothing was created");
}

#[test]
fn links_are_not_followed_wherever_they_are() {
    let directory = tempfile::tempdir().unwrap();
    let (outside, inside) = (directory.path().join("outside"), directory.path().join("inside"));
    fs::create_dir_all(&outside).unwrap();
    fs::write(outside.join("f"), "alive").unwrap();
    let folder = Folder::open(&inside).unwrap();
    symlink(&outside, inside.join("d")).unwrap();
    symlink("../outside", inside.join("r")).unwrap();
    symlink("/proc/self/root", inside.join("m")).unwrap();
    for path in ["d/f", "d/new", "r/f", "d/a/b", "m/tmp/x"] {
        assert!(put(&folder, path, b"new").is_err(), "{path}");
        assert!(folder.directory(Path::new(path).parent().unwrap()).is_err(), "{path}");
        assert!(folder.remove_file(Path::new(path)).is_err(), "{path}");
    }
    symlink(outside.join("f"), inside.join("a")).unwrap();
    symlink(outside.join("part"), inside.join("b.part")).unwrap();
    assert_eq!(put(&folder, "a", b"new").unwrap().relative, Path::new("a (2)"));
    assert_eq!(put(&folder, "b", b"new").unwrap().relative, Path::new("b"));
    assert!(!folder.remove_file(Path::new("a")).unwrap(), "a link is not a file");
    assert_eq!(folder.existing(Path::new("a")).unwrap().map(|found| found.is_file), Some(false));
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    assert_eq!(fs::read(outside.join("f")).unwrap(), b"alive");
}

#[test]
fn what_is_there_is_adopted_or_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let folder = Folder::open(directory.path()).unwrap();
    let finished = put(&folder, "a.mov", b"one").unwrap();
    assert_eq!(finished, Finished { relative: "a.mov".into(), is_adopted: false });
    let found = fs::metadata(directory.path().join("a.mov")).unwrap();
    assert_eq!((found.mtime(), found.mtime_nsec()), (1_700_000_000, 500_000_000));
    assert_eq!(found.permissions().mode() & 0o111, 0, "never executable");
    let second = Finished { relative: "a (2).mov".into(), is_adopted: false };
    assert_eq!(put(&folder, "a.mov", b"two").unwrap(), second, "of the same size");
    assert_eq!(put(&folder, "a.mov", b"two").unwrap(), Finished { is_adopted: true, ..second });
    assert_eq!(put(&folder, "a.mov", b"one").unwrap(), Finished { relative: "a.mov".into(), is_adopted: true });
    fs::create_dir(directory.path().join("d")).unwrap();
    assert_eq!(put(&folder, "d", b"x").unwrap().relative, Path::new("d (2)"));
    fs::write(directory.path().join("locked"), "mine").unwrap();
    fs::set_permissions(directory.path().join("locked"), fs::Permissions::from_mode(0o444)).unwrap();
    assert_eq!(put(&folder, "locked", b"x").unwrap().relative, Path::new("locked (2)"));
    assert_eq!(fs::read(directory.path().join("locked")).unwrap(), b"mine");
    let unknown = Whole { crc64: None, ..written(&folder, "a.mov", b"one").unwrap() };
    assert!(!folder.finish(&unknown).unwrap().is_adopted, "without a checksum nothing counts as equal");
    assert!(picture(directory.path()).keys().all(|path| path.extension().is_none_or(|ending| ending != "part")));
    assert_eq!(folder.existing(Path::new("a.mov")).unwrap(), Some(Existing { size: 3, is_file: true }));
    assert_eq!(folder.existing(Path::new("no/where")).unwrap(), None);
}

#[test]
fn only_the_own_part_is_taken_up_again() {
    let directory = tempfile::tempdir().unwrap();
    let folder = Folder::open(directory.path()).unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("a.part"), "somebody else's").unwrap();
    let part = folder.part(Path::new("a"), 8, &Resume::New).unwrap();
    assert_eq!(part.identity().part, Path::new("a (2).part"));
    part.write_at(4, b"tail").unwrap();
    let identity = part.identity().clone();
    drop(part);
    let part = folder.part(Path::new("a"), 8, &Resume::Own(identity.clone())).unwrap();
    let mut read = [1; 9];
    assert_eq!((part.is_resumed(), part.read_at(0, &mut read).unwrap()), (true, 8));
    assert_eq!(&read[..8], b"\0\0\0\0tail");
    fs::hard_link(at("a (2).part"), at("second name")).unwrap();
    let other = folder.part(Path::new("a"), 8, &Resume::Own(identity.clone())).unwrap();
    assert!(!other.is_resumed(), "it has a second name");
    fs::remove_file(at("second name")).unwrap();
    fs::rename(at("a.part"), at("a (2).part")).unwrap();
    let other = folder.part(Path::new("a"), 8, &Resume::Own(identity)).unwrap();
    assert!(!other.is_resumed(), "it is a different file");
    assert_eq!(fs::read(at("a (2).part")).unwrap(), b"somebody else's");
    assert!(matches!(folder.finish(&whole(part, "a", b"")), Err(FolderError::Replaced { .. })));
    assert!(!at("a").exists());
}

#[test]
fn long_names_have_parts_too() {
    let directory = tempfile::tempdir().unwrap();
    let folder = Folder::open(directory.path()).unwrap();
    let name = "é".repeat(127) + "x";
    assert_eq!(put(&folder, &name, b"1").unwrap().relative, Path::new(&name));
    assert_ne!(put(&folder, &name, b"2").unwrap().relative, Path::new(&name));
    let too_long = put(&folder, &"x".repeat(256), b"1");
    assert!(matches!(too_long, Err(FolderError::TooLong { .. })), "{too_long:?}");
}

#[test]
fn removing_ends_at_what_is_not_empty() {
    let directory = tempfile::tempdir().unwrap();
    let folder = Folder::open(directory.path()).unwrap();
    put(&folder, "a/b/c/f", b"1").unwrap();
    put(&folder, "a/keep", b"1").unwrap();
    assert!(folder.remove_file(Path::new("a/b/c/f")).unwrap());
    assert!(!folder.remove_file(Path::new("a/b/c/f")).unwrap());
    assert!(!folder.remove_file(Path::new("a/b")).unwrap(), "a directory is not a file");
    folder.remove_empty_directories(Path::new("a/b/c")).unwrap();
    assert!(directory.path().join("a/keep").exists() && !directory.path().join("a/b").exists());
}

#[test]
fn a_folder_that_is_gone_or_no_folder_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("there");
    let folder = Folder::open(&path).unwrap();
    fs::remove_dir(&path).unwrap();
    assert!(matches!(put(&folder, "a/b", b"1"), Err(FolderError::Removed { .. })));
    assert!(matches!(put(&folder, "a", b"1"), Err(FolderError::Removed { .. })));
    fs::write(&path, "a file").unwrap();
    assert!(Folder::open(&path).is_err());
    let folder = Folder::open(directory.path()).unwrap();
    assert!(matches!(put(&folder, "there/x", b"1"), Err(FolderError::NotADirectory { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"a file");
}

#[test]
fn a_full_or_read_only_disk_is_named_and_goes_on_after_the_fix() {
    if fixtures::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let disk = SmallDisk::mount("size=1m,nr_inodes=40");
    let folder = Folder::open(disk.path()).unwrap();
    let room = folder.room().unwrap();
    assert!(room.bytes <= 1 << 20 && room.inodes < 40, "{room:?}");
    let part = folder.part(Path::new("big"), 4 << 20, &Resume::New).unwrap();
    let block = vec![7; 1 << 19];
    let answers: Vec<_> = (0..4).map(|number| part.write_at(number << 19, &block)).collect();
    assert!(answers[0].is_ok() && matches!(answers[3], Err(FolderError::Full { .. })), "{answers:?}");
    let identity = part.identity().clone();
    drop(part);
    assert!(folder.remove_file(&identity.part).unwrap());
    let mut made = 0;
    let refused = loop {
        match put(&folder, &format!("small {made}"), b"") {
            Ok(_) => made += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(refused, FolderError::Full { .. }) && made > 10, "{made} {refused:?}");
    assert!(folder.remove_file(Path::new("small 0")).unwrap());
    put(&folder, "after", b"1").unwrap();
    disk.remount("ro");
    let refused = put(&folder, "read-only", b"1");
    assert!(matches!(refused, Err(FolderError::ReadOnly { .. })), "{refused:?}");
    disk.remount("rw");
    assert!(folder.remove_file(Path::new("small 1")).unwrap());
    put(&folder, "read-only", b"1").unwrap();
}

#[test]
fn a_directory_is_taken_once_and_never_from_anybody() {
    let place = tempfile::tempdir().unwrap();
    let (root, outside) = (place.path().join("root"), place.path().join("outside"));
    fs::create_dir_all(&outside).unwrap();
    let folder = Folder::open(&root).unwrap();
    let (taken, file, link) = (Path::new("taken"), Path::new("file"), Path::new("link"));
    assert!(folder.take_directory(taken).unwrap());
    assert!(!folder.take_directory(taken).unwrap());
    assert!(folder.is_empty_directory(taken).unwrap());
    put(&folder, "taken/a", b"1").unwrap();
    assert!(!folder.is_empty_directory(taken).unwrap());
    fs::write(root.join(file), "mine").unwrap();
    symlink(&outside, root.join(link)).unwrap();
    for others in [file, link] {
        assert!(!folder.take_directory(others).unwrap(), "{others:?}");
        assert!(!folder.is_empty_directory(others).unwrap(), "{others:?}");
    }
    assert!(!folder.is_empty_directory(Path::new("nothing")).unwrap());
    for wrong in ["..", "../x", "/etc", "", "missing/x"] {
        assert!(folder.take_directory(Path::new(wrong)).is_err(), "{wrong}");
    }
    assert!(!place.path().join("x").exists());
}
