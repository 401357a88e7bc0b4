//! The operator's commands, before and while the server runs.

use std::path::Path;
use std::process::Output;

use client::Client;
use rusty_s3::{Bucket, Credentials, S3Action as _, UrlStyle};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{PASSWORD, Program, Refusal as _};
use wire::auth::{ForgotPassword, RedeemToken, SignIn};
use wire::error::ErrorCode;
use wire::ids::TeamId;

const TONNAGE: &str = env!("CARGO_BIN_EXE_tonnage");

/// An installation that commands and servers share.
struct Installation {
    directory: TempDir,
}

impl Installation {
    fn new() -> Self {
        testkit::prepare();
        Self { directory: tempfile::tempdir().unwrap() }
    }

    fn data(&self) -> String {
        self.directory.path().join("data").to_str().unwrap().to_owned()
    }

    fn serve(&self) -> Program {
        Program::serve(Path::new(TONNAGE), Path::new(&self.data()), &[("TONNAGE_WORKERS__POLL_SECONDS", "1")])
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Program::run(Path::new(TONNAGE), &[], &[arguments, &["--data-dir", &self.data()]].concat())
    }

    /// The output of a command that succeeds.
    #[track_caller]
    fn print(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// The error output of a command that fails.
    #[track_caller]
    fn complaint(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), ""), "{arguments:?}");
        text(&output.stderr)
    }

    fn bootstrap(&self, team: &str, email: &str) -> Value {
        let arguments = ["admin", "bootstrap", "--team", team, "--email", email, "--password", PASSWORD, "--json"];
        serde_json::from_str(&self.print(&arguments)).unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn client(program: &Program) -> Client {
    Client::new(&program.api).unwrap()
}

#[tokio::test]
async fn bootstrapping_before_and_while_the_server_runs() {
    let installation = Installation::new();
    let before = installation.bootstrap("Film", "film@example.org");
    let program = installation.serve();
    assert!(!Path::new(&installation.data()).join("first-start.txt").exists(), "there is a user already");
    let meanwhile = installation.bootstrap("Other", "Other@Example.org");
    for (made, email) in [(before, "film@example.org"), (meanwhile, "other@example.org")] {
        let names: Vec<&str> = made.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, ["api_key", "api_key_id", "membership_id", "team_id", "user_id"]);
        let me = client(&program).with_api_key(made["api_key"].as_str().unwrap()).who_am_i().await.unwrap();
        assert_eq!((json!(me.user.id), json!(me.teams[0].team.id)), (made["user_id"].clone(), made["team_id"].clone()));
        let request = SignIn { email: email.into(), password: PASSWORD.into(), otp: None };
        assert!(!client(&program).sign_in(&request).await.unwrap().password_change_required);
    }
    let file = installation.directory.path().join("password");
    std::fs::write(&file, format!("{PASSWORD} from a file\n")).unwrap();
    let arguments = ["admin", "bootstrap", "--team", "File", "--email", "file@example.org", "--password-file"];
    let printed = installation.print(&[&arguments[..], &[file.to_str().unwrap()]].concat());
    assert_eq!(printed.lines().count(), 3, "a password that was given is not printed: {printed}");
    let password = format!("{PASSWORD} from a file");
    let request = SignIn { email: "file@example.org".into(), password, otp: None };
    assert!(client(&program).sign_in(&request).await.is_ok());

    let arguments = ["admin", "bootstrap", "--team", "X", "--email", "film@example.org", "--password"];
    let again = installation.complaint(&[&arguments[..], &[PASSWORD]].concat());
    assert_eq!(again, "error: email: already belongs to an account\n");
    let weak = installation.complaint(&["admin", "bootstrap", "--team", "X", "--email", "x@y.z", "--password", "p"]);
    assert_eq!(weak, "error: password: must have at least 10 characters\n");
    let arguments = ["admin", "bootstrap", "--team", "X", "--email", "x@y.z", "--password", PASSWORD, "--scopes"];
    let unknown = installation.complaint(&[&arguments[..], &["read,write"]].concat());
    assert_eq!(unknown, "error: scopes[1]: must be one of read, send, receive, manage\n");
    let teams = installation.print(&["admin", "team", "list"]);
    assert_eq!(teams.lines().count(), 3, "{teams}");
}

