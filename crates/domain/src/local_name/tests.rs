use std::collections::{HashMap, HashSet};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::Platform::{self, Linux, Mac, Windows};
use super::{Names, folder_name, is_device};

const ALL: [Platform; 3] = [Linux, Windows, Mac];

#[test]
fn good_names_stay_as_they_are() {
    let names = ["a.mov", "clip (2).mxf", "日本 é 🎬.wav", ".hidden", "a..b", "..a", "-rf", "~", "~root", "%2e%2e"];
    for platform in ALL {
        for name in names.into_iter().chain(["👩\u{200d}👧.mov", "CONTACT", "aux-in.txt", "com.txt", "COM10", " a"])
        {
            assert_eq!(platform.part(name), name, "{platform:?}");
        }
    }
}

#[test]
fn every_platform_gets_what_it_takes() {
    // The name sent, then the result on Linux, Windows and Mac.
    let cases = [
        ("", "_", "_", "_"),
        (".", "_", "_", "_"),
        ("..", "_", "_", "_"),
        ("...", "...", "_", "..."),
        (".\u{202e}.", "_", "_", "_"),
        (". .", ". .", "_", ". ."),
        ("./.", "_", "_", "_"),
        ("..\\", "_", "_", "_"),
        ("../../etc/passwd", "....etcpasswd", "....etcpasswd", "....etcpasswd"),
        ("..././x", "....x", "....x", "....x"),
        ("a\0b\n\u{7f}\u{9b}", "ab", "ab", "ab"),
        ("invoice\u{202e}fdp.exe", "invoicefdp.exe", "invoicefdp.exe", "invoicefdp.exe"),
        ("a:b", "a:b", "ab", "ab"),
        ("C:\\autoexec.bat", "C:autoexec.bat", "Cautoexec.bat", "Cautoexec.bat"),
        ("file.txt::$DATA", "file.txt::$DATA", "file.txt$DATA", "file.txt$DATA"),
        ("<a>|\"?*", "<a>|\"?*", "a", "<a>|\"?*"),
        ("CON", "CON", "CON_", "CON"),
        ("aux.txt", "aux.txt", "aux_.txt", "aux.txt"),
        ("NUL .tar.gz", "NUL .tar.gz", "NUL_.tar.gz", "NUL .tar.gz"),
        ("Com1", "Com1", "Com1_", "Com1"),
        ("lpt³.x", "lpt³.x", "lpt³_.x", "lpt³.x"),
        ("co:n", "co:n", "con_", "con"),
        ("a. . ", "a. . ", "a", "a. . "),
    ];
    for (sent, linux, windows, mac) in cases {
        for (platform, expected) in ALL.into_iter().zip([linux, windows, mac]) {
            assert_eq!(platform.part(sent), expected, "{platform:?} {sent:?}");
        }
    }
}

#[test]
fn long_names_are_cut_between_characters_and_keep_their_ending() {
    for platform in ALL {
        assert_eq!(platform.part(&"x".repeat(255)), "x".repeat(255));
        let cut = platform.part(&format!("{}.mov", "é".repeat(200)));
        assert_eq!((cut.len(), cut.ends_with("é.mov")), (254, true), "{platform:?}");
        assert_eq!(platform.part(&"🎬".repeat(100)).len(), 252);
        let no_ending = platform.part(&format!("{}.{}", "a".repeat(100), "b".repeat(300)));
        assert_eq!(no_ending.len(), 255, "a long suffix is not an extension");
    }
    let spaces = format!("{}{}{}", "a".repeat(250), " ".repeat(10), "b");
    assert_eq!(Windows.part(&spaces), "a".repeat(250));
}

fn places(platform: Platform, list: &[(&str, &str)]) -> Vec<String> {
    let mut names = Names::new(platform, 20);
    list.iter().map(|(path, name)| names.file(path, name)).collect()
}

