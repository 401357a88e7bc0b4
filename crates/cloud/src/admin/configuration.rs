//! `tonnage config check`

use std::process::ExitCode;

use serde_json::{Value, json};

use crate::config::Fault;

/// Prints what is wrong with a configuration, for programs.
pub fn check_config(faults: &[Fault]) -> ExitCode {
    say!("{}", json!({ "is_valid": faults.is_empty(), "faults": faults.iter().map(as_json).collect::<Vec<_>>() }));
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn as_json(Fault { key, origin, message }: &Fault) -> Value {
    let key = (!key.is_empty()).then_some(key);
    json!({ "key": key, "source": origin.to_string(), "source_kind": origin.kind(), "message": message })
}
