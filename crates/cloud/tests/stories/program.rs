//! The real program as a process: its one line, its shutdown, its second start, its log.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use client::Client;
use serde_json::json;
use tempfile::TempDir;
use testkit::{PASSWORD, Program, Refusal as _, Reply, until};
use wire::auth::SignIn;
use wire::error::ErrorCode;

const TONNAGE: &str = env!("CARGO_BIN_EXE_tonnage");

fn serve(directory: &TempDir) -> Program {
    Program::serve(Path::new(TONNAGE), &directory.path().join("data"), &[])
}

fn client(program: &Program) -> Client {
    testkit::prepare();
    Client::new(&program.api).unwrap()
}

#[test]
fn standard_output_carries_one_line() {
    let directory = tempfile::tempdir().unwrap();
    let mut program = serve(&directory);
    let expected = json!({ "event": "listening", "api": program.api, "storage": program.storage });
    assert_eq!(program.listening, expected);
    for address in [&program.api, &program.storage] {
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    }
    program.terminate();
    assert_eq!(program.wait().code(), Some(0));
    assert_eq!(program.rest_of_output(), "");
    for line in program.log().lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "the log is JSON for machines: {line}");
    }
}

#[tokio::test]
async fn the_first_start_leaves_a_private_note() {
    let directory = tempfile::tempdir().unwrap();
    let mut program = serve(&directory);
    let note = directory.path().join("data/first-start.txt");
    assert_eq!(std::fs::metadata(&note).unwrap().permissions().mode() & 0o777, 0o600);
    let text = std::fs::read_to_string(&note).unwrap();
    let told = |label: &str| {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(label)).unwrap();
        line.split_whitespace().next().unwrap().to_owned()
    };
    assert!(told("Address").starts_with(&program.api), "{text}");
    let key = told("API key");
    let me = client(&program).with_api_key(&key).who_am_i().await.unwrap();
    assert_eq!(me.user.email, "owner@localhost");
    assert_eq!(told("Team"), me.teams[0].team.id.as_str());
    let steps = [
        format!("1. Sign in at {}", told("Address")),
        "2. Send your first files from the console, or create an API key".to_owned(),
        "3. Set mail.smtp_url and mail.from, then check them with `tonnage mail test ".to_owned(),
        "`tonnage doctor`".to_owned(),
    ];
    assert!(steps.iter().all(|step| text.contains(step)), "{text}");
    let request = SignIn { email: told("Email"), password: told("Password"), otp: None };
    assert!(client(&program).sign_in(&request).await.unwrap().password_change_required);
    assert_eq!(Reply::to(client(&program).request(reqwest::Method::GET, "/readyz")).await.text, "ready\n");

    std::fs::remove_file(&note).unwrap();
    program.kill();
    let program = serve(&directory);
    assert!(!note.exists(), "only the first start says it");
    assert!(client(&program).with_api_key(&key).who_am_i().await.is_ok(), "nothing was lost by the kill");
}

/// The tests themselves may have been started with `nohup`, and a shell cannot undo that.
const OPEN_TO_HANGUPS: &str = "exec env --default-signal=HUP";

/// The server that a command of the shell starts, after some preparation.
fn serve_by(directory: &TempDir, preparation: &str) -> Program {
    let data = directory.path().join("data");
    let addresses = "--listen 127.0.0.1:0 --storage-listen 127.0.0.1:0";
    let command = format!("{preparation} {TONNAGE} serve {addresses} --data-dir {}", data.display());
    let mut shell = Command::new("sh");
    shell.args(["-c", &command]);
    Program::follow(shell, &data)
}

/// The password is nowhere else, so a power failure must not take it.
#[test]
fn the_note_of_the_first_start_is_synced() {
    let directory = tempfile::tempdir().unwrap();
    let calls = directory.path().join("calls");
    // The server must be the process that is started, and not a child of strace.
    let trace = "exec strace -D -f --decode-fds=path -e trace=fsync,fdatasync -o";
    let _program = serve_by(&directory, &format!("{trace} {}", calls.display()));
    let calls = std::fs::read_to_string(calls).unwrap();
    let (_, later) = calls.split_once("/data/first-start.txt>").expect("the note is synced");
    assert!(later.contains("/data>"), "its directory is synced, too: {later}");
}

#[test]
fn the_limit_of_open_files_is_raised() {
    let directory = tempfile::tempdir().unwrap();
    let program = serve_by(&directory, "ulimit -Sn 500 && ulimit -Hn 3000 && exec");
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", program.id())).unwrap();
    let limit = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    assert_eq!(limit.split_whitespace().nth(3), Some("3000"), "{limit}");
}

