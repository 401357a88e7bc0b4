//! The type of a rule, and how a rule is checked.

use crate::repository;
use crate::source::{Piece, Source};

pub(crate) struct Rule {
    /// Path patterns: `*` matches a part of one name, a trailing slash matches everything below.
    pub(crate) inside: &'static [&'static str],
    pub(crate) except: &'static [&'static str],
    pub(crate) refuses: Refuses,
    pub(crate) fix: &'static str,
    /// Path and text of made-up files that break the rule: they prove that it can fail.
    pub(crate) broken_by: &'static [(&'static str, &'static str)],
    /// Path and text of made-up files that come close and are fine.
    pub(crate) kept_by: &'static [(&'static str, &'static str)],
}

pub(crate) enum Refuses {
    /// Pieces of code; comments and literals do not count.
    Code(&'static [&'static str]),
    /// Words in comments.
    Comments(&'static [&'static str]),
    /// Crates, by their name at the start of a path.
    Crates(&'static [&'static str]),
    /// Modules at the root of the crate, as in `crate::name` and `use crate::{name}`.
    Modules(&'static [&'static str]),
    /// Whatever the function finds.
    Breaches(fn(&Source) -> Vec<Breach>),
}

/// Where a rule is broken, and by what.
#[derive(Debug, PartialEq)]
pub(crate) struct Breach {
    pub(crate) line: usize,
    pub(crate) found: String,
}

/// Checks the rule against its own examples first, then against the repository.
pub(crate) fn check(name: &str, rule: &Rule) {
    for (path, text) in rule.broken_by {
        assert!(
            !rule.breaches(&Source::new(path, text)).is_empty(),
            "{name} misses an example that breaks it: {path}: {text}"
        );
    }
    for (path, text) in rule.kept_by {
        let breaches = rule.breaches(&Source::new(path, text));
        assert!(breaches.is_empty(), "{name} refuses an example that keeps it: {path}: {text}: {breaches:?}");
    }
    let complaints: Vec<String> =
        repository::sources().iter().flat_map(|source| rule.complaints(name, source)).collect();
    none_of(&complaints);
}

/// Fails with all the complaints at once.
pub(crate) fn none_of(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n\n{}\n\n{} in all\n", complaints.join("\n"), complaints.len());
}

impl Rule {
    fn complaints(&self, name: &str, source: &Source) -> Vec<String> {
        let complain =
            |Breach { line, found }| format!("{}:{line}: {name}: {found}\n    fix: {}", source.path, self.fix);
        self.breaches(source).into_iter().map(complain).collect()
    }

    fn breaches(&self, source: &Source) -> Vec<Breach> {
        let concerns = |patterns: &[&str]| patterns.iter().any(|pattern| covers(pattern, &source.path));
        if !concerns(self.inside) || concerns(self.except) {
            return Vec::new();
        }
        match self.refuses {
            Refuses::Code(pieces) => in_lines(source.code.lines(), pieces, has_word),
            Refuses::Crates(names) => in_lines(source.code.lines(), names, starts_path),
            Refuses::Modules(names) => {
                source.root_modules().filter(|breach| names.contains(&breach.found.as_str())).collect()
            }
            Refuses::Breaches(find) => find(source),
            Refuses::Comments(words) => source
                .comments
                .iter()
                .flat_map(Piece::lines)
                .flat_map(|(line, text)| in_line(line, text, words, |text, word| text.contains(word)))
                .collect(),
        }
    }
}

type Finds = fn(&str, &str) -> bool;

fn in_lines<'a>(lines: impl Iterator<Item = &'a str>, pieces: &[&str], finds: Finds) -> Vec<Breach> {
    lines.enumerate().flat_map(|(index, text)| in_line(index + 1, text, pieces, finds)).collect()
}

fn in_line(line: usize, text: &str, pieces: &[&str], finds: Finds) -> Vec<Breach> {
    let found = pieces.iter().filter(|piece| finds(text, piece));
    found.map(|piece| Breach { line, found: format!("found `{piece}`") }).collect()
}

/// Whether the text contains the piece on its own, not as part of a longer name.
pub(crate) fn has_word(text: &str, piece: &str) -> bool {
    text.match_indices(piece).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + piece.len()..].chars().next();
        let starts_inside = piece.starts_with(in_name) && before.is_some_and(in_name);
        let ends_inside = piece.ends_with(in_name) && after.is_some_and(in_name);
        !starts_inside && !ends_inside
    })
}

/// Whether a path begins with this name; `store::objects::find` does not begin with `objects`.
pub(crate) fn starts_path(text: &str, name: &str) -> bool {
    let piece = format!("{name}::");
    text.match_indices(&piece).any(|(at, _)| {
        let before = &text[..at];
        let parent = before.strip_suffix("::").map_or(before, |parent| parent);
        !parent.ends_with(in_name)
    })
}

pub(crate) fn in_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Whether a path pattern covers the path.
fn covers(pattern: &str, path: &str) -> bool {
    let (pattern, whole_folder) = pattern.strip_suffix('/').map_or((pattern, false), |folder| (folder, true));
    let (patterns, names): (Vec<&str>, Vec<&str>) = (pattern.split('/').collect(), path.split('/').collect());
    let length_fits = if whole_folder { names.len() > patterns.len() } else { names.len() == patterns.len() };
    length_fits && patterns.iter().zip(&names).all(|(pattern, name)| name_fits(pattern, name))
}

fn name_fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end),
    }
}

#[cfg(test)]
mod tests {
    use super::{covers, has_word, starts_path};

    #[test]
    fn patterns_cover_files_and_folders() {
        assert!(covers("crates/*/src/", "crates/cloud/src/routes/users.rs"));
        assert!(covers("crates/*/src/clock.rs", "crates/serving/src/clock.rs"));
        assert!(covers("crates/objects/src/index*", "crates/objects/src/index_rows.rs"));
        assert!(!covers("crates/*/src/", "crates/cloud/tests/users.rs"));
        assert!(!covers("crates/*/src/clock.rs", "crates/cloud/src/jobs/clock.rs"));
        assert!(!covers("crates/cloud/src/routes/", "crates/cloud/src/routes.rs"));
    }

    #[test]
    fn a_word_is_not_found_inside_another() {
        assert!(has_word("pub async fn", "async"));
        assert!(has_word("x.await?", ".await"));
        assert!(!has_word("asynchronous", "async"));
        assert!(!has_word("my_todo!()", "todo!"));
    }

    #[test]
    fn a_crate_is_named_at_the_start_of_a_path() {
        assert!(starts_path("use objects::Store;", "objects"));
        assert!(starts_path("let s = ::objects::open();", "objects"));
        assert!(!starts_path("store::objects::open()", "objects"));
        assert!(!starts_path("list_objects::open()", "objects"));
    }
}
