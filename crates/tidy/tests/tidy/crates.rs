//! Which of our crates may depend on which. Dependencies point one way; an edge that is not listed is refused.

use std::collections::BTreeSet;

use crate::repository;
use crate::rule::none_of;

struct Crate {
    manifest: &'static str,
    name: &'static str,
    may_use: &'static [&'static str],
}

const fn at(manifest: &'static str, name: &'static str, may_use: &'static [&'static str]) -> Crate {
    Crate { manifest, name, may_use }
}

const CRATES: &[Crate] = &[
    at("crates/wire", "wire", &[]),
    at("crates/domain", "domain", &["wire"]),
    at("crates/client", "client", &["wire"]),
    at("crates/serving", "serving", &["wire"]),
    at("crates/protocols", "protocols", &["wire"]),
    at("crates/egress", "egress", &[]),
    at("crates/store", "store", &["wire", "domain", "serving"]),
    at("crates/providers", "providers", &["wire", "domain", "serving", "protocols", "egress"]),
    at("crates/digests", "digests", &[]),
    at("crates/objects", "objects", &["digests"]),
    at("crates/texts", "texts", &[]),
    at("crates/transfer", "transfer", &["wire", "domain", "client"]),
    at("crates/web", "web", &["texts"]),
    at(
        "crates/cloud",
        "cloud",
        &["wire", "domain", "serving", "protocols", "egress", "store", "providers", "objects", "texts", "web"],
    ),
    at("crates/agent", "agent", &["wire", "domain", "client", "serving", "transfer", "texts", "web"]),
    at("crates/fixtures", "fixtures", &[]),
    at(
        "crates/testkit",
        "testkit",
        &[
            "cloud",
            "agent",
            "objects",
            "client",
            "wire",
            "domain",
            "serving",
            "protocols",
            "egress",
            "store",
            "fixtures",
        ],
    ),
    at("bench", "bench", &["client", "digests", "testkit", "wire"]),
    at("crates/tidy", "tidy", &[]),
    at("xtask", "xtask", &[]),
];

/// The page that shows `CRATES` as a table, and the lines around that table.
const PAGE: &str = "ARCHITECTURE.md";
const BEGINNING: &str = "<!-- crate directions -->";
const END: &str = "<!-- end of crate directions -->";

#[test]
fn crates_use_only_what_they_may() {
    let mut complaints = Vec::new();
    for folder in member_folders() {
        let path = format!("{folder}/Cargo.toml");
        complaints.extend(complaints_about(&folder, &repository::read(&path)));
    }
    none_of(&complaints);
}

/// `UPDATE_SNAPSHOTS=1` writes the table into the page.
#[test]
fn the_architecture_page_shows_what_crates_may_use() {
    let page = repository::read(PAGE);
    let block = directions();
    let expected = with_directions(&page);
    let expected = expected.unwrap_or_else(|| panic!("{PAGE} lacks this block; add it:\n\n{block}\n"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(repository::root().join(PAGE), expected).expect("the page can be written");
        return;
    }
    let is_current = page == expected;
    let fix = "run this test with UPDATE_SNAPSHOTS=1, or write this block yourself";
    assert!(is_current, "\n\n{PAGE}: the table of crates differs from CRATES\n    fix: {fix}:\n\n{block}\n");
}

/// The page with the table that `CRATES` gives; `None` if it lacks the lines around the table.
fn with_directions(page: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGINNING)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{}{after}", directions()))
}

/// `CRATES` as a table, with the lines around it.
fn directions() -> String {
    let rows: Vec<String> = CRATES.iter().map(row).collect();
    format!("{BEGINNING}\n\n| crate | may use |\n|---|---|\n{}\n\n{END}", rows.join("\n"))
}

fn row(known: &Crate) -> String {
    let used = if known.may_use.is_empty() { "none of ours".to_owned() } else { known.may_use.join(", ") };
    format!("| {} | {used} |", known.name)
}

/// The folders of the workspace's members.
pub(crate) fn member_folders() -> Vec<String> {
    let entries = std::fs::read_dir(repository::root().join("crates")).expect("the folder of the crates");
    let mut folders: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .map(|entry| format!("crates/{}", entry.file_name().to_string_lossy()))
        .collect();
    folders.extend(["bench".to_owned(), "xtask".to_owned()]);
    folders.sort();
    folders
}

