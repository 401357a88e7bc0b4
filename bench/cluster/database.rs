//! The PostgreSQL server given to the bench, queried through its own client program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context as _;

/// Where PostgreSQL's programs are, and one database.
#[derive(Clone)]
pub(crate) struct Database {
    programs: PathBuf,
    server: String,
    name: String,
}

impl Database {
    /// `server` is the URL of the server, ending in a slash and a database.
    pub(crate) fn new(programs: &Path, server: &str, name: &str) -> anyhow::Result<Self> {
        let (server, _) = server.rsplit_once('/').context("the URL of the server does not end in a database")?;
        Ok(Self { programs: programs.to_owned(), server: server.to_owned(), name: name.to_owned() })
    }

    pub(crate) fn url(&self) -> String {
        format!("{}/{}", self.server, self.name)
    }

    fn named(&self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self.clone() }
    }

    /// Creates the database. False if it already exists: while working on the bench, a large one is filled only once.
    pub(crate) fn make(&self) -> anyhow::Result<bool> {
        let everything = self.named("postgres");
        let is_there = format!("SELECT 1 FROM pg_database WHERE datname = '{}'", self.name);
        if !everything.rows(&is_there)?.is_empty() {
            return Ok(false);
        }
        everything.rows(&format!("CREATE DATABASE {} TEMPLATE template0", self.name))?;
        self.rows("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")?;
        Ok(true)
    }

    /// One of PostgreSQL's programs, for this database.
    pub(crate) fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.stdin(Stdio::null());
        command
    }

    pub(crate) fn psql(&self) -> Command {
        let mut command = self.program("psql");
        command.args(["-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-d", &self.url()]);
        command
    }

    /// The rows that a statement returns. Fields must not contain line feeds or tabs.
    pub(crate) fn rows(&self, statement: &str) -> anyhow::Result<Vec<Vec<String>>> {
        let output = self.psql().args(["-c", statement]).output()?;
        let message = String::from_utf8_lossy(&output.stderr);
        anyhow::ensure!(output.status.success(), "PostgreSQL refused: {statement}\n{message}");
        let text = String::from_utf8(output.stdout)?;
        Ok(text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect())
    }

    pub(crate) fn number(&self, statement: &str) -> anyhow::Result<f64> {
        let rows = self.rows(statement)?;
        let field = rows.first().and_then(|row| row.first()).context("the statement returned no rows")?;
        field.parse().with_context(|| format!("{field} is not a number"))
    }

    /// Runs a file of statements with variables, then the usual nightly maintenance.
    pub(crate) fn fill(&self, statements: &str, variables: &[(&str, &str)]) -> anyhow::Result<()> {
        let mut file = tempfile::NamedTempFile::new()?;
        std::io::Write::write_all(&mut file, statements.as_bytes())?;
        let mut command = self.psql();
        for (name, value) in variables {
            command.args(["-v", &format!("{name}={value}")]);
        }
        let status = command.arg("-f").arg(file.path()).args(["-c", "VACUUM ANALYZE", "-c", "CHECKPOINT"]).status()?;
        anyhow::ensure!(status.success(), "the database could not be filled");
        Ok(())
    }

    /// The parent of all the server's processes.
    pub(crate) fn process(&self) -> anyhow::Result<u32> {
        let directory = self.rows("SHOW data_directory")?.concat().concat();
        let text = fs::read_to_string(Path::new(&directory).join("postmaster.pid"))?;
        text.lines().next().and_then(|line| line.parse().ok()).context("postmaster.pid does not start with a number")
    }

    /// Bytes of write-ahead log since the cluster was created.
    pub(crate) fn log_bytes(&self) -> anyhow::Result<f64> {
        self.number("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')")
    }

    /// Resets all counters.
    pub(crate) fn forget_statistics(&self) -> anyhow::Result<()> {
        self.rows("SELECT pg_stat_statements_reset()")?;
        self.rows("SELECT pg_stat_reset()").map(drop)
    }

    /// The cost of each statement. Its text is on one line.
    pub(crate) fn statements(&self) -> anyhow::Result<Vec<Statement>> {
        let rows = self.rows(
            "SELECT regexp_replace(query, '\\s+', ' ', 'g'), calls, mean_exec_time,
                 (shared_blks_hit + shared_blks_read)::float8 / calls
             FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())",
        )?;
        let statement = |row: &Vec<String>| {
            let number = |place: usize| row.get(place).and_then(|field| field.parse().ok());
            Some(Statement { text: row.first()?.clone(), calls: number(1)?, millis: number(2)?, blocks: number(3)? })
        };
        Ok(rows.iter().filter_map(statement).collect())
    }

    /// Larger tables with full scans: name, number of scans, rows read.
    pub(crate) fn whole_reads(&self) -> anyhow::Result<Vec<Vec<String>>> {
        self.rows(
            "SELECT pg_class.relname, seq_scan, seq_tup_read FROM pg_stat_user_tables
             JOIN pg_class ON pg_class.oid = relid
             WHERE seq_scan > 0 AND reltuples > 5000 ORDER BY seq_tup_read DESC",
        )
    }

    /// Rows, bytes of the table and bytes of its indexes, for every table that has a thousand rows or more.
    pub(crate) fn tables(&self) -> anyhow::Result<Vec<Table>> {
        self.rows("ANALYZE")?;
        let rows = self.rows(
            "SELECT relname, reltuples, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class
             WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples >= 1000
             ORDER BY pg_total_relation_size(oid) DESC",
        )?;
        let table = |row: &Vec<String>| {
            let number = |place: usize| row.get(place).and_then(|field| field.parse().ok());
            Some(Table { name: row.first()?.clone(), rows: number(1)?, own: number(2)?, indexes: number(3)? })
        };
        Ok(rows.iter().filter_map(table).collect())
    }
}

pub(crate) struct Statement {
    pub(crate) text: String,
    pub(crate) calls: f64,
    pub(crate) millis: f64,
    /// Database pages that one call touches. Unlike time, this does not depend on other load.
    pub(crate) blocks: f64,
}

pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) rows: f64,
    pub(crate) own: f64,
    pub(crate) indexes: f64,
}
