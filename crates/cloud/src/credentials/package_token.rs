//! Package tokens: access to one package, at one of three levels.

use domain::package_token::Level;
use serde::{Deserialize, Serialize};
use wire::ids::{DownloadId, LinkId, PackageId, UserId};
use wire::time::Time;

use super::issued_to::IssuedTo;
use super::signed::{Signer, seconds};
use crate::token_keys::TokenKeys;

const KIND: &str = "package";
/// Any read of the Team's packages issues a new full token.
const FULL_DAYS: i64 = 7;
/// The life of a token whose package or link does not expire.
const LONGEST_DAYS: i64 = 3_650;

#[derive(Clone, Serialize, Deserialize)]
struct Claims {
    typ: String,
    sub: PackageId,
    lvl: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    lid: Option<LinkId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<IssuedTo>,
    jti: DownloadId,
    iat: i64,
    exp: i64,
}

/// The content of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    pub package_id: PackageId,
    pub level: Level,
    /// The link that the download token was issued for.
    pub link_id: Option<LinkId>,
    /// The member who received it. A full token always belongs to one.
    pub issued_to: Option<IssuedTo>,
    /// A token counts as one download, however many requests it makes.
    pub download_id: DownloadId,
}

impl Grant {
    pub fn user_id(&self) -> Option<&UserId> {
        self.issued_to.as_ref().map(|issued| &issued.user)
    }
}

#[derive(Clone)]
pub struct PackageTokens {
    signer: Signer,
}

impl PackageTokens {
    pub fn new(keys: impl Into<TokenKeys>) -> Self {
        Self { signer: Signer::new(keys, |keys| &keys.package_token) }
    }

    pub fn full(&self, package: PackageId, member: IssuedTo, id: DownloadId, now: Time) -> anyhow::Result<String> {
        let issued_to = Some(member);
        let grant = Grant { package_id: package, level: Level::Full, link_id: None, issued_to, download_id: id };
        self.issue(grant, now, now.plus_days(FULL_DAYS))
    }

    /// A token that lives as long as its package or link.
    pub fn until(&self, grant: Grant, end: Option<Time>, now: Time) -> anyhow::Result<String> {
        self.issue(grant, now, end.unwrap_or_else(|| now.plus_days(LONGEST_DAYS)))
    }

    fn issue(&self, grant: Grant, now: Time, until: Time) -> anyhow::Result<String> {
        let Grant { package_id, level, link_id, issued_to, download_id } = grant;
        // Rounded up to the next full second: a token must not expire before its package or link.
        let exp = seconds(until) + 1;
        self.signer.sign(&Claims {
            typ: KIND.to_owned(),
            sub: package_id,
            lvl: level.as_str().to_owned(),
            lid: link_id,
            by: issued_to,
            jti: download_id,
            iat: seconds(now),
            exp,
        })
    }

    pub fn verify(&self, token: &str, now: Time) -> Option<Grant> {
        let claims: Claims = self.signer.open(token)?;
        let level = Level::parse(&claims.lvl)?;
        // A full token always belongs to a member.
        let is_whole = level != Level::Full || claims.by.is_some();
        let is_good = claims.typ == KIND && claims.exp > seconds(now) && is_whole;
        let Claims { sub, lid, by, jti, .. } = claims;
        is_good.then_some(Grant { package_id: sub, level, link_id: lid, issued_to: by, download_id: jti })
    }
}

#[cfg(test)]
mod fuzz;

#[cfg(test)]
mod tests {
    use domain::package_token::Level;
    use wire::time::Time;

    use super::{Grant, PackageTokens};
    use crate::credentials::{Basis, IssuedTo, UserTokens};
    use crate::keys::Keys;
    use crate::secret::Secret;

    const NOW: Time = Time::from_millis(1_700_000_000_000);
    const ID: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";

    fn grant(level: Level) -> Grant {
        let link_id = (level == Level::Download).then(|| ID.parse().unwrap());
        let issued_to = (level == Level::Full).then(member);
        Grant { package_id: ID.parse().unwrap(), level, link_id, issued_to, download_id: ID.parse().unwrap() }
    }

    fn member() -> IssuedTo {
        IssuedTo { user: ID.parse().unwrap(), with: Basis::Key(ID.parse().unwrap()), until: None }
    }

    #[test]
    fn tokens_say_what_was_granted_until_they_end() {
        let keys = Keys::derive(&Secret::new("a secret for the tests, 32 bytes and more"));
        let tokens = PackageTokens::new(&keys);
        for level in Level::ALL {
            let token = tokens.until(grant(level), Some(NOW.plus_seconds(60)), NOW).unwrap();
            assert_eq!(tokens.verify(&token, NOW.plus_seconds(60)), Some(grant(level)));
            assert_eq!(tokens.verify(&token, NOW.plus_seconds(61)), None);
            assert_eq!(tokens.verify(&format!("{token}x"), NOW), None);
        }
        let full = tokens.full(ID.parse().unwrap(), member(), ID.parse().unwrap(), NOW).unwrap();
        assert!(tokens.verify(&full, NOW.plus_days(6)).is_some());
        assert!(tokens.verify(&full, NOW.plus_days(8)).is_none());
        let of_nobody = Grant { issued_to: None, ..grant(Level::Full) };
        assert_eq!(tokens.verify(&tokens.until(of_nobody, None, NOW).unwrap(), NOW), None);
    }

    #[test]
    fn tokens_of_another_kind_or_key_are_none() {
        let keys = Keys::derive(&Secret::new("a secret for the tests, 32 bytes and more"));
        let other = Keys::derive(&Secret::new("another secret for the tests, 32 bytes and more"));
        let tokens = PackageTokens::new(&keys);
        let foreign = PackageTokens::new(&other).until(grant(Level::Full), None, NOW).unwrap();
        assert_eq!(tokens.verify(&foreign, NOW), None);
        let user_tokens = UserTokens::new(&keys, 3, 30);
        let user = user_tokens.issue(&ID.parse().unwrap(), 0, NOW, NOW).unwrap();
        assert_eq!(tokens.verify(&user, NOW), None);
        let package = tokens.until(grant(Level::Full), None, NOW).unwrap();
        assert_eq!(user_tokens.verify(&package, NOW), None);
    }
}
