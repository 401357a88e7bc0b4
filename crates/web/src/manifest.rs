//! Which files a page needs, according to the build's manifest.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::files::Files;

#[derive(Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    imports: Vec<String>,
}

/// The files that the HTML of a page refers to.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Needs {
    pub(crate) script: String,
    /// Modules that the script imports anyway: with a preload they are fetched in parallel instead of afterwards.
    pub(crate) preloads: Vec<String>,
    pub(crate) styles: Vec<String>,
}

/// What an entry of the build needs; `None` if the pages were not built.
pub(crate) fn needs(files: &Files, entry: &str) -> Option<Needs> {
    let text = files.read("manifest.json")?;
    let chunks: BTreeMap<String, Chunk> = serde_json::from_slice(&text).ok()?;
    let mut needs = Needs { script: chunks.get(entry)?.file.clone(), ..Needs::default() };
    let mut seen = BTreeSet::new();
    let mut waiting = vec![entry.to_owned()];
    while let Some(name) = waiting.pop() {
        let Some(chunk) = chunks.get(&name).filter(|_| seen.insert(name.clone())) else { continue };
        if name != entry {
            needs.preloads.push(chunk.file.clone());
        }
        needs.styles.extend(chunk.css.iter().cloned());
        waiting.extend(chunk.imports.iter().cloned());
    }
    // Styles of imports come first, so that a page's own style takes precedence.
    needs.styles.reverse();
    Some(needs)
}

#[cfg(test)]
mod tests {
    use super::{Needs, needs};
    use crate::files::Files;

    #[test]
    fn an_entry_needs_all_that_it_imports_once() {
        let directory = tempfile::tempdir().unwrap();
        let manifest = r#"{
            "src/portal/main.tsx": {"file": "assets/portal-1.js", "css": ["assets/portal-1.css"], "imports": ["_a.js", "_b.js"]},
            "_a.js": {"file": "assets/a-1.js", "imports": ["_b.js"]},
            "_b.js": {"file": "assets/b-1.js", "css": ["assets/b-1.css"]}
        }"#;
        std::fs::write(directory.path().join("manifest.json"), manifest).unwrap();
        let files = Files::in_directory(directory.path().to_owned());
        let expected = Needs {
            script: "assets/portal-1.js".to_owned(),
            preloads: vec!["assets/b-1.js".to_owned(), "assets/a-1.js".to_owned()],
            styles: vec!["assets/b-1.css".to_owned(), "assets/portal-1.css".to_owned()],
        };
        assert_eq!(needs(&files, "src/portal/main.tsx"), Some(expected));
        assert_eq!(needs(&files, "src/other/main.tsx"), None);
    }
}
