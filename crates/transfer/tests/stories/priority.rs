//! An urgent transfer takes the line from one that is running.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up fails its test")]

use std::net::SocketAddr;
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

/// A line with a rate, shared by all connections, in front of a store.
struct Line {
    address: SocketAddr,
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
    fn start(store: SocketAddr, bytes_per_second: u64) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(BUFFER).unwrap();
        socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
        let listener: TcpListener = socket.listen(1_024).unwrap();
        let (address, carried) = (listener.local_addr().unwrap(), Arc::new(AtomicU64::new(0)));
        let booked = Mutex::new(Instant::now());
        let shared = Arc::new(Shared { bytes_per_second, booked, carried: Arc::clone(&carried) });
        let task = tokio::spawn(async move {
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

/// For how long the line carried something else while an urgent upload of a second's worth was sent.
async fn delay(rate: u64) -> Duration {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let authority = store.proxy.url().trim_start_matches("http://").parse().unwrap();
    let line = Line::start(authority, rate);
    let endpoint = format!("http://{}", line.address);
    let cloud = setup.with(|config| config.storage.public_endpoint = endpoint).start().await;
    let patient = RetryPolicy { stall: Duration::from_mins(1), answer: Duration::from_mins(1), ..hasty() };
    let bench = Bench::with(cloud, Engine::start(patient).unwrap()).await;
    let long = start(&bench, "long", 30 * rate, 0).await;
    // As long as it takes to find out how fast the line is.
    let begun = 4 * rate;
    until("the line is busy", async || if line.carried() >= begun { Ok(()) } else { Err(line.carried()) }).await;
    let (before, since) = (line.carried(), Instant::now());
    start(&bench, "urgent", rate, 5).await.await.unwrap().unwrap();
    let others = (line.carried() - before).saturating_sub(rate);
    let others = Duration::from_millis(others * 1_000 / rate);
    testkit::note(&format!("{} MiB/s: {:.1?}, of which {others:.1?} for others", rate >> 20, since.elapsed()));
    assert!(!long.is_finished(), "nothing was in the way");
    others
}

#[tokio::test(flavor = "multi_thread")]
async fn an_urgent_upload_waits_at_most_two_seconds_for_another() {
    for rate in [4 << 20, 20 << 20] {
        let others = delay(rate).await;
        assert!(others <= MOST, "{} MiB/s: others had the line for {others:.1?}", rate >> 20);
    }
}
