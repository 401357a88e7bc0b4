//! Medians over the rounds, and the targets.

use std::fmt::Write as _;
use std::time::Duration;

use crate::hashes::Costs;
use crate::measure::Sample;
use crate::servers::Kind;
use crate::slow;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Unit {
    /// The big file has one.
    Gibibyte,
    /// The tree has ten thousand.
    File,
}

struct Row {
    case: &'static str,
    direction: &'static str,
    server: &'static str,
    client: &'static str,
    unit: Unit,
    /// One per round.
    samples: Vec<Sample>,
}

#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
    /// Rates of one writer per second: syncs of one file, and new files made durable.
    syncs: Vec<f64>,
    durable_files: Vec<f64>,
    /// Syncs per second where each is slow.
    slow_syncs: Vec<f64>,
    completions: Vec<(u64, Duration)>,
    hashes: Vec<Costs>,
    round: usize,
}

impl Row {
    /// MiB or files in one run.
    const fn amount(&self) -> f64 {
        match self.unit {
            Unit::Gibibyte => 1_024.0,
            Unit::File => 10_000.0,
        }
    }

    /// MiB or files per second, in each round.
    fn speeds(&self) -> Vec<f64> {
        self.samples.iter().map(|sample| self.amount() / sample.seconds).collect()
    }

    /// CPU seconds per GiB, or CPU milliseconds per file.
    fn cost(&self, of: impl Fn(&Sample) -> f64) -> f64 {
        let factor = match self.unit {
            Unit::Gibibyte => 1_024.0,
            Unit::File => 1_000.0,
        };
        median(self.samples.iter().map(|sample| of(sample) * factor / self.amount()).collect())
    }

