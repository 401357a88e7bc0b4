//! What the documentation names exists: files, folders, identifiers and the targets of links.
//!
//! Only text in backticks is looked at, and only where it has the form of a path or of a name in code. Blocks of code
//! are left out, because they show what users type.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::repository;
use crate::rule::{in_name, none_of};

/// Written by programs, or about the past.
const LEFT_OUT: &[&str] =
    &["CHANGELOG.md", "docs/errors.md", "docs/test-times.md", "docs/deep-test-result.md", "docs/bench-"];
const EXTENSIONS: &[&str] =
    &["rs", "md", "toml", "sql", "ts", "tsx", "sh", "ftl", "json", "mjs", "yml", "css", "html", "service"];
/// Names of others, and names that stand for any name.
const FOREIGN: &[&str] = &["HeadObject", "UploadPartCopy", "pg_dump", "mod.rs", "name.rs", "name/", "NNNN_name.sql"];

struct Tree {
    paths: HashSet<String>,
    words: HashSet<String>,
}

impl Tree {
    /// Of all files that are not documentation, the names; of all files, the paths.
    fn read() -> Self {
        let mut tree = Self { paths: HashSet::new(), words: HashSet::new() };
        for path in repository::files() {
            for ancestor in Path::new(&path).ancestors().filter(|ancestor| !ancestor.as_os_str().is_empty()) {
                tree.paths.insert(ancestor.to_string_lossy().into_owned());
            }
            let text = fs::read_to_string(repository::root().join(&path)).unwrap_or_default();
            if extension(&path) != "md" {
                tree.add_words(&text);
            }
        }
        tree
    }

    fn add_words(&mut self, text: &str) {
        self.words.extend(text.split(|character| !in_name(character)).map(str::to_owned));
    }

    fn has_path(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let below = format!("/{path}");
        self.paths.contains(path) || self.paths.iter().any(|known| known.ends_with(&below))
    }

    /// Whether a text in backticks names something of ours that does not exist.
    fn lacks(&self, text: &str) -> bool {
        if FOREIGN.iter().any(|foreign| text.ends_with(foreign)) {
            return false;
        }
        if is_path(text) {
            return !self.has_path(text);
        }
        is_identifier(text) && text.trim_end_matches("()").split("::").any(|part| !self.words.contains(part))
    }
}

fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// A file or folder of ours. Names without a folder may be those of files that only exist at run time.
fn is_path(text: &str) -> bool {
    let plain = text.chars().all(|character| in_name(character) || "./-".contains(character));
    let is_file = EXTENSIONS.contains(&extension(text));
    plain
        && !text.starts_with('/')
        && (extension(text) == "rs" || (text.contains('/') && (is_file || text.ends_with('/'))))
}

/// Something that can only be a name in code: with `::`, with `()`, with an inner capital, or with an underscore. Names
/// in capitals are variables of an environment, and constants of the system.
fn is_identifier(text: &str) -> bool {
    let name = text.trim_end_matches("()");
    let plain = name.split("::").all(|part| !part.is_empty() && part.chars().all(in_name));
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic());
    let in_capitals = !name.contains(|letter: char| letter.is_ascii_lowercase());
    let mut letters = name.chars().zip(name.chars().skip(1));
    let has_inner_capital = letters.any(|(one, next)| one.is_ascii_lowercase() && next.is_ascii_uppercase());
    let is_code = name.contains("::") || name != text || has_inner_capital || name.contains('_');
    plain && starts && !in_capitals && is_code
}

/// The path and the text of every page that people write.
pub(crate) fn pages() -> Vec<(String, String)> {
    let paths = repository::files().into_iter().filter(|path| extension(path) == "md");
    let written = paths.filter(|path| !LEFT_OUT.iter().any(|left_out| path.starts_with(left_out)));
    written.map(|path| (path.clone(), repository::read(&path))).collect()
}

/// Each line without those in blocks of code, with its number.
pub(crate) fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        inside ^= is_fence;
        (!inside && !is_fence).then_some((index + 1, line))
    })
}

/// What stands in backticks in a line. A piece that is broken over two lines is not looked at.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    let parts: Vec<&str> = line.split('`').collect();
    let closed = parts.len() - parts.len().saturating_sub(1) % 2;
    parts.into_iter().take(closed).skip(1).step_by(2)
}

