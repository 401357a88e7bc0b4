//! Identifiers of the agent's own objects: UUIDs, one type for each kind.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Text that is not an identifier of the agent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an identifier: a UUID of 32 hexadecimal digits in five groups is expected")]
pub struct NotAUuid;

/// Lengths of the groups of digits.
const GROUPS: [usize; 5] = [8, 4, 4, 4, 12];

fn is_uuid(text: &str) -> bool {
    let lengths = text.split('-').map(str::len);
    lengths.eq(GROUPS) && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}

/// A UUID of version 4 with these random bits.
fn uuid(mut bits: [u8; 16]) -> String {
    bits[6] = bits[6] & 0x0f | 0x40;
    bits[8] = bits[8] & 0x3f | 0x80;
    let mut text = String::with_capacity(36);
    for (at, byte) in bits.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        for digit in [byte >> 4, byte & 0x0f] {
            text.push(char::from_digit(digit.into(), 16).unwrap_or('0'));
        }
    }
    text
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schema(value_type = String, example = "9f1c2d3e-4b5a-4978-8c6d-0e1f2a3b4c5d")]
        pub struct $name(String);

        impl $name {
            /// A new id from random bytes.
            pub fn from_chance(bytes: [u8; 16]) -> Self {
                Self(uuid(bytes))
            }

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
            type Err = NotAUuid;

            fn from_str(text: &str) -> Result<Self, NotAUuid> {
                Self::try_from(text.to_owned())
            }
        }

        impl TryFrom<String> for $name {
            type Error = NotAUuid;

            fn try_from(text: String) -> Result<Self, NotAUuid> {
                if is_uuid(&text) { Ok(Self(text.to_ascii_lowercase())) } else { Err(NotAUuid) }
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
    /// An upload of the agent. Not its package.
    UploadId;
    /// A download of the agent. Not its link.
    DownloadId;
    /// An automation of the agent.
    AutomationId;
    /// One file or directory within a transfer.
    ItemId;
}

#[cfg(test)]
mod tests {
    use super::UploadId;

    #[test]
    fn only_uuids_become_ids() {
        let cases = [
            ("9f1c2d3e-4b5a-4978-8c6d-0e1f2a3b4c5d", true),
            ("9F1C2D3E-4B5A-4978-8C6D-0E1F2A3B4C5D", true),
            ("9f1c2d3e4b5a49788c6d0e1f2a3b4c5d", false),
            ("9f1c2d3e-4b5a-4978-8c6d-0e1f2a3b4c5", false),
            ("9f1c2d3e-4b5a-4978-8c6d-0e1f2a3b4c5g", false),
            ("9f1c2d3e-4b5a-4978-8c6d-0e1f2a3b4c5d-", false),
            ("", false),
            ("../../../../../../../../etc/passwd00", false),
        ];
        for (text, accepted) in cases {
            assert_eq!(text.parse::<UploadId>().is_ok(), accepted, "{text:?}");
        }
    }

    #[test]
    fn chance_becomes_a_uuid_of_version_four() {
        for byte in [0x00, 0xff, 0x5a] {
            let id = UploadId::from_chance([byte; 16]);
            assert_eq!(id.as_str().parse(), Ok(id.clone()), "{id}");
            assert_eq!(&id.as_str()[14..15], "4", "{id}");
            assert!("89ab".contains(&id.as_str()[19..20]), "{id}");
        }
    }
}
