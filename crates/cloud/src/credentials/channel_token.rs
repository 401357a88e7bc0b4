//! Channel tokens: the right to follow the progress of one package, and perhaps to report it.

use domain::channel::Channel;
use serde::{Deserialize, Serialize};
use wire::time::Time;

use super::issued_to::IssuedTo;
use super::signed::{Signer, seconds};
use crate::token_keys::TokenKeys;

const KIND: &str = "channel";
const DAYS: i64 = 7;

#[derive(Clone, Serialize, Deserialize)]
struct Claims {
    typ: String,
    /// The channel's name.
    sub: String,
    publish: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<IssuedTo>,
    exp: i64,
}

/// What a valid token allows, and for how long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelGrant {
    pub may_publish: bool,
    /// The member who received it. `None` if a visitor or a webhook did.
    pub issued_to: Option<IssuedTo>,
    pub until: Time,
}

#[derive(Clone)]
pub struct ChannelTokens {
    signer: Signer,
}

impl ChannelTokens {
    pub fn new(keys: impl Into<TokenKeys>) -> Self {
        Self { signer: Signer::new(keys, |keys| &keys.channel_token) }
    }

    pub fn issue(
        &self,
        channel: &Channel,
        may_publish: bool,
        member: Option<&IssuedTo>,
        now: Time,
    ) -> anyhow::Result<String> {
        let (exp, by) = (seconds(now.plus_days(DAYS)), member.cloned());
        self.signer.sign(&Claims { typ: KIND.to_owned(), sub: channel.name(), publish: may_publish, by, exp })
    }

    /// The rights of the token, if it is valid for this channel.
    pub fn verify(&self, token: &str, channel: &Channel, now: Time) -> Option<ChannelGrant> {
        let claims: Claims = self.signer.open(token)?;
        let is_good = claims.typ == KIND && claims.exp > seconds(now) && claims.sub == channel.name();
        let until = Time::from_millis(claims.exp.saturating_mul(1_000));
        is_good.then_some(ChannelGrant { may_publish: claims.publish, issued_to: claims.by, until })
    }
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use domain::channel::{Channel, Topic};

    use super::{ChannelGrant, ChannelTokens};
    use crate::credentials::{Basis, IssuedTo};
    use crate::keys::Keys;
    use crate::secret::Secret;

    const NOW: Time = Time::from_millis(1_700_000_000_000);

    #[test]
    fn a_token_is_for_one_channel() {
        let tokens = ChannelTokens::new(&Keys::derive(&Secret::new("a secret for the tests, 32 bytes and more")));
        let channel = |topic| Channel { package_id: "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap(), topic };
        let upload = channel(Topic::Upload);
        for (may_publish, until) in [(true, NOW.plus_days(7)), (false, NOW.plus_days(7))] {
            let id = "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap();
            let issued_to = may_publish.then_some(IssuedTo { user: id, with: Basis::Session(7), until: None });
            let token = tokens.issue(&upload, may_publish, issued_to.as_ref(), NOW).unwrap();
            assert_eq!(tokens.verify(&token, &upload, NOW), Some(ChannelGrant { may_publish, issued_to, until }));
            assert_eq!(tokens.verify(&token, &channel(Topic::Zip), NOW), None);
            assert_eq!(tokens.verify(&token, &upload, until), None);
        }
    }
}