#[tokio::test]
async fn a_password_that_nobody_chose_is_printed_once() {
    let installation = Installation::new();
    let program = installation.serve();
    let bootstrap = |email: &str| ["admin", "bootstrap", "--team", "X", "--email", email].map(str::to_owned);
    let sign_in = async |email: &str, password: &str| {
        let request = SignIn { email: email.into(), password: password.into(), otp: None };
        client(&program).sign_in(&request).await.unwrap()
    };
    let arguments = bootstrap("x@example.org");
    let printed = installation.print(&arguments.each_ref().map(String::as_str));
    let line = printed.lines().find_map(|line| line.strip_prefix("Password  ")).unwrap();
    assert!(line.ends_with("(shown once; change it at the first sign-in)"), "{printed}");
    let password = line.split_whitespace().next().unwrap();
    assert!(sign_in("x@example.org", password).await.password_change_required);
    let arguments = bootstrap("y@example.org");
    let arguments = [&arguments.each_ref().map(String::as_str)[..], &["--json"]].concat();
    let made: Value = serde_json::from_str(&installation.print(&arguments)).unwrap();
    assert!(sign_in("y@example.org", made["password"].as_str().unwrap()).await.password_change_required);
    assert_ne!(made["password"], json!(password));
}

/// A health check needs no address: the settings say where the server listens.
#[test]
fn health_asks_where_the_server_listens() {
    let installation = Installation::new();
    let data = installation.data();
    let metrics = [("TONNAGE_METRICS__LISTEN", "127.0.0.1:0")];
    let program = Program::serve_on(Path::new(TONNAGE), Path::new(&data), "0.0.0.0:0", "127.0.0.1:0", &metrics);
    let port = program.api.rsplit_once(':').unwrap().1;
    let file = installation.directory.path().join("tonnage.toml");
    // A fault elsewhere does not make a running server look ill.
    std::fs::write(&file, format!("listen = '0.0.0.0:{port}'\nlog.level = 'loud'\n")).unwrap();
    let config = file.to_str().unwrap();
    assert_eq!(installation.print(&["health", "--config", config]), "ready\n");
    let operator = program.listening["metrics"].as_str().unwrap();
    let worker = [
        ("TONNAGE_DATABASE__URL", "postgres://db.example.org/tonnage"),
        ("TONNAGE_SECRET_KEY", "a secret key with more than 32 bytes"),
        ("TONNAGE_ROLES", "worker"),
        ("TONNAGE_METRICS__LISTEN", operator.strip_prefix("http://").unwrap()),
    ];
    let output = Program::run(Path::new(TONNAGE), &worker, &["health"]);
    assert_eq!(text(&output.stdout), "ready\n", "{}", text(&output.stderr));
    let complaint = installation.complaint(&["health", "--listen", "127.0.0.1:0"]);
    assert!(complaint.contains("pass the address that the server printed"), "{complaint}");
    assert!(installation.complaint(&["health", "--listen", "127.0.0.1:1"]).contains("http://127.0.0.1:1/readyz"));
}

#[test]
fn a_name_does_not_control_the_terminal() {
    let installation = Installation::new();
    installation.bootstrap("Film\u{202e}gpj.exe", "film@example.org");
    let teams = installation.print(&["admin", "team", "list"]);
    assert!(teams.contains("Film\\u202egpj.exe") && !teams.contains('\u{202e}'), "{teams:?}");
}

