//! `cargo xtask bench NAME`: prepares the peers, builds in release mode, measures, and writes the result to docs/.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::failure::{Doing as _, Failure, Outcome, failed};
use crate::postgres::{Cluster, FOR_BENCHES, FOR_TESTS};
use crate::processes::must_succeed;
use crate::python::Python;
use crate::{system, workspace};

const PEER: &str = "s3s-fs";
const PEER_VERSION: &str = "0.14.1";
const REMARKS: &str = "\n## Remarks\n";

pub(crate) fn bench(arguments: &[String]) -> Outcome {
    match arguments {
        [name] if name == "api" => api(),
        [name] if name == "cluster" => cluster(Pace::Whole),
        [name, option] if name == "cluster" && option == "--quick" => cluster(Pace::Quick),
        [name] if name == "forward" => forward(),
        [name] if name == "store" => store(),
        [name, parts @ ..] if name == "transfer" => transfer(parts),
        [name] if name == "watch" => watch(),
        _ => {
            Err(Failure::Usage("Name the bench: api, cluster [--quick], forward, store, transfer or watch".to_owned()))
        }
    }
}

/// Benchmarks the API on SQLite, and again on PostgreSQL.
fn api() -> Outcome {
    system::provide(&[&system::POSTGRES])?;
    let built = workspace::build("release", &["tonnage", "api"])?;
    let place = bench_folder()?;
    println!("Measuring; this takes several minutes and needs an idle machine.");
    let mut page = "# The API, measured\n\nWritten by `cargo xtask bench api`.\n".to_owned();
    for database in ["SQLite", "PostgreSQL"] {
        let cluster = if database == "SQLite" { None } else { Some(Cluster::start(FOR_TESTS)?) };
        let mut command = Command::new(built.join("api"));
        command.env("BENCH_DIRECTORY", &place).env("BENCH_TONNAGE", built.join("tonnage"));
        match &cluster {
            Some(cluster) => command.env("TEST_DATABASE_URL", cluster.url()),
            None => command.env_remove("TEST_DATABASE_URL"),
        };
        page = format!("{page}\n## {database}\n\n{}", figures(&mut command)?);
    }
    keep("bench-api.md", &page)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    Whole,
    /// A small database, one second per call; the result is printed but not saved.
    Quick,
}

/// Several processes on one PostgreSQL that syncs every commit. The full run takes half an hour and 20 GB of disk.
fn cluster(pace: Pace) -> Outcome {
    system::provide(&[&system::POSTGRES])?;
    let built = workspace::build("release", &["tonnage", "cluster"])?;
    let server = Cluster::start(FOR_BENCHES)?;
    println!("Measuring; this needs an idle machine.");
    let mut command = Command::new(built.join("cluster"));
    command
        .env("BENCH_DIRECTORY", bench_folder()?)
        .env("BENCH_TONNAGE", built.join("tonnage"))
        .env("BENCH_POSTGRES_PROGRAMS", system::postgres_client_programs()?)
        .env("TEST_DATABASE_URL", server.url());
    if pace == Pace::Quick {
        return figures(command.env("BENCH_QUICK", "1")).map(drop);
    }
    let settings = FOR_BENCHES.replace("-c ", "").replace(' ', ", ");
    let head = format!(
        "# Several processes, measured\n\nWritten by `cargo xtask bench cluster`, except for the remarks.\n\nPostgreSQL with {settings}.\n"
    );
    let figures = figures(command.env_remove("BENCH_QUICK"))?;
    keep("bench-cluster.md", &format!("{head}{figures}{}", remarks("bench-cluster.md")))
}

fn bench_folder() -> Outcome<PathBuf> {
    let place = workspace::cache()?.join("bench");
    fs::create_dir_all(&place).doing(|| format!("create {}", place.display()))?;
    Ok(place)
}

/// Returns what the bench prints, and prints it too.
fn figures(command: &mut Command) -> Outcome<String> {
    let output = command.stderr(Stdio::inherit()).output().doing(|| "run the bench".to_owned())?;
    if !output.status.success() {
        return failed("The bench failed; see its output above.");
    }
    let figures = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("{figures}");
    Ok(figures)
}

fn keep(name: &str, text: &str) -> Outcome {
    let page = workspace::root().join("docs").join(name);
    fs::write(&page, text).doing(|| format!("write {}", page.display()))
}