#[test]
fn no_two_get_the_same_place() {
    type Paths = [(&'static str, &'static str)];
    let cases: &[(Platform, &Paths, &[&str])] = &[
        (Linux, &[("", "a.mov"), ("", "A.mov")], &["a.mov", "A.mov"]),
        (Windows, &[("", "a.mov"), ("", "A.mov"), ("", "a.MOV")], &["a.mov", "A (2).mov", "a (3).MOV"]),
        (Mac, &[("", "straße"), ("", "STRASSE")], &["straße", "STRASSE (2)"]),
        (Mac, &[("", "straße"), ("", "STRAẞE")], &["straße", "STRAẞE (2)"]),
        (Linux, &[("", "e\u{301}"), ("", "\u{e9}")], &["e\u{301}", "\u{e9} (2)"]),
        (Linux, &[("", "a"), ("a", "b"), ("a", "c")], &["a", "a (2)/b", "a (2)/c"]),
        (Linux, &[("a", "b"), ("", "a"), ("a", "c")], &["a/b", "a (2)", "a/c"]),
        (Linux, &[("", "x"), ("", "x.part")], &["x", "x (2).part"]),
        (Linux, &[("", "x.part"), ("", "x")], &["x.part", "x (2)"]),
        (Linux, &[("", "x.part"), ("", "x.part.part")], &["x.part", "x.part (2).part"]),
        (Linux, &[("", "a"), ("", "a (2)"), ("", "a")], &["a", "a (2)", "a (3)"]),
        (Linux, &[("", ".."), ("", "."), ("..", "x"), ("../..", "x")], &["_", "_ (2)", "_ (3)/x", "_ (3)/_/x"]),
        (Linux, &[("/etc", "a"), ("./etc//", "b"), ("etc/./", "c")], &["etc/a", "etc/b", "etc/c"]),
        (Windows, &[("Day", "a"), ("day", "b"), ("Day", "c")], &["Day/a", "day (2)/b", "Day/c"]),
        (Windows, &[("a:", "x"), ("a?", "y")], &["a/x", "a (2)/y"]),
        (Linux, &[("a", ".hidden"), ("a", ".hidden")], &["a/.hidden", "a/.hidden (2)"]),
    ];
    for (platform, list, expected) in cases {
        assert_eq!(places(*platform, list), *expected, "{platform:?} {list:?}");
    }
}

#[test]
fn nothing_at_the_top_is_hidden_unless_that_is_wanted() {
    for (path, name, visible, kept) in [
        ("", ".bashrc", "_.bashrc", ".bashrc"),
        ("", "\u{202e}.bashrc", "_.bashrc", ".bashrc"),
        ("", "/.bashrc", "_.bashrc", ".bashrc"),
        ("", "...", "_...", "..."),
        ("./.config/autostart", "a.desktop", "_.config/autostart/a.desktop", ".config/autostart/a.desktop"),
        ("day/.thumbnails", ".a", "day/.thumbnails/.a", "day/.thumbnails/.a"),
    ] {
        assert_eq!(Names::new(Linux, 0).file(path, name), visible, "{path} {name}");
        assert_eq!(Names::new(Linux, 0).keeping_hidden(true).file(path, name), kept, "{path} {name}");
    }
    assert_eq!(places(Linux, &[("", "_.a"), ("", ".a"), (".a", "b")]), ["_.a", "_ (2).a", "_ (3).a/b"]);
    assert_eq!(folder_name(Linux, ".ssh", 1), "_.ssh");
    let long = Linux.visible_part(&format!(".{}.mov", "x".repeat(250)));
    assert_eq!((long.len(), &long[..3], long.ends_with("x.mov")), (255, "_.x", true));
}

#[test]
fn a_folder_has_one_place() {
    let mut names = Names::new(Windows, 20);
    assert_eq!(names.folder("CON/a."), "CON_/a");
    assert_eq!(names.file("CON/a.", "x"), "CON_/a/x");
    assert_eq!(names.folder("CON/a."), "CON_/a");
    assert_eq!(names.folder("CON/a"), "CON_/a (2)");
    assert_eq!(names.folder(""), "");
}

#[test]
fn deep_paths_go_on_at_the_top() {
    for (platform, above) in [(Linux, 1_000), (Mac, 100), (Windows, 1_000)] {
        let mut names = Names::new(platform, above);
        let deep = vec!["x".repeat(200); 200].join("/");
        let (one, two) = (names.file(&deep, &"n".repeat(300)), names.file(&deep, "n"));
        for place in [&one, &two] {
            assert!(above + 1 + place.len() + 10 <= platform.longest_path(), "{platform:?} {}", place.len());
        }
        assert_ne!(one, two);
        assert_eq!(one.rsplit_once('/').unwrap().0, two.rsplit_once('/').unwrap().0, "one folder");
        let sibling = names.file(&format!("{deep}/y"), "n");
        assert_ne!(sibling, two);
    }
}