#[tokio::test]
async fn suspending_works_at_once() {
    let installation = Installation::new();
    let made = installation.bootstrap("Film", "film@example.org");
    let (team, program) = (made["team_id"].as_str().unwrap(), installation.serve());
    let with_key = client(&program).with_api_key(made["api_key"].as_str().unwrap());
    assert!(with_key.who_am_i().await.is_ok());
    assert_eq!(installation.print(&["admin", "team", "suspend", team]), "Film is suspended\n");
    assert_eq!(with_key.who_am_i().await.refusal(), ErrorCode::Suspended);
    let again = installation.complaint(&["admin", "team", "suspend", team]);
    assert_eq!(again, "error: the Team is already suspended\n");
    assert_eq!(installation.print(&["admin", "team", "reactivate", team]), "Film is active\n");
    assert!(with_key.who_am_i().await.is_ok());
    let limit = |bytes: &str| installation.print(&["admin", "team", "limit", team, bytes]);
    let held = async || with_key.usage(&team.parse().unwrap(), "").await.unwrap().held.limit;
    assert_eq!((limit("5000000"), held().await), ("Film can store 5000000 bytes\n".to_owned(), 5_000_000));
    assert_eq!((limit("0"), held().await), ("Film can store without limit\n".to_owned(), 0));
    assert_eq!(limit("usual"), "Film can store what limits.team_stored_bytes allows\n");
    let much = installation.run(&["admin", "team", "limit", team, "much"]);
    assert!(text(&much.stderr).contains("a number of bytes, or usual"), "{much:?}");
    for unknown in ["01KA2B3C4D5E6F7G8H9JKMNPQR", "nonsense"] {
        let complaint = installation.complaint(&["admin", "team", "suspend", unknown]);
        assert!(complaint.starts_with(&format!("error: there is no Team {unknown}; ")), "{complaint}");
    }
}

