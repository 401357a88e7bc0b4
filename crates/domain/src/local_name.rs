//! Names on a disk for what a package holds.
//!
//! Each part of a path is mapped once and on its own: what the platform does not take is removed, then the rest is
//! looked at, so that no removal can make a `..` or a device. No result climbs, is absolute or names a device, and no
//! two entries of a package get the same name. Names that only differ in case are the same on Windows and Mac; names
//! that only differ in how an accent is written are the same everywhere, because nobody can tell them apart. The spelling
//! stays that of the sender; whichever comes second gets ` (2)`. The same list in the same order gets the same names.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization as _;

use crate::file_path::NAME_LONGEST_BYTES;
use crate::target_path::{hash, is_text, mark, shortened, split_ending};

/// What the name of a file that is not whole yet ends with.
pub const PART_ENDING: &str = ".part";

/// Bytes for ` (2)` and the like, and for [`PART_ENDING`], behind the longest name in the deepest folder.
const SPARE_BYTES: usize = 16;

/// Whose rules the names follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    Linux,
    Windows,
    Mac,
}

impl Platform {
    /// One part of a path: never empty, never `.` or `..`, and nothing that the platform does not take.
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

    fn takes(self, letter: char) -> bool {
        let is_refused = match self {
            Self::Linux => false,
            Self::Mac => letter == ':',
            Self::Windows => matches!(letter, '<' | '>' | ':' | '"' | '|' | '?' | '*'),
        };
        is_text(letter) && !matches!(letter, '/' | '\\') && !turns_text(letter) && !is_refused
    }

    /// Windows leaves these out by itself, and would open another file than the one that was named.
    fn trimmed(self, name: &str) -> &str {
        if self == Self::Windows { name.trim_end_matches([' ', '.']) } else { name }
    }

    /// The name with an addition before its ending, within the length.
    fn with_ending(self, name: &str, addition: &str) -> String {
        let (stem, ending) = split_ending(name);
        let room = NAME_LONGEST_BYTES - ending.len() - addition.len();
        let stem = shortened(stem, room);
        let stem = if ending.is_empty() && addition.is_empty() { self.trimmed(stem) } else { stem };
        format!("{stem}{addition}{ending}")
    }

    /// Bytes of a whole path.
    fn longest_path(self) -> usize {
        match self {
            Self::Linux => 4_095,
            Self::Windows => 32_000,
            Self::Mac => 1_023,
        }
    }

    /// What two names have in common when the platform, or the people before it, take them for one.
    fn folded(self, path: &str) -> String {
        match self {
            Self::Linux => path.nfc().collect(),
            // Up and down again: more is taken for the same than either platform does, which costs a number at most.
            Self::Windows | Self::Mac => path.nfc().collect::<String>().to_uppercase().to_lowercase().nfc().collect(),
        }
    }
}

/// Characters that show a name in another order than it has, or on another line.
fn turns_text(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}')
}

/// Whether Windows takes the name for a device, whatever follows its first dot.
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

/// The name with a number before its ending, as a second one of that name gets it.
pub fn numbered(platform: Platform, name: &str, number: u32) -> String {
    platform.with_ending(name, &format!(" ({number})"))
}

/// The folder of a package, the first time and again. A folder has no ending that the number would have to precede.
pub fn folder_name(platform: Platform, package: &str, attempt: u32) -> String {
    let name = platform.part(package);
    if attempt < 2 {
        return name;
    }
    let addition = format!(" ({attempt})");
    format!("{}{addition}", shortened(&name, NAME_LONGEST_BYTES - addition.len()))
}

/// Gives every entry of one package its place below a folder.
#[derive(Debug)]
pub struct Names {
    platform: Platform,
    /// Bytes of the path of the folder.
    above: usize,
    /// Places that are given away, each by a hash: two that share one by chance cost a number, and no more.
    taken: HashSet<u64>,
    /// The number after the last one that was tried for a place. Without it, a million equal names would be tried a
    /// million times each.
    next: HashMap<u64, u32>,
    /// Where the folders of the package are.
    folders: HashMap<String, String>,
}

impl Names {
    /// `above` is how many bytes the path of the folder has, so that nothing below it becomes too long.
    pub fn new(platform: Platform, above: usize) -> Self {
        let (taken, next, folders) = (HashSet::new(), HashMap::new(), HashMap::new());
        Self { platform, above, taken, next, folders }
    }

    /// Where a file goes: relative, with `/` between its parts.
    pub fn file(&mut self, path: &str, name: &str) -> String {
        let folder = self.folder(path);
        let name = self.platform.part(name);
        self.unique(&folder, &name, true)
    }

    /// Where a folder is: the same place whenever it is asked for. Empty at the top.
    pub fn folder(&mut self, path: &str) -> String {
        let (mut original, mut local) = (String::new(), String::new());
        for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
            original.push('/');
            original.push_str(part);
            if let Some(known) = self.folders.get(&original) {
                local.clone_from(known);
                continue;
            }
            let name = self.platform.part(part);
            let length = self.above + local.len() + name.len() + NAME_LONGEST_BYTES + SPARE_BYTES + 2;
            local = if length <= self.platform.longest_path() {
                self.unique(&local, &name, false)
            } else {
                // Too deep: from here on it goes on at the top, under a name of its own.
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

    /// A file needs the name of its part beside its own, and must not take that of another's.
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
