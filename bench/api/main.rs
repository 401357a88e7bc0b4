//! Measures the API: listings in small and large databases, packages per second, zips. Prints Markdown.

mod listings;
mod packages;
mod seed;
mod zips;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use client::Client;
use serde_json::Value;
use testkit::{Parcel, Program, execute_sql, fresh_database, plain_package};
use wire::ids::{TeamId, UserId};

use listings::{CASES, FEW, Latency, MANY, measure};
use seed::Seed;

const TEAM_SIZE: u64 = 10_000;
const ROUNDS: usize = 3;
const SECRET_KEY: &str = "the secret of the bench, 32 bytes and more";

/// One server on one kind of database.
struct Place {
    server: Program,
    database: String,
    program: PathBuf,
    data_dir: PathBuf,
    variables: Vec<(String, String)>,
}

struct Account {
    client: Client,
    team: TeamId,
    user: UserId,
}

impl Place {
    async fn start(program: &Path, directory: &Path) -> anyhow::Result<Self> {
        let data_dir = directory.join("data");
        std::fs::create_dir_all(&data_dir)?;
        let database = fresh_database(&data_dir).await;
        let variables = vec![
            ("TONNAGE_DATABASE__URL".to_owned(), database.clone()),
            ("TONNAGE_SECRET_KEY".to_owned(), SECRET_KEY.to_owned()),
            ("TONNAGE_LOG__LEVEL".to_owned(), "warn".to_owned()),
        ];
        let server = Program::serve(program, &data_dir, &borrowed(&variables));
        Ok(Self { server, database, program: program.to_owned(), data_dir, variables })
    }

    fn account(&self, name: &str) -> anyhow::Result<Account> {
        let email = format!("{name}@example.org");
        let data_dir = self.data_dir.display().to_string();
        let arguments =
            ["admin", "bootstrap", "--team", name, "--email", &email, "--password", "correct horse battery"];
        let all = [arguments.as_slice(), &["--json", "--data-dir", &data_dir]].concat();
        let output = Program::run(&self.program, &borrowed(&self.variables), &all);
        let made: Value = serde_json::from_slice(&output.stdout).context("bootstrap failed")?;
        let text = |field: &str| made[field].as_str().unwrap_or_default().to_owned();
        let client = Client::new(&self.server.api)?.with_api_key(&text("api_key"));
        Ok(Account { client, team: text("team_id").parse()?, user: text("user_id").parse()? })
    }

    fn memory(&self, field: &str) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.server.id())).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with(field)).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or(0) / 1_024
    }
}

fn borrowed(variables: &[(String, String)]) -> Vec<(&str, &str)> {
    variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

async fn all_cases(account: &Account) -> anyhow::Result<Vec<Latency>> {
    let mut latencies = Vec::new();
    for case in CASES {
        latencies.push(measure(&account.client, &account.team, case, MANY).await?);
    }
    Ok(latencies)
}

async fn bench_listings(place: &Place, everything: u64) -> anyhow::Result<()> {
    let account = place.account("listed")?;
    let seed = Seed { database: &place.database, user: &account.user };
    seed.packages(&account.team, 0..TEAM_SIZE).await;
    seed.analyse().await;
    let small = all_cases(&account).await?;
    eprintln!("filling the database up to {everything} packages");
    let giant = place.account("giant")?;
    seed.packages(&giant.team, TEAM_SIZE..everything).await;
    seed.analyse().await;
    let large = all_cases(&account).await?;
    println!(
        "| listing | matches | p50 ms, {TEAM_SIZE} in total | p99 | p50 ms, {everything} in total | p99 | p99 ratio |"
    );
    println!("|---|---|---|---|---|---|---|");
    for ((case, before), after) in CASES.iter().zip(&small).zip(&large) {
        let (ratio, total) = (after.p99 / before.p99, before.total);
        let (p50, p99, later50, later99) = (before.p50, before.p99, after.p50, after.p99);
        println!("| `{case}` | {total} | {p50:.1} | {p99:.1} | {later50:.1} | {later99:.1} | {ratio:.2} |");
    }
    println!("\nThe Team that has all the other packages:\n");
    for case in ["", "sort=name", "sender=sender7@example.org", "status=archived", "name=dailies"] {
        let latency = measure(&giant.client, &giant.team, case, FEW).await?;
        println!("- `{case}`: {} matches, p50 {:.1} ms, p99 {:.1} ms", latency.total, latency.p50, latency.p99);
    }
    Ok(())
}

async fn bench_zips(place: &Place) -> anyhow::Result<()> {
    let account = place.account("zipped")?;
    let seed = Seed { database: &place.database, user: &account.user };
    for count in [10, 100_000] {
        let parcel = Parcel::create(&account.client, &account.team, &plain_package("Many")).await;
        execute_sql(&place.database, "DELETE FROM files WHERE id LIKE '01BENCHFENE%'").await;
        seed.files(&parcel.id, count).await;
        let finalized =
            format!("UPDATE packages SET state = 'finalized', total_files = {count} WHERE id = '{}'", parcel.id);
        execute_sql(&place.database, &finalized).await;
        let millis = zips::first_byte(&parcel.client, &parcel).await?;
        println!("- first byte of a zip of {count} files, including the request for its URL: {millis:.1} ms");
    }
    let parcel = Parcel::create(&account.client, &account.team, &plain_package("Large")).await;
    let bytes = zips::large(&parcel).await?;
    let idle = place.memory("VmRSS:");
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let started = Instant::now();
        zips::download_plain(&parcel).await?;
        let plain = started.elapsed().as_secs_f64();
        let started = Instant::now();
        anyhow::ensure!(zips::download_zip(&parcel).await? > bytes, "the zip is short");
        let zipped = started.elapsed().as_secs_f64();
        ratios.push((plain / zipped, megabytes(bytes) / plain, megabytes(bytes) / zipped));
    }
    ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (ratio, plain, zipped) = ratios[ROUNDS / 2];
    println!(
        "- 1 GiB in 4 files: plain {plain:.0} MiB/s, zip {zipped:.0} MiB/s, ratio {ratio:.2} (median of {ROUNDS})"
    );
    println!("- server memory: {idle} MiB before these downloads, {} MiB at peak", place.memory("VmHWM:"));
    Ok(())
}

fn megabytes(bytes: u64) -> f64 {
    f64::from(u32::try_from(bytes >> 20).unwrap_or(u32::MAX))
}

#[tokio::main(flavor = "multi_thread")]
async fn main() -> anyhow::Result<()> {
    testkit::prepare();
    let variable =
        |name: &str| std::env::var(name).with_context(|| format!("{name} is not set: run `cargo xtask bench api`"));
    let everything: u64 = std::env::var("BENCH_PACKAGES").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let directory = tempfile::tempdir_in(variable("BENCH_DIRECTORY")?)?;
    let program = PathBuf::from(variable("BENCH_TONNAGE")?);
    let place = Place::start(&program, directory.path()).await?;
    let account = place.account("quick")?;
    println!("- server memory when idle: {} MiB", place.memory("VmRSS:"));
    let rates = packages::rates(&account.client, &account.team).await?;
    println!("- packages created: {:.0} per second (16 callers)", rates.created);
    println!("- packages filled with one small file and finalized: {:.0} per second (16 callers)", rates.delivered);
    bench_zips(&place).await?;
    println!();
    bench_listings(&place, everything).await
}
