//! One method for each API call.

use reqwest::Method;
use wire::api_keys::{ApiKeyBody, CreatedApiKey, UpdateApiKey, WriteApiKey};
use wire::auth::{ConfirmEmail, ForgotPassword, RedeemToken, SignIn, SignedIn, WhoAmI};
use wire::ids::{ApiKeyId, MailId, MembershipId, TeamId, UserId};
use wire::members::{InviteMember, MemberBody, UpdateMember};
use wire::mfa::{BeginMfa, ConfirmMfa, EndMfa, MfaSecret, RecoveryCodes};
use wire::outbox::{MailBody, OutboxPage};
use wire::teams::{TeamBody, UpdateTeam};
use wire::usage::UsageBody;
use wire::users::{ChangeEmail, ChangePassword, UpdateUser, UserBody};

use crate::{Client, ClientError};

pub(crate) type Reply<T> = Result<T, ClientError>;

impl Client {
    pub async fn sign_in(&self, request: &SignIn) -> Reply<SignedIn> {
        self.call_with(Method::POST, "/v1/auth", request).await
    }

    pub async fn who_am_i(&self) -> Reply<WhoAmI> {
        self.call(Method::GET, "/v1/auth").await
    }

    pub async fn refresh_token(&self) -> Reply<SignedIn> {
        self.call(Method::POST, "/v1/auth/refresh").await
    }

    pub async fn log_out_all(&self) -> Reply<()> {
        self.call(Method::POST, "/v1/auth/logout_all").await
    }

    pub async fn forgot_password(&self, request: &ForgotPassword) -> Reply<()> {
        self.call_with(Method::POST, "/v1/auth/forgot", request).await
    }

    pub async fn reset_password(&self, request: &RedeemToken) -> Reply<()> {
        self.call_with(Method::POST, "/v1/auth/reset", request).await
    }

    pub async fn confirm_email(&self, request: &ConfirmEmail) -> Reply<()> {
        self.call_with(Method::POST, "/v1/auth/confirm_email", request).await
    }

    pub async fn accept_invitation(&self, request: &RedeemToken) -> Reply<()> {
        self.call_with(Method::POST, "/v1/auth/accept_invitation", request).await
    }

    pub async fn update_user(&self, user: &UserId, change: &UpdateUser) -> Reply<UserBody> {
        self.call_with(Method::PUT, &format!("/v1/users/{user}"), change).await
    }

    pub async fn change_password(&self, user: &UserId, request: &ChangePassword) -> Reply<()> {
        self.call_with(Method::POST, &format!("/v1/users/{user}/password"), request).await
    }

    pub async fn change_email(&self, user: &UserId, request: &ChangeEmail) -> Reply<UserBody> {
        self.call_with(Method::PUT, &format!("/v1/users/{user}/email"), request).await
    }

    pub async fn begin_mfa(&self, user: &UserId, request: &BeginMfa) -> Reply<MfaSecret> {
        self.call_with(Method::POST, &format!("/v1/users/{user}/mfa"), request).await
    }

    pub async fn confirm_mfa(&self, user: &UserId, request: &ConfirmMfa) -> Reply<RecoveryCodes> {
        self.call_with(Method::POST, &format!("/v1/users/{user}/mfa/confirm"), request).await
    }

    pub async fn end_mfa(&self, user: &UserId, request: &EndMfa) -> Reply<()> {
        self.call_with(Method::DELETE, &format!("/v1/users/{user}/mfa"), request).await
    }

    pub async fn team(&self, team: &TeamId) -> Reply<TeamBody> {
        self.call(Method::GET, &format!("/v1/teams/{team}")).await
    }

    pub async fn update_team(&self, team: &TeamId, change: &UpdateTeam) -> Reply<TeamBody> {
        self.call_with(Method::PUT, &format!("/v1/teams/{team}"), change).await
    }

    /// `query` is the part after the `?`.
    pub async fn usage(&self, team: &TeamId, query: &str) -> Reply<UsageBody> {
        self.call(Method::GET, &format!("/v1.1/teams/{team}/usage?{query}")).await
    }

    /// `query` is the part after the `?`.
    pub async fn outbox(&self, team: &TeamId, query: &str) -> Reply<OutboxPage> {
        self.call(Method::GET, &format!("/v1.1/teams/{team}/outbox?{query}")).await
    }

    pub async fn mail(&self, team: &TeamId, mail: &MailId) -> Reply<MailBody> {
        self.call(Method::GET, &format!("/v1/teams/{team}/outbox/{mail}")).await
    }

    pub async fn retry_mail(&self, team: &TeamId, mail: &MailId) -> Reply<MailBody> {
        self.call(Method::POST, &format!("/v1/teams/{team}/outbox/{mail}/retry")).await
    }

    pub async fn members(&self, team: &TeamId) -> Reply<Vec<MemberBody>> {
        self.call(Method::GET, &format!("/v1/teams/{team}/members")).await
    }

    pub async fn invite_member(&self, team: &TeamId, request: &InviteMember) -> Reply<MemberBody> {
        self.call_with(Method::POST, &format!("/v1/teams/{team}/members"), request).await
    }

    pub async fn update_member(&self, member: &MembershipId, change: &UpdateMember) -> Reply<MemberBody> {
        self.call_with(Method::PUT, &format!("/v1/members/{member}"), change).await
    }

    pub async fn remove_member(&self, member: &MembershipId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/members/{member}")).await
    }

    pub async fn create_api_key(&self, team: &TeamId, request: &WriteApiKey) -> Reply<CreatedApiKey> {
        self.call_with(Method::POST, &format!("/v1/teams/{team}/api_keys"), request).await
    }

    pub async fn api_keys(&self, team: &TeamId) -> Reply<Vec<ApiKeyBody>> {
        self.call(Method::GET, &format!("/v1/teams/{team}/api_keys")).await
    }

    pub async fn update_api_key(&self, key: &ApiKeyId, request: &UpdateApiKey) -> Reply<ApiKeyBody> {
        self.call_with(Method::PUT, &format!("/v1/api_keys/{key}"), request).await
    }

    /// `state` is `active` or `inactive`.
    pub async fn switch_api_key(&self, key: &ApiKeyId, state: &str) -> Reply<()> {
        self.call(Method::PUT, &format!("/v1/api_keys/{key}/{state}")).await
    }

    pub async fn delete_api_key(&self, key: &ApiKeyId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/api_keys/{key}")).await
    }
}
