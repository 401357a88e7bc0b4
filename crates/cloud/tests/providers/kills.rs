//! The whole program, killed in the middle of a transfer: what arrived stays, the rest follows, nothing is sent twice.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bytes::Bytes;
use client::Client;
use testkit::beds::Bed;
use testkit::{Parcel, Program, execute_sql, is_deep, number_of_sql, plain_package, until};
use wire::connections::{StartTransfer, TransferBody, WriteCloudConnection};
use wire::ids::TeamId;

use super::harness::noise;

const SMALL_FILES: usize = 12;
const PATIENCE: Duration = Duration::from_mins(4);
const LOOK_EVERY: Duration = Duration::from_millis(5);
const DATABASE: &str = "TONNAGE_DATABASE__URL";

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tonnage"))
}

/// A server on SQLite, regardless of the database of other tests: it is the worker that is killed.
struct Installation {
    data_dir: PathBuf,
    variables: Vec<(String, String)>,
    server: Program,
    team: TeamId,
    key: String,
}

impl Installation {
    fn start(data_dir: PathBuf, bed: &dyn Bed) -> Self {
        let mut variables = vec![
            ("TONNAGE_EGRESS__ALLOW".to_owned(), "127.0.0.0/8,::1/128".to_owned()),
            ("TONNAGE_STORAGE__SYNC".to_owned(), "relaxed".to_owned()),
            (DATABASE.to_owned(), database(&data_dir)),
        ];
        for (name, value) in bed.settings() {
            let key = format!("TONNAGE_PROVIDERS__{}__{}", bed.provider(), name).to_uppercase();
            variables.push((key, value));
        }
        let server = serve(&data_dir, &variables);
        let (team, key) = Program::bootstrap(program(), &data_dir);
        Self { data_dir, variables, server, team, key }
    }

    fn client(&self) -> Client {
        Client::new(&self.server.api).unwrap().with_api_key(&self.key)
    }

    async fn parcel(&self, id: &wire::ids::PackageId) -> Client {
        let package = self.client().package(&self.team, id).await.unwrap();
        self.client().with_package_token(&package.access_token)
    }

    /// Whether parts of a file have arrived, or all of it.
    async fn has_noted_parts(&self) -> bool {
        let statement = "SELECT (SELECT COUNT(*) FROM transfer_parts) +
            (SELECT COUNT(*) FROM transfers WHERE state = 'complete')";
        number_of_sql(&database(&self.data_dir), statement).await > 0
    }

    /// Kills the server, and starts another that finds the leases of the killed one expired. Nothing is written in
    /// between, so the database then shows exactly what the next server knows.
    async fn kill(&mut self, names: &[String]) -> Vec<String> {
        self.server.kill();
        let database = database(&self.data_dir);
        let mut arrived = Vec::new();
        for name in names {
            let statement = format!(
                "SELECT COUNT(*) FROM transfer_files JOIN files ON files.id = transfer_files.file_id
                 WHERE transfer_files.sent = 1 AND files.name = '{name}'"
            );
            if number_of_sql(&database, &statement).await == 1 {
                arrived.push(name.clone());
            }
        }
        execute_sql(&database, "UPDATE jobs SET run_at = 0, lease_end = NULL WHERE state = 'waiting'").await;
        self.server = serve(&self.data_dir, &self.variables);
        arrived
    }
}

fn database(data_dir: &Path) -> String {
    format!("sqlite://{}", data_dir.join("tonnage.db").display())
}

fn serve(data_dir: &Path, variables: &[(String, String)]) -> Program {
    let borrowed: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    Program::serve(program(), data_dir, &borrowed)
}

/// Kills the worker while it sends a package to the bed, and lets another finish.
pub(crate) async fn a_killed_worker_is_followed_by_another(bed: &dyn Bed) {
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().join("data");
    std::fs::create_dir(&data_dir).unwrap();
    let mut installation = Installation::start(data_dir, bed);
    let connection = WriteCloudConnection {
        provider: Some(bed.provider().to_owned()),
        authorization: Some(bed.authorization()),
        target_directory_id: Some("kills".to_owned()),
        ..WriteCloudConnection::default()
    };
    let connection = installation.client().create_connection(&installation.team, &connection).await.unwrap();
    let kills = if is_deep() { 6 } else { 2 };
    let files = files(bed);
    let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    let parcel = Parcel::create(&installation.client(), &installation.team, &plain_package("Killed")).await;
    for (name, content) in &files {
        parcel.put("below", name, content).await;
    }
    parcel.finalize().await;
    let start = StartTransfer { cloud_connection_id: Some(connection.id.to_string()), ..StartTransfer::default() };
    parcel.client.start_transfer(&parcel.id, &start).await.unwrap();

    let calls = bed.content_calls();
    for round in 1..=kills {
        // First among the small files, later in the middle of the large one.
        if round == 1 {
            wait_for(async || bed.content_calls() >= calls + 4).await;
        } else {
            wait_for(async || installation.has_noted_parts().await).await;
        }
        let arrived = installation.kill(&names).await;
        let before = bed.writes();
        let client = installation.parcel(&parcel.id).await;
        if round == kills {
            let done = complete(&client, &parcel.id).await;
            assert_eq!(
                done.bytes,
                i64::try_from(files.iter().map(|(_, content)| content.len()).sum::<usize>()).unwrap()
            );
        }
        let after = bed.writes();
        for name in arrived {
            let path = format!("kills/Killed/below/{name}");
            assert_eq!(after.get(&path), before.get(&path), "{path} had arrived, and was sent again");
        }
    }
    let found = bed.files_below("kills").await;
    assert_eq!(found.len(), files.len(), "{:?}", found.keys());
    for (name, content) in files {
        let path = format!("kills/Killed/below/{name}");
        assert!(found.get(&path).is_some_and(|kept| *kept == content), "{path} is not what was sent");
    }
    // A worker that is killed between beginning an upload and recording it leaves one that nobody knows of.
    assert!(bed.open_uploads().await <= kills, "{}", bed.open_uploads().await);
}

fn files(bed: &dyn Bed) -> Vec<(String, Bytes)> {
    let small = (0..SMALL_FILES).map(|index| (format!("{index}.txt"), noise(index as u64, 100 + index)));
    small.chain([("large.bin".to_owned(), noise(99, bed.several_parts() * 4))]).collect()
}

async fn complete(client: &Client, package: &wire::ids::PackageId) -> TransferBody {
    until("the transfer is complete", async || {
        let found = client.transfers(package).await.unwrap().remove(0);
        if found.state == "complete" { Ok(found) } else { Err(format!("{found:?}")) }
    })
    .await
}

/// Asks more often than `until` does: small files are sent quickly, and the kill is meant to happen in their middle.
async fn wait_for(is_there: impl AsyncFn() -> bool) {
    let started = Instant::now();
    while !is_there().await {
        assert!(started.elapsed() < PATIENCE, "it does not come so far");
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
