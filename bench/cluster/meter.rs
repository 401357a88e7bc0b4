//! The cost of a task: CPU of each program, write-ahead log, and what PostgreSQL waits for.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Stdio};

use anyhow::Context as _;
use bench::process::{cpu, tree_cpu};

use crate::place::Place;

/// Sampled five times a second. A backend that is idle in a transaction waits for our next statement.
const WAITS: &str = "SELECT CASE WHEN state <> 'active' THEN 'idle in transaction'
        WHEN wait_event IS NULL THEN 'CPU' ELSE wait_event_type || ' ' || wait_event END, count(*)
    FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'
    GROUP BY 1 \\watch 0.2\n";

/// CPU seconds and bytes used between start and stop.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cost {
    pub(crate) servers: f64,
    pub(crate) database: f64,
    pub(crate) store: f64,
    pub(crate) callers: f64,
    pub(crate) log_bytes: f64,
    /// What PostgreSQL's busy processes were doing, the most frequent first, as shares of 1.
    pub(crate) waits: Vec<(String, f64)>,
}

pub(crate) struct Meter<'a> {
    place: &'a Place,
    before: Cost,
    watcher: Child,
    seen: PathBuf,
}

impl<'a> Meter<'a> {
    pub(crate) fn start(place: &'a Place) -> anyhow::Result<Self> {
        let seen = place.directory().join("waits");
        let mut watcher = place.database.psql().stdin(Stdio::piped()).stdout(File::create(&seen)?).spawn()?;
        watcher.stdin.take().context("standard input is not piped")?.write_all(WAITS.as_bytes())?;
        let before = Cost { log_bytes: place.database.log_bytes()?, ..spent(place) };
        Ok(Self { place, before, watcher, seen })
    }

    pub(crate) fn stop(mut self) -> anyhow::Result<Cost> {
        let after = spent(self.place);
        let log_bytes = self.place.database.log_bytes()? - self.before.log_bytes;
        self.watcher.kill()?;
        self.watcher.wait()?;
        Ok(Cost {
            servers: after.servers - self.before.servers,
            database: after.database - self.before.database,
            store: after.store - self.before.store,
            callers: after.callers - self.before.callers,
            log_bytes,
            waits: waits(&std::fs::read_to_string(&self.seen)?),
        })
    }
}

fn spent(place: &Place) -> Cost {
    Cost {
        servers: place.servers().map(|server| cpu(server, false)).sum(),
        database: database_cpu(place),
        store: cpu(place.store(), false),
        callers: cpu(std::process::id(), false),
        ..Cost::default()
    }
}

/// Includes processes that have ended.
fn database_cpu(place: &Place) -> f64 {
    let process = place.database_process();
    tree_cpu(process) + cpu(process, true) - cpu(process, false)
}

fn waits(seen: &str) -> Vec<(String, f64)> {
    let mut found = BTreeMap::<&str, f64>::new();
    for (what, times) in seen.lines().filter_map(|line| line.split_once('\t')) {
        *found.entry(what).or_default() += times.parse::<f64>().unwrap_or(0.0);
    }
    let all: f64 = found.values().sum();
    let mut waits: Vec<_> = found.into_iter().map(|(what, times)| (what.to_owned(), times / all)).collect();
    waits.sort_by(|one, other| other.1.total_cmp(&one.1));
    waits
}

#[cfg(test)]
mod tests {
    use super::waits;

    #[test]
    fn waits_are_shares_and_the_most_frequent_comes_first() {
        let seen = "Mon (every 0.2s)\n\nCPU\t1\nIO WALSync\t4\n\nMon (every 0.2s)\n\nCPU\t3\n";
        assert_eq!(waits(seen), [("CPU".to_owned(), 0.5), ("IO WALSync".to_owned(), 0.5)]);
        let seen = "Lock tuple\t9\nCPU\t1\n";
        assert_eq!(waits(seen), [("Lock tuple".to_owned(), 0.9), ("CPU".to_owned(), 0.1)]);
    }
}
