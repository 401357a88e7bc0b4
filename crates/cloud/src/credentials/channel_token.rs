//! Channel tokens: the right to follow the progress of one package, and perhaps to report it.

use domain::channel::Channel;
use serde::{Deserialize, Serialize};
use wire::time::Time;

use super::signed::{Signer, seconds};
use crate::keys::Keys;

const KIND: &str = "channel";
const DAYS: i64 = 7;

#[derive(Clone, Serialize, Deserialize)]
struct Claims {
    typ: String,
    /// The channel's name.
    sub: String,
    publish: bool,
    exp: i64,
}

/// What a valid token allows, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChannelGrant {
    pub may_publish: bool,
    pub until: Time,
}

#[derive(Clone)]
pub struct ChannelTokens {
    signer: Signer,
}

impl ChannelTokens {
    pub fn new(keys: &Keys) -> Self {
        Self { signer: Signer::new(&keys.channel_token) }
    }

    pub fn issue(&self, channel: &Channel, may_publish: bool, now: Time) -> anyhow::Result<String> {
        let exp = seconds(now.plus_days(DAYS));
        self.signer.sign(&Claims { typ: KIND.to_owned(), sub: channel.name(), publish: may_publish, exp })
    }

    /// The rights of the token, if it is valid for this channel.
    pub fn verify(&self, token: &str, channel: &Channel, now: Time) -> Option<ChannelGrant> {
        let claims: Claims = self.signer.open(token)?;
        let is_good = claims.typ == KIND && claims.exp > seconds(now) && claims.sub == channel.name();
        let until = Time::from_millis(claims.exp.saturating_mul(1_000));
        is_good.then_some(ChannelGrant { may_publish: claims.publish, until })
    }
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use domain::channel::{Channel, Topic};

    use super::{ChannelGrant, ChannelTokens};
    use crate::keys::Keys;
    use crate::secret::Secret;

    const NOW: Time = Time::from_millis(1_700_000_000_000);

    #[test]
    fn a_token_is_for_one_channel() {
        let tokens = ChannelTokens::new(&Keys::derive(&Secret::new("a secret for the tests, 32 bytes and more")));
        let channel = |topic| Channel { package_id: "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap(), topic };
        let upload = channel(Topic::Upload);
        for (may_publish, until) in [(true, NOW.plus_days(7)), (false, NOW.plus_days(7))] {
            let token = tokens.issue(&upload, may_publish, NOW).unwrap();
            assert_eq!(tokens.verify(&token, &upload, NOW), Some(ChannelGrant { may_publish, until }));
            assert_eq!(tokens.verify(&token, &channel(Topic::Zip), NOW), None);
            assert_eq!(tokens.verify(&token, &upload, until), None);
        }
    }
}