/// The targets of links in a line, without those that lead elsewhere.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    targets.filter(|target| !target.contains("://") && !target.starts_with("mailto:"))
}

/// The anchors of a page's headings, as forges make them.
fn anchors(text: &str) -> HashSet<String> {
    let headings = prose(text)
        .filter_map(|(_, line)| line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')));
    let anchor = |heading: &str| {
        let kept = heading
            .to_lowercase()
            .chars()
            .filter(|letter| in_name(*letter) || " -".contains(*letter))
            .collect::<String>();
        kept.trim().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

fn broken_link(page: &str, target: &str) -> bool {
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    let file = if path.is_empty() { page.into() } else { folder.join(path) };
    let full = repository::root().join(file);
    match anchor {
        None => !full.exists(),
        Some(anchor) => !fs::read_to_string(full).is_ok_and(|text| anchors(&text).contains(anchor)),
    }
}

#[test]
fn documents_name_what_exists() {
    static TREE: LazyLock<Tree> = LazyLock::new(Tree::read);
    let mut complaints = Vec::new();
    let mut names = 0;
    for (page, text) in pages() {
        for (number, line) in prose(&text) {
            names += quoted(line).filter(|text| is_path(text) || is_identifier(text)).count();
            let missing = quoted(line).filter(|text| TREE.lacks(text)).map(|text| format!("`{text}` does not exist"));
            let broken = links(line).filter(|target| broken_link(&page, target));
            let broken = broken.map(|target| format!("the link {target} leads nowhere"));
            complaints.extend(missing.chain(broken).map(|found| {
                let fix = "name what is there now; a name of others goes to FOREIGN in tidy/documents.rs";
                format!("{page}:{number}: documents_name_what_exists: {found}\n    fix: {fix}")
            }));
        }
    }
    none_of(&complaints);
    assert!(names > 100, "only {names} names were found in the documentation");
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Tree, anchors, is_identifier, is_path, links, prose, quoted};

    #[test]
    fn what_is_missing_is_seen_and_what_is_foreign_is_not() {
        let path = |path: &str| path.to_owned();
        let paths = HashSet::from([path("crates"), path("crates/cloud/src/routes.rs"), path("crates/cloud/src/jobs")]);
        let mut tree = Tree { paths, words: HashSet::new() };
        tree.add_words("fn run_named() { routes::table() }");
        for there in
            ["routes.rs", "src/routes.rs", "jobs/", "run_named", "routes::table", "HeadObject", "GET /v1", "a b"]
        {
            assert!(!tree.lacks(there), "{there}");
        }
        for missing in ["once.rs", "src/once.rs", "tests/", "run_due_sweeps", "routes::list", "settle_dead()"] {
            assert!(tree.lacks(missing), "{missing}");
        }
    }

    #[test]
    fn only_names_in_code_and_paths_count() {
        for path in ["store/users.rs", "crates/", "docs/adding.md", "name.rs"] {
            assert!(is_path(path), "{path}");
        }
        for other in ["/etc/tonnage.toml", "metadata.json", "GET /v1/x", "<name>/x.rs"] {
            assert!(!is_path(other), "{other}");
        }
        for name in ["run_named", "App::new", "settle()", "TeamCaller"] {
            assert!(is_identifier(name), "{name}");
        }
        for other in ["O_TMPFILE", "sqlite", "--deep", "a b_c", "limits.stall_seconds", "3_x"] {
            assert!(!is_identifier(other), "{other}");
        }
    }

    #[test]
    fn blocks_of_code_are_left_out() {
        let lines: Vec<usize> = prose("a\n```sh\nb\n```\nc\n").map(|(number, _)| number).collect();
        assert_eq!(lines, [1, 5]);
        assert_eq!(quoted("`a` and `b`, then `c").collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn links_and_headings_are_read() {
        assert_eq!(links("[a](b.md#c), [d](https://e)").collect::<Vec<_>>(), ["b.md#c"]);
        assert!(anchors("# A page\n## Restarts, and `upgrades`\n").contains("restarts-and-upgrades"));
    }
}
