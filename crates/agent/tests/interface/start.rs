//! Starting the agent: invalid options, and secrets that stay private.

use std::os::unix::fs::PermissionsExt as _;

use agent::options::ListenAddress;
use serving::secret::Secret;
use testkit::{Program, TestAgent, TestCloud};

const AGENT: &str = env!("CARGO_BIN_EXE_tonnage-agent");

const SECRET: &str = "a-key-that-nobody-may-see";

#[tokio::test]
async fn one_agent_has_a_state_directory_and_nobody_else_looks_into_it() {
    let cloud = TestCloud::start().await;
    let place = tempfile::tempdir().unwrap();
    let directory = place.path().join("state");
    let on_it = || TestAgent::setup(&cloud).with(|options| options.state_dir = directory.clone());
    let first = on_it().start().await;
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&directory), 0o700);
    for entry in std::fs::read_dir(&directory).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    let error = on_it().try_start().await.err().unwrap().to_string();
    assert!(error.contains("another agent is running"), "{error}");
    first.shut_down().await;
    let third = on_it().try_start().await;
    assert!(third.is_ok());
}

#[tokio::test]
async fn beyond_this_machine_it_listens_with_a_token_only() {
    let cloud = TestCloud::start().await;
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let listen = ListenAddress::Tcp(address.parse().unwrap());
        let setup = TestAgent::setup(&cloud).with(|options| options.listen = listen);
        let error = setup.try_start().await.err().unwrap().to_string();
        assert!(error.contains("--token-file"), "{address}: {error}");
    }
    let open = TestAgent::setup(&cloud).with(|options| {
        options.listen = ListenAddress::Tcp("0.0.0.0:0".parse().unwrap());
        options.token = Secret::new("the token");
    });
    assert!(open.try_start().await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_in_no_log_and_not_among_the_arguments() {
    let cloud = TestCloud::start().await;
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let secrets = ["-api-key", SECRET, "--token=a-token-that-nobody-may-see"];
    let anyone = cloud.anyone();
    let rest = ["-log-level", "trace", "-cloud-url", anyone.base_url()];
    let mut program =
        tokio::task::block_in_place(|| Program::agent(AGENT.as_ref(), &state, &[&secrets[..], &rest].concat()));
    assert_eq!(program.listening["event"], "listening");
    let login = reqwest::Client::new().get(format!("{}/api/v1/login", program.api));
    let reply = login.bearer_auth("a-token-that-nobody-may-see").send().await.unwrap();
    assert!(reply.text().await.unwrap().contains("refused the API key"));

    let arguments = std::fs::read_to_string(format!("/proc/{}/cmdline", program.id())).unwrap();
    assert!(arguments.contains("-listen") && !arguments.contains("nobody-may-see"), "{arguments:?}");

    program.terminate();
    assert!(tokio::task::block_in_place(|| program.wait()).success());
    assert_eq!(program.rest_of_output(), "");
    let log = program.log();
    assert!(log.contains("can be seen by others") && log.contains("stopped"), "{log}");
    assert!(!log.contains("nobody-may-see"), "the log shows a secret");
    for entry in std::fs::read_dir(&state).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("nobody-may-see"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_users_of_the_machine_are_kept_out() {
    let cloud = TestCloud::start().await;
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let anyone = cloud.anyone();
    let start = || {
        let mut command = std::process::Command::new(AGENT);
        command.args(["-listen", "127.0.0.1:0", "-cloud-url", anyone.base_url(), "-state-dir"]).arg(&state);
        command.env_remove("API_KEY");
        tokio::task::block_in_place(|| Program::follow(command, &state))
    };
    let mut program = start();
    let api = program.api.clone();
    let uploads = async |token: Option<&str>| {
        let call = reqwest::Client::new().get(format!("{api}/api/v1/uploads"));
        let call = token.into_iter().fold(call, reqwest::RequestBuilder::bearer_auth);
        call.send().await.unwrap().status().as_u16()
    };
    assert_eq!((uploads(None).await, uploads(Some("guessed")).await), (401, 401));
    let file = state.join("token");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let token = std::fs::read_to_string(&file).unwrap().trim().to_owned();
    assert_eq!(uploads(Some(&token)).await, 200);

    let listen = api.trim_start_matches("http://");
    let run = |state: &std::path::Path, command: &str| {
        let variables = [("TONNAGE_AGENT_LISTEN", listen), ("TONNAGE_AGENT_STATE_DIR", state.to_str().unwrap())];
        let output = tokio::task::block_in_place(|| Program::run(AGENT.as_ref(), &variables, &[command]));
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, status) = run(&state, "status");
    assert!(code == Some(0) && status.contains(listen), "a command of the same user needs nothing: {status}");
    assert_eq!(run(&state, "page"), (Some(0), format!("{api}/#token={token}\n")));
    assert_eq!(run(&directory.path().join("other"), "status").0, Some(4), "another user cannot read the file");

    program.terminate();
    assert!(tokio::task::block_in_place(|| program.wait()).success());
    assert!(!program.log().contains(&token) && !file.exists());
    let _again = start();
    assert_ne!(std::fs::read_to_string(&file).unwrap().trim(), token, "whoever has seen an old token has nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_token_it_warns() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let program = tokio::task::block_in_place(|| Program::agent::<&str>(AGENT.as_ref(), &state, &[]));
    let reply = reqwest::get(format!("{}/api/v1/uploads", program.api)).await.unwrap();
    assert_eq!((reply.status().as_u16(), reply.text().await.unwrap().as_str()), (200, "[]"));
    assert!(program.log().contains("every user of this machine") && !state.join("token").exists());
}

#[test]
fn a_key_file_that_is_not_there_is_said() {
    let output = Program::run(AGENT.as_ref(), &[], &["--api-key-file", "/there/is/no/such/file"]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert!(text.contains("--api-key-file: cannot read /there/is/no/such/file"), "{text}");
}
