//! The second factor: time-based one-time passwords and recovery codes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct BeginMfa {
    pub password: String,
}

/// Shown once. The second factor is asked for only after it was confirmed.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct MfaSecret {
    /// Base32, to be typed into an authenticator.
    pub secret: String,
    /// The same for a QR code.
    pub otpauth_url: String,
}

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ConfirmMfa {
    pub otp: String,
}

/// Shown once. Each code signs in once in place of `otp`.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct EndMfa {
    pub password: String,
    /// A one-time password or a recovery code.
    pub otp: String,
}
