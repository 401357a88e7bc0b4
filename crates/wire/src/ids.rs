//! Identifiers: one type for each kind, so that they cannot be mixed up.
//!
//! All are ULIDs, 26 characters of Crockford's alphabet. Other text cannot become an id, so it never reaches a query.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;

/// Text that is not one of our identifiers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an identifier: 26 characters of 0-9 and A-Z without I, L, O and U are expected")]
pub struct NotAnId;

const LENGTH: usize = 26;

fn is_ulid(text: &str) -> bool {
    let in_alphabet =
        |byte: u8| matches!(byte, b'0'..=b'9' | b'A'..=b'Z') && !matches!(byte, b'I' | b'L' | b'O' | b'U');
    text.len() == LENGTH && text.bytes().all(in_alphabet) && text.as_bytes()[0] <= b'7'
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schema(value_type = String, example = "01KA2B3C4D5E6F7G8H9JKMNPQR")]
        pub struct $name(String);

        example! { $name, "01KA2B3C4D5E6F7G8H9JKMNPQR" }

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<Self, NotAnId> {
                Self::try_from(text.to_owned())
            }
        }

        impl TryFrom<String> for $name {
            type Error = NotAnId;

            fn try_from(text: String) -> Result<Self, NotAnId> {
                if is_ulid(&text) { Ok(Self(text)) } else { Err(NotAnId) }
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    )*};
}

ids! {
    UserId;
    TeamId;
    /// A user's membership in a Team. Not the user.
    MembershipId;
    /// The id of an API key in paths. Not the secret.
    ApiKeyId;
    PackageId;
    FileId;
    /// A download link of a package. Not its secret.
    LinkId;
    /// One download, started with one package token.
    DownloadId;
    PortalId;
    FormId;
    FormFieldId;
    /// The value of one field in a response.
    FormAnswerId;
    FormResponseId;
    FormTemplateId;
    FilterId;
    CustomWebhookId;
    CloudConnectionId;
    /// The id by which a storage gateway identifies itself to us. Not its connection.
    GatewayId;
    /// A transfer of a package to or from a connection; for a gateway, a work item.
    TransferId;
    /// A directory that the agent of a storage gateway is asked to list.
    GatewayListingId;
    /// The delivery of one event to one webhook.
    DeliveryId;
    EventId;
    TagId;
    TeamspaceId;
    /// A member's membership in a Teamspace. Not the membership of the Team.
    TeamspaceMembershipId;
    JobId;
    MailId;
    ActivityId;
    /// One data key, with which secrets are encrypted at rest.
    DataKeyId;
}

/// The upload of a package is an activity with the package's id.
impl From<&PackageId> for ActivityId {
    fn from(package: &PackageId) -> Self {
        Self(package.0.clone())
    }
}

/// A download is an activity with the download's id.
impl From<&DownloadId> for ActivityId {
    fn from(download: &DownloadId) -> Self {
        Self(download.0.clone())
    }
}

/// A transfer is an activity with the transfer's id.
impl From<&TransferId> for ActivityId {
    fn from(transfer: &TransferId) -> Self {
        Self(transfer.0.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::TeamId;

    #[test]
    fn only_ulids_become_ids() {
        let cases = [
            ("01KA2B3C4D5E6F7G8H9JKMNPQR", true),
            ("7ZZZZZZZZZZZZZZZZZZZZZZZZZ", true),
            ("8ZZZZZZZZZZZZZZZZZZZZZZZZZ", false),
            ("01ka2b3c4d5e6f7g8h9jkmnpqr", false),
            ("01KA2B3C4D5E6F7G8H9JKMNPQI", false),
            ("01KA2B3C4D5E6F7G8H9JKMNPQ", false),
            ("01KA2B3C4D5E6F7G8H9JKMNPQRS", false),
            ("01KA2B3C4D5E6F7G8H9JKMNPQ\0", false),
            ("", false),
            ("../../../../etc/passwd0000", false),
        ];
        for (text, accepted) in cases {
            assert_eq!(text.parse::<TeamId>().is_ok(), accepted, "{text:?}");
        }
    }
}
