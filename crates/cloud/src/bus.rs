//! Wake-ups between those who change a package and those who watch it.
//!
//! A wake-up carries nothing: whoever is woken reads the database, which alone
//! knows the truth. So a lost wake-up costs a moment and never a message, and
//! other processes, which are not woken, look every second.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::Notify;
use wire::ids::PackageId;

#[derive(Clone, Default)]
pub struct Bus {
    watched: Arc<Mutex<HashMap<PackageId, Weak<Notify>>>>,
}

impl Bus {
    /// Something about the package has changed and is committed.
    pub fn wake(&self, package: &PackageId) {
        let watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bell) = watched.get(package).and_then(Weak::upgrade) {
            bell.notify_waiters();
        }
    }

    /// What to wait on for changes of the package. When the last watcher is gone, so is its place in the list.
    pub fn watch(&self, package: &PackageId) -> Arc<Notify> {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bell) = watched.get(package).and_then(Weak::upgrade) {
            return bell;
        }
        watched.retain(|_, bell| bell.strong_count() > 0);
        let bell = Arc::new(Notify::new());
        watched.insert(package.clone(), Arc::downgrade(&bell));
        bell
    }
}

#[cfg(test)]
mod tests {
    use super::Bus;

    #[tokio::test]
    async fn watchers_are_woken_and_forgotten() {
        let bus = Bus::default();
        let package = "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap();
        bus.wake(&package);
        let (first, second) = (bus.watch(&package), bus.watch(&package));
        let (mut one, mut two) = (Box::pin(first.notified()), Box::pin(second.notified()));
        one.as_mut().enable();
        two.as_mut().enable();
        bus.wake(&package);
        tokio::join!(one, two);
        drop((first, second));
        bus.watch(&"01KA2B3C4D5E6F7G8H9JKMNPQS".parse().unwrap());
        assert!(bus.watched.lock().unwrap().len() <= 1);
    }
}
