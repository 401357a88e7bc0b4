//! Decides whether a file that was found must be sent.
//!
//! A file is sent once from beginning to end, even if it is renamed. If it is written to after its end, it is a new
//! generation: a new package with the whole file.

use super::folder::Found;
use crate::journal::stream_files::StreamFile;

/// `known` is the record of the same file, if there is one.
pub(super) fn is_new(found: &Found, known: Option<&StreamFile>) -> bool {
    let Some(known) = known else { return true };
    match known.ended {
        Some(ended) => ended != (found.identity.size, found.identity.modified),
        // It is growing, or stopped until someone resumes it, or its upload was deleted. If the file system does not
        // record creation times, only a different name reveals a new file with a reused inode number.
        None => known.key.born == 0 && known.name != found.name,
    }
}

#[cfg(test)]
mod tests {
    use transfer::Identity;

    use super::super::folder::Found;
    use super::is_new;
    use crate::journal::stream_files::{FileKey, StreamFile};

    #[test]
    fn a_file_is_sent_once_until_it_changes_after_its_end() {
        let cases = [
            ("never seen", None, 1, true),
            ("it grows", Some(("take", None)), 1, false),
            ("renamed while it grows", Some(("other", None)), 1, false),
            ("ended", Some(("take", Some((10, 7)))), 1, false),
            ("renamed after its end", Some(("other", Some((10, 7)))), 1, false),
            ("grown after its end", Some(("take", Some((9, 7)))), 1, true),
            ("shorter after its end", Some(("take", Some((11, 7)))), 1, true),
            ("rewritten after its end", Some(("take", Some((10, 6)))), 1, true),
            ("it grows, of unknown age", Some(("take", None)), 0, false),
            ("an old number and another name, of unknown age", Some(("other", None)), 0, true),
        ];
        for (name, known, born, expected) in cases {
            let key = FileKey { inode: 2, born };
            let identity = Identity { inode: 2, born: None, size: 10, modified: 7 };
            let found = Found { name: "take".into(), path: "/folder/take".into(), identity, key };
            let known = known.map(|(name, ended)| StreamFile { key, name: name.into(), ended });
            assert_eq!(is_new(&found, known.as_ref()), expected, "{name}");
        }
    }
}
