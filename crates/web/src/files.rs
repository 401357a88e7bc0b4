//! The location of the built files: in the program, or in a directory during development.

use std::borrow::Cow;
use std::path::PathBuf;

use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist/cloud"]
struct Cloud;

#[derive(RustEmbed)]
#[folder = "../../web/dist/agent"]
struct Agent;

pub struct Files(Source);

enum Source {
    Embedded(fn(&str) -> Option<EmbeddedFile>),
    Directory(PathBuf),
}

impl Files {
    /// The pages of the server.
    pub fn of_cloud() -> Self {
        Self(Source::Embedded(Cloud::get))
    }

    /// The page of the agent.
    pub fn of_agent() -> Self {
        Self(Source::Embedded(Agent::get))
    }

    /// The result of a build, read again for each request, so that a change of a page needs no new program.
    pub fn in_directory(directory: PathBuf) -> Self {
        Self(Source::Directory(directory))
    }

    /// A file of the build. Names that could lead elsewhere do not exist.
    pub fn read(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        if !is_plain(name) {
            return None;
        }
        match &self.0 {
            Source::Embedded(get) => get(name).map(|file| file.data),
            Source::Directory(directory) => std::fs::read(directory.join(name)).ok().map(Cow::Owned),
        }
    }
}

fn is_plain(name: &str) -> bool {
    let is_plain = |part: &str| {
        !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
    };
    !name.is_empty() && name.split('/').all(|part| !part.is_empty() && is_plain(part))
}

#[cfg(test)]
mod tests {
    use super::{Files, is_plain};

    #[test]
    fn names_that_lead_elsewhere_are_nobodys() {
        for name in ["manifest.json", "assets/portal-B0_x-1.js", "assets/a.css.br"] {
            assert!(is_plain(name), "{name}");
        }
        for name in ["", "/", "../Cargo.toml", "assets/../x", "assets//x", "/etc/passwd", ".env", "a/.x", "a b", "a\0"]
        {
            assert!(!is_plain(name), "{name}");
        }
    }

    #[test]
    fn a_directory_is_read_anew_each_time() {
        let directory = tempfile::tempdir().unwrap();
        let files = Files::in_directory(directory.path().to_owned());
        assert!(files.read("manifest.json").is_none());
        std::fs::write(directory.path().join("manifest.json"), "{}").unwrap();
        assert_eq!(files.read("manifest.json").as_deref(), Some(b"{}".as_slice()));
    }
}
