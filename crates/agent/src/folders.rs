//! The folders that automations read and write, and the rule that none feeds another.
//!
//! If one automation downloaded into a folder that another watches, the files would be sent again, possibly in an
//! endless loop. So a watched folder must not be inside, above or the same as a download folder. Two automations that
//! watch the same folder would send everything twice.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use wire::agent::AutomationId;

use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::journal::{automations, gateways};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Files in the folder are sent.
    Reads,
    /// Received files are written to the folder.
    Writes,
}

impl Way {
    const fn field(self) -> &'static str {
        match self {
            Self::Reads => "path",
            Self::Writes => "dst_folder",
        }
    }
}

/// A folder and how it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderUse {
    pub path: PathBuf,
    pub way: Way,
}

impl FolderUse {
    /// The folder in the fields. A new one must exist; one that was saved before may be missing for now.
    pub fn of(app: &App, fields: &Map<String, Value>, is_new: bool) -> AgentResult<Self> {
        let way = if fields.contains_key(Way::Reads.field()) { Way::Reads } else { Way::Writes };
        let field = way.field();
        let text = fields.get(field).and_then(Value::as_str).unwrap_or_default();
        let resolved = match way {
            Way::Reads => app.paths.readable(field, text).and_then(|path| is_folder(field, path)),
            Way::Writes => app.paths.writable_unattended(field, text),
        };
        match resolved {
            Err(AgentError::Request(_)) if !is_new => Ok(Self { path: PathBuf::from(text), way }),
            other => Ok(Self { path: other?, way }),
        }
    }

    pub fn clashes_with(&self, other: &Self) -> bool {
        let overlap = self.path.starts_with(&other.path) || other.path.starts_with(&self.path);
        overlap && (self.way == Way::Reads || other.way == Way::Reads)
    }
}

fn is_folder(field: &str, path: PathBuf) -> AgentResult<PathBuf> {
    if path.is_dir() { Ok(path) } else { Err(AgentError::invalid(field, "must be a directory")) }
}

/// Fails if the use conflicts with that of an automation other than `own`.
pub async fn check(app: &App, own: Option<&AutomationId>, wanted: &FolderUse) -> AgentResult<()> {
    for row in app.journal.read(automations::all).await? {
        if own == Some(&row.id) {
            continue;
        }
        // If its folder is refused by now, it does not run.
        let Ok(taken) = FolderUse::of(app, &row.fields, false) else { continue };
        if wanted.clashes_with(&taken) {
            let name = row.fields.get("name").and_then(Value::as_str).unwrap_or_default();
            return Err(AgentError::invalid(wanted.way.field(), &clash(&taken.path, wanted.way, taken.way, name)));
        }
    }
    for gateway in app.journal.read(gateways::all).await? {
        let taken = FolderUse { path: gateway.dst_folder, way: Way::Writes };
        if wanted.clashes_with(&taken) {
            let reason = format!(
                "overlaps {}, the folder of gateway {}: received files would be sent again; choose another folder",
                taken.path.display(),
                gateway.id
            );
            return Err(AgentError::invalid(wanted.way.field(), &reason));
        }
    }
    Ok(())
}

fn clash(path: &Path, wanted: Way, taken: Way, name: &str) -> String {
    let does = |way| if way == Way::Reads { "sends from" } else { "downloads to" };
    let why = if wanted == taken { "everything would be sent twice" } else { "received files would be sent again" };
    format!("overlaps {}, which the automation {name:?} {}: {why}; choose another folder", path.display(), does(taken))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{FolderUse, Way};

    #[test]
    fn folders_clash_when_one_is_read() {
        let (reads, writes) = (Way::Reads, Way::Writes);
        for (first, second, clashes) in [
            ((reads, "/a"), (writes, "/a"), true),
            ((reads, "/a"), (writes, "/a/b"), true),
            ((reads, "/a/b"), (writes, "/a"), true),
            ((reads, "/a"), (writes, "/ab"), false),
            ((reads, "/a"), (reads, "/a"), true),
            ((reads, "/a"), (reads, "/a/b"), true),
            ((reads, "/a"), (reads, "/b"), false),
            ((writes, "/a"), (writes, "/a"), false),
        ] {
            let folder = |(way, path)| FolderUse { path: PathBuf::from(path), way };
            assert_eq!(folder(first).clashes_with(&folder(second)), clashes, "{first:?} {second:?}");
            assert_eq!(folder(second).clashes_with(&folder(first)), clashes, "{second:?} {first:?}");
        }
    }
}
