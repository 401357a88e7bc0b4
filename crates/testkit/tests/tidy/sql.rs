//! Where SQL may stand, and which SQL both databases understand.
//!
//! The Any driver shows most of its edges only at run time and on one of the two databases; this finds the known ones
//! by their words. It reads words and brackets and is no parser of SQL.

use crate::rule::{Breach, in_name};
use crate::source::{Language, Piece, Source};

const STATEMENTS: &[&str] = &["SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP", "PRAGMA"];

/// A literal with one of these is SQL, or a part of it.
const CLAUSES: &[&str] =
    &["SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "WHERE", "SET", "VALUES", "FROM", "JOIN"];

const NOT_PORTABLE: &[(&[&str], &str)] = &[
    (&["BOOLEAN", "BOOL", "TRUE", "FALSE"], "a flag is BIGINT, 0 or 1"),
    (&["SERIAL", "BIGSERIAL", "AUTOINCREMENT", "ROWID"], "ids are TEXT and made by us"),
    (&["INTEGER", "INT", "SMALLINT"], "every integer is BIGINT"),
    (&["REAL", "FLOAT"], "a fraction is DOUBLE PRECISION"),
    (&["JSON", "JSONB", "ARRAY", "["], "lists and objects are JSON in TEXT"),
    (&["UUID"], "ids are TEXT"),
    (&["TIMESTAMP", "TIMESTAMPTZ", "DATETIME", "INTERVAL"], "a time is BIGINT, in milliseconds"),
    (&["NOW", "CURRENT_TIMESTAMP", "STRFTIME"], "the time is bound by us, from the clock"),
    (&["BLOB", "BYTEA"], "write {blob}; the migrator puts in the right word"),
    (&["ILIKE", "GLOB", "REGEXP"], "keep a folded column and compare that"),
    (&["IFNULL"], "write COALESCE"),
    (&["?"], "placeholders are $1, $2, ..."),
];

/// Literals that begin like a statement.
pub(crate) fn statements(source: &Source) -> Vec<Breach> {
    let first_word = |literal: &Piece| literal.text.trim_start().split(char::is_whitespace).next().map(str::to_owned);
    source
        .literals
        .iter()
        .filter(|literal| literal.text.trim().contains(char::is_whitespace))
        .filter_map(|literal| Some((literal.line, first_word(literal)?)))
        .filter(|(_, word)| STATEMENTS.contains(&word.as_str()))
        .map(|(line, word)| Breach { line, found: format!("a literal that begins with {word}") })
        .collect()
}

/// Words and shapes that only one of the databases takes.
pub(crate) fn not_portable(source: &Source) -> Vec<Breach> {
    let migration = source.language == Language::Sql;
    let mut breaches = Vec::new();
    for literal in &source.literals {
        // In Rust only capitals count: a column or a message may well be called `timestamp`.
        let tokens = tokens(literal, migration);
        if migration || tokens.iter().any(|token| CLAUSES.contains(&token.text.as_str())) {
            breaches.extend(words(&tokens));
            breaches.extend(shapes(&tokens));
        }
    }
    breaches
}

struct Token {
    line: usize,
    text: String,
}

/// Words and signs, without quoted texts, quoted names and `{placeholders}`.
fn tokens(literal: &Piece, capitals: bool) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (line, text) in literal.lines() {
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            let closing = match character {
                '\'' => Some('\''),
                '"' => Some('"'),
                '{' => Some('}'),
                _ => None,
            };
            let after = &rest[character.len_utf8()..];
            let length = match closing {
                Some(closing) => after.find(closing).map_or(rest.len(), |at| at + 1 + character.len_utf8()),
                None if in_name(character) => rest.find(|next| !in_name(next)).unwrap_or(rest.len()),
                None => character.len_utf8(),
            };
            let (taken, left) = rest.split_at(length);
            if closing.is_none() && !taken.trim().is_empty() {
                let text = if capitals { taken.to_uppercase() } else { taken.to_owned() };
                tokens.push(Token { line, text });
            }
            rest = left;
        }
    }
    tokens
}

