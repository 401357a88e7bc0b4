//! Name patterns: a pattern without `/` is matched against each name, one with `/` against the path below the folder.

use std::path::Path;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::error::{AgentError, AgentResult};

const PATTERNS_MOST: usize = 1_000;
const LENGTH_MOST: usize = 1_000;

#[derive(Debug, Clone)]
pub struct Globs(GlobSet);

impl Globs {
    /// `field` is named in the error.
    pub fn new(field: &str, patterns: &[String]) -> AgentResult<Self> {
        check_lengths(field, patterns)?;
        let mut set = GlobSetBuilder::new();
        for (place, pattern) in patterns.iter().enumerate() {
            let field = format!("{field}[{place}]");
            let glob = GlobBuilder::new(pattern).literal_separator(true).build();
            set.add(glob.map_err(|error| AgentError::invalid(&field, &format!("invalid pattern: {}", error.kind())))?);
        }
        let set = set.build().map_err(|error| AgentError::invalid(field, &format!("too complex: {}", error.kind())))?;
        Ok(Self(set))
    }

    /// Whether a path below the folder, or its last name, matches.
    pub fn matches(&self, relative: &Path) -> bool {
        self.0.is_match(relative) || relative.file_name().is_some_and(|name| self.0.is_match(name))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Refuses too many patterns, and those that are too long or empty. `field` is named in the error.
pub(crate) fn check_lengths(field: &str, patterns: &[String]) -> AgentResult<()> {
    if patterns.len() > PATTERNS_MOST {
        return Err(AgentError::invalid(field, "must not have more than 1000 patterns"));
    }
    for (place, pattern) in patterns.iter().enumerate() {
        if pattern.trim().is_empty() || pattern.len() > LENGTH_MOST {
            return Err(AgentError::invalid(&format!("{field}[{place}]"), "must have from 1 to 1000 characters"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Globs;

    #[test]
    fn names_and_paths_are_matched() {
        let patterns = ["*.tmp", "cache", "shots/**/*.bak", "[ab]?.log", "{x,y}.mov"];
        let globs = Globs::new("blacklist", &patterns.map(str::to_owned)).unwrap();
        for (path, matches) in [
            ("a.tmp", true),
            ("day/a.tmp", true),
            ("a.tmp.mov", false),
            ("day/cache", true),
            ("cache.mov", false),
            ("shots/one/two/a.bak", true),
            ("other/a.bak", false),
            ("b7.log", true),
            ("c7.log", false),
            ("deep/er/y.mov", true),
        ] {
            assert_eq!(globs.matches(Path::new(path)), matches, "{path}");
        }
        assert!(!Globs::new("blacklist", &[]).unwrap().matches(Path::new("a")));
    }

    #[test]
    fn what_is_no_pattern_is_named() {
        for wrong in ["", "  ", "[", "a{b", &"x".repeat(1_001)] {
            let error = Globs::new("blacklist", &["*".to_owned(), wrong.to_owned()]).unwrap_err();
            assert!(error.message().starts_with("blacklist[1]: "), "{wrong}: {}", error.message());
        }
    }
}
