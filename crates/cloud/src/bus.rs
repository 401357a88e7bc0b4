//! Wake-ups between code that changes something and code that waits for the change.
//!
//! A wake-up carries no data: the code that is woken reads the database, which is the only source of truth. So a lost
//! wake-up costs a moment and never a message. With NATS, wake-ups reach other processes too. Without it, or while it
//! does not answer, the other processes poll more often.

mod link;

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use wire::ids::PackageId;

pub use link::check;

use store::Store;

use crate::config::{BusAddress, Config, Role};
use link::{Ears, Link};
use parking_lot::{Mutex, MutexGuard};

/// How often waiting code polls the database when other processes cannot wake it.
const LOOK_OFTEN: Duration = Duration::from_secs(1);
/// How often it polls when they can, in case a wake-up is lost.
const LOOK_SELDOM: Duration = Duration::from_secs(5);

#[derive(Clone, Default)]
pub struct Bus {
    watched: Watched,
    /// The connection to the other processes. `None` if `bus.url` is not set.
    link: Option<Arc<Link>>,
}

/// Whether wake-ups reach other processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// No bus is set: only this process is woken.
    Alone,
    All,
    /// A bus is set, but does not answer.
    Lost,
}

impl Bus {
    /// If `bus.url` is set, returns a bus that reaches other processes, and the task that keeps it connected until
    /// `end`. NATS may still be down: the task retries until it answers.
    pub async fn open(
        config: &Config,
        deployment: &str,
        store: &Store,
        end: CancellationToken,
    ) -> anyhow::Result<(Self, Option<impl Future<Output = ()> + Send + use<>>)> {
        let address = BusAddress::parse(&config.bus.url).map_err(|reason| anyhow::anyhow!("bus.url {reason}"))?;
        let Some(address) = address else { return Ok((Self::default(), None)) };
        let watched = Watched::default();
        let heard = Ears { packages: config.has_role(Role::Api), work: config.has_role(Role::Worker) };
        let (link, kept) = Link::open(&address, deployment, heard, watched.clone(), store.clone(), end).await?;
        Ok((Self { watched, link: Some(link) }, Some(kept)))
    }

    /// Reports that something about the package has changed and is committed.
    pub fn wake(&self, package: &PackageId) {
        self.watched.ring(package);
        if let Some(link) = &self.link {
            link.tell_of_package(package);
        }
    }

    /// What to wait on for changes of the package. Its entry is removed with the last watcher.
    pub fn watch(&self, package: &PackageId) -> Arc<Notify> {
        self.watched.bell_of(package)
    }

    /// The longest time that a watcher waits before it polls by itself.
    pub fn look_every(&self) -> Duration {
        match self.reach() {
            Reach::All => LOOK_SELDOM,
            Reach::Alone | Reach::Lost => LOOK_OFTEN,
        }
    }

    pub fn reach(&self) -> Reach {
        match &self.link {
            None => Reach::Alone,
            Some(link) if link.is_connected() => Reach::All,
            Some(_) => Reach::Lost,
        }
    }
}

/// The watchers of each package in this process.
#[derive(Clone, Default)]
struct Watched(Arc<Mutex<HashMap<PackageId, Weak<Notify>>>>);

impl Watched {
    fn ring(&self, package: &PackageId) {
        if let Some(bell) = self.lock().get(package).and_then(Weak::upgrade) {
            bell.notify_waiters();
        }
    }

    /// Wakes all watchers, when wake-ups may have been lost.
    fn ring_all(&self) {
        for bell in self.lock().values().filter_map(Weak::upgrade) {
            bell.notify_waiters();
        }
    }

    fn bell_of(&self, package: &PackageId) -> Arc<Notify> {
        let mut watched = self.lock();
        if let Some(bell) = watched.get(package).and_then(Weak::upgrade) {
            return bell;
        }
        watched.retain(|_, bell| bell.strong_count() > 0);
        let bell = Arc::new(Notify::new());
        watched.insert(package.clone(), Arc::downgrade(&bell));
        bell
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PackageId, Weak<Notify>>> {
        self.0.lock()
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
        for ring in [Bus::wake, |bus: &Bus, _: &_| bus.watched.ring_all()] {
            let (first, second) = (bus.watch(&package), bus.watch(&package));
            let (mut one, mut two) = (Box::pin(first.notified()), Box::pin(second.notified()));
            one.as_mut().enable();
            two.as_mut().enable();
            ring(&bus, &package);
            tokio::join!(one, two);
        }
        bus.watch(&"01KA2B3C4D5E6F7G8H9JKMNPQS".parse().unwrap());
        assert!(bus.watched.lock().len() <= 1);
    }
}
