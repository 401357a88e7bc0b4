//! A running server for clients of other makers.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;
use testkit::{PASSWORD, Program};

/// Requests are many and fast here, and limits have their own tests.
const VARIABLES: &[(&str, &str)] = &[
    ("TONNAGE_LOG__LEVEL", "warn"),
    ("TONNAGE_LIMITS__SIGN_IN_TRIES_PER_MINUTE", "1000000"),
    ("TONNAGE_LIMITS__SIGN_IN_TRIES_PER_HOUR", "1000000"),
    ("TONNAGE_LIMITS__ADDRESS_TRIES_PER_MINUTE", "1000000"),
    ("TONNAGE_LIMITS__REFUSALS_PER_MINUTE", "1000000"),
    ("TONNAGE_EGRESS__ALLOW", "127.0.0.9/32"),
    ("TONNAGE_WEBHOOKS__FAILED_PROBE_MILLIS", "0"),
];

/// A server with a Team, and what the command that made the Team said.
pub(super) struct Service {
    pub(super) server: Program,
    pub(super) made: Value,
    /// Outlives the server, and has room for the settings of the tester.
    pub(super) directory: TempDir,
}

impl Service {
    pub(super) fn start() -> Self {
        testkit::prepare();
        let program = Path::new(env!("CARGO_BIN_EXE_tonnage"));
        let directory = tempfile::tempdir().unwrap();
        let data_dir = directory.path().join("data");
        let server = Program::serve(program, &data_dir, VARIABLES);
        let arguments = ["admin", "bootstrap", "--team", "Film", "--email", "anna@example.org"];
        let rest = ["--password", PASSWORD, "--json", "--data-dir", data_dir.to_str().unwrap()];
        let output = Program::run(program, &[], &[arguments.as_slice(), &rest].concat());
        let made: Value = serde_json::from_slice(&output.stdout).unwrap();
        Self { server, made, directory }
    }

    pub(super) fn write_settings(&self, settings: &str) -> PathBuf {
        let config = self.directory.path().join("schemathesis.toml");
        std::fs::write(&config, settings).unwrap();
        config
    }

    pub(super) fn has_not_failed(&self) {
        let log = self.server.log();
        assert!(!log.contains("request failed") && !log.contains("panicked"), "{log}");
    }
}

pub(super) fn text_of(made: &Value, name: &str) -> String {
    made[name].as_str().unwrap().to_owned()
}
