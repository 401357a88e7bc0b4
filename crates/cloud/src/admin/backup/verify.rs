//! `tonnage backup verify`: reads everything, and trusts nothing.

use std::io::BufRead as _;
use std::path::Path;
use std::process::ExitCode;

use super::contents::{Content, Source};
use super::manifest::{Manifest, TableFile, problem_of};
use super::progress::Progress;
use super::{Problems, agreement};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    place: super::Place,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let directory = arguments.place.directory.as_path();
    let manifest = Manifest::read(directory)?;
    let mut problems = Problems::default();
    files(directory, &manifest, &mut problems)?;
    // If the lists are damaged, comparing them would only add more complaints.
    let mut checked = 0;
    if problems.count == 0 && manifest.objects.is_some() {
        checked = objects(directory, &manifest, &mut problems)?;
    }
    if arguments.place.json {
        let summary = serde_json::json!({
            "created_at": manifest.created_at, "program": manifest.program, "schema_version": manifest.schema_version,
            "rows": manifest.rows(), "objects": manifest.objects, "external_store": manifest.external_store,
            "files_with_content": checked, "problem_count": problems.count, "problems": problems.first,
        });
        say!("{summary}");
        return Ok(problems.exit_code());
    }
    say!("backup of {} by version {}", manifest.created_at, manifest.program);
    say!("database: {} rows in {} tables, schema {}", manifest.rows(), manifest.tables.len(), manifest.schema_version);
    match (&manifest.objects, &manifest.external_store) {
        (Some(objects), _) => {
            say!("objects: {}, {} bytes; {checked} finalized files have their objects", objects.count, objects.bytes);
        }
        (None, Some(store)) => say!("objects: in {store}, not checked"),
        (None, None) => say!("objects: none"),
    }
    problems.say();
    if problems.count == 0 {
        say!("good");
    }
    Ok(problems.exit_code())
}

/// Checks that everything except the pieces of objects is intact.
pub(super) fn files(directory: &Path, manifest: &Manifest, problems: &mut Problems) -> anyhow::Result<()> {
    let mut progress = Progress::begin("reading the database");
    for file in manifest.all_files() {
        progress.tell(|| format!("reading {}", file.path.display()))?;
        if let Some(problem) = problem_of(directory, file) {
            problems.add(problem);
        }
    }
    for table in &manifest.tables {
        if let Ok(lines) = count_lines(directory, table)
            && lines != table.rows
        {
            problems.add(format!("{} has {lines} rows instead of {}", table.file.path.display(), table.rows));
        }
    }
    Ok(())
}

fn count_lines(directory: &Path, table: &TableFile) -> anyhow::Result<u64> {
    let (mut input, mut line, mut count) = (table.open(directory)?, Vec::new(), 0);
    while input.read_until(b'\n', &mut line)? > 0 {
        line.clear();
        count += 1;
    }
    Ok(count)
}

/// Reads every object. Returns the number of finalized files.
fn objects(directory: &Path, manifest: &Manifest, problems: &mut Problems) -> anyhow::Result<u64> {
    let mut progress = Progress::begin("reading objects");
    let pieces = Source::of_backup(directory)?.pieces();
    let (mut read, mut bytes) = (0_u64, 0);
    let look = |object: &super::contents::Object| {
        read += 1;
        bytes += object.size;
        progress.tell(|| format!("objects: {read} read, {bytes} bytes"))?;
        Content::new(object, &pieces).check()
    };
    let files = agreement::check(directory, manifest, problems, look)?;
    let expected = manifest.objects.as_ref().map_or(0, |objects| objects.count);
    if read != expected {
        problems.add(format!("there are {read} objects instead of {expected}"));
    }
    Ok(files)
}
