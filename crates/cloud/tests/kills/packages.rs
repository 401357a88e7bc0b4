//! The real server is killed while packages change their state.
//!
//! Each round brings a package to one named step, sends the request for it, and kills the server at some time from
//! before to after it. Then the state is the one before or the one after, never in between; the request can be
//! repeated; jobs are not lost, and their effects happen once. `TONNAGE_TEST_ROUNDS` sets the number of rounds for each
//! step.

use std::path::{Path, PathBuf};
use std::time::Duration;

use client::{Client, ClientError};
use cloud::clock::Clock;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use testkit::{GrowingFile, Parcel, Program, execute_sql, fetch, number_of_sql, plain_package, until};
use tokio::time::sleep;
use wire::error::ErrorCode;
use wire::files::{FileBody, FinalizeFile};
use wire::ids::{FileId, TeamId};
use wire::packages::CreatePackage;

const ROUNDS: usize = 6;
const DEEP_ROUNDS: usize = 100;
/// Added to the time that a step takes.
const KILLED_WITHIN_MICROS: u64 = 12_000;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tonnage"))
}

fn rounds() -> usize {
    testkit::rounds(ROUNDS, DEEP_ROUNDS)
}

/// One installation, whose server is restarted repeatedly.
struct Installation {
    data_dir: PathBuf,
    server: Program,
    team: TeamId,
    key: String,
    context: String,
}

/// Shorter than by default, so that a job of a killed worker runs again soon, and deleted content is gone soon.
const VARIABLES: &[(&str, &str)] = &[("TONNAGE_WORKERS__POLL_SECONDS", "1"), ("TONNAGE_PACKAGES__GRACE_HOURS", "0")];

impl Installation {
    fn new(data_dir: PathBuf, context: String) -> Self {
        let server = Program::serve(program(), &data_dir, VARIABLES);
        let (team, key) = Program::bootstrap(program(), &data_dir);
        Self { data_dir, server, team, key, context }
    }

    fn client(&self) -> Client {
        Client::new(&self.server.api).unwrap().with_api_key(&self.key)
    }

    fn database(&self) -> String {
        format!("sqlite://{}", self.data_dir.join("tonnage.db").display())
    }

    /// The package, its token and its URL on the current server.
    async fn parcel(&self, old: &Parcel) -> Parcel {
        let body = self.client().package(&self.team, &old.id).await.unwrap();
        Parcel { client: self.client().with_package_token(&body.access_token), id: old.id.clone(), body }
    }

    fn restart(&mut self) {
        self.server.kill();
        self.server = Program::serve(program(), &self.data_dir, VARIABLES);
    }

    /// A job of a killed worker runs again when its lease ends; here it ends now.
    async fn end_leases(&self) {
        execute_sql(
            &self.database(),
            "UPDATE jobs SET run_at = 0, lease_end = NULL WHERE state = 'waiting' AND lease IS NOT NULL",
        )
        .await;
    }

    async fn until(&self, what: &str, statement: &str, wanted: i64) {
        until(what, async || {
            let found = number_of_sql(&self.database(), statement).await;
            if found == wanted { Ok(()) } else { Err(format!("{}: {found}, not {wanted}", self.context)) }
        })
        .await;
    }

    fn fsck(&self) -> String {
        let data_dir = self.data_dir.to_str().unwrap();
        let output = Program::run(program(), &[], &["admin", "fsck", "--read-data", "--data-dir", data_dir]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}: {text}", self.context);
        text
    }
}

/// A step of a package, and what must be true after the kill.
#[derive(Debug, Clone, Copy)]
enum Step {
    FinalizeFile,
    FinalizePackage,
    Expire,
    Delete,
}

const STEPS: [Step; 4] = [Step::FinalizeFile, Step::FinalizePackage, Step::Expire, Step::Delete];
const RECIPIENTS: [&str; 2] = ["ben@example.org", "cleo@example.org"];

async fn package(installation: &Installation) -> (Parcel, FileId, FinalizeFile) {
    let recipients = RECIPIENTS.map(str::to_owned).to_vec();
    let request = CreatePackage { recipients, ..plain_package("Dailies") };
    let parcel = Parcel::create(&installation.client(), &installation.team, &request).await;
    let content = vec![7; 300_000];
    let added = parcel.add("", "a.mov", content.len()).await;
    let upload_id = parcel.begin(&added).await;
    let request = parcel.send(&added.file.id, &upload_id, &content, 5 << 20).await;
    (parcel, added.file.id, request)
}