#[test]
fn a_data_directory_serves_one_server() {
    let directory = tempfile::tempdir().unwrap();
    let mut first = serve(&directory);
    let data = directory.path().join("data");
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--storage-listen", "127.0.0.1:0", "--data-dir"];
    let second = Program::run(Path::new(TONNAGE), &[], &[&arguments[..], &[data.to_str().unwrap()]].concat());
    assert_eq!(second.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&second.stdout), "");
    let complaint = String::from_utf8_lossy(&second.stderr);
    let expected =
        format!("error: another server is running on {}: stop it first, or choose another --data-dir", data.display());
    assert_eq!(complaint.lines().last(), Some(expected.as_str()));
    first.terminate();
    assert!(first.wait().success());
    serve(&directory);
}

#[test]
fn a_taken_port_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let data = directory.path().join("data");
    let arguments = ["serve", "--listen", &address, "--storage-listen", "127.0.0.1:0", "--data-dir"];
    let output = Program::run(Path::new(TONNAGE), &[], &[&arguments[..], &[data.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains(&format!("{address} is in use by another program")), "{complaint}");
}

/// A sign-in whose body is not sent yet. "100 Continue" shows that the server is processing it.
fn begin_request(address: &str, body: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let head = format!(
        "POST /v1/auth HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nExpect: 100-continue\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert_eq!(line, "HTTP/1.1 100 Continue\r\n");
    reader
}

#[test]
fn a_running_request_is_answered_before_the_end() {
    for signal in ["TERM", "INT", "HUP"] {
        the_end_waits_for_a_request(signal);
    }
}

fn the_end_waits_for_a_request(signal: &str) {
    let directory = tempfile::tempdir().unwrap();
    let mut program = serve_by(&directory, OPEN_TO_HANGUPS);
    let address = program.api.strip_prefix("http://").unwrap().to_owned();
    let body = json!({ "email": "nobody@example.org", "password": PASSWORD }).to_string();
    let idle = TcpStream::connect(&address).unwrap();
    let mut running = begin_request(&address, &body);

    fixtures::send_signal(program.id(), signal);
    while TcpStream::connect(&address).is_ok() {
        std::thread::yield_now(); // Until the listener is gone.
    }
    running.get_mut().write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    running.read_to_string(&mut answer).unwrap();
    let status = answer.lines().find(|line| line.starts_with("HTTP/1.1"));
    assert_eq!(status, Some("HTTP/1.1 401 Unauthorized"), "{answer}");
    assert!(answer.ends_with(r#""message":"unauthorized"}"#), "{answer}");
    assert_eq!(program.wait().code(), Some(0));
    drop(idle);
}

/// `nohup` starts it so that hangups are ignored.
#[test]
fn a_server_that_was_started_to_ignore_hangups_does() {
    for (preparation, is_caught) in [(OPEN_TO_HANGUPS, true), ("trap '' HUP; exec", false)] {
        let directory = tempfile::tempdir().unwrap();
        let program = serve_by(&directory, preparation);
        let status = std::fs::read_to_string(format!("/proc/{}/status", program.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        let caught = u64::from_str_radix(caught.trim(), 16).unwrap();
        assert_eq!(caught & 1 == 1, is_caught, "{preparation}: {status}");
    }
}

/// Before a server stops listening, a balancer has time to notice.
#[tokio::test]
async fn a_server_that_will_go_says_so_and_serves_on() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let variables = [("TONNAGE_LIMITS__UNREADY_SECONDS", "5"), ("TONNAGE_METRICS__LISTEN", "127.0.0.1:0")];
    let mut program = Program::serve(Path::new(TONNAGE), &data, &variables);
    let operator = Client::new(program.listening["metrics"].as_str().unwrap()).unwrap();
    let ready = |client: &Client| Reply::to(client.request(reqwest::Method::GET, "/readyz"));
    let both = [client(&program), operator];
    for client in &both {
        assert_eq!(ready(client).await.text, "ready\n");
    }
    program.terminate();
    for client in &both {
        let reply = until("it is not ready any more", async || {
            let reply = ready(client).await;
            if reply.status == 200 { Err(reply.text) } else { Ok(reply) }
        })
        .await;
        assert_eq!((reply.status.as_u16(), reply.error().code), (503, ErrorCode::Unavailable));
        assert_eq!(Reply::to(client.request(reqwest::Method::GET, "/healthz")).await.text, "ok\n");
    }
    assert_eq!(both[0].who_am_i().await.refusal(), ErrorCode::Unauthorized, "requests are answered");
    assert_eq!(program.wait().code(), Some(0));
}

#[tokio::test]
async fn a_request_that_takes_too_long_is_cut_and_the_end_is_still_good() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let mut program = Program::serve(Path::new(TONNAGE), &data, &[("TONNAGE_LIMITS__DRAIN_SECONDS", "1")]);
    let address = program.api.strip_prefix("http://").unwrap().to_owned();
    let mut running = begin_request(&address, "{}");
    program.terminate();
    assert_eq!(program.wait().code(), Some(0));
    let mut answer = String::new();
    let _ = running.read_to_string(&mut answer);
    assert!(!answer.contains("200 OK"), "{answer}");
    assert!(program.log().contains("did not finish in the drain time"), "{}", program.log());
}

/// Bodies and paths with content that must not be logged.
async fn try_everything(anyone: &Client, canary: &str) {
    let post = |path: &str| anyone.request(reqwest::Method::POST, path);
    let get = |path: &str| anyone.request(reqwest::Method::GET, path);
    let requests = [
        post("/v1/auth").json(&json!({ "email": "nobody@example.org", "password": canary, "otp": canary })),
        post("/v1/auth").json(&json!({ "email": "nobody@example.org", "password": [canary] })),
        post("/v1/auth").header("content-type", "application/json").body(format!("{{\"password\": \"{canary}")),
        post("/v1/auth/reset").json(&json!({ "token": canary, "password": canary })),
        post("/v1/auth/accept_invitation").json(&json!({ "token": canary, "password": canary })),
        get("/v1/auth").header("X-API-KEY", canary),
        get("/v1/auth").header("X-User-Token", canary),
        get("/metrics").header("Authorization", format!("Bearer {canary}")),
        get(&format!("/reset?token={canary}")),
        get(&format!("/healthz?token={canary}")),
        get(&format!("/v1/teams/{canary}?token={canary}")),
    ];
    for request in requests {
        Reply::to(request).await;
    }
}

#[tokio::test]
async fn the_log_keeps_secrets() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let canary = |name: &str| format!("canary-{name}-0123456789-0123456789");
    let (secret_key, metrics, storage) = (canary("secret"), canary("metrics"), canary("storage"));
    let smtp = format!("smtp://user:{}@127.0.0.1:1", canary("smtp"));
    let bus = format!("nats://user:{}@127.0.0.1:1", canary("bus"));
    let variables = [
        ("TONNAGE_SECRET_KEY", secret_key.as_str()),
        ("TONNAGE_METRICS__TOKEN", &metrics),
        ("TONNAGE_STORAGE__ACCESS_KEY", "access"),
        ("TONNAGE_STORAGE__SECRET_KEY", &storage),
        ("TONNAGE_MAIL__SMTP_URL", &smtp),
        ("TONNAGE_BUS__URL", &bus),
        ("TONNAGE_LOG__LEVEL", "trace"),
    ];
    let mut program = Program::serve(Path::new(TONNAGE), &data, &variables);
    let note = std::fs::read_to_string(data.join("first-start.txt")).unwrap();
    let word = |label: &str| note.lines().find_map(|line| line.trim().strip_prefix(label)).unwrap().trim().to_owned();
    let (password, api_key) = (word("Password").split_whitespace().next().unwrap().to_owned(), word("API key"));
    try_everything(&client(&program), &canary("caller")).await;
    let request = SignIn { email: "owner@localhost".into(), password: password.clone(), otp: None };
    let signed_in = client(&program).sign_in(&request).await.unwrap();
    let with_key = client(&program).with_api_key(&api_key);
    let invitation = wire::members::InviteMember { email: "new@example.org".into(), name: None, role: "guest".into() };
    with_key.invite_member(&signed_in.teams[0].id, &invitation).await.unwrap();
    let refused = client(&program).with_user_token(&signed_in.token).who_am_i().await;
    assert_eq!(refused.refusal(), ErrorCode::PasswordChangeRequired);
    // The mail server is not there, and that is logged.
    until("a failed job is logged", async || {
        let log = program.log();
        if log.contains("a job will be tried again") { Ok(()) } else { Err(log) }
    })
    .await;
    program.terminate();
    program.wait();
    let log = program.log();
    assert!(log.contains("/v1/auth/reset"), "the control");
    for secret in ["canary", &password, &api_key, &signed_in.token, "X-Amz-Signature"] {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret} is in the log");
    }
}

#[tokio::test]
async fn a_proxy_that_is_not_trusted_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let program = serve(&directory);
    let data = directory.path().join("data");
    for header in ["X-Forwarded-For", "Forwarded"] {
        let request = client(&program).request(reqwest::Method::GET, "/healthz").header(header, "for=198.51.100.7");
        assert_eq!(Reply::to(request).await.text, "ok\n");
    }
    let doctor = |trusted: &str| {
        let variables = [("TONNAGE_TRUSTED_PROXIES", trusted)];
        let arguments = ["doctor", "--data-dir", data.to_str().unwrap(), "--storage-listen", "127.0.0.1:1"];
        let output = Program::run(Path::new(TONNAGE), &variables, &arguments);
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let named = until("the doctor names the proxy", async || {
        let report = doctor("");
        if report.contains("BAD   proxies:") { Ok(report) } else { Err(report) }
    });
    let report = named.await;
    assert!(report.contains("forwarded by 127.0.0.1, which is not in trusted_proxies"), "{report}");
    assert!(report.contains("add \"127.0.0.1/32\" to trusted_proxies"), "{report}");
    let report = doctor("127.0.0.0/8");
    assert!(report.contains("ok    proxies: "), "{report}");
    assert_eq!(program.log().matches("that is not in trusted_proxies").count(), 1, "{}", program.log());
}
