//! Faults of the cluster, and how long it takes to answer again.

use std::fmt::Write as _;
use std::process::Command;
use std::time::{Duration, Instant};

use testkit::{TestReceiver, plain_package};
use tokio::time::sleep;

use super::bed::{Bed, Line};
use super::ledger::Ledger;

const ROUNDS: usize = 5;
const DEEP_ROUNDS: usize = 100;
const HEALED_WITHIN: Duration = Duration::from_secs(5);
/// Calls under load between two faults.
const QUIET: Duration = Duration::from_millis(500);
/// Workers are killed in the first rounds: their jobs wait a minute until the lease ends.
const ROUNDS_WITHOUT_WORKERS: usize = 3;

/// How long the cluster took to answer after the end of a fault.
pub(super) struct Healing {
    fault: &'static str,
    took: Duration,
}

impl Healing {
    pub(super) fn is_quick(&self) -> bool {
        self.took <= HEALED_WITHIN
    }
}

pub(super) fn rounds() -> usize {
    testkit::rounds(ROUNDS, DEEP_ROUNDS)
}

/// Injects each fault once. The ledger gets the changes that were acknowledged to this caller in between.
pub(super) async fn round(bed: &mut Bed, line: &Line, round: usize, ledger: &mut Ledger) -> Vec<Healing> {
    let mut healings = Vec::new();
    sleep(QUIET).await;
    bed.processes[round % 2].kill_and_start().await;
    healings.push(healed(bed, "API process killed", round, ledger).await);

    if round + ROUNDS_WITHOUT_WORKERS < rounds().max(2 * ROUNDS_WITHOUT_WORKERS) {
        let worker = &mut bed.processes[2 + round % 2];
        worker.kill_and_start().await;
        let since = Instant::now();
        worker.until_page("/readyz", |status, _| status == 200).await;
        healings.push(Healing { fault: "worker killed", took: since.elapsed() });
    }

    bed.nats.kill();
    for process in &bed.processes {
        process.until_page("/readyz", |status, text| status == 200 && text.contains("degraded")).await;
    }
    register(bed, line, ledger).await;
    bed.nats.restart().await;
    let since = Instant::now();
    for process in &bed.processes {
        process.until_bus(true).await;
    }
    healings.push(Healing { fault: "NATS killed", took: since.elapsed() });

    database("TONNAGE_TEST_STOP_DATABASE").await;
    // Once as long as an operator takes, and long enough for every pool to notice.
    sleep(Duration::from_secs(if round == 0 { 5 } else { 1 })).await;
    database("TONNAGE_TEST_START_DATABASE").await;
    healings.push(healed(bed, "PostgreSQL stopped at once", round, ledger).await);
    healings
}

/// Asks each API process and the balancer for a change until all have made one.
async fn healed(bed: &Bed, fault: &'static str, round: usize, ledger: &mut Ledger) -> Healing {
    let since = Instant::now();
    let clients = [bed.client_of(0), bed.client_of(1), bed.client()];
    for (number, client) in clients.iter().enumerate() {
        for attempt in 0.. {
            let name = format!("{fault} {round} {number}-{attempt}");
            if let Ok(package) = client.create_package(&bed.team, &plain_package(&name)).await {
                ledger.packages.insert(name, package.id);
                break;
            }
            assert!(since.elapsed() < 6 * HEALED_WITHIN, "{fault}: it does not heal\n{}", bed.complaints());
            sleep(Duration::from_millis(20)).await;
        }
    }
    Healing { fault, took: since.elapsed() }
}

/// Creates a webhook while the bus is down. It calls nobody: it belongs to no Portal.
async fn register(bed: &Bed, line: &Line, ledger: &mut Ledger) {
    let receiver: &TestReceiver = &line.receiver;
    ledger.webhooks.push(bed.webhook(&bed.client(), receiver).await.unwrap());
}

/// Runs an operator command.
async fn database(variable: &'static str) {
    let command = std::env::var(variable).expect("run this with cargo xtask test --only cluster");
    let ended = tokio::task::spawn_blocking(move || Command::new("sh").args(["-c", &command]).status());
    assert!(ended.await.unwrap().unwrap().success(), "{variable}");
}

/// The figures in the format of `docs/cluster-faults.md`.
pub(super) fn table(healings: &[Healing], ledger: &Ledger, failed: usize) -> String {
    let mut text = String::from("| fault | times | answers again after, median | slowest |\n|---|---|---|---|\n");
    for fault in ["API process killed", "worker killed", "NATS killed", "PostgreSQL stopped at once"] {
        let mut times: Vec<_> = healings.iter().filter(|healing| healing.fault == fault).map(|one| one.took).collect();
        times.sort();
        let (Some(slowest), Some(median)) = (times.last(), times.get(times.len() / 2)) else { continue };
        let (median, slowest) = (median.as_secs_f64(), slowest.as_secs_f64());
        let _ = writeln!(text, "| {fault} | {} | {median:.2} s | {slowest:.2} s |", times.len());
    }
    let _ = write!(
        text,
        "\n{} acknowledged changes in {} calls, of which {failed} failed during the faults: none lost, none made twice.",
        ledger.changes(),
        ledger.calls
    );
    text
}
