//! Commands that are interrupted: nothing half-written stays, and the exit code tells.

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};

use fixtures::send_signal;
use serving::secret::Secret;
use store::{DatabaseAddress, PoolLimits, SCHEMA_VERSION, Store, Tx, rate_limits};
use tempfile::TempDir;
use testkit::{Parcel, Program, plain_package};
use wire::time::Time;

use super::backup::scene::{program, said};

/// Larger than what the store keeps in its index, so that it has a file of its own.
const LARGE: usize = 300_000;

/// An installation with a package whose server has stopped.
async fn installed(directory: &TempDir) -> PathBuf {
    testkit::prepare();
    let data = directory.path().join("data");
    let server = Program::serve(program(), &data, &[]);
    let (team, key) = Program::bootstrap(program(), &data);
    let client = client::Client::new(&server.api).unwrap().with_api_key(&key);
    let parcel = Parcel::create(&client, &team, &plain_package("Dailies")).await;
    parcel.put("", "reel.mov", &vec![7; LARGE]).await;
    parcel.finalize().await;
    data
}

/// A command that is running, whose output is read when it has ended.
struct Running {
    child: Child,
    errors: BufReader<ChildStderr>,
}

impl Running {
    fn start<S: AsRef<OsStr>>(arguments: &[S], variables: &[(&str, &str)]) -> Self {
        let mut command = Command::new(program());
        command.args(arguments).envs(variables.iter().copied());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let errors = BufReader::new(child.stderr.take().unwrap());
        Self { child, errors }
    }

    fn signal(&self, name: &str) {
        send_signal(self.child.id(), name);
    }

    /// Reads what the command says until it has noticed the signal.
    fn notices(&mut self) {
        let mut line = String::new();
        while !line.starts_with("stopping; press Ctrl-C again") {
            line.clear();
            assert!(self.errors.read_line(&mut line).unwrap() > 0, "it ended before it noticed the signal");
        }
    }

    /// The exit code and the rest of what it says on standard error.
    fn end(mut self) -> (Option<i32>, String) {
        let mut text = String::new();
        self.errors.read_to_string(&mut text).unwrap();
        (self.child.wait().unwrap().code(), text)
    }
}

/// Waits for something that happens soon, if the command does not end before it. Asks more often than `until`, to meet a
/// short moment.
fn comes_to(running: &mut Running, has_happened: impl Fn() -> bool) -> bool {
    loop {
        if has_happened() {
            return true;
        }
        if running.child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::yield_now();
    }
}

/// Keeps others from writing to a database, until it is dropped.
async fn lock(store: &Store) -> Tx {
    let mut tx = store.begin().await.unwrap();
    rate_limits::hit(&mut tx, "test", 1, Time::from_millis(0)).await.unwrap();
    tx
}

/// The only file of its kind below a directory.
fn large_file_below(directory: &Path) -> PathBuf {
    let mut found = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.metadata().unwrap().len() == LARGE as u64 {
                found.push(path);
            }
        }
    }
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// Replaces a file by a pipe: a command that reads it stops there until someone writes.
fn becomes_pipe(path: &Path) {
    std::fs::remove_file(path).unwrap();
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// A command that copies or reads is not waiting for anything that could be dropped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_that_is_busy_stops_at_the_next_piece() {
    let directory = tempfile::tempdir().unwrap();
    let data = installed(&directory).await;
    let path = |name: &str| directory.path().join(name);
    let (whole, backup) = (path("whole"), path("backup"));
    let data_dir = ["--data-dir", data.to_str().unwrap()];
    said(&[&["backup", "create", "--copy", whole.to_str().unwrap()][..], &data_dir].concat(), &[]).await;
    let create = [&["backup", "create", "--copy", backup.to_str().unwrap()][..], &data_dir].concat();
    let verify = vec!["backup", "verify", whole.to_str().unwrap()];
    for (arguments, read) in [(create, data.join("objects")), (verify, whole.clone())] {
        let pipe = large_file_below(&read);
        becomes_pipe(&pipe);
        for is_impatient in [false, true] {
            let mut running = Running::start(&arguments, &[]);
            // Opens when the command reads.
            let mut content = OpenOptions::new().write(true).open(&pipe).unwrap();
            running.signal("INT");
            running.notices();
            if is_impatient {
                running.signal("INT");
                assert_eq!(running.end().0, Some(130), "at once");
                let _ = std::fs::remove_dir_all(path("backup.partial"));
                continue;
            }
            content.write_all(b"some").unwrap();
            drop(content);
            let (code, said) = running.end();
            assert_eq!((code, said.as_str()), (Some(130), "interrupted; nothing incomplete was left behind\n"));
            assert!(!path("backup.partial").exists() && !backup.exists());
        }
    }
}