async fn sweep_now(installation: &Installation) {
    execute_sql(&installation.database(), "UPDATE sweeps SET next_run_at = 0 WHERE name = 'expired_packages'").await;
}

/// Brings a package to the step, makes it, and kills the server at some time during it.
async fn take(installation: &mut Installation, step: Step, random: &mut StdRng) -> (Parcel, FileId, FinalizeFile) {
    let (parcel, file, finalize) = package(installation).await;
    if !matches!(step, Step::FinalizeFile) {
        parcel.client.finalize_file(&parcel.id, &file, &finalize).await.unwrap();
    }
    if matches!(step, Step::Expire | Step::Delete) {
        parcel.finalize().await;
    }
    if matches!(step, Step::Expire) {
        let past = Clock::System.now().as_millis() - 1;
        let expire = format!("UPDATE packages SET expiry = {past} WHERE id = '{}'", parcel.id);
        execute_sql(&installation.database(), &expire).await;
        sweep_now(installation).await;
    }
    let (client, id, of, request) = (parcel.client.clone(), parcel.id.clone(), file.clone(), finalize.clone());
    let taking = tokio::spawn(async move {
        // The reply may never come: that is the point.
        match step {
            Step::FinalizeFile => drop(client.finalize_file(&id, &of, &request).await),
            Step::FinalizePackage => drop(client.finalize_package(&id).await),
            Step::Delete => drop(client.delete_package(&id).await),
            Step::Expire => {}
        }
    });
    let most = if matches!(step, Step::Expire) { 1_200_000 } else { KILLED_WITHIN_MICROS };
    sleep(Duration::from_micros(random.random_range(0..most))).await;
    installation.restart();
    taking.await.unwrap();
    installation.end_leases().await;
    (parcel, file, finalize)
}

