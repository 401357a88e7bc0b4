//! The figures as Markdown.

use std::collections::BTreeMap;

use crate::background::Background;
use crate::calls::Row;
use crate::database::{Statement, Table};
use crate::load::Timing;
use crate::yardstick::Yardstick;

/// Everything that was measured at one size.
pub(crate) struct Size {
    pub(crate) packages: u64,
    pub(crate) files: f64,
    pub(crate) filled_in: Option<f64>,
    /// By number of processes.
    pub(crate) runs: Vec<Run>,
    pub(crate) tables: Vec<Table>,
    pub(crate) statements: Vec<Statement>,
    pub(crate) whole_reads: Vec<Vec<String>>,
    pub(crate) bytes: f64,
}

pub(crate) struct Run {
    pub(crate) processes: usize,
    pub(crate) rows: Vec<Row>,
    pub(crate) background: Background,
}

/// A statement is shown if it touches this many times the pages at the larger size, and more than a few.
const GROWN: f64 = 1.5;
const FEW_BLOCKS: f64 = 20.0;
const SHOWN_WAITS: usize = 3;

pub(crate) fn size(size: &Size, yardstick: Yardstick) {
    println!("\n## {} packages, {:.0} files\n", size.packages, size.files);
    match size.filled_in {
        Some(seconds) => println!("Filled in {seconds:.0} s; {:.2} GB.", size.bytes / 1e9),
        None => println!("{:.2} GB.", size.bytes / 1e9),
    }
    for run in &size.runs {
        println!("\n### Server processes: {}\n", run.processes);
        calls(run);
        background(&run.background);
    }
    let best = |call: &str| size.runs.iter().filter_map(|run| row(run, call)).map(Timing::rate).fold(0.0, f64::max);
    println!("\nBest rates compared with PostgreSQL's own benchmark on the same cluster, 32 callers:\n");
    println!("- packages created: {:.2} times its small updates", best("create package") / yardstick.updates);
    println!("- links opened: {:.2} times its selects by key", best("open link") / yardstick.selects);
    tables(size);
}

fn row<'a>(run: &'a Run, call: &str) -> Option<&'a Timing> {
    run.rows.iter().find(|row| row.call == call).map(|row| &row.timing)
}

fn calls(run: &Run) {
    println!(
        "| call | per second | p50 ms | p99 ms | CPU ms: ours | PostgreSQL | store | callers | log bytes | PostgreSQL's processes |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for Row { call, timing, cost } in &run.rows {
        let each = |seconds: f64| seconds * 1_000.0 / timing.done;
        let waits: Vec<String> =
            cost.waits.iter().take(SHOWN_WAITS).map(|(what, share)| format!("{what} {:.0} %", share * 100.0)).collect();
        println!(
            "| {call} | {:.0} | {:.1} | {:.1} | {:.2} | {:.2} | {:.2} | {:.2} | {:.0} | {} |",
            timing.rate(),
            timing.p50,
            timing.p99,
            each(cost.servers),
            each(cost.database),
            each(cost.store),
            each(cost.callers),
            cost.log_bytes / timing.done,
            waits.join(", "),
        );
    }
}

fn background(figures: &Background) {
    let Background { seconds, mails, worker, database, log_bytes } = *figures;
    println!(
        "\nOne worker then wrote the mails to {mails:.0} recipients, and sent these and the mails to the senders, in {seconds:.1} s ({:.0} per second). Each took {:.2} ms of worker CPU, {:.2} ms of PostgreSQL CPU and {:.0} bytes of log.",
        mails / seconds,
        worker * 1_000.0 / mails,
        database * 1_000.0 / mails,
        log_bytes / mails
    );
}

fn tables(size: &Size) {
    println!("\n| table | rows | bytes per row | of which indexes | MB in total |");
    println!("|---|---|---|---|---|");
    for Table { name, rows, own, indexes } in &size.tables {
        let all = own + indexes;
        println!("| {name} | {rows:.0} | {:.0} | {:.0} | {:.0} |", all / rows, indexes / rows, all / 1e6);
    }
    let of = |is_wanted: &dyn Fn(&Table) -> bool| -> f64 {
        size.tables.iter().filter(|table| is_wanted(table)).map(|table| table.own + table.indexes).sum()
    };
    let packages = size.tables.iter().find(|table| table.name == "packages").map_or(f64::NAN, |table| table.rows);
    let each = of(&|table| table.name != "files") / packages;
    println!(
        "\nAll tables except files hold {each:.0} bytes for each package ever created, including a month of mails and events."
    );
}

/// What costs more in a larger database.
pub(crate) fn growth(small: &Size, large: &Size) {
    println!("\n## From {} to {} packages\n", small.packages, large.packages);
    println!("| call, one process | p50 ratio | p99 ratio | CPU of PostgreSQL, ratio | log bytes, ratio |");
    println!("|---|---|---|---|---|");
    let (Some(before), Some(after)) = (small.runs.first(), large.runs.first()) else { return };
    for (one, other) in before.rows.iter().zip(&after.rows) {
        let database = |row: &Row| row.cost.database / row.timing.done;
        let log = |row: &Row| row.cost.log_bytes / row.timing.done;
        let log_ratio = if log(one) < 100.0 { "-".to_owned() } else { format!("{:.2}", log(other) / log(one)) };
        println!(
            "| {} | {:.2} | {:.2} | {:.2} | {log_ratio} |",
            one.call,
            other.timing.p50 / one.timing.p50,
            other.timing.p99 / one.timing.p99,
            database(other) / database(one),
        );
    }
    statements(&small.statements, &large.statements);
    whole_reads(&large.whole_reads);
}

fn statements(small: &[Statement], large: &[Statement]) {
    let before: BTreeMap<&str, &Statement> = small.iter().map(|one| (one.text.as_str(), one)).collect();
    let mut grown: Vec<(&Statement, &Statement)> = large
        .iter()
        .filter_map(|after| Some((*before.get(after.text.as_str())?, after)))
        .filter(|(before, after)| after.blocks > before.blocks * GROWN && after.blocks > FEW_BLOCKS)
        .collect();
    grown.sort_by(|one, other| other.1.blocks.total_cmp(&one.1.blocks));
    println!("\nStatements that touch at least {GROWN} times as many database pages:\n");
    if grown.is_empty() {
        println!("None.");
        return;
    }
    println!("| statement | calls | pages before | after | ms before | after |\n|---|---|---|---|---|---|");
    for (before, after) in grown {
        let text: String = after.text.chars().take(160).collect();
        println!(
            "| `{}` | {:.0} | {:.0} | {:.0} | {:.2} | {:.2} |",
            text.replace('|', "\\|"),
            after.calls,
            before.blocks,
            after.blocks,
            before.millis,
            after.millis
        );
    }
}

fn whole_reads(reads: &[Vec<String>]) {
    println!("\nTables of 5,000 rows or more with full scans during the run:\n");
    if reads.is_empty() {
        println!("None.");
    }
    for read in reads {
        println!("- {}", read.join(", "));
    }
}
