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
const PLACES: [&str; 2] = ["s3tests/functional/test_s3.py", "s3tests_boto3/functional/test_s3.py"];
/// It has roles for users that the listed tests do not need.
const USERS: [&str; 6] = ["s3 main", "s3 alt", "s3 tenant", "iam", "iam root", "iam alt root"];

/// Each test of the list, and why it is expected to fail.
fn listed() -> BTreeMap<&'static str, Option<&'static str>> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once("  ").map_or((line, None), |(name, reason)| (name, Some(reason)))).collect()
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
    let place = PLACES.into_iter().find(|place| checkout.join(place).is_file());
    let place = place.unwrap_or_else(|| panic!("{CHECKOUT}: no {} in {}", PLACES[0], checkout.display()));
    let store = TestStore::start().await;
    let work = tempfile::tempdir().unwrap();
    let file = work.path().join("s3tests.conf");
    std::fs::write(&file, settings(&store.address)).unwrap();
    let listed = listed();
    let mut command = suite(&checkout, &file);
    command.args(listed.keys().map(|name| format!("{place}::{name}")));
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
fn the_list_says_at_most_once_what_to_expect() {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let (names, expected_to_fail) = (listed().len(), listed().values().flatten().count());
    assert_eq!(lines.count(), names, "a name is there twice");
    assert!(names > 190 && expected_to_fail <= 5, "{names} tests, {expected_to_fail} of them expected to fail");
    assert!(listed().keys().all(|name| name.starts_with("test_") && !name.contains(' ')));
}
