//! Package tokens: an input is a token that someone presents, and also the claims of one that we sign. The corpus is in
//! `crates/cloud/fuzz/`.

use domain::package_token::Level;
use fixtures::{Fuzz, Random};
use serde_json::{Value, json};
use wire::time::Time;

use super::PackageTokens;
use crate::credentials::signed::Signer;
use crate::credentials::{Basis, IssuedTo};
use crate::keys::Keys;
use crate::secret::Secret;

const NOW: Time = Time::from_millis(1_700_000_000_000);
const ID: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";
#[rustfmt::skip]
const PIECES: &[&str] = &[
    ".", "..", "=", "-", "_", "+", "/", "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJub25lIn0",
    "eyJhbGciOiJSUzI1NiJ9", "e30", "\"", "{", "}", ",", ":", "null", "\"typ\":\"package\"", "\"lvl\":\"f\"",
    "\"exp\":9999999999", "-1", "1e99", "\\u0000", "A",
];

struct Scene {
    tokens: PackageTokens,
    signer: Signer,
    good: String,
}

impl Scene {
    fn new() -> Self {
        let keys = Keys::derive(&Secret::new("a secret for the tests, 32 bytes and more"));
        let tokens = PackageTokens::new(&keys);
        let member = IssuedTo { user: ID.parse().unwrap(), with: Basis::Session(7), until: None };
        let good = tokens.full(ID.parse().unwrap(), member, ID.parse().unwrap(), NOW).unwrap();
        Self { tokens, signer: Signer::new(&keys, |keys| &keys.package_token), good }
    }

    /// Nothing but a token that we signed opens a package, and of those only the very text.
    fn check_presented(&self, token: &str) {
        assert_eq!(self.tokens.verify(token, NOW), None, "{token}");
    }

    /// A token with one place changed is another token.
    fn check_changed(&self, input: &[u8]) {
        let place = input.iter().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
        let place = place % self.good.len();
        let inserted = input.first().map_or('A', |byte| char::from(byte % 0x60 + 0x20));
        let (before, after) = self.good.split_at(place);
        let rest = &after[1..];
        let without = format!("{before}{rest}");
        for changed in [without, format!("{before}{inserted}{after}"), format!("{before}{inserted}{rest}")] {
            if changed != self.good {
                assert_eq!(self.tokens.verify(&changed, NOW), None, "{changed}");
            }
        }
        assert!(self.tokens.verify(&self.good, NOW).is_some(), "the control");
    }

    /// Even if we signed it: claims count only if they are those of a package token that has not ended.
    fn check_claims(&self, claims: &Value) {
        let Ok(token) = self.signer.sign(claims) else { return };
        let Some(grant) = self.tokens.verify(&token, NOW) else { return };
        assert_eq!(claims["typ"], "package", "{claims}");
        assert!(claims["exp"].as_i64().is_some_and(|end| end > 1_700_000_000), "{claims}");
        assert_eq!(Some(grant.level), claims["lvl"].as_str().and_then(Level::parse), "{claims}");
        assert!(grant.level != Level::Full || grant.issued_to.is_some(), "{claims}");
        let again = self.tokens.until(grant.clone(), None, NOW).unwrap();
        assert_eq!(self.tokens.verify(&again, NOW), Some(grant), "what was read can be written");
    }
}

fn make(random: &mut Random) -> Vec<u8> {
    if random.once_in(3) {
        return random.joined(PIECES, 8).into_bytes();
    }
    let id = |random: &mut Random| {
        let other = random.joined(&["0", "Z", "I", "é", "a"], 30);
        if random.once_in(4) { json!(other) } else { json!(ID) }
    };
    let mut claims = json!({
        "typ": random.one_of(&["package", "package", "package", "user", "zip", ""]),
        "sub": id(random),
        "lvl": random.one_of(&["f", "u", "d", "x", "F"]),
        "jti": id(random),
        "iat": random.number(),
        "exp": random.number(),
    });
    if random.once_in(2) {
        claims["by"] = json!({ "user": id(random), "with": { "session": random.below(9) } });
    }
    if random.once_in(3) {
        claims["lid"] = id(random);
    }
    claims.to_string().into_bytes()
}

#[test]
fn only_our_own_tokens_open_a_package() {
    let scene = Scene::new();
    Fuzz::new("package_tokens").pieces(PIECES).run(make, |input| {
        scene.check_presented(&String::from_utf8_lossy(input));
        scene.check_changed(input);
        if let Ok(claims) = serde_json::from_slice(input) {
            scene.check_claims(&claims);
        }
    });
}