#[test]
fn a_hundred_thousand_equal_names_are_no_trouble() {
    let mut names = Names::new(Linux, 0);
    let last = (0..100_000).map(|_| names.file("", "\u{202e}")).last().unwrap();
    assert_eq!(last, "_ (100000)");
}

/// Text from pieces that are dangerous in combination.
fn random_text(random: &mut StdRng) -> String {
    const PIECES: &[&str] = &[
        "..", ".", "/", "\\", ":", "\0", " ", "a", "A", "é", "e\u{301}", "\u{202e}", "CON", "nul", "com1", ".txt",
        ".part", "~", "-", "🎬", "\u{200d}", "\n", "_", " (2)", "*", "?", "ß", "SS", "\u{ffff}", "İ", "ſ", "K",
    ];
    let mut text = String::new();
    for _ in 0..random.random_range(0..12) {
        text.push_str(PIECES[random.random_range(0..PIECES.len())]);
    }
    if random.random_range(0..20) == 0 {
        let piece = PIECES[random.random_range(0..PIECES.len())];
        text.push_str(&piece.repeat(200));
    }
    if random.random_range(0..10) == 0 {
        text.push(char::from_u32(random.random_range(0..0x11_0000)).unwrap_or('x'));
    }
    text
}

#[test]
fn whatever_is_sent_stays_inside_and_apart() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    for platform in ALL {
        for _ in 0..60 {
            let list: Vec<(String, String)> =
                (0..80).map(|_| (random_text(&mut random), random_text(&mut random))).collect();
            let mut names = Names::new(platform, 30);
            let (mut files, mut folders, mut spelled) = (HashSet::new(), HashSet::new(), HashMap::new());
            for (path, name) in &list {
                let place = names.file(path, name);
                check(platform, &place, seed);
                let (folder, _) = place.rsplit_once('/').unwrap_or(("", &place));
                for (at, _) in format!("{folder}/").match_indices('/') {
                    folders.insert(platform.folded(&folder[..at]));
                }
                let known = spelled.entry(platform.folded(folder)).or_insert_with(|| folder.to_owned());
                assert_eq!(known, folder, "seed {seed}: one folder, two spellings");
                assert!(files.insert(platform.folded(&place)), "seed {seed}: {place:?} twice");
            }
            assert!(files.is_disjoint(&folders), "seed {seed}: a file has the path of a folder");
            for file in &files {
                assert!(!files.contains(&format!("{file}.part")), "seed {seed}: {file:?} and its part");
            }
            let mut again = Names::new(platform, 30);
            let repeated = list.iter().map(|(path, name)| platform.folded(&again.file(path, name)));
            assert_eq!(repeated.collect::<HashSet<_>>(), files, "seed {seed}: the same list, the same names");
        }
    }
}

fn check(platform: Platform, place: &str, seed: u64) {
    assert!(!place.is_empty() && place.len() < platform.longest_path(), "seed {seed}: {place:?}");
    assert!(!place.starts_with('.'), "seed {seed}: {place:?}");
    for part in place.split('/') {
        assert!(!matches!(part, "" | "." | "..") && part.len() <= 255, "seed {seed}: {place:?}");
        assert!(part.chars().all(|letter| platform.takes(letter)), "seed {seed}: {place:?}");
        if platform == Windows {
            assert!(!part.ends_with([' ', '.']) && !is_device(part), "seed {seed}: {place:?}");
        }
    }
}

#[test]
fn a_second_folder_of_a_name_gets_a_number_behind_it() {
    let long = "ü".repeat(200);
    for platform in ALL {
        for (package, attempt, expected) in [
            ("Day one", 1, "Day one"),
            ("Day one", 2, "Day one (2)"),
            ("v1.5", 3, "v1.5 (3)"),
            ("..", 2, "_ (2)"),
            ("a/b", 12, "ab (12)"),
        ] {
            assert_eq!(folder_name(platform, package, attempt), expected, "{platform:?}");
        }
        let second = folder_name(platform, &long, 4_000_000_000);
        assert!(second.len() <= 255 && second.ends_with(" (4000000000)"), "{platform:?} {second}");
    }
}