/// Forwarding to an S3 target, compared with rclone.
fn forward() -> Outcome {
    system::provide(&[&system::PYTHON])?;
    let python = Python::ready()?;
    let built = workspace::build("release", &["tonnage", "forward"])?;
    println!("Measuring; this takes several minutes and needs an idle machine.");
    let mut command = Command::new(built.join("forward"));
    command
        .env("BENCH_DIRECTORY", bench_folder()?)
        .env("BENCH_TONNAGE", built.join("tonnage"))
        .env("BENCH_RCLONE", python.program("rclone"))
        .env("TONNAGE_TEST_SEAWEEDFS", python.program("weed"));
    let page = format!("# Forwarding, measured\n\nWritten by `cargo xtask bench forward`.\n{}", figures(&mut command)?);
    keep("bench-forward.md", &page)
}

/// The embedded object store, compared with nginx, s3s-fs and the bare disk.
fn store() -> Outcome {
    system::provide(&[&system::NGINX, &system::CURL, &system::PYTHON, &system::STRACE])?;
    let python = Python::ready()?;
    let peer = peer()?;
    let built = workspace::build("release", &["tonnage", "store"])?;
    let place = bench_folder()?;
    println!("Measuring; this takes several minutes and needs an idle machine.");
    let mut command = Command::new(built.join("store"));
    command
        .env("BENCH_DIRECTORY", &place)
        .env("BENCH_TONNAGE", built.join("tonnage"))
        .env("BENCH_S3S_FS", peer)
        .env("BENCH_RCLONE", python.program("rclone"));
    let figures = figures(&mut command)?;
    let text = format!(
        "# The embedded object store compared with its peers\n\nWritten by `cargo xtask bench store`.\n\n{figures}"
    );
    keep("bench-store.md", &text)
}

/// The agent compared with other clients. If parts are named (`1gib`, `4gib`, `small`, `link`), only these are
/// measured, and the result is printed but not saved.
///
/// `BENCH_ROUNDS` sets the number of rounds, 3 by default. `BENCH_NETSIM` names a program that joins two network
/// namespaces with an emulated link: opening a TUN device needs unsafe code, which we allow only in a hash.
fn transfer(parts: &[String]) -> Outcome {
    system::provide(&[&system::NGINX, &system::CURL, &system::PYTHON])?;
    let (python, peers) = (Python::ready()?, Python::peers()?);
    let built = workspace::build("release", &["tonnage", "tonnage-agent", "transfer"])?;
    println!("Measuring; this takes half an hour and needs an idle machine.");
    let mut command = Command::new(built.join("transfer"));
    command
        .env("BENCH_DIRECTORY", bench_folder()?)
        .env("BENCH_TONNAGE", built.join("tonnage"))
        .env("BENCH_AGENT", built.join("tonnage-agent"))
        .env("BENCH_WEED", python.program("weed"))
        .env("BENCH_RCLONE", python.program("rclone"))
        // The program itself: the installed command is a script, which would add the start of an interpreter.
        .env("BENCH_S5CMD", peers.file_of("s5cmd", "bin/s5cmd")?)
        .env("BENCH_AWS", peers.program("aws"));
    if !parts.is_empty() {
        command.env("BENCH_PARTS", parts.join(" "));
    }
    let figures = figures(&mut command)?;
    if !parts.is_empty() {
        return Ok(());
    }
    let head = "# The transfer agent compared with its peers\n\n\
        Written by `cargo xtask bench transfer`, except for the remarks.\n";
    keep("bench-transfer.md", &format!("{head}{figures}{}", remarks("bench-transfer.md")))
}

/// Watch folders, idle and under load.
fn watch() -> Outcome {
    let built = workspace::build("release", &["tonnage", "tonnage-agent", "watch"])?;
    println!("Measuring; this takes several minutes.");
    let mut command = Command::new(built.join("watch"));
    command
        .env("BENCH_DIRECTORY", bench_folder()?)
        .env("BENCH_TONNAGE", built.join("tonnage"))
        .env("BENCH_AGENT", built.join("tonnage-agent"));
    let page =
        format!("# Watch folders, measured\n\nWritten by `cargo xtask bench watch`.\n{}", figures(&mut command)?);
    keep("bench-watch.md", &page)
}

/// The hand-written remarks below the figures, which are kept.
fn remarks(name: &str) -> String {
    let text = fs::read_to_string(workspace::root().join("docs").join(name)).unwrap_or_default();
    text.find(REMARKS).map_or_else(String::new, |place| text[place..].to_owned())
}

/// A peer from the crate registry, built once in the cache folder.
fn peer() -> Outcome<PathBuf> {
    let folder = workspace::cache()?.join("peers");
    let program = folder.join("bin").join(PEER);
    if !program.exists() {
        let mut install = workspace::cargo()?;
        install
            .args(["install", PEER, "--version", PEER_VERSION, "--features", "binary", "--locked", "--root"])
            .arg(&folder);
        must_succeed(&mut install)?;
    }
    Ok(program)
}
