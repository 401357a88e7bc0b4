//! Checks our dependencies: no banned package, no source but the registry, no licence we have not accepted.
//!
//! `deny.toml` holds the lists. cargo-deny reads the same file, but these tests do not need it to be installed.

use std::process::Command;

use toml::Value;

use crate::licences::acceptable;
use crate::repository;
use crate::rule::none_of;

#[test]
fn banned_packages_stay_out() {
    none_of(&banned(&repository::read_toml("Cargo.lock"), &repository::read_toml("deny.toml")));
}

#[test]
fn packages_come_from_the_registry() {
    none_of(&foreign(&repository::read_toml("Cargo.lock")));
}

#[test]
fn licences_are_accepted() {
    none_of(&unlicensed(&metadata(), &repository::read_toml("deny.toml")));
}

fn banned(lock: &toml::Table, deny: &toml::Table) -> Vec<String> {
    let bans = tables(deny.get("bans").and_then(|bans| bans.get("deny")));
    assert!(!bans.is_empty(), "deny.toml bans nothing: [bans] deny = [{{ crate = \"...\", reason = \"...\" }}]");
    let used: Vec<&str> = tables(lock.get("package")).into_iter().map(|package| text(package, "name")).collect();
    bans.into_iter()
        .filter(|ban| used.contains(&text(ban, "crate")))
        .map(|ban| {
            let (name, reason) = (text(ban, "crate"), text(ban, "reason"));
            format!("Cargo.lock: banned_packages_stay_out: {name}: {reason}\n    fix: see `cargo tree --invert {name}`")
        })
        .collect()
}

fn foreign(lock: &toml::Table) -> Vec<String> {
    tables(lock.get("package"))
        .into_iter()
        .filter(|package| package.contains_key("source") && !text(package, "source").starts_with("registry+"))
        .map(|package| {
            let (name, source) = (text(package, "name"), text(package, "source"));
            format!(
                "Cargo.lock: packages_come_from_the_registry: {name} is from {source}\n    fix: use a release of it"
            )
        })
        .collect()
}

fn unlicensed(metadata: &serde_json::Value, deny: &toml::Table) -> Vec<String> {
    let accepted = deny.get("licenses").and_then(|licences| licences.get("allow")).and_then(Value::as_array);
    let accepted: Vec<&str> = accepted.into_iter().flatten().filter_map(Value::as_str).collect();
    assert!(!accepted.is_empty(), "deny.toml accepts no licence: [licenses] allow = [\"...\"]");
    let packages = metadata["packages"].as_array().expect("cargo metadata lists packages");
    packages
        .iter()
        .map(|package| (&package["name"], package["license"].as_str().unwrap_or("no licence")))
        .filter(|(_, licence)| !acceptable(licence, &accepted))
        .map(|(name, licence)| {
            format!("deny.toml: licences_are_accepted: {name} has {licence}\n    fix: replace it, or accept the licence there")
        })
        .collect()
}

/// All packages of a build on this machine. Packages of other platforms may not have been downloaded.
fn metadata() -> serde_json::Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let platform = output(Command::new("rustc").arg("-vV"));
    let platform = platform.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc -vV names the host");
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", platform]);
    let text = output(command.current_dir(repository::root()));
    serde_json::from_str(&text).expect("cargo metadata prints JSON")
}

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    assert!(output.status.success(), "{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

fn tables(list: Option<&Value>) -> Vec<&toml::Table> {
    list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table).collect()
}

fn text<'a>(table: &'a toml::Table, key: &str) -> &'a str {
    table.get(key).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{banned, foreign, unlicensed};

    const DENY: &str = "bans.deny = [{ crate = \"bad\", reason = \"worse\" }]\nlicenses.allow = [\"MIT\"]";

    fn toml(text: &str) -> toml::Table {
        text.parse().unwrap()
    }

    #[test]
    fn a_banned_package_is_named_with_its_reason() {
        let complaints = banned(&toml("package = [{ name = \"bad\" }, { name = \"good\" }]"), &toml(DENY));
        assert_eq!(complaints.len(), 1);
        assert!(complaints[0].contains("bad: worse"), "{}", complaints[0]);
    }

    #[test]
    fn a_package_from_git_is_seen_and_ours_are_fine() {
        let lock = "package = [{ name = \"ours\" }, { name = \"a\", source = \"registry+x\" }, { name = \"b\", source = \"git+y\" }]";
        assert_eq!(foreign(&toml(lock)).len(), 1);
    }

    #[test]
    fn a_licence_that_is_strange_or_missing_is_seen() {
        let packages = serde_json::json!({ "packages": [
            { "name": "good", "license": "MIT" },
            { "name": "strange", "license": "SSPL-1.0" },
            { "name": "missing", "license": null },
        ]});
        assert_eq!(unlicensed(&packages, &toml(DENY)).len(), 2);
    }
}
