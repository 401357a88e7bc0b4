//! Prints the configuration for people.

use std::fmt::Write as _;

use serde_json::json;
use toml::{Table, Value};

use super::Config;
use super::load::Loaded;
use super::manual::{flatten, insert, is_secret};

/// Each setting with its value and its source; secrets masked.
pub fn show(loaded: &Loaded) -> String {
    let table = Table::try_from(&loaded.config).unwrap_or_default();
    let mut lines = String::new();
    for (key, value) in flatten(&table) {
        let value = if is_secret(&key) { masked(&value) } else { value.to_string() };
        let _ = writeln!(lines, "{key} = {value}  # {}", loaded.origin(&key));
    }
    lines
}

/// As [`show`], for programs: numbers are numbers, lists are lists.
pub fn show_json(loaded: &Loaded) -> serde_json::Value {
    let table = Table::try_from(&loaded.config).unwrap_or_default();
    let settings = flatten(&table).into_iter().map(|(key, value)| {
        let (origin, is_secret) = (loaded.origin(&key), is_secret(&key));
        let value = if is_secret { json!(masked(&value).trim_matches('"')) } else { json!(value) };
        json!({
            "key": key, "value": value, "is_secret": is_secret, "source": origin.to_string(), "source_kind": origin.kind(),
        })
    });
    json!({ "settings": settings.collect::<Vec<_>>() })
}

fn masked(value: &Value) -> String {
    let unset = value.as_str().is_some_and(str::is_empty);
    if unset { "\"\"".to_owned() } else { "\"****\"".to_owned() }
}

/// The settings that differ from the defaults, as a configuration file; secrets are left out.
pub fn without_secrets(config: &Config) -> String {
    let flat = |config: &Config| flatten(&Table::try_from(config).unwrap_or_default());
    let defaults = flat(&Config::default());
    let mut table = Table::new();
    for (key, value) in flat(config) {
        if !is_secret(&key) && !defaults.contains(&(key.clone(), value.clone())) {
            insert(&mut table, &key, value);
        }
    }
    table.to_string()
}
