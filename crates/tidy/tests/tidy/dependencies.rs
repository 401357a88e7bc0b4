//! Every dependency is used: named in the sources of the crate that lists it, or excused with a reason.

use std::collections::BTreeSet;

use crate::crates::{member_folders, sections};
use crate::repository;
use crate::rule::{has_word, none_of, starts_path};
use crate::source::Source;

/// Dependencies that no source names: crate, dependency, and what it is for.
const EXCUSED: &[(&str, &str, &str)] = &[];

/// Packages whose library has another name.
const LIBRARIES: &[(&str, &str)] = &[("md-5", "md5")];

#[test]
fn dependencies_are_named_in_the_sources() {
    let mut complaints = Vec::new();
    for folder in member_folders() {
        let manifest = repository::read(&format!("{folder}/Cargo.toml"));
        complaints.extend(unused(&folder, &manifest, repository::sources(), EXCUSED));
    }
    none_of(&complaints);
}

#[test]
fn versions_of_the_workspace_are_used_by_a_member() {
    let members: Vec<String> =
        member_folders().iter().map(|folder| repository::read(&format!("{folder}/Cargo.toml"))).collect();
    none_of(&orphans(&repository::read("Cargo.toml"), &members));
}

fn unused(folder: &str, manifest: &str, sources: &[Source], excused: &[(&str, &str, &str)]) -> Vec<String> {
    let complain = |name: &str, text: &str| {
        let line = 1 + manifest.lines().position(|line| line.starts_with(name)).unwrap_or(0);
        format!("{folder}/Cargo.toml:{line}: dependencies_are_named_in_the_sources: {text}")
    };
    let (tests, build) = (format!("{folder}/tests/"), format!("{folder}/build.rs"));
    let inside = format!("{folder}/");
    let table: toml::Table = manifest.parse().unwrap_or_else(|error| panic!("{folder}/Cargo.toml: {error}"));
    let mut complaints = Vec::new();
    for (section, name) in sections(&table) {
        let is_seen_by = |path: &str| match section {
            "dev-dependencies" => path.starts_with(&inside),
            "build-dependencies" => path == build,
            _ => path.starts_with(&inside) && !path.starts_with(&tests) && path != build,
        };
        let is_named = sources.iter().any(|source| is_seen_by(&source.path) && names(source, &name));
        let excuse = excused.iter().any(|&(crate_folder, excused, _)| crate_folder == folder && excused == name);
        match (is_named, excuse) {
            (false, false) => {
                let fix = "remove it, move it to the section of what uses it, or excuse it in tidy/dependencies.rs";
                complaints.push(complain(&name, &format!("nothing in [{section}] names {name}\n    fix: {fix}")));
            }
            (true, true) => {
                complaints.push(complain(&name, &format!("{name} is named, and excused\n    fix: remove the excuse")));
            }
            _ => {}
        }
    }
    complaints
}

fn names(source: &Source, package: &str) -> bool {
    let known = LIBRARIES.iter().find(|(name, _)| *name == package);
    let library = known.map_or_else(|| package.replace('-', "_"), |(_, library)| (*library).to_owned());
    starts_path(&source.code, &library) || has_word(&source.code, &format!("use {library}"))
}

/// Entries of `[workspace.dependencies]` that no member takes.
fn orphans(workspace: &str, members: &[String]) -> Vec<String> {
    let table: toml::Table = workspace.parse().unwrap_or_else(|error| panic!("Cargo.toml: {error}"));
    let tables: Vec<toml::Table> = members.iter().map(|manifest| manifest.parse().expect("a manifest")).collect();
    let used: BTreeSet<String> = tables.iter().flat_map(sections).map(|(_, name)| name).collect();
    let listed = table["workspace"].get("dependencies").and_then(toml::Value::as_table);
    listed
        .into_iter()
        .flat_map(toml::Table::keys)
        .filter(|name| !used.contains(*name))
        .map(|name| {
            let line = 1 + workspace.lines().position(|line| line.starts_with(name.as_str())).unwrap_or(0);
            format!("Cargo.toml:{line}: versions_of_the_workspace_are_used_by_a_member: {name}\n    fix: remove it")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{orphans, unused};
    use crate::source::Source;

    const MANIFEST: &str = "[dependencies]\nmd-5 = \"1\"\ntokio-util = \"1\"\n\
        [dev-dependencies]\nzip = \"1\"\n[build-dependencies]\ncc = \"1\"\n";

    fn complaints(files: &[(&str, &str)], excused: &[(&str, &str, &str)]) -> Vec<String> {
        let sources: Vec<Source> = files.iter().map(|(path, text)| Source::new(path, text)).collect();
        unused("crates/a", MANIFEST, &sources, excused)
    }

    #[test]
    fn a_dependency_that_is_not_named_is_seen_with_its_line() {
        let named = [
            ("crates/a/src/lib.rs", "use md5::Md5;\nfn a() { tokio_util::sync::x() }"),
            ("crates/a/tests/b.rs", "use zip;"),
            ("crates/a/build.rs", "cc::build()"),
        ];
        assert_eq!(complaints(&named, &[]), Vec::<String>::new());
        for left_out in 0..named.len() {
            let mut fewer = named.to_vec();
            fewer.remove(left_out);
            assert!(!complaints(&fewer, &[]).is_empty(), "{left_out}");
        }
        let elsewhere = [
            ("crates/b/src/lib.rs", "use md5::Md5; use tokio_util::x; use zip::y; use cc::z;"),
            ("crates/a/src/lib.rs", "// md5::Md5\nmy_zip::y(); \"tokio_util::x\"; other::cc::z()"),
            ("crates/a/tests/b.rs", "use md5::Md5; use tokio_util::x; use cc::z;"),
        ];
        let found = complaints(&elsewhere, &[]);
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found[1].starts_with("crates/a/Cargo.toml:3: "), "{}", found[1]);
    }

    #[test]
    fn an_excuse_is_taken_until_it_is_not_needed() {
        let excused = [("crates/a", "cc", "its features")];
        let named = [("crates/a/src/lib.rs", "use md5::M; use tokio_util::x; use zip::y;")];
        assert_eq!(complaints(&named, &excused), Vec::<String>::new());
        let with_build = [named[0], ("crates/a/build.rs", "cc::build()")];
        assert_eq!(complaints(&with_build, &excused).len(), 1);
    }

    #[test]
    fn a_version_that_nobody_takes_is_seen() {
        let workspace = "[workspace.dependencies]\na = \"1\"\nb = \"1\"\n";
        let member = |name: &str| format!("[dev-dependencies]\n{name}.workspace = true\n");
        assert_eq!(orphans(workspace, &[member("a"), member("b")]), Vec::<String>::new());
        let found = orphans(workspace, &[member("a")]);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("Cargo.toml:3: "), "{}", found[0]);
    }
}
