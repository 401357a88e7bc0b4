//! The history of one package, from all records about it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::time::Time;

/// The kinds of entries on a package's timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimelineKind {
    /// The package was created. `title` is its name, `actor` its sender.
    Created,
    /// The sender filled in the form of the Portal. `title` is the form's name.
    Form,
    /// The package was finalized. `count` is the number of its files.
    Finalized,
    /// The virus scan of the package's files. `state` is `pending`, `clean` or `not_scanned` with the reason as
    /// `detail`, each with a `count` of files; or `infected`, one entry for each file, with its name as `title` and the
    /// virus as `detail`.
    Scan,
    /// A mail about the package. `title` is its kind, `actor` its recipient, `detail` why it failed. `state` is
    /// `waiting`, `sent`, `kept` (no mail server is configured) or `failed`.
    Mail,
    /// A transfer of the package to, or of files from, a cloud connection, whose name is the `title`. `state` is that
    /// of the transfer, `detail` its error, `count` the number of files.
    Transfer,
    /// An event for a webhook, whose name is the `title`. `state` is that of the delivery, `detail` the event, `count` the
    /// number of attempts.
    Webhook,
    /// A link. `state` is `created`, `deleted` or `locked` (all its downloads are used up), `actor` its recipient.
    Link,
    /// A download. `actor` is the member or the recipient of the link; `state` is `started`, or `complete` if
    /// everything requested is known to have arrived; `count` is the number of files.
    Download,
    /// `state` says what was changed: `details` (name or tag) or `expiry`.
    Changed,
    /// The content was deleted, because it expired (`state` is `expired`) or by someone (`deleted`).
    Expired,
    /// The package was archived (`archived`) or restored (`unarchived`).
    Archived,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TimelineRecord {
    pub at: Time,
    pub kind: TimelineKind,
    /// The state; the possible values depend on the kind.
    pub state: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub detail: String,
    /// What is counted depends on the kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// An email address if known; else empty.
    pub actor: String,
    /// The id of the link, mail, transfer, delivery, download or file; of the package if the entry is about the whole
    /// package.
    pub id: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Timeline {
    /// Oldest first; up to 500 of the newest for each kind.
    pub records: Vec<TimelineRecord>,
}
