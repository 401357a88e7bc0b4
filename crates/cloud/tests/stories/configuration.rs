//! The command line and the configuration as people see them.
//!
//! The output is saved under `snapshots`; `UPDATE_SNAPSHOTS=1` writes it again.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Output;

use testkit::{Program, compare_snapshot};

const TONNAGE: &str = env!("CARGO_BIN_EXE_tonnage");
const SNAPSHOTS: &str = "tests/stories/snapshots";

fn run(variables: &[(&str, &str)], arguments: &[&str]) -> Output {
    Program::run(Path::new(TONNAGE), variables, arguments)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn help_texts() {
    let commands = [
        "",
        "serve",
        "doctor",
        "config",
        "mail preview",
        "admin",
        "admin bootstrap",
        "admin team",
        "admin user",
        "admin jobs",
        "admin mail",
        "admin storage",
        "admin audit",
        "admin fsck",
    ];
    let mut printed = String::new();
    for command in commands {
        let arguments: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let output = run(&[], &arguments);
        assert!(output.status.success());
        writeln!(printed, "$ tonnage {}\n{}", arguments.join(" "), text(&output.stdout)).unwrap();
    }
    compare_snapshot(SNAPSHOTS, "help.txt", &printed);
}

#[test]
fn settings_are_shown_with_their_sources() {
    let variables = [
        ("TONNAGE_SECRET_KEY", "canary-canary-canary-canary-canary"),
        ("TONNAGE_DATABASE__URL", "postgres://user:canary@db.example.org/tonnage"),
        ("TONNAGE_MAIL__SMTP_URL", "smtps://user:canary@mail.example.org"),
        ("TONNAGE_METRICS__TOKEN", "canary"),
        ("TONNAGE_EGRESS__ALLOW", "10.0.0.0/8,192.168.0.0/16"),
        ("TONNAGE_PROVIDERS__VENDOR_A_S3__BASE_URL", "https://s3.example.org"),
        ("TONNAGE_PROVIDERS__VENDOR_A_S3__SECRET_KEY", "canary"),
    ];
    let arguments = ["config", "show", "--data-dir", "/srv/tonnage", "--roles", "api,worker"];
    let output = run(&variables, &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(!printed.contains("canary"), "{printed}");
    compare_snapshot(SNAPSHOTS, "config_show.txt", &printed);
}

#[test]
fn the_manual_is_the_file_of_defaults() {
    let output = run(&[], &["config", "manual"]);
    let kept = std::fs::read_to_string("config.default.toml").unwrap();
    assert_eq!(text(&output.stdout), kept);
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("tonnage.toml");
    std::fs::write(&file, kept).unwrap();
    let checked = run(&[], &["config", "check", "--config", file.to_str().unwrap()]);
    assert_eq!(text(&checked.stdout), "the configuration is valid\n", "{}", text(&checked.stderr));
}

#[test]
fn mistakes_are_said_and_nothing_starts() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let file = directory.path().join("tonnage.toml");
    std::fs::write(&file, "[storage]\nbuckt = 'x'\n").unwrap();
    let file = file.to_str().unwrap();
    for command in [&["serve"][..], &["config", "check"], &["doctor"], &["admin", "team", "list"]] {
        let place = ["--data-dir", data.to_str().unwrap()];
        let unknown = run(&[("TONNAGE_LISTN", "x")], &[command, &place].concat());
        let expected = "error: the environment variable TONNAGE_LISTN is not a setting; did you mean TONNAGE_LISTEN?\n";
        assert_eq!((unknown.status.code(), text(&unknown.stderr).as_str()), (Some(1), expected));
        let in_file = run(&[], &[command, &place, &["--config", file]].concat());
        let expected = format!("error: {file} has the unknown setting storage.buckt; did you mean storage.bucket?\n");
        assert_eq!((in_file.status.code(), text(&in_file.stderr)), (Some(1), expected));
        let short = run(&[("TONNAGE_SECRET_KEY", "canary")], &[command, &place].concat());
        let complaint = text(&short.stderr);
        assert_eq!(short.status.code(), Some(1));
        assert!(complaint.starts_with("error: secret_key must have at least 32 bytes"), "{complaint}");
        assert!(complaint.contains("TONNAGE_SECRET_KEY") && !complaint.contains("canary"), "{complaint}");
    }
    assert!(!data.exists());
    let flag = run(&[], &["serve", "--datadir", "x"]);
    assert_eq!(flag.status.code(), Some(2));
    assert!(text(&flag.stderr).contains("'--data-dir'"), "{}", text(&flag.stderr));
    assert_eq!(run(&[], &["sevre"]).status.code(), Some(2));
}

#[test]
fn an_address_of_the_bus_is_checked_and_not_repeated() {
    for (url, is_good) in [
        ("nats://canary@bus.example.org:4222", true),
        ("tls://one:canary@a.example.org,tls://b.example.org", true),
        ("http://canary@bus.example.org", false),
        ("bus.example.org:4222/canary", false),
    ] {
        let checked = run(&[("TONNAGE_BUS__URL", url)], &["config", "check"]);
        let complaint = text(&checked.stderr);
        assert_eq!(checked.status.success(), is_good, "{url}: {complaint}");
        assert!(is_good || complaint.contains("bus.url must be nats://"), "{complaint}");
        assert!(!complaint.contains("canary"), "{complaint}");
    }
}

#[test]
fn settings_of_providers_are_known_by_name() {
    let cases = [
        ("TONNAGE_PROVIDERS__VENDOR_Z__BASE_URL", "https://a.example", "vendor_z is not a provider"),
        ("TONNAGE_PROVIDERS__VENDOR_A_S3__BASE_UR", "https://a.example", "vendor_a_s3.base_ur is not known"),
        ("TONNAGE_PROVIDERS__VENDOR_A_S3__STS_URL", "a.example", "vendor_a_s3.sts_url must be an address"),
    ];
    for (name, value, complaint) in cases {
        let checked = run(&[(name, value)], &["config", "check"]);
        assert_eq!(checked.status.code(), Some(1), "{name}");
        assert!(text(&checked.stderr).contains(complaint), "{}", text(&checked.stderr));
    }
}
