//! One of our files, split so that rules can check code, literals or comments alone.

use std::path::Path;

use crate::rule::{Breach, in_name};
use crate::scanner;

pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) language: Language,
    /// The text with comments and the insides of literals blanked, line for line. Empty for SQL.
    pub(crate) code: String,
    pub(crate) literals: Vec<Piece>,
    pub(crate) comments: Vec<Piece>,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Language {
    Rust,
    Sql,
}

impl Language {
    pub(crate) fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "rs" => Some(Self::Rust),
            "sql" => Some(Self::Sql),
            _ => None,
        }
    }
}

/// A literal or comment, and the line it starts on.
#[derive(Debug, PartialEq)]
pub(crate) struct Piece {
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Piece {
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, text)| (self.line + index, text))
    }
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let language = Language::of(Path::new(path)).expect("a rule reads Rust and SQL only");
        let parts = match language {
            Language::Rust => scanner::rust(text),
            Language::Sql => scanner::sql(text),
        };
        Self { path: path.to_owned(), language, code: parts.code, literals: parts.literals, comments: parts.comments }
    }

    /// The modules that this file names after `crate::`, also inside braces.
    pub(crate) fn root_modules(&self) -> impl Iterator<Item = Breach> {
        self.code.match_indices("crate::").flat_map(|(at, start)| {
            let rest = &self.code[at + start.len()..];
            let line = self.code[..at].lines().count().max(1);
            first_names(rest)
                .into_iter()
                .map(move |(lines_below, name)| Breach { line: line + lines_below, found: name })
        })
    }

    /// Lines of the file without its `#[cfg(test)]` modules.
    pub(crate) fn product_lines(&self) -> usize {
        let lines: Vec<&str> = self.code.lines().collect();
        let mut count = 0;
        let mut at = 0;
        while at < lines.len() {
            if let Some(length) = test_module_length(&lines[at..]) {
                at += length;
            } else {
                count += 1;
                at += 1;
            }
        }
        count
    }
}

/// Finds uses of `CARGO_MANIFEST_DIR`. Compiled in, it names the checkout that was built last.
pub(crate) fn place_of_package(source: &Source) -> Vec<Breach> {
    let asked = source.literals.iter().filter(|literal| literal.text == "CARGO_MANIFEST_DIR");
    asked.map(|literal| Breach { line: literal.line, found: literal.text.clone() }).collect()
}

/// The name that follows `crate::`, or all the first names of a group in braces, each with its distance in lines.
fn first_names(rest: &str) -> Vec<(usize, String)> {
    let Some(group) = rest.strip_prefix('{') else {
        return vec![(0, rest.chars().take_while(|&character| in_name(character)).collect())];
    };
    let mut names = vec![(0, String::new())];
    let (mut depth, mut line, mut name_goes_on) = (0, 0, true);
    for character in group.chars() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push((line, String::new()));
                name_goes_on = true;
            }
            '\n' => line += 1,
            ' ' => {}
            _ if depth > 0 => {}
            _ if name_goes_on && in_name(character) => {
                if let Some((started_on, name)) = names.last_mut() {
                    *started_on = line;
                    name.push(character);
                }
            }
            _ => name_goes_on = false,
        }
    }
    names
}

/// How many lines a test module takes, if one starts on the first of these lines.
fn test_module_length(lines: &[&str]) -> Option<usize> {
    if lines.first()?.trim() != "#[cfg(test)]" {
        return None;
    }
    let module = 1 + lines[1..].iter().position(|line| !line.trim_start().starts_with('#'))?;
    if !lines[module].contains("mod ") || !lines[module].contains('{') {
        return None;
    }
    let mut depth = 0_usize;
    for (index, line) in lines.iter().enumerate().skip(module) {
        depth = (depth + line.matches('{').count()).saturating_sub(line.matches('}').count());
        if depth == 0 {
            return Some(index + 1);
        }
    }
    Some(lines.len())
}

#[cfg(test)]
mod tests {
    use super::Source;

    fn modules(code: &str) -> Vec<(usize, String)> {
        let source = Source::new("crates/cloud/src/a.rs", code);
        source.root_modules().map(|breach| (breach.line, breach.found)).collect()
    }

    #[test]
    fn root_modules_are_found_with_and_without_braces() {
        let expected = |names: &[(usize, &str)]| -> Vec<(usize, String)> {
            names.iter().map(|&(line, name)| (line, name.to_owned())).collect()
        };
        assert_eq!(modules("use crate::auth::User;"), expected(&[(1, "auth")]));
        assert_eq!(modules("\nlet x = crate::jobs::all();"), expected(&[(2, "jobs")]));
        let group = "use crate::{\n    auth::{User, Key as jobs},\n    clock,\n};";
        assert_eq!(modules(group), expected(&[(2, "auth"), (3, "clock"), (3, "")]));
    }

    #[test]
    fn test_modules_do_not_count_as_product() {
        let text =
            "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() { \"}}\" }\n}\nfn c() {}\n#[cfg(test)]\nfn d() {}\n";
        assert_eq!(Source::new("crates/cloud/src/a.rs", text).product_lines(), 4);
    }
}
