//! Checks that every finalized file of a live package in a backup has its object, with the same size and checksum.
//!
//! Packages, files and objects are written in the order of their keys, so one pass over all three is enough.

use std::io::{BufRead as _, BufReader, Lines};
use std::path::Path;

use anyhow::Context as _;
use domain::file::object_key;
use serde_json::Value;
use wire::ids::{FileId, PackageId};

use super::Problems;
use super::contents::{Object, Source};
use super::manifest::{Manifest, TableFile};
use crate::interruption;

/// A finalized file of a live package.
struct Wanted {
    file: String,
    package: String,
    key: String,
    size: u64,
    crc64nvme: Option<String>,
}

/// Compares files and objects, and calls `look` for every object. Returns the number of files.
pub(super) fn check(
    directory: &Path,
    manifest: &Manifest,
    problems: &mut Problems,
    mut look: impl FnMut(&Object) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let (mut files, mut objects) = (Files::open(directory, manifest)?, Source::of_backup(directory)?);
    let (mut wanted, mut count) = (files.next()?, 0);
    while let Some(object) = objects.next()? {
        while let Some(file) = wanted.take_if(|file| file.key < object.key) {
            problems.add(without_content(&file));
            (wanted, count) = (files.next()?, count + 1);
        }
        if let Some(file) = wanted.take_if(|file| file.key == object.key) {
            compare(&file, &object, problems);
            (wanted, count) = (files.next()?, count + 1);
        }
        let looked = look(&object);
        interruption::check()?;
        if let Err(problem) = looked {
            problems.add(format!("{problem:#}"));
        }
    }
    while let Some(file) = wanted {
        problems.add(without_content(&file));
        (wanted, count) = (files.next()?, count + 1);
    }
    Ok(count)
}

fn without_content(file: &Wanted) -> String {
    format!("file {} of package {} has no content", file.file, file.package)
}

fn compare(file: &Wanted, object: &Object, problems: &mut Problems) {
    if file.size != object.size {
        problems.add(format!("file {} has {} bytes, but its object has {}", file.file, file.size, object.size));
    }
    if file.crc64nvme.as_ref().is_some_and(|crc| *crc != object.crc64nvme) {
        problems.add(format!("the checksum of file {} does not match its object", file.file));
    }
}

struct Files<'a> {
    rows: Rows<'a>,
    packages: Rows<'a>,
    /// The package that was read last, and whether it is live.
    package: (String, bool),
}

impl<'a> Files<'a> {
    fn open(directory: &Path, manifest: &'a Manifest) -> anyhow::Result<Self> {
        Ok(Self {
            rows: Rows::open(directory, manifest.table("files")?)?,
            packages: Rows::open(directory, manifest.table("packages")?)?,
            package: (String::new(), false),
        })
    }

    fn next(&mut self) -> anyhow::Result<Option<Wanted>> {
        while let Some(row) = self.rows.next()? {
            let text = |column| self.rows.text(&row, column);
            let (package, file) = (text("package_id")?, text("id")?);
            let (kind, state) = (text("kind")?, text("state")?);
            if kind != "file" || state != "finalized" || !self.lives(&package)? {
                continue;
            }
            let size = self.rows.value(&row, "size")?.as_u64().context("a file has no size")?;
            let crc64nvme = self.rows.value(&row, "crc64nvme")?.as_str().map(str::to_owned);
            let (package_id, file_id): (PackageId, FileId) = (package.parse()?, file.parse()?);
            let key = object_key(&package_id, &file_id);
            return Ok(Some(Wanted { file, package, key, size, crc64nvme }));
        }
        Ok(None)
    }

    fn lives(&mut self, package: &str) -> anyhow::Result<bool> {
        while self.package.0.as_str() < package {
            let Some(row) = self.packages.next()? else { return Ok(false) };
            let state = self.packages.text(&row, "state")?;
            self.package = (self.packages.text(&row, "id")?, matches!(state.as_str(), "new" | "finalized"));
        }
        Ok(self.package.0 == package && self.package.1)
    }
}

struct Rows<'a> {
    table: &'a TableFile,
    lines: Lines<BufReader<std::fs::File>>,
}

impl<'a> Rows<'a> {
    fn open(directory: &Path, table: &'a TableFile) -> anyhow::Result<Self> {
        Ok(Self { table, lines: table.open(directory)?.lines() })
    }

    fn next(&mut self) -> anyhow::Result<Option<Vec<Value>>> {
        let Some(line) = self.lines.next() else { return Ok(None) };
        let damaged = || format!("a row of {} is not valid", self.table.table.name);
        Ok(Some(serde_json::from_str(&line?).with_context(damaged)?))
    }

    fn value<'row>(&self, row: &'row [Value], column: &str) -> anyhow::Result<&'row Value> {
        row.get(self.table.place_of(column)?).context("a row is too short")
    }

    fn text(&self, row: &[Value], column: &str) -> anyhow::Result<String> {
        Ok(self.value(row, column)?.as_str().unwrap_or_default().to_owned())
    }
}