fn complaints_about(folder: &str, manifest: &str) -> Vec<String> {
    let complain =
        |line: usize, text: &str| format!("{folder}/Cargo.toml:{line}: crates_use_only_what_they_may: {text}");
    let Some(known) = CRATES.iter().find(|known| known.manifest == folder) else {
        return vec![complain(1, "unknown crate\n    fix: add it to CRATES in the tidy test, and say why")];
    };
    let table: toml::Table = manifest.parse().unwrap_or_else(|error| panic!("{folder}/Cargo.toml: {error}"));
    let ours: BTreeSet<&str> = CRATES.iter().map(|known| known.name).collect();
    dependencies(&table)
        .into_iter()
        .filter(|name| ours.contains(name.as_str()) && !known.may_use.contains(&name.as_str()))
        .map(|name| {
            let line = 1 + manifest.lines().position(|line| line.starts_with(&name)).unwrap_or(0);
            let fix = "reverse the dependency, or move what both need to a crate below them";
            complain(line, &format!("{} must not use {name}\n    fix: {fix}", known.name))
        })
        .collect()
}

/// Names in `[dependencies]`, including build and per-platform ones. Dev-dependencies are unrestricted.
fn dependencies(manifest: &toml::Table) -> Vec<String> {
    sections(manifest).into_iter().filter(|(section, _)| *section != "dev-dependencies").map(|(_, name)| name).collect()
}

/// Every dependency with the section that it is listed in, also those for one platform.
pub(crate) fn sections(manifest: &toml::Table) -> Vec<(&'static str, String)> {
    let platforms = manifest.get("target").and_then(toml::Value::as_table);
    let platforms = platforms.into_iter().flat_map(toml::Table::values).filter_map(toml::Value::as_table);
    std::iter::once(manifest)
        .chain(platforms)
        .flat_map(|table| {
            ["dependencies", "build-dependencies", "dev-dependencies"].map(|section| (section, table.get(section)))
        })
        .filter_map(|(section, table)| Some((section, table?.as_table()?)))
        .flat_map(|(section, table)| table.iter().map(move |entry| (section, entry)))
        .map(|(section, (name, value))| {
            let package = value.get("package").and_then(toml::Value::as_str);
            (section, package.unwrap_or(name).to_owned())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{BEGINNING, END, complaints_about, directions, with_directions};

    #[test]
    fn an_edge_against_the_arrows_is_seen() {
        let manifest = "[dependencies]\nserde = \"1\"\ncloud.workspace = true\n";
        let complaints = complaints_about("crates/wire", manifest);
        assert_eq!(complaints.len(), 1);
        assert!(complaints[0].starts_with("crates/wire/Cargo.toml:3: "), "{}", complaints[0]);
        let renamed = "[target.'cfg(unix)'.dependencies]\nserver = { package = \"cloud\", path = \"../cloud\" }\n";
        assert_eq!(complaints_about("crates/wire", renamed).len(), 1);
    }

    #[test]
    fn an_allowed_edge_and_edges_of_tests_are_fine() {
        let manifest = "[dependencies]\nwire.workspace = true\n[dev-dependencies]\ntestkit.workspace = true\n";
        assert!(complaints_about("crates/client", manifest).is_empty());
    }

    #[test]
    fn an_unknown_crate_is_seen() {
        assert_eq!(complaints_about("crates/utils", "").len(), 1);
    }

    #[test]
    fn an_old_table_is_replaced_and_the_rest_of_the_page_is_kept() {
        let old = format!("Before.\n\n{BEGINNING}\n| wire | cloud |\n{END}\n\nAfter.\n");
        let expected = format!("Before.\n\n{}\n\nAfter.\n", directions());
        assert_eq!(with_directions(&old), Some(expected.clone()));
        assert_eq!(with_directions(&expected), Some(expected));
        assert!(directions().contains("\n| wire | none of ours |\n| domain | wire |\n"));
        assert_eq!(with_directions(&format!("{BEGINNING}\n| wire | cloud |\n")), None);
    }
}
