//! Generators of other makers read our descriptions, and what they wrote works on a running server.

use std::path::{Path, PathBuf};
use std::process::Command;

use fixtures::compatibility::tool;
use testkit::PASSWORD;

use super::service::{Service, text_of};

const DESCRIPTIONS: [&str; 2] = ["openapi.json", "agent-openapi.json"];

/// Ends with what the command said if it failed.
fn run(command: &mut Command) -> String {
    let output = command.output().expect("the program is there");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{out}\n{err}");
    out.into_owned()
}

fn description(name: &str) -> PathBuf {
    std::fs::canonicalize(Path::new("../../docs").join(name)).unwrap()
}

fn node_program(name: &str) -> Command {
    Command::new(tool("TONNAGE_TEST_NODE_PACKAGES").join(".bin").join(name))
}

/// The address, the Team and the password.
fn arguments(service: &Service) -> [String; 3] {
    [service.server.api.clone(), text_of(&service.made, "team_id"), PASSWORD.to_owned()]
}

#[test]
fn a_generated_python_client_works() {
    let service = Service::start();
    let work = tempfile::tempdir().unwrap();
    let settings = work.path().join("settings.yaml");
    // The generator knows few media types by name: a zip is bytes. It would call a formatter when it is done.
    let zips = "content_type_overrides:\n  application/zip: application/octet-stream\npost_hooks: []\n";
    std::fs::write(&settings, zips).unwrap();
    for name in DESCRIPTIONS {
        let mut generate = Command::new(tool("TONNAGE_TEST_OPENAPI_PYTHON_CLIENT"));
        generate.args(["generate", "--fail-on-warning", "--meta", "none", "--overwrite", "--config"]).arg(&settings);
        generate.arg("--path").arg(description(name));
        let made = if name == "openapi.json" { "tonnage_client" } else { "agent_client" };
        run(generate.arg("--output-path").arg(work.path().join(made)));
    }
    let python = tool("TONNAGE_TEST_PYTHON");
    run(Command::new(&python).args(["-m", "compileall", "-q"]).arg(work.path().join("agent_client")));
    let story = std::fs::canonicalize("tests/clients/generated_client.py").unwrap();
    let said = run(Command::new(&python).arg(story).args(arguments(&service)).env("PYTHONPATH", work.path()));
    assert_eq!(said, "all well\n");
    service.has_not_failed();
}

#[test]
fn a_generated_typescript_client_works() {
    let service = Service::start();
    let work = tempfile::tempdir().unwrap();
    for name in DESCRIPTIONS {
        let made = if name == "openapi.json" { "made" } else { "made_for_agent" };
        let mut generate = node_program("openapi-ts");
        generate.arg("--input").arg(description(name)).arg("--output").arg(work.path().join(made));
        run(generate.args(["--client", "@hey-api/client-fetch", "--no-log-file"]));
    }
    std::fs::copy("tests/clients/generated_client.ts", work.path().join("story.ts")).unwrap();
    let settings = r#"{
        "compilerOptions": {
            "strict": true, "target": "es2022", "module": "commonjs", "lib": ["es2022", "dom", "dom.iterable"],
            "types": [], "outDir": "js"
        },
        "files": ["story.ts", "made_for_agent/index.ts"]
    }"#;
    std::fs::write(work.path().join("tsconfig.json"), settings).unwrap();
    run(node_program("tsc").arg("--project").arg(work.path()));
    let said = run(Command::new("node").arg(work.path().join("js/story.js")).args(arguments(&service)));
    assert_eq!(said, "all well\n");
    service.has_not_failed();
}
