//! A file that is locked until it is dropped.

use std::fs::File;

pub(crate) struct Locked(pub(crate) File);

impl Drop for Locked {
    /// Closing alone is not enough: a child process that is just being started has the file open too, until it runs
    /// exec.
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "cannot release a lock before its file is closed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_goes_though_somebody_else_still_has_the_file_open() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let locked = Locked(file.reopen().unwrap());
        locked.0.try_lock().unwrap();
        let _as_a_child_has_it = locked.0.try_clone().unwrap();
        let other = file.reopen().unwrap();
        assert!(other.try_lock().is_err());
        drop(locked);
        other.try_lock().unwrap();
    }
}
