//! PostgreSQL's own benchmark on the same cluster: how many trivial transactions the machine can do.

use std::process::Command;

use anyhow::Context as _;

use crate::database::Database;

const CLIENTS: &str = "32";

#[derive(Debug, Clone, Copy)]
pub(crate) struct Yardstick {
    /// Transactions per second: `updates` have one update, one select and one insert, `selects` one select by key.
    pub(crate) updates: f64,
    pub(crate) selects: f64,
}

impl Yardstick {
    pub(crate) fn measure(database: &Database, seconds: u64) -> anyhow::Result<Self> {
        database.make()?;
        let url = database.url();
        run(database.program("pgbench").args(["-i", "-q", "-s", "10", &url]))?;
        let seconds = seconds.to_string();
        let rate = |options: &[&str]| {
            let arguments = ["-n", "-M", "prepared", "-c", CLIENTS, "-T", &seconds];
            per_second(&run(database.program("pgbench").args(arguments).args(options).arg(&url))?)
        };
        Ok(Self { updates: rate(&["-N"])?, selects: rate(&["-S"])? })
    }
}

fn run(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output()?;
    anyhow::ensure!(output.status.success(), "pgbench failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

fn per_second(output: &str) -> anyhow::Result<f64> {
    let line = output.lines().find_map(|line| line.strip_prefix("tps = ")).context("pgbench printed no rate")?;
    line.split_whitespace().next().unwrap_or_default().parse().context("the rate of pgbench is not a number")
}

#[cfg(test)]
mod tests {
    use super::per_second;

    #[test]
    fn the_rate_is_read_from_the_output_of_pgbench() {
        let output = "number of clients: 32\ntps = 1234.500000 (without initial connection time)\n";
        assert_eq!(per_second(output).ok(), Some(1_234.5));
        assert!(per_second("pgbench: error").is_err());
    }
}
