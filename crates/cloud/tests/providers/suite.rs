//! What every provider must do, whatever it is called.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use bytes::Bytes;
use domain::file_path::FilePath;
use futures_util::{StreamExt as _, stream};
use providers::{Fault, ProviderResult};
use testkit::beds::{Bed, Misbehaviour};
use testkit::hostile_strings;

use super::harness::{Notes, Yard, noise};
use super::kills::a_killed_worker_is_followed_by_another;

/// Runs some cases one after the other, on one bed, and names the one that fails.
macro_rules! cases {
    ($bed:expr, $($case:ident),* $(,)?) => {
        $({
            let started = Instant::now();
            eprintln!("{}: {} …", $bed.provider(), stringify!($case));
            $case($bed).await;
            eprintln!("{}: {} took {:.1?}", $bed.provider(), stringify!($case), started.elapsed());
        })*
    };
}

pub(crate) async fn whole(bed: &dyn Bed) {
    short(bed).await;
    cases!(
        bed,
        a_thousand_small_files,
        paths_are_kept,
        hostile_names_stay_in_their_folder,
        names_that_look_alike_stay_apart,
        passing_failures_are_borne,
        lasting_failures_are_told,
        silence_is_not_waited_for,
        revoked_credentials_stop_a_transfer_that_can_go_on,
        a_dropped_sender_goes_on,
        an_upload_that_was_finished_unheard_is_not_repeated,
        no_more_room,
        a_killed_worker_is_followed_by_another,
    );
}

/// A minimum that shows that a provider works at all.
pub(crate) async fn short(bed: &dyn Bed) {
    cases!(bed, credentials_are_proven, folders_are_taken_once, files_of_every_size);
}

async fn credentials_are_proven(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    for directory in ["", "suite/check"] {
        yard.target.check(directory).await.unwrap();
    }
    assert_eq!(bed.files_below("suite/check").await.len(), 0, "the probe was left behind");
    let wrong = Yard::with(bed, &bed.wrong_authorization(), 60);
    let error = wrong.target.check("").await.unwrap_err();
    assert_eq!(error.fault, Fault::Credentials, "{error}");
}

async fn folders_are_taken_once(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    let parts = ["suite".to_owned(), "taken (2)".to_owned()];
    let taken = yard.target.take_folder(&parts).await.unwrap().unwrap();
    let again = Yard::new(bed).target.take_folder(&parts).await.unwrap();
    assert_eq!(again.as_ref(), Some(&taken), "an empty folder is the same when it is taken again");
    yard.put_small(&taken, "a.txt").await.unwrap();
    assert_eq!(yard.target.take_folder(&parts).await.unwrap(), None);
    assert_eq!(Yard::new(bed).target.take_folder(&parts).await.unwrap(), None);
}

async fn files_of_every_size(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    let folder = yard.folder("sizes").await;
    let several = bed.several_parts();
    let (mut expected, mut journal) = (BTreeMap::new(), Notes::default());
    for (seed, size) in [(1, 0), (2, 1), (3, several - 1), (4, several), (5, several + 77)] {
        if size == 0 && !bed.keeps_empty_files() {
            continue;
        }
        let (name, content, notes) = (format!("{size}.bin"), noise(seed, size), Notes::default());
        yard.put(&folder, (&["sub".to_owned()], &name), &content, &notes).await.unwrap();
        assert_eq!(notes.arrived(), size as u64, "{name}");
        expected.insert(format!("suite/sizes/sub/{name}"), content);
        if size == 1 {
            journal = notes;
        }
    }
    // An existing file is replaced; by iconik, only what the journal knows. Frame.io never replaces a file.
    let is_replaced = !bed.provider().starts_with("vendor_f");
    if is_replaced {
        let journal = if bed.provider() == "vendor_i" { journal } else { Notes::default() };
        let content = noise(6, 4_000);
        yard.put(&folder, (&["sub".to_owned()], "1.bin"), &content, &journal).await.unwrap();
        expected.insert("suite/sizes/sub/1.bin".to_owned(), content);
    }
    holds(bed, "suite/sizes", &expected).await;
    let writes = bed.writes();
    for (path, _) in expected {
        let times = if is_replaced && path.ends_with("/1.bin") { 2 } else { 1 };
        assert_eq!(writes.get(&path), Some(&times), "{path}");
    }
    assert_eq!(bed.open_uploads().await, 0);
}

async fn a_thousand_small_files(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    let folder = yard.folder("many").await;
    let files: Vec<_> = (0..1_000_usize)
        .map(|index| {
            let path = vec![format!("{}", index % 7), format!("{}", index % 3)];
            (path, format!("{index}.txt"), noise(index as u64, index + 1))
        })
        .collect();
    send_all(&yard, &folder, &files).await;
    holds(bed, "suite/many", &expected("suite/many", files)).await;
}

