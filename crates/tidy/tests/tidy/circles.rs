//! Modules of a crate use each other one way.
//!
//! A module here is a file together with the folder of its name. Modules that stand side by side, in the crate's root or
//! in one folder, must not use each other in a circle, whichever of their files does it. So the rule holds at every
//! level: between the folders of a crate, between the files of a folder, and so on down.
//!
//! A file and what is in its own folder are one subject and may use each other: `upload.rs` runs what is in `upload/`, and
//! that takes its types from `upload.rs`. Declaring and re-exporting children does not count: a name that comes
//! through a re-export is taken from the file that defines it. Tests may use what they like.

use std::collections::{BTreeMap, BTreeSet};

use crate::modules::{Arrow, ModulePath, Modules};
use crate::repository;
use crate::rule::none_of;
use crate::source::Source;

const MEND: &str =
    "move what both need to a module below them, pass it as an argument, or move the code to where it is used";

#[test]
fn modules_do_not_go_round() {
    let sources = repository::sources();
    let complaints: Vec<String> = folders(sources).iter().flat_map(|folder| circles(folder, sources)).collect();
    none_of(&complaints);
}

/// The folders that hold the sources of a crate.
fn folders(sources: &[Source]) -> BTreeSet<String> {
    sources.iter().filter_map(|source| Some(format!("{}/src", source.path.split_once("/src/")?.0))).collect()
}

fn circles(folder: &str, sources: &[Source]) -> Vec<String> {
    let modules = Modules::of(folder, sources);
    let arrows = modules.arrows();
    let parents: BTreeSet<ModulePath> = arrows.iter().map(parent).collect();
    let found = parents.iter().flat_map(|parent| circles_below(parent, &arrows));
    found.map(|circle| complaint(folder, &modules, &circle)).collect()
}

/// The module in whose folder both ends are: what their paths have in common.
fn parent(arrow: &Arrow) -> ModulePath {
    let both = arrow.from.iter().zip(&arrow.to);
    both.take_while(|(from, to)| from == to).map(|(name, _)| name.clone()).collect()
}

/// Every circle of children of a module, as the arrows between them.
fn circles_below<'a>(module: &[String], arrows: &'a BTreeSet<Arrow>) -> Vec<Vec<&'a Arrow>> {
    let child = |path: &'a ModulePath| path.get(module.len()).map(String::as_str);
    let between: Vec<(&str, &str, &Arrow)> = arrows
        .iter()
        .filter(|arrow| parent(arrow) == module)
        .filter_map(|arrow| Some((child(&arrow.from)?, child(&arrow.to)?, arrow)))
        .collect();
    let mut next = BTreeMap::<&str, BTreeSet<&str>>::new();
    for (from, to, _) in &between {
        next.entry(from).or_default().insert(to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = next.keys().map(|child| (*child, reachable(child, &next))).collect();
    let leads = |from: &str, to: &str| reached.get(from).is_some_and(|reached| reached.contains(to));
    let mut circles = BTreeMap::<BTreeSet<&str>, Vec<&Arrow>>::new();
    for (from, to, arrow) in between {
        if leads(to, from) {
            let members = reached[from].iter().copied().filter(|member| leads(member, from)).collect();
            circles.entry(members).or_default().push(arrow);
        }
    }
    circles.into_values().collect()
}

fn reachable<'a>(from: &'a str, next: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = vec![from];
    while let Some(children) = open.pop().map(|at| next.get(at)) {
        open.extend(children.into_iter().flatten().copied().filter(|child| reached.insert(*child)));
    }
    reached
}

