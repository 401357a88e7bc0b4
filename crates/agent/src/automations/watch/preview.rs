//! Previews what a watch folder would send now, and what not and why. Sends and saves nothing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::time::Instant;
use transfer::resolved;
use transfer::tree::{Entry, is_ignored, walk_except};
use wire::agent::PreviewedParcel;

use super::look::{is_no_content, lock};
use super::{Rules, root, sidecar};
use crate::app::App;
use crate::error::AgentResult;
use crate::journal::uploads::LeftOut;
use crate::left_out;

/// Nobody reads a longer list.
const MOST: usize = 100;
/// A person waits for the answer.
const LONGEST: Duration = Duration::from_secs(20);

/// The first entries, sorted by name.
pub(in crate::automations) async fn of(app: &App, rules: Rules) -> AgentResult<Vec<PreviewedParcel>> {
    let root = root::opened(app, &rules.root).await?;
    let mut names: Vec<_> = root::names(app, &root, &root).await?.into_iter().collect();
    names.sort_unstable();
    names.truncate(MOST);
    let until = Instant::now() + LONGEST;
    let folder = root.clone();
    app.disks
        .ask_at_length(&folder, move |asking| {
            let parcel = |name: std::ffi::OsString| {
                let path = root.join(&name);
                let left_out = rules.left_out(&root, &name);
                let shown = name.to_string_lossy().into_owned();
                let package_name = format!("{shown}{}", rules.suffix);
                asking.answered();
                let counted = counted(&path, &left_out, until)?;
                let reason = reason(&path, &rules, &left_out)?.or(counted.reason);
                Ok(PreviewedParcel {
                    name: shown,
                    package_name,
                    files: counted.files,
                    size: counted.size,
                    reason: reason.unwrap_or_default(),
                })
            };
            names.into_iter().map(parcel).collect()
        })
        .await
}

/// Why it is not sent, regardless of its content.
fn reason(path: &Path, rules: &Rules, left_out: &LeftOut) -> AgentResult<Option<String>> {
    let say = |reason: &str| Ok(Some(reason.to_owned()));
    let Ok(metadata) = resolved::metadata(path) else { return say("does not exist or cannot be read") };
    if path.file_name().is_some_and(is_ignored) {
        return say("is never sent: it is a temporary or system file");
    }
    if metadata.is_symlink() {
        return say("is a symbolic link: links are not followed");
    }
    if !metadata.is_dir() && !metadata.is_file() {
        return say("is neither a folder nor a file");
    }
    if metadata.is_file() && !rules.sends_loose_files {
        return say("is a loose file: send_loose_files is off");
    }
    if left_out::rule(left_out)?(path) {
        return say("is excluded by the blacklist");
    }
    if metadata.is_file() && is_no_content(path, left_out) {
        return say("contains the form answers for another file");
    }
    if path.to_str().is_none() {
        return say("has a name that is not UTF-8: rename it");
    }
    Ok(rules.form.as_ref().and_then(|form| sidecar::answers(form, path).err()))
}

#[derive(Default)]
struct Counted {
    files: u64,
    size: u64,
    reason: Option<String>,
}

/// Counts its content and finds the first problem.
fn counted(path: &Path, left_out: &LeftOut, until: Instant) -> AgentResult<Counted> {
    let mut counted = Counted::default();
    for entry in walk_except(vec![PathBuf::from(path)], left_out::rule(left_out)?) {
        if Instant::now() > until {
            let reason = "was not counted completely: the folder is too large for a preview";
            return Ok(Counted { reason: Some(reason.to_owned()), ..counted });
        }
        let obstacle = match &entry {
            Entry::File { source, identity, .. } => {
                counted.files += 1;
                counted.size += identity.size;
                lock(source).map(|why| format!("{}: {why}", source.display()))
            }
            Entry::Unfit { source, why } => Some(format!("{}: {why}", source.display())),
            Entry::EmptyDirectory { .. } | Entry::Skipped { .. } => None,
        };
        counted.reason = counted.reason.or(obstacle);
    }
    if counted.files == 0 && counted.reason.is_none() {
        counted.reason = Some("contains no files".to_owned());
    }
    Ok(counted)
}