async fn paths_are_kept(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    let folder = yard.folder("paths").await;
    let names = yard.target.names();
    let deep = vec!["deep"; 30].join("/");
    let too_deep = vec!["x".repeat(200); 15].join("/");
    let cases = [
        ("", "plain.txt"),
        ("a", "plain.txt"),
        ("a/b c", "plus+and space.txt"),
        ("日本/é/e\u{301}", "🎬 ñ.mov"),
        ("עברית/العربية", "\u{202b}right.txt"),
        ("100%", "%2e%2e%2f.txt"),
        (".hidden", ".file"),
        (deep.as_str(), "deep.txt"),
        (too_deep.as_str(), "too deep.txt"),
    ];
    let place = |(index, (path, name)): (usize, &(&str, &str))| {
        let (path, name) = names.place(&FilePath::parse(path, name).unwrap(), "suite/paths".len());
        (path, name, noise(index as u64, 50 + index))
    };
    let files: Vec<_> = cases.iter().enumerate().map(place).collect();
    send_all(&yard, &folder, &files).await;
    holds(bed, "suite/paths", &expected("suite/paths", files)).await;
}

async fn hostile_names_stay_in_their_folder(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    let folder = yard.folder("hostile").await;
    let before = bed.writes();
    let names = yard.target.names();
    let place = |(index, text): (usize, String)| {
        // Even names that no package accepts are made safe.
        let (path, name) = match FilePath::parse(&format!("below/{text}"), &text) {
            Ok(file) => names.place(&file, "suite/hostile".len()),
            Err(_) if text.len() <= 200 => (vec![names.part(&text).into_owned()], names.part(&text).into_owned()),
            Err(_) => (Vec::new(), format!("{index} is too long")),
        };
        (path, name, noise(index as u64, 20 + index))
    };
    let texts: BTreeSet<String> = hostile_strings().into_iter().collect();
    let files: Vec<_> = texts.into_iter().enumerate().map(place).collect();
    let count = files.len();
    send_all(&yard, &folder, &files).await;
    let expected = expected("suite/hostile", files);
    assert_eq!(expected.len(), count, "no two names became one");
    holds(bed, "suite/hostile", &expected).await;
    let is_strange = |path: &String| !before.contains_key(path) && !expected.contains_key(path);
    assert_eq!(bed.writes().into_keys().find(is_strange), None, "something was written outside of its folder");
}

/// Whether or not the provider distinguishes the names, nothing is lost.
async fn names_that_look_alike_stay_apart(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    let folder = yard.folder("alike").await;
    let names =
        ["ab:c.mov", "ab?c.mov", "ab_c.mov", "AB_C.mov", "ab_c.MOV", "é.mov", "e\u{301}.mov", "a", "a.", "a ", "A"];
    let rules = yard.target.names();
    let place = |(index, name): (usize, &str)| {
        let (path, name) = rules.place(&FilePath::parse("", name).unwrap(), "suite/alike".len());
        (path, name, noise(index as u64, 30 + index))
    };
    let files: Vec<_> = names.into_iter().enumerate().map(place).collect();
    send_all(&yard, &folder, &files).await;
    let sent: BTreeSet<Vec<u8>> = files.into_iter().map(|(_, _, content)| content.to_vec()).collect();
    let kept: BTreeSet<Vec<u8>> = bed.files_below("suite/alike").await.into_values().collect();
    assert!(kept == sent, "{} of {} files are there", kept.len(), sent.len());
}

async fn passing_failures_are_borne(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    let folder = yard.folder("passing").await;
    let several = bed.several_parts() + 5;
    let hows = [Misbehaviour::Status(500, 3), Misbehaviour::Status(503, 3), Misbehaviour::Reset(2)];
    let mut expected = BTreeMap::new();
    for (index, how) in hows.into_iter().enumerate() {
        for size in [10, several] {
            bed.misbehave(how);
            let (name, content) = (format!("{index} {size}.bin"), noise(size as u64, size));
            let sent = yard.put(&folder, (&[], &name), &content, &Notes::default()).await;
            sent.unwrap_or_else(|error| panic!("{how:?} {size}: {error}"));
            expected.insert(format!("suite/passing/{name}"), content);
        }
    }
    bed.misbehave(Misbehaviour::None);
    holds(bed, "suite/passing", &expected).await;
    assert_eq!(bed.open_uploads().await, 0);
}

async fn lasting_failures_are_told(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    let folder = yard.folder("lasting").await;
    for how in [Misbehaviour::Status(500, 1_000), Misbehaviour::Status(503, 1_000), Misbehaviour::Reset(1_000)] {
        bed.misbehave(how);
        let error = yard.put_small(&folder, &format!("{how:?}")).await.unwrap_err();
        assert!(error.is_passing(), "{how:?}: {error}");
    }
    bed.misbehave(Misbehaviour::None);
    yard.put_small(&folder, "afterwards").await.unwrap();
}

async fn silence_is_not_waited_for(bed: &dyn Bed) {
    let folder = Yard::new(bed).folder("silent").await;
    bed.misbehave(Misbehaviour::Silent);
    let error = Yard::impatient(bed, 1).put_small(&folder, "a").await.unwrap_err();
    bed.misbehave(Misbehaviour::None);
    assert!(error.is_passing(), "{error}");
}

