//! The power fails while the agent receives and sends files: what it showed as complete is on the disk, and everything
//! else continues.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::Value;
use testkit::{CallFault, CutDisk, CutDisks, FailingCalls, Need, noise, send_signal};

use super::watcher::tree;
use super::workbench::{MIB, Workbench};

const IMAGES: usize = 10;
const DEEP_IMAGES: usize = 200;
const DISK_BYTES: u64 = 512 << 20;
/// Slow enough to be interrupted.
const RATES: [(&str, u64); 2] = [("download", 64 * MIB), ("upload", 8 * MIB)];
/// Something else on this machine may sync all disks. That cannot happen each time.
const TRIES: usize = 5;
const SYNCS: &str = "fsync,fdatasync,sync_file_range,msync,syncfs";

/// The agent on a disk of its own, and packages for it on a server elsewhere.
struct Scene {
    disks: CutDisks,
    disk: CutDisk,
    bench: Workbench,
    packages: Vec<Arc<Package>>,
    /// Not on the disk.
    sources: tempfile::TempDir,
}

struct Package {
    link: String,
    /// What it contains.
    content: Tree,
}

/// A download that the agent has accepted.
struct Accepted {
    package: Arc<Package>,
    id: String,
    to: PathBuf,
}

/// What the agent shows of a download.
struct Shown {
    /// Files and empty directories that are complete.
    complete: Vec<PathBuf>,
    /// Bytes that have arrived.
    bytes: u64,
}

/// Files and directories by their paths below a destination. Directories have no content.
type Tree = BTreeMap<PathBuf, Option<Vec<u8>>>;

impl Scene {
    async fn new() -> Self {
        testkit::prepare();
        let disks = CutDisks::in_memory();
        let disk = disks.format(DISK_BYTES);
        let bench = Workbench::in_folder(Some(disk.path()), &[]).await;
        let sources = tempfile::tempdir().unwrap();
        let mut packages = Vec::new();
        for (name, large, small) in [("reel", &[28, 12][..], 30), ("stills", &[], 60), ("clip", &[12], 0)] {
            let source = sources.path().join(name);
            make_tree(&source, large, small);
            let inside = tree(&source).into_iter().map(|(path, content)| (Path::new(name).join(path), content));
            let content = inside.chain([(name.into(), None)]).collect();
            packages.push(Arc::new(Package { link: bench.sent(&source).await, content }));
        }
        for (direction, rate) in RATES {
            bench.limit(direction, rate).await;
        }
        Self { disks, disk, bench, packages, sources }
    }

    async fn download(&self, package: &Arc<Package>, to: &str) -> Accepted {
        let to = self.bench.path(to);
        Accepted { package: Arc::clone(package), id: self.bench.download(&package.link, &to).await, to }
    }

    /// The power fails now.
    fn cut(&mut self) {
        send_signal(self.bench.process(), "STOP");
        let found = self.disks.copy(&self.disk);
        self.bench.kill();
        self.disk.restore(found);
    }

    /// The agent starts, and the power fails again while it recovers.
    fn cut_while_it_recovers(&self, random: &mut StdRng) {
        let after = Duration::from_millis(random.random_range(0..800));
        self.disk.restore(self.disks.cut_a_start(&self.disk, &mut self.bench.command(), after));
    }
}

/// Large files with these sizes in MiB, some small ones, and an empty directory.
fn make_tree(root: &Path, large: &[u64], small: u64) {
    std::fs::create_dir_all(root.join("later")).unwrap();
    for size in large {
        let length = usize::try_from(size * MIB).unwrap();
        std::fs::write(root.join(format!("clip-{size}")), noise(*size, length)).unwrap();
    }
    for number in 0..small {
        let folder = root.join(format!("day-{}", number % 3));
        std::fs::create_dir_all(&folder).unwrap();
        let length = usize::try_from(number * number * 100).unwrap();
        std::fs::write(folder.join(format!("{number}.dpx")), noise(number, length)).unwrap();
    }
}

impl Accepted {
    async fn shown(&self, bench: &Workbench) -> Shown {
        let shown = bench.call(&format!("GET {}", self.id), &Value::Null).await.expect(200);
        let is_complete = |item: &&Value| shown["state"] == "complete" || item["state"] == "complete";
        let path = |item: &Value| Path::new(item["path"].as_str().unwrap()).join(item["name"].as_str().unwrap());
        let complete = shown["items"].as_array().unwrap().iter().filter(is_complete).map(path).collect();
        Shown { complete, bytes: shown["progress"].as_u64().unwrap() }
    }

    /// What is missing or damaged on the disk after a power cut.
    fn lost(&self, shown: &Shown) -> Vec<String> {
        let (found, wanted) = (tree(&self.to), &self.package.content);
        let is_right = |path: &PathBuf| found.get(path).is_some_and(|content| *content == wanted[path]);
        let missing = shown.complete.iter().filter(|path| !is_right(path));
        let mut lost: Vec<_> = missing.map(|path| format!("{} was shown as complete", path.display())).collect();
        for (path, content) in &found {
            let is_part = path.extension().is_some_and(|ending| ending == "part");
            if !is_part && wanted.get(path) != Some(content) {
                lost.push(format!("{} has its name, but is not whole", path.display()));
            }
        }
        lost
    }

