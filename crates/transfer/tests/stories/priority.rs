//! An urgent transfer takes the line from one that is running.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up fails its test")]

use std::net::{SocketAddr, SocketAddrV4};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use testkit::{TestCloud, until};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Mutex;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use transfer::upload::{Upload, send};
use transfer::{Engine, Fault, Progress, RetryPolicy};

use crate::ledger::Memory;
use crate::uploads::{Bench, hasty};

const BLOCK: usize = 16 << 10;
/// As a router has, and not what the kernel would give on this machine.
const BUFFER: u32 = 64 << 10;

/// Two seconds, and on a busy machine as much for the calls before and after the content.
const MOST: Duration = Duration::from_secs(4);

/// How many times as long as alone an urgent upload takes behind another one.
const RATIO_MOST: f64 = 4.0;

const QUEUE: u32 = 1_024;
const ASK_EVERY: Duration = Duration::from_millis(5);

/// How long it takes to connect.
#[derive(Clone, Copy, PartialEq)]
enum Distance {
    Near,
    /// The first connection takes a second. The engine then uses as many as it may.
    Far,
}

/// Whether somebody waits to be connected to an address.
fn is_asked_for(address: SocketAddrV4) -> bool {
    const ASKING: &str = "02";
    let name = format!("{:08X}:{:04X}", u32::from_le_bytes(address.ip().octets()), address.port());
    let sockets = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let is_asking = |line: &str| line.split_whitespace().skip(2).take(2).eq([name.as_str(), ASKING]);
    sockets.lines().any(is_asking)
}

/// A line with a rate, shared by all connections, in front of a store.
struct Line {
    address: SocketAddrV4,
    carried: Arc<AtomicU64>,
    _task: AbortOnDropHandle<()>,
}

struct Shared {
    bytes_per_second: u64,
    booked: Mutex<Instant>,
    carried: Arc<AtomicU64>,
}

impl Shared {
    async fn pass(&self, bytes: usize) {
        let until = {
            let mut booked = self.booked.lock().await;
            let nanos = (bytes as u64) * 1_000_000_000 / self.bytes_per_second;
            *booked = (*booked).max(Instant::now()) + Duration::from_nanos(nanos);
            *booked
        };
        tokio::time::sleep_until(until).await;
        self.carried.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    async fn carry(&self, sender: TcpStream, store: SocketAddr) {
        let store = TcpStream::connect(store).await.unwrap();
        let ((mut from, mut back), (mut answer, mut to)) = (sender.into_split(), store.into_split());
        let answers = async { copy(&mut answer, &mut back).await.map(drop) };
        let content = async {
            let mut block = vec![0; BLOCK];
            loop {
                let read = from.read(&mut block).await?;
                if read == 0 {
                    return to.shutdown().await;
                }
                self.pass(read).await;
                to.write_all(&block[..read]).await?;
            }
        };
        let _ = tokio::join!(answers, content);
    }
}

impl Line {
    fn start(store: SocketAddr, bytes_per_second: u64, distance: Distance) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(BUFFER).unwrap();
        socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
        let queue = if distance == Distance::Far { 0 } else { QUEUE };
        let listener: TcpListener = socket.listen(queue).unwrap();
        let SocketAddr::V4(address) = listener.local_addr().unwrap() else { panic!("not the address that was bound") };
        let filling = (distance == Distance::Far).then(|| std::net::TcpStream::connect(address).unwrap());
        let carried = Arc::new(AtomicU64::new(0));
        let booked = Mutex::new(Instant::now());
        let shared = Arc::new(Shared { bytes_per_second, booked, carried: Arc::clone(&carried) });
        let task = tokio::spawn(async move {
            // While the queue is full, the kernel drops what asks for a connection. It asks again after a second.
            if let Some(filling) = filling {
                while !is_asked_for(address) {
                    tokio::time::sleep(ASK_EVERY).await;
                }
                rustix::net::listen(&listener, i32::try_from(QUEUE).unwrap()).unwrap();
                drop(filling);
            }
            while let Ok((sender, _)) = listener.accept().await {
                let shared = Arc::clone(&shared);
                tokio::spawn(async move { shared.carry(sender, store).await });
            }
        });
        Self { address, carried, _task: AbortOnDropHandle::new(task) }
    }

    fn carried(&self) -> u64 {
        self.carried.load(Ordering::Relaxed)
    }
}

async fn start(bench: &Bench, name: &str, bytes: u64, priority: i64) -> AbortOnDropHandle<Result<(), Fault>> {
    let source = bench.folder.path().join(name);
    std::fs::File::create(&source).unwrap().set_len(bytes).unwrap();
    let parcel = bench.parcel().await;
    let upload = Upload { cloud: parcel.client.clone(), package: parcel.id.clone(), priority };
    let ledger = Arc::new(Memory::of([("", name, source.as_path())]));
    let (engine, stop) = (bench.engine.clone(), CancellationToken::new());
    let sending = async move { send(&engine, upload, ledger, Arc::new(Progress::from(0)), &stop).await };
    AbortOnDropHandle::new(tokio::spawn(sending))
}

struct Delay {
    /// For how long the line carried something else while an urgent upload of a second's worth was sent.
    others: Duration,
    /// How long that upload takes when nothing else is sent.
    alone: Duration,
    behind: Duration,
}

async fn urgent(bench: &Bench, name: &str, bytes: u64) -> Duration {
    let since = Instant::now();
    start(bench, name, bytes, 5).await.await.unwrap().unwrap();
    since.elapsed()
}

async fn delay(rate: u64, distance: Distance) -> Delay {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let authority = store.proxy.url().trim_start_matches("http://").parse().unwrap();
    let line = Line::start(authority, rate, distance);
    let endpoint = format!("http://{}", line.address);
    let cloud = setup.with(|config| config.storage.public_endpoint = endpoint).start().await;
    let patient = RetryPolicy { stall: Duration::from_mins(1), answer: Duration::from_mins(1), ..hasty() };
    let bench = Bench::with(cloud, Engine::start(patient).unwrap()).await;
    let long = start(&bench, "long", 30 * rate, 0).await;
    // As long as it takes to find out how fast the line is.
    let begun = 4 * rate;
    until("the line is busy", async || if line.carried() >= begun { Ok(()) } else { Err(line.carried()) }).await;
    let before = line.carried();
    let behind = urgent(&bench, "urgent", rate).await;
    let others = (line.carried() - before).saturating_sub(rate);
    let others = Duration::from_millis(others * 1_000 / rate);
    assert!(!long.is_finished(), "nothing was in the way");
    drop(long);
    let alone = urgent(&bench, "alone", rate).await;
    testkit::note(&format!("{} MiB/s: {behind:.1?}, of which {others:.1?} for others; {alone:.1?} alone", rate >> 20));
    Delay { others, alone, behind }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_urgent_upload_waits_at_most_two_seconds_for_another() {
    for rate in [4 << 20, 20 << 20] {
        let Delay { others, .. } = delay(rate, Distance::Near).await;
        assert!(others <= MOST, "{} MiB/s: others had the line for {others:.1?}", rate >> 20);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_urgent_upload_over_a_long_line_is_not_held_up_by_all_its_connections() {
    let Delay { others, alone, behind } = delay(40 << 20, Distance::Far).await;
    let ratio = behind.as_secs_f64() / alone.as_secs_f64();
    assert!(
        ratio <= RATIO_MOST,
        "{behind:.1?} behind another upload, which had the line for {others:.1?}; {alone:.1?} alone"
    );
}
