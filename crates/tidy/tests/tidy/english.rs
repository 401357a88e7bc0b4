//! The worst words of a text that was thought in another language, in comments and documentation. What to write instead
//! stands beside each.

use crate::documents;
use crate::repository;
use crate::rule::{in_name, none_of};
use crate::source::Piece;

const WORDS: &[(&str, &str)] = &[
    ("again and again", "repeatedly"),
    ("anew", "again"),
    ("back-up", "backup"),
    ("back-ups", "backups"),
    ("bears repeating", "is idempotent"),
    ("e-mail", "email"),
    ("mend", "fix"),
    ("mended", "fixed"),
    ("mends", "fixes"),
    ("serves no more", "no longer works"),
    ("so often", "N times"),
    ("whoever", "anyone who, the caller"),
    ("works no more", "no longer works"),
];

/// `is no file` says `is not a file`; these are good English.
const AFTER_NO: &[&str] =
    &["longer", "more", "less", "fewer", "better", "worse", "later", "earlier", "need", "way", "such"];

/// What a line should say otherwise, if anything.
fn found(line: &str) -> Vec<String> {
    let line = line.to_lowercase();
    let words = WORDS.iter().filter(|(word, _)| has_words(&line, word));
    let mut found: Vec<String> = words.map(|(word, better)| format!("`{word}`: write {better}")).collect();
    let parts: Vec<&str> = line.split_whitespace().collect();
    for window in parts.windows(4) {
        let [before, verb, no, noun] = window else { continue };
        let noun = noun.trim_matches(|character: char| !in_name(character));
        let is_noun = noun.starts_with(char::is_alphabetic) && !AFTER_NO.contains(&noun);
        if matches!(*verb, "is" | "are" | "was" | "were") && *no == "no" && is_noun && !before.ends_with("there") {
            found.push(format!("`{verb} no {noun}`: negate the verb, as in \"{verb} not a {noun}\""));
        }
    }
    found
}

/// Whether the words stand there on their own and not as part of others.
fn has_words(line: &str, words: &str) -> bool {
    let inside = |character: char| in_name(character) || character == '-';
    line.match_indices(words).any(|(at, _)| {
        let (before, after) = (line[..at].chars().next_back(), line[at + words.len()..].chars().next());
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}

#[test]
fn comments_and_documents_are_plain_english() {
    let complain = |path: &str, line: usize, found: &str| {
        format!("{path}:{line}: comments_and_documents_are_plain_english: {found}")
    };
    let mut complaints = Vec::new();
    // Released migrations never change.
    let is_ours = |path: &str| !path.ends_with("tidy/english.rs") && !path.contains("/migrations/");
    for source in repository::sources().iter().filter(|source| is_ours(&source.path)) {
        for (number, line) in source.comments.iter().flat_map(Piece::lines) {
            complaints.extend(found(line).iter().map(|found| complain(&source.path, number, found)));
        }
    }
    for (page, text) in documents::pages() {
        for (number, line) in documents::prose(&text) {
            complaints.extend(found(line).iter().map(|found| complain(&page, number, found)));
        }
    }
    none_of(&complaints);
}

#[cfg(test)]
mod tests {
    use super::found;

    #[test]
    fn the_worst_words_are_found_and_their_neighbours_are_not() {
        for bad in ["It is read anew.", "Whoever asks", "We mend it", "a file that is no directory", "an e-mail"] {
            assert_eq!(found(bad).len(), 1, "{bad}");
        }
        for good in ["We recommend it", "there is no file", "It is no longer there", "a backup", "this is not a file"] {
            assert!(found(good).is_empty(), "{good}: {:?}", found(good));
        }
    }
}
