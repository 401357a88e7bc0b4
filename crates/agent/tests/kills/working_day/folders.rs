//! People who create and change folders.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

pub(crate) const FOLDERS: usize = 300;
/// Between the steps of one person; shorter than the timeout, so that what a person works on does not settle.
const STEP: std::ops::Range<u64> = 30..350;
/// Between two folders of one person.
const REST: std::ops::Range<u64> = 500..2_000;
const PEOPLE: usize = 6;
/// If a writer was delayed by this much, half of a folder may have settled.
const STALL: Duration = Duration::from_secs(1);

/// The content of a folder, by relative path.
pub(crate) type Content = BTreeMap<PathBuf, Vec<u8>>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Written at once.
    AtOnce,
    /// File after file.
    Grows,
    /// Written over before it settles.
    Rewritten,
    /// Someone holds a lock for a while.
    Locked,
    /// Created elsewhere and moved in.
    MovedIn,
    /// A second version comes later: before the first settled, while it is sent, or after.
    Changed,
    /// Deleted, perhaps before it settled.
    Deleted,
}

const FATES: [Fate; 7] =
    [Fate::AtOnce, Fate::Grows, Fate::Rewritten, Fate::Locked, Fate::MovedIn, Fate::Changed, Fate::Deleted];

pub(crate) struct Folder {
    pub(crate) fate: Fate,
    /// Whether its sources are deleted once they are delivered.
    pub(crate) is_consumed: bool,
    pub(crate) path: PathBuf,
    /// Its final content, which settles unless it is deleted.
    pub(crate) last: Content,
    /// Its earlier content, if that may have settled.
    pub(crate) before: Option<Content>,
    /// The machine delayed its writer: it is unknown what settled.
    pub(crate) is_stalled: bool,
}

impl Folder {
    /// Whether its final content is known to settle.
    pub(crate) fn settles(&self) -> bool {
        self.fate != Fate::Deleted && !self.is_stalled
    }
}

pub(crate) struct Folders {
    people: Vec<JoinHandle<()>>,
    done: mpsc::Receiver<(String, Folder)>,
}

impl Folders {
    /// `roots` are the folder whose content is kept and the one whose content is deleted after delivery.
    pub(crate) fn begin(roots: &[PathBuf; 2], seed: u64) -> Self {
        let (sender, done) = mpsc::channel();
        let people = (0..PEOPLE).map(|person| {
            let (roots, sender) = (roots.clone(), sender.clone());
            std::thread::spawn(move || {
                let mut random = StdRng::seed_from_u64(seed ^ person as u64);
                for number in (person..FOLDERS).step_by(PEOPLE) {
                    let name = format!("folder {number:03}");
                    let folder = work(&roots[number % 2], &name, number, &mut random);
                    sender.send((name, folder)).unwrap();
                    std::thread::sleep(Duration::from_millis(random.random_range(REST)));
                }
            })
        });
        Self { people: people.collect(), done }
    }

    pub(crate) fn end(self) -> BTreeMap<String, Folder> {
        for person in self.people {
            person.join().unwrap();
        }
        self.done.into_iter().collect()
    }
}

fn work(root: &Path, name: &str, number: usize, random: &mut StdRng) -> Folder {
    let (fate, path) = (FATES[(number / 2) % FATES.len()], root.join(name));
    let (content, earlier) = (content(number, random), content(number, random));
    let later = Duration::from_millis(random.random_range(1_500..6_000));
    let (begun, mut meant) = (Instant::now(), Duration::ZERO);
    let mut wait = |time: Duration| {
        meant += time;
        std::thread::sleep(time);
    };
    let mut pause = |wait: &mut dyn FnMut(Duration)| wait(Duration::from_millis(random.random_range(STEP)));
    match fate {
        Fate::AtOnce | Fate::Deleted => write(&path, &content),
        Fate::Grows => {
            for (file, bytes) in &content {
                write_one(&path.join(file), bytes);
                pause(&mut wait);
            }
        }
        Fate::Rewritten => {
            let spoilt: Content =
                content.iter().map(|(file, bytes)| (file.clone(), vec![0; bytes.len() / 2])).collect();
            write(&path, &spoilt);
            pause(&mut wait);
            write(&path, &content);
        }
        Fate::Locked => {
            write(&path, &content);
            let held = fs::File::open(path.join(content.keys().next().unwrap())).unwrap();
            held.lock().unwrap();
            pause(&mut wait);
            pause(&mut wait);
        }
        Fate::Changed => {
            write(&path, &earlier);
            wait(later);
            let _ = fs::remove_dir_all(&path);
            write(&path, &content);
        }
        Fate::MovedIn => {
            let elsewhere = root.with_file_name(format!("aside-{number}"));
            write(&elsewhere, &content);
            fs::rename(&elsewhere, &path).unwrap();
        }
    }
    pause(&mut wait);
    let is_stalled = begun.elapsed().saturating_sub(meant) > STALL;
    if fate == Fate::Deleted {
        // The agent may have been quicker, or may be deleting the same files.
        let _ = fs::remove_dir_all(&path);
    }
    let before = (fate == Fate::Changed).then_some(earlier);
    Folder { fate, is_consumed: number % 2 == 1, path, last: content, before, is_stalled }
}

/// One to six files of some kilobytes, some of them in subfolders, rarely one that is sent in parts.
fn content(number: usize, random: &mut StdRng) -> Content {
    let files = random.random_range(1..=6);
    let file = |place: usize, random: &mut StdRng| {
        let path = if place % 3 == 2 { format!("inner/{place}.bin") } else { format!("{place}.bin") };
        let length = if number % 60 == 7 { 9 << 20 } else { random.random_range(1..60_000) };
        let mut bytes = vec![0_u8; length];
        random.fill(&mut bytes[..length.min(4_096)]);
        (PathBuf::from(path), bytes)
    };
    (0..files).map(|place| file(place, random)).collect()
}

fn write(path: &Path, content: &Content) {
    for (file, bytes) in content {
        write_one(&path.join(file), bytes);
    }
}

fn write_one(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}
