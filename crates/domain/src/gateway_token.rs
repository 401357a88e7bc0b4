//! The token of a storage gateway, which contains the gateway's id, so that nothing else is needed to set it up.

use wire::ids::GatewayId;

/// Lets people and scanners recognize a token.
const PREFIX: &str = "tgw_";
const ID_LENGTH: usize = 26;

/// The token of a gateway with a random secret.
pub fn token(gateway: &GatewayId, secret: &str) -> String {
    format!("{PREFIX}{gateway}_{secret}")
}

/// The gateway id in a token. Older tokens contain none.
pub fn gateway_of(token: &str) -> Option<GatewayId> {
    let (id, secret) = token.strip_prefix(PREFIX)?.split_at_checked(ID_LENGTH)?;
    let secret = secret.strip_prefix('_')?;
    if secret.is_empty() { None } else { id.parse().ok() }
}

#[cfg(test)]
mod tests {
    use super::{gateway_of, token};

    #[test]
    fn a_token_names_its_gateway() {
        let id = "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap();
        let made = token(&id, "s-_cret");
        assert_eq!(made, "tgw_01KA2B3C4D5E6F7G8H9JKMNPQR_s-_cret");
        assert_eq!(gateway_of(&made), Some(id));
        for nothing in [
            "",
            "tgw_",
            "01KA2B3C4D5E6F7G8H9JKMNPQR_secret",
            "tgw_01KA2B3C4D5E6F7G8H9JKMNPQR",
            "tgw_01KA2B3C4D5E6F7G8H9JKMNPQR_",
            "tgw_01KA2B3C4D5E6F7G8H9JKMNPQRsecret",
            "tgw_01ka2b3c4d5e6f7g8h9jkmnpqr_secret",
            "tgw_q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA",
            "tgw_üüüüüüüüüüüüüüüüüüüüüüüüüü_secret",
        ] {
            assert_eq!(gateway_of(nothing), None, "{nothing}");
        }
    }
}