fn words(tokens: &[Token]) -> impl Iterator<Item = Breach> {
    tokens.iter().filter_map(|token| {
        let (_, instead) = NOT_PORTABLE.iter().find(|(words, _)| words.contains(&token.text.as_str()))?;
        Some(Breach { line: token.line, found: format!("`{}`: {instead}", token.text) })
    })
}

/// One pair of brackets, or the text around them all.
#[derive(Clone, Copy, Default)]
struct Level {
    inside_cast: bool,
    select_list: bool,
    open_cases: usize,
}

fn shapes(tokens: &[Token]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let mut outer: Vec<Level> = Vec::new();
    let mut level = Level::default();
    let mut previous = "";
    for token in tokens {
        match token.text.as_str() {
            "(" => {
                outer.push(level);
                level = Level { inside_cast: level.inside_cast || previous == "CAST", ..Level::default() };
            }
            ")" => level = outer.pop().unwrap_or_default(),
            "SELECT" => level.select_list = true,
            "FROM" | "WHERE" | ";" => level.select_list = false,
            "CASE" => level.open_cases += 1,
            "END" => level.open_cases = level.open_cases.saturating_sub(1),
            word @ ("SUM" | "AVG") if !level.inside_cast => {
                let found = format!("`{word}` is NUMERIC on PostgreSQL: CAST({word}(...) AS BIGINT)");
                breaches.push(Breach { line: token.line, found });
            }
            "EXISTS" if level.select_list && level.open_cases == 0 => {
                let found = "`EXISTS` among the columns: CASE WHEN EXISTS (...) THEN 1 ELSE 0 END".to_owned();
                breaches.push(Breach { line: token.line, found });
            }
            _ => {}
        }
        previous = &token.text;
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::{NOT_PORTABLE, not_portable};
    use crate::source::Source;

    fn breaches(sql: &str) -> usize {
        let query = format!("query(\"{sql}\")");
        not_portable(&Source::new("crates/cloud/src/store/a.rs", &query)).len()
    }

    #[test]
    fn every_word_of_the_list_is_found_in_migrations_in_any_case() {
        for word in NOT_PORTABLE.iter().flat_map(|(words, _)| *words) {
            let migration = format!("ALTER TABLE a\n  ADD b {};", word.to_lowercase());
            let found = not_portable(&Source::new("crates/cloud/src/store/migrations/0002_b.sql", &migration));
            assert!(found.iter().any(|breach| breach.line == 2), "{word}: {found:?}");
        }
    }

    #[test]
    fn quoted_texts_columns_and_messages_are_free() {
        assert_eq!(breaches("SELECT json, uuid_text FROM a WHERE b = 'BOOLEAN ?' AND c = $1"), 0);
        assert_eq!(breaches("is this a TIMESTAMP?"), 0);
        assert_eq!(breaches("SELECT a FROM b WHERE c = ?"), 1);
    }

    #[test]
    fn sums_are_cast() {
        assert_eq!(breaches("SELECT SUM(a) FROM b"), 1);
        assert_eq!(breaches("SELECT CAST(SUM(a) AS BIGINT), AVG(c) FROM b"), 1);
        assert_eq!(breaches("SELECT CAST(COALESCE(SUM(a), 0) AS BIGINT) FROM b"), 0);
    }

    #[test]
    fn exists_is_no_column() {
        assert_eq!(breaches("SELECT a, EXISTS (SELECT 1 FROM b) FROM c"), 1);
        assert_eq!(breaches("SELECT CASE WHEN EXISTS (SELECT 1 FROM b) THEN 1 ELSE 0 END FROM c"), 0);
        assert_eq!(breaches("SELECT a FROM c WHERE NOT EXISTS (SELECT 1 FROM b)"), 0);
        assert_eq!(breaches("CREATE TABLE IF NOT EXISTS a (b TEXT)"), 0);
    }
}
