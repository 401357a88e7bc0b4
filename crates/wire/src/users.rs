//! A user's own account.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::{TeamId, UserId};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UserBody {
    pub id: UserId,
    pub email: String,
    pub name: String,
    /// An IANA zone name such as `Europe/Berlin`.
    #[schema(example = "UTC")]
    pub time_zone: String,
    /// The Team that pages open first.
    pub preferred_team_id: TeamId,
    /// The Team in which the account was created.
    pub primary_team_id: TeamId,
    /// Whether signing in requires a second factor.
    #[serde(default)]
    pub mfa_enabled: bool,
}

/// Missing fields keep their values.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct UpdateUser {
    pub name: Option<String>,
    pub time_zone: Option<String>,
    pub preferred_team_id: Option<String>,
}

example! { UpdateUser, { "name": "Anna", "time_zone": "Europe/Berlin" } }

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ChangePassword {
    pub current_password: String,
    pub new_password: String,
}

example! { ChangePassword, { "current_password": "correct horse battery", "new_password": "four new random words" } }

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ChangeEmail {
    pub email: String,
    pub password: String,
}

example! { ChangeEmail, { "email": "anna@example.net", "password": "correct horse battery" } }
