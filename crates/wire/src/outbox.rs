//! The mails that a Team caused.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::MailId;
use crate::packages::PageMetadata;
use crate::time::Time;

/// A mail without what it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MailSummary {
    pub id: MailId,
    /// Such as `invitation`, `package_for_you` or `upload_receipt`.
    pub kind: String,
    pub recipient: String,
    pub subject: String,
    /// `waiting`, `sent`, `kept` (no mail server is set: hand it on yourself) or `failed`.
    pub state: String,
    pub created_at: Time,
    /// Why it could not be sent; else empty.
    pub last_error: String,
    /// The package that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OutboxPage {
    pub metadata: PageMetadata,
    /// The newest first.
    pub records: Vec<MailSummary>,
}

/// A mail with what it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MailBody {
    #[serde(flatten)]
    pub summary: MailSummary,
    /// Left out of an invitation that was sent: it is for its recipient alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// As `text`. A whole page: show it only where it cannot run or fetch anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}