/// Requests a reset and reads its token where the operator finds it.
async fn forgotten(installation: &Installation, program: &Program, email: &str) -> String {
    client(program).forgot_password(&ForgotPassword { email: email.into() }).await.unwrap();
    let id = loop {
        let listed = installation.print(&["admin", "mail", "list"]);
        let line = listed.lines().find(|line| line.contains("password_reset") && line.contains(email));
        if let Some(line) = line {
            assert!(line.contains("kept"), "{line}");
            break line.split_whitespace().next().unwrap().to_owned();
        }
    };
    let mail = installation.print(&["admin", "mail", "show", &id]);
    assert!(mail.starts_with(&format!("To: {email}\nSubject: Reset your password\n\n")), "{mail}");
    let (_, rest) = mail.split_once("/reset?token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn a_password_reset_by_the_operator_ends_everything_before() {
    let installation = Installation::new();
    installation.bootstrap("Film", "film@example.org");
    let program = installation.serve();
    let sign_in = async |password: &str| {
        let request = SignIn { email: "film@example.org".into(), password: password.into(), otp: None };
        client(&program).sign_in(&request).await
    };
    let former = client(&program).with_user_token(&sign_in(PASSWORD).await.unwrap().token);
    let token = forgotten(&installation, &program, "film@example.org").await;

    let printed = installation.print(&["admin", "user", "reset-password", "Film@example.org"]);
    let password = printed.split_whitespace().nth(4).unwrap();
    assert_eq!(former.who_am_i().await.refusal(), ErrorCode::Unauthorized);
    assert_eq!(sign_in(PASSWORD).await.map(|_| ()).refusal(), ErrorCode::Unauthorized);
    assert!(sign_in(password).await.unwrap().password_change_required, "{printed}");
    let reset = RedeemToken { token, password: PASSWORD.into(), name: None };
    assert_eq!(client(&program).reset_password(&reset).await.refusal(), ErrorCode::TokenSpent);
    let unknown = installation.complaint(&["admin", "user", "reset-password", "nobody@example.org"]);
    assert_eq!(unknown, "error: there is no user nobody@example.org; `tonnage admin user list` shows all\n");
    assert!(installation.print(&["admin", "user", "list"]).contains("film@example.org"));
}

#[tokio::test]
async fn looking_after_a_running_installation() {
    let installation = Installation::new();
    let made = installation.bootstrap("Film", "film@example.org");
    let team = made["team_id"].as_str().unwrap();
    let program = installation.serve();
    assert_eq!(installation.print(&["admin", "jobs", "list"]), "0 waiting, 0 dead\n");
    assert_eq!(installation.print(&["admin", "jobs", "list", "--waiting"]), "0 waiting, 0 dead\n");
    let complaint = installation.complaint(&["admin", "jobs", "retry", "01KA2B3C4D5E6F7G8H9JKMNPQR"]);
    assert_eq!(complaint, "error: there is no dead job 01KA2B3C4D5E6F7G8H9JKMNPQR\n");
    assert_eq!(installation.print(&["admin", "mail", "list"]), "");
    assert!(installation.complaint(&["admin", "mail", "show", "x"]).contains("there is no email x"));
    assert_eq!(installation.print(&["admin", "audit", "verify"]), format!("{team}  intact, 1 entries\n"));
    let unread = "no problems found; the content was not read: --read-data reads it\n";
    for (arguments, end) in [(&["admin", "fsck"][..], unread), (&["admin", "fsck", "--read-data"], "clean\n")] {
        let report = installation.print(arguments);
        assert!(
            report.starts_with(
                "database: 1 Teams\nfiles: 0 finalized, 0 objects without a finalized file\nstore: 0 objects"
            ) && report.ends_with(end),
            "{report}"
        );
    }
    let listen = program.storage.strip_prefix("http://").unwrap();
    let doctor = installation.print(&["doctor", "--storage-listen", listen]);
    let marks: Vec<&str> = doctor.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
    assert!(marks.iter().all(|mark| ["ok", "note"].contains(mark)), "{doctor}");
    assert!(doctor.contains("note  mail: no server is set"), "{doctor}");
    assert_eq!(marks.len(), 18, "{doctor}");
}

#[tokio::test]
async fn the_printed_credentials_open_the_store() {
    let installation = Installation::new();
    let program = installation.serve();
    let listen = program.storage.strip_prefix("http://").unwrap();
    let arguments = ["admin", "storage", "credentials", "--json", "--storage-listen", listen];
    let printed: Value = serde_json::from_str(&installation.print(&arguments)).unwrap();
    let word = |name: &str| printed[name].as_str().unwrap().to_owned();
    assert_eq!(word("endpoint"), program.storage);
    let endpoint = word("endpoint").parse().unwrap();
    let bucket = Bucket::new(endpoint, UrlStyle::Path, word("bucket"), word("region")).unwrap();
    for (secret_key, status) in [(word("secret_key"), 200), ("wrong".to_owned(), 403)] {
        let credentials = Credentials::new(word("access_key"), secret_key);
        let url = bucket.head_bucket(Some(&credentials)).sign(std::time::Duration::from_mins(1));
        let answer = reqwest::Client::new().head(url).send().await.unwrap();
        assert_eq!(answer.status(), status);
    }
    let plain = installation.print(&["admin", "storage", "credentials"]);
    assert!(plain.contains(&word("secret_key")) && plain.lines().count() == 5, "{plain}");
}

#[test]
fn the_doctor_names_what_is_broken() {
    let installation = Installation::new();
    installation.bootstrap("Film", "owner@example.org");
    let endpoint = "http://127.0.0.1:1/";
    let variables = [
        ("TONNAGE_STORAGE__ENDPOINT", endpoint),
        ("TONNAGE_STORAGE__ACCESS_KEY", "access"),
        ("TONNAGE_STORAGE__SECRET_KEY", "canary"),
    ];
    let data = installation.data();
    let output = Program::run(Path::new(TONNAGE), &variables, &["doctor", "--data-dir", &data]);
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stdout);
    let bad: Vec<&str> = report.lines().filter(|line| line.starts_with("BAD")).collect();
    assert_eq!(bad.len(), 1, "{report}");
    assert!(bad[0].contains("storage") && bad[0].contains(endpoint), "{report}");
    assert!(!report.contains("canary") && !report.contains("X-Amz"), "{report}");

    let stopped = installation.run(&["doctor", "--storage-listen", "127.0.0.1:1"]);
    assert_eq!(stopped.status.code(), Some(0), "an embedded store that is not running is not a fault");
    assert!(text(&stopped.stdout).contains("note  storage: the embedded store is not running"));
}

