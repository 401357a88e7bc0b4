//! What proves who someone is: passwords, second factors, random secrets, and the tokens that we sign.
//!
//! Nothing here knows of requests or of the database; [`crate::auth`] makes callers of credentials.

mod channel_token;
mod issued_to;
mod package_token;
mod passwords;
pub mod random;
mod signed;
mod totp;
mod user_token;
mod zip_token;

pub use channel_token::{ChannelGrant, ChannelTokens};
pub use issued_to::{Basis, IssuedTo};
pub use package_token::{Grant, PackageTokens};
pub use passwords::Passwords;
pub use totp::SecondFactor;
pub use user_token::{Session, UserTokens};
pub use zip_token::{ZIP_URL_DAYS, ZipGrant, ZipTokens};
