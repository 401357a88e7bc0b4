//! Names of files and folders at a provider.
//!
//! Each part of a path is sanitized separately and joined afterwards, so no name from a sender can leave the package's
//! folder. A part that the provider accepts is not changed. A part that must be changed gets a mark derived from the
//! original, so that two names never become one.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

use crate::file_path::FilePath;

/// What a provider accepts as a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameRules {
    /// Maximum bytes of one part.
    pub longest_part: usize,
    /// Maximum bytes of the path from the provider's root.
    pub longest_path: usize,
    /// Rejected in addition to slash, backslash and control characters, which no provider gets.
    pub refused: &'static [char],
    /// Whether a part may begin or end with a space, or end with a dot.
    pub loose_ends: bool,
    /// Whether names are different that differ only in case, or in how an accent is encoded.
    pub exact: bool,
}

impl NameRules {
    pub const S3: Self = Self { longest_part: 1_024, longest_path: 1_024, refused: &[], loose_ends: true, exact: true };
    pub const BLOB: Self =
        Self { longest_part: 255, longest_path: 1_000, refused: &[], loose_ends: false, exact: true };
    pub const B2: Self = Self { longest_part: 250, longest_path: 1_000, refused: &[], loose_ends: true, exact: true };
    /// Platforms that show files in folders to people.
    pub const FOLDERS: Self = Self {
        longest_part: 240,
        longest_path: 4_096,
        refused: &[':', '*', '?', '"', '<', '>', '|'],
        loose_ends: false,
        exact: false,
    };

    /// One part of a path, as sent to the provider.
    pub fn part<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.takes(text) { Cow::Borrowed(text) } else { Cow::Owned(self.marked(text)) }
    }

    /// A unique name for a part that the provider cannot tell apart from another one.
    pub fn marked(&self, text: &str) -> String {
        let kept: String = text.chars().map(|letter| if self.takes_letter(letter) { letter } else { '_' }).collect();
        let (stem, ending) = split_ending(&kept);
        let ending = if self.loose_ends { ending } else { ending.trim_end_matches([' ', '.']) };
        let stem = if self.loose_ends { stem } else { stem.trim_matches([' ', '.']) };
        let mark = mark(text);
        let room = self.longest_part.saturating_sub(mark.len() + ending.len());
        format!("{}{mark}{ending}", shortened(stem, room))
    }

    /// What all spellings of a path have in common that the provider takes for the same.
    pub fn compared(&self, path: &str) -> String {
        if self.exact { path.to_owned() } else { without_case(path) }
    }

    /// The folders and the name of a file below a folder of `above` bytes.
    pub fn place(&self, file: &FilePath, above: usize) -> (Vec<String>, String) {
        let name = self.part(file.name()).into_owned();
        let folders = file.path().split('/').filter(|part| !part.is_empty());
        let folders: Vec<String> = folders.map(|part| self.part(part).into_owned()).collect();
        let length = above + folders.iter().map(|part| part.len() + 1).sum::<usize>() + 1 + name.len();
        if length <= self.longest_path {
            return (folders, name);
        }
        // Too deep for the provider: one folder replaces all of them, and the name gets the remaining length.
        let folder = mark(file.path());
        let room = self.longest_path.saturating_sub(above + 2 + folder.len());
        let name =
            if name.len() <= room { name } else { Self { longest_part: room, ..*self }.part(file.name()).into_owned() };
        (vec![folder], name)
    }

    fn takes(&self, text: &str) -> bool {
        let has_loose_ends = text.starts_with(' ') || text.ends_with([' ', '.']);
        !matches!(text, "" | "." | "..")
            && text.len() <= self.longest_part
            && (self.loose_ends || !has_loose_ends)
            && text.chars().all(|letter| self.takes_letter(letter))
    }

    fn takes_letter(&self, letter: char) -> bool {
        // Characters that XML cannot contain would make every listing of the folder unreadable.
        is_text(letter) && !matches!(letter, '/' | '\\') && !self.refused.contains(&letter)
    }
}

pub(crate) fn is_text(letter: char) -> bool {
    !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}')
}

/// The folder of a package, for the first or a later attempt.
pub fn folder_name(rules: &NameRules, package: &str, attempt: u32) -> String {
    // Shorter than the limit, so that the number fits.
    let short = NameRules { longest_part: rules.longest_part.min(200), ..*rules };
    let name = short.part(package);
    if attempt < 2 { name.into_owned() } else { format!("{name} ({attempt})") }
}

/// Splits a name before its extension, which includes the dot. A long suffix or one at the start is not an extension.
pub(crate) fn split_ending(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(dot) if dot > 0 && name.len() - dot <= 16 => name.split_at(dot),
        _ => (name, ""),
    }
}

