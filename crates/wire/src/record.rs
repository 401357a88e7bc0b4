//! What happened in a Team: activities for everyone, the audit record for those who answer for it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::ActivityId;
use crate::packages::PageMetadata;
use crate::time::Time;

/// An upload, a download, the making of a link, or a transfer, as it stands now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ActivityBody {
    pub id: ActivityId,
    /// `upload`, `download`, `link_creation` or `transfer`.
    pub kind: String,
    /// `pending`, `started`, `complete`, `cancelled` or `error`.
    pub state: String,
    pub package_id: String,
    pub package_name: String,
    /// The Portal through which the package came; empty for what the Team sent.
    pub portal_id: String,
    /// The link that a download used, or that was made; else empty.
    pub link_id: String,
    /// Who does it: an e-mail address where one is known.
    pub actor: String,
    /// The member who does it; empty for others.
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
    /// The file, or the reason.
    pub detail: String,
}

/// A line of the audit record, sealed by the hash of all before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AuditLine {
    /// From 1, without gaps.
    pub sequence: i64,
    pub at: Time,
    /// A user's id, `operator`, `service`, `stranger` or `package token`.
    pub actor: String,
    /// By what they proved who they are.
    pub credential: String,
    pub address: String,
    /// What was done, such as `portal_updated`.
    pub action: String,
    /// The id of what it was done to.
    pub object: String,
    pub detail: String,
    pub hash: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AuditPage {
    pub metadata: PageMetadata,
    pub records: Vec<AuditLine>,
}
