//! The public suite `s3-tests` against the store, in deep runs: the tests that `clients/s3_tests.txt` names.
//!
//! `TONNAGE_TEST_S3_TESTS` names a checkout of the suite that has its requirements in `.venv`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use fixtures::{Need, cannot_run_without};

use crate::harness::{ACCESS, REGION, SECRET, TestStore};

const LIST: &str = include_str!("../clients/s3_tests.txt");
const CHECKOUT: &str = "TONNAGE_TEST_S3_TESTS";
/// The suite has moved its tests once.
const FOLDERS: [&str; 2] = ["s3tests_boto3/functional", "s3tests/functional"];
const FILES: [&str; 2] = ["test_s3.py", "test_headers.py"];
/// It has roles for users that the listed tests do not need.
const USERS: [&str; 6] = ["s3 main", "s3 alt", "s3 tenant", "iam", "iam root", "iam alt root"];

/// Each test of the list, and why it is expected to fail.
fn listed() -> BTreeMap<&'static str, Option<&'static str>> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once("  ").map_or((line, None), |(name, reason)| (name, Some(reason)))).collect()
}

/// The listed tests that a checkout contains, as pytest names them. It would run nothing if one of them did not exist.
fn found_in(checkout: &Path, listed: &BTreeMap<&str, Option<&str>>) -> Vec<String> {
    let folder = FOLDERS.into_iter().find(|folder| checkout.join(folder).join(FILES[0]).is_file());
    let folder = folder.unwrap_or_else(|| panic!("{CHECKOUT}: no {} in {}", FILES[0], checkout.display()));
    let tests = FILES.into_iter().flat_map(|file| {
        let path = format!("{folder}/{file}");
        let text = std::fs::read_to_string(checkout.join(&path)).unwrap_or_default();
        let is_in = |name: &&&str| text.contains(&format!("\ndef {name}("));
        listed.keys().filter(is_in).map(|name| format!("{path}::{name}")).collect::<Vec<_>>()
    });
    tests.collect()
}

/// What differs from the list, by the summary that pytest prints.
fn differences(summary: &str, listed: &BTreeMap<&str, Option<&str>>) -> Vec<String> {
    let outcome = |line: &str| {
        let (outcome, test) = line.split_once(' ')?;
        let name = test.split_once("::")?.1.split(' ').next()?;
        Some((name.to_owned(), outcome.to_owned()))
    };
    let outcomes: BTreeMap<String, String> = summary.lines().filter_map(outcome).collect();
    let expected =
        listed.iter().map(|(name, reason)| (name, reason.is_some(), outcomes.get(*name).map(String::as_str)));
    let difference = |(name, fails, outcome)| match (outcome, fails) {
        (Some("PASSED"), false) | (Some("FAILED"), true) => None,
        (Some("PASSED"), true) => Some(format!("{name} passes: remove its reason from the list")),
        (Some(other), _) => Some(format!("{name}: {other}")),
        (None, _) => Some(format!("{name} was not run")),
    };
    expected.filter_map(difference).collect()
}

/// The settings of the suite: every user is the owner of the store.
fn settings(address: &str) -> String {
    let (host, port) = address.rsplit_once(':').unwrap();
    let user = format!(
        "display_name = tonnage\nuser_id = tonnage\nemail = owner@example.org\napi_name = {REGION}\n\
         access_key = {ACCESS}\nsecret_key = {SECRET}\n"
    );
    let users = USERS.map(|name| format!("[{name}]\n{user}")).concat();
    let fixtures = "[fixtures]\nbucket prefix = suite-{random}-\niam name prefix = suite-\niam path prefix = /suite/\n";
    format!("[DEFAULT]\nhost = {host}\nport = {port}\nis_secure = False\nssl_verify = False\n{fixtures}{users}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_public_suite_passes_as_listed() {
    if std::env::var_os("TONNAGE_TEST_DEEP").is_none() || cannot_run_without(&[Need::S3Tests]) {
        return;
    }
    let checkout = PathBuf::from(std::env::var_os(CHECKOUT).unwrap());
    let directory = tempfile::tempdir().unwrap();
    // One of the tests wants a store without buckets.
    let store = TestStore::open(directory.path()).await;
    let work = tempfile::tempdir().unwrap();
    let file = work.path().join("s3tests.conf");
    std::fs::write(&file, settings(&store.address)).unwrap();
    let listed = listed();
    let mut command = suite(&checkout, &file);
    command.args(found_in(&checkout, &listed));
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let differences = differences(&out, &listed);
    assert!(differences.is_empty(), "{}\n{out}\n{err}", differences.join("\n"));
}

fn suite(checkout: &Path, settings: &Path) -> Command {
    let mut command = Command::new(checkout.join(".venv/bin/pytest"));
    command.args(["-rA", "--color=no", "-p", "no:cacheprovider"]).current_dir(checkout).env("S3TEST_CONF", settings);
    command
}

#[test]
fn a_result_that_is_not_as_listed_is_told() {
    let listed: BTreeMap<&str, Option<&str>> =
        BTreeMap::from([("test_a", None), ("test_b", Some("why")), ("test_c", None)]);
    let all_as_listed = "PASSED x.py::test_a\nFAILED x.py::test_b - AssertionError\nPASSED x.py::test_c\n2 passed";
    assert_eq!(differences(all_as_listed, &listed), Vec::<String>::new());
    let other = "FAILED x.py::test_a - 500\nPASSED x.py::test_b\n";
    let told = ["test_a: FAILED", "test_b passes: remove its reason from the list", "test_c was not run"];
    assert_eq!(differences(other, &listed), told);
    assert_eq!(differences("ERROR x.py::test_c - no settings", &listed).len(), 3);
}

#[test]
fn only_tests_that_exist_are_asked_for() {
    let checkout = tempfile::tempdir().unwrap();
    let folder = checkout.path().join(FOLDERS[1]);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(FILES[0]), "import x\n\ndef test_a():\n    pass\n\ndef test_abc():\n    pass\n")
        .unwrap();
    std::fs::write(folder.join(FILES[1]), "\ndef test_b():\n    pass\n").unwrap();
    let listed = BTreeMap::from([("test_a", None), ("test_ab", None), ("test_b", Some("why"))]);
    let found = ["s3tests/functional/test_s3.py::test_a", "s3tests/functional/test_headers.py::test_b"];
    assert_eq!(found_in(checkout.path(), &listed), found);
}

#[test]
fn the_list_says_at_most_once_what_to_expect() {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let (names, expected_to_fail) = (listed().len(), listed().values().flatten().count());
    assert_eq!(lines.count(), names, "a name is there twice");
    assert!(names >= 235 && expected_to_fail <= 28, "{names} tests, {expected_to_fail} of them expected to fail");
    assert!(listed().keys().all(|name| name.starts_with("test_") && !name.contains(' ')));
}