/// As much of the beginning as fits, cut between characters.
pub(crate) fn shortened(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// A mark derived from a text, which keeps names distinct.
pub(crate) fn mark(text: &str) -> String {
    format!("~{:016x}", hash(text))
}

/// FNV-1a: it distinguishes names of one package and does not have to resist attacks.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The form that names have in common if they differ only in case, or in how an accent is encoded. It goes through lower
/// case to upper case and back: this treats more names as equal than any platform does, which at worst adds a number.
/// Without the first step ẞ, its own upper case, would not be equal to ß.
pub(crate) fn without_case(path: &str) -> String {
    let lower = path.nfc().collect::<String>().to_lowercase();
    lower.to_uppercase().to_lowercase().nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::{NameRules, folder_name};
    use crate::file_path::FilePath;

    const ALL: [NameRules; 4] = [NameRules::S3, NameRules::BLOB, NameRules::B2, NameRules::FOLDERS];

    #[test]
    fn good_names_stay_as_they_are() {
        for rules in ALL {
            for name in ["a.mov", "clip (2).mxf", "日本 é 🎬.wav", ".hidden", "a..b", "..a", "-rf", "%2e%2e", "~"]
            {
                assert_eq!(rules.part(name), name, "{rules:?}");
            }
        }
        assert_eq!(NameRules::S3.part(" a. "), " a. ");
        assert_eq!(NameRules::S3.part("a:b?"), "a:b?");
    }

    #[test]
    fn hostile_names_become_parts_and_stay_apart() {
        let long = format!("{}.mov", "é".repeat(600));
        let hostile = ["", ".", "..", "a/b", "../../x", "a\\b", "a\0b", "a\nb", "\u{7f}", "\u{ffff}", long.as_str()];
        for rules in ALL {
            let mut made: Vec<String> = hostile.iter().map(|name| rules.part(name).into_owned()).collect();
            for name in &made {
                assert!(rules.takes(name), "{rules:?} {name:?}");
            }
            made.sort();
            made.dedup();
            assert_eq!(made.len(), hostile.len(), "{rules:?}");
        }
        let (one, other) = (NameRules::FOLDERS.part("a:b.mov"), NameRules::FOLDERS.part("a?b.mov"));
        assert_ne!(one, other);
        assert!(one.starts_with("a_b~") && one.ends_with(".mov"), "{one}");
        let (one, other) = (NameRules::FOLDERS.marked("A.mov"), NameRules::FOLDERS.marked("a.mov"));
        assert_ne!(one.to_lowercase(), other.to_lowercase());
        assert!(NameRules::FOLDERS.takes(&one) && NameRules::FOLDERS.takes(&other));
    }

    #[test]
    fn paths_stay_below_their_folder_and_within_the_length() {
        let deep = vec!["x".repeat(200); 15].join("/");
        for (path, name) in [("a/b", "c"), ("", "c"), (deep.as_str(), "c"), (deep.as_str(), &"n".repeat(255))] {
            let file = FilePath::parse(path, name).unwrap();
            for rules in ALL {
                let (folders, name) = rules.place(&file, 300);
                let length = 300 + folders.iter().map(|part| part.len() + 1).sum::<usize>() + 1 + name.len();
                assert!(length <= rules.longest_path, "{rules:?}: {length}");
                assert!(folders.iter().chain([&name]).all(|part| rules.takes(part)));
            }
        }
        let (folders, name) = NameRules::S3.place(&FilePath::parse("a/b", "c").unwrap(), 10);
        assert_eq!((folders, name.as_str()), (vec!["a".to_owned(), "b".to_owned()], "c"));
    }

    #[test]
    fn spellings_are_compared_as_the_provider_compares_them() {
        for (one, other) in [("Film/Rushes", "film/rushes"), ("Ros\u{e9}", "ROSE\u{301}"), ("Stra\u{df}e", "STRASSE")] {
            assert_eq!(NameRules::FOLDERS.compared(one), NameRules::FOLDERS.compared(other));
            for rules in [NameRules::S3, NameRules::BLOB, NameRules::B2] {
                assert_ne!(rules.compared(one), rules.compared(other), "{rules:?}");
            }
        }
        assert_ne!(NameRules::FOLDERS.compared("Rushes"), NameRules::FOLDERS.compared("Rushes (2)"));
    }

    #[test]
    fn a_taken_folder_gets_a_number() {
        assert_eq!(folder_name(&NameRules::S3, "Rushes", 1), "Rushes");
        assert_eq!(folder_name(&NameRules::S3, "Rushes", 2), "Rushes (2)");
        assert!(!folder_name(&NameRules::S3, "../a", 3).contains('/'));
        assert!(folder_name(&NameRules::FOLDERS, &"é".repeat(500), 1_000).len() <= 240);
    }
}
