//! Which files are sent: the arguments, and the list that `--dry-run` prints.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use serving::terminal::plain_line;
use transfer::tree::Entry;
use wire::agent::{CheckedUpload, LinkPolicy, SkippedItem};

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
    /// What to do with symbolic links: leave them out, send what they lead to, or send nothing at all
    #[arg(long, value_name = "WHAT", default_value = "skip")]
    links: LinkFlag,
    /// Also send what a .tonnageignore file in a directory excludes
    #[arg(long)]
    no_ignore: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum LinkFlag {
    #[default]
    Skip,
    Follow,
    Fail,
}

impl From<LinkFlag> for LinkPolicy {
    fn from(flag: LinkFlag) -> Self {
        match flag {
            LinkFlag::Skip => Self::Skip,
            LinkFlag::Follow => Self::Follow,
            LinkFlag::Fail => Self::Fail,
        }
    }
}

impl FileFlags {
    pub(super) fn choice(self) -> Outcome<Choice> {
        // Of patterns that contradict each other the last one wins, which is an argument.
        let mut exclude = Vec::new();
        for file in self.exclude_from {
            exclude.extend(patterns_in(&file)?);
        }
        exclude.extend(self.exclude);
        let choice = Choice {
            exclude,
            include: self.include,
            ignore_files: !self.no_ignore,
            links: self.links.into(),
            only: None,
        };
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

/// What would be sent.
#[derive(Default)]
pub(super) struct Plan {
    count: u64,
    bytes: u64,
    listed: Vec<Value>,
    skipped: Vec<Value>,
}

/// Lists what would be sent with its size, and what would not with the reason.
pub(super) fn plan(sources: Vec<PathBuf>, choice: &Choice, context: &Context) -> Outcome<Plan> {
    let chooser = Chooser::new(&sources, choice).map_err(|error| Problem::usage(error.message()))?;
    let entries = chooser.walk(sources, |path| chooser.leaves_out(path), || false, |_| Ok(()));
    let mut plan = Plan::default();
    for entry in entries {
        if context.interrupt.is_cancelled() {
            return Err(Problem::new(Exit::Interrupted, "interrupted: nothing was sent"));
        }
        let (name, size) = match entry {
            Entry::File { identity, path, name, .. } => (joined(&path, &name), identity.size),
            Entry::EmptyDirectory { path, name, .. } => (joined(&path, &name) + "/", 0),
            Entry::Skipped { source, why } => {
                context.talk.say(&format!("left out: {} {why}", source.display()));
                plan.skipped.push(json!({ "path": source.to_string_lossy(), "reason": why }));
                continue;
            }
            // The agent names it with the others that are refused.
            Entry::Unfit { .. } => continue,
        };
        (plan.count, plan.bytes) = (plan.count + 1, plan.bytes + size);
        context.talk.print(&format!("{size:>15}  {}", plain_line(&name)));
        plan.listed.push(json!({ "path": name, "size": size }));
    }
    chooser.trouble().map_or(Ok(plan), |fault| Err(Problem::of_fault(&fault)))
}

impl Plan {
    /// Ends a dry run with what the agent and the service have said.
    pub(super) fn tell(self, checked: &CheckedUpload, context: &Context) -> Exit {
        let Self { count, bytes, listed, skipped } = self;
        let talk = &context.talk;
        for SkippedItem { path, reason } in &checked.refused_items {
            talk.warn(&format!("cannot be sent: {path}: {reason}"));
        }
        let left_out = if skipped.is_empty() { String::new() } else { format!(", {} left out", skipped.len()) };
        talk.say(&format!("{}, {}{left_out}; nothing was sent", units::files(count), units::bytes(bytes)));
        talk.document(&json!({
            "files": listed,
            "skipped": skipped,
            "refused": checked.refused,
            "refused_items": checked.refused_items,
            "bytes": bytes,
            "dry_run": true,
        }));
        match checked.refused {
            0 => Exit::Done,
            // Nothing at all would arrive.
            all if all >= checked.entries => Exit::Rule,
            _ => Exit::PartlyDone,
        }
    }
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") }
}
