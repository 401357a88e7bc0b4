//! The disk of the database is full, or broken, and files of content fail in the middle of a write. What was acknowledged
//! is there, and the server heals by itself when the fault is gone.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use client::{Client, ClientError};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::StatusCode;
use testkit::{CallFault, FailingCalls, Need, Parcel, Program, Reply, fetch, noise, plain_package, request_of, until};
use wire::blueprint::Blueprint;
use wire::error::ErrorCode;
use wire::files::{ChunkExtras, FileExtras, FinalizeFile, RequestChunks};
use wire::ids::TeamId;

/// The promised limit, held by deep tests, which have the machine to themselves.
const HEALED_WITHIN: Duration = Duration::from_secs(5);

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tonnage"))
}

/// What a server writes when it changes its database, or tries whether it can.
const DATABASE_FILES: [&str; 5] =
    ["tonnage.db", "tonnage.db-wal", "tonnage.db-shm", "tonnage.probe", "tonnage.reserve"];

async fn readiness(client: &Client) -> (u16, String) {
    let ready = Reply::of(client, "GET /readyz", &serde_json::Value::Null).await;
    (ready.status.as_u16(), ready.text)
}

/// The status and the code of a refused change.
async fn refusal(client: &Client, team: &TeamId, name: &str) -> (u16, ErrorCode) {
    match client.create_tag(team, name).await {
        Err(ClientError::Refused { status, body, .. }) => (status.as_u16(), body.code),
        other => panic!("the change was not refused: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_quota_of_the_database_that_is_used_up_is_a_full_disk() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    testkit::prepare();
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().join("data");
    let server = Program::serve(program(), &data_dir, &[]);
    let (team, key) = Program::bootstrap(program(), &data_dir);
    let client = Client::new(&server.api).unwrap().with_api_key(&key);
    client.create_tag(&team, "before").await.unwrap();
    let reserve = data_dir.join("tonnage.reserve");
    assert!(reserve.exists(), "the disk of this test has room to set aside");

    let files = DATABASE_FILES.map(|name| data_dir.join(name)).to_vec();
    let quota = CallFault { calls: "pwrite64,fallocate", outcome: "error=EDQUOT", from: 1, is_lasting: true, files };
    let failing = FailingCalls::attach(server.id(), &quota);
    for name in ["first", "second"] {
        assert_eq!(refusal(&client, &team, name).await, (507, ErrorCode::DiskFull), "{}", server.log());
        assert_eq!(readiness(&client).await, (200, "ready\ndegraded: the disk is full\n".to_owned()));
    }
    assert!(!reserve.exists(), "what was set aside is left to those who delete");
    drop(failing);

    until("a change succeeds again", async || client.create_tag(&team, "after").await).await;
    until("the server is well", async || match readiness(&client).await.1.as_str() {
        "ready\n" => Ok(()),
        other => Err(other.to_owned()),
    })
    .await;
    assert!(reserve.exists(), "room is set aside again");
    let tags: Vec<String> = client.tags(&team).await.unwrap().into_iter().map(|tag| tag.name).collect();
    assert_eq!(tags, ["after", "before"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_disk_of_the_database_is_not_called_full() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    testkit::prepare();
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().join("data");
    let server = Program::serve(program(), &data_dir, &[]);
    let (team, key) = Program::bootstrap(program(), &data_dir);
    let client = Client::new(&server.api).unwrap().with_api_key(&key);
    let files = DATABASE_FILES.map(|name| data_dir.join(name)).to_vec();
    let broken = CallFault { calls: "pwrite64,fallocate", outcome: "error=EIO", from: 1, is_lasting: true, files };
    let _failing = FailingCalls::attach(server.id(), &broken);
    assert_eq!(refusal(&client, &team, "first").await, (500, ErrorCode::Internal));
    assert_ne!(readiness(&client).await.0, 200);
    assert!(data_dir.join("tonnage.reserve").exists(), "nothing is given up for a disk that is not full");
}

const CONTENT_ROUNDS: usize = 4;
const DEEP_CONTENT_ROUNDS: usize = 100;
const CONTENT: usize = 24 << 20;
/// No other file of the server is as long during this test: only writes of content fail.
const SHORTEST_LIMIT: u64 = 20 << 20;

/// Starts the server so that a file that becomes too long fails the write, and does not end the process. The names of
/// files of content are not known in advance, so their calls cannot be chosen by name.
fn server_that_survives_limits(directory: &Path) -> PathBuf {
    let script = directory.join("serve");
    std::fs::write(&script, format!("#!/bin/sh\ntrap '' XFSZ\nexec {} \"$@\"\n", program().display())).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    script
}

/// Only the soft limit, which can be raised again.
fn limit_files(server: &Program, bytes: &str) {
    let mut command = Command::new("prlimit");
    command.args(["--pid", &server.id().to_string(), &format!("--fsize={bytes}:")]);
    assert!(command.status().unwrap().success(), "the limit can be set");
}

async fn send(chunk: &Blueprint, content: &[u8]) -> Result<String, String> {
    let reply = request_of(chunk).body(content.to_vec()).send().await.map_err(|error| error.to_string())?;
    if reply.status() == StatusCode::OK {
        return Ok(reply.headers()["etag"].to_str().unwrap().to_owned());
    }
    Err(reply.status().to_string())
}

/// How many files of content there are.
fn contents(data_dir: &Path) -> usize {
    let shards = std::fs::read_dir(data_dir.join("objects/data")).unwrap().flatten();
    let shards = shards.filter_map(|shard| std::fs::read_dir(shard.path()).ok());
    shards.map(|shard| shard.flatten().count()).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn content_survives_a_write_that_fails_in_the_middle() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    testkit::prepare();
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().join("data");
    let server = Program::serve(&server_that_survives_limits(directory.path()), &data_dir, &[]);
    let (team, key) = Program::bootstrap(program(), &data_dir);
    let client = Client::new(&server.api).unwrap().with_api_key(&key);
    let mut random = StdRng::seed_from_u64(seed);
    for round in 0..testkit::rounds(CONTENT_ROUNDS, DEEP_CONTENT_ROUNDS) {
        let context = format!("seed {seed}, round {round}");
        let sent = noise(random.random(), CONTENT);
        let parcel = Parcel::create(&client, &team, &plain_package("Dailies")).await;
        let added = parcel.add("", "a.mov", CONTENT).await;
        let request = RequestChunks { upload_id: parcel.begin(&added).await, checksums: None };
        let chunk = parcel.client.chunks(&parcel.id, &added.file.id, 0, 1, &request).await.unwrap().remove(0);
        limit_files(&server, &random.random_range(SHORTEST_LIMIT..CONTENT as u64).to_string());
        let refused = send(&chunk, &sent).await;
        assert!(refused.as_ref().is_err_and(|status| status.starts_with('5')), "{context}: {refused:?}");
        until("the incomplete file is deleted", async || {
            let count = contents(&data_dir);
            if count == round { Ok(()) } else { Err(format!("{context}: {count} files")) }
        })
        .await;
        limit_files(&server, "unlimited");
        let since = Instant::now();
        let etag = until("the chunk is accepted", async || send(&chunk, &sent).await).await;
        let took = since.elapsed();
        assert!(!testkit::is_deep() || took < HEALED_WITHIN, "{context}: healed after {took:?}");
        let finalize = FinalizeFile {
            size: i64::try_from(CONTENT).unwrap(),
            file_extras: Some(FileExtras { upload_id: request.upload_id }),
            chunk_extras: Some(vec![ChunkExtras { part_number: 1, etag }]),
            ..FinalizeFile::default()
        };
        parcel.client.finalize_file(&parcel.id, &added.file.id, &finalize).await.expect(&context);
        parcel.finalize().await;
        let address = parcel.client.download_address(&parcel.id, &added.file.id).await.unwrap();
        assert!(fetch(&address.url).await == sent, "{context}: another content came back");
        let ready = Reply::of(&client, "GET /readyz", &serde_json::Value::Null).await;
        assert_eq!(ready.status, 200, "{context}: {}", ready.text);
    }
    assert!(server.log().contains("File too large"), "seed {seed}: no write failed");
    let data_dir = data_dir.to_str().unwrap();
    let report = Program::run(program(), &[], &["admin", "fsck", "--read-data", "--data-dir", data_dir]);
    assert!(report.status.success(), "seed {seed}: {}", String::from_utf8_lossy(&report.stdout));
}
