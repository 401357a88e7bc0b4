//! The connection to other processes: NATS subjects without content.
//!
//! A subject names the package that has changed, or the kind of work that was added. It begins with a name that is
//! derived from the secret, so that several installations can share one NATS without hearing each other's wake-ups.
//! Nothing waits for NATS: a wake-up that it cannot take at once is dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use async_nats::{Client, Event};
use bytes::Bytes;
use futures_util::stream::{SelectAll, select_all};
use futures_util::{FutureExt as _, StreamExt as _};
use store::{Store, Work};
use tokio::sync::mpsc;
use tokio::task::unconstrained;
use tokio_util::sync::CancellationToken;
use wire::ids::PackageId;

use super::Watched;
use crate::config::BusAddress;
use crate::metrics::bus_connected;

/// A dead connection is detected after two of these.
const PING_EVERY: Duration = Duration::from_secs(5);
const RETRY_LONGEST: Duration = Duration::from_secs(1);
/// How long pending messages to NATS may take to leave.
const FLUSH_LONGEST: Duration = Duration::from_secs(1);
const CHECK_LONGEST: Duration = Duration::from_secs(5);

/// The subjects that a process subscribes to, depending on its roles.
#[derive(Clone, Copy)]
pub(super) struct Ears {
    pub(super) packages: bool,
    pub(super) work: bool,
}

pub(super) struct Link {
    client: Client,
    /// `tonnage.<name of the installation>`
    prefix: String,
    is_connected: AtomicBool,
}

impl Link {
    pub(super) async fn open(
        address: &BusAddress,
        deployment: &str,
        ears: Ears,
        watched: Watched,
        store: Store,
        end: CancellationToken,
    ) -> anyhow::Result<(Arc<Self>, impl Future<Output = ()> + Send + use<>)> {
        let (sender, events) = mpsc::unbounded_channel();
        let options = address.options().name("tonnage").no_echo().retry_on_initial_connect().ping_interval(PING_EVERY);
        let options = options.reconnect_delay_callback(pause_before).event_callback(move |event| {
            let _ = sender.send(event);
            std::future::ready(())
        });
        let client = options.connect(address.servers.as_slice()).await.context("cannot use bus.url")?;
        let prefix = format!("tonnage.{deployment}");
        let mut subscriptions = Vec::new();
        for (kind, wanted) in [("package", ears.packages), ("work", ears.work)] {
            if wanted {
                subscriptions.push(client.subscribe(format!("{prefix}.{kind}.*")).await.context("cannot use bus.url")?);
            }
        }
        let link = Arc::new(Self { client, prefix, is_connected: AtomicBool::new(false) });
        bus_connected(false);
        let keeper = Keeper { link: Arc::clone(&link), watched, store, has_complained: false };
        Ok((link, keeper.keep(select_all(subscriptions), events, end)))
    }

    pub(super) fn is_connected(&self) -> bool {
        self.is_connected.load(Ordering::Relaxed)
    }

    pub(super) fn tell_of_package(&self, package: &PackageId) {
        self.tell("package", package.as_str());
    }

    fn tell(&self, kind: &str, name: &str) {
        if self.is_connected() {
            let subject = format!("{}.{kind}.{name}", self.prefix);
            // Completes at the first poll, or not at all.
            let _ = unconstrained(self.client.publish(subject, Bytes::new())).now_or_never();
        }
    }

    async fn flush(&self) {
        let _ = tokio::time::timeout(FLUSH_LONGEST, self.client.flush()).await;
    }
}

fn pause_before(attempt: usize) -> Duration {
    let tenths = u32::try_from(attempt.saturating_sub(1)).unwrap_or(u32::MAX).min(10);
    (Duration::from_millis(100) * tenths).min(RETRY_LONGEST)
}

/// Passes on wake-ups from others, announces new work to them, and tracks whether NATS answers.
struct Keeper {
    link: Arc<Link>,
    watched: Watched,
    store: Store,
    has_complained: bool,
}

impl Keeper {
    async fn keep(
        mut self,
        mut heard: SelectAll<async_nats::Subscriber>,
        mut events: mpsc::UnboundedReceiver<Event>,
        end: CancellationToken,
    ) {
        let has_ears = !heard.is_empty();
        loop {
            tokio::select! {
                // Outgoing messages come first, so that none is left at the end.
                biased;
                work = self.store.added_here() => self.link.tell("work", name_of(work)),
                Some(event) = events.recv() => self.note(event).await,
                () = end.cancelled() => break,
                Some(message) = heard.next(), if has_ears => self.hear(message.subject.as_str()),
            }
        }
        self.link.flush().await;
    }

    fn hear(&self, subject: &str) {
        let rest = subject.strip_prefix(&self.link.prefix).and_then(|rest| rest.strip_prefix('.'));
        match rest.and_then(|rest| rest.split_once('.')) {
            Some(("package", id)) if let Ok(id) = id.parse() => self.watched.ring(&id),
            Some(("work", name)) if let Some(work) = work_of(name) => self.store.added_elsewhere(work),
            _ => tracing::debug!(subject, "unknown wake-up"),
        }
    }

    async fn note(&mut self, event: Event) {
        match event {
            Event::Connected => {
                // Subscribe first, and only then report that wake-ups arrive.
                self.link.flush().await;
                self.set(true);
                self.has_complained = false;
                tracing::info!("the bus answers: wake-ups reach the other processes");
            }
            Event::Disconnected | Event::Closed => {
                self.set(false);
                self.complain("the connection is lost");
            }
            Event::ClientError(error) if !self.link.is_connected() => self.complain(&error.to_string()),
            Event::ServerError(error) => tracing::warn!(%error, "the bus refused a request: check its permissions"),
            Event::SlowConsumer(_) => self.wake_all(),
            _ => {}
        }
    }

    fn set(&self, is_connected: bool) {
        self.link.is_connected.store(is_connected, Ordering::Relaxed);
        bus_connected(is_connected);
        // Waiting code may have missed something, and must adjust how often it polls.
        self.wake_all();
    }

    fn wake_all(&self) {
        self.watched.ring_all();
        for work in [Work::AtHome, Work::Calls] {
            self.store.added_elsewhere(work);
        }
    }

    /// Logs once, until NATS answers again.
    fn complain(&mut self, cause: &str) {
        if !std::mem::replace(&mut self.has_complained, true) {
            tracing::warn!(cause, "the bus does not answer: processes poll for each other's changes until it does");
        }
    }
}

const fn name_of(work: Work) -> &'static str {
    match work {
        Work::AtHome => "home",
        Work::Calls => "calls",
    }
}

fn work_of(name: &str) -> Option<Work> {
    [Work::AtHome, Work::Calls].into_iter().find(|work| name_of(*work) == name)
}

/// For the operator: whether NATS accepts these credentials.
pub async fn check(address: &BusAddress) -> Result<(), String> {
    let answered = async {
        let client = address.options().connect(address.servers.as_slice()).await.map_err(|error| error.to_string())?;
        client.flush().await.map_err(|error| error.to_string())
    };
    tokio::time::timeout(CHECK_LONGEST, answered).await.unwrap_or_else(|_| Err("it did not answer in time".to_owned()))
}
