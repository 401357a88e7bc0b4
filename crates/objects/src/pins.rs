//! Protects content that is being read from deletion.
//!
//! A reader looks up and pins content inside one `Lookup`. The keeper deletes files only after the transaction that
//! forgot them, and first waits for running lookups: every reader that could still have seen the old row has pinned it
//! by then.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock, RwLockReadGuard};

#[derive(Default)]
pub(crate) struct Pins {
    lookups: RwLock<()>,
    readers: Mutex<HashMap<i64, usize>>,
}

pub(crate) struct Lookup<'a> {
    pins: &'a Arc<Pins>,
    _under_way: RwLockReadGuard<'a, ()>,
}

impl Pins {
    pub(crate) fn lookup(self: &Arc<Self>) -> Lookup<'_> {
        Lookup { pins: self, _under_way: self.lookups.read() }
    }

    /// Returns once every lookup that had started before has ended.
    pub(crate) fn wait_for_lookups(&self) {
        drop(self.lookups.write());
    }

    pub(crate) fn is_pinned(&self, content: i64) -> bool {
        self.readers.lock().contains_key(&content)
    }
}

impl Lookup<'_> {
    pub(crate) fn pin(&self, content: i64) -> Pin {
        *self.pins.readers.lock().entry(content).or_default() += 1;
        Pin { pins: Arc::clone(self.pins), content }
    }
}

/// Keeps the files of one content in place until dropped.
pub(crate) struct Pin {
    pins: Arc<Pins>,
    content: i64,
}

impl Drop for Pin {
    fn drop(&mut self) {
        let mut readers = self.pins.readers.lock();
        if let Some(count) = readers.get_mut(&self.content) {
            *count -= 1;
            if *count == 0 {
                readers.remove(&self.content);
            }
        }
    }
}