async fn revoked_credentials_stop_a_transfer_that_can_go_on(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    let folder = yard.folder("revoked").await;
    let (content, notes) = (noise(7, bed.several_parts() * 2), Notes::default());
    bed.misbehave(Misbehaviour::RevokedAfter(1));
    let error = yard.put(&folder, (&[], "a.bin"), &content, &notes).await.unwrap_err();
    assert_eq!(error.fault, Fault::Credentials, "{error}");
    assert_eq!(yard.target.check("").await.unwrap_err().fault, Fault::Credentials);
    bed.misbehave(Misbehaviour::None);
    assert_eq!(bed.files_below("suite/revoked").await.len(), 0, "an incomplete file does not count");
    go_on(bed, &folder, "revoked", &content, &notes).await.unwrap();
}

async fn a_dropped_sender_goes_on(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    let folder = yard.folder("dropped").await;
    let (content, notes) = (noise(8, bed.several_parts() * 3), Notes::holding_after(1));
    tokio::select! {
        done = yard.put(&folder, (&[], "a.bin"), &content, &notes) => panic!("nothing held it: {done:?}"),
        () = notes.held() => {}
    }
    assert!(!notes.receipts().is_empty());
    go_on(bed, &folder, "dropped", &content, &notes).await.unwrap();
}

/// A second attempt finishes the file, and sends nothing that the journal has recorded.
async fn go_on(bed: &dyn Bed, folder: &str, case: &str, content: &Bytes, notes: &Notes) -> ProviderResult<()> {
    let known = notes.receipts();
    let again = notes.for_another_attempt();
    let calls = bed.content_calls();
    Yard::new(bed).put(folder, (&[], "a.bin"), content, &again).await?;
    assert_eq!(again.arrived(), content.len() as u64);
    let sent = again.parts();
    assert!(sent.iter().all(|number| !known.contains_key(number)), "{sent:?} although {known:?}");
    if !known.is_empty() {
        let parts = again.receipts().len();
        // Calls of the first attempt may have been answered after it was abandoned.
        let most = parts - known.len() + 4;
        assert!(bed.content_calls() - calls <= most, "{} calls, {most} at most", bed.content_calls() - calls);
    }
    holds(bed, &format!("suite/{case}"), &BTreeMap::from([(format!("suite/{case}/a.bin"), content.clone())])).await;
    assert_eq!(bed.open_uploads().await, 0);
    Ok(())
}

async fn an_upload_that_was_finished_unheard_is_not_repeated(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    let folder = yard.folder("unheard").await;
    let (content, notes) = (noise(9, bed.several_parts()), Notes::default());
    yard.put(&folder, (&[], "a.bin"), &content, &notes).await.unwrap();
    let calls = bed.content_calls();
    Yard::new(bed).put(&folder, (&[], "a.bin"), &content, &notes.for_another_attempt()).await.unwrap();
    assert_eq!(bed.content_calls(), calls, "content was sent again");
    holds(bed, "suite/unheard", &BTreeMap::from([("suite/unheard/a.bin".to_owned(), content)])).await;
    assert_eq!(bed.open_uploads().await, 0);
}

async fn no_more_room(bed: &dyn Bed) {
    let yard = Yard::new(bed);
    let folder = yard.folder("full").await;
    bed.misbehave(Misbehaviour::Full);
    for size in [10, bed.several_parts()] {
        let sent = yard.put(&folder, (&[], "a.bin"), &noise(1, size), &Notes::default()).await;
        let error = sent.unwrap_err();
        assert_eq!(error.fault, Fault::Full, "{error}");
    }
    bed.misbehave(Misbehaviour::None);
    assert_eq!(bed.files_below("suite/full").await.len(), 0);
    yard.put_small(&folder, "afterwards").await.unwrap();
}

type Placed = (Vec<String>, String, Bytes);

async fn send_all(yard: &Yard, folder: &str, files: &[Placed]) {
    let send = async |(path, name, content): &Placed| {
        let sent = yard.put(folder, (path, name), content, &Notes::default()).await;
        sent.unwrap_or_else(|error| panic!("{path:?} {name:?}: {error}"));
    };
    stream::iter(files).map(send).buffer_unordered(16).collect::<Vec<()>>().await;
}

fn expected(folder: &str, files: Vec<Placed>) -> BTreeMap<String, Bytes> {
    let whole = |path: Vec<String>, name: String| [vec![folder.to_owned()], path, vec![name]].concat().join("/");
    files.into_iter().map(|(path, name, content)| (whole(path, name), content)).collect()
}

/// The folder contains exactly these files.
async fn holds(bed: &dyn Bed, folder: &str, expected: &BTreeMap<String, Bytes>) {
    let found = bed.files_below(folder).await;
    let names = |only: Vec<&String>| only.into_iter().take(5).cloned().collect::<Vec<_>>();
    let missing = names(expected.keys().filter(|path| !found.contains_key(*path)).collect());
    let unknown = names(found.keys().filter(|path| !expected.contains_key(*path)).collect());
    assert!(missing.is_empty() && unknown.is_empty(), "missing: {missing:?}, unknown: {unknown:?}");
    for (path, content) in expected {
        let kept = &found[path];
        assert!(kept == content, "{path} has {} bytes that are not those {} that were sent", kept.len(), content.len());
    }
}
