//! The folders that automations read and write, and the rule that none feeds another.
//!
//! If one automation downloaded into a folder that another watches, the files would be sent again, possibly in an
//! endless loop. So a watched folder must not be inside, above or the same as a download folder. Several automations may
//! watch the same folder if each has a purpose of its own ([`Watched`]).

mod watched;

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use wire::agent::AutomationId;

use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::journal::{automations, gateways};

pub use watched::Watched;

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
    /// What is sent from it, if it is watched.
    pub watched: Option<Watched>,
}

impl FolderUse {
    /// The folder in the fields. A new one must exist; one that was saved before may be missing for now.
    pub async fn of(app: &App, fields: &Map<String, Value>, is_new: bool) -> AgentResult<Self> {
        let way = if fields.contains_key(Way::Reads.field()) { Way::Reads } else { Way::Writes };
        let field = way.field();
        let text = fields.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (owned, asked) = (app.clone(), text.clone());
        let resolve = move || match way {
            Way::Reads => owned.paths.readable(field, &asked).and_then(|path| is_folder(field, path)),
            Way::Writes => owned.paths.writable_unattended(field, &asked),
        };
        let path = match app.disks.ask(Path::new(&text), resolve).await {
            // The folder is missing, or its disk does not answer.
            Err(AgentError::Request(_) | AgentError::Cloud(_)) if !is_new => PathBuf::from(text),
            other => other?,
        };
        Ok(Self { path, way, watched: (way == Way::Reads).then(|| Watched::of(fields)) })
    }

    /// A folder that packages are written to.
    pub const fn written(path: PathBuf) -> Self {
        Self { path, way: Way::Writes, watched: None }
    }

    /// Why this folder and the other must not both be used, if they must not.
    pub fn clash_with(&self, other: &Self) -> Option<&'static str> {
        let overlap = self.path.starts_with(&other.path) || other.path.starts_with(&self.path);
        if !overlap || (self.way == Way::Writes && other.way == Way::Writes) {
            return None;
        }
        let (Some(own), Some(others)) = (&self.watched, &other.watched) else {
            return Some("received files would be sent again; choose another folder");
        };
        if self.path != other.path {
            return Some("everything would be sent twice; choose another folder");
        }
        own.clash_with(others)
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
        let Ok(taken) = FolderUse::of(app, &row.fields, false).await else { continue };
        if let Some(why) = wanted.clash_with(&taken) {
            let name = row.fields.get("name").and_then(Value::as_str).unwrap_or_default();
            return Err(AgentError::invalid(wanted.way.field(), &clash(&taken, name, why)));
        }
    }
    for gateway in app.journal.read(gateways::all).await? {
        let taken = FolderUse::written(gateway.dst_folder);
        if let Some(why) = wanted.clash_with(&taken) {
            let reason = format!("overlaps {}, the folder of gateway {}: {why}", taken.path.display(), gateway.id);
            return Err(AgentError::invalid(wanted.way.field(), &reason));
        }
    }
    Ok(())
}

fn clash(taken: &FolderUse, name: &str, why: &str) -> String {
    let does = if taken.way == Way::Reads { "sends from" } else { "downloads to" };
    format!("overlaps {}, which the automation {name:?} {does}: {why}", taken.path.display())
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use serde_json::{Map, Value, json};

    use super::{FolderUse, Watched, Way};

    fn watched(fields: &Value) -> Watched {
        let fields: Map<String, Value> = fields.as_object().cloned().unwrap_or_default();
        Watched::of(&fields)
    }

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
            let folder = |(way, path)| FolderUse {
                path: PathBuf::from(path),
                way,
                watched: (way == Way::Reads).then(|| watched(&json!({}))),
            };
            assert_eq!(folder(first).clash_with(&folder(second)).is_some(), clashes, "{first:?} {second:?}");
            assert_eq!(folder(second).clash_with(&folder(first)).is_some(), clashes, "{second:?} {first:?}");
        }
    }

    #[test]
    fn automations_with_purposes_of_their_own_share_a_folder() {
        let stream = json!({ "team_id": "T", "recipient_emails": ["a@x", "b@x"], "whitelist": ["*.mov"] });
        let folder = json!({ "team_id": "T", "recipient_emails": ["b@x", "a@x"], "send_loose_files": false });
        let with = |base: &Value, name: &str, value: Value| {
            let mut changed = base.clone();
            changed[name] = value;
            changed
        };
        let portal = json!({ "portal_subdomain": "p", "sender_email": "a@x", "whitelist": ["*.mov"] });
        for (first, second, clashes) in [
            (&stream, &stream, true),
            (&stream, &with(&stream, "recipient_emails", json!(["B@x", "a@x"])), true),
            (&stream, &with(&stream, "name", json!("Other")), true),
            (&stream, &with(&stream, "message", json!("Other")), true),
            (&stream, &with(&stream, "recipient_emails", json!(["c@x"])), false),
            (&stream, &with(&stream, "team_id", json!("U")), false),
            (&stream, &with(&stream, "whitelist", json!(["*.mxf"])), false),
            (&stream, &with(&stream, "whitelist", json!([])), false),
            (&stream, &portal, false),
            (&portal, &with(&portal, "sender_email", json!("c@x")), true),
            (&portal, &with(&portal, "portal_subdomain", json!("q")), false),
            // One sends what is directly in the folder, the other what is in subfolders.
            (&with(&stream, "whitelist", json!([])), &folder, false),
            (&with(&stream, "whitelist", json!([])), &with(&folder, "send_loose_files", json!(true)), true),
            (&folder, &with(&folder, "send_loose_files", json!(true)), true),
            (&folder, &with(&folder, "blacklist", json!(["*.tmp"])), false),
            // Nothing that deletes shares.
            (&folder, &with(&with(&folder, "team_id", json!("U")), "delete_files_after_upload", json!(true)), true),
            (&portal, &with(&folder, "delete_files_after_upload", json!("true")), true),
        ] {
            assert_eq!(watched(first).clash_with(&watched(second)).is_some(), clashes, "{first} {second}");
            assert_eq!(watched(second).clash_with(&watched(first)).is_some(), clashes, "{second} {first}");
        }
    }
}
