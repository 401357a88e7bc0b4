//! Output for people, compared with files.

use std::path::Path;

/// Compares a text with the saved one; `UPDATE_SNAPSHOTS=1` saves it again.
#[track_caller]
pub fn compare_snapshot(folder: &str, name: &str, text: &str) {
    let path = Path::new(folder).join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, text).expect("the snapshot can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, kept, "{name} has changed: if it is meant, run the test with UPDATE_SNAPSHOTS=1");
}
