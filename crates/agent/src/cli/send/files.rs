//! Which files are sent: the arguments, and the list that `--dry-run` prints.

use std::path::PathBuf;

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
        let mut exclude = self.exclude;
        for file in self.exclude_from {
            let unreadable = |error| Problem::usage(format!("--exclude-from: cannot read {}: {error}", file.display()));
            let text = std::fs::read_to_string(&file).map_err(unreadable)?;
            let patterns = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
            exclude.extend(patterns.map(str::to_owned));
        }
        let choice = Choice { exclude, include: self.include, ignore_files: !self.no_ignore };
        choice::check(&choice).map_err(|error| Problem::usage(format!("--{}", error.message())))?;
        Ok(choice)
    }
}

/// Lists what would be sent with its size, and what would not with the reason.
pub(super) fn dry_run(sources: Vec<PathBuf>, choice: &Choice, context: &Context) -> Outcome<Exit> {
    let chooser = Chooser::new(&sources, choice).map_err(|error| Problem::usage(error.message()))?;
    let entries = walk_except(sources, |path| chooser.leaves_out(path)).filter_map(|entry| chooser.keep(entry));
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
