//! Signing in.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::TeamId;
use crate::teams::TeamBody;
use crate::users::UserBody;

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct SignIn {
    pub email: String,
    pub password: String,
    /// A one-time password or a recovery code, if the account has a second factor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otp: Option<String>,
}

example! { SignIn, { "email": "anna@example.org", "password": "correct horse battery" } }

/// The reply to a sign-in: send `token` as `X-User-Token`.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct SignedIn {
    pub token: String,
    pub user: UserBody,
    pub teams: Vec<TeamSummary>,
    /// Present and true while the initial password has not been changed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub password_change_required: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamSummary {
    pub id: TeamId,
    pub name: String,
    pub subdomain: String,
}

/// The user and Teams of the request's credential.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WhoAmI {
    pub user: UserBody,
    pub teams: Vec<OwnTeam>,
}

/// A Team, and the caller's role in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OwnTeam {
    #[serde(flatten)]
    pub team: TeamBody,
    /// `owner`, `admin`, `integration_manager`, `member` or `guest`.
    // Servers of earlier versions do not send it.
    #[serde(default)]
    #[schema(example = "member")]
    pub role: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ForgotPassword {
    pub email: String,
}

example! { ForgotPassword, { "email": "anna@example.org" } }

/// Confirms a new email address with the one-time token of the email to it.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ConfirmEmail {
    pub token: String,
}

example! { ConfirmEmail, { "token": "4f6b1c0e9a7d42c88e3f5a1b2c3d4e5f" } }

/// Redeems an emailed one-time token.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct RedeemToken {
    pub token: String,
    /// The new password. Someone who already has an account omits it and accepts an invitation while signed in.
    #[serde(default)]
    pub password: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

example! {
    RedeemToken,
    { "token": "4f6b1c0e9a7d42c88e3f5a1b2c3d4e5f", "password": "correct horse battery", "name": "Ben" }
}
