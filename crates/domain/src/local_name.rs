//! Local file names for the content of a package.
//!
//! Each part of a path is mapped separately: characters that the platform does not allow are removed first and the rest
//! is checked afterwards, so that no removal can produce a `..` or a device name. No result leaves the folder, is
//! absolute or names a device, and no two entries of a package get the same name. Names that differ only in case are
//! the same on Windows and Mac; names that differ only in how an accent is encoded are the same everywhere, because
//! nobody can tell them apart. The spelling stays that of the sender; the second one gets ` (2)`. The same list in the
//! same order gets the same names.
//!
//! At the top, a name that begins with a dot gets an underscore before it. In a home directory, programs read such files
//! at the next sign-in and do what they say; nobody can list all of them.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization as _;

use crate::target_path::{hash, is_text, mark, shortened, split_ending, without_case};

/// The extension of a file that is not complete yet.
pub const PART_ENDING: &str = ".part";

/// What the file systems of Linux allow; those of Windows and Mac allow no fewer. A name in a package can be longer.
pub const NAME_LONGEST_BYTES: usize = 255;

/// Bytes for ` (2)` and the like, and for [`PART_ENDING`], after the longest name in the deepest folder.
const SPARE_BYTES: usize = 16;

/// The platform whose rules the names follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    Linux,
    Windows,
    Mac,
}

impl Platform {
    /// Maps one part of a path: never empty, never `.` or `..`, and only characters that the platform allows.
    pub fn part(self, text: &str) -> String {
        let kept: String = text.chars().filter(|letter| self.takes(*letter)).collect();
        let kept = self.trimmed(&kept);
        let short = if kept.len() <= NAME_LONGEST_BYTES { kept.to_owned() } else { self.with_ending(kept, "") };
        if matches!(short.as_str(), "" | "." | "..") {
            return "_".to_owned();
        }
        if self != Self::Windows || !is_device(&short) {
            return short;
        }
        let beside = beside_device(&short);
        if beside.len() <= NAME_LONGEST_BYTES { beside } else { self.with_ending(&beside, "") }
    }

    /// As [`Self::part`], but never a name that begins with a dot.
    pub fn visible_part(self, text: &str) -> String {
        let name = self.part(text);
        if !name.starts_with('.') {
            return name;
        }
        let visible = format!("_{name}");
        if visible.len() <= NAME_LONGEST_BYTES { visible } else { self.with_ending(&visible, "") }
    }

    fn takes(self, letter: char) -> bool {
        let is_refused = match self {
            Self::Linux => false,
            Self::Mac => letter == ':',
            Self::Windows => matches!(letter, '<' | '>' | ':' | '"' | '|' | '?' | '*'),
        };
        is_text(letter) && !matches!(letter, '/' | '\\') && !turns_text(letter) && !is_refused
    }

    /// Windows drops these silently, and would open a different file than the one named.
    fn trimmed(self, name: &str) -> &str {
        if self == Self::Windows { name.trim_end_matches([' ', '.']) } else { name }
    }

    /// The name with an addition before its extension, within the length limit.
    fn with_ending(self, name: &str, addition: &str) -> String {
        let (stem, ending) = split_ending(name);
        let room = NAME_LONGEST_BYTES - ending.len() - addition.len();
        let stem = shortened(stem, room);
        let stem = if ending.is_empty() && addition.is_empty() { self.trimmed(stem) } else { stem };
        format!("{stem}{addition}{ending}")
    }

    /// Maximum bytes of a whole path.
    fn longest_path(self) -> usize {
        match self {
            Self::Linux => 4_095,
            Self::Windows => 32_000,
            Self::Mac => 1_023,
        }
    }

    /// The normalized form by which the platform, or a person, considers two names equal.
    fn folded(self, path: &str) -> String {
        match self {
            Self::Linux => path.nfc().collect(),
            Self::Windows | Self::Mac => without_case(path),
        }
    }
}

/// Characters that display a name in a different order, or on a different line.
fn turns_text(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}')
}

/// Whether Windows treats the name as a device, whatever follows its first dot.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_uppercase();
    let numbered = |kind: &str| {
        let number = stem.strip_prefix(kind).unwrap_or_default();
        number.chars().count() == 1 && number.chars().all(|digit| digit.is_ascii_digit() || "¹²³".contains(digit))
    };
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$" | "CLOCK$")
        || numbered("COM")
        || numbered("LPT")
}

fn beside_device(name: &str) -> String {
    let (stem, rest) = name.split_at(name.find('.').unwrap_or(name.len()));
    format!("{}_{rest}", stem.trim_end_matches(' '))
}

