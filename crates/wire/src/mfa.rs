//! The second factor: time-based one-time passwords and recovery codes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct BeginMfa {
    pub password: String,
}

example! { BeginMfa, { "password": "correct horse battery" } }

/// Shown once. The second factor is only required after it was confirmed.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct MfaSecret {
    /// Base32, for manual entry in an authenticator.
    pub secret: String,
    /// The same as a URL, for a QR code.
    pub otpauth_url: String,
}

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ConfirmMfa {
    pub otp: String,
}

example! { ConfirmMfa, { "otp": "492039" } }

/// Shown once. Each code can be used once instead of `otp`.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
    /// Replaces the token of this request: turning the second factor on ends all sessions.
    pub token: String,
}

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct EndMfa {
    pub password: String,
    /// A one-time password or a recovery code.
    pub otp: String,
}

example! { EndMfa, { "password": "correct horse battery", "otp": "492039" } }
