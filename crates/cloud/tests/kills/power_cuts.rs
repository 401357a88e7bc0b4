//! The power fails while people send files: what was acknowledged is on the disk.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use client::Client;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use testkit::{CallFault, CutDisk, CutDisks, FailingCalls, Need, Parcel, Program, noise, plain_package, send_signal};
use tokio::sync::RwLock;
use tokio::task::JoinSet;
use wire::ids::{PackageId, TeamId};

const IMAGES: usize = 20;
const DEEP_IMAGES: usize = 300;
const SENDERS: u64 = 3;
const DISK_BYTES: u64 = 768 << 20;
/// So many packages are sent from one image to the next.
const AT_LEAST: usize = 20;
/// So many images are taken of one disk, before it is full.
const OF_ONE_DISK: usize = 20;
const VARIABLES: &[(&str, &str)] = &[("TONNAGE_STORAGE__RESERVE_BYTES", "1048576")];
/// Files that fit into a row of the store's index, and files that do not.
const SIZES: [usize; 3] = [100, 20_000, 70_000];

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tonnage"))
}

/// Packages whose finalize was acknowledged, and the seed and length of their only file.
type Ledger = Arc<Mutex<BTreeMap<PackageId, (u64, usize)>>>;

struct Scene {
    disks: CutDisks,
    disk: CutDisk,
    server: Program,
    team: TeamId,
    key: String,
    ledger: Ledger,
    /// Nothing is sent while a copy is checked, which would only take longer.
    gate: Arc<RwLock<()>>,
}

impl Scene {
    fn new() -> Self {
        testkit::prepare();
        let disks = CutDisks::in_memory();
        let disk = disks.format(DISK_BYTES);
        let data = disk.path().join("data");
        let server = Program::serve(program(), &data, VARIABLES);
        let (team, key) = Program::bootstrap(program(), &data);
        Self { disks, disk, server, team, key, ledger: Ledger::default(), gate: Arc::default() }
    }

    fn client(&self, server: &Program) -> Client {
        Client::new(&server.api).unwrap().with_api_key(&self.key)
    }

    fn senders(&self, random: &mut StdRng) -> JoinSet<()> {
        let seeds = (0..SENDERS).map(|_| random.random());
        let sender = |seed| Sender {
            client: self.client(&self.server),
            team: self.team.clone(),
            ledger: self.ledger.clone(),
            gate: self.gate.clone(),
            random: StdRng::seed_from_u64(seed),
        };
        seeds.map(|seed| sender(seed).send()).collect()
    }

    /// The disk after a power cut now, and what had been acknowledged before it.
    fn cut(&self) -> (CutDisk, BTreeMap<PackageId, (u64, usize)>) {
        send_signal(self.server.id(), "STOP");
        let acknowledged = self.ledger.lock().unwrap().clone();
        let found = self.disks.cut(&self.disk);
        send_signal(self.server.id(), "CONT");
        (found, acknowledged)
    }
}

struct Sender {
    client: Client,
    team: TeamId,
    ledger: Ledger,
    gate: Arc<RwLock<()>>,
    random: StdRng,
}

impl Sender {
    async fn send(mut self) {
        loop {
            let _open = self.gate.read().await;
            let (seed, length) = (self.random.random(), SIZES[self.random.random_range(0..SIZES.len())]);
            let parcel = Parcel::create(&self.client, &self.team, &plain_package("Dailies")).await;
            parcel.put("", "a.bin", &noise(seed, length)).await;
            parcel.finalize().await;
            self.ledger.lock().unwrap().insert(parcel.id, (seed, length));
        }
    }
}

