//! Copies tables to lines of JSON and back, a few rows in memory at a time.

use std::io::{BufRead, Write};
use std::pin::pin;

use anyhow::{Context as _, bail};
use futures_util::StreamExt as _;
use store::Tx;
use store::tables::{self, Row, TABLES, Table};

use super::manifest::Summed;
use super::progress::Progress;

/// Longer rows go in smaller groups, so that a group always fits in memory.
const BYTES_AT_ONCE: usize = 4 << 20;

/// All tables of the database, in the order in which they can be filled.
pub(super) async fn all(tx: &mut Tx) -> anyhow::Result<Vec<Table>> {
    let mut all = Vec::new();
    for (name, order) in TABLES {
        all.push(tables::describe(tx, name, order).await?);
    }
    Ok(all)
}

/// Writes every row as a line: a list of values. Returns the number of rows.
pub(super) async fn dump(
    tx: &mut Tx,
    table: &Table,
    output: &mut impl Write,
    progress: &mut Progress,
) -> anyhow::Result<u64> {
    let (mut rows, mut count) = (pin!(tables::rows(tx, table)), 0);
    while let Some(row) = rows.next().await {
        write_line(output, &row?)?;
        count += 1;
        progress.tell(|| format!("table {}: {count} rows", table.name))?;
    }
    Ok(count)
}

/// Number of rows, and the SHA-256 of the lines that `dump` would write.
pub(super) async fn digest(tx: &mut Tx, table: &Table, progress: &mut Progress) -> anyhow::Result<(u64, String)> {
    let mut sum = Summed::default();
    let rows = dump(tx, table, &mut sum, progress).await?;
    Ok((rows, sum.finish().1))
}

/// Fills a table with lines.
pub(super) async fn load(
    tx: &mut Tx,
    table: &Table,
    input: impl BufRead,
    progress: &mut Progress,
) -> anyhow::Result<()> {
    let mut filling = Filling::new(tx, table);
    for line in input.lines() {
        let line = line?;
        let row = serde_json::from_str(&line).with_context(|| format!("a row of {} is not valid", table.name))?;
        filling.add(row, line.len()).await?;
        progress.tell(|| format!("table {}: {} rows", table.name, filling.count))?;
    }
    filling.finish().await
}

/// Fills a table from another database. Returns the SHA-256 of the lines that were copied, and their number.
pub(super) async fn copy(
    from: &mut Tx,
    to: &mut Tx,
    table: &Table,
    progress: &mut Progress,
) -> anyhow::Result<(u64, String)> {
    let (mut filling, mut sum) = (Filling::new(to, table), Summed::default());
    let mut rows = pin!(tables::rows(from, table));
    let mut line = Vec::new();
    while let Some(row) = rows.next().await {
        let row = row?;
        line.clear();
        write_line(&mut line, &row)?;
        sum.write_all(&line)?;
        filling.add(row, line.len()).await?;
        progress.tell(|| format!("table {}: {} rows", table.name, filling.count))?;
    }
    let count = filling.count;
    filling.finish().await?;
    Ok((count, sum.finish().1))
}

/// Refuses a database that already contains rows.
pub(super) async fn require_empty(tx: &mut Tx, names: &[&str], remedy: &str) -> anyhow::Result<()> {
    match tables::first_filled(tx, names.iter().copied()).await? {
        Some(table) => bail!("the database is not empty: its table {table} has rows; {remedy}"),
        None => Ok(()),
    }
}

fn write_line(output: &mut impl Write, row: &Row) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *output, row)?;
    Ok(output.write_all(b"\n")?)
}

struct Filling<'a> {
    tx: &'a mut Tx,
    table: &'a Table,
    waiting: Vec<Row>,
    bytes: usize,
    count: u64,
}

impl<'a> Filling<'a> {
    const fn new(tx: &'a mut Tx, table: &'a Table) -> Self {
        Self { tx, table, waiting: Vec::new(), bytes: 0, count: 0 }
    }

    async fn add(&mut self, row: Row, bytes: usize) -> anyhow::Result<()> {
        self.waiting.push(row);
        self.bytes += bytes;
        self.count += 1;
        if self.waiting.len() >= tables::rows_at_once(self.table) || self.bytes >= BYTES_AT_ONCE {
            self.write().await?;
        }
        Ok(())
    }

    async fn write(&mut self) -> anyhow::Result<()> {
        let written = tables::insert(self.tx, self.table, &self.waiting).await;
        written.with_context(|| format!("cannot fill the table {}", self.table.name))?;
        self.waiting.clear();
        self.bytes = 0;
        Ok(())
    }

    async fn finish(mut self) -> anyhow::Result<()> {
        self.write().await
    }
}
