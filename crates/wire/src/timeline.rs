//! Everything that happened to one package, from all that is kept of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::time::Time;

/// What something on a package's timeline is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimelineKind {
    /// The package was made. `title` is its name, `actor` its sender.
    Created,
    /// The sender filled in the form of the Portal. `title` is the form's name.
    Form,
    /// The package was sent on its way. `count` is the number of its files.
    Finalized,
    /// Files of the package are looked through. `state` is `pending`, `clean` or `not_scanned` with the reason as
    /// `detail`, each with a `count` of files; or `infected`, one for each file, with its name as `title` and the virus as
    /// `detail`.
    Scan,
    /// A mail about the package. `title` is its kind, `actor` its recipient, `detail` why it failed. `state` is
    /// `waiting`, `sent`, `kept` (no mail server is set) or `failed`.
    Mail,
    /// The package goes to, or files came from, a cloud connection, whose name is the `title`. `state` is that of the
    /// transfer, `detail` its error, `count` the number of files.
    Transfer,
    /// An event for a webhook, whose name is the `title`. `state` is that of the delivery, `detail` the event, `count` the
    /// number of attempts.
    Webhook,
    /// A link. `state` is `created`, `deleted` or `locked` (all its downloads are used up), `actor` its recipient.
    Link,
    /// A download. `actor` is the member or the recipient of the link; `state` is `started`, or `complete` when all that
    /// was asked for is known to have arrived; `count` is the number of files.
    Download,
    /// `state` says what was changed: `details` (name or tag) or `expiry`.
    Changed,
    /// The content was deleted, by time (`state` is `expired`) or by someone (`deleted`).
    Expired,
    /// The record went to the archive (`archived`) or came from there (`unarchived`).
    Archived,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TimelineRecord {
    pub at: Time,
    pub kind: TimelineKind,
    /// How far it is; the kind says which values there are.
    pub state: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub detail: String,
    /// Of what, the kind says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// An e-mail address where one is known; else empty.
    pub actor: String,
    /// The id of the link, mail, transfer, delivery, download or file; of the package where it is about the whole.
    pub id: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Timeline {
    /// The oldest first; of each kind the newest 500.
    pub records: Vec<TimelineRecord>,
}