#[tokio::test]
async fn a_tampered_record_is_reported() {
    let installation = Installation::new();
    let made = installation.bootstrap("Film", "film@example.org");
    let team: TeamId = made["team_id"].as_str().unwrap().parse().unwrap();
    let url = format!("sqlite://{}/tonnage.db", installation.data());
    testkit::execute_sql(&url, "UPDATE audit_entries SET actor = 'nobody'").await;
    let verified = installation.run(&["admin", "audit", "verify"]);
    assert_eq!(verified.status.code(), Some(1));
    assert_eq!(text(&verified.stdout), format!("{team}  BROKEN at entry 1\n"));
    let checked = installation.run(&["admin", "fsck"]);
    assert_eq!(checked.status.code(), Some(1));
    let expected = format!("problem: the audit record of Team {team} is broken at entry 1\n1 problems\n");
    assert!(text(&checked.stdout).ends_with(&expected), "{}", text(&checked.stdout));
}

#[tokio::test]
async fn a_newer_database_is_left_alone() {
    let installation = Installation::new();
    installation.bootstrap("Film", "film@example.org");
    let url = format!("sqlite://{}/tonnage.db", installation.data());
    let statement = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                     SELECT 99, 'later', success, checksum, execution_time FROM _sqlx_migrations WHERE version = 1";
    testkit::execute_sql(&url, statement).await;
    for command in [&["admin", "team", "list"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let complaint = installation.complaint(command);
        assert!(complaint.contains("the database was written by a newer version of this program"), "{complaint}");
    }
}

#[test]
fn another_secret_key_opens_nothing() {
    let installation = Installation::new();
    installation.bootstrap("Film", "film@example.org");
    let variables = [("TONNAGE_SECRET_KEY", "another secret of more than 32 bytes")];
    let data = installation.data();
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--storage-listen", "127.0.0.1:0", "--data-dir", &data];
    let output = Program::run(Path::new(TONNAGE), &variables, &arguments);
    assert_eq!(output.status.code(), Some(1));
    let complaint = text(&output.stderr);
    assert!(complaint.contains("secret_key") && !complaint.contains("another secret"), "{complaint}");
}

#[tokio::test]
async fn dead_jobs_are_listed_retried_and_removed() {
    let installation = Installation::new();
    installation.bootstrap("Film", "film@example.org");
    let url = format!("sqlite://{}/tonnage.db", installation.data());
    let (one, two) = ("01KA2B3C4D5E6F7G8H9JKMNPQ1", "01KA2B3C4D5E6F7G8H9JKMNPQ2");
    for id in [one, two] {
        let statement = format!(
            "INSERT INTO jobs (id, name, payload, state, run_at, attempts, claims, max_attempts, last_error, created_at)
             VALUES ('{id}', 'send_mail', '{{}}', 'dead', 0, 25, 25, 25, 'refused', 0)"
        );
        testkit::execute_sql(&url, &statement).await;
    }
    let line = |id: &str| format!("{id}  send_mail  25 of 25 attempts  dead since 1970-01-01T00:00:00.000Z  refused\n");
    let listed = installation.print(&["admin", "jobs", "list"]);
    assert_eq!(listed, format!("{}{}0 waiting, 2 dead\n", line(one), line(two)));
    assert_eq!(installation.print(&["admin", "jobs", "retry", one]), format!("{one} is queued again\n"));
    assert_eq!(installation.print(&["admin", "jobs", "remove", two]), format!("{two} removed\n"));
    assert_eq!(installation.print(&["admin", "jobs", "list"]), "1 waiting, 0 dead\n");
    let waiting = installation.print(&["admin", "jobs", "list", "--waiting"]);
    assert!(waiting.starts_with(&format!("{one}  send_mail  0 of 25 attempts  due 2")), "{waiting}");
    let complaint = installation.complaint(&["admin", "jobs", "remove", one]);
    assert_eq!(complaint, format!("error: there is no dead job {one}\n"), "it lives");
}
