//! Names and paths: each line of an input is the path of a file, and all of them are one package.

use std::collections::HashSet;
use std::path::{Component, Path};

use domain::file_path::{FilePath, NAME_LONGEST_CHARACTERS, PATH_LONGEST_BYTES};
use domain::local_name::{self, NAME_LONGEST_BYTES, Names, PART_ENDING, Platform};
use domain::target_path::{self, NameRules};
use fixtures::{Fuzz, Random};

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "/", "/", "//", "./", "../", "..", ".", "\\", "C:", "c:/", "\0", "\u{7f}", "\t", " ", ". ", "a", "A", "B.mov",
    ".mov", ".part", ".PART", " (2)", "(2).mov", "CON", "con.txt", "NUL ", "COM1", "COM¹.x", "LPT9", "CONIN$", "~",
    "_", "-rf", ".bashrc", "é", "e\u{301}", "ß", "ẞ", "SS", "ſ", "İ", "i\u{307}", "ı", "Σ", "σ", "ς", "K", "k", "ﬁ",
    "🎬", "日本", "\u{202e}", "\u{200f}", "\u{2028}", "\u{feff}", "\u{ffff}", "%2e%2e", "<", ">", ":", "\"", "|", "?",
    "*", "x/y", "~0123456789abcdef",
];

const PLATFORMS: [(Platform, usize); 3] =
    [(Platform::Linux, 4_095), (Platform::Windows, 32_000), (Platform::Mac, 1_023)];
const RULES: [NameRules; 4] = [NameRules::S3, NameRules::BLOB, NameRules::B2, NameRules::FOLDERS];
/// Bytes of the folder that everything is in.
const ABOVE: usize = 300;

fn make(random: &mut Random) -> Vec<u8> {
    let lines: Vec<String> = (0..=random.below(12)).map(|_| random.joined(PIECES, 8)).collect();
    lines.join("\n").into_bytes()
}

fn split(line: &str) -> (&str, &str) {
    line.rsplit_once('/').unwrap_or(("", line))
}

/// Whether joining the path to a folder stays in that folder, on this machine as well.
fn stays_below(path: &str) -> bool {
    !path.is_empty() && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

fn check_file_path(path: &str, name: &str) {
    let Ok(place) = FilePath::parse(path, name) else { return };
    let whole = place.whole();
    assert!(stays_below(&whole), "{whole:?}");
    assert_eq!(place.name(), name, "a name is kept as it is, or refused");
    assert!(place.path().len() <= PATH_LONGEST_BYTES, "{}", place.path().len());
    for part in whole.split('/') {
        assert!(!matches!(part, "" | "." | "..") && part.chars().count() <= NAME_LONGEST_CHARACTERS, "{whole:?}");
        assert!(!part.contains(['\0', '\\']), "{whole:?}");
    }
    assert_eq!(FilePath::parse(place.path(), place.name()), Ok(place.clone()), "what is accepted is in its final form");
    for rules in &RULES {
        check_target(rules, &place);
    }
}

fn check_target(rules: &NameRules, place: &FilePath) {
    let (folders, name) = rules.place(place, ABOVE);
    let length = ABOVE + folders.iter().map(|part| part.len() + 1).sum::<usize>() + 1 + name.len();
    assert!(length <= rules.longest_path, "{rules:?}: {length}");
    for part in folders.iter().chain([&name]) {
        check_target_part(rules, part);
    }
}

/// A name at a provider.
fn check_target_part(rules: &NameRules, part: &str) {
    assert!(!matches!(part, "" | "." | "..") && part.len() <= rules.longest_part, "{rules:?}: {part:?}");
    let is_refused = |letter: char| letter.is_control() || "/\\".contains(letter) || rules.refused.contains(&letter);
    assert!(!part.contains(is_refused), "{rules:?}: {part:?}");
    assert_eq!(rules.part(part), part, "{rules:?}: what is made needs no change");
}

fn check_local(platform: Platform, longest: usize, keeps_hidden: bool, lines: &[&str]) {
    let mut names = Names::new(platform, ABOVE).keeping_hidden(keeps_hidden);
    let mut taken = HashSet::new();
    for line in lines {
        let (path, name) = split(line);
        let local = names.file(path, name);
        assert!(stays_below(&local), "{platform:?}: {line:?} becomes {local:?}");
        assert!(ABOVE + 1 + local.len() + PART_ENDING.len() <= longest, "{platform:?}: {} bytes", local.len());
        assert!(keeps_hidden || !local.starts_with('.'), "{platform:?}: {local:?} is hidden");
        let folder = names.folder(path);
        let below = local.strip_prefix(folder.as_str()).map(|rest| rest.trim_start_matches('/'));
        assert!(below.is_some_and(|rest| !rest.contains('/')), "{platform:?}: {local:?} is not in {folder:?}");
        for part in local.split('/') {
            assert_eq!(platform.part(part), part, "{platform:?}: what is made needs no change");
            assert!(part.len() <= NAME_LONGEST_BYTES, "{platform:?}: {part:?}");
        }
        let same = if platform == Platform::Linux { local.clone() } else { local.to_lowercase() };
        assert!(taken.insert(same), "{platform:?}: {local:?} is the name of two files");
    }
}

fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let lines: Vec<&str> = text.lines().collect();
    for line in &lines {
        let (path, name) = split(line);
        check_file_path(path, name);
        for rules in &RULES {
            check_target_part(rules, &rules.part(line));
            assert!(!target_path::folder_name(rules, line, 3).contains(['/', '\\']), "{line:?}");
        }
        for (platform, _) in PLATFORMS {
            let folder = local_name::folder_name(platform, line, 12);
            assert!(stays_below(&folder) && !folder.starts_with('.'), "{platform:?}: {folder:?}");
            assert!(folder.len() <= NAME_LONGEST_BYTES, "{platform:?}: {folder:?}");
        }
    }
    for (platform, longest) in PLATFORMS {
        check_local(platform, longest, false, &lines);
        check_local(platform, longest, true, &lines);
    }
}

#[test]
fn names_stay_in_their_folder_and_apart() {
    Fuzz::new("names_and_paths").pieces(PIECES).run(make, check);
}
