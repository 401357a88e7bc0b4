//! The sent mail of a Team.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::MailId;
use crate::packages::PageMetadata;
use crate::time::Time;

/// A mail without its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MailSummary {
    pub id: MailId,
    /// Such as `invitation`, `package_for_you` or `upload_receipt`.
    pub kind: String,
    pub recipient: String,
    pub subject: String,
    /// `waiting`, `sent`, `kept` (no mail server is configured: forward it yourself), `failed` or `cancelled`.
    pub state: String,
    pub created_at: Time,
    /// Why it could not be sent, or was cancelled; else empty.
    pub last_error: String,
    /// The package that the email is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OutboxPage {
    pub metadata: PageMetadata,
    /// Newest first.
    pub records: Vec<MailSummary>,
}

/// A mail with its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MailBody {
    #[serde(flatten)]
    pub summary: MailSummary,
    /// Missing for an invitation that was sent, because it is only for its recipient.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Like `text`. A whole page: only show it where it cannot run or load anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}
