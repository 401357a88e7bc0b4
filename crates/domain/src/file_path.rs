//! Names and paths of files in a package.
//!
//! A path is relative and only goes down. Anything that could leave a folder, or means something else on another
//! system, is rejected; names are never "cleaned" into something that the sender did not choose.

use crate::Refusal;

pub const NAME_LONGEST_BYTES: usize = 255;
pub const PATH_LONGEST_BYTES: usize = 4_096;

/// A location in a package: folders, then a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FilePath {
    path: String,
    name: String,
}

impl FilePath {
    /// Leading `./` and `/` of the path are ignored.
    pub fn parse(path: &str, name: &str) -> Result<Self, Refusal> {
        let path = relative(path);
        if path.len() > PATH_LONGEST_BYTES {
            return Err(Refusal::invalid("path", format!("must have at most {PATH_LONGEST_BYTES} bytes")));
        }
        let folders = path.split('/').filter(|_| !path.is_empty());
        folders.into_iter().try_for_each(|folder| check_component("path", folder))?;
        if name.contains('/') {
            return Err(Refusal::invalid("name", "must not contain /: put folders in path"));
        }
        check_component("name", name)?;
        Ok(Self { path: path.to_owned(), name: name.to_owned() })
    }

    /// The folders, without a slash at either end; empty at the root.
    pub fn path(&self) -> &str {
        &self.path
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Folders and name as one path.
    pub fn whole(&self) -> String {
        if self.path.is_empty() { self.name.clone() } else { format!("{}/{}", self.path, self.name) }
    }
}

fn relative(path: &str) -> &str {
    let mut rest = path;
    while let Some(shorter) = rest.strip_prefix("./").or_else(|| rest.strip_prefix('/')) {
        rest = shorter;
    }
    if rest == "." { "" } else { rest.strip_suffix('/').unwrap_or(rest) }
}

fn check_component(field: &'static str, component: &str) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(Refusal::invalid(field, reason));
    if component.is_empty() {
        return refuse(if field == "name" { "must not be empty" } else { "must not contain an empty folder name" });
    }
    if matches!(component, "." | "..") {
        return refuse("must not contain . or .. as a folder");
    }
    if component.len() > NAME_LONGEST_BYTES {
        return refuse("must have at most 255 bytes in each part");
    }
    if component.contains(['\0', '\\']) {
        return refuse("must not contain NUL or a backslash");
    }
    if is_drive(component) {
        return refuse("must be relative, without a drive letter");
    }
    Ok(())
}

/// `C:` and what follows it.
fn is_drive(component: &str) -> bool {
    let bytes = component.as_bytes();
    bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':'
}

#[cfg(test)]
mod tests {
    use super::FilePath;

    #[test]
    fn good_places_are_kept_as_they_are() {
        let cases = [
            ("", "a.mov", ""),
            ("./", "a", ""),
            (".", "a", ""),
            ("/", "a", ""),
            ("/x/y/", "a", "x/y"),
            ("././x", "a", "x"),
            ("x", "..a", "x"),
            ("x", "a..", "x"),
            ("...", "-rf", "..."),
            ("日本/é", "🎬 clip?.mxf", "日本/é"),
            (" x ", "CON", " x "),
        ];
        for (path, name, expected) in cases {
            let parsed = FilePath::parse(path, name).unwrap();
            assert_eq!((parsed.path(), parsed.name()), (expected, name), "{path:?}");
        }
    }

    #[test]
    fn what_could_climb_is_refused() {
        let long = "x".repeat(256);
        let paths = [
            "..",
            "../x",
            "x/..",
            "x/../y",
            "x/./y",
            "x//y",
            "x\\y",
            "\\\\server",
            "C:",
            "C:/x",
            "c:x",
            "x\0",
            &long,
            "./..",
            "/../x",
        ];
        for path in paths {
            assert!(FilePath::parse(path, "a").is_err(), "{path:?}");
        }
        for name in ["", ".", "..", "a/b", "a\\b", "a\0b", "C:a", &long] {
            assert!(FilePath::parse("", name).is_err(), "{name:?}");
        }
        assert!(FilePath::parse(&"x/".repeat(2_100), "a").is_err());
    }
}
