//! Which files of a package a download is for.

use std::path::Path;

use wire::files::FileBody;

use crate::error::AgentResult;
use crate::globs::Globs;

/// Patterns of files, and which of them have matched.
pub(crate) struct Only(Vec<Pattern>);

struct Pattern {
    text: String,
    globs: Globs,
    has_matched: bool,
}

impl Only {
    /// All files if there is no pattern. `field` is named in the error.
    pub(crate) fn new(field: &str, patterns: &[String]) -> AgentResult<Self> {
        Globs::new(field, patterns)?;
        let pattern = |text: &String| {
            // Shells complete directories with a slash at the end.
            let bare = text.strip_suffix('/').filter(|bare| !bare.is_empty()).unwrap_or(text).to_owned();
            Ok(Pattern { text: text.clone(), globs: Globs::new(field, &[bare])?, has_matched: false })
        };
        patterns.iter().map(pattern).collect::<AgentResult<_>>().map(Self)
    }

    /// Whether the file, or a directory that it is in, matches.
    pub(crate) fn contains(&mut self, file: &FileBody) -> bool {
        let path = Path::new(&file.path).join(&file.name);
        let mut is_chosen = self.0.is_empty();
        for pattern in &mut self.0 {
            let matches = path.ancestors().any(|part| pattern.globs.matches(part));
            pattern.has_matched |= matches;
            is_chosen |= matches;
        }
        is_chosen
    }

    /// What is wrong if a pattern has matched none of all files.
    pub(crate) fn unmatched(&self) -> Option<String> {
        let unmatched: Vec<&str> =
            self.0.iter().filter(|pattern| !pattern.has_matched).map(|pattern| pattern.text.as_str()).collect();
        (!unmatched.is_empty()).then(|| format!("no file of the package matches {}", unmatched.join(" or ")))
    }
}
