//! Compares the embedded object store with its peers, in one run on one disk.
//!
//! Wall-clock figures are meaningful only as ratios within a round, so every
//! case is repeated in interleaved rounds and reported as the median of the
//! ratios, together with CPU seconds and peak memory. Prints Markdown.

mod cases;
mod disk;
mod foreign;
mod hashes;
mod measure;
mod presigned;
mod report;
mod servers;
mod slow;

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::report::Report;
use crate::servers::Tools;

const ROUNDS: usize = 3;

/// The test data and where it is stored.
pub(crate) struct Workplace {
    pub(crate) directory: PathBuf,
    pub(crate) big: PathBuf,
    pub(crate) big_bytes: u64,
    pub(crate) tree: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [what, directory] = arguments.as_slice()
        && what == slow::ONE_WRITER
    {
        println!("{}", disk::syncs_per_second(Path::new(directory))?);
        return Ok(());
    }
    let _ = rustls::crypto::ring::default_provider().install_default();
    let place = tempfile::tempdir_in(std::env::var("BENCH_DIRECTORY").context("BENCH_DIRECTORY is not set")?)?;
    let tools = Tools::from_environment()?;
    let workplace = disk::prepare(place.path())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut report = Report::default();
    for round in 0..ROUNDS {
        eprintln!("round {} of {ROUNDS}", round + 1);
        report.note_hashes(hashes::measure());
        cases::run(&runtime, &tools, &workplace, &mut report)?;
    }
    cases::completion(&runtime, &tools, &workplace, &mut report)?;
    print!("{}", report.to_markdown());
    Ok(())
}
