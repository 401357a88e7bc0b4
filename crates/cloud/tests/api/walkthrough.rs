//! `docs/api-walkthrough.md` is run as it is written, against a fresh server.

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use testkit::Program;

const PAGE: &str = include_str!("../../../../docs/api-walkthrough.md");

/// All blocks marked `sh`, in order, each printed before it runs.
fn script() -> String {
    let mut blocks = Vec::new();
    let mut rest = PAGE;
    while let Some((_, begun)) = rest.split_once("```sh\n") {
        let (block, after) = begun.split_once("```").expect("a block ends");
        blocks.push(block);
        rest = after;
    }
    assert!(blocks.len() >= 16, "the page has {} blocks", blocks.len());
    format!("set -euxo pipefail\n{}", blocks.join("\n"))
}

#[test]
fn the_walkthrough_works_as_written() {
    let program = Path::new(env!("CARGO_BIN_EXE_tonnage"));
    let directory = tempfile::tempdir().unwrap();
    let (data_dir, work) = (directory.path().join("data"), directory.path().join("work"));
    std::fs::create_dir(&work).unwrap();
    let server = Program::serve(program, &data_dir, &[("TONNAGE_PUBLIC_URL", "")]);
    let arguments = ["admin", "bootstrap", "--team", "Film", "--email", "anna@example.org"];
    let rest = ["--password", "correct horse battery", "--json", "--data-dir", data_dir.to_str().unwrap()];
    let output = Program::run(program, &[], &[arguments.as_slice(), &rest].concat());
    let made: Value = serde_json::from_slice(&output.stdout).unwrap();
    let output = Command::new("bash")
        .args(["-c", &script()])
        .current_dir(&work)
        .env("API", &server.api)
        .env("TEAM", made["team_id"].as_str().unwrap())
        .env("KEY", made["api_key"].as_str().unwrap())
        .output()
        .expect("bash is there");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the walkthrough stopped (it needs curl, jq and unzip):\n{said}");
}