/// The name with a number before its extension, for duplicates.
pub fn numbered(platform: Platform, name: &str, number: u32) -> String {
    platform.with_ending(name, &format!(" ({number})"))
}

/// The folder of a package, for the first or a later attempt: never a hidden one. A folder has no extension, so the
/// number comes last.
pub fn folder_name(platform: Platform, package: &str, attempt: u32) -> String {
    let name = platform.visible_part(package);
    if attempt < 2 {
        return name;
    }
    let addition = format!(" ({attempt})");
    format!("{}{addition}", shortened(&name, NAME_LONGEST_BYTES - addition.len()))
}

/// Assigns every entry of one package its path below a folder.
#[derive(Debug)]
pub struct Names {
    platform: Platform,
    /// Bytes of the folder's path.
    above: usize,
    /// Whether names at the top may begin with a dot.
    keeps_hidden: bool,
    /// Paths that are taken, as hashes: a collision only costs a number.
    taken: HashSet<u64>,
    /// The next number to try for a path. Without it, a million equal names would be tried a million times each.
    next: HashMap<u64, u32>,
    /// The local paths of the package's folders.
    folders: HashMap<String, String>,
}

impl Names {
    /// `above` is the length of the folder's path in bytes, so that no path below it becomes too long.
    pub fn new(platform: Platform, above: usize) -> Self {
        let (taken, next, folders) = (HashSet::new(), HashMap::new(), HashMap::new());
        Self { platform, above, keeps_hidden: false, taken, next, folders }
    }

    /// Whether names at the top may begin with a dot. They get an underscore otherwise.
    #[must_use]
    pub fn keeping_hidden(self, keeps_hidden: bool) -> Self {
        Self { keeps_hidden, ..self }
    }

    /// One part of a path in a folder, which is empty at the top.
    fn part(&self, folder: &str, text: &str) -> String {
        if folder.is_empty() && !self.keeps_hidden {
            self.platform.visible_part(text)
        } else {
            self.platform.part(text)
        }
    }

    /// The path of a file: relative, with `/` between its parts.
    pub fn file(&mut self, path: &str, name: &str) -> String {
        let folder = self.folder(path);
        let name = self.part(&folder, name);
        self.unique(&folder, &name, true)
    }

    /// The path of a folder: the same for every call. Empty at the top.
    pub fn folder(&mut self, path: &str) -> String {
        let (mut original, mut local) = (String::new(), String::new());
        for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
            original.push('/');
            original.push_str(part);
            if let Some(known) = self.folders.get(&original) {
                local.clone_from(known);
                continue;
            }
            let name = self.part(&local, part);
            let length = self.above + local.len() + name.len() + NAME_LONGEST_BYTES + SPARE_BYTES + 2;
            local = if length <= self.platform.longest_path() {
                self.unique(&local, &name, false)
            } else {
                // Too deep: continue at the top, under a unique name.
                self.unique("", &mark(&original), false)
            };
            self.folders.insert(original.clone(), local.clone());
        }
        local
    }

    fn unique(&mut self, folder: &str, name: &str, is_file: bool) -> String {
        let key = self.key(&joined(folder, name));
        if self.take(folder, name, is_file) {
            return joined(folder, name);
        }
        let mut number = self.next.get(&key).copied().unwrap_or(2);
        loop {
            let other = numbered(self.platform, name, number);
            number += 1;
            if self.take(folder, &other, is_file) {
                self.next.insert(key, number);
                return joined(folder, &other);
            }
        }
    }

    /// A file needs the name of its part file in addition to its own, and must not take that of another file.
    fn take(&mut self, folder: &str, name: &str, is_file: bool) -> bool {
        let path = joined(folder, name);
        let key = self.key(&path);
        let is_taken = |path: &str| self.taken.contains(&self.key(path));
        let whole = name.len().checked_sub(PART_ENDING.len()).filter(|at| name.is_char_boundary(*at));
        let whole = whole.filter(|at| name[*at..].eq_ignore_ascii_case(PART_ENDING));
        let is_part_of_another = whole.is_some_and(|at| is_taken(&joined(folder, &name[..at])));
        let has_no_part = is_file && is_taken(&format!("{path}{PART_ENDING}"));
        if is_part_of_another || has_no_part {
            return false;
        }
        self.taken.insert(key)
    }

    fn key(&self, path: &str) -> u64 {
        hash(&self.platform.folded(path))
    }
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

#[cfg(test)]
mod tests;