/// A store that accepts connections and never answers.
fn silent_store() -> (TcpListener, Vec<(&'static str, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let variables = vec![
        ("TONNAGE_STORAGE__ENDPOINT", format!("http://{}", listener.local_addr().unwrap())),
        ("TONNAGE_STORAGE__ACCESS_KEY", "access".to_owned()),
        ("TONNAGE_STORAGE__SECRET_KEY", "secret".to_owned()),
    ];
    (listener, variables)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restore_can_be_continued_and_a_check_leaves_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let data = installed(&directory).await;
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (backup, restored) = (path("backup"), path("restored"));
    said(&["backup", "create", &backup, "--data-dir", data.to_str().unwrap()], &[]).await;
    let (store, variables) = silent_store();
    let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let incomplete = format!("the installation in {restored} is incomplete: run the same command again to continue");
    let restore = ["backup", "restore", &backup, "--data-dir", &restored];
    let check = ["admin", "fsck", "--data-dir", data.to_str().unwrap()];
    for (arguments, left) in [(&restore[..], incomplete.as_str()), (&check[..], "nothing incomplete was left behind")] {
        let mut running = Running::start(arguments, &variables);
        let _asked = store.accept().unwrap();
        running.signal("INT");
        running.notices();
        assert_eq!(running.end(), (Some(130), format!("interrupted; {left}\n")), "{arguments:?}");
    }
    assert!(said(&restore, &[]).await.contains("start it: "));
    assert!(said(&["admin", "fsck", "--read-data", "--data-dir", &restored], &[]).await.ends_with("clean\n"));
    assert!(said(&check, &[]).await.contains("no problems found"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_migration_that_waits_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    std::fs::write(data.join("secret_key"), "0123456789abcdef0123456789abcdef\n").unwrap();
    let address = DatabaseAddress::new(&Secret::default(), data);
    let store = Store::open_at(&address, PoolLimits::patient(2), SCHEMA_VERSION - 1).await.unwrap();
    let version = async || Store::schema_version_at(&address).await.unwrap().unwrap();
    let newest = i64::try_from(SCHEMA_VERSION).unwrap();
    let lock = lock(&store).await;
    let arguments = ["admin", "migrate", "--data-dir", data.to_str().unwrap()];
    let mut running = Running::start(&arguments, &[]);
    let mut line = String::new();
    BufReader::new(running.child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("this program wants"), "{line}");
    running.signal("INT");
    running.notices();
    let expected = "interrupted; the last migration that was begun is undone: run the same command again to continue\n";
    assert_eq!(running.end(), (Some(130), expected.to_owned()));
    drop(lock);
    assert_eq!(version().await, newest - 1);
    assert!(said(&arguments, &[]).await.contains("migrated"));
    assert_eq!(version().await, newest);
}

/// Such a command is over quickly, and may be done before the signal arrives: then the next one is tried.
#[test]
fn files_for_people_come_all_together_or_not_at_all() {
    for command in [&["man"][..], &["mail", "preview"]] {
        let directory = tempfile::tempdir().unwrap();
        let mut interrupted = 0;
        for number in 0..100 {
            let target = directory.path().join(format!("{number}/pages"));
            let arguments: Vec<&OsStr> = command.iter().map(OsStr::new).chain([target.as_os_str()]).collect();
            let mut running = Running::start(&arguments, &[]);
            let is_writing = || std::fs::read_dir(&target).is_ok_and(|mut entries| entries.next().is_some());
            if !comes_to(&mut running, is_writing) || running.child.try_wait().unwrap().is_some() {
                continue;
            }
            running.signal("INT");
            let (code, text) = running.end();
            if code == Some(0) {
                assert!(std::fs::read_dir(&target).unwrap().count() > 10, "{command:?}");
                continue;
            }
            assert_eq!(code, Some(130), "{command:?}: {text}");
            assert!(text.ends_with("interrupted; nothing incomplete was left behind\n"), "{text}");
            assert!(!target.parent().unwrap().exists(), "what it created for the files is removed, too");
            interrupted += 1;
            if interrupted == 3 {
                break;
            }
        }
        assert!(interrupted > 0, "{command:?} was always quicker");
    }
}
