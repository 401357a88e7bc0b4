//! What people see, kept in files.

use std::path::Path;

/// Holds a text against the one that is kept; `UPDATE_SNAPSHOTS=1` keeps it anew.
#[track_caller]
pub fn compare_snapshot(folder: &str, name: &str, text: &str) {
    let path = Path::new(folder).join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, text).expect("the snapshot can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, kept, "{name} has changed: if it is meant, run the test with UPDATE_SNAPSHOTS=1");
}
