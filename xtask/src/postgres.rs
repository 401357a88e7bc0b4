//! A temporary PostgreSQL cluster for a test run or a bench.
//!
//! It listens on loopback only and uses one temporary folder. Both are gone when we are, however we end: a keeper
//! process waits on a pipe from us, and the kernel closes that pipe even if we are killed.

use std::fs::DirBuilder;
use std::net::TcpListener;
use std::os::unix::fs::{DirBuilderExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::failure::{Doing as _, Outcome, failed};
use crate::processes::{output_of, unique_name};
use crate::system;

/// Nothing here has to survive a crash, and every test opens its own pool.
pub(crate) const FOR_TESTS: &str =
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=300";

/// Acknowledged commits survive a crash of the server, but not of the machine.
pub(crate) const FOR_CRASHES: &str =
    "-c fsync=off -c synchronous_commit=on -c full_page_writes=off -c max_connections=300";

/// As in production on a machine of this size: every commit is on the disk before it is acknowledged.
pub(crate) const FOR_BENCHES: &str = "-c max_connections=200 -c shared_buffers=2GB -c effective_cache_size=8GB -c maintenance_work_mem=512MB -c max_wal_size=4GB -c checkpoint_timeout=15min -c random_page_cost=1.1 -c wal_compression=lz4 -c shared_preload_libraries=pg_stat_statements";

/// PostgreSQL refuses to run as root; this user exists everywhere and owns nothing.
const UNPRIVILEGED: &str = "nobody";

/// Stops the server and removes the folder as soon as its standard input ends.
const KEEPER: &str = r#"cat; folder=$1; shift; "$@"; rm -rf "$folder""#;

/// Another program may take the port between our check and the server's bind.
const ATTEMPTS: usize = 3;

pub(crate) struct Cluster {
    port: u16,
    folder: PathBuf,
    keeper: Child,
    place: Place,
}

impl Cluster {
    pub(crate) fn start(settings: &'static str) -> Outcome<Self> {
        let Some(programs) = system::postgres_programs() else {
            return failed("PostgreSQL's server programs are missing; install the package `postgresql`.");
        };
        let place = Place { programs, folder: new_folder()?, as_root: system::is_root(), settings };
        // Start the keeper first: whatever fails from here on, it cleans up.
        let mut cluster = Self { port: 0, folder: place.folder.clone(), keeper: place.keeper()?, place };
        cluster.place.hand_over()?;
        cluster.place.initialise()?;
        cluster.port = cluster.place.start_server()?;
        Ok(cluster)
    }

    /// A shell command that stops the server like a crash would.
    pub(crate) fn stop_command(&self) -> String {
        self.for_shell(&self.place.stop())
    }

    /// A shell command that starts it again.
    pub(crate) fn start_command(&self) -> String {
        format!("{} </dev/null >/dev/null", self.for_shell(&self.place.start(self.port)))
    }

    /// The words need no quoting, because we chose the names.
    fn for_shell(&self, command: &Command) -> String {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let words: Vec<_> = words.map(|word| format!("'{}'", word.to_string_lossy())).collect();
        format!("cd '{}' && {}", self.folder.display(), words.join(" "))
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // The keeper does the work once its input ends; we only wait so that it is done when we return.
        drop(self.keeper.stdin.take());
        let waited = self.keeper.wait();
        if waited.is_err() || self.folder.exists() {
            eprintln!("PostgreSQL may still run in {}; stop it and remove the folder.", self.folder.display());
        }
    }
}

struct Place {
    programs: PathBuf,
    folder: PathBuf,
    as_root: bool,
    settings: &'static str,
}

impl Place {
    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// A PostgreSQL program, run as a user that PostgreSQL accepts.
    fn program(&self, name: &str) -> Command {
        let program = self.programs.join(name);
        let mut command = if self.as_root {
            let mut command = Command::new("runuser");
            command.args(["-u", UNPRIVILEGED, "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        // That user may not be allowed to enter our current folder, and would complain on every call.
        command.current_dir(&self.folder);
        command
    }

    fn hand_over(&self) -> Outcome {
        if !self.as_root {
            return Ok(());
        }
        let number = |option: &str| -> Outcome<u32> {
            let text = output_of(Command::new("id").args([option, UNPRIVILEGED]))?;
            text.trim().parse().doing(|| format!("understand `id {option} {UNPRIVILEGED}`"))
        };
        let (user, group) = (number("-u")?, number("-g")?);
        chown(&self.folder, Some(user), Some(group))
            .doing(|| format!("give {} to {UNPRIVILEGED}", self.folder.display()))
    }

    fn keeper(&self) -> Outcome<Child> {
        let stop = self.stop();
        let mut keeper = Command::new("sh");
        keeper.args(["-c", KEEPER, "keeper"]).arg(&self.folder).arg(stop.get_program()).args(stop.get_args());
        // A separate process group: Ctrl-C on our terminal must not end the process that cleans up after us.
        keeper.process_group(0).current_dir("/");
        keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        keeper.spawn().doing(|| "start the process that stops PostgreSQL".to_owned())
    }

    fn stop(&self) -> Command {
        let mut stop = self.program("pg_ctl");
        stop.args(["stop", "--silent", "--mode", "immediate", "--pgdata"]).arg(self.data());
        stop
    }

    fn start(&self, port: u16) -> Command {
        let folder = self.folder.display();
        let settings = self.settings;
        let settings =
            format!("{settings} -c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder}");
        let mut start = self.program("pg_ctl");
        start.args(["start", "--silent", "--wait", "--timeout", "60", "--options", &settings, "--pgdata"]);
        start.arg(self.data()).arg("--log").arg(self.log());
        start
    }

    fn initialise(&self) -> Outcome {
        let mut initdb = self.program("initdb");
        initdb.args(["--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8"]);
        initdb.args(["--no-sync", "--pgdata"]).arg(self.data());
        output_of(&mut initdb).map(drop)
    }

    fn start_server(&self) -> Outcome<u16> {
        for _ in 1..ATTEMPTS {
            if let Ok(port) = self.start_server_once() {
                return Ok(port);
            }
        }
        self.start_server_once()
    }

    fn start_server_once(&self) -> Outcome<u16> {
        let port = free_port()?;
        let mut start = self.start(port);
        // The server inherits these; a pipe of ours would then never end.
        start.stdin(Stdio::null()).stdout(Stdio::null());
        let status = start.status().doing(|| "start pg_ctl".to_owned())?;
        if status.success() { Ok(port) } else { failed(format!("PostgreSQL did not start:\n{}", tail(&self.log()))) }
    }
}

fn new_folder() -> Outcome<PathBuf> {
    // Root's own temporary folder may be closed to others; and a socket's path must be shorter than 108 bytes.
    let base = if system::is_root() { PathBuf::from("/tmp") } else { std::env::temp_dir() };
    let folder = base.join(unique_name("postgresql"));
    DirBuilder::new().mode(0o700).create(&folder).doing(|| format!("create {}", folder.display()))?;
    Ok(folder)
}

fn free_port() -> Outcome<u16> {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    address.map(|address| address.port()).doing(|| "find a free port".to_owned())
}

fn tail(log: &Path) -> String {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;
    use std::process::Command;

    use super::{Cluster, FOR_CRASHES};
    use crate::failure::Failure;
    use crate::system;

    #[test]
    fn a_cluster_answers_while_it_lives_and_leaves_nothing_behind() {
        if system::postgres_programs().is_none() {
            eprintln!("skipped: PostgreSQL is not installed; `cargo xtask test` would install it");
            return;
        }
        let cluster = Cluster::start(FOR_CRASHES).unwrap_or_else(|failure| match failure {
            Failure::Usage(message) | Failure::Failed(message) => panic!("{message}"),
        });
        let address = ("127.0.0.1", cluster.port);
        let folder = cluster.folder.clone();
        assert!(TcpStream::connect(address).is_ok() && folder.is_dir());
        for (command, answers) in [(cluster.stop_command(), false), (cluster.start_command(), true)] {
            let status = Command::new("sh").args(["-c", &command]).status();
            assert!(status.is_ok_and(|status| status.success()), "{command}");
            assert_eq!(TcpStream::connect(address).is_ok(), answers, "{command}");
        }
        drop(cluster);
        assert!(TcpStream::connect(address).is_err() && !folder.exists());
    }
}
