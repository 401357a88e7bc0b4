//! Settings from environment variables.

use toml::Value;

use super::error::{Fault, Origin, hint};
use super::manual::{is_secret, known_keys, suggestion};

const PREFIX: &str = "TONNAGE_";

/// Names with our prefix that are used elsewhere: by `--config`, by the agent, by the tests.
const ELSEWHERE: &[&str] = &["TONNAGE_CONFIG", "TONNAGE_AGENT_", "TONNAGE_TEST_"];

pub(super) struct Setting {
    pub(super) key: String,
    pub(super) value: Value,
    pub(super) origin: Origin,
}

/// Reads every variable with our prefix. An unknown one is a fault, not ignored.
pub(super) fn settings(variables: impl Iterator<Item = (String, String)>) -> (Vec<Setting>, Vec<Fault>) {
    let (mut settings, mut faults) = (Vec::new(), Vec::new());
    let is_ours = |name: &str| name.starts_with(PREFIX) && !ELSEWHERE.iter().any(|other| name.starts_with(other));
    for (name, text) in variables.filter(|(name, _)| is_ours(name)) {
        match setting(&name, &text) {
            Ok(setting) => settings.push(setting),
            Err(fault) => faults.push(fault),
        }
    }
    (settings, faults)
}

fn setting(name: &str, text: &str) -> Result<Setting, Fault> {
    let key = key_of(name);
    let origin = Origin::Environment(name.to_owned());
    if let Some(example) = default_of(&key) {
        return match typed(&example, text) {
            Ok(value) => Ok(Setting { key, value, origin }),
            Err(expected) => {
                Err(Fault { key, origin, message: format!("the environment variable {name} must be {expected}") })
            }
        };
    }
    if let Some(key) = key.strip_suffix("_file").filter(|key| is_secret(key)) {
        let key = key.to_owned();
        return match std::fs::read_to_string(text) {
            Ok(content) => {
                let value = Value::String(content.trim_end_matches(['\r', '\n']).to_owned());
                Ok(Setting { key, value, origin })
            }
            Err(error) => {
                let message = format!("cannot read the secret file {text} that {name} names: {error}");
                Err(Fault { key, origin, message })
            }
        };
    }
    let hint = hint(suggestion(&key).map(|known| name_of(&known)));
    Err(Fault { key, origin, message: format!("the environment variable {name} is not a setting{hint}") })
}

fn key_of(name: &str) -> String {
    name[PREFIX.len()..].to_lowercase().replace("__", ".")
}

fn name_of(key: &str) -> String {
    format!("{PREFIX}{}", key.to_uppercase().replace('.', "__"))
}

fn default_of(key: &str) -> Option<Value> {
    if key.starts_with("providers.") && key.matches('.').count() == 2 && !key.ends_with("_file") {
        return Some(Value::String(String::new()));
    }
    known_keys().into_iter().find(|(known, _)| known == key).map(|(_, value)| value)
}

/// Parses the text as the type that the manual shows for the setting.
fn typed(example: &Value, text: &str) -> Result<Value, &'static str> {
    match example {
        Value::Integer(_) => text.trim().parse().map(Value::Integer).map_err(|_| "a whole number"),
        Value::Boolean(_) => text.trim().parse().map(Value::Boolean).map_err(|_| "true or false"),
        Value::Array(elements) => {
            let element = elements.first().cloned().unwrap_or_else(|| Value::String(String::new()));
            let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
            parts.map(|part| typed(&element, part)).collect::<Result<_, _>>().map(Value::Array)
        }
        _ => Ok(Value::String(text.to_owned())),
    }
}
