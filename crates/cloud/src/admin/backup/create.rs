//! `tonnage backup create`
//!
//! While packages are briefly locked against changes, snapshots of the database and of the store's index are taken;
//! they are then written out while the server keeps running. The store keeps deleted files until they are linked or
//! copied. So every finalized file of the backup has its object, even if its package is deleted a second later.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use store::tables::first_filled;
use store::{DatabaseAddress, SCHEMA_VERSION, Tx};

use super::contents::{Place, Source};
use super::manifest::{CONFIG, Manifest, NewFile, OBJECTS, Objects, PIECES, SECRET_KEY, TableFile};
use super::progress::Progress;
use super::staging::{Kept, Staging, place};
use super::{Problems, agreement, secret, table_copy};
use crate::config::{Config, without_secrets};
use crate::data_dir;
use crate::foundation::Foundation;
use crate::secret::Secret;

const TABLES: &str = "database";

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    place: super::Place,
    /// Copy objects even where a hard link to the same bytes would do
    #[arg(long)]
    copy: bool,
}

pub(super) async fn run(config: &Config, foundation: &Foundation, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let database = DatabaseAddress::new(&config.database.url, &config.data_dir).to_string();
    let staging = Staging::begin(&arguments.place.directory)?;
    let mut manifest = Manifest::new(SCHEMA_VERSION, foundation.clock.now().to_string());
    // Before the snapshot: a rotation adds a secret to the database before it replaces the file.
    let secret = data_dir::secret_key(config)?;
    let (snapshot, store) = look(config, foundation).await?;
    let held = match store {
        Some(snapshot) => {
            let pieces = snapshot.data().to_owned();
            let (objects, hold) = list_objects(config, &staging, &mut manifest, snapshot)?;
            manifest.objects = Some(objects);
            Some((pieces, hold))
        }
        None => None,
    };
    if !config.has_embedded_store() {
        manifest.external_store = Some(format!("{} {}", config.storage.endpoint, config.storage.bucket));
    }
    write_tables(snapshot, &staging, &mut manifest).await?;
    let (mut copied, mut problems) = (0, Problems::default());
    if let Some((pieces, _hold)) = held {
        copied = keep_pieces(&staging, &pieces, arguments.copy, &mut problems)?;
    }
    secret::check(staging.path(), &manifest, &secret).context("secret_key was replaced: start the backup again")?;
    write_settings(config, &secret, &staging, &mut manifest)?;
    manifest.write(staging.path())?;
    if manifest.objects.is_some() {
        agreement::check(staging.path(), &manifest, &mut problems, |_| Ok(()))?;
    }
    staging.finish()?;
    report(arguments, &database, &manifest, copied, &problems);
    Ok(problems.exit_code())
}

/// Snapshots of the database and of the store at the same moment.
async fn look(config: &Config, foundation: &Foundation) -> anyhow::Result<(Tx, Option<objects::Snapshot>)> {
    let directory = config.data_dir.join("objects");
    let has_objects = config.has_embedded_store() && (directory.exists() || data_dir::had_a_server(&config.data_dir));
    if !has_objects {
        let mut snapshot = foundation.store.snapshot().await?;
        refuse_missing_store(config, &mut snapshot).await?;
        return Ok((snapshot, None));
    }
    let quiet = foundation.store.quiet_packages().await.context("cannot lock the packages in the database")?;
    let mut snapshot = foundation.store.snapshot().await?;
    // A transaction's snapshot is taken by its first read, not when it begins.
    first_filled(&mut snapshot, ["teams"].into_iter()).await?;
    let store = objects::Snapshot::take(&directory);
    quiet.commit().await?;
    Ok((snapshot, Some(store.context("cannot read the object store: is its disk mounted?")?)))
}

/// If several processes share a database, only the data directory of the one with the store has the objects.
async fn refuse_missing_store(config: &Config, snapshot: &mut Tx) -> anyhow::Result<()> {
    if config.has_embedded_store() && first_filled(snapshot, ["files"].into_iter()).await?.is_some() {
        bail!(
            "the database has files, but {} has no objects: pass the --data-dir of the process with the object store",
            config.data_dir.display()
        );
    }
    Ok(())
}