/// What is lost of what was acknowledged.
async fn lost(client: &Client, team: &TeamId, acknowledged: &BTreeMap<PackageId, (u64, usize)>) -> Vec<String> {
    let mut lost = Vec::new();
    for (id, (seed, length)) in acknowledged {
        let Ok(body) = client.package(team, id).await else {
            lost.push(format!("package {id} is gone"));
            continue;
        };
        if body.state != "finalized" {
            lost.push(format!("package {id} is {}", body.state));
            continue;
        }
        let holder = client.with_package_token(&body.access_token);
        let file = holder.files(id, "").await.unwrap().remove(0);
        let address = holder.download_address(id, &file.id).await.unwrap().url;
        let reply = reqwest::get(&address).await.unwrap();
        let is_whole = reply.status() == 200 && reply.bytes().await.is_ok_and(|bytes| *bytes == noise(*seed, *length));
        if !is_whole {
            lost.push(format!("the content of package {id} is gone or altered"));
        }
    }
    lost
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_to_a_power_cut() {
    if testkit::cannot_run_without(&[Need::LoopDevices]) {
        return;
    }
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let images: Vec<usize> = (0..testkit::rounds(IMAGES, DEEP_IMAGES)).collect();
    let mut checked = 0;
    for images in images.chunks(OF_ONE_DISK) {
        let scene = Scene::new();
        let _senders = scene.senders(&mut random);
        for image in images {
            checked += cut_and_check(&scene, *image, &mut random, &format!("seed {seed}, image {image}")).await;
        }
    }
    println!("{checked} packages were looked for after power cuts");
}

/// How many packages were looked for after a power cut.
async fn cut_and_check(scene: &Scene, image: usize, random: &mut StdRng, context: &str) -> usize {
    let before = scene.ledger.lock().unwrap().len();
    testkit::until("something more is sent", async || {
        let sent = scene.ledger.lock().unwrap().len();
        if sent >= before + AT_LEAST { Ok(()) } else { Err(sent) }
    })
    .await;
    tokio::time::sleep(Duration::from_millis(random.random_range(0..100))).await;
    let (found, acknowledged) = scene.cut();
    let _closed = scene.gate.write().await;
    if image % 2 == 1 {
        cut_while_it_recovers(scene, &found, random);
    }
    let data = found.path().join("data");
    let server = Program::serve(program(), &data, VARIABLES);
    let lost = lost(&scene.client(&server), &scene.team, &acknowledged).await;
    assert!(lost.is_empty(), "{context}: {lost:?}");
    drop(server);
    let report = Program::run(program(), &[], &["admin", "fsck", "--read-data", "--data-dir", data.to_str().unwrap()]);
    assert!(report.status.success(), "{context}: {}", String::from_utf8_lossy(&report.stdout));
    // Later images need not show again what this one has shown.
    scene.ledger.lock().unwrap().retain(|id, _| !acknowledged.contains_key(id));
    acknowledged.len()
}

/// A server starts on the disk, and the power fails again before it is ready.
fn cut_while_it_recovers(scene: &Scene, disk: &CutDisk, random: &mut StdRng) {
    let mut command = Command::new(program());
    command.args(["serve", "--listen", "127.0.0.1:0", "--storage-listen", "127.0.0.1:0", "--data-dir"]);
    command.arg(disk.path().join("data"));
    let after = Duration::from_millis(random.random_range(0..400));
    disk.restore(scene.disks.cut_a_start(disk, &mut command, after));
}

/// The same with a disk that claims to have synced: if this loses nothing, the test above proves nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_syncing_a_power_cut_loses_what_was_acknowledged() {
    if testkit::cannot_run_without(&[Need::LoopDevices, Need::Strace]) {
        return;
    }
    let scene = Scene::new();
    let mut random = StdRng::seed_from_u64(1);
    let calls = "fsync,fdatasync,sync_file_range,msync,syncfs";
    let nothing_is_synced = CallFault { calls, outcome: "retval=0", from: 1, is_lasting: true, files: Vec::new() };
    let _strace = FailingCalls::attach(scene.server.id(), &nothing_is_synced);
    let _senders = scene.senders(&mut random);
    testkit::until("a few are sent", async || {
        let sent = scene.ledger.lock().unwrap().len();
        if sent > 5 { Ok(()) } else { Err(sent) }
    })
    .await;
    let (found, acknowledged) = scene.cut();
    let server = Program::serve(program(), &found.path().join("data"), VARIABLES);
    assert!(!lost(&scene.client(&server), &scene.team, &acknowledged).await.is_empty());
}
