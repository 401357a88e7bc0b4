//! For whom a token was issued, and by virtue of what.

use serde::{Deserialize, Serialize};
use wire::ids::{ApiKeyId, UserId};
use wire::time::Time;

/// The member who received a token. It ends with the membership, and with the credential that it was obtained with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssuedTo {
    pub user: UserId,
    pub with: Basis,
    /// When the session ends by its age. Tokens of earlier versions do not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Time>,
}

impl IssuedTo {
    pub fn has_ended(&self, now: Time) -> bool {
        self.until.is_some_and(|until| until <= now)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// A user token of this session epoch.
    Session(i64),
    Key(ApiKeyId),
}
