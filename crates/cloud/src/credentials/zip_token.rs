//! URLs of zips contain everything that authorizes them, and are valid for a day.
//!
//! A token also contains the sums over its entries: content does not change once a package is finalized, so the first
//! byte need not wait for the database to add them up.

use domain::zip_layout::ZipTotals;
use serde::{Deserialize, Serialize};
use wire::ids::{DownloadId, LinkId, PackageId};
use wire::time::Time;

use super::issued_to::IssuedTo;
use super::signed::{Signer, seconds};
use crate::token_keys::TokenKeys;

const KIND: &str = "zip";
pub const ZIP_URL_DAYS: i64 = 1;

/// What the bearer of a URL may download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZipGrant {
    pub package_id: PackageId,
    /// The link that the URL was requested with, if any.
    pub link_id: Option<LinkId>,
    /// The member who requested it, if it was not requested with a link.
    pub issued_to: Option<IssuedTo>,
    /// The download that the zip counts to. `None` in tokens of earlier versions.
    pub download_id: Option<DownloadId>,
    /// Identifies the selected files; `None` for all of them.
    pub selection: Option<String>,
    pub totals: ZipTotals,
    pub accept_infected: bool,
}

#[derive(Clone, Serialize, Deserialize)]
struct Claims {
    typ: String,
    sub: PackageId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link: Option<LinkId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<IssuedTo>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    download: Option<DownloadId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    files: Option<String>,
    /// Entries, bytes of names, bytes of content.
    sums: (u64, u64, u64),
    infected: bool,
    exp: i64,
}

#[derive(Clone)]
pub struct ZipTokens {
    signer: Signer,
}

impl ZipTokens {
    pub fn new(keys: impl Into<TokenKeys>) -> Self {
        Self { signer: Signer::new(keys, |keys| &keys.zip_token) }
    }

    pub fn issue(&self, grant: &ZipGrant, now: Time) -> anyhow::Result<String> {
        let ZipTotals { entries, name_bytes, content_bytes } = grant.totals;
        self.signer.sign(&Claims {
            typ: KIND.to_owned(),
            sub: grant.package_id.clone(),
            link: grant.link_id.clone(),
            by: grant.issued_to.clone(),
            download: grant.download_id.clone(),
            files: grant.selection.clone(),
            sums: (entries, name_bytes, content_bytes),
            infected: grant.accept_infected,
            exp: seconds(now.plus_days(ZIP_URL_DAYS)),
        })
    }

    pub fn verify(&self, token: &str, now: Time) -> Option<ZipGrant> {
        let claims: Claims = self.signer.open(token)?;
        let (entries, name_bytes, content_bytes) = claims.sums;
        let grant = ZipGrant {
            package_id: claims.sub,
            link_id: claims.link,
            issued_to: claims.by,
            download_id: claims.download,
            selection: claims.files,
            totals: ZipTotals { entries, name_bytes, content_bytes },
            accept_infected: claims.infected,
        };
        (claims.typ == KIND && claims.exp > seconds(now)).then_some(grant)
    }
}

#[cfg(test)]
mod tests {
    use domain::zip_layout::ZipTotals;
    use protocols::jwt;
    use ring::hmac;
    use serde_json::json;
    use wire::time::Time;

    use super::{ZipGrant, ZipTokens};
    use crate::credentials::{Basis, IssuedTo};
    use crate::keys::Keys;
    use crate::secret::Secret;

    const NOW: Time = Time::from_millis(1_700_000_000_000);
    const ID: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";

    fn keys() -> Keys {
        Keys::derive(&Secret::new("a secret for the tests, 32 bytes and more"))
    }

    #[test]
    fn tokens_say_what_they_were_made_for_until_they_expire() {
        let tokens = ZipTokens::new(&keys());
        let totals = ZipTotals { entries: 3, name_bytes: 30, content_bytes: 15_000_000_000_000 };
        let whole = ZipGrant {
            package_id: ID.parse().unwrap(),
            link_id: None,
            issued_to: Some(IssuedTo { user: ID.parse().unwrap(), with: Basis::Session(7), until: None }),
            download_id: Some(ID.parse().unwrap()),
            selection: None,
            totals,
            accept_infected: false,
        };
        let part = ZipGrant {
            link_id: Some(ID.parse().unwrap()),
            issued_to: None,
            download_id: None,
            selection: Some("ab12".into()),
            accept_infected: true,
            ..whole.clone()
        };
        for grant in [whole, part] {
            let token = tokens.issue(&grant, NOW).unwrap();
            assert_eq!(tokens.verify(&token, NOW.plus_days(1).plus_seconds(-1)), Some(grant));
            assert_eq!(tokens.verify(&token, NOW.plus_days(1)), None);
        }
    }

    #[test]
    fn other_tokens_are_refused() {
        let tokens = ZipTokens::new(&keys());
        let good = json!({ "typ": "zip", "sub": ID, "sums": [0, 0, 0], "infected": false, "exp": 1_700_000_999 });
        let sign = |key: &[u8; 32], claim: &str, value: serde_json::Value| {
            let mut claims = good.clone();
            claims[claim] = value;
            jwt::sign_hs256(&hmac::Key::new(hmac::HMAC_SHA256, key), &claims).unwrap()
        };
        let key = keys().zip_token;
        assert!(tokens.verify(&sign(&key, "infected", json!(true)), NOW).is_some(), "the control");
        let forged = [
            String::new(),
            "a.b.c".to_owned(),
            sign(&keys().user_token, "infected", json!(true)),
            sign(&key, "typ", json!("user")),
            sign(&key, "sub", json!("nobody")),
            sign(&key, "link", json!("")),
            sign(&key, "by", json!({})),
            sign(&key, "sums", json!([0, 0, -1])),
            sign(&key, "exp", json!(1_699_999_999)),
            sign(&key, "exp", json!("1700000999")),
        ];
        for token in forged {
            assert_eq!(tokens.verify(&token, NOW), None, "{token}");
        }
    }
}
