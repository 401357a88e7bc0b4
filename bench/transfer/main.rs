//! Compares the transfer agent with its peers, in one run on one disk. Prints Markdown.
//!
//! Wall-clock figures are meaningful only as ratios within a round, so every case is repeated in interleaved rounds
//! and reported as the median of the ratios, together with CPU and peak memory of both ends. Every pair gets fresh
//! servers with empty directories. The first download of each pair is compared byte for byte.

mod agent;
mod cases;
mod clients;
mod link;
mod measure;
mod place;
mod report;
mod servers;
mod source;
mod targets;

use crate::place::Tools;
use crate::report::Report;

const ROUNDS: usize = 3;
const PARTS: &str = "1gib 4gib small link";

#[tokio::main(flavor = "multi_thread")]
async fn main() -> anyhow::Result<()> {
    testkit::prepare();
    let tools = Tools::from_environment()?;
    let rounds = std::env::var("BENCH_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(ROUNDS);
    let parts = std::env::var("BENCH_PARTS").unwrap_or_else(|_| PARTS.to_owned());
    let mut report = Report::default();
    for part in parts.split_whitespace() {
        match part {
            "1gib" => cases::large(&tools, &mut report, 1, rounds).await?,
            "4gib" => cases::large(&tools, &mut report, 4, rounds).await?,
            "small" => cases::small(&tools, &mut report, rounds).await?,
            "link" => link::over_link(&tools, &mut report, rounds).await?,
            other => anyhow::bail!("unknown part {other}; choose from: {PARTS}"),
        }
    }
    print!("{}{}", targets::to_markdown(&report), report.to_markdown());
    Ok(())
}
