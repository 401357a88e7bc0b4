//! Medians over the rounds, ratios within them, and the targets.

use std::fmt::Write as _;

use crate::clients::Direction;
use crate::measure::Sample;

pub(crate) const FLOOR: &str = "curl, nginx";

#[derive(Debug, Clone, Copy)]
pub(crate) enum Unit {
    Mebibyte,
    File { files: usize },
}

struct Table {
    title: String,
    unit: Unit,
    bytes: u64,
    rows: Vec<Row>,
    failed: Vec<&'static str>,
}

pub(crate) struct Row {
    name: &'static str,
    direction: Direction,
    /// Each with its round.
    samples: Vec<(usize, Sample)>,
    /// MiB or files in one run.
    amount: f64,
    /// Factor that turns the CPU of one run into seconds per GiB, or milliseconds per file.
    cost: f64,
}

#[derive(Default)]
pub(crate) struct Report {
    tables: Vec<Table>,
    notes: Vec<String>,
}

impl Report {
    pub(crate) fn note(&mut self, text: &str) {
        eprintln!("{text}");
        self.notes.push(text.to_owned());
    }

    pub(crate) fn begin(&mut self, title: &str, unit: Unit, bytes: u64) {
        if self.table(title).is_none() {
            self.tables.push(Table { title: title.to_owned(), unit, bytes, rows: Vec::new(), failed: Vec::new() });
        }
    }

    pub(crate) fn failed(&mut self, title: &str, name: &'static str) {
        if let Some(table) = self.tables.iter_mut().find(|table| table.title == title) {
            table.failed.push(name);
        }
    }

    pub(crate) fn add(&mut self, title: &str, name: &'static str, direction: Direction, round: usize, sample: Sample) {
        let Some(table) = self.tables.iter_mut().find(|table| table.title == title) else { return };
        let number = |whole: u64| u32::try_from(whole).map_or(f64::MAX, f64::from);
        let mib = number(table.bytes >> 10) / 1_024.0;
        let (amount, cost) = match table.unit {
            Unit::Mebibyte => (mib, 1_024.0 / mib),
            Unit::File { files } => {
                let files = number(u64::try_from(files).unwrap_or(u64::MAX));
                (files, 1_000.0 / files)
            }
        };
        let is_this = |row: &Row| row.name == name && row.direction == direction;
        if !table.rows.iter().any(is_this) {
            table.rows.push(Row { name, direction, samples: Vec::new(), amount, cost });
        }
        if let Some(row) = table.rows.iter_mut().find(|row| is_this(row)) {
            row.samples.push((round, sample));
        }
    }

    fn table(&self, title: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.title == title)
    }

    pub(crate) fn row(&self, title: &str, name: &str, direction: Direction) -> Option<&Row> {
        self.table(title)?.row(name, direction)
    }

    pub(crate) fn rows_of(&self, names: &'static [&'static str]) -> impl Iterator<Item = &Row> {
        self.tables.iter().flat_map(|table| &table.rows).filter(move |row| names.contains(&row.name))
    }

    pub(crate) fn to_markdown(&self) -> String {
        let mut text = String::new();
        for table in &self.tables {
            table.write(&mut text);
        }
        for note in &self.notes {
            let _ = writeln!(text, "\n{note}");
        }
        text
    }
}

impl Table {
    fn row(&self, name: &str, direction: Direction) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name && row.direction == direction)
    }

    fn write(&self, text: &mut String) {
        let (speed, cost) = match self.unit {
            Unit::Mebibyte => ("MiB/s", "CPU s/GiB"),
            Unit::File { .. } => ("files/s", "CPU ms/file"),
        };
        let _ = writeln!(text, "\n## {}\n", self.title);
        let _ = writeln!(
            text,
            "| | client, server | rounds | {speed} (min to max) | × curl and nginx | client {cost} | server {cost} | sum | \
             client peak MiB | server peak MiB |\n|---|---|---|---|---|---|---|---|---|---|"
        );
        for direction in [Direction::Up, Direction::Down] {
            for row in self.rows.iter().filter(|row| row.direction == direction) {
                row.write(text, self.row(FLOOR, direction));
            }
        }
        for name in &self.failed {
            let _ = writeln!(text, "\n{name} failed in one round.");
        }
    }
}

impl Row {
    /// MiB or files per second.
    pub(crate) fn speed(&self) -> f64 {
        median(self.speeds())
    }

    fn speeds(&self) -> Vec<f64> {
        self.samples.iter().map(|(_, sample)| self.amount / sample.seconds).collect()
    }

    /// How much faster than another row: the median of the ratios within each round. Amounts may differ.
    pub(crate) fn ratio(&self, to: &Self) -> f64 {
        let in_round = |(round, sample): &(usize, Sample)| {
            let (_, other) = to.samples.iter().find(|(other, _)| other == round)?;
            Some((self.amount / sample.seconds) / (to.amount / other.seconds))
        };
        median(self.samples.iter().filter_map(in_round).collect())
    }

    pub(crate) fn client_cost(&self) -> f64 {
        self.cost_of(|sample| sample.client_cpu)
    }

    /// Of both ends.
    pub(crate) fn whole_cost(&self) -> f64 {
        self.cost_of(|sample| sample.client_cpu + sample.server_cpu)
    }

    fn cost_of(&self, part: impl Fn(&Sample) -> f64) -> f64 {
        median(self.samples.iter().map(|(_, sample)| part(sample) * self.cost).collect())
    }

    pub(crate) fn client_memory(&self) -> u64 {
        self.samples.iter().map(|(_, sample)| sample.client_memory).max().unwrap_or(0)
    }

    fn write(&self, text: &mut String, floor: Option<&Self>) {
        let speeds = self.speeds();
        let least = speeds.iter().copied().fold(f64::INFINITY, f64::min);
        let most = speeds.iter().copied().fold(0.0, f64::max);
        let ratio = floor.map_or_else(String::new, |floor| format!("{:.2}", self.ratio(floor)));
        let digits = usize::from(self.speed() < 50.0);
        let server_memory = self.samples.iter().map(|(_, sample)| sample.server_memory).max().unwrap_or(0);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.digits$} ({least:.digits$} to {most:.digits$}) | {ratio} | {:.2} | {:.2} | {:.2} | {} | {server_memory} |",
            self.direction.name(),
            self.name,
            self.samples.len(),
            self.speed(),
            self.client_cost(),
            self.cost_of(|sample| sample.server_cpu),
            self.whole_cost(),
            self.client_memory(),
        );
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        length if length % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}