    /// The download continues by itself and ends with the right files.
    async fn ends_right(&self, bench: &Workbench, context: &str) {
        bench.until_complete(&self.id).await;
        let found = tree(&self.to);
        assert!(found == self.package.content, "{context}: {}: {:?}", self.id, found.keys());
        bench.call(&format!("DELETE {}", self.id), &Value::Null).await.expect(200);
        std::fs::remove_dir_all(&self.to).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_power_cut_damages_no_file_and_everything_continues() {
    if testkit::cannot_run_without(&[Need::LoopDevices]) {
        return;
    }
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut scene = Scene::new().await;
    let mut shown = (0, 0);
    for image in 0..testkit::rounds(IMAGES, DEEP_IMAGES) {
        let (files, bytes) =
            cut_and_check(&mut scene, image, &mut random, &format!("seed {seed}, image {image}")).await;
        shown = (shown.0 + files, shown.1 + bytes);
    }
    println!("{} complete files and {} bytes had been shown before power cuts", shown.0, shown.1);
}

/// Returns how many files had been shown as complete before the cut, and how many bytes as arrived.
async fn cut_and_check(scene: &mut Scene, image: usize, random: &mut StdRng, context: &str) -> (usize, u64) {
    let upload = scene.bench.upload(&scene.sources.path().join("clip")).await;
    let mut downloads = Vec::new();
    for (number, package) in scene.packages.iter().enumerate() {
        downloads.push(scene.download(package, &format!("received-{number}")).await);
    }
    let moved = random.random_range(0..38 * MIB);
    scene.bench.until_moved(&downloads[0].id, moved).await;
    let mut shown = Vec::new();
    for download in &downloads {
        shown.push(download.shown(&scene.bench).await);
    }
    scene.cut();
    check(&downloads, &shown, context);
    if image % 2 == 1 {
        scene.cut_while_it_recovers(random);
        check(&downloads, &shown, &format!("{context}, second cut"));
    }
    scene.bench.start();
    for (download, shown) in downloads.iter().zip(&shown) {
        let kept = download.shown(&scene.bench).await.bytes;
        assert!(kept >= shown.bytes, "{context}: {}: {} bytes were shown, {kept} are left", download.id, shown.bytes);
        download.ends_right(&scene.bench, context).await;
    }
    check_upload(scene, &upload, context).await;
    (shown.iter().map(|shown| shown.complete.len()).sum(), shown.iter().map(|shown| shown.bytes).sum())
}

fn check(downloads: &[Accepted], shown: &[Shown], context: &str) {
    for (download, shown) in downloads.iter().zip(shown) {
        let lost = download.lost(shown);
        assert!(lost.is_empty(), "{context}: {}: {lost:?}", download.id);
    }
}

/// The upload continues by itself, and its package has the right files.
async fn check_upload(scene: &Scene, upload: &str, context: &str) {
    let bench = &scene.bench;
    bench.until_complete(upload).await;
    let package = Package { link: bench.link(upload).await, content: scene.packages[2].content.clone() };
    scene.download(&Arc::new(package), "sent").await.ends_right(bench, context).await;
    bench.call(&format!("DELETE {upload}"), &Value::Null).await.expect(200);
}

/// Whether a download that was shown as complete is harmed by a power cut if the agent's syncs do nothing: all of them, or
/// only those of one file.
async fn is_harmed(scene: &mut Scene, package: usize, file: Option<&str>) -> bool {
    let package = Arc::clone(&scene.packages[package]);
    for number in 0..TRIES {
        let to = format!("received-{number}");
        let files = file.map(|file| scene.bench.path(&to).join(file)).into_iter().collect();
        let fault = CallFault { calls: SYNCS, outcome: "retval=0", from: 1, is_lasting: true, files };
        let strace = FailingCalls::attach(scene.bench.process(), &fault);
        let download = scene.download(&package, &to).await;
        scene.bench.until_complete(&download.id).await;
        let shown = download.shown(&scene.bench).await;
        assert_eq!(
            shown.complete.len(),
            package.content.values().flatten().count() + 1,
            "all files, and the empty directory"
        );
        scene.cut();
        drop(strace);
        if !download.lost(&shown).is_empty() {
            return true;
        }
        scene.bench.start();
    }
    false
}

/// If this loses nothing, the test above proves nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_syncing_a_power_cut_loses_complete_files() {
    if testkit::cannot_run_without(&[Need::LoopDevices, Need::Strace]) {
        return;
    }
    let mut scene = Scene::new().await;
    assert!(is_harmed(&mut scene, 1, None).await);
}

/// The same if only the content of one file is not synced, but its name and the journal are.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_syncing_its_content_a_power_cut_damages_a_complete_file() {
    if testkit::cannot_run_without(&[Need::LoopDevices, Need::Strace]) {
        return;
    }
    let mut scene = Scene::new().await;
    assert!(is_harmed(&mut scene, 2, Some("clip/clip-12.part")).await);
}
