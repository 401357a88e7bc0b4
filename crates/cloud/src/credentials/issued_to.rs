//! For whom a token was issued, and by virtue of what.

use serde::{Deserialize, Serialize};
use wire::ids::{ApiKeyId, UserId};

/// The member who received a token. It ends with the membership, and with the credential that it was obtained with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssuedTo {
    pub user: UserId,
    pub with: Basis,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// A user token of this session epoch.
    Session(i64),
    Key(ApiKeyId),
}
