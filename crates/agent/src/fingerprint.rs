//! A fingerprint of a tree: names, sizes and modification times.
//!
//! Two scans of an unchanged tree are equal, even after a reboot or remount. Therefore device and inode numbers are not
//! included.

use sha2::{Digest as _, Sha256};
use transfer::tree::Entry;

#[derive(Default)]
pub struct Fingerprint {
    hash: Sha256,
    /// Files that can be sent.
    pub files: u64,
}

impl Fingerprint {
    pub fn add(&mut self, entry: &Entry) {
        match entry {
            Entry::File { identity, path, name, .. } => {
                self.files += 1;
                // Of this width in every version, because the journal keeps fingerprints.
                let (size, modified) = (identity.size.to_le_bytes(), i128::from(identity.modified).to_le_bytes());
                self.line(&[b"file", path.as_bytes(), name.as_bytes(), &size, &modified]);
            }
            // Its modification time is not included, because it changes with excluded names too.
            Entry::EmptyDirectory { path, name, .. } => self.line(&[b"directory", path.as_bytes(), name.as_bytes()]),
            Entry::Unfit { source, why } => {
                self.line(&[b"unfit", source.as_os_str().as_encoded_bytes(), why.as_bytes()]);
            }
            Entry::Skipped { .. } => {}
        }
    }

    /// Each part is preceded by its length, so that two different lists never hash the same input.
    fn line(&mut self, parts: &[&[u8]]) {
        for part in parts {
            self.hash.update(part.len().to_le_bytes());
            self.hash.update(part);
        }
    }

    pub fn text(self) -> String {
        hex::encode(&self.hash.finalize()[..16])
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::{Duration, UNIX_EPOCH};

    use transfer::tree::walk_except;

    use super::Fingerprint;

    fn look(root: &Path) -> String {
        let mut fingerprint = Fingerprint::default();
        walk_except(vec![root.to_owned()], |path| path.extension().is_some_and(|end| end == "tmp"))
            .for_each(|entry| fingerprint.add(&entry));
        fingerprint.text()
    }

    #[test]
    fn every_change_that_matters_is_seen_and_no_other() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("folder");
        fs::create_dir_all(root.join("inner")).unwrap();
        fs::write(root.join("a"), "one").unwrap();
        let mut before = look(&root);
        assert_eq!(look(&root), before);
        fs::write(root.join("left out.tmp"), "x").unwrap();
        assert_eq!(look(&root), before, "excluded files do not count");
        let changes: [(&str, &dyn Fn()); 6] = [
            ("grown", &|| fs::write(root.join("a"), "longer").unwrap()),
            ("renamed", &|| fs::rename(root.join("a"), root.join("b")).unwrap()),
            ("moved", &|| fs::rename(root.join("b"), root.join("inner/b")).unwrap()),
            ("touched", &|| {
                let file = fs::File::options().write(true).open(root.join("inner/b")).unwrap();
                file.set_modified(UNIX_EPOCH + Duration::from_secs(1_000)).unwrap();
            }),
            ("added", &|| fs::create_dir(root.join("empty")).unwrap()),
            ("removed", &|| fs::remove_file(root.join("inner/b")).unwrap()),
        ];
        for (name, change) in changes {
            change();
            let after = look(&root);
            assert_ne!(after, before, "{name}");
            before = after;
        }
    }
}