/// The state is the one before or the one after, and the step can be made (again).
async fn check(installation: &Installation, step: Step, old: &Parcel, file: &FileId, finalize: &FinalizeFile) {
    let context = format!("{} {step:?}", installation.context);
    let parcel = installation.parcel(old).await;
    let (id, state) = (&parcel.id, parcel.body.state.as_str());
    match step {
        Step::FinalizeFile => {
            assert_eq!(state, "new", "{context}");
            let done = parcel.client.finalize_file(id, file, finalize).await.expect(&context);
            assert_eq!((done.state.as_str(), done.size), ("finalized", finalize.size), "{context}");
            let package = parcel.finalize().await;
            assert_eq!((package.total_files, package.size), (1, finalize.size), "{context}: counted once");
        }
        Step::FinalizePackage => {
            assert!(matches!(state, "new" | "finalized"), "{context}: {state}");
            parcel.finalize().await;
        }
        Step::Expire => sweep_now(installation).await,
        Step::Delete if state == "finalized" => parcel.client.delete_package(id).await.expect(&context),
        Step::Delete => assert_eq!(state, "expired", "{context}"),
    }
    let is_of = |table: &str| format!("SELECT COUNT(*) FROM {table} WHERE package_id = '{id}'");
    installation.until("events", &format!("{} AND event_type = 'package.finalized'", is_of("events")), 1).await;
    if matches!(step, Step::Expire | Step::Delete) {
        let ended = format!("SELECT COUNT(*) FROM packages WHERE id = '{id}' AND state = 'expired'");
        installation.until("expired", &ended, 1).await;
        installation.until("files", &is_of("files"), 0).await;
        return;
    }
    installation.until("links written to", &format!("{} AND notified_at IS NOT NULL", is_of("links")), 2).await;
    assert_eq!(number_of_sql(&installation.database(), &is_of("links")).await, 2, "{context}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steps_are_taken_whole_or_not_at_all() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    testkit::prepare();
    let mut random = StdRng::seed_from_u64(seed);
    let directory = tempfile::tempdir().unwrap();
    let mut installation = Installation::new(directory.path().join("data"), format!("seed {seed}"));
    let mut delivered = 0;
    for round in 0..rounds() {
        for step in STEPS {
            installation.context = format!("seed {seed}, round {round}");
            let (parcel, file, finalize) = take(&mut installation, step, &mut random).await;
            check(&installation, step, &parcel, &file, &finalize).await;
            delivered += i64::from(matches!(step, Step::FinalizeFile | Step::FinalizePackage));
        }
        installation.fsck();
    }
    // One mail for each recipient of each package that was not deleted, whatever was killed.
    let mails = "SELECT COUNT(*) FROM mails WHERE kind = 'package_for_you'";
    let all = number_of_sql(&installation.database(), mails).await;
    let notified =
        number_of_sql(&installation.database(), "SELECT COUNT(*) FROM links WHERE notified_at IS NOT NULL").await;
    assert_eq!(all, notified, "seed {seed}");
    assert!(all >= 2 * delivered, "seed {seed}: {all} mails");
    installation.end_leases().await;
    let left = "SELECT COUNT(*) FROM jobs WHERE state <> 'waiting' OR run_at <= 1";
    installation.until("jobs left over", left, 0).await;
    let report = installation.fsck();
    let files = format!("files: {delivered} finalized, 0 objects without a finalized file");
    assert!(report.contains(&files), "seed {seed}: {report}");
}

/// Requests the finalization of the file until it is done.
async fn until_joined(installation: &Installation, parcel: &Parcel, file: &FileId, request: &FinalizeFile) -> FileBody {
    until("the segments are joined", async || match parcel.client.finalize_file(&parcel.id, file, request).await {
        Ok(file) => Ok(file),
        Err(ClientError::Refused { body, .. }) if body.code == ErrorCode::StillJoining => {
            Err(format!("{}: {}", installation.context, body.message))
        }
        Err(error) => panic!("{}: {error}", installation.context),
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn segments_are_joined_whenever_the_server_is_killed() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    testkit::prepare();
    let mut random = StdRng::seed_from_u64(seed);
    let directory = tempfile::tempdir().unwrap();
    let mut installation = Installation::new(directory.path().join("data"), format!("seed {seed}"));
    let segments: [Vec<u8>; 3] = [vec![1; 5 << 20], vec![2; 6 << 20], vec![3; 300_000]];
    let pieces: Vec<&[u8]> = segments.iter().map(Vec::as_slice).collect();
    let request = GrowingFile::whole(&pieces);
    let deliveries = rounds();
    for round in 0..deliveries {
        installation.context = format!("seed {seed}, round {round}");
        let parcel = Parcel::create(&installation.client(), &installation.team, &plain_package("Live")).await;
        let growing = GrowingFile::add(&parcel, "take.mxf").await;
        for (number, piece) in (1..).zip(&pieces) {
            growing.send(number, piece).await;
        }
        let (client, package, file) = (parcel.client.clone(), parcel.id.clone(), growing.id.clone());
        let asked = request.clone();
        let taking = tokio::spawn(async move {
            // The reply may never come: that is the point.
            for _ in 0..3 {
                drop(client.finalize_file(&package, &file, &asked).await);
            }
        });
        sleep(Duration::from_micros(random.random_range(0..4 * KILLED_WITHIN_MICROS))).await;
        installation.restart();
        taking.await.unwrap();
        installation.end_leases().await;
        let parcel = installation.parcel(&parcel).await;
        let file = until_joined(&installation, &parcel, &growing.id, &request).await;
        assert_eq!(file.size, request.size, "{}", installation.context);
        let address = parcel.client.download_address(&parcel.id, &file.id).await.unwrap();
        assert!(fetch(&address.url).await == segments.concat(), "{}", installation.context);
        assert_eq!(parcel.finalize().await.total_files, 1, "{}: counted once", installation.context);
    }
    installation.end_leases().await;
    installation.until("jobs left over", "SELECT COUNT(*) FROM jobs WHERE run_at <= 1", 0).await;
    let waiting = "SELECT COUNT(*) FROM jobs WHERE name = 'delete_objects'";
    // The segments of each file are deleted at once; the second pass comes later.
    installation.until("segments to delete", waiting, i64::try_from(deliveries).unwrap()).await;
    let report = installation.fsck();
    let files = format!("files: {deliveries} finalized, 0 objects without a finalized file");
    assert!(report.contains(&files), "seed {seed}: {report}");
}
