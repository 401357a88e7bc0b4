//! Compares forwarding to an S3 target with `rclone copy` between the same two endpoints. Prints Markdown.
//!
//! The source is our embedded store, the target a new `SeaweedFS` for every case, so that no case finds what another
//! left behind. Our figures are those of the whole server process, including its store. rclone's CPU is that of rclone
//! and of the same store, its memory that of rclone alone.

mod cases;
mod source;

use std::path::PathBuf;

use anyhow::Context as _;
use testkit::beds::SeaweedFs;

use cases::{Case, Figures, ours, rclone};
use source::Source;

const GIB: u64 = 1 << 30;
const SMALL_FILES: usize = 10_000;
const SMALL_BYTES: usize = 16 << 10;

pub(crate) struct Tools {
    pub(crate) tonnage: PathBuf,
    pub(crate) rclone: PathBuf,
    pub(crate) directory: PathBuf,
}

fn variable(name: &str) -> anyhow::Result<String> {
    std::env::var(name).with_context(|| format!("{name} is not set: run `cargo xtask bench forward`"))
}

/// rclone with its defaults, and with as many parallel transfers as ours.
const RCLONE: [(&str, &[&str]); 2] = [
    ("rclone copy", &[]),
    (
        "rclone copy, 24 transfers, 16 MiB chunks",
        &["--transfers", "24", "--checkers", "24", "--s3-chunk-size", "16M", "--s3-upload-concurrency", "4"],
    ),
];

async fn compare(source: &Source, tools: &Tools, case: &Case) -> anyhow::Result<()> {
    println!("\n## {}\n", case.name);
    println!("| | seconds | {} | CPU s | peak memory, MiB |", case.unit);
    println!("|---|---|---|---|---|");
    let mut rows: Vec<(&str, Figures)> = Vec::new();
    rows.push(("ours", ours(source, &SeaweedFs::start().await, case).await?));
    for (name, options) in RCLONE {
        rows.push((name, rclone(source, tools, &SeaweedFs::start().await, case, options).await?));
    }
    for (name, figures) in &rows {
        let rate = case.amount / figures.seconds;
        println!("| {name} | {:.1} | {rate:.0} | {:.1} | {} |", figures.seconds, figures.cpu, figures.memory);
    }
    let own = &rows[0].1;
    for (name, figures) in &rows[1..] {
        let (speed, cpu) = (figures.seconds / own.seconds, own.cpu / figures.cpu);
        println!("\nCompared with {name}: {speed:.2} times the speed, {cpu:.2} times the CPU.");
    }
    Ok(())
}

#[tokio::main(flavor = "multi_thread")]
async fn main() -> anyhow::Result<()> {
    testkit::prepare();
    let gib: u64 = std::env::var("BENCH_GIB").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let tools = Tools {
        tonnage: variable("BENCH_TONNAGE")?.into(),
        rclone: variable("BENCH_RCLONE")?.into(),
        directory: variable("BENCH_DIRECTORY")?.into(),
    };
    let source = Source::start(&tools)?;
    let large = source.large(gib * GIB).await?;
    let name = format!("{gib} GiB in one file");
    let amount = f64::from(u32::try_from(gib * 1_024)?);
    compare(&source, &tools, &Case { name, unit: "MiB/s", amount, package: large }).await?;
    let small = source.small(SMALL_FILES, SMALL_BYTES).await?;
    let name = format!("{SMALL_FILES} files of {} KiB", SMALL_BYTES >> 10);
    let amount = f64::from(u32::try_from(SMALL_FILES)?);
    compare(&source, &tools, &Case { name, unit: "files/s", amount, package: small }).await
}
