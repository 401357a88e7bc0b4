//! PostgreSQL's own bench on the same cluster: what the machine gives to a transaction that does next to nothing.

use std::process::Command;

use anyhow::Context as _;

use crate::database::Database;

const CLIENTS: &str = "32";

#[derive(Debug, Clone, Copy)]
pub(crate) struct Yardstick {
    /// Transactions a second of one update, one select and one insert, and of one select by its key.
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

fn per_second(told: &str) -> anyhow::Result<f64> {
    let line = told.lines().find_map(|line| line.strip_prefix("tps = ")).context("pgbench tells its rate")?;
    line.split_whitespace().next().unwrap_or_default().parse().context("the rate of pgbench is a number")
}

#[cfg(test)]
mod tests {
    use super::per_second;

    #[test]
    fn the_rate_is_read_from_what_pgbench_tells() {
        let told = "number of clients: 32\ntps = 1234.500000 (without initial connection time)\n";
        assert_eq!(per_second(told).ok(), Some(1_234.5));
        assert!(per_second("pgbench: error").is_err());
    }
}
