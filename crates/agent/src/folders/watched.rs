//! What an automation sends from a folder, and to whom: several may share the folder if these differ.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// The purpose of an automation that watches a folder. Its name, its message and the like make no difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    /// The Team, or the Portal.
    target: Target,
    /// Patterns of what is sent, or of what is not.
    whitelist: BTreeSet<String>,
    blacklist: BTreeSet<String>,
    /// Whether files directly in the folder are sent.
    sends_files: bool,
    sends_subfolders: bool,
    deletes: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Target {
    team: String,
    portal: String,
    recipients: BTreeSet<String>,
}

impl Watched {
    /// Only streams have a whitelist, and only they do not send subfolders.
    pub(super) fn of(fields: &Map<String, Value>) -> Self {
        let is_stream = fields.contains_key("whitelist");
        Self {
            target: Target {
                team: text(fields, "team_id"),
                portal: text(fields, "portal_subdomain").to_lowercase(),
                recipients: texts(fields, "recipient_emails").map(|email| email.to_lowercase()).collect(),
            },
            whitelist: texts(fields, "whitelist").collect(),
            blacklist: texts(fields, "blacklist").collect(),
            sends_files: is_stream || is_set(fields, "send_loose_files"),
            sends_subfolders: !is_stream,
            deletes: is_set(fields, "delete_files_after_upload"),
        }
    }

    /// Why this automation and the other must not watch the same folder, if they must not.
    pub(super) fn clash_with(&self, other: &Self) -> Option<&'static str> {
        // It could delete a file before the other has read it.
        if self.deletes || other.deletes {
            return Some(
                "an automation that deletes files after sending them must be the only one that watches a folder; \
                 switch delete_files_after_upload off, or choose another folder",
            );
        }
        let share = (self.sends_files && other.sends_files) || (self.sends_subfolders && other.sends_subfolders);
        let is_same =
            self.target == other.target && self.whitelist == other.whitelist && self.blacklist == other.blacklist;
        (share && is_same).then_some(
            "everything would be sent twice to the same recipients; choose another folder, other recipients or other \
             patterns",
        )
    }
}

fn text(fields: &Map<String, Value>, name: &str) -> String {
    fields.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn texts<'a>(fields: &'a Map<String, Value>, name: &str) -> impl Iterator<Item = String> + 'a {
    fields.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).map(str::to_owned)
}

/// Flags may be sent as texts.
fn is_set(fields: &Map<String, Value>, name: &str) -> bool {
    fields.get(name).is_some_and(|value| value == true || value == "true")
}