    /// How much faster than another row: the median of the ratios within each round.
    fn ratio(&self, to: Option<&Self>) -> f64 {
        let Some(to) = to else { return f64::NAN };
        median(self.speeds().into_iter().zip(to.speeds()).map(|(one, other)| one / other).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

impl Report {
    pub(crate) fn begin_round(&mut self) {
        self.round += 1;
    }

    pub(crate) fn add(
        &mut self,
        case: &'static str,
        direction: &'static str,
        server: &'static str,
        client: &'static str,
        unit: Unit,
        sample: Sample,
    ) {
        eprintln!("  {case}, {direction}, {server}, {client}: {:.2} s", sample.seconds);
        let known = self
            .rows
            .iter_mut()
            .find(|row| (row.case, row.direction, row.server, row.client) == (case, direction, server, client));
        match known {
            Some(row) => row.samples.push(sample),
            None => self.rows.push(Row { case, direction, server, client, unit, samples: vec![sample] }),
        }
    }

    pub(crate) fn note_syncs(&mut self, syncs: f64, durable_files: f64) {
        self.syncs.push(syncs);
        self.durable_files.push(durable_files);
    }

    pub(crate) fn note_slow_syncs(&mut self, syncs: f64) {
        self.slow_syncs.push(syncs);
    }

    pub(crate) fn note_completion(&mut self, gibibytes: u64, took: Duration) {
        self.completions.push((gibibytes, took));
    }

    pub(crate) fn note_hashes(&mut self, costs: Costs) {
        self.hashes.push(costs);
    }

    fn row(&self, case: &str, direction: &str, server: &str, client: &str) -> Option<&Row> {
        self.rows.iter().find(|row| {
            row.case.starts_with(case) && (row.direction, row.server, row.client) == (direction, server, client)
        })
    }

    pub(crate) fn to_markdown(&self) -> String {
        let mut text = format!("Medians of {} interleaved rounds.\n", self.round);
        for (case, speed, cost) in [("1 GiB", "MiB/s", "CPU s/GiB"), ("10,000", "files/s", "CPU ms/file")] {
            self.write_table(&mut text, case, speed, cost);
        }
        self.write_hashes(&mut text);
        self.write_targets(&mut text);
        text
    }

    fn write_hashes(&self, text: &mut String) {
        let cost = |of: fn(&Costs) -> f64| median(self.hashes.iter().map(of).collect());
        let (md5, sha256, both) = (cost(|costs| costs.md5), cost(|costs| costs.sha256), cost(|costs| costs.both));
        let _ = writeln!(text, "\n### Hashes that a client may send, on one idle core\n");
        let _ = writeln!(text, "| what | s/GiB |\n|---|---|");
        let _ = writeln!(text, "| MD5, library | {md5:.2} |\n| SHA-256, library | {sha256:.2} |");
        let _ = writeln!(text, "| both together, as the store computes them | {both:.2} |");
    }

    fn write_table(&self, text: &mut String, case: &str, speed: &str, cost: &str) {
        let rows = || self.rows.iter().filter(|row| row.case.starts_with(case));
        let Some(first) = rows().next() else { return };
        let _ = writeln!(text, "\n### {}\n", first.case);
        let _ = writeln!(
            text,
            "| direction | server | client | {speed} | × curl and nginx | client {cost} | server {cost} | server peak MiB |"
        );
        let _ = writeln!(text, "|---|---|---|---|---|---|---|---|");
        for row in rows() {
            let floor = self.row(case, row.direction, "nginx", "curl");
            let _ = writeln!(
                text,
                "| {} | {} | {} | {:.0} | {:.2} | {:.2} | {:.2} | {} |",
                row.direction,
                row.server,
                row.client,
                median(row.speeds()),
                row.ratio(floor),
                row.cost(|sample| sample.client_cpu),
                row.cost(|sample| sample.server_cpu),
                row.samples.iter().map(|sample| sample.server_memory).max().unwrap_or(0),
            );
        }
    }

    fn write_targets(&self, text: &mut String) {
        let _ = writeln!(text, "\n### Targets\n\n| target | goal | measured |\n|---|---|---|");
        let mut line = |name: &str, asked: &str, measured: String| {
            let _ = writeln!(text, "| {name} | {asked} | {measured} |");
        };
        let server_cost = |direction| {
            self.row("1 GiB", direction, "ours, relaxed", "rclone")
                .map_or(f64::NAN, |row| row.cost(|sample| sample.server_cpu))
        };
        line("b1, rclone up, server", "≤ 3.5 CPU s/GiB", format!("{:.2}", server_cost("up")));
        line("b1, rclone down, server", "≤ 0.5 CPU s/GiB", format!("{:.2}", server_cost("down")));
        for direction in ["up", "down"] {
            let peer = self.row("1 GiB", direction, "s3s-fs", "rclone");
            let ratio = self.row("1 GiB", direction, "ours, relaxed", "rclone").map_or(f64::NAN, |row| row.ratio(peer));
            line(&format!("b1, rclone {direction}, not synced"), "≥ 1.5 × the peer", format!("{ratio:.2} × s3s-fs"));
        }
        let plain = self.row("1 GiB", "up", "-", "write + one sync");
        let synced = self.row("1 GiB", "up", "ours, synced", "pre-signed").map_or(f64::NAN, |row| row.ratio(plain));
        line("b2, synced upload", "≥ 0.8 × write + one sync", format!("{synced:.2} ×"));
        for (gibibytes, took) in &self.completions {
            line(
                &format!("b3, completion of {gibibytes} GiB"),
                "≤ 50 ms",
                format!("{:.1} ms", took.as_secs_f64() * 1_000.0),
            );
        }
        let compared = |server: &str, rates: &[f64]| {
            let files = self.row("10,000", "up", server, "pre-signed").map(Row::speeds).unwrap_or_default();
            let ratios = files.iter().zip(rates).map(|(files, rate)| files / rate).collect();
            format!("{:.1} × {:.0} per second", median(ratios), median(rates.to_vec()))
        };
        let name = format!("c2, durable small objects, where a sync takes {} ms", slow::MICROSECONDS / 1_000);
        line(&name, "≥ 10 × one writer's syncs", compared(Kind::OursSlowly.name(), &self.slow_syncs));
        let synced = Kind::OursSynced.name();
        line("c2, on this disk", "≥ 10 × one writer's syncs", compared(synced, &self.syncs));
        line(
            "c2, the same",
            "compared with new files, each synced with its folder",
            compared(synced, &self.durable_files),
        );
    }
}
