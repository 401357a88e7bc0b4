//! `tonnage admin migrate-storage`: moves the installation to another database and another object store.
//!
//! Like a restore, it copies the objects first and then all rows in one transaction, and verifies both at the target.
//! The source is not changed, and a run that was interrupted can simply be repeated.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use store::tables::{TABLES, first_filled};
use store::{DatabaseAddress, SCHEMA_VERSION, Store};

use super::contents::Source;
use super::progress::Progress;
use super::sending::{Sent, send_all};
use super::table_copy;
use super::target::{Target, lock};
use crate::config::{Config, Flags, load};
use crate::data_dir;
use crate::foundation::Foundation;
use crate::interruption;
use crate::secret::Secret;

const OTHER_BUCKET: &str = "set storage.bucket to a bucket that nothing else uses";
/// Its rows contain the `ETag`s that the store assigns to objects, so they differ after the move.
const TAGGED: &str = "file_segments";

#[derive(clap::Args)]
pub struct Arguments {
    /// The configuration file of the new installation: its database, its object store, the same `secret_key`
    #[arg(long, value_name = "FILE")]
    to_config: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

struct Moved {
    sent: Sent,
    rows: u64,
    /// The database was already filled by an earlier run.
    was_filled: bool,
}

pub(in crate::admin) async fn run(
    config: &Config,
    foundation: &Foundation,
    arguments: &Arguments,
) -> anyhow::Result<ExitCode> {
    let flags = Flags { config: Some(arguments.to_config.clone()), ..Flags::default() };
    // The environment variables belong to the source.
    let to = load(&flags, std::iter::empty())?.config;
    interruption::leaves("the new installation is incomplete: run the same command again to continue");
    let source_lock = data_dir::lock(&config.data_dir).context("the server must be stopped before the move")?;
    let secret = same_secret(config, &to, &arguments.to_config)?;
    refuse_same_database(config, &to)?;
    let target_lock = if is_same_directory(&config.data_dir, &to.data_dir) { None } else { lock(&to)? };
    let target = Target::open(&to, &secret, target_lock).await?;
    let outcome = move_all(config, foundation, &target, &to).await;
    target.close().await;
    drop(source_lock);
    let moved = outcome?;
    report(config, arguments, &moved);
    Ok(moved.sent.damaged.exit_code())
}

fn same_secret(config: &Config, to: &Config, file: &Path) -> anyhow::Result<Secret> {
    let secret = data_dir::secret_key(config)?;
    if data_dir::present_secret(to)?.as_ref() == Some(&secret) {
        return Ok(secret);
    }
    let source = if config.secret_key.is_empty() {
        format!("the content of {}", config.data_dir.join("secret_key").display())
    } else {
        "the value in the current configuration".to_owned()
    };
    bail!(
        "secret_key must stay the same, since encrypted values cannot be read with another one: in {} set it to {source}",
        file.display()
    )
}

fn refuse_same_database(config: &Config, to: &Config) -> anyhow::Result<()> {
    let address = |config: &Config| match DatabaseAddress::new(&config.database.url, &config.data_dir) {
        DatabaseAddress::Sqlite(path) => path.canonicalize().unwrap_or(path).display().to_string(),
        DatabaseAddress::Postgres(url) => url.expose().to_owned(),
    };
    if address(config) == address(to) {
        bail!("both installations have the same database: set database.url or data_dir in the file");
    }
    Ok(())
}

fn is_same_directory(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Whether both keep their objects in the same store, so that none has to be copied.
fn is_same_store(config: &Config, to: &Config) -> anyhow::Result<bool> {
    let (from_embedded, to_embedded) = (config.has_embedded_store(), to.has_embedded_store());
    let (one, other) = (&config.storage, &to.storage);
    if from_embedded {
        return Ok(to_embedded && is_same_directory(&config.data_dir, &to.data_dir) && one.bucket == other.bucket);
    }
    if (&one.endpoint, &one.bucket) == (&other.endpoint, &other.bucket) {
        return Ok(true);
    }
    bail!(
        "the objects are in {} {}: copy the bucket with an S3 tool, and set the copy in both configurations",
        one.endpoint,
        one.bucket
    )
}

async fn move_all(config: &Config, foundation: &Foundation, target: &Target<'_>, to: &Config) -> anyhow::Result<Moved> {
    let store = target.database(SCHEMA_VERSION).await?;
    let names = || TABLES.iter().map(|(name, _)| *name);
    let filled = first_filled(&mut *store.begin().await?, names()).await?;
    if let Some(table) = filled {
        require_equal(&foundation.store, &store, table).await?;
    }
    let sent = if is_same_store(config, to)? {
        Sent::default()
    } else {
        let snapshot = objects::Snapshot::take(&config.data_dir.join("objects"))?;
        send_all(Source::of_store(snapshot, &config.storage.bucket), &target.storage, OTHER_BUCKET).await?
    };
    let rows = if filled.is_some() { 0 } else { fill(&foundation.store, &store).await? };
    target.tag_segments(&store).await?;
    store.close().await;
    Ok(Moved { sent, rows, was_filled: filled.is_some() })
}

async fn fill(from: &Store, to: &Store) -> anyhow::Result<u64> {
    let mut progress = Progress::begin("copying the database");
    let (mut from, mut to, mut rows) = (from.snapshot().await?, to.begin().await?, 0);
    for table in table_copy::all(&mut from).await? {
        let passed = table_copy::copy(&mut from, &mut to, &table, &mut progress).await?;
        if table_copy::digest(&mut to, &table, &mut progress).await? != passed {
            bail!("the table {} read back from the database differs from what was written", table.name);
        }
        rows += passed.0;
    }
    to.commit().await?;
    Ok(rows)
}

/// An earlier run may already have filled the database. If its content differs, it is not touched.
async fn require_equal(from: &Store, to: &Store, filled: &str) -> anyhow::Result<()> {
    let mut progress = Progress::begin("comparing the databases");
    let (mut from, mut to) = (from.snapshot().await?, to.snapshot().await?);
    for table in table_copy::all(&mut from).await? {
        let one = table_copy::digest(&mut from, &table, &mut progress).await?;
        let other = table_copy::digest(&mut to, &table, &mut progress).await?;
        let is_equal = if table.name == TAGGED { one.0 == other.0 } else { one == other };
        if !is_equal {
            bail!(
                "the database is not empty: its table {filled} has rows, and {} differs from the source; set database.url to an empty database",
                table.name
            );
        }
    }
    Ok(())
}

fn report(config: &Config, arguments: &Arguments, moved: &Moved) {
    let (sent, file) = (&moved.sent, arguments.to_config.display());
    if arguments.json {
        let summary = serde_json::json!({
            "rows": moved.rows, "database_was_filled": moved.was_filled, "objects": sent.objects, "bytes": sent.bytes,
            "found_objects": sent.found, "problems": sent.damaged.first,
        });
        say!("{summary}");
        return;
    }
    if moved.was_filled {
        say!("database: already filled by an earlier run, compared");
    } else {
        say!("database: {} rows, read again and compared", moved.rows);
    }
    say!("objects: {}, {} bytes; {} were already there", sent.objects, sent.bytes, sent.found);
    sent.damaged.say();
    say!("not moved: unfinished uploads, which start over");
    say!("secret key: unchanged, set in {file}");
    say!("start it: tonnage serve --config {file}");
    say!(
        "{} is unchanged: keep it until the new installation works, and do not start a server on it",
        config.data_dir.display()
    );
}
