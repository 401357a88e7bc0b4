//! One engine for all transfers of a process: connections, memory and rate limits.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use rustix::process::{Resource, getrlimit};
use tokio::sync::Semaphore;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::blocks::Blocks;
use crate::connect::{OwnAddress, http_client};
use crate::gate::{Gate, Ticket};
use crate::pace::Pace;
use crate::retry::RetryPolicy;
use crate::shortage::Shortage;
use crate::storage::Storage;
use crate::tuner::Tuner;
use crate::window::{LOOK, Sample, Window};

/// How often the number of connections is adjusted, in measurements of the window.
const LOOKS_PER_TUNING: u32 = 5;
const CONNECTIONS_FIRST: usize = 8;
const CONNECTIONS_LEAST: usize = 4;
pub const CONNECTIONS_MOST: usize = 64;
/// Servers with a longer round-trip time get more connections from the start.
const FAR: Duration = Duration::from_millis(10);
const CONNECTIONS_FAR: usize = 64;
/// One place of this many is kept for parts that are more urgent than those that are in transfer.
const PLACES_PER_SPARE: usize = 8;
/// Minimum bytes per second that make a connection worthwhile.
const RATE_LEAST: u64 = 64 << 10;
/// Part files that are open at the same time, if the process may open enough files.
const PART_FILES_MOST: u64 = 1_024;
/// 24 MiB in total.
const BLOCKS: usize = 96;

#[derive(Clone)]
pub struct Engine(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) storage: Storage,
    pub(crate) up: Arc<Lane>,
    pub(crate) down: Arc<Lane>,
    pub(crate) blocks: Blocks,
    /// Part files that may be open at the same time.
    pub(crate) part_files: Arc<Semaphore>,
    pub(crate) retry_policy: RetryPolicy,
    pub(crate) shortage: Shortage,
    own_address: OwnAddress,
    tickets: AtomicU64,
}

/// One direction.
pub(crate) struct Lane {
    pub(crate) gate: Gate,
    pub(crate) pace: Pace,
    moved: AtomicU64,
    /// The bytes of all parts that had ended at the last measurement.
    ended: AtomicU64,
    tuner: Mutex<Tuner>,
    window: Mutex<Window>,
    limits: Mutex<Limits>,
}

#[derive(Clone, Copy)]
struct Limits {
    /// Bytes per second.
    rate: Option<u64>,
    connections: usize,
}

impl Limits {
    /// If many connections shared a low rate, each would look dead to the other side.
    fn connections(self) -> usize {
        let bearable = self.rate.map_or(u64::MAX, |rate| (rate / RATE_LEAST).max(1));
        self.connections.min(usize::try_from(bearable).unwrap_or(usize::MAX))
    }

    /// Connections that only urgent parts use.
    fn spare(self) -> usize {
        self.connections() / PLACES_PER_SPARE
    }
}

#[derive(Debug, thiserror::Error)]
#[error("cannot load the system's certificates: {0}")]
pub struct NoCertificates(String);

impl Engine {
    /// Needs a running tokio runtime and an installed TLS provider.
    pub fn start(retry_policy: RetryPolicy) -> Result<Self, NoCertificates> {
        let (up, down) = (Arc::new(Lane::new()), Arc::new(Lane::new()));
        let lanes = [Arc::downgrade(&up), Arc::downgrade(&down)];
        let distance = Arc::new(move |took: Duration| {
            for lane in lanes.iter().filter_map(Weak::upgrade).filter(|_| took >= FAR) {
                lane.begin_far();
            }
        });
        let own_address = OwnAddress::default();
        let http = http_client(retry_policy.stall, distance, Arc::clone(&own_address))
            .map_err(|error| NoCertificates(error.to_string()))?;
        let engine = Self(Arc::new(Inner {
            storage: Storage::new(http, retry_policy),
            own_address,
            up,
            down,
            blocks: Blocks::new(BLOCKS),
            part_files: Arc::new(Semaphore::new(part_files_most())),
            retry_policy,
            shortage: Shortage::default(),
            tickets: AtomicU64::new(0),
        }));
        tokio::spawn(tune([Arc::downgrade(&engine.0.up), Arc::downgrade(&engine.0.down)]));
        Ok(engine)
    }

    /// Where this program itself listens. No server can make the engine connect to it.
    pub fn avoid(&self, own_address: SocketAddr) {
        let _ = self.0.own_address.set(own_address);
    }

    /// Bytes per second; `None` for no limit.
    pub fn limit_uploads(&self, limit: Option<u64>) {
        self.0.up.limit(|limits| limits.rate = limit);
    }

    pub fn limit_downloads(&self, limit: Option<u64>) {
        self.0.down.limit(|limits| limits.rate = limit);
    }

    /// Applies to each direction.
    pub fn limit_connections(&self, most: usize) {
        for lane in [&self.0.up, &self.0.down] {
            lane.limit(|limits| limits.connections = most);
        }
    }

