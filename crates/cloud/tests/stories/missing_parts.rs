//! Something that should exist is missing.

use std::path::Path;

use store::audit::{Verdict, verify};
use testkit::{Program, TestCloud};
use wire::teams::UpdateTeam;

fn run(data_dir: &Path, arguments: &[&str]) -> (bool, String) {
    let data_dir = ["--data-dir", data_dir.to_str().unwrap()];
    let output = Program::run(Path::new(env!("CARGO_BIN_EXE_tonnage")), &[], &[arguments, &data_dir].concat());
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[test]
fn commands_make_no_installation_by_mistake() {
    let directory = tempfile::tempdir().unwrap();
    let mistyped = directory.path().join("mistyped");
    for arguments in [&["admin", "fsck"][..], &["admin", "team", "list"], &["admin", "audit", "verify"], &["doctor"]] {
        let (succeeded, text) = run(&mistyped, arguments);
        assert!(!succeeded && text.contains("there is no installation at"), "{arguments:?}: {text}");
    }
    assert!(!mistyped.exists());
}

#[test]
fn the_rules_of_a_bucket_can_be_read_before_there_is_an_installation() {
    let directory = tempfile::tempdir().unwrap();
    let planned = directory.path().join("planned");
    let (succeeded, text) = run(&planned, &["admin", "storage", "prepare", "--print"]);
    assert!(succeeded && text.contains("CORS:") && text.contains("lifecycle:"), "{text}");
    assert!(!planned.exists());
}

#[test]
fn a_store_that_is_gone_is_a_problem() {
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().join("data");
    let bootstrap =
        ["admin", "bootstrap", "--team", "Film", "--email", "a@example.org", "--password", testkit::PASSWORD];
    assert!(run(&data_dir, &bootstrap).0);
    let (clean, text) = run(&data_dir, &["admin", "fsck"]);
    assert!(clean && text.contains("not created yet"), "{text}");

    drop(Program::serve(Path::new(env!("CARGO_BIN_EXE_tonnage")), &data_dir, &[]));
    assert!(run(&data_dir, &["admin", "fsck"]).0);
    std::fs::rename(data_dir.join("objects"), data_dir.join("away")).unwrap();
    let (clean, text) = run(&data_dir, &["admin", "fsck"]);
    assert!(!clean && text.contains("is missing"), "{text}");
}

#[tokio::test]
async fn readiness_follows_the_disk_of_the_store() {
    let cloud = TestCloud::start().await;
    assert_eq!(cloud.get("/readyz").await.status, 200);
    let data_dir = &cloud.app().config.data_dir;
    std::fs::rename(data_dir.join("objects"), data_dir.join("away")).unwrap();
    let findings = cloud.app().storage.examine(&cloud.app().clock, true).await;
    assert!(findings.iter().any(cloud::storage::Finding::is_bad), "nothing can be written");
    assert_eq!(cloud.get("/readyz").await.status, 503);
    std::fs::rename(data_dir.join("away"), data_dir.join("objects")).unwrap();
    assert_eq!(cloud.get("/readyz").await.status, 200, "and comes back by itself");
}

#[tokio::test]
async fn the_record_can_be_verified_while_it_is_written() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (client, team) = (owner.client.clone(), owner.team_id.clone());
    let writing = tokio::spawn(async move {
        for number in 0..30 {
            let change = UpdateTeam { free_storage_days: Some(number + 1), ..UpdateTeam::default() };
            client.update_team(&team, &change).await.unwrap();
        }
    });
    while !writing.is_finished() {
        let mut snapshot = cloud.app().store.snapshot().await.unwrap();
        let verdict = verify(&mut snapshot, &owner.team_id).await.unwrap();
        assert!(matches!(verdict, Verdict::Whole { .. }), "{verdict:?}");
    }
    writing.await.unwrap();
}
