//! What happened in a Team: activities for everyone, and the audit log for administrators.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::ActivityId;
use crate::packages::PageMetadata;
use crate::time::Time;

/// An upload, a download, the creation of a link, or a transfer, with its current state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ActivityBody {
    pub id: ActivityId,
    /// `upload`, `download`, `link_creation` or `transfer`.
    pub kind: String,
    /// `pending`, `started`, `complete`, `cancelled` or `error`.
    pub state: String,
    pub package_id: String,
    pub package_name: String,
    /// The Portal through which the package came; empty for packages that the Team sent.
    pub portal_id: String,
    /// The link that was created or used for a download; else empty.
    pub link_id: String,
    /// The person: an email address if known.
    pub actor: String,
    /// The member; empty for others.
    pub user_id: String,
    pub created_at: Time,
    pub updated_at: Time,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ActivityPage {
    pub metadata: PageMetadata,
    pub records: Vec<ActivityBody>,
}

/// One step of an activity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ActivityEvent {
    pub at: Time,
    pub state: String,
    /// The file, the reason, or the address that a download came from.
    pub detail: String,
}

/// An entry of the audit log, protected by the hash of all previous ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AuditLine {
    /// Starts at 1, without gaps.
    pub sequence: i64,
    pub at: Time,
    /// A user's id, `operator`, `service`, `stranger` or `package token`.
    pub actor: String,
    /// The kind of credential that was used.
    pub credential: String,
    pub address: String,
    /// What was done, such as `portal_updated`.
    pub action: String,
    /// The id of the affected object.
    pub object: String,
    pub detail: String,
    pub hash: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AuditPage {
    pub metadata: PageMetadata,
    pub records: Vec<AuditLine>,
}
