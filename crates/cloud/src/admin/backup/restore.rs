//! `tonnage backup restore`: restores a backup into an empty installation.
//!
//! Objects come first and rows last, in one transaction: an interrupted attempt leaves an empty database, and the next
//! one resumes where it stopped. Everything that was written is read again and compared before it is committed.

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use store::tables::is_well_named;
use store::{SCHEMA_VERSION, Store};

use super::contents::Source;
use super::manifest::Manifest;
use super::progress::Progress;
use super::sending::{Sent, send_all};
use super::target::{Target, lock};
use super::{Problems, secret, table_copy, verify};
use crate::admin::fsck;
use crate::clock::Clock;
use crate::config::{Config, Loaded, start_command};
use crate::data_dir;
use crate::foundation::Foundation;
use crate::interruption;

const OTHER_DATABASE: &str = "use an empty one: another --data-dir, or a new database in database.url";
const OTHER_BUCKET: &str = "use an empty one: another --data-dir, or a new bucket in storage.bucket";

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    place: super::Place,
}

pub(super) async fn run(loaded: &Loaded, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let config = &loaded.config;
    let directory = arguments.place.directory.as_path();
    let manifest = readable(directory)?;
    let lock = lock(config)?;
    interruption::leaves(format!(
        "the installation in {} is incomplete: run the same command again to continue",
        config.data_dir.display()
    ));
    let secret = secret::restored(config, directory)?;
    secret::check(directory, &manifest, &secret)?;
    check_store(config, &manifest)?;
    let target = Target::open(config, &secret, lock).await?;
    let outcome = fill(&target, directory, &manifest).await;
    target.close().await;
    let mut sent = outcome?;
    let mut problems = check_database(config).await?;
    problems.take(std::mem::take(&mut sent.damaged));
    report(loaded, arguments, &manifest, &sent, &problems);
    Ok(problems.exit_code())
}

/// Checks that the files of a backup are intact, and that this program can restore them.
fn readable(directory: &Path) -> anyhow::Result<Manifest> {
    let manifest = Manifest::read(directory)?;
    if manifest.schema_version > SCHEMA_VERSION {
        let (found, program) = (manifest.schema_version, &manifest.program);
        bail!(
            "the backup has schema {found}, but this program supports {SCHEMA_VERSION}: use version {program} or newer"
        );
    }
    let mut problems = Problems::default();
    verify::files(directory, &manifest, &mut problems)?;
    if let Some(first) = problems.first.first() {
        bail!("the backup is damaged: {first}; run `tonnage backup verify` for details");
    }
    if let Some(table) = manifest.tables.iter().find(|table| !is_well_named(&table.table)) {
        bail!("the backup has an unknown table: {}", table.table.name);
    }
    Ok(manifest)
}

fn check_store(config: &Config, manifest: &Manifest) -> anyhow::Result<()> {
    match &manifest.external_store {
        Some(store) if config.has_embedded_store() => bail!(
            "the objects of the backup are in {store}, but the embedded store is empty: set storage.endpoint and storage.bucket"
        ),
        _ => Ok(()),
    }
}

async fn fill(target: &Target<'_>, directory: &Path, manifest: &Manifest) -> anyhow::Result<Sent> {
    let store = target.database(manifest.schema_version).await?;
    let names: Vec<&str> = manifest.tables.iter().map(|table| table.table.name.as_str()).collect();
    table_copy::require_empty(&mut store.begin().await?, &names, OTHER_DATABASE).await?;
    let sent = match manifest.objects {
        Some(_) => send_all(Source::of_backup(directory)?, &target.storage, OTHER_BUCKET).await?,
        None => Sent::default(),
    };
    fill_database(&store, directory, manifest).await?;
    interruption::leaves(
        "the database is filled, but was not checked: restore again, into a new database and another data directory",
    );
    store.close().await;
    let store = target.database(SCHEMA_VERSION).await?;
    target.tag_segments(&store).await?;
    store.close().await;
    Ok(sent)
}

async fn fill_database(store: &Store, directory: &Path, manifest: &Manifest) -> anyhow::Result<()> {
    let mut progress = Progress::begin("filling the database");
    let mut tx = store.begin().await?;
    for table in &manifest.tables {
        table_copy::load(&mut tx, &table.table, table.open(directory)?, &mut progress).await?;
    }
    for table in &manifest.tables {
        let found = table_copy::digest(&mut tx, &table.table, &mut progress).await?;
        if found != (table.rows, table.file.sha256.clone()) {
            bail!("the table {} read back from the database differs from what was written", table.table.name);
        }
    }
    Ok(tx.commit().await?)
}

async fn check_database(config: &Config) -> anyhow::Result<Problems> {
    let foundation = Foundation::open_existing(config, Clock::System).await?;
    let mut problems = Problems::default();
    fsck::database(&foundation).await?.1.into_iter().for_each(|problem| problems.add(problem));
    foundation.store.close().await;
    Ok(problems)
}

fn report(loaded: &Loaded, arguments: &Arguments, manifest: &Manifest, sent: &Sent, problems: &Problems) {
    let objects = sent.objects;
    if arguments.place.json {
        let summary = serde_json::json!({
            "rows": manifest.rows(), "objects": objects, "bytes": sent.bytes, "found_objects": sent.found,
            "external_store": manifest.external_store, "problems": problems.first,
        });
        say!("{summary}");
        return;
    }
    say!("database: {} rows in {} tables, read again and compared", manifest.rows(), manifest.tables.len());
    match &manifest.external_store {
        Some(store) => say!("objects: in {store} as before, not checked"),
        None => say!("objects: {objects}, {} bytes; {} were already there", sent.bytes, sent.found),
    }
    match data_dir::secret_file(&loaded.config) {
        Some(path) => say!("secret key: in {}; keep it as safe as the database", path.display()),
        None => say!("secret key: in your configuration (secret_key); the server must have the same"),
    }
    say!("settings: compare yours with {}", arguments.place.directory.join("config.toml").display());
    problems.say();
    if problems.count > 0 {
        say!(
            "the items above are lost or damaged; everything else was restored. `tonnage admin fsck --read-data` says more"
        );
    } else {
        say!("start it: {}", start_command(loaded));
    }
}