fn complaint(folder: &str, modules: &Modules, circle: &[&Arrow]) -> String {
    let mut names = BTreeMap::<(&str, &str), BTreeSet<&str>>::new();
    for arrow in circle {
        names.entry((modules.file(&arrow.from), modules.file(&arrow.to))).or_default().insert(&arrow.name);
    }
    let lines = names
        .into_iter()
        .map(|((from, to), names)| format!("    {from} → {to}: {}", names.into_iter().collect::<Vec<_>>().join(", ")));
    let lines: Vec<String> = lines.collect();
    format!("{folder}: modules_do_not_go_round: a circle\n{}\n    fix: {MEND}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::circles;
    use crate::source::Source;

    const ROOT: (&str, &str) = ("lib.rs", "pub mod a; pub mod b;");

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, text): &(&str, &str)| Source::new(&format!("crates/cloud/src/{path}"), text);
        circles("crates/cloud/src", &files.iter().map(file).collect::<Vec<_>>())
    }

    fn is_round(files: &[(&str, &str)]) -> bool {
        !found(files).is_empty()
    }

    #[test]
    fn a_circle_is_named_with_files_and_names() {
        let complaints = found(&[ROOT, ("a.rs", "use crate::b::{self, B};"), ("b.rs", "fn f(a: super::a::A) {}")]);
        assert_eq!(complaints.len(), 1);
        let expected = "    crates/cloud/src/a.rs → crates/cloud/src/b.rs: B\n    crates/cloud/src/b.rs → crates/cloud/src/a.rs: A\n";
        assert!(complaints[0].contains(expected), "{}", complaints[0]);
    }

    #[test]
    fn a_circle_goes_by_way_of_aliases_folders_and_reexports() {
        let (aliased, back) =
            (("a.rs", "use crate::b as other;\nfn f() { other::run() }"), ("b.rs", "use crate::a::A;"));
        assert!(is_round(&[ROOT, aliased, back]));
        let (folder, below) = (("a.rs", "mod one;\npub use one::One;"), ("a/one.rs", "use crate::b::B;"));
        assert!(is_round(&[ROOT, folder, below, ("b.rs", "use crate::a::One;")]));
        let three = [("a.rs", "mod x; mod y; mod z;"), ("a/x.rs", "use super::y::Y;"), ("a/y.rs", "use super::z::Z;")];
        assert!(is_round(&[&three[..], &[("a/z.rs", "use super::x::X;")]].concat()));
        let outside = ("a.rs", "pub use serving::Query;\nuse crate::b::B;");
        assert!(is_round(&[ROOT, outside, ("b.rs", "use crate::a::Query;")]));
    }

    #[test]
    fn arrows_one_way_are_fine() {
        assert!(!is_round(&[
            ROOT,
            ("a.rs", "use crate::b::{B, C as D};\nB::new()"),
            ("b.rs", "use serde::Serialize;")
        ]));
        let (folder, below) =
            (("a.rs", "mod one;\npub use one::One;\nfn f() { one::run() }"), ("a/one.rs", "use super::A;"));
        assert!(!is_round(&[ROOT, folder, below]), "a file and its own folder are one");
        let (front, one) = (("a.rs", "mod one; mod two;\npub use two::Two;"), ("a/one.rs", "use super::Two;"));
        assert!(!is_round(&[ROOT, front, one, ("a/two.rs", "struct Two;")]), "a front is not used, but looked through");
    }

    #[test]
    fn tests_comments_and_literals_do_not_count() {
        let a = ("a.rs", "use crate::b::B;");
        for text in [
            "#[cfg(test)]\nmod tests { use crate::a::A; }",
            "#[cfg(test)]\nfn made(a: crate::a::A) -> [u8; 2] { f() }",
            "// crate::a::A\nlet b = \"crate::a::A\";",
        ] {
            assert!(!is_round(&[ROOT, a, ("b.rs", text)]), "{text}");
        }
        let files = [ROOT, a, ("b.rs", "#[cfg(test)]\nmod tests;"), ("b/tests.rs", "use crate::a::A;")];
        assert!(!is_round(&files));
        assert!(is_round(&[ROOT, a, ("b.rs", "#[cfg(test)]\nuse x::Y;\nuse crate::a::A;")]));
    }
}
