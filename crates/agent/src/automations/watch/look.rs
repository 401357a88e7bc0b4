//! Scans a subfolder or a loose file.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags};
use rustix::io::Errno;
use tokio_util::sync::CancellationToken;
use transfer::resolved;
use transfer::tree::{Entry, is_ignored, walk_except};

use super::Rules;
use crate::disks::{Asking, Disks};
use crate::error::AgentResult;
use crate::fingerprint::Fingerprint;
use crate::journal::uploads::LeftOut;
use crate::left_out;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) fingerprint: String,
    /// A folder without files is not sent.
    pub(super) files: u64,
    /// Why it cannot be sent in its current state.
    pub(super) unfit: Option<String>,
}

/// The state of each entry; `None` if there is nothing to send. Stops early and returns no result if it is stopped.
pub(super) async fn at(
    disks: &Disks,
    root: &Path,
    names: Vec<OsString>,
    rules: &Rules,
    stop: CancellationToken,
) -> AgentResult<Option<Vec<(OsString, Option<Look>)>>> {
    let (root, disk, rules) = (root.to_owned(), PathBuf::from(&rules.root), rules.clone());
    let scan = move |asking: &Asking| {
        let look = |name: OsString| {
            asking.answered();
            let left_out = rules.left_out(&root, &name);
            let path = root.join(&name);
            let is_sent = resolved::metadata(&path).is_ok_and(|metadata| {
                metadata.is_dir() || metadata.is_file() && rules.sends_loose_files && !is_no_content(&path, &left_out)
            });
            let look = if is_sent { Some(one(path, &left_out, &stop, asking)?) } else { None };
            Ok((name, look))
        };
        let looks = names.into_iter().take_while(|_| !stop.is_cancelled()).map(look).collect::<AgentResult<_>>()?;
        Ok((!stop.is_cancelled()).then_some(looks))
    };
    disks.ask_at_length(&disk, scan).await
}

/// A loose file that is ignored or excluded, or that contains the answers for another file: also for one that is still to
/// come, or was sent and deleted.
pub(super) fn is_no_content(path: &Path, left_out: &LeftOut) -> bool {
    let is_ignored = path.file_name().is_some_and(is_ignored);
    let is_left_out = left_out::rule(left_out).is_ok_and(|rule| rule(path));
    let is_file = |path: &Path| resolved::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let is_of_another = |path: &Path| path.extension().is_some() || is_file(path);
    let beside = path.extension().is_some_and(|end| end == "json") && is_of_another(&path.with_extension(""));
    is_ignored || is_left_out || beside && !left_out.files.is_empty()
}

fn one(path: PathBuf, left_out: &LeftOut, stop: &CancellationToken, asking: &Asking) -> AgentResult<Look> {
    let (mut fingerprint, mut unfit) = (Fingerprint::default(), None);
    let entries = walk_except(vec![path], left_out::rule(left_out)?);
    for entry in entries.take_while(|_| !stop.is_cancelled()) {
        asking.answered();
        fingerprint.add(&entry);
        if let (None, Entry::Unfit { source, why }) = (&unfit, &entry) {
            unfit = Some(format!("{}: {why}", source.display()));
        }
    }
    Ok(Look { files: fingerprint.files, fingerprint: fingerprint.text(), unfit })
}

/// Why a file in it cannot be read now: it is locked, or permission is denied.
pub(super) async fn locked(disks: &Disks, root: &Path, name: &OsStr, rules: &Rules) -> AgentResult<Option<String>> {
    let (root, name, disk, rules) = (root.to_owned(), name.to_owned(), PathBuf::from(&rules.root), rules.clone());
    let look = move |asking: &Asking| {
        let (path, left_out) = (root.join(&name), rules.left_out(&root, &name));
        for entry in walk_except(vec![path], left_out::rule(&left_out)?) {
            asking.answered();
            let Entry::File { source, .. } = entry else { continue };
            if let Some(why) = lock(&source) {
                return Ok(Some(format!("{}: {why}", source.display())));
            }
        }
        Ok(None)
    };
    disks.ask_at_length(&disk, look).await
}

pub(super) fn lock(path: &Path) -> Option<String> {
    let file = match resolved::open(path, OFlags::RDONLY | OFlags::NONBLOCK) {
        Ok(file) => file,
        Err(error) => return Some(format!("cannot be read: {error}")),
    };
    match rustix::fs::flock(&file, FlockOperation::NonBlockingLockShared) {
        Err(Errno::WOULDBLOCK) => Some("is locked by another program".to_owned()),
        // Not locked, or the file system does not support locks.
        _ => None,
    }
}
