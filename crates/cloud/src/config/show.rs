//! Prints the configuration for people.

use std::fmt::Write as _;

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
