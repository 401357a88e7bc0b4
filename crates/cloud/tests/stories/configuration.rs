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
        "mail test",
        "health",
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
fn all_faults_are_named_at_once_and_a_start_names_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let (data, file) = (directory.path().join("data"), directory.path().join("tonnage.toml"));
    let settings = [
        "listen = 7070",
        "public_url = 'https://files.example.org/app'",
        "portal_domain = 'https://portals.example.org'",
        "[storage]",
        "buckt = 'x'",
        "path_style = 'no'",
        "public_endpoint = 'https://store.example.org/data'",
        "[mail]",
        "from = 'nobody'",
        "[providers.vendor_z]",
        "base_url = 'https://a.example'",
    ];
    std::fs::write(&file, settings.join("\n")).unwrap();
    let variables = [
        ("TONNAGE_LOG__LEVEL", "loud"),
        ("TONNAGE_MAIL__SMTP_URL", "smtp://user:canary@mail.example.org?tls=always"),
        ("TONNAGE_DATABASE__URL", "postgres://user:canary@db.example.org:port/tonnage"),
        ("TONNAGE_SECRET_KEY", "canary"),
        ("TONNAGE_WORKERS__COUNT", "0"),
        ("TONNAGE_PASSWORDS__LANES", "many"),
        ("TONNAGE_METRICS__LISTEN", "127.0.0.1:7071"),
    ];
    let place = ["--config", file.to_str().unwrap(), "--data-dir", data.to_str().unwrap()];
    let checked = run(&variables, &[&["config", "check"][..], &place].concat());
    let complaint = text(&checked.stderr);
    let path = file.display();
    for fault in [
        format!("{path} has the unknown setting storage.buckt; did you mean storage.bucket?"),
        format!("listen must be text in quotes, such as \"127.0.0.1:7070\" (its value comes from: {path})"),
        "public_url must not have a path: the pages and the store need a host name of their own".to_owned(),
        "portal_domain must be a domain".to_owned(),
        format!("storage.path_style must be true or false, without quotes (its value comes from: {path})"),
        "storage.public_endpoint must not have a path".to_owned(),
        format!("mail.from must be an address such as Tonnage <files@example.org> (its value comes from: {path})"),
        format!("providers.vendor_z cannot be set: vendor_z is not a provider, see docs/providers.md (its value comes from: {path})"),
        "log.level cannot be used: \"loud\" is not a level: the levels are off, error".to_owned(),
        "mail.smtp_url has an unknown value of tls: write ?tls=required or ?tls=opportunistic".to_owned(),
        "database.url cannot be parsed: write postgres://user:password@host:5432/name".to_owned(),
        "secret_key must have at least 32 bytes; `openssl rand -hex 32` generates one (its value comes from: TONNAGE_SECRET_KEY)".to_owned(),
        "workers.count must be greater than zero (its value comes from: TONNAGE_WORKERS__COUNT)".to_owned(),
        "the environment variable TONNAGE_PASSWORDS__LANES must be a whole number".to_owned(),
        "metrics.listen must not be the same as storage.listen: choose another port (its value comes from: TONNAGE_METRICS__LISTEN)".to_owned(),
    ] {
        assert!(complaint.contains(&fault), "{fault}\n{complaint}");
    }
    assert!(complaint.starts_with("error: the configuration has 15 faults:\n"), "{complaint}");
    assert!(!complaint.contains("canary"), "{complaint}");
    let started = run(&variables, &[&["serve"][..], &place].concat());
    assert_eq!((checked.status.code(), text(&checked.stdout).as_str()), (Some(1), ""));
    assert_eq!((started.status.code(), text(&started.stderr)), (Some(1), complaint));
    assert!(!data.exists());
}

/// Each of these once passed the check, and kept the server from starting or from working.
#[test]
fn the_check_knows_what_a_start_refuses() {
    for (name, value, complaint) in [
        ("TONNAGE_MAIL__SMTP_URL", "mail.example.org", "mail.smtp_url must be smtps://"),
        ("TONNAGE_MAIL__FROM", "files at example.org", "mail.from must be an address"),
        ("TONNAGE_LOG__LEVEL", "loud", "log.level cannot be used"),
        ("TONNAGE_STORAGE__LISTEN", "127.0.0.1:7070", "storage.listen must not be the same as listen"),
        ("TONNAGE_STORAGE__PATH_STYLE", "false", "storage.path_style must be true"),
        ("TONNAGE_STORAGE__PUBLIC_ENDPOINT", "http://127.0.0.1:7070", "must have another host name or port"),
        ("TONNAGE_PUBLIC_URL", "https://example.org/files", "public_url must not have a path"),
        ("TONNAGE_DATABASE__URL", "sqlite://", "database.url must be sqlite:// and a path"),
    ] {
        let checked = run(&[(name, value)], &["config", "check"]);
        assert_eq!(checked.status.code(), Some(1), "{name}");
        assert!(text(&checked.stderr).contains(complaint), "{}", text(&checked.stderr));
    }
    for level in ["warning", "err", "information", "WARN", "info,cloud=debug"] {
        let checked = run(&[("TONNAGE_LOG__LEVEL", level)], &["config", "check"]);
        assert!(checked.status.success(), "{level}: {}", text(&checked.stderr));
    }
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
