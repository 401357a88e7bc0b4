//! The user that the agent acts for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::{TeamId, UserId};
use crate::teams::TeamBody;
use crate::users::UserBody;

/// Deprecated: start the agent with an API key, which makes it ignore this body.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct SignInToAgent {
    pub email: Option<String>,
    pub password: Option<String>,
    /// A one-time password or a recovery code, if the account has a second factor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otp: Option<String>,
}

example! { SignInToAgent, { "email": "anna@example.org", "password": "correct horse battery" } }

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct LogOutOfAgent {
    /// Whether the cloud ends all sessions of the user, on every device.
    pub everywhere: bool,
}

example! { LogOutOfAgent, { "everywhere": true } }

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LoginBody {
    pub user: UserElement,
    pub teams: Vec<TeamElement>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UserElement {
    pub email: String,
    pub id: UserId,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamElement {
    pub id: TeamId,
    pub name: String,
    pub subdomain: String,
    /// Days that a package is kept if `custom_expiry_enabled` is true and the sender does not choose.
    pub custom_expiry_default: i64,
    pub custom_expiry_enabled: bool,
    /// Downloads per link if `download_limit_enabled` is true and the sender does not choose.
    pub download_limit_default: i64,
    pub download_limit_enabled: bool,
    pub max_email_recipients: i64,
}

impl From<UserBody> for UserElement {
    fn from(user: UserBody) -> Self {
        Self { email: user.email, id: user.id, name: user.name }
    }
}

impl From<TeamBody> for TeamElement {
    fn from(team: TeamBody) -> Self {
        Self {
            id: team.id,
            name: team.name,
            subdomain: team.subdomain,
            custom_expiry_default: team.custom_expiry_default,
            custom_expiry_enabled: team.custom_expiry_enabled,
            download_limit_default: team.download_limit_default,
            download_limit_enabled: team.download_limit_enabled,
            max_email_recipients: team.max_email_recipients,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionState {
    /// The agent has no API key.
    None,
    Active,
    /// The cloud refused the key, or cannot be reached.
    Refused,
}

/// The session as shown in the event stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SessionBody {
    pub state: SessionState,
    /// `inactive`, `suspended` or `unreachable`, if it is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<UserElement>,
    #[serde(default)]
    pub teams: Vec<TeamElement>,
}