    /// The current number of allowed connections for each direction.
    pub fn connections(&self) -> (usize, usize) {
        (self.0.up.gate.limit(), self.0.down.gate.limit())
    }

    /// Whether something waits because there are too many open files.
    pub fn lacks_open_files(&self) -> bool {
        self.0.shortage.is_now()
    }

    /// Records that something waits because there are too many open files.
    pub fn note_shortage(&self) {
        self.0.shortage.note();
    }

    pub fn retry_policy(&self) -> RetryPolicy {
        self.0.retry_policy
    }

    pub(crate) fn inner(&self) -> Arc<Inner> {
        Arc::clone(&self.0)
    }
}

impl Inner {
    pub(crate) fn ticket(&self) -> Ticket {
        self.tickets.fetch_add(1, Ordering::Relaxed)
    }
}

impl Lane {
    fn new() -> Self {
        let window = Window::new(CONNECTIONS_MOST, None);
        let gate = Gate::new(CONNECTIONS_FIRST);
        gate.set_window(window.allowance());
        let limits = Limits { rate: None, connections: CONNECTIONS_MOST };
        gate.set_spare(limits.spare());
        let most = limits.connections() - limits.spare();
        Self {
            gate,
            window: Mutex::new(window),
            pace: Pace::new(),
            moved: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            tuner: Mutex::new(Tuner::new(CONNECTIONS_FIRST, CONNECTIONS_LEAST, most)),
            limits: Mutex::new(limits),
        }
    }

    /// Waits until this many bytes may pass, and counts them.
    pub(crate) async fn pass(&self, bytes: usize) {
        self.pace.pass(bytes).await;
        self.moved.fetch_add(u64::try_from(bytes).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    fn limit(&self, change: impl FnOnce(&mut Limits)) {
        let limits = {
            let mut limits = self.limits.lock();
            change(&mut limits);
            *limits
        };
        self.pace.set_limit(limits.rate);
        let allowance = {
            let mut window = self.window.lock();
            window.set_limit(limits.rate);
            window.allowance()
        };
        self.gate.set_window(allowance);
        self.gate.set_spare(limits.spare());
        self.tune(|tuner| tuner.set_most(limits.connections() - limits.spare()));
    }

    /// There are too many open files: use fewer connections.
    pub(crate) fn shrink(&self) {
        self.tune(Tuner::shrink);
    }

    fn begin_far(&self) {
        self.tune(|tuner| tuner.begin_at(CONNECTIONS_FAR));
    }

    fn tune(&self, change: impl FnOnce(&mut Tuner)) {
        let mut tuner = self.tuner.lock();
        change(&mut tuner);
        self.gate.set_limit(tuner.limit());
    }

    /// On a busy machine, a measurement can be late.
    fn measure(&self, bytes: u64, took: Duration) {
        let left = self.gate.left();
        let ended = left.wrapping_sub(self.ended.swap(left, Ordering::Relaxed));
        let (look, took) = (LOOK.as_micros(), took.max(LOOK).as_micros());
        let in_time = |bytes: u64| u64::try_from(u128::from(bytes) * look / took).unwrap_or(u64::MAX);
        let (bytes, ended) = (in_time(bytes), in_time(ended));
        let allowance = self.window.lock().sample(Sample { bytes, ended, is_held: self.gate.is_held() });
        self.gate.set_window(allowance);
    }
}

/// A quarter of the files that the process may open, because connections and directories need some too.
fn part_files_most() -> usize {
    let open_files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    usize::try_from((open_files / 4).clamp(1, PART_FILES_MOST)).unwrap_or(1)
}

/// Measures and adapts as long as the engine exists.
async fn tune(lanes: [Weak<Lane>; 2]) {
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut measured = [0_u64; 2];
    let mut tuned = [(0_u64, Instant::now()); 2];
    let mut looked = Instant::now();
    for look in (0..LOOKS_PER_TUNING).cycle() {
        looks.tick().await;
        let took = std::mem::replace(&mut looked, Instant::now()).elapsed();
        for ((lane, measured), (moved, at)) in lanes.iter().zip(&mut measured).zip(&mut tuned) {
            let Some(lane) = lane.upgrade() else { return };
            let now = lane.moved.load(Ordering::Relaxed);
            lane.measure(now.wrapping_sub(std::mem::replace(measured, now)), took);
            if look > 0 {
                continue;
            }
            let bytes = u32::try_from(now.wrapping_sub(*moved)).map_or(f64::from(u32::MAX), f64::from);
            let rate = bytes / at.elapsed().as_secs_f64().max(0.001);
            (*moved, *at) = (now, Instant::now());
            let is_crowded = lane.gate.is_crowded();
            lane.tune(|tuner| {
                tuner.sample(rate, is_crowded);
            });
        }
    }
}
