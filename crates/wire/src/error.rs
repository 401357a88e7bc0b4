//! Error codes, and the common format in which both APIs report them.
//!
//! A code is `category << 16 | number`. Codes are part of the API: the meaning of a number never changes, and a number
//! is never reused.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

/// The body of every reply that is not a success.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// `category << 16 | number`; the list is in `docs/errors.md`.
    #[schema(value_type = u32, example = 65538)]
    pub code: ErrorCode,
    /// What is wrong and how to fix it, for people.
    pub message: String,
    /// Which fields are wrong, if the error is about fields.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<FieldError>,
    /// Set on a refused sign-in that needs the second factor as `otp`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mfa_required: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FieldError {
    /// Path of the field in the request, such as `recipients[2]`.
    #[schema(example = "expiry")]
    pub field: String,
    pub message: String,
}

impl FieldError {
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

macro_rules! error_codes {
    ($($name:ident = $category:literal, $number:literal, $status:literal, $meaning:literal;)*) => {
        /// Every error code of both APIs.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ErrorCode { $(#[doc = $meaning] $name,)* }

        impl ErrorCode {
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            pub const fn number(self) -> u32 {
                match self { $(Self::$name => ($category << 16) | $number,)* }
            }

            /// The HTTP status that goes with the code.
            pub const fn status(self) -> u16 {
                match self { $(Self::$name => $status,)* }
            }

            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)* }
            }

            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning,)* }
            }
        }
    };
}

error_codes! {
    BrokenBody = 1, 1, 400, "The body is not valid JSON. Send one JSON document, encoded in UTF-8.";
    InvalidField = 1, 2, 400, "A field or parameter has a wrong type or value; `details` names it.";
    NotJson = 1, 3, 415, "The body is not declared as JSON. Send `Content-Type: application/json`.";
    MethodNotAllowed = 1, 4, 405, "The path exists, but not with this method; the `Allow` header lists those that work.";
    HeadersTooLarge = 1, 5, 431, "The request's headers are larger than the server accepts.";
    RequestTimeout = 1, 6, 408, "The request did not arrive, or could not be answered, in time. It is safe to repeat reads.";
    EmptyPackage = 1, 7, 400, "The package has no finalized file. Add one and finalize it first.";
    RangeNotSatisfiable = 1, 8, 416, "The range begins after the end; `Content-Range` has the length of the content.";

    Unauthorized = 2, 1, 401, "No credential was sent, or it is unknown, inactive, expired or not accepted here.";
    Suspended = 2, 2, 402, "The API key is suspended together with its Team's account.";
    Forbidden = 2, 3, 403, "The credential is valid, but its role or the access policy does not allow this.";
    SecondFactorRequired = 2, 4, 401, "The account has a second factor: sign in again with `otp`.";
    PasswordChangeRequired = 2, 5, 403, "The initial password must be changed first, with `POST /v1/users/{user_id}/password`.";
    TokenSpent = 2, 6, 401, "The emailed one-time token is unknown, used or expired. Ask for a new one.";
    LinkPassword = 2, 7, 401, "The link has a password: send it as `X-Link-Password`.";
    LinkInactive = 2, 8, 403, "The link is inactive or deleted, or its package is not finalized yet.";
    LinkLocked = 2, 9, 403, "The link's downloads are used up. Ask the sender for another link.";
    Infected = 2, 10, 403, "A virus was found. Send `?accept_infected=true` to get the content anyway.";
    AccessCode = 2, 11, 401, "The Portal has an access code: send it, URI-encoded, as `X-Access-Code`.";

    ForeignPage = 2, 12, 403, "The agent blocks web pages of other origins: `Host` is not its address, or the request comes from another origin.";
    AgentToken = 2, 13, 401, "The agent requires its token: send it as `Authorization: Bearer`.";
    PathRefused = 2, 14, 403, "The agent may not read or write this path; the message says why.";

    UnknownRoute = 3, 1, 404, "There is no such path. See `/docs`.";
    NotFound = 3, 2, 404, "The object does not exist, or the caller may not see it.";
    ReferenceNotFound = 3, 3, 404, "An id in the body refers to nothing that the caller may use; `details` names the field.";

    SourceUnusable = 3, 4, 404, "A local file cannot be read, is not a regular file, or has a name that is not allowed in a package.";

    SessionMissing = 4, 2, 401, "The action needs a session and the agent has none.";
    SessionRefused = 4, 3, 401, "The cloud refused the agent's API key, or cannot be reached; the message says which.";

    WrongState = 5, 1, 409, "The object is in a state that does not allow this.";
    Duplicate = 5, 2, 409, "Something with this name or address already exists.";
    Stale = 5, 3, 409, "Someone else changed the object at the same time. Read it again and retry.";
    Gone = 5, 4, 410, "The package or link has expired and its content is gone.";
    PreconditionFailed = 5, 5, 412, "The content does not match `If-Match`. Download it again from the start.";
    AlreadyDone = 5, 7, 409, "The request with this `Idempotency-Key` is still running, or its response was lost. Check what exists before you retry with another key.";
    KeyReused = 5, 8, 409, "The `Idempotency-Key` was used for another request. Use a new key for each request.";

    SourceChanged = 5, 6, 409, "A local file changed while it was sent. What was sent is discarded; resume to send it again.";

    BodyTooLarge = 6, 1, 413, "The body is larger than the limit that the message names.";
    LimitExceeded = 6, 3, 413, "A size or count exceeds a limit; the message names the limit and what would fit.";
    FileTooLarge = 6, 4, 413, "The file is larger than one file may be here; the message names the limit.";
    RateLimited = 6, 2, 429, "Too many requests or failed attempts. Wait as long as `Retry-After` says.";

    StorageRefused = 7, 1, 502, "Object storage refused the operation.";
    StorageUnavailable = 7, 2, 503, "Object storage cannot be reached at the moment.";
    DiskFull = 7, 3, 507, "The server's disk is full. Nothing was stored; retry when the operator has freed up space.";

    Corrupted = 7, 4, 502, "Content arrived corrupted several times. Check the network and proxies between here and storage.";
    Unreachable = 7, 5, 503, "The server or storage could not be reached for a long time. Resume to retry.";

    FolderUnusable = 7, 6, 409, "A local file or folder cannot be written; the message says which, why, and what to do.";

    StillJoining = 7, 7, 503, "The segments of the file are being joined. Finalize it again after `Retry-After` seconds.";

    Internal = 8, 1, 500, "Something failed inside the server. The log has the cause under the reply's `X-Request-Id`.";
    Unavailable = 8, 2, 503, "A component that the server needs is down, or the server is full. Retry after `Retry-After` seconds.";
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.number())
    }
}

impl<'de> Deserialize<'de> for ErrorCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u32::deserialize(deserializer)?;
        let known = Self::ALL.iter().copied().find(|code| code.number() == number);
        known.ok_or_else(|| serde::de::Error::custom(format!("unknown error code {number}")))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::ErrorCode;

    #[test]
    fn codes_are_distinct_and_keep_the_documented_number() {
        let numbers: HashSet<u32> = ErrorCode::ALL.iter().map(|code| code.number()).collect();
        assert_eq!(numbers.len(), ErrorCode::ALL.len());
        assert_eq!(ErrorCode::SessionMissing.number(), 262_146);
    }
}
