//! People at work: folders that come and change.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

pub(crate) const FOLDERS: usize = 300;
/// Between the steps of one person; below the timeout, so that what a person works on does not settle.
const STEP: std::ops::Range<u64> = 30..350;
const PEOPLE: usize = 6;

/// What is in a folder, by the path below it.
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
    /// Made elsewhere and moved in.
    MovedIn,
    /// Gone again, perhaps before it settled.
    Deleted,
}

const FATES: [Fate; 6] = [Fate::AtOnce, Fate::Grows, Fate::Rewritten, Fate::Locked, Fate::MovedIn, Fate::Deleted];

pub(crate) struct Folder {
    pub(crate) fate: Fate,
    /// Whether its sources are deleted once they are delivered.
    pub(crate) is_consumed: bool,
    pub(crate) path: PathBuf,
    /// The ones that may settle; all of them do, unless it is deleted.
    pub(crate) versions: Vec<Content>,
}

pub(crate) struct Folders {
    people: Vec<JoinHandle<()>>,
    done: mpsc::Receiver<(String, Folder)>,
}

impl Folders {
    /// `roots` are the folder whose content stays and the one whose content is consumed.
    pub(crate) fn begin(roots: [PathBuf; 2], seed: u64) -> Self {
        let (sender, done) = mpsc::channel();
        let people = (0..PEOPLE).map(|person| {
            let (roots, sender) = (roots.clone(), sender.clone());
            std::thread::spawn(move || {
                let mut random = StdRng::seed_from_u64(seed ^ person as u64);
                for number in (person..FOLDERS).step_by(PEOPLE) {
                    let name = format!("folder {number:03}");
                    let folder = work(&roots[number % 2], &name, number, &mut random);
                    sender.send((name, folder)).unwrap();
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
    let content = content(number, random);
    let mut pause = || std::thread::sleep(Duration::from_millis(random.random_range(STEP)));
    match fate {
        Fate::AtOnce | Fate::Deleted => write(&path, &content),
        Fate::Grows => {
            for (file, bytes) in &content {
                write_one(&path.join(file), bytes);
                pause();
            }
        }
        Fate::Rewritten => {
            let spoilt: Content =
                content.iter().map(|(file, bytes)| (file.clone(), vec![0; bytes.len() / 2])).collect();
            write(&path, &spoilt);
            pause();
            write(&path, &content);
        }
        Fate::Locked => {
            write(&path, &content);
            let held = fs::File::open(path.join(content.keys().next().unwrap())).unwrap();
            held.lock().unwrap();
            pause();
            pause();
        }
        Fate::MovedIn => {
            let elsewhere = root.with_file_name(format!("aside-{number}"));
            write(&elsewhere, &content);
            fs::rename(&elsewhere, &path).unwrap();
        }
    }
    pause();
    if fate == Fate::Deleted {
        // The agent may have been quicker, or delete the same files.
        let _ = fs::remove_dir_all(&path);
    }
    Folder { fate, is_consumed: number % 2 == 1, path, versions: vec![content] }
}

/// One to six files of some kilobytes, some of them below folders, rarely one that goes in parts.
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