/// Writes `objects.jsonl`, then releases the store's index and keeps only the hold on its files.
fn list_objects(
    config: &Config,
    staging: &Staging,
    manifest: &mut Manifest,
    snapshot: objects::Snapshot,
) -> anyhow::Result<(Objects, Option<objects::Hold>)> {
    let (mut file, mut found) = (NewFile::create(staging.path(), OBJECTS)?, Objects { count: 0, bytes: 0 });
    let mut progress = Progress::begin("listing objects");
    let mut source = Source::of_store(snapshot, &config.storage.bucket);
    while let Some(object) = source.next()? {
        serde_json::to_writer(&mut file, &object)?;
        file.write_all(b"\n")?;
        found.count += 1;
        found.bytes += object.size;
        progress.tell(|| format!("objects: {} listed", found.count))?;
    }
    manifest.files.push(file.finish()?);
    Ok((found, source.into_hold()))
}

async fn write_tables(mut snapshot: Tx, staging: &Staging, manifest: &mut Manifest) -> anyhow::Result<()> {
    staging.make_directory(TABLES)?;
    let mut progress = Progress::begin("writing the database");
    for (index, table) in table_copy::all(&mut snapshot).await?.into_iter().enumerate() {
        let path = format!("{TABLES}/{index:02}_{}.jsonl", table.name);
        let mut file = NewFile::create(staging.path(), path)?;
        let rows = table_copy::dump(&mut snapshot, &table, &mut file, &mut progress).await?;
        manifest.tables.push(TableFile { table, rows, file: file.finish()? });
    }
    Ok(())
}

/// Links or copies every piece into the backup. Returns how many had to be copied.
fn keep_pieces(staging: &Staging, pieces: &Path, copy: bool, problems: &mut Problems) -> anyhow::Result<u64> {
    let to = staging.make_directory(PIECES)?;
    let mut progress = Progress::begin("keeping objects");
    let (mut source, mut shards, mut kept, mut copied) = (Source::of_backup(staging.path())?, BTreeSet::new(), 0, 0);
    while let Some(object) = source.next()? {
        for piece in &object.pieces {
            let Place::File(file) = &piece.place else { continue };
            let shard = file.split('/').next().unwrap_or_default();
            if shards.insert(shard.to_owned()) {
                staging.make_directory(&format!("{PIECES}/{shard}"))?;
            }
            match place(&pieces.join(file), &to.join(file), copy)? {
                Kept::Linked => {}
                Kept::Copied(found) => {
                    copied += 1;
                    if found != piece.crc64nvme {
                        problems.add(format!("the bytes of {file} of {} do not match their checksum", object.key));
                    }
                }
                // The other objects are still worth saving.
                Kept::Unreadable(error) => problems.add(format!("cannot read {file} of {}: {error}", object.key)),
            }
            kept += 1;
            progress.tell(|| format!("objects: {kept} pieces kept"))?;
        }
    }
    for shard in shards {
        serving::private::sync_directory(&to.join(shard))?;
    }
    Ok(copied)
}

/// A secret key that the first start generated exists nowhere else; operators keep the one they set themselves.
fn write_settings(config: &Config, secret: &Secret, staging: &Staging, manifest: &mut Manifest) -> anyhow::Result<()> {
    let mut texts = vec![(CONFIG, without_secrets(config))];
    if config.secret_key.is_empty() {
        texts.push((SECRET_KEY, format!("{}\n", secret.expose())));
    }
    for (name, text) in texts {
        let mut file = NewFile::create(staging.path(), name)?;
        file.write_all(text.as_bytes())?;
        manifest.files.push(file.finish()?);
    }
    Ok(())
}

fn report(arguments: &Arguments, database: &str, manifest: &Manifest, copied: u64, problems: &Problems) {
    let directory = fs::canonicalize(&arguments.place.directory).unwrap_or_else(|_| arguments.place.directory.clone());
    let has_secret_key = manifest.files.iter().any(|file| file.path == Path::new(SECRET_KEY));
    if arguments.place.json {
        let summary = serde_json::json!({
            "directory": directory, "database": database, "tables": manifest.tables.len(), "rows": manifest.rows(), "objects": manifest.objects,
            "external_store": manifest.external_store, "copied_files": copied, "has_secret_key": has_secret_key,
            "problems": problems.first,
        });
        say!("{summary}");
        return;
    }
    say!("backup: {}", directory.display());
    say!("database: {database}, {} rows in {} tables", manifest.rows(), manifest.tables.len());
    match (&manifest.objects, &manifest.external_store) {
        (Some(objects), _) => say!("objects: {}, {} bytes, {copied} files copied", objects.count, objects.bytes),
        (None, Some(store)) => say!("objects: in {store}, not in this backup"),
        (None, None) => say!("objects: none yet"),
    }
    if has_secret_key {
        say!("secret key: in this backup, so protect the backup like a key");
    } else {
        say!("secret key: set in your configuration, not in this backup; without the key the backup is useless");
    }
    problems.say();
}
