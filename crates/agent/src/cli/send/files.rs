//! Which files are sent: the arguments, and the list that `--dry-run` prints.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use serving::terminal::plain_line;
use transfer::tree::{Entry, walk_except};

use crate::choice::{self, Chooser};
use crate::cli::exit::Exit;
use crate::cli::problem::{Outcome, Problem};
use crate::cli::{Context, units};
use crate::journal::uploads::Choice;

#[derive(Args, Default)]
#[command(next_help_heading = "Files")]
pub(super) struct FileFlags {
    /// Do not send files and directories that match, with the syntax of gitignore; can be repeated
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<String>,
    /// Read further patterns to exclude from a file
    #[arg(long, value_name = "FILE")]
    exclude_from: Vec<PathBuf>,
    /// Send only files that match, or that are in a directory that does; can be repeated
    #[arg(long, value_name = "PATTERN")]
    include: Vec<String>,
    /// Also send what a .tonnageignore file in a directory excludes
    #[arg(long)]
    no_ignore: bool,
}

impl FileFlags {
    pub(super) fn choice(self) -> Outcome<Choice> {
        // Of patterns that contradict each other the last one wins, which is an argument.
        let mut exclude = Vec::new();
        for file in self.exclude_from {
            exclude.extend(patterns_in(&file)?);
        }
        exclude.extend(self.exclude);
        let choice = Choice { exclude, include: self.include, ignore_files: !self.no_ignore };
        choice::check(&choice).map_err(|error| Problem::usage(format!("--{}", error.message())))?;
        Ok(choice)
    }
}

fn patterns_in(file: &Path) -> Outcome<Vec<String>> {
    let unusable = |why: String| Problem::usage(format!("--exclude-from: {}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| unusable(format!("cannot be read: {error}")))?;
    let mut patterns = Vec::new();
    for (number, line) in (1_u64..).zip(choice::without_mark(&text).lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let alone = Choice { exclude: vec![line.to_owned()], ..Choice::default() };
        choice::check(&alone).map_err(|_| unusable(format!("line {number} is not a valid pattern")))?;
        patterns.push(line.to_owned());
    }
    Ok(patterns)
}

/// Lists what would be sent with its size, and what would not with the reason.
pub(super) fn dry_run(sources: Vec<PathBuf>, choice: &Choice, context: &Context) -> Outcome<Exit> {
    let chooser = Chooser::new(&sources, choice).map_err(|error| Problem::usage(error.message()))?;
    let entries = walk_except(sources, |path| chooser.leaves_out(path)).map(|entry| chooser.keep(entry));
    let (mut count, mut total, mut refused, mut listed, mut skipped) = (0, 0, 0, Vec::new(), Vec::new());
    for entry in entries {
        let (name, size) = match entry {
            Entry::File { identity, path, name, .. } => (joined(&path, &name), identity.size),
            Entry::EmptyDirectory { path, name, .. } => (joined(&path, &name) + "/", 0),
            Entry::Skipped { source, why } => {
                context.talk.say(&format!("left out: {} {why}", source.display()));
                skipped.push(json!({ "path": source.to_string_lossy(), "reason": why }));
                continue;
            }
            Entry::Unfit { source, why } => {
                refused += 1;
                context.talk.warn(&format!("cannot be sent: {}: {why}", source.display()));
                continue;
            }
        };
        (count, total) = (count + 1, total + size);
        context.talk.print(&format!("{size:>15}  {}", plain_line(&name)));
        listed.push(json!({ "path": name, "size": size }));
    }
    if let Some(fault) = chooser.trouble() {
        return Err(Problem::of_fault(&fault));
    }
    let left_out = if skipped.is_empty() { String::new() } else { format!(", {} left out", skipped.len()) };
    context.talk.say(&format!("{}, {}{left_out}; nothing was sent", units::files(count), units::bytes(total)));
    context.talk.document(&json!({ "files": listed, "skipped": skipped, "bytes": total, "dry_run": true }));
    if refused > 0 {
        return Err(Problem::new(Exit::PartlyDone, format!("{} cannot be sent", units::files(refused))));
    }
    Ok(Exit::Done)
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") }
}
