//! The systemd unit, and the doctor.

use std::fmt::Write as _;

use testkit::compare_snapshot;

use super::bed::{Bed, NOWHERE, program};

const SNAPSHOTS: &str = "tests/command_line/snapshots";

#[test]
fn the_unit_is_shown_before_it_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let key = directory.path().join("key");
    std::fs::write(&key, "a-key-that-nobody-may-see").unwrap();
    let mut printed = String::new();
    for scope in ["--user", "--system"] {
        let mut command = program();
        command.args(["service", "install", scope, "--dry-run", "--cloud-url", "https://files.example.org"]);
        command.arg("--api-key-file").arg(&key).args([
            "--allow-path",
            "/srv/films of today",
            "--listen",
            "127.0.0.1:8080",
        ]);
        let ran = command.output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        writeln!(printed, "# {scope}\n{}", String::from_utf8(ran.stdout).unwrap()).unwrap();
    }
    assert!(!printed.contains("nobody-may-see"));
    let printed = printed.replace(key.to_str().unwrap(), "/home/someone/key");
    compare_snapshot(
        SNAPSHOTS,
        "units.txt",
        &printed.replace(env!("CARGO_BIN_EXE_tonnage-agent"), "/usr/bin/tonnage-agent"),
    );
}

#[test]
fn a_unit_is_written_found_and_removed() {
    let directory = tempfile::tempdir().unwrap();
    let service = |action: &str| {
        let mut command = program();
        let ran = command.args(["service", action, "--user"]).env("TONNAGE_AGENT_UNIT_DIR", directory.path()).output();
        ran.unwrap().status.code()
    };
    let unit = directory.path().join("tonnage-agent.service");
    assert_eq!(service("status"), Some(3));
    assert_eq!(service("install"), Some(0));
    assert!(std::fs::read_to_string(&unit).unwrap().contains("[Service]\nType=exec"));
    assert_eq!(service("status"), Some(0));
    assert_eq!(service("uninstall"), Some(0));
    assert!(!unit.exists());
    assert_eq!(service("uninstall"), Some(3));
    let mut with_key = program();
    let refused = with_key.args(["service", "install", "--dry-run"]).env("API_KEY", "k").output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_finds_what_is_wrong_and_says_how_to_mend_it() {
    let mut bed = Bed::start().await;
    let well = bed.run(&["doctor", "--json"]).exits(0).json();
    let names: Vec<&str> = well.as_array().unwrap().iter().map(|check| check["check"].as_str().unwrap()).collect();
    assert_eq!(names, ["agent", "cloud", "clock", "key", "storage", "disk", "handles", "journal"]);
    bed.set("API_KEY", "wrong");
    let ill = bed.run(&["doctor"]).exits(1);
    assert!(ill.stdout.contains("FAIL  key") && ill.stdout.contains("fix: create a new API key"), "{ill:?}");
    assert!(ill.stderr.contains("1 of 8 checks failed"), "{ill:?}");
    bed.set("TONNAGE_AGENT_CLOUD_URL", &format!("http://{NOWHERE}"));
    let alone = bed.run(&["doctor"]).exits(1);
    assert!(alone.stdout.contains("FAIL  cloud") && alone.stdout.contains("--cloud-url"), "{alone:?}");
}
