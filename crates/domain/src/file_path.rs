//! Names and paths of files in a package.
//!
//! A path is relative and only goes down. Anything that could leave a folder is rejected; names are never "cleaned" into
//! something that the sender did not choose. Clients map what their file system does not accept: see `local_name`.

use crate::Refusal;

/// Characters, because that is what people count, and what the file systems of Windows and Mac count.
pub const NAME_LONGEST_CHARACTERS: usize = 255;
pub const PATH_LONGEST_BYTES: usize = 4_096;

/// A location in a package: folders, then a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FilePath {
    path: String,
    name: String,
}

impl FilePath {
    /// A slash at either end, doubled slashes and `.` as a folder are ignored.
    pub fn parse(path: &str, name: &str) -> Result<Self, Refusal> {
        let folders: Vec<&str> = path.split('/').filter(|folder| !matches!(*folder, "" | ".")).collect();
        folders.iter().try_for_each(|folder| check_component("path", folder))?;
        if folders.first().is_some_and(|first| is_drive(first)) {
            return Err(Refusal::invalid("path", "must be relative, without a drive letter"));
        }
        let path = folders.join("/");
        if path.len() > PATH_LONGEST_BYTES {
            return Err(Refusal::invalid("path", format!("can have up to {PATH_LONGEST_BYTES} bytes")));
        }
        if name.contains('/') {
            return Err(Refusal::invalid("name", "must not contain /: put folders in path"));
        }
        check_component("name", name)?;
        Ok(Self { path, name: name.to_owned() })
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

fn check_component(field: &'static str, component: &str) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(Refusal::invalid(field, reason));
    if component.is_empty() {
        return refuse("must not be empty");
    }
    if matches!(component, "." | "..") {
        return refuse("must not contain . or .. as a folder");
    }
    if component.chars().nth(NAME_LONGEST_CHARACTERS).is_some() {
        return refuse("can have up to 255 characters in each part");
    }
    if component.contains(['\0', '\\']) {
        return refuse("must not contain NUL or a backslash");
    }
    Ok(())
}

/// A folder that is only a letter and a colon, such as that of the absolute path `C:/clips`.
fn is_drive(folder: &str) -> bool {
    let mut letters = folder.chars();
    letters.next().is_some_and(|letter| letter.is_ascii_alphabetic()) && letters.as_str() == ":"
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
            ("x//y", "a", "x/y"),
            ("x/./y/.", "a", "x/y"),
            ("C:x", "A:B roll.mov", "C:x"),
            ("x/C:", "C:", "x/C:"),
        ];
        for (path, name, expected) in cases {
            let parsed = FilePath::parse(path, name).unwrap();
            assert_eq!((parsed.path(), parsed.name()), (expected, name), "{path:?}");
        }
        let long = "é".repeat(255);
        assert!(FilePath::parse(&long, &long).is_ok(), "characters count, not bytes");
    }

    #[test]
    fn what_could_climb_is_refused() {
        let long = "é".repeat(256);
        let paths = [
            "..",
            "../x",
            "x/..",
            "x/../y",
            "x\\y",
            "\\\\server",
            "C:",
            "C:/x",
            "C:\\x",
            "/c:/x",
            "x\0",
            &long,
            "./..",
            "/../x",
        ];
        for path in paths {
            assert!(FilePath::parse(path, "a").is_err(), "{path:?}");
        }
        for name in ["", ".", "..", "a/b", "a\\b", "a\0b", &long] {
            assert!(FilePath::parse("", name).is_err(), "{name:?}");
        }
        assert!(FilePath::parse(&"x/".repeat(2_100), "a").is_err());
    }
}
